import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// A view in all output formats, each made when it is needed.
struct ShownView {
  /// The series of which instances are missing in the view.
  let unexpanded: [UnexpandedSeries]
  var text: () -> [StyledText]
  var json: () -> JSON
  var svg: ((SVGRenderer) -> String)?
  var html: ((HTMLRenderer) -> String)?
}

extension Invocation {
  /// Prints a view in the format of the options.
  ///
  /// - Throws: An error that names the series of which instances are missing; the view is printed all the same.
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
    try requireComplete(view.unexpanded, in: setting.zone)
  }

  /// Checks that no instances of series are missing in the output.
  ///
  /// - Throws: An error that names such series.
  mutating func requireComplete(_ unexpanded: [UnexpandedSeries], in zone: Zone) throws(CommandError) {
    if unexpanded.isEmpty { return }
    output.outlivesFailure = true
    var complaints = unexpanded.prefix(5).map { series in
      let name = series.summary.isEmpty ? "" : " (\(series.summary))"
      return Complaint(
        "\(series.uid)\(name): repeats too often; its instances from \(zone.local(at: series.from)) on are missing",
        expected: "an end by then, a rule that repeats less often, or a larger --budget")
    }
    if unexpanded.count > 5 {
      complaints.append(Complaint("\(unexpanded.count - 5) more series repeat too often"))
    }
    throw .ended(.badData, complaints)
  }
}
