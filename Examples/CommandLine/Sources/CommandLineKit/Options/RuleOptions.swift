import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// How often something is.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "How often in English: \"every monday and wednesday until 2026-06-30\".", valueName: "phrase"))
  var phrase: String?

  @Option(
    name: .customLong("rrule"), help: ArgumentHelp("How often as iCalendar has it.", valueName: "rule"))
  var rule: String?

  var isEmpty: Bool { phrase == nil && rule == nil }

  func validate() throws {
    if phrase != nil && rule != nil {
      throw ValidationError("--repeat and --rrule both say how often (expected one)")
    }
  }

  /// The rule that is meant, with its end in the form that the start asks for.
  ///
  /// - Throws: A wrong command line, or a refusal for each thing in which the rule does not go with the start.
  func recurrence(from start: EventTime) throws(CommandError) -> RecurrenceRule? {
    guard let rule = try read(from: start.date)?.conforming(to: start) else { return nil }
    let violations = rule.validate(for: start)
    guard violations.isEmpty else {
      throw .refused(
        violations.map { violation in
          Refusal(
            violation.code.rawValue, "\(violation.part.name): \(violation.code.words)",
            expected: violation.expected, property: "RRULE")
        })
    }
    return rule
  }

  /// The first time that the rule gives from a moment on; without a rule that moment.
  ///
  /// - Throws: As `recurrence(from:)` does, and a refusal when there is none.
  func first(from moment: EventTime) throws(CommandError) -> EventTime {
    guard let rule = try recurrence(from: moment), rule.isSupported(by: .gregorian) else { return moment }
    guard let local = rule.occurrences(from: moment).first(where: { _ in true }) else {
      throw .refused("never", "the rule gives no day", expected: "a rule that does")
    }
    switch moment {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned(let zoned): return .zoned(zoned.zone.instant(of: local).in(zoned.zone))
    }
  }

  /// - Parameter start: From which a length such as "for 6 weeks" counts.
  private func read(from start: CivilDate) throws(CommandError) -> RecurrenceRule? {
    if let phrase {
      do throws(RecurrenceError) { return try RecurrenceRule(english: phrase, from: start) } catch {
        throw .ended(.usage, [Complaint(error, in: "--repeat \"\(phrase)\"")])
      }
    }
    if let rule {
      do throws(RecurrenceError) { return try RecurrenceRule(rule) } catch {
        throw .ended(.usage, [Complaint(error, in: "--rrule \(rule)")])
      }
    }
    return nil
  }
}

extension Complaint {
  fileprivate init(_ error: RecurrenceError, in text: String) {
    self.init("\(text): \(error.code.words) at offset \(error.offset)", expected: error.expected)
  }
}
