import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("The times of a rule in a zone")
struct ZonedOccurrenceTests {
  @Test("They are the wall-clock times of the rule in that zone, equal instants once, after any instant")
  func law() throws {
    let zones = try ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"].map {
      try Zone($0)
    }
    var generator = RuleGenerator(seed: 28)
    var compared = 0
    for index in 0..<min(rounds(120), 4_000) {
      let sample = generator.expansionCase(skips: index % 5 == 0)
      let zone = generator.one(of: zones)
      let start = sample.start.in(zone)
      // Only where the digits are shown once is the start the one of the sequence.
      guard start.local == sample.start else { continue }
      let local = sample.rule.occurrences(from: .zoned(start)).prefix { $0 <= sample.horizon }.prefix(300)
      let expected = Set(local.map { zone.instant(of: $0) }).sorted()
      // The last times may be out of order around a change of clocks.
      let complete = expected.dropLast(local.count == 300 ? 20 : 0)
      let text: Comment = "\(sample.text) in \(zone)"
      let found = sample.rule.occurrences(from: start)
      #expect(found.prefix(complete.count).map(\.instant) == Array(complete), text)
      if let first = expected.first { #expect(found.first?.instant == first, text) }
      for _ in 0..<3 where !complete.isEmpty {
        let after = generator.one(of: Array(complete)).adding(seconds: generator.number(-1...1))
        let later = complete.filter { $0 > after }
        let next = sample.rule.occurrences(from: start, after: after)
        #expect(next.prefix(later.count).map(\.instant) == later, text)
      }
      compared += complete.count
    }
    #expect(compared > 1_000)
  }

  @Test("A start that does not match is none of them, and COUNT does not count it")
  func outOfStep() throws {
    let madrid = try Zone("Europe/Madrid")
    let tuesday = try CivilDateTime("2026-03-03T09:00").in(madrid)
    let rule = RecurrenceRule(.weekly, on: [.friday], until: .count(2))
    #expect(rule.occurrences(from: tuesday).map(\.local.date.dayOfMonth) == [6, 13])
    #expect(rule.occurrences(from: tuesday, after: .max).first == nil)
    let expansion = RecurrenceExpansion(RecurrenceSet(start: .zoned(tuesday), Recurrence(rule)))
    #expect(expansion.map(\.start.date.dayOfMonth) == [3, 6])
    #expect(expansion.next(after: tuesday.instant, viewer: .utc)?.start.date.dayOfMonth == 6)
    #expect(
      expansion.next(after: tuesday.instant.adding(seconds: -1), viewer: .utc)?.start == .zoned(tuesday))
    #expect(expansion.next(after: .max, viewer: .utc) == nil)
  }

  @Test("UNTIL of any form ends them in the zone of the start")
  func until() throws {
    let madrid = try Zone("Europe/Madrid")
    let start = try CivilDateTime("2026-03-02T09:00").in(madrid)
    for (until, days) in [
      ("20260304", [2, 3, 4]), ("20260304T090000", [2, 3, 4]), ("20260304T080000Z", [2, 3, 4]),
      ("20260304T075959Z", [2, 3]),
    ] {
      let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=\(until)")
      #expect(rule.occurrences(from: start).map(\.local.date.dayOfMonth) == days, "\(until)")
    }
  }
}
