/// What a query found.
public struct Agenda: Sendable, Hashable {
  /// In the order of `OccurrenceOrder`.
  public let occurrences: [Occurrence]
  /// Whether there is more than the query's limit lets through; these are then the earliest.
  public let isTruncated: Bool
}
