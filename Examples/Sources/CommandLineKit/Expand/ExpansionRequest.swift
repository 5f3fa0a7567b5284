import AlmanacRecurrence
import AlmanacTime

/// Which instances of which set are asked for.
///
/// A rule yields what matches it: the start is the first instance only if a rule gives it, if it is an RDATE, or if
/// there is no rule.
struct ExpansionRequest: Sendable {
  let set: RecurrenceSet
  /// No instance before this is given.
  var from: EventTime?
  /// Nor one at this or later.
  var end: EventTime?
  /// At most so many.
  var limit: Int?

  /// A rule that has no end gives so many when nothing else bounds it.
  static let endlessLimit = 1000
  /// And any other so many.
  static let boundedLimit = 1_000_000

  init(_ set: RecurrenceSet) {
    self.set = set
  }

  /// How many instances to give when they do not end before.
  var effectiveLimit: Int {
    if let limit { return limit }
    let isEndless = end == nil && set.rules.contains { $0.end == .never }
    return isEndless ? Self.endlessLimit : Self.boundedLimit
  }

  /// Whether a rule counts by a calendar that is not Gregorian.
  var needsCalendars: Bool {
    (set.rules + set.exclusionRules).contains { rule in
      guard let name = rule.calendarScale else { return false }
      return !["GREGORIAN", "GREGORY", "ISO8601", "BUDDHIST", "JAPANESE", "ROC"].contains(name)
    }
  }
}

extension RecurrenceRule {
  /// Reads a rule as strictly as RFC 5545 has it, and judges it for a start.
  ///
  /// What does not go with the start but has a meaning is let through: UNTIL in another form than the start, UNTIL
  /// before the start (no instances), times of day for a date (RFC 5545 §3.3.10: to be ignored).
  init(_ text: String, in name: String, for start: EventTime) throws(Complaint) {
    let rule: RecurrenceRule
    do throws(RecurrenceError) { rule = try RecurrenceRule(text) } catch {
      let code = error.code.rawValue.replacing("_", with: " ")
      throw Complaint("\(name): \(code) at offset \(error.offset)", expected: error.expected)
    }
    self = rule
  }
}

extension String {
  func replacing(_ character: Character, with other: Character) -> String {
    String(map { $0 == character ? other : $0 })
  }
}
