public import AlmanacRecurrence
public import AlmanacTime

/// By what an item repeats: all of a `RecurrenceSet` but the start, which is the item's own (RFC 5545 §3.8.5).
public struct Recurrence: Sendable, Hashable {
  /// RRULE: usually one.
  public var rules: [RecurrenceRule]
  /// EXRULE of RFC 2445, still met in files.
  public var exclusionRules: [RecurrenceRule]
  /// RDATE.
  public var additions: [RecurrenceDate]
  /// EXDATE.
  public var exceptions: [EventTime]

  public init(
    _ rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [], additions: [RecurrenceDate] = [],
    exceptions: [EventTime] = []
  ) {
    self.rules = rules
    self.exclusionRules = exclusionRules
    self.additions = additions
    self.exceptions = exceptions
  }

  public init(_ rule: RecurrenceRule) {
    self.init([rule])
  }

  /// Happens once.
  public static let none = Recurrence()

  /// Whether there is anything beside the start.
  public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }

  /// The set with its start.
  public func set(from start: EventTime) -> RecurrenceSet {
    RecurrenceSet(
      start: start, rules: rules, exclusionRules: exclusionRules, additions: additions,
      exceptions: exceptions)
  }
}
