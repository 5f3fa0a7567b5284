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

  /// The calendar of the first rule that counts by one that is not known.
  func unsupportedCalendar(by calendars: CalendarSystems) -> String? {
    (set.rules + set.exclusionRules).first { !$0.isSupported(by: calendars) }?.calendarScale
  }
}

extension RecurrenceRule {
  /// Reads a rule as strictly as RFC 5545 has it, and judges it for a start.
  ///
  /// What does not go with the start but has a meaning is let through: UNTIL in another form than the start's, UNTIL
  /// before the start (no instances), times of day for a date (RFC 5545 §3.3.10: to be ignored).
  init(_ text: String, in name: String, for start: EventTime) throws(Complaint) {
    do throws(RecurrenceError) { self = try RecurrenceRule(text) } catch {
      throw Complaint("\(name): \(error.code.words) at offset \(error.offset)", expected: error.expected)
    }
    if let violation = validate(for: start).first(where: { !$0.isTolerable }) {
      throw Complaint(
        "\(name): \(violation.code.words) in \(violation.part.name)", expected: violation.expected)
    }
  }
}

extension RecurrenceViolation {
  fileprivate var isTolerable: Bool {
    switch code {
    case .untilValueType, .untilBeforeStart: true
    case .timeOnDate: part != .frequency
    default: false
    }
  }
}

extension RecurrenceError.Code {
  var words: String {
    String(rawValue.map { $0 == "_" ? " " : $0 })
  }
}
