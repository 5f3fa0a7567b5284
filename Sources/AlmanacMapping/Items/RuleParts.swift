import AlmanacComponents
import AlmanacEvents
package import AlmanacRecurrence
package import AlmanacTime

/// Parts of rules that RFC 5545 §3.3.10 forbids beside others.
extension ModelReader {
  /// Reports them, and takes out those that mean nothing.
  mutating func settleParts(of draft: inout ItemDraft) {
    let start = draft.fields.start
    if start == nil, draft.end == nil, draft.kind != .event, let line = draft.lines.rules.first {
      report(
        .warning, .missingStart, line: line, "DTSTART", "a rule without a start to count from",
        repair: "kept, does not repeat")
    }
    for (place, line) in draft.lines.rules.enumerated() {
      settleParts(of: &draft.series.recurrence.rules[place], start, line: line, "RRULE")
    }
    for (place, line) in draft.lines.exclusionRules.enumerated() {
      settleParts(of: &draft.series.recurrence.exclusionRules[place], start, line: line, "EXRULE")
    }
  }

  private mutating func settleParts(
    of rule: inout RecurrenceRule, _ start: EventTime?, line: Int, _ property: String
  ) {
    let violations = Self.violations(of: rule, start)
    guard !violations.isEmpty else { return }
    let legal = rule.withoutIdleParts(for: start)
    for violation in violations {
      report(
        .warning, Diagnostic.Code(rawValue: violation.code.rawValue), line: line, property,
        "\(violation.part.name): expected \(violation.expected)",
        repair: Self.repair(of: violation, in: rule, legal))
    }
    rule = legal
  }

  package static func violations(of rule: RecurrenceRule, _ start: EventTime?) -> [RecurrenceViolation] {
    rule.validate(for: start).filter { codesOfParts.contains($0.code) }
  }

  private static let codesOfParts: Set<RecurrenceError.Code> = [
    .numberedWeekday, .numberedWeekdayInWeek, .partNotForFrequency, .positionAlone, .timeOnDate,
    .skipWithoutScale, .monthWithoutScale,
  ]

  /// How the expansion takes it.
  package static func repair(
    of violation: RecurrenceViolation, in rule: RecurrenceRule, _ legal: RecurrenceRule
  ) -> String {
    switch violation.code {
    case .numberedWeekday, .numberedWeekdayInWeek:
      "read without the numbers, as BYDAY=\(legal.byDay.map(\.description).joined(separator: ","))"
    case .positionAlone where legal.bySetPosition.isEmpty: "read without it: there is one instance to choose"
    case .positionAlone: "read as it stands: there is no such instance"
    case .timeOnDate where violation.part == .frequency: "read as giving no instance but the start"
    case .timeOnDate: "left out: a date has no time of day"
    case .skipWithoutScale: "read as beside RSCALE=GREGORIAN"
    case .monthWithoutScale: "read as a month that never comes"
    default: "read as a limit: what is not in \(violation.part.name) is no instance"
    }
  }
}
