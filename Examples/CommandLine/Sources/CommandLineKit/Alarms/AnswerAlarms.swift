import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac alarms dismiss UID`
struct DismissAlarm: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Dismiss the alarms of an item that went off in the last 30 days, else the next one.")

  @OptionGroup
  var answered: AnsweredItem

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try answered.answer("dismissed", calendars, common, &invocation) {
      (calendar, signal, now) throws(EventError) in
      try calendar.acknowledge(signal, at: now)
    }
  }
}

/// `almanac alarms snooze UID`
struct SnoozeAlarm: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze",
    abstract: "Snooze the alarm of an item that went off last in the last 30 days, else the next one.")

  @OptionGroup
  var answered: AnsweredItem

  @Option(
    name: .customLong("for"), help: ArgumentHelp("For how long from now.", valueName: "length"),
    transform: Length.read(_:))
  var length = CalendarDuration.minutes(10)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let until = invocation.now(common, in: zone).in(zone).adding(length).instant
    try answered.answer("snoozed", calendars, common, lastOnly: true, &invocation) {
      (calendar, signal, now) throws(EventError) in
      try calendar.snooze(signal, until: until, at: now)
    }
  }
}

/// The item whose alarm is dismissed or snoozed.
struct AnsweredItem: ParsableArguments {
  @Argument(help: .itemName)
  var uid: String

  @OptionGroup
  var kinds: KindOptions

  /// The number of days in which past alarms are searched for.
  private static let pastDays = 30

  /// - Parameters:
  ///   - verb: The past participle of the change.
  ///   - lastOnly: Whether only the last alarm that went off is changed.
  func answer(
    _ verb: Phrase, _ calendars: CalendarOptions, _ common: CommonOptions, lastOnly: Bool = false,
    _ invocation: inout Invocation,
    by change: (inout EventCalendar, AlarmSignal, Instant) throws(EventError) -> CalendarChange
  ) throws(CommandError) {
    var (store, uid) = try invocation.store(calendars, naming: uid, kind: kinds.kind)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let due = try signals(of: uid, in: store[location], at: now, viewer: zone)
    guard let last = due.last else {
      throw .refused("no_alarm", "it has no alarm that goes off", expected: "an item with an alarm", uid: uid)
    }
    // The change of the last signal of an alarm applies to earlier ones too.
    let answered = lastOnly ? [last] : due.lastOfEachAlarm
    for signal in answered {
      _ = try store.makeChange(location) { (calendar) throws(EventError) in
        try change(&calendar, signal, now)
      }
    }
    try invocation.save(store, "\(verb) an alarm of \(last.item.summary)")
    let times = answered.map { $0.instant.in(zone) }
    invocation.print(
      "\(verb): \(title: last.item.summary), \(times.map { String($0.local.description.prefix(16)) }.joined(separator: ", "))",
      ["version": .version, "uid": .string(uid), "answered": .array(answered.map { $0.json(in: zone) })],
      common)
  }

  /// The past signals in order; if there are none, the next one.
  private func signals(of uid: String, in calendar: EventCalendar, at now: Instant, viewer zone: Zone)
    throws(CommandError) -> [AlarmSignal]
  {
    var own = EventCalendar()
    (own.calendarSystems, own.zone) = (calendar.calendarSystems, calendar.zone)
    own.insert(calendar.items.filter { $0.uid == uid && (kinds.kind == nil || $0.kind == kinds.kind) })
    let past = now.adding(seconds: -86_400 * Self.pastDays)..<now.adding(seconds: 1)
    do throws(EventError) {
      let due = try own.alarms(in: past, viewer: zone)
      return due.isEmpty ? try own.nextAlarms(after: now, viewer: zone) : due
    } catch {
      throw CommandError(error)
    }
  }
}

extension [AlarmSignal] {
  /// The last signal of each alarm, in order.
  fileprivate var lastOfEachAlarm: [AlarmSignal] {
    var answered: [ItemID: Set<Int>] = [:]
    return reversed().filter { answered[$0.item.id, default: []].insert($0.index).inserted }.reversed()
  }
}
