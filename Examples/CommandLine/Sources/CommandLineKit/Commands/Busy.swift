import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac busy`
struct Busy: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "busy",
    abstract: "List busy times, without the items that take them.",
    discussion: """
      Without bounds the next seven days. Items that are cancelled or marked as free, and to-dos, do not count. With \
      --owner an invitation counts by that person's answer, without it by yours, if $ALMANAC_ME or the configuration say who you are.
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
    let (calendars, owner) = setting.owned(by: owner)
    let busy = BusyTime(
      calendars, in: range, viewer: setting.zone,
      rules: BusyRules(
        owner: owner, countsTentative: !ignoreTentative, countsUnavailability: unavailable),
      budget: setting.options.budget)
    invocation.recordUnknownTimes()
    let periods = busy.freeBusy(in: range, at: range.lowerBound).periods
    switch common.format {
    case .text:
      let lines = periods.map {
        setting.line($0.interval, $0.kind.phrase.text(in: setting.renderer.localization))
      }
      invocation.output.write(setting.text(lines))
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

  /// The kind in words; a kind that another program defines, verbatim.
  fileprivate var phrase: Phrase {
    switch word {
    case "busy": "busy"
    case "busy-tentative": "busy-tentative"
    case "busy-unavailable": "busy-unavailable"
    case "unknown": "unknown"
    default: Phrase(verbatim: word)
    }
  }
}

extension ViewSetting {
  /// The calendars and the person by whose answers invitations count: the one named, else the user, who has one address in them.
  func owned(by person: String?) -> (calendars: [EventCalendar], owner: String) {
    guard let owner = person ?? options.me.min() else { return (calendars, "") }
    let others = Set((person == nil ? options.me : []).map { PersonKey($0) }).subtracting([PersonKey(owner)])
    if others.isEmpty { return (calendars, owner) }
    return (
      calendars.map { calendar in
        var own = calendar
        for var item in calendar.items
        where item.attendees.contains(where: { others.contains(PersonKey($0.address)) }) {
          for index in item.attendees.indices where others.contains(PersonKey(item.attendees[index].address))
          {
            item.attendees[index].address = owner
          }
          own.insert(item)
        }
        return own
      }, owner
    )
  }

  /// A line `2026-03-02 09:00–10:30  words`, in the zone of the viewer. Times that its clocks show twice have their abbreviation.
  func line(_ range: Range<Instant>, _ words: String) -> StyledText {
    let start = zone.local(at: range.lowerBound)
    let end = zone.local(at: range.upperBound)
    let last = end.date == start.date ? "" : "\(end.date) "
    let (from, to) = (range.lowerBound.in(zone), range.upperBound.in(zone))
    let text = "\(start.date) \(from.clockTime)–\(last)\(to.clockTime)"
    return words.isEmpty ? StyledText(text) : StyledText(text + "  ") + StyledText(words, .dim)
  }
}
