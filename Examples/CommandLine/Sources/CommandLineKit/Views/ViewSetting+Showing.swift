import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// A view in every form in which it can be shown, each made only when it is asked for.
struct ShownView {
  /// The series of which instances are missing in it.
  let unexpanded: [UnexpandedSeries]
  var text: () -> [StyledText]
  var json: () -> JSON
  var svg: ((SVGRenderer) -> String)?
  var html: ((HTMLRenderer) -> String)?
}

extension Invocation {
  /// Prints a view in the form that the options name.
  ///
  /// - Throws: An ending that names the series of which instances are missing; the view is printed nevertheless.
  mutating func show(
    _ view: ShownView, _ setting: ViewSetting, _ common: CommonOptions
  ) throws(CommandError) {
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
    try requireWhole(view.unexpanded, in: setting.zone)
  }

  /// Ends a command whose output lacks instances of series, unless there are none such.
  mutating func requireWhole(_ unexpanded: [UnexpandedSeries], in zone: Zone) throws(CommandError) {
    if unexpanded.isEmpty { return }
    output.outlivesFailure = true
    var complaints = unexpanded.prefix(5).map { series in
      let name = series.summary.isEmpty ? "" : " (\(series.summary))"
      return Complaint(
        "\(series.uid)\(name): repeats too often; nothing is known of it from \(zone.local(at: series.from)) on",
        expected: "an end by then, a rule that repeats less often, or a larger --budget")
    }
    if unexpanded.count > 5 {
      complaints.append(Complaint("\(unexpanded.count - 5) more series repeat too often"))
    }
    throw .ended(.badData, complaints)
  }
}
