extension RecurrenceRule {
  /// Bytes of the longest text that is read as a rule: one with every value that its parts can have is shorter.
  public static let longestText = 1 << 14

  /// Reads the value of an RRULE property, such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24`.
  ///
  /// Takes what RFC 5545 §3.3.10 and RFC 7529 allow: parts in any order and either case, each once. `RRULE:` may
  /// stand before it, and empty parts (`;;`, a semicolon at the end) are passed over. Parts that are each right but
  /// do not go together are found by `validate(for:)`; what programs write wrongly is read by `repairing(_:)`.
  ///
  /// - Throws: `RecurrenceError` for the first fault, with its offset in bytes.
  public init(_ text: String) throws(RecurrenceError) {
    var reader = RuleReader(text, isStrict: true)
    self = try reader.read()
  }

  /// Reads a rule as calendar programs in the field write it, and says what had to be repaired.
  ///
  /// UNTIL is taken in every form that can be understood; numbers outside their limits, unknown and empty parts are
  /// left out; a part that stands twice is joined when it is a list, else its first stands; of COUNT and UNTIL
  /// together UNTIL stays; INTERVAL=0 is 1 and COUNT=0 is no end; spaces do not matter.
  ///
  /// ```swift
  /// let (rule, issues) = try RecurrenceRule.repairing("FREQ=DAILY;INTERVAL=0;UNTIL=2026-06-30")
  /// "\(rule)"                  // FREQ=DAILY;UNTIL=20260630
  /// issues.count               // 2: out_of_range, until_form
  /// ```
  ///
  /// - Throws: `RecurrenceError` only when there is no FREQ, or an unknown one, or the text is longer than a rule can be.
  public static func repairing(
    _ text: String
  ) throws(RecurrenceError) -> (rule: RecurrenceRule, issues: [RecurrenceIssue]) {
    var reader = RuleReader(text, isStrict: false)
    let rule = try reader.read()
    return (rule, reader.issues)
  }
}
