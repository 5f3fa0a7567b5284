public import AlmanacTime

/// What tells one item, or one occurrence of a series, from all others: the UID, the kind of item and, for an
/// instance of a series, the start it has by the series' rules (RECURRENCE-ID). Exporting and importing keeps it.
///
/// A UID ought to be unique (RFC 5545 §3.8.4.7), and a CalDAV server takes one kind under it (RFC 4791 §4.1); yet files
/// have events and to-dos of one UID. They are items of their own: neither is a later state of the other. UIDs are the
/// same when they are spelled the same, scalar by scalar.
public struct ItemID: Sendable, Hashable {
  public let uid: String
  public let kind: Item.Kind
  /// `nil` for a single item and for a series as a whole.
  public let recurrenceID: EventTime?

  public init(uid: String, kind: Item.Kind = .event, recurrenceID: EventTime? = nil) {
    self.uid = uid
    self.kind = kind
    self.recurrenceID = recurrenceID
  }
}

extension ItemID {
  public static func == (one: ItemID, other: ItemID) -> Bool {
    one.kind == other.kind && one.recurrenceID == other.recurrenceID && one.uid.isSpelled(like: other.uid)
  }
}

extension ItemID: CustomStringConvertible {
  public var description: String {
    guard let recurrenceID else { return uid }
    return "\(uid) at \(recurrenceID)"
  }
}

/// Coded as an object: `uid`, `kind` unless it is an event, `recurrenceID` where there is one.
extension ItemID: Codable {
  private enum Key: String, CodingKey {
    case uid, kind, recurrenceID
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    uid = try container.decode(String.self, forKey: .uid)
    kind = try container.decodeIfPresent(Item.Kind.self, forKey: .kind) ?? .event
    recurrenceID = try container.decodeIfPresent(EventTime.self, forKey: .recurrenceID)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(uid, forKey: .uid)
    if kind != .event { try container.encode(kind, forKey: .kind) }
    try container.encodeIfPresent(recurrenceID, forKey: .recurrenceID)
  }
}
