import AlmanacEvents
import AlmanacTime
import TestSupport
import Testing

/// The index against the definition.
@Suite struct QueryPropertyTests {
  /// All occurrences, however many: a definition has no budget.
  private static let whole = OccurrenceQuery(budget: 1 << 32)

  static func text(_ occurrences: [Occurrence]) -> [String] {
    occurrences.map {
      "\($0.item.uid) \($0.item.summary) \($0.start) – \($0.end) id \($0.recurrenceID.map { "\($0)" } ?? "–")"
    }
  }

  @Test(arguments: 1...UInt64(rounds(3)))
  func windowsHoldWhatTheirDefinitionSays(seed: UInt64) throws {
    var random = RandomCalendar(seed: seed)
    let items = random.items(40)
    var calendar = EventCalendar()
    for item in items { calendar.insert(item) }
    for _ in 0..<8 {
      let viewer = random.zone()
      let window = random.window()
      let expected = NaiveQuery(items: items, viewer: viewer).occurrences(in: window)
      let found = try calendar.occurrences(in: window, viewer: viewer, matching: Self.whole)
      #expect(Self.text(found) == Self.text(expected), "seed \(seed), \(viewer), \(window)")
      #expect(found == expected)
    }
  }

  /// However far apart times are, their order is the documented one.
  @Test(arguments: [0, 22, 24, 40, 59] as [Int64])
  func timesFarApartAreInOrder(bits: Int64) throws {
    var random = SeededGenerator(seed: UInt64(bits))
    var calendar = EventCalendar()
    for number in 0..<300 {
      let start = Instant(secondsSinceEpoch: Int64.random(in: -1 << bits...1 << bits, using: &random))
      let end = start.adding(seconds: random.one(of: [0, 3_600, 1 << random.int(1...40)]))
      calendar.insert(Event("\(number % 7)", from: start.in(.utc), to: end.in(.utc), uid: "\(number)"))
    }
    let window = Instant(secondsSinceEpoch: .min)..<Instant(secondsSinceEpoch: .max)
    let found = try calendar.occurrences(in: window, viewer: .utc, matching: Self.whole)
    let order = OccurrenceOrder(viewer: .utc)
    #expect(found.count == 300)
    #expect(zip(found, found.dropFirst()).allSatisfy { order.isBefore($0, $1) })
  }

  /// After any edits the index is the one that inserting what is left would make; older copies answer as before.
  @Test(arguments: 1...UInt64(rounds(2)))
  func editsKeepTheIndex(seed: UInt64) throws {
    var random = RandomCalendar(seed: seed &+ 1000)
    var calendar = EventCalendar()
    for item in random.items(150) { calendar.insert(item) }
    let old = calendar
    let window = random.window()
    let before = try old.occurrences(in: window, viewer: .utc, matching: Self.whole)
    var changes: [CalendarChange] = []
    for _ in 0..<120 {
      let uid = "item \(random.number(0...149))"
      if random.chance(1, in: 2), calendar.item(uid: uid) != nil {
        changes.append(try calendar.remove(uid: uid))
      } else if case .event(var event)? = calendar.item(uid: uid) {
        event.summary += " again"
        if random.chance(1, in: 2) {
          event.extent = .implied
          event.start = event.start.adding(.days(random.number(-50...50)))
        }
        // Random rules may not go with the new start.
        if let change = try? calendar.update(event, at: nil) { changes.append(change) }
      } else {
        changes.append(calendar.insert(random.item(uid: uid)))
      }
    }
    var fresh = EventCalendar()
    for item in calendar.items { fresh.insert(item) }
    #expect(calendar.items.map(\.uid) == fresh.items.map(\.uid))
    for _ in 0..<6 {
      let window = random.window()
      #expect(
        try calendar.occurrences(in: window, viewer: .utc, matching: Self.whole)
          == fresh.occurrences(in: window, viewer: .utc, matching: Self.whole))
    }
    #expect(try old.occurrences(in: window, viewer: .utc, matching: Self.whole) == before)
    for change in changes.reversed() { try calendar.apply(change.inverse) }
    #expect(calendar == old)
    #expect(try calendar.occurrences(in: window, viewer: .utc, matching: Self.whole) == before)
  }

  @Test(arguments: 1...UInt64(rounds(2)))
  func nextAndPreviousAreTheEndsOfWindows(seed: UInt64) throws {
    var random = RandomCalendar(seed: seed &+ 2000)
    var calendar = EventCalendar()
    for item in random.items(60) { calendar.insert(item) }
    for _ in 0..<5 {
      let viewer = random.zone()
      let now = random.local().in(.utc).instant
      let count = random.number(1...30)
      let far = 86_400 * 4000
      let later = try calendar.occurrences(
        in: now..<now.adding(seconds: far), viewer: viewer, matching: Self.whole
      )
      .filter { $0.start.instant(in: viewer) > now }
      #expect(calendar.next(after: now, count: count, viewer: viewer) == Array(later.prefix(count)))
      let earlier = try calendar.occurrences(
        in: now.adding(seconds: -far)..<now, viewer: viewer, matching: Self.whole)
      #expect(
        calendar.previous(before: now, count: count, viewer: viewer)
          == Array(earlier.reversed().prefix(count)))
    }
  }

  @Test func theEarliestAreKeptWhenThereAreTooMany() throws {
    var random = RandomCalendar(seed: 77)
    var calendar = EventCalendar()
    for item in random.items(300) { calendar.insert(item) }
    for limit in [0, 1, 7, 40, 300] {
      let window = random.window()
      let all = try calendar.occurrences(in: window, viewer: .utc, matching: Self.whole)
      let agenda = calendar.agenda(in: window, viewer: .utc, matching: .init(limit: limit))
      #expect(try agenda.occurrences == Array(all.prefix(limit)))
      #expect(agenda.isTruncated == (all.count > limit))
    }
  }
}
