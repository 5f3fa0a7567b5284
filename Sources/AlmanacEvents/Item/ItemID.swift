public import AlmanacTime

/// The identity of an item or of one occurrence of a series: the UID, the kind of item and, for an instance of a series,
/// its start by the series' rules (RECURRENCE-ID). Exporting and importing preserve it.
///
/// A UID ought to be unique (RFC 5545 §3.8.4.7), and a CalDAV server accepts one kind under it (RFC 4791 §4.1); yet files have
/// events and to-dos of one UID. Items of different kinds with one UID are separate; neither is a revision of the other. UIDs
/// are the same when they are spelled the same, scalar by scalar.
public struct ItemID: Sendable, Hashable {
  /// The UID; equal UIDs have equal scalars, as no Unicode normalization applies.
  public private(set) var uid: String
  /// The kind of item, as files have items of different kinds with one UID.
  public private(set) var kind: Item.Kind
  /// `nil` for a single item and for a series as a whole.
  public private(set) var recurrenceID: EventTime?

  /// Creates the identity of an item or, with a recurrence id, of one instance of a series.
  public init(uid: String, kind: Item.Kind = .event, recurrenceID: EventTime? = nil) {
    self.uid = uid
    self.kind = kind
    self.recurrenceID = recurrenceID
  }

  var series: SeriesID { SeriesID(uid: uid, kind: kind) }

  public static func == (one: ItemID, other: ItemID) -> Bool {
    one.kind == other.kind && one.recurrenceID == other.recurrenceID && one.uid.isSpelled(like: other.uid)
  }
}

/// An identity identifies itself, so that edits accept occurrences and their identities alike.
extension ItemID: Identifiable {
  public var id: ItemID { self }
}

extension ItemID: CustomStringConvertible {
  public var description: String {
    guard let recurrenceID else { return uid }
    return "\(uid) at \(recurrenceID)"
  }
}

/// Coded as an object: `uid`, `kind` unless it is an event, `recurrenceID` where there is one.
extension ItemID: TableCoded {
  static let codingTable = CodingTable<ItemID>(
    blank: ItemID(uid: ""), .required("uid", \.uid), .value("kind", \.kind, unless: .event),
    .optional("recurrenceID", \.recurrenceID))
}

/// The identity that an item shares with the overrides of its instances.
struct SeriesID: Sendable, Hashable {
  var uid: String
  var kind: Item.Kind

  static func == (one: SeriesID, other: SeriesID) -> Bool {
    one.kind == other.kind && one.uid.isSpelled(like: other.uid)
  }
}

extension SeriesID {
  init(_ item: Item) {
    self.init(uid: item.uid, kind: item.kind)
  }

  /// The series that a UID may name: the one of a kind, or one of each kind.
  static func all(uid: String, kind: Item.Kind? = nil) -> [SeriesID] {
    let kinds = kind.map { [$0] } ?? Item.Kind.allCases
    return kinds.map { SeriesID(uid: uid, kind: $0) }
  }

  /// The identity of one of its instances, or with `nil` of the item itself.
  func instance(_ recurrenceID: EventTime?) -> ItemID {
    ItemID(uid: uid, kind: kind, recurrenceID: recurrenceID)
  }
}

/// The identity of an instance within its series, in the order of instances.
///
/// Times in a zone match by instant, floating times by their digits, dates by their day, each in the form of the series'
/// start (RFC 5545 §3.8.4.4).
package struct InstanceKey: Sendable, Hashable, Comparable {
  /// See `EventTime.seconds`.
  let seconds: Int64
  private let form: OccurrenceTimes.Form

  /// - Parameter id: A recurrence id in the form of the series' start.
  init(_ id: EventTime) {
    seconds = id.seconds
    form = OccurrenceTimes.Form(id)
  }

  /// - Parameters:
  ///   - id: A recurrence id of any form.
  ///   - start: The start of the series; where there is none, ids of different forms stay apart.
  package init(_ id: EventTime, in start: EventTime?) {
    self.init(start.map { id.conformed(to: $0) } ?? id)
  }

  package static func < (one: InstanceKey, other: InstanceKey) -> Bool {
    (one.seconds, one.form.rawValue) < (other.seconds, other.form.rawValue)
  }
}

extension Item {
  /// The instance that an override replaces in a series; `nil` for an item that is not an override.
  func instanceKey(in start: EventTime?) -> InstanceKey? {
    recurrenceID.map { InstanceKey($0, in: start) }
  }
}
