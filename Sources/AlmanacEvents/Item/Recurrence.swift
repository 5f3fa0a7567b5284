public import AlmanacRecurrence
public import AlmanacTime

/// The rules, added dates and exceptions by which an item repeats (RFC 5545 §3.8.5).
///
/// An item stores this beside its start, which may change by itself. A `RecurrenceSet` is both together, ready to be
/// expanded.
public struct Recurrence: Sendable, Hashable {
  /// RRULE: usually one.
  public var rules: [RecurrenceRule]
  /// EXRULE of RFC 2445, which files still have.
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

  /// The recurrence of an item that happens once.
  public static let none = Recurrence()

  /// Whether there is any rule or added date beside the start.
  public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }

  init(_ set: RecurrenceSet) {
    self.init(
      set.rules, exclusionRules: set.exclusionRules, additions: set.additions, exceptions: set.exceptions)
  }

  /// The recurrence set of an item with this recurrence and a start.
  public func set(from start: EventTime) -> RecurrenceSet {
    RecurrenceSet(
      start: start, rules: rules, exclusionRules: exclusionRules, additions: additions,
      exceptions: exceptions)
  }
}

/// Coded as an object with `rules`, `exclusionRules`, `additions` and `exceptions`; lists that are empty are not
/// written.
extension Recurrence: Codable {
  private static let form = Form<Recurrence>(
    isStored: true,
    .list("rules", \.rules), .list("exclusionRules", \.exclusionRules), .list("additions", \.additions),
    .list("exceptions", \.exceptions))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: .none) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
