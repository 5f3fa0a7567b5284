import AlmanacRecurrence
import AlmanacTime

/// A request for the instances of a recurrence set.
///
/// Only matches count: the start is the first instance only if a rule produces it, if it is an RDATE, or if there is no
/// rule.
struct ExpansionRequest: Sendable {
  let set: RecurrenceSet
  /// The time before which instances are omitted.
  var from: EventTime?
  /// The time from which on instances are omitted.
  var end: EventTime?
  /// The most instances.
  var limit: Int?

  /// The default limit of a rule without an end.
  static let endlessLimit = 1000
  /// The default limit of any other rule.
  static let boundedLimit = 1_000_000

  init(_ set: RecurrenceSet) {
    self.set = set
  }

  /// The limit, or its default.
  var effectiveLimit: Int {
    if let limit { return limit }
    let isEndless = end == nil && set.recurrence.rules.contains { $0.end == .never }
    return isEndless ? Self.endlessLimit : Self.boundedLimit
  }

  /// The calendar system of the first rule that uses an unknown one.
  func unsupportedCalendar(by calendars: CalendarSystems) -> String? {
    (set.recurrence.rules + set.recurrence.exclusionRules).first { !$0.isSupported(by: calendars) }?
      .calendarScale
  }
}

extension RecurrenceRule {
  /// Parses a rule strictly by RFC 5545, and validates it for a start.
  ///
  /// Violations with a defined meaning are allowed: UNTIL in another form than the start, UNTIL before the start (no
  /// instances), times of day for a date (ignored by RFC 5545 §3.3.10).
  init(_ text: String, in name: String, for start: EventTime) throws(Complaint) {
    do throws(RecurrenceError) { self = try RecurrenceRule(text) } catch {
      throw Complaint(
        "\(name): \(error.code.words) at offset \(error.offset)", expected: Phrase(error.expected))
    }
    if let violation = validate(for: start).first(where: { !$0.isTolerable }) {
      throw Complaint(
        "\(name): \(violation.code.words) in \(violation.part.name)", expected: Phrase(violation.expected))
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
