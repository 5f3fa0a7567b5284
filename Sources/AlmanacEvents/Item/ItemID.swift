public import AlmanacTime

/// What tells one item, or one occurrence of a series, from all others: the UID and, for an instance of a series,
/// the start it has by the series' rules (RECURRENCE-ID). Exporting and importing keeps it.
public struct ItemID: Sendable, Hashable, Codable {
  public let uid: String
  /// `nil` for a single item and for a series as a whole.
  public let recurrenceID: EventTime?

  public init(uid: String, recurrenceID: EventTime? = nil) {
    self.uid = uid
    self.recurrenceID = recurrenceID
  }
}

extension ItemID: CustomStringConvertible {
  public var description: String {
    guard let recurrenceID else { return uid }
    return "\(uid) at \(recurrenceID)"
  }
}
