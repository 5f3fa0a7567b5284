import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// The recurrence rule of an item.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "How often in English: \"every monday and wednesday until 2026-06-30\"; none, or never, makes a series happen once.",
      valueName: "phrase"))
  var phrase: String?

  @Option(
    name: .customLong("rrule"), help: ArgumentHelp("How often, as an RRULE of iCalendar.", valueName: "rule"))
  var rule: String?

  var isEmpty: Bool { phrase == nil && rule == nil }
  /// Whether the item is to happen only once, by `--repeat never`, `--repeat none` or `--rrule none`.
  var endsSeries: Bool { ["never", "none"].contains(phrase?.lowercased()) || rule?.lowercased() == "none" }

  /// Whether the item repeats by them.
  var repeats: Bool { !isEmpty && !endsSeries }

  func validate() throws {
    if phrase != nil && rule != nil {
      throw ValidationError("--repeat and --rrule both say how often (expected one)")
    }
  }

  /// The rule, with UNTIL in the form of the start.
  ///
  /// - Throws: A usage error, or a refusal for each part of the rule that is invalid for the start.
  func recurrence(from start: EventTime) throws(CommandError) -> RecurrenceRule? {
    guard let rule = try read(from: start.date)?.conforming(to: start) else { return nil }
    let violations = rule.validate(for: start)
    guard violations.isEmpty else {
      throw .refused(
        violations.map { violation in
          Refusal(
            violation.code.rawValue, "\(violation.part.name): \(violation.code.words)",
            expected: Phrase(violation.expected), property: "RRULE")
        })
    }
    return rule
  }

  /// The first time of the rule from a time on; without a rule that time.
  ///
  /// - Throws: The errors of `recurrence(from:)`, and a refusal if there is none.
  func first(from time: EventTime) throws(CommandError) -> EventTime {
    guard let rule = try recurrence(from: time), rule.isSupported(by: .gregorian) else { return time }
    guard let local = rule.occurrences(from: time).first(where: { _ in true }) else {
      throw .refused("never", "the rule produces no date", expected: "a rule that produces one")
    }
    switch time {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned(let zoned): return .zoned(ZonedDateTime(local, in: zoned.zone))
    }
  }

  /// - Parameter start: The date from which a length such as "for 6 weeks" counts.
  private func read(from start: CivilDate) throws(CommandError) -> RecurrenceRule? {
    if endsSeries { return nil }
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
    self.init("\(text): \(error.code.words) at offset \(error.offset)", expected: Phrase(error.expected))
  }
}
