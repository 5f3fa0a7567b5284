import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// Closures and hours of dates hold on the way out and back, whatever priorities the statements have that they stand
/// beside: 1 is the highest, then 2 to 9, and 0, which is none, the lowest (RFC 7953).
@Suite("Priorities of statements")
struct StatementPriorityTests {
  let madrid: Zone

  init() throws { madrid = try Zone("Europe/Madrid") }

  private func statement(_ priority: Int, _ from: String, _ to: String, open: [(String, String)]) throws
    -> AvailabilityStatement
  {
    AvailabilityStatement(
      uid: "p\(priority)-\(from)", from: .zoned(try zoned(from, madrid)),
      extent: .end(.zoned(try zoned(to, madrid))),
      priority: priority,
      windows: try open.enumerated().map { index, window in
        .init(
          from: try zoned(window.0, madrid), extent: .end(.zoned(try zoned(window.1, madrid))),
          uid: "w\(priority)-\(from)-\(index)")
      })
  }

  @Test("a closure is not opened by a statement of the highest priority", arguments: 0...9)
  func closure(priority: Int) throws {
    let open = try statement(
      priority, "2026-03-01T00:00", "2026-04-01T00:00", open: [("2026-03-02T00:00", "2026-03-20T00:00")])
    var schedule = Availability([open], in: madrid)
    schedule.closures = [ClosedPeriod(days: try date("2026-03-05")..<date("2026-03-07"), "Works")]
    let out = schedule.statements(
      uid: "s", from: try date("2026-03-01"), at: Instant(secondsSinceEpoch: 1_770_000_000))
    let window = try days("2026-02-20", "2026-04-10", in: madrid)
    #expect(Availability(out, in: madrid).openPeriods(in: window) == schedule.openPeriods(in: window))
    // Whatever equal priorities mean, no two of one priority speak about the same time where ours are among them.
    #expect(Set(out.map { $0.uid }).count == out.count)
    let windows = out.flatMap { $0.windows.map { $0.uid } }
    #expect(Set(windows).count == windows.count)
    for (index, one) in out.enumerated() {
      for other in out[..<index] where one.priority == other.priority {
        guard let start = one.start, let before = other.start else { continue }
        let a = start.instant(in: madrid)..<one.extent.end(from: start).instant(in: madrid)
        let b = before.instant(in: madrid)..<other.extent.end(from: before).instant(in: madrid)
        #expect(!a.overlaps(b))
      }
    }
  }

  @Test("a statement without bounds, or with a duration, is cut to the parts that are left")
  func bounds() throws {
    let endless = AvailabilityStatement(
      uid: "endless", priority: 1,
      windows: [.init(from: try zoned("2026-01-05T09:00", madrid), extent: .duration(.hours(8)))])
    let month = AvailabilityStatement(
      uid: "month", from: .zoned(try zoned("2026-03-01T00:00", madrid)), extent: .duration(.days(31)),
      priority: 2)
    var schedule = Availability([endless, month], in: madrid)
    schedule.closures = [ClosedPeriod(on: try date("2026-03-05"))]
    schedule.overrides[try date("2026-01-05")] = [
      OpeningHours(from: try time("10:00"), to: try time("22:00"))
    ]
    let window = try days("2025-12-20", "2026-05-01", in: madrid)
    let back = Availability(
      schedule.statements(
        uid: "s", from: try date("2026-01-01"), at: Instant(secondsSinceEpoch: 1_770_000_000)), in: madrid)
    #expect(back.openPeriods(in: window) == schedule.openPeriods(in: window))
    #expect(try !schedule.openPeriods(in: days("2026-01-05", "2026-01-06", in: madrid)).isEmpty)
  }

  @Test("any statements with closures and hours of dates round-trip", arguments: 1...UInt64(rounds(10)))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let first = try date("2026-03-23")
    func moment() -> ZonedDateTime {
      first.startOfDay.adding(seconds: random.int(0...(14 * 48)) * 1800).in(madrid)
    }
    func span() -> (ZonedDateTime, ZonedDateTime) {
      let (a, b) = (moment(), moment())
      return a.instant < b.instant ? (a, b) : (b, a)
    }
    let statements = (0..<random.int(1...5)).map { number in
      let reach = span()
      return AvailabilityStatement(
        uid: "s\(number)", from: .zoned(reach.0), extent: .end(.zoned(reach.1)),
        priority: random.int(0...9) / 2,
        windows: (0..<random.int(0...4)).map { index in
          AvailabilityStatement.Window(
            from: moment(), extent: .duration(.hours(random.int(1...30))), uid: "\(number)-\(index)")
        })
    }
    var schedule = Availability(statements, in: madrid)
    for _ in 0..<random.int(0...4) {
      let night = OpeningHours(from: try time("20:00"), to: try time("0\(random.int(0...6)):00"))
      schedule.overrides[first.adding(days: random.int(0...13))] = random.one(of: [[], [night]])
    }
    schedule.closures = (0..<random.int(0...2)).map { _ in
      let time = span()
      return ClosedPeriod(from: time.0, to: time.1)
    }
    let window = try days("2026-03-20", "2026-04-10", in: madrid)
    let back = Availability(
      schedule.statements(uid: "t", from: first, at: Instant(secondsSinceEpoch: 1_770_000_000)), in: madrid)
    #expect(back.openPeriods(in: window) == schedule.openPeriods(in: window))
  }

  /// The answers of statements for each half hour, one at a time: the highest priority that speaks about it, among
  /// those whether any opens it, and else the word that is first.
  @Test(
    "statements of one priority are combined, and closed time has the first kind", arguments: 1...rounds(15))
  func equalPriorities(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = try date("2026-03-02").startOfDay.in(madrid).instant
    let kinds: [BusyKind] = [.busy, .unavailable, .tentative]
    struct Said {
      let reach: Range<Int>
      let open: [Range<Int>]
      let kind: BusyKind?
      let priority: Int
    }
    func span() -> Range<Int> {
      let from = random.int(0...40)
      return from..<from + random.int(1...8)
    }
    let said = (0..<random.int(2...5)).map { _ in
      Said(
        reach: span(), open: (0..<random.int(0...2)).map { _ in span() },
        kind: random.one(of: kinds.map { $0 } + [nil]), priority: random.one(of: [0, 5, 5, 5]))
    }
    func time(_ half: Int) -> EventTime { .zoned(first.adding(seconds: half * 1800).in(madrid)) }
    let statements = said.enumerated().map { number, one in
      AvailabilityStatement(
        uid: "\(number)", from: time(one.reach.lowerBound), extent: .end(time(one.reach.upperBound)),
        busyKind: one.kind, priority: one.priority,
        windows: one.open.enumerated().map { index, open in
          AvailabilityStatement.Window(
            from: time(open.lowerBound), extent: .end(time(open.upperBound)), uid: "\(number)-\(index)")
        })
    }
    let expected = (0..<50).map { half -> BusyKind in
      let speaking = said.filter { $0.reach.contains(half) }
      guard let highest = speaking.map({ $0.priority }).max() else { return .free }
      let own = speaking.filter { $0.priority == highest }
      if own.contains(where: { $0.open.contains { $0.contains(half) } }) { return .free }
      let words = own.map { $0.kind ?? .unavailable }
      return kinds.first { words.contains($0) } ?? .free
    }
    let window = first..<first.adding(seconds: 50 * 1800)
    for order in [statements, statements.reversed()] {
      var calendar = EventCalendar()
      calendar.availabilities = order
      let periods = BusyTime(
        [calendar], in: window, viewer: madrid, rules: BusyRules(countsUnavailability: true)
      ).periods
      let open = Availability(order, in: madrid).openPeriods(in: window)
      for (half, kind) in expected.enumerated() {
        let moment = first.adding(seconds: half * 1800)
        let taken = periods.filter { $0.start <= moment && moment < $0.end }.map { $0.kind }
        #expect(taken == (kind == .free ? [] : [kind]), "\(half)")
        #expect(open.contains { $0.contains(moment) } == (kind == .free), "\(half)")
      }
    }
  }
}
