import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Series that repeat too often to be expanded")
struct UnexpandedSeriesTests {
  private let window: Range<Instant>

  init() throws {
    let start = try Instant("2026-03-02T00:00:00Z")
    window = start..<start.adding(seconds: 7 * 86_400)
  }

  private func event(
    _ uid: String, _ frequency: RecurrenceRule.Frequency? = .secondly,
    from start: String = "2026-01-01T00:00",
    change: (inout Event) -> Void = { _ in }
  ) throws -> Event {
    let rule = frequency.map { RecurrenceRule($0) }
    var event = Event(
      uid.uppercased(), from: try CivilDateTime(start).in(.utc), lasting: .seconds(1), repeating: rule,
      uid: uid)
    change(&event)
    return event
  }

  private func calendar(_ events: [Event]) -> EventCalendar {
    var calendar = EventCalendar()
    for event in events { calendar.insert(event) }
    return calendar
  }

  @Test("items that happen once are found beside any series, and rare series are complete")
  func realEvents() throws {
    var events = try (0..<20).map { try event("flood\($0)") }
    events.append(try event("single", nil, from: "2026-03-08T23:59"))
    events.append(try event("daily", .daily))
    let calendar = calendar(events)
    let agenda = calendar.agenda(in: window, viewer: .utc, matching: OccurrenceQuery(budget: 1_007))
    let counts = Dictionary(grouping: agenda.found) { $0.item.uid }.mapValues { $0.count }
    #expect(counts["single"] == 1 && counts["daily"] == 7)
    #expect((0..<20).allSatisfy { counts["flood\($0)"] == 50 })
    #expect(agenda.unexpanded.count == 20)
    #expect(agenda.unexpanded.allSatisfy { $0.from == window.lowerBound.adding(seconds: 50) })
    #expect(agenda.unexpanded.first?.id == ItemID(uid: "flood0"))
    #expect(agenda.unexpanded.first?.summary == "FLOOD0")
    #expect(!agenda.isTruncated)
  }

  @Test("series share the number of instances that may be skipped, and rare ones are complete beside them")
  func skipped() throws {
    let excluded = try (0..<3).map { number in
      try event("excluded\(number)") { $0.recurrence.exclusionRules = [RecurrenceRule(.secondly)] }
    }
    let calendar = calendar(excluded + [try event("rare", .hourly)])
    let long = window.lowerBound..<window.lowerBound.adding(seconds: 40_000)
    // Ten times the budget may be skipped, and the three would skip 120 000.
    let agenda = calendar.agenda(in: long, viewer: .utc, matching: OccurrenceQuery(budget: 10_000))
    #expect(agenda.found.map(\.item.uid).allSatisfy { $0 == "rare" })
    #expect(agenda.unexpanded.map(\.uid) == ["excluded2"])
  }

  /// The days or parts of days that an occurrence takes in a window, for each beginning 256 bytes of its texts.
  private static func cost(_ occurrence: Occurrence, in window: Range<Instant>, _ viewer: Zone) -> Int {
    let interval = occurrence.interval(in: viewer)
    let shown = interval.clamped(to: window)
    let isLong = interval.upperBound.seconds(since: interval.lowerBound) > 86_400
    let seconds = Double(shown.upperBound.seconds(since: shown.lowerBound))
    let days = isLong ? Int((seconds / 86_400).rounded(.up)) : 1
    let item = occurrence.item
    let texts = [item.uid, item.summary, item.location] + item.categories
    let categories = Swift.max(item.categories.count - 4, 0)
    return days * (texts.reduce(0) { $0 + $1.utf8.count } / 256 + 1 + categories)
  }

  @Test("each day of a long instance counts, and each 256 bytes of what a list shows of it")
  func costs() throws {
    // Ten days within the window, of an hour's rhythm; then names of 2 KB.
    let start = "2026-03-02T00:00"
    let long = try event("long", .hourly, from: start) { $0.extent = .duration(.days(10)) }
    let name = String(repeating: "x", count: 2_048)
    let named = try event("named", .hourly, from: start) { $0.summary = name }
    let filed = try event("filed", .hourly, from: start) { $0.categories = (1...10).map { "c\($0)" } }
    for (event, cost) in [(long, 7), (named, 9), (filed, 7)] {
      let calendar = calendar([event, try self.event("daily", .daily)])
      let query = OccurrenceQuery(budget: 7 + 10 * cost)
      let agenda = calendar.agenda(in: window, viewer: .utc, matching: query)
      #expect(agenda.unexpanded.map { $0.uid } == [event.uid])
      #expect(agenda.found.count { $0.item.uid == "daily" } == 7)
      #expect(agenda.found.count { $0.item.uid == event.uid } == 10)
    }
  }

  @Test("a query for all occurrences gives all of them or an error that names the series")
  func wholeOrError() throws {
    let calendar = calendar([try event("flood"), try event("single", nil, from: "2026-03-02T00:00")])
    let query = OccurrenceQuery(budget: 10)
    let error = #expect(throws: EventError.self) {
      try calendar.occurrences(in: window, viewer: .utc, matching: query)
    }
    #expect(error?.codes == [.tooManyInstances])
    #expect(error?.reasons.map { $0.uid } == ["flood"])
    #expect(throws: EventError.self) { try calendar.conflicts(in: window, viewer: .utc, matching: query) }
    let short = window.lowerBound..<window.lowerBound.adding(seconds: 10)
    #expect(try calendar.occurrences(in: short, viewer: .utc, matching: query).count == 11)
    // A limit is what the caller wants to have: the earliest.
    let first = OccurrenceQuery(limit: 3, budget: 10)
    #expect(try calendar.occurrences(in: window, viewer: .utc, matching: first).count == 3)
  }

  @Test("items that are not busy are not expanded in queries for busy time")
  func transparent() throws {
    let floods = try [
      event("transparent") { $0.transparency = .transparent }, event("cancelled") { $0.status = .cancelled },
      event("declined") { $0.attendees = [Attendee("mailto:ana@example.org", status: .declined)] },
    ]
    let calendar = calendar(floods + [try event("single", nil, from: "2026-03-03T09:00")])
    let query = OccurrenceQuery(budget: 10)
    let rules = BusyRules(owner: "Ana@example.org")
    let busy = calendar.agenda(
      in: window, viewer: .utc, matching: query, counting: BusyRules.Prepared(rules))
    #expect(busy.found.count == 1 && busy.unexpanded.isEmpty)
    #expect(try calendar.conflicts(in: window, viewer: .utc, rules: rules, matching: query).isEmpty)
  }

  @Test("a series with so many exclusions that its budget is exceeded makes the answer incomplete")
  func givingUp() throws {
    let calendar = calendar([
      try event("never") { $0.recurrence.exclusionRules = [RecurrenceRule(.secondly)] }
    ])
    // Ten times the budget may be skipped: more than a day of seconds, and less than two.
    let query = OccurrenceQuery(budget: 10_000)
    let day = window.lowerBound..<window.lowerBound.adding(seconds: 86_400)
    let days = window.lowerBound..<window.lowerBound.adding(seconds: 2 * 86_400)
    #expect(
      calendar.agenda(in: days, viewer: .utc, matching: query).unexpanded.map { $0.from } == [days.lowerBound]
    )
    #expect(calendar.agenda(in: day, viewer: .utc, matching: query).unexpanded.isEmpty)
  }

  @Test("A rule that excludes every instance of another does not block the caller")
  func rulesThatExcludeEachOtherEnd() throws {
    var event = Event(
      "Never", at: try Samples.madrid("2026-03-02T09:00"), repeating: RecurrenceRule(.secondly))
    event.recurrence.exclusionRules = [RecurrenceRule(.secondly)]
    var calendar = EventCalendar()
    calendar.insert(event)
    let window = try Samples.march("02T00:00")..<Instant.max
    let query = OccurrenceQuery(budget: 1_000)
    let agenda = calendar.agenda(in: window, viewer: .utc, matching: query)
    #expect(agenda.found.isEmpty)
    // It is not known that there is none.
    #expect(agenda.unexpanded.map { $0.from } == [window.lowerBound])
    #expect(calendar.next(after: window.lowerBound, viewer: .utc, matching: query).isEmpty)
  }

  @Test("an added period of years does not make a query step through them")
  func longPeriod() throws {
    let start = try CivilDateTime("2000-01-01T00:00").in(.utc)
    let calendar = calendar([
      try event("long", from: "2000-01-01T00:00") {
        $0.recurrence.additions = [RecurrenceDate(.zoned(start), extent: .duration(.days(20_000)))]
      }
    ])
    let agenda = calendar.agenda(in: window, viewer: .utc, matching: OccurrenceQuery(budget: 10_000))
    #expect(agenda.unexpanded.map { $0.from } == [window.lowerBound])
  }

  @Test(
    "nothing that happens before the stated instant is missing, and nothing of other series",
    arguments: 1...UInt64(rounds(8)))
  func nothingElseIsMissing(seed: UInt64) throws {
    var random = RandomCalendar(seed: seed &+ 500)
    let calendar = {
      var calendar = EventCalendar()
      for item in random.items(40) { calendar.insert(item) }
      return calendar
    }()
    for _ in 0..<6 {
      let (viewer, window) = (random.zone(), random.window())
      let all = calendar.agenda(in: window, viewer: viewer).found
      let budget = random.number(1...60)
      let agenda = calendar.agenda(in: window, viewer: viewer, matching: OccurrenceQuery(budget: budget))
      let cuts = Dictionary(uniqueKeysWithValues: agenda.unexpanded.map { ($0.id, $0.from) })
      let found = Set(agenda.found)
      #expect(found.count == agenda.found.count && found.isSubset(of: all))
      let missing = all.filter { !found.contains($0) }
      for occurrence in missing {
        let from = cuts[ItemID(uid: occurrence.item.uid, kind: occurrence.item.kind)]
        let shown = Swift.max(window.lowerBound, occurrence.start.instant(in: viewer))
        #expect(from.map { $0 <= shown } ?? false, "seed \(seed)")
      }
      #expect(missing.isEmpty == cuts.isEmpty)
      let repeating = all.filter { $0.recurrenceID != $0.item.recurrenceID }
      let cost = repeating.reduce(0) { $0 + Self.cost($1, in: window, viewer) }
      #expect(cost > budget || missing.isEmpty)
    }
  }
}
