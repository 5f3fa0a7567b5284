import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("A set is split and moved") struct SplittingTests {
  struct Case: Sendable {
    let rules: [String]
    var start = "2026-03-02T09:00"
    var exclusions: [String] = []
    var zone = "Europe/Madrid"
  }

  static let cases: [Case] = [
    Case(rules: ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=11"]),
    Case(rules: ["FREQ=DAILY;UNTIL=20260420T070000Z"]), Case(rules: ["FREQ=MONTHLY;BYDAY=-1FR"]),
    Case(rules: ["FREQ=MONTHLY"], start: "2026-01-31T09:00"),
    Case(rules: ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=20"], start: "2026-01-31T09:00"),
    Case(rules: ["FREQ=YEARLY;BYWEEKNO=1;INTERVAL=2"], start: "2024-01-03T09:00"),
    Case(rules: ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO;COUNT=9"]),
    Case(rules: ["FREQ=WEEKLY;BYDAY=FR;COUNT=8"]),
    Case(rules: ["FREQ=WEEKLY;COUNT=40"], exclusions: ["FREQ=WEEKLY;INTERVAL=2"]),
    Case(rules: ["FREQ=DAILY;COUNT=60"], exclusions: ["FREQ=DAILY;INTERVAL=7;COUNT=3"]),
    Case(rules: ["FREQ=HOURLY;INTERVAL=1;COUNT=60"], start: "2026-03-28T20:30"),
    Case(rules: ["FREQ=MINUTELY;INTERVAL=45"], start: "2026-03-28T22:00"),
    Case(rules: ["FREQ=HOURLY"], start: "2026-10-24T20:30"),
    Case(rules: ["FREQ=YEARLY"], start: "2024-02-29T09:00"),
  ]

  private func set(_ sample: Case) throws -> RecurrenceSet {
    var set = RecurrenceSet(start: .zoned(try CivilDateTime(sample.start).in(Zone(sample.zone))))
    set.recurrence.rules = try sample.rules.map { try RecurrenceRule($0) }
    set.recurrence.exclusionRules = try sample.exclusions.map { try RecurrenceRule($0) }
    set.recurrence.additions = [RecurrenceDate(set.start.adding(.days(17)).adding(.hours(3)))]
    return set
  }

  @Test("The instances of both parts are those of the whole, wherever it is split", arguments: cases)
  func split(sample: Case) throws {
    var set = try set(sample)
    set.recurrence.exceptions = RecurrenceExpansion(set).prefix(30).enumerated().filter { $0.offset % 7 == 4 }
      .map(
        \.element.start)
    let all = RecurrenceExpansion(set).prefix(70).map(\.start)
    for place in TestSupport.sample(1..<min(all.count, 40), oneIn: 4) {
      let (before, after) = try set.split(at: all[place])
      #expect(RecurrenceExpansion(before).map(\.start) == Array(all[..<place]), "before \(all[place])")
      let rest = RecurrenceExpansion(after).prefix(all.count - place).map(\.start)
      #expect(
        rest.map { $0.instant(in: .utc) } == all[place...].map { $0.instant(in: .utc) }, "from \(all[place])")
      if all.count < 70 { #expect(Array(RecurrenceExpansion(after)).count == all.count - place) }
      #expect(
        (before.recurrence.rules + after.recurrence.rules).allSatisfy { $0.validate(for: set.start).isEmpty })
    }
  }

  @Test("An instance that is only added can begin the rest; nothing need happen at the time")
  func additions() throws {
    let set = try set(Case(rules: ["FREQ=WEEKLY;COUNT=5"]))
    let (before, after) = try set.split(at: set.recurrence.additions[0].start)
    #expect(RecurrenceExpansion(before).map(\.start.date.dayOfMonth) == [2, 9, 16])
    #expect(RecurrenceExpansion(after).map(\.start.date.dayOfMonth) == [19, 23, 30])
    #expect(after.start.date == (try CivilDate("2026-03-23")))
    let (_, late) = try set.split(at: .date(try CivilDate("2026-03-24")))
    #expect(RecurrenceExpansion(late).map(\.start.date.dayOfMonth) == [30])
  }

  @Test("COUNT=1 with a start that the rule does not produce is the start alone")
  func oneOutOfStep() throws {
    var set = RecurrenceSet(start: .date(try CivilDate("2026-03-02")))
    set.recurrence.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=FR;COUNT=1")]
    #expect(RecurrenceExpansion(set).map(\.start) == [set.start])
  }

  @Test("Moving a set and moving it back restores it", arguments: [-1, 1, 6])
  func moves(days: Int) throws {
    var set = try set(
      Case(rules: ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;COUNT=11", "FREQ=DAILY;INTERVAL=5"]))
    set.recurrence.exceptions = [.date(set.start.date.adding(days: 10))]
    let target = EventTime.zoned(
      set.start.local.adding(days: days).adding(.minutes(150)).in(try Zone("America/New_York")))
    let move = StartMove(from: set.start, to: target)
    let moved = try set.moved(by: move)
    let (old, new) = (RecurrenceExpansion(set).prefix(50), RecurrenceExpansion(moved).prefix(50))
    #expect(zip(old, new).allSatisfy { move.moved($0.start) == $1.start })
    let back = try moved.moved(by: move.inverse)
    #expect(RecurrenceExpansion(back).prefix(50).map(\.start) == old.map(\.start))
    #expect(back.recurrence.rules.map(\.byDay) == set.recurrence.rules.map(\.byDay))
  }

  /// Half past two does not happen on 29 March 2026 in Madrid, and is half past three then, later than UNTIL.
  @Test("After a move an UNTIL is still before an instance that a gap moved beyond it")
  func untilInGap() throws {
    let start = EventTime.zoned(try CivilDateTime("2026-03-26T02:30").in(try Zone("Europe/Madrid")))
    let set = RecurrenceSet(
      start: start, Recurrence([try RecurrenceRule("FREQ=DAILY;UNTIL=20260329T012959Z")]))
    #expect(RecurrenceExpansion(set).map(\.start.date.dayOfMonth) == [26, 27, 28])
    let midnight = start.with(local: try CivilDateTime("2026-03-26T00:00"))
    let moved = try set.moved(by: StartMove(from: start, to: midnight))
    #expect(RecurrenceExpansion(moved).map(\.start.date.dayOfMonth) == [26, 27, 28])
    #expect(
      try RecurrenceExpansion(moved.moved(by: StartMove(from: midnight, to: start))).map(\.start)
        == RecurrenceExpansion(set).map(\.start))
  }

  @Test("Parted at its start or before, a set has nothing on the first side")
  func nothingBefore() throws {
    let set = try set(Case(rules: ["FREQ=DAILY;COUNT=3"]))
    for days in [0, -3] {
      let (before, after) = try set.split(at: set.start.with(local: set.start.local.adding(days: days)))
      #expect(RecurrenceExpansion(before).first { _ in true } == nil)
      #expect(RecurrenceExpansion(after).map(\.start) == RecurrenceExpansion(set).map(\.start))
    }
  }

  @Test("A date excluded from a rule of seconds is not moved instant by instant")
  func boundedExceptions() throws {
    var set = try set(Case(rules: ["FREQ=SECONDLY"]))
    set.recurrence.exceptions = [.date(set.start.date.adding(days: 1))]
    let move = StartMove(from: set.start, to: set.start.adding(.minutes(1)))
    let violation = #expect(throws: RecurrenceViolation.self) { try set.moved(by: move) }
    #expect(violation?.part == .frequency)
  }
}
