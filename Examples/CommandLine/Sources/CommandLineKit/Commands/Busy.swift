import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac busy`
struct Busy: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "List busy times, without the items that take them.",
    discussion: """
      Without bounds the next seven days. Items that are cancelled or marked as free, and to-dos, do not count. With \
      --owner an invitation counts by that person's answer.
      """)

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @Option(help: ArgumentHelp("The person whose time it is.", valueName: "address"), transform: personArgument)
  var owner: String?

  @Flag(help: "Count also times that the calendars state as unavailable (VAVAILABILITY).")
  var unavailable = false

  @Flag(help: "Do not count tentative items.")
  var ignoreTentative = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let range = try bounds.range(elseDays: 7, common, in: setting.zone, &invocation)
    let busy = BusyTime(
      setting.calendars, in: range, viewer: setting.zone,
      rules: BusyRules(
        owner: owner ?? "", countsTentative: !ignoreTentative, countsUnavailability: unavailable),
      budget: setting.options.budget)
    invocation.recordUnknownTimes()
    let periods = busy.freeBusy(in: range, at: range.lowerBound).periods
    switch common.format {
    case .text:
      let lines = periods.map { setting.line($0.interval, $0.kind.word) }
      let none = [StyledText(setting.renderer.phrases.nothing, .dim)]
      invocation.output.write(setting.renderer.text(lines.isEmpty ? none : lines))
    default:
      let value: JSON = [
        "version": .version,
        "from": .string(range.lowerBound.in(setting.zone).description),
        "until": .string(range.upperBound.in(setting.zone).description),
        "busy": .array(
          periods.map { period in
            [
              "start": .string(period.start.in(setting.zone).description),
              "end": .string(period.end.in(setting.zone).description),
              "kind": .string(period.kind.word),
            ]
          }),
      ]
      invocation.write(value.adding(incomplete: busy.unexpanded.earliest.map { $0.json(in: setting.zone) }))
    }
    try invocation.requireComplete(busy.unexpanded.earliest, in: setting.zone)
  }
}

extension BusyKind {
  /// The kind of busy time, as a word.
  fileprivate var word: String { self == .unexpanded ? "unknown" : rawValue.lowercased() }
}

extension ViewSetting {
  /// A line `2026-03-02 09:00–10:30  words`, in the zone of the viewer.
  func line(_ range: Range<Instant>, _ words: String) -> StyledText {
    let start = zone.local(at: range.lowerBound)
    let end = zone.local(at: range.upperBound)
    let last = end.date == start.date ? "" : "\(end.date) "
    let text = "\(moment(.utc(range.lowerBound)))–\(last)\(end.time.description.prefix(5))"
    return words.isEmpty ? StyledText(text) : StyledText(text + "  ") + StyledText(words, .dim)
  }
}
