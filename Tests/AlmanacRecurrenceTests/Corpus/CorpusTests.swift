import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Examples of the standards")
struct CorpusTests {
  @Test("RFC 5545 §3.8.5.3", arguments: try RecurrenceBlock.read(RFC5545Examples.corpus))
  func rfc5545(block: RecurrenceBlock) throws {
    try block.expectInstances()
    try block.expectSetInstances()
  }

  @Test("RFC 7529 §4, Gregorian", arguments: try RecurrenceBlock.read(RFC7529Examples.gregorian))
  func rfc7529(block: RecurrenceBlock) throws {
    try block.expectInstances()
    try block.expectSetInstances()
  }

  @Test("Every example was read")
  func counts() throws {
    #expect(try RecurrenceBlock.read(RFC5545Examples.corpus).count == 42)
    #expect(try RecurrenceBlock.read(RFC7529Examples.gregorian).count == 6)
    #expect(try RecurrenceBlock.read(RFC7529Examples.otherScales).count == 3)
  }
}

extension RecurrenceBlock {
  /// The start in the form in which it was written.
  func eventTime(zones: ZoneDatabase = .system) throws -> EventTime {
    let local = try Self.time(start)
    if isDate { return .date(local.date) }
    if let zoneName { return .zoned(local.in(try zones.zone(named: zoneName))) }
    return start.hasSuffix("Z") ? .zoned(local.in(.utc)) : .floating(local)
  }

  /// The rule alone, by its civil values: whole, sought and counted.
  func expectInstances() throws {
    let start = try eventTime()
    let rule = try #require(try rules.first.map { try RecurrenceRule($0) })
    var sequence = rule.occurrences(from: start)
    var expected = instances
    if let startAt {
      sequence = sequence.starting(at: startAt)
      expected.removeAll { $0 < startAt }
    }
    // One more than is expected, so that a rule that should have ended is seen to go on.
    let found = Array(sequence.prefix(limit ?? expected.count + 1))
    #expect(found == expected, "\(rules)")
    guard let first = expected.first, let last = expected.last else { return }
    #expect(sequence.count(in: first..<last) == expected.count - 1)
    #expect(sequence.previous(before: last.adding(seconds: 1)) == last)
    #expect(expected.allSatisfy { sequence.contains($0) })
  }

  /// The set that the block describes, its instances compared by the digits of their starts.
  func expectSetInstances() throws {
    let start = try eventTime()
    let set = RecurrenceSet(
      start: start,
      Recurrence(
        try rules.map { try RecurrenceRule($0) },
        exclusionRules: try exclusionRules.map { try RecurrenceRule($0) },
        additions: try additions.map { RecurrenceDate(start.with(local: try Self.time($0))) },
        exceptions: try exceptions.map { start.with(local: try Self.time($0)) }))
    let found = RecurrenceExpansion(set).prefix(limit ?? instances.count + 1).map(\.start.local)
    #expect(Array(found) == instances)
  }
}
