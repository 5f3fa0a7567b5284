/// What a query found.
public struct Agenda: Sendable, Hashable {
  /// In the order of `OccurrenceOrder`.
  public let occurrences: [Occurrence]
  /// Whether there is more than the query's limit lets through; these are then the earliest.
  public let isTruncated: Bool
  /// The calendar systems by which rules of items in question count (RSCALE, RFC 7529) and that the query does not
  /// know, in order: of those series only the start and the added dates are given.
  public let unknownCalendars: [String]
}
