import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// A random series in a calendar, one of its occurrences, and what is to be done to it; the same for the same seed.
struct RandomEdit {
  let calendar: EventCalendar
  let occurrences: [Occurrence]
  let chosen: Occurrence
  /// The new start of the chosen occurrence.
  let target: EventTime
  /// The end of the comparison for endless series.
  let horizon: Int64
  /// Whether it has one rule and none that excludes.
  let isPlain: Bool

  static let uid = "series"

  /// The zone of the series.
  var clock: Zone? { calendar.item(uid: Self.uid)?.start?.zone }

  /// - Parameter moves: Whether the start is to change.
  init?(seed: UInt64, moves: Bool) {
    var random = RandomCalendar(seed: seed)
    var items = random.series(uid: Self.uid)
    guard let main = items.first, let start = main.start, !main.recurrence.rules.isEmpty else { return nil }
    Self.vary(&items, from: start, &random)
    isPlain = items[0].recurrence.rules.count == 1 && items[0].recurrence.exclusionRules.isEmpty
    var calendar = EventCalendar()
    calendar.insert(Event("before", at: start, uid: "before"))
    for item in items { calendar.insert(item) }
    calendar.insert(Event("after", at: start, uid: "after"))
    self.calendar = calendar
    let fast = items[0].recurrence.rules.contains { $0.frequency < .daily }
    horizon = start.key + (fast ? 120 : 900) * 86_400
    occurrences = Self.occurrences(of: Self.uid, in: calendar, upTo: horizon)
    guard !occurrences.isEmpty else { return nil }
    let place = random.chance(1, in: 6) ? 0 : random.number(0...Swift.min(occurrences.count - 1, 40))
    chosen = occurrences[place]
    target = moves ? Self.target(from: chosen, &random) : chosen.item(in: calendar).start ?? chosen.start
  }

  /// Titles and lengths of their own, second rules, rules that exclude, other speeds.
  private static func vary(_ items: inout [Item], from start: EventTime, _ random: inout RandomCalendar) {
    var recurrence = items[0].recurrence
    if !start.isDate, random.chance(1, in: 12), items.count == 1 {
      recurrence.rules[0] = RecurrenceRule(random.chance(1, in: 2) ? .minutely : .secondly)
      recurrence.rules[0].interval = random.number(50_000...90_000)
      recurrence.rules[0].end = .count(random.number(1...30))
    }
    if random.chance(1, in: 12) { recurrence.rules.append(random.rule()) }
    if random.chance(1, in: 12) {
      var rule = recurrence.rules[0]
      rule.interval *= 3
      rule.end = random.chance(1, in: 2) ? .never : .count(random.number(1...5))
      recurrence.exclusionRules = [rule]
    }
    for index in recurrence.additions.indices where random.chance(1, in: 2) {
      let extent = RecurrenceDate.Extent.duration(start.isDate ? .days(2) : .hours(48))
      recurrence.additions[index] = RecurrenceDate(recurrence.additions[index].start, extent: extent)
    }
    items[0].recurrence = recurrence
    for index in items.indices.dropFirst() {
      if random.chance(1, in: 4) { items[index].summary = "own" }
      if random.chance(1, in: 4), let id = items[index].recurrenceID {
        // Its original start.
        items[index].move(to: id)
      }
    }
    for index in items.indices {
      guard case .todo(var todo) = items[index] else { continue }
      todo.status = nil
      items[index] = .todo(todo)
    }
  }

  private static func target(from chosen: Occurrence, _ random: inout RandomCalendar) -> EventTime {
    let start = chosen.start
    switch random.number(0...7) {
    case 0, 1: return start.adding(.minutes(random.number(-20...20) * 15))
    case 2, 3: return start.adding(.days(random.number(-9...9)))
    case 4: return start.adding(CalendarDuration(days: random.number(0...3), hours: random.number(0...30)))
    case 5: return .zoned(start.local.in(random.zone()))
    case 6: return start.isDate ? .floating(start.date.at(.noon)) : .date(start.date)
    default: return start.with(local: random.local())
    }
  }

  /// In order, each by its identity.
  static func occurrences(of uid: String, in calendar: EventCalendar, upTo horizon: Int64) -> [Occurrence] {
    let window = Instant.min..<Instant(secondsSinceEpoch: horizon + 500 * 86_400)
    let query = OccurrenceQuery(limit: .max)
    return calendar.agenda(in: window, viewer: .utc, matching: query).found.filter {
      $0.item.uid == uid && ($0.recurrenceID ?? $0.start).key < horizon
    }
  }
}

extension EventTime {
  var key: Int64 { zone == nil ? local.secondsSinceEpoch : instant(in: .utc).secondsSinceEpoch }
}

extension Occurrence {
  /// The item that is passed to an edit.
  func item(in calendar: EventCalendar) -> Item {
    (try? calendar.item(inEffectAt: id)) ?? item
  }
}
