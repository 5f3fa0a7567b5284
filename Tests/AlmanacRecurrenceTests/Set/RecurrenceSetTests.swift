import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// The sets of RFC 5545 §3.8.5, and the laws of gaps and folds.
@Suite("Recurrence sets")
struct RecurrenceSetTests {
  private func zoned(_ text: String, _ zone: String) throws -> EventTime {
    .zoned(try CivilDateTime(text).in(try Zone(zone)))
  }

  private func starts(_ set: RecurrenceSet, _ limit: Int = 20) -> [String] {
    RecurrenceExpansion(set).prefix(limit).map { $0.start.local.formatted(.basic) }
  }

  private func instants(_ set: RecurrenceSet, _ limit: Int = 20) -> [String] {
    RecurrenceExpansion(set).prefix(limit).map { $0.start.instant(in: .utc).formatted(.basic) }
  }

  // MARK: Many rules

  @Test("Hundreds of rules are united, and the instances of hundreds of exclusion rules removed")
  func manyRules() throws {
    let start = EventTime.floating(try CivilDateTime("20260302T090000"))
    func rules(_ intervals: some Sequence<Int>) -> [RecurrenceRule] {
      intervals.map { RecurrenceRule(.secondly, every: $0) }
    }
    var set = RecurrenceSet(start: start, Recurrence(rules(stride(from: 3, to: 900, by: 2))))
    set.recurrence.exclusionRules = rules(stride(from: 5, to: 900, by: 5))
    let expected = (0..<2_000).filter { second in
      stride(from: 3, to: 900, by: 2).contains { second % $0 == 0 }
        && !stride(from: 5, to: 900, by: 5).contains { second % $0 == 0 }
    }
    let found = RecurrenceExpansion(set).prefix(expected.count).map {
      $0.start.local.seconds(since: start.local)
    }
    #expect(found == expected)
  }

  @Test("Each time of each of many rules that is passed over counts", arguments: [true, false])
  func passedOver(excludesAll: Bool) throws {
    let rules = Array(repeating: RecurrenceRule(.secondly), count: 100)
    let start = try CivilDateTime("20260302T090000").in(.utc)
    var set = RecurrenceSet(start: .zoned(start), Recurrence(rules))
    if excludesAll { set.recurrence.exclusionRules = rules }
    let window = start.instant..<start.instant.adding(seconds: 1_000)
    var instances = RecurrenceExpansion(set).instances(in: window, viewer: .utc)
    instances.limit(passedOver: 10_000)
    #expect(Array(instances).count == (excludesAll ? 0 : 1_000))
    while instances.next() != nil {}
    #expect(instances.isBudgetExceeded == excludesAll)
    #expect(excludesAll ? (10_000..<11_000).contains(instances.passedOver) : instances.passedOver >= 99_000)
  }

  @Test(
    "Rare instances are found among exclusions of every few seconds", arguments: ["UTC", "Europe/Madrid"])
  func rareAmongExclusions(zone: String) throws {
    let start = try CivilDateTime("20260302T090000").in(try Zone(zone))
    var set = RecurrenceSet(start: .zoned(start), Recurrence([RecurrenceRule(.yearly, until: .count(40))]))
    set.recurrence.exclusionRules = [RecurrenceRule(.secondly, every: 7)]
    let expected = try (2026..<2066).filter { year in
      try CivilDate(year, 3, 2).days(since: start.local.date) * 86_400 % 7 != 0
    }
    #expect(RecurrenceExpansion(set).map { $0.start.local.date.year } == expected)
  }

  @Test(
    "Exclusions are the same from any time on, also around a gap and a fold",
    arguments: [
      "FREQ=SECONDLY;INTERVAL=97", "FREQ=SECONDLY;INTERVAL=600", "FREQ=MINUTELY;INTERVAL=30;COUNT=12000",
    ])
  func exclusionsAnew(exclusion: String) throws {
    let madrid = try Zone("Europe/Madrid")
    let start = EventTime.zoned(try CivilDateTime("20260222T023000").in(madrid))
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20270301T000000Z")
    let excluded = try RecurrenceRule(exclusion)
    let end = try CivilDateTime("20270301T000000").in(madrid).instant
    let times = Set(
      RecurrenceExpansion(RecurrenceSet(start: start, Recurrence([excluded]))).lazy
        .map { $0.start.instant(in: madrid) }.prefix { $0 < end })
    var set = RecurrenceSet(start: start, Recurrence([rule]))
    let all = RecurrenceExpansion(set).map { $0.start.instant(in: madrid) }
    set.recurrence.exclusionRules = [excluded]
    let found = RecurrenceExpansion(set).map { $0.start.instant(in: madrid) }
    #expect(all.count == 13 && found == all.filter { !times.contains($0) })
  }

  // MARK: The start

  @Test("A start that its rule does not produce is the first instance, counted by COUNT and reported")
  func startOutOfStep() throws {
    let start = EventTime.floating(try CivilDateTime("19970902T090000"))
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3")
    let set = RecurrenceSet(start: start, Recurrence([rule]))
    #expect(RecurrenceExpansion(set).startIsOutOfStep)
    #expect(starts(set) == ["19970902T090000", "19980213T090000", "19980313T090000"])
    #expect(rule.occurrences(from: start).map { $0.formatted(.basic) }.first == "19980213T090000")
  }

  @Test("A start that matches is not given twice")
  func startInStep() throws {
    let start = EventTime.date(try CivilDate("20260302"))
    let set = RecurrenceSet(start: start, Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=2")]))
    #expect(!RecurrenceExpansion(set).startIsOutOfStep)
    #expect(starts(set) == ["20260302T000000", "20260303T000000"])
  }

  @Test("Without rules there is the start alone")
  func single() throws {
    let set = RecurrenceSet(start: .date(try CivilDate("20260302")))
    #expect(!RecurrenceExpansion(set).startIsOutOfStep)
    #expect(starts(set) == ["20260302T000000"])
    #expect(RecurrenceExpansion(set).bound == .last(.date(try CivilDate("20260302"))))
  }

  // MARK: Additions and exclusions

  @Test("RFC 5545 §3.8.5.1: the union of rules and dates without the excluded ones, duplicates once")
  func setAlgebra() throws {
    var set = RecurrenceSet(start: .floating(try CivilDateTime("20260302T090000")))
    set.recurrence.rules = [
      try RecurrenceRule("FREQ=WEEKLY;COUNT=4"), try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3"),
    ]
    set.recurrence.additions = [
      RecurrenceDate(.floating(try CivilDateTime("20260305T180000"))),
      RecurrenceDate(.floating(try CivilDateTime("20260309T090000"))),
    ]
    set.recurrence.exceptions = [.floating(try CivilDateTime("20260304T090000"))]
    #expect(
      starts(set) == [
        "20260302T090000", "20260305T180000", "20260309T090000", "20260316T090000", "20260323T090000",
      ])
  }

  @Test("EXDATE may exclude the start; COUNT still counts it")
  func excludedStart() throws {
    var set = RecurrenceSet(
      start: .date(try CivilDate("20260302")), Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=3")]))
    set.recurrence.exceptions = [.date(try CivilDate("20260302"))]
    #expect(starts(set) == ["20260303T000000", "20260304T000000"])
  }

  @Test(
    "EXDATE of another value type: zoned and UTC by instant, floating by digits, dates by day",
    arguments: ["UTC", "zone", "floating", "date"])
  func exceptionForms(form: String) throws {
    var set = RecurrenceSet(
      start: try zoned("20260302T090000", "Europe/Madrid"),
      Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=3")]))
    switch form {
    case "UTC": set.recurrence.exceptions = [.utc(try Instant("20260303T080000Z"))]
    case "zone": set.recurrence.exceptions = [try zoned("20260303T030000", "America/New_York")]
    case "floating": set.recurrence.exceptions = [.floating(try CivilDateTime("20260303T090000"))]
    default: set.recurrence.exceptions = [.date(try CivilDate("20260303"))]
    }
    #expect(starts(set) == ["20260302T090000", "20260304T090000"])
  }

  @Test("EXRULE excludes its instances")
  func exclusionRule() throws {
    var set = RecurrenceSet(
      start: .floating(try CivilDateTime("20260302T090000")),
      Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=8")]))
    set.recurrence.exclusionRules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=SA,SU")]
    #expect(
      starts(set).map { String($0.prefix(8)) } == [
        "20260302", "20260303", "20260304", "20260305", "20260306", "20260309",
      ])
  }

  @Test("An RDATE that is a PERIOD has its own extent")
  func periods() throws {
    let extent = RecurrenceDate.Extent.duration(.minutes(30))
    var set = RecurrenceSet(start: .utc(try Instant("20260302T090000Z")))
    set.recurrence.additions = [RecurrenceDate(.utc(try Instant("20260310T090000Z")), extent: extent)]
    #expect(RecurrenceExpansion(set).map(\.extent) == [nil, extent])
  }

  // MARK: Zones

  @Test("RFC 5545 §3.8.5.3: daily in New York has the same wall time across the change of clocks")
  func wallTime() throws {
    let set = RecurrenceSet(
      start: try zoned("19971025T090000", "America/New_York"),
      Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=2")]))
    #expect(instants(set) == ["19971025T130000Z", "19971026T140000Z"])
  }

  @Test("An instance in a gap moves by the gap, has its digits and counts")
  func gap() throws {
    let set = RecurrenceSet(
      start: try zoned("20260328T023000", "Europe/Madrid"),
      Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=3")]))
    #expect(starts(set) == ["20260328T023000", "20260329T023000", "20260330T023000"])
    #expect(instants(set) == ["20260328T013000Z", "20260329T013000Z", "20260330T003000Z"])
  }

  @Test("In a fold an instance is the first of the two")
  func fold() throws {
    let set = RecurrenceSet(
      start: try zoned("20261024T023000", "Europe/Madrid"),
      Recurrence([try RecurrenceRule("FREQ=DAILY;COUNT=3")]))
    #expect(instants(set) == ["20261024T003000Z", "20261025T003000Z", "20261026T013000Z"])
  }

  @Test("Around a gap instances are in order of time, and equal instants are one")
  func gapOrder() throws {
    let set = RecurrenceSet(
      start: try zoned("20260329T013000", "Europe/Madrid"),
      Recurrence([try RecurrenceRule("FREQ=MINUTELY;INTERVAL=30;COUNT=6")]))
    // 01:30, 02:00 and 02:30 (skipped: 03:00 and 03:30), 03:00, 03:30, 04:00.
    #expect(
      instants(set) == ["20260329T003000Z", "20260329T010000Z", "20260329T013000Z", "20260329T020000Z"])
    #expect(starts(set) == ["20260329T013000", "20260329T030000", "20260329T033000", "20260329T040000"])
  }

  @Test("A UTC UNTIL is compared by instant, also within a fold and where a gap moves an instance")
  func untilInstants() throws {
    var rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20261025T010000Z")
    // 02:45 on 25 October happens first at 00:45 UTC; the limit lies in the second pass, at 02:00.
    let start = try zoned("20261024T024500", "Europe/Madrid")
    #expect(
      instants(RecurrenceSet(start: start, Recurrence([rule]))) == ["20261024T004500Z", "20261025T004500Z"])
    // 02:30 on 29 March is moved to 01:30 UTC, after the limit.
    rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20260329T010000Z")
    let spring = try zoned("20260328T023000", "Europe/Madrid")
    #expect(instants(RecurrenceSet(start: spring, Recurrence([rule]))) == ["20260328T013000Z"])
  }

  @Test("UNTIL as a date includes its day in the start's zone")
  func untilDate() throws {
    let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20260303")
    #expect(
      starts(RecurrenceSet(start: try zoned("20260302T233000", "America/New_York"), Recurrence([rule]))).count
        == 2
    )
  }

  // MARK: Laws

  @Test("A window is the filter of the whole", arguments: 0..<rounds(75))
  func windowLaw(seed: Int) throws {
    var random = RuleGenerator(seed: UInt64(seed) &+ 9_000)
    let set = try randomSet(&random)
    let viewer = try Zone(
      ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "UTC"].randomElement(using: &random)!)
    let expansion = RecurrenceExpansion(set)
    let all = expansion.prefix(400).map { $0 }
    let keys = all.map { $0.start.instant(in: viewer) }
    guard let first = keys.min(), let last = keys.max() else { return }
    if set.start.zone != nil { #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }) }
    for _ in 0..<8 {
      let from = first.adding(
        seconds: Int.random(in: -90_000...(last.seconds(since: first) + 90_000), using: &random))
      let upTo = from.adding(seconds: Int.random(in: 1...40 * 86_400, using: &random))
      // Beyond what was enumerated nothing is known.
      guard all.count < 400 || upTo < last.adding(seconds: -90_000) else { continue }
      let window = expansion.instances(in: from..<upTo, viewer: viewer).map { $0 }
      #expect(
        window == all.filter { (from..<upTo).contains($0.start.instant(in: viewer)) },
        "\(set.recurrence.rules) \(set.start)")
    }
    for instance in all.prefix(20) { #expect(expansion.contains(instance.start)) }
  }

  @Test("The bound is that of the last instance", arguments: 0..<rounds(50))
  func boundLaw(seed: Int) throws {
    var random = RuleGenerator(seed: UInt64(seed) &+ 70_000)
    var set = try randomSet(&random)
    set.recurrence.exceptions = []
    set.recurrence.exclusionRules = []
    let expansion = RecurrenceExpansion(set)
    let endless = set.recurrence.rules.contains { $0.end == .never }
    guard !endless else {
      #expect(expansion.bound == .endless)
      return
    }
    let last = try #require(Array(expansion).last)
    guard case .last(let bound) = expansion.bound else {
      Issue.record("no bound")
      return
    }
    #expect(bound.instant(in: .utc) == last.start.instant(in: .utc))
  }

  private func randomSet(_ random: inout RuleGenerator) throws -> RecurrenceSet {
    let texts = [
      "FREQ=DAILY", "FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30;COUNT=60", "FREQ=WEEKLY;BYDAY=SU,MO;COUNT=30",
      "FREQ=HOURLY;INTERVAL=5;COUNT=120", "FREQ=MONTHLY;BYDAY=-1SU", "FREQ=MINUTELY;INTERVAL=45;COUNT=200",
      "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU;BYHOUR=2;BYMINUTE=30", "FREQ=WEEKLY;UNTIL=20270101T000000Z",
      "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=9", "FREQ=HOURLY;BYDAY=SU;BYHOUR=0,1,2,3;COUNT=90",
    ]
    let day = try CivilDate("20260101").adding(days: Int.random(in: 0..<365, using: &random))
    let local = day.at(try CivilTime(Int.random(in: 0...4, using: &random), 30))
    let zones = ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
    let zone = try Zone(zones.randomElement(using: &random)!)
    let start: EventTime
    switch Int.random(in: 0..<4, using: &random) {
    case 0: start = .floating(local)
    case 1: start = .date(day)
    default: start = .zoned(local.in(zone))
    }
    var set = RecurrenceSet(start: start)
    let isDate = start.isDate
    let usable = texts.filter {
      !isDate || !$0.contains("LY;INTERVAL") && !$0.contains("HOUR") && !$0.contains("MINUTE")
    }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      set.recurrence.rules.append(try RecurrenceRule(usable.randomElement(using: &random)!))
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let other = start.with(local: local.adding(days: Int.random(in: 0...60, using: &random)))
      if Bool.random(using: &random) {
        set.recurrence.exceptions.append(other)
      } else {
        set.recurrence.additions.append(RecurrenceDate(other))
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      set.recurrence.exclusionRules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=SU")]
    }
    return set
  }
}
