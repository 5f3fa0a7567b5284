import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport

/// Random calendars, the same for the same seed: whole days, floating and zoned times, series with exceptions and
/// overrides, lengths of every kind.
struct RandomCalendar: RandomNumberGenerator {
  private var random: SeededGenerator
  static let zones = [
    "Europe/Madrid", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia",
  ]
  .map { Samples.zone($0) }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { random.next() }

  mutating func chance(_ part: Int, in whole: Int) -> Bool { Int.random(in: 0..<whole, using: &self) < part }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  /// A zone of the list or UTC.
  mutating func zone() -> Zone { chance(1, in: 6) ? .utc : one(of: Self.zones) }

  /// Within the years 2010 to 2013, in which Apia skipped a day.
  mutating func local() -> CivilDateTime {
    CivilDate(daysSinceEpoch: 14_610 + number(0...1460)).startOfDay.adding(seconds: number(0...95) * 900)
  }

  mutating func start() -> EventTime {
    switch number(0...5) {
    case 0: .date(local().date)
    case 1: .floating(local())
    default: .zoned(local().in(zone()))
    }
  }

  mutating func duration() -> CalendarDuration {
    switch number(0...4) {
    case 0: .days(number(1...40))
    case 1: .minutes(number(0...4) * 30)
    case 2: CalendarDuration(days: number(0...2), hours: number(0...30))
    default: .minutes(number(1...300))
    }
  }

  mutating func extent(from start: EventTime) -> Extent {
    switch (number(0...3), start) {
    case (0, _): return .implied
    case (1, .date): return .duration(.days(number(1...9)))
    case (1, _): return .duration(duration())
    case (_, .zoned(let zoned)):
      let end = zoned.instant.adding(seconds: duration().civilSeconds)
      return .end(.zoned(end.in(chance(1, in: 4) ? zone() : zoned.zone)))
    case (_, .date(let date)): return .end(.date(date.adding(days: number(1...9))))
    case (_, .floating(let local)): return .end(.floating(local.adding(duration())))
    }
  }

  mutating func rule() -> RecurrenceRule {
    var rule = RecurrenceRule(one(of: [.daily, .weekly, .weekly, .monthly, .monthly, .yearly, .hourly]))
    rule.interval = number(1...3) * (rule.frequency == .hourly ? 13 : 1)
    let weekdays = Weekday.allCases
    if rule.frequency == .weekly, chance(1, in: 2) {
      rule.byDay = (0..<number(1...3)).map { _ in WeekdayOrdinal(one(of: weekdays)) }
    }
    if rule.frequency == .monthly {
      switch number(0...3) {
      case 0: rule.byMonthDay = [number(1...31), -number(1...31)]
      case 1: rule.byDay = [WeekdayOrdinal(one(of: weekdays), ordinal: one(of: [1, 2, 5, -1, -2]))]
      case 2:
        rule.byDay = [.monday, .tuesday, .friday].map { WeekdayOrdinal($0) }
        rule.bySetPosition = [one(of: [1, -1, 2])]
      default: break
      }
    }
    if chance(1, in: 5) { rule.byHour = [number(0...23), number(0...23)] }
    switch number(0...3) {
    case 0: rule.end = .count(number(1...60))
    case 1: rule.end = .until(.utc(local().adding(days: 200)))
    default: break
    }
    return rule
  }

  mutating func item(uid: String) -> Item {
    let start = start()
    var item: Item
    switch number(0...9) {
    case 0:
      var todo = Todo("todo", from: start)
      if chance(2, in: 3) { todo.extent = extent(from: start) }
      if chance(1, in: 6) { todo.status = .completed }
      item = todo.item
    case 1: item = Journal("journal", on: start).item
    default:
      var event = Event("event", at: start)
      event.extent = extent(from: start)
      item = event.item
    }
    item.uid = uid
    item.summary += one(of: ["", " a", " b"])
    return item
  }

  /// A series of items: the main one, and overrides of some of its instances and of none.
  mutating func series(uid: String) -> [Item] {
    var main = item(uid: uid)
    guard chance(1, in: 2), let start = main.start else { return [main] }
    main.recurrence = Recurrence(rule())
    if chance(1, in: 5) { main.recurrence.additions = [RecurrenceDate(start.adding(.days(number(1...300))))] }
    let instances = RecurrenceExpansion(RecurrenceSet(start: start, main.recurrence)).prefix(40).map(\.start)
    for instance in instances where chance(1, in: 10) { main.recurrence.exceptions.append(instance) }
    var items = [main]
    guard chance(1, in: 2) else { return items }
    for instance in instances where chance(1, in: 8) {
      items.append(override(of: main, at: instance))
      if chance(1, in: 6) { items.append(override(of: main, at: instance)) }
    }
    if chance(1, in: 6) { items.append(override(of: main, at: start.adding(.days(number(1...5000))))) }
    return items
  }

  private mutating func override(of main: Item, at instance: EventTime) -> Item {
    var override = main
    override.recurrence = .none
    override.recurrenceID = instance
    if case .zoned(let zoned) = instance, chance(1, in: 3) { override.recurrenceID = .utc(zoned.instant) }
    override.sequence = number(0...2)
    let moved = instance.adding(.minutes(number(-30...30) * 60))
    override.overridesFuture = chance(1, in: 6)
    switch override {
    case .event(var event):
      event.start = moved
      event.extent = extent(from: moved)
      return event.item
    case .todo(var todo):
      todo.start = moved
      todo.extent = .implied
      return todo.item
    case .journal(var journal):
      journal.start = moved
      return journal.item
    }
  }

  /// Some of them of one UID, but not of one kind.
  mutating func items(_ count: Int) -> [Item] {
    var items: [Item] = []
    for number in 0..<count {
      let series = series(uid: "item \(number)")
      items += series
      if chance(1, in: 8) {
        let other = self.series(uid: "item \(number)")
        if other[0].kind != series[0].kind { items += other }
      }
    }
    return items
  }

  mutating func window() -> Range<Instant> {
    let from = local().in(.utc).instant
    return from..<from.adding(seconds: one(of: [1, 3600, 86_400, 86_400 * 31, 86_400 * 400, 86_400 * 3000]))
  }
}
