public import AlmanacTime

extension RecurrenceRule {
  /// Reads a rule in English: "every monday and wednesday until 2026-06-30".
  ///
  /// Phrases in any order and case, weekdays and months also abbreviated:
  /// - how often: `daily`, `every day`, `every other week`, `every 3 months`, `every 15 minutes`
  /// - days: `every weekday`, `every weekend`, `every mon, wed and fri`, `every other friday`,
  ///   `every first monday (of the month)`, `on the 1st and 15th`, `on the last friday of every month`,
  ///   `on the last weekday of march`, `every 6 january`, `every year on june 1`, `in may and june`
  /// - times: `at 9`, `at 09:00 and 17:00`, `at 6pm`
  /// - end: `10 times`, `until 2026-06-30`, `until 30 june 2026`, and with `start` `for 6 weeks`
  ///
  /// What can be understood in two ways is refused, such as "every second friday". A date after `until` is
  /// included. Whatever `description(in: .english)` says without parentheses is read back with the same meaning.
  ///
  /// - Parameter start: The first day, from which `for 6 weeks` counts.
  /// - Throws: `RecurrenceError` with the offset of the word that is not understood.
  public init(english text: String, from start: CivilDate? = nil) throws(RecurrenceError) {
    var reader = EnglishRuleReader(text, start: start)
    self = try reader.read()
  }
}
