import AlmanacRendering

/// A view in every form in which it can be shown, each made only when it is asked for.
struct ShownView {
  var text: () -> [StyledText]
  var json: () -> JSON
  var svg: ((SVGRenderer) -> String)?
  var html: ((HTMLRenderer) -> String)?
}

extension Invocation {
  /// Prints a view in the form that the options name.
  mutating func show(_ view: ShownView, _ setting: ViewSetting, _ common: CommonOptions) {
    let localization = setting.renderer.localization
    switch common.format {
    case .text: output.write(setting.renderer.text(view.text()))
    case .json: output.writeLine(view.json().text())
    case .svg:
      output.write(view.svg?(SVGRenderer(localization: localization, width: common.width ?? 1000)) ?? "")
    case .html: output.write(view.html?(HTMLRenderer(localization: localization)) ?? "")
    }
  }
}
