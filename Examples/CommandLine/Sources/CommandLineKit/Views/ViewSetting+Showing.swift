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
    let (localization, phrases) = (setting.renderer.localization, setting.renderer.phrases)
    switch common.format {
    case .text: output.write(setting.renderer.text(view.text()))
    case .json: output.writeLine(view.json().text())
    case .svg:
      var renderer = SVGRenderer(localization: localization, width: common.width ?? 1000)
      renderer.phrases = phrases
      output.write(view.svg?(renderer) ?? "")
    case .html:
      var renderer = HTMLRenderer(localization: localization)
      renderer.phrases = phrases
      output.write(view.html?(renderer) ?? "")
    }
  }
}
