import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac alarms`
struct AlarmCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms",
    abstract: "List alarms, and dismiss or snooze them.",
    subcommands: [ListAlarms.self, DismissAlarm.self, SnoozeAlarm.self],
    defaultSubcommand: ListAlarms.self)
}

/// `almanac alarms list`
struct ListAlarms: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the alarms between the bounds, or without bounds the next ones.",
    discussion: """
      Dismissed and snoozed alarms, and those of done or cancelled items, are omitted.
      """)

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The most alarms.", valueName: "number"))
  var number: Int?

  @OptionGroup(title: "What")
  var query: QueryOptions

  @OptionGroup
  var names: HandleOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  /// The most alarms between bounds that are listed without `--number`.
  private static let limit = 10_000

  func validate() throws {
    try requireRange("--number", number, 1...100_000)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common).labelled(names.handles)
    let range = try bounds.range(common, in: setting.zone, &invocation)
    var query = query.query
    query.limit = number ?? Self.limit + 1
    let found =
      if let range {
        setting.calendars.availableAlarms(in: range, viewer: setting.zone, matching: query)
      } else {
        setting.calendars.nextAvailableAlarms(
          after: setting.now, count: number ?? 10, viewer: setting.zone, matching: query)
      }
    var signals = found.signals
    let most = min(signals.withinLimit(), number ?? Self.limit)
    let missing = number == most ? nil : signals.dropFirst(most).first
    signals = Array(signals.prefix(most))
    invocation.print(
      signals.map { setting.line($0) },
      ["version": .version, "alarms": .array(signals.map { $0.json(in: setting.zone) })], setting, common)
    if let missing {
      invocation.output.outlivesFailure = true
      throw .badData(
        Complaint(
          "there are more than \(signals.count) alarms; those from \(setting.words.moment(missing.instant)) on are not listed",
          expected: "an end by then, or --number"))
    }
    let unknown = setting.calendars.seriesOfUnknownCalendars(
      from: range?.lowerBound ?? setting.now, matching: query)
    try invocation.requireComplete(found.unexpanded + unknown, in: setting.zone)
  }
}

extension [EventCalendar] {
  /// The series with alarms whose rules count by an unknown calendar system, so that alarms from an instant on may be missing.
  fileprivate func seriesOfUnknownCalendars(
    from start: Instant, matching query: OccurrenceQuery
  ) -> [UnexpandedSeries] {
    enumerated().flatMap { number, calendar in
      calendar.currentItems.compactMap { item -> UnexpandedSeries? in
        guard !item.alarms.isEmpty, query.matches(item),
          let unknown = item.unknownCalendars(besides: calendar.calendarSystems).first
        else { return nil }
        return UnexpandedSeries(
          uid: item.uid, kind: item.kind, calendar: number, summary: item.summary, from: start,
          unknownCalendar: unknown.name)
      }
    }
  }
}

extension [AlarmSignal] {
  /// The number of alarms whose texts are not longer than 16 MiB together.
  fileprivate func withinLimit() -> Int {
    var bytes = 0
    let end = firstIndex { signal in
      bytes += [signal.item.summary, signal.alarm.summary, signal.alarm.details].reduce(0) {
        $0 + $1.utf8.count
      }
      return bytes > 16 << 20
    }
    return end ?? count
  }
}

extension ViewSetting {
  /// A line with the time of the alarm, the item, its start, and its handle where these are shown, else its UID.
  fileprivate func line(_ signal: AlarmSignal) -> StyledText {
    var line = StyledText(moment(.utc(signal.instant)) + "  ")
    line.append(TextRenderer.sign(of: signal.item) + " ")
    line.append("\(title: signal.item.summary)")
    if let start = signal.start { line.append("  \(moment(start))", .dim) }
    line.append("  \(renderer.labels[signal.item.uid] ?? signal.item.uid)", .dim)
    return line
  }
}

extension AlarmSignal {
  /// The start of the instance that the alarm is for; for an alarm at a time of its own that of the item.
  var start: EventTime? { occurrence?.start ?? item.span?.start }

  func json(in zone: Zone) -> JSON {
    [
      "at": .string(instant.in(zone).description), "uid": .string(item.uid),
      "kind": .string(item.kind.rawValue), "summary": .string(item.summary),
      "start": JSON(start?.description),
      "recurrenceID": JSON(occurrence?.recurrenceID?.description),
      "action": .string(alarm.action.rawValue.lowercased()), "repetition": .int(repetition),
      "text": .string(alarm.details.isEmpty ? alarm.summary : alarm.details),
      "snoozed": .bool(alarm.snoozed != nil),
    ]
  }
}
