package import AlmanacComponents

/// The status of an item (STATUS, RFC 5545 §3.8.1.11). The raw value is iCalendar's word.
///
/// RFC 5545 closes this list; another word of a file is stored among the unmodelled properties. Each kind of item has its
/// own part of the list: `Event.Status`, `Todo.Status`, `Journal.Status`.
public enum ItemStatus: String, Sendable, Hashable, CaseIterable {
  /// `TENTATIVE`, for events: not certain to happen.
  case tentative = "TENTATIVE"
  /// `CONFIRMED`, for events: certain to happen.
  case confirmed = "CONFIRMED"
  /// `NEEDS-ACTION`, for to-dos: not begun.
  case needsAction = "NEEDS-ACTION"
  /// `IN-PROCESS`, for to-dos: begun and not finished.
  case inProcess = "IN-PROCESS"
  /// `COMPLETED`, for to-dos: done.
  case completed = "COMPLETED"
  /// `DRAFT`, for journal entries: not finished.
  case draft = "DRAFT"
  /// `FINAL`, for journal entries: finished.
  case final = "FINAL"
  /// `CANCELLED`, for items of all kinds.
  case cancelled = "CANCELLED"

  /// Whether items of a kind may have the status.
  package func isAllowed(in kind: ComponentKind) -> Bool {
    switch self {
    case .cancelled: true
    case .tentative, .confirmed: kind == .event
    case .needsAction, .inProcess, .completed: kind == .todo
    case .draft, .final: kind == .journal
    }
  }
}

/// Whether an event counts as busy time (TRANSP, RFC 5545 §3.8.2.7). The raw value is iCalendar's word.
public enum Transparency: String, Sendable, Hashable, CaseIterable {
  /// Counts as busy; the default.
  case opaque = "OPAQUE"
  /// Does not count as busy.
  case transparent = "TRANSPARENT"
}

/// The group of people who may see an item (CLASS, RFC 5545 §3.8.1.3). Other values are preserved, and mean private.
public struct Classification: RawRepresentable, Sendable, Hashable, Codable {
  /// iCalendar's word in upper case.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

  /// `PUBLIC`: everybody may see the item; the default.
  public static let `public` = Classification(rawValue: "PUBLIC")
  /// `PRIVATE`: others may see the time alone, as with JSCalendar's `private` (RFC 8984 §4.4.3).
  public static let `private` = Classification(rawValue: "PRIVATE")
  /// `CONFIDENTIAL`: others may see nothing, as with JSCalendar's `secret` (RFC 8984 §4.4.3).
  public static let confidential = Classification(rawValue: "CONFIDENTIAL")
}

/// A place on the globe in degrees of WGS 84 (GEO, RFC 5545 §3.8.1.6).
public struct Geo: Sendable, Hashable {
  /// -90 … 90, north positive.
  public let latitude: Double
  /// -180 … 180, east positive.
  public let longitude: Double

  /// - Throws: `EventError` with code `out_of_range` for coordinates outside these ranges.
  public init(latitude: Double, longitude: Double) throws(EventError) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw EventError(
        .outOfRange, "GEO", expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A relation of an item to another (RELATED-TO, RFC 5545 §3.8.4.5 and RFC 9253 §9.1).
public struct Relation: Sendable, Hashable {
  /// The role of the other item (RELTYPE). Other values are preserved.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `PARENT`: the other item is superior to this one; the default (RFC 5545 §3.2.15).
    public static let parent = Kind(rawValue: "PARENT")
    /// `CHILD`: the other item is subordinate to this one (RFC 5545 §3.2.15).
    public static let child = Kind(rawValue: "CHILD")
    /// `SIBLING`: the other item is a peer of this one (RFC 5545 §3.2.15).
    public static let sibling = Kind(rawValue: "SIBLING")
    /// The first of the parts into which a series was split (RFC 9253 §5).
    public static let first = Kind(rawValue: "FIRST")
    /// The part of a split series that follows (RFC 9253 §5).
    public static let next = Kind(rawValue: "NEXT")
    /// The alarm that this one puts off (RFC 9074 §7.1).
    public static let snooze = Kind(rawValue: "SNOOZE")
    /// `FINISHTOSTART`: the successor starts after its predecessor finishes (RFC 9253 §4).
    public static let finishToStart = Kind(rawValue: "FINISHTOSTART")
    /// `FINISHTOFINISH`: the successor finishes after its predecessor finishes (RFC 9253 §4).
    public static let finishToFinish = Kind(rawValue: "FINISHTOFINISH")
    /// `STARTTOFINISH`: the start of one item sets the finish of the other (RFC 9253 §4).
    public static let startToFinish = Kind(rawValue: "STARTTOFINISH")
    /// `STARTTOSTART`: the successor starts after its predecessor starts (RFC 9253 §4).
    public static let startToStart = Kind(rawValue: "STARTTOSTART")
    /// `DEPENDS-ON`: this item depends on the other one (RFC 9253 §5).
    public static let dependsOn = Kind(rawValue: "DEPENDS-ON")
    /// `REFID`: the target is a key, and the other items are those that have it as a REFID (RFC 9253 §5).
    public static let refersTo = Kind(rawValue: "REFID")
    /// `CONCEPT`: the target is a URI, and the other items are those that have it as a CONCEPT (RFC 9253 §5).
    public static let concept = Kind(rawValue: "CONCEPT")
  }

  /// The UID of the other, or its URI when the parameters say `VALUE=URI`.
  public var target: String
  /// The role of the other item (RELTYPE); ``Kind/parent`` when not stated.
  public var kind: Kind
  /// All other parameters (GAP, VALUE).
  public var parameters: [Parameter]

  /// Creates a relation to another item, named by its UID, or with the parameter `VALUE=URI` by its URI.
  public init(_ target: String, kind: Kind = .parent, parameters: [Parameter] = []) {
    self.target = target
    self.kind = kind
    self.parameters = parameters
  }
}

/// The result of a scheduling request (REQUEST-STATUS, RFC 5545 §3.8.8.3).
public struct RequestStatus: Sendable, Hashable {
  /// Two or three numbers: `2.0`, `3.1.1`.
  public var code: String
  /// The result as a phrase for people, such as `Success`.
  public var text: String
  /// The part of the request that the result refers to; empty when not stated.
  public var data: String
  /// All parameters (LANGUAGE).
  public var parameters: [Parameter]

  /// Creates a result; the first number of the code is its class, such as 2 for success (RFC 5545 §3.8.8.3).
  public init(code: String, text: String, data: String = "", parameters: [Parameter] = []) {
    self.code = code
    self.text = text
    self.data = data
    self.parameters = parameters
  }
}

/// `latitude` and `longitude` in degrees.
extension Geo: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    do {
      try self.init(latitude: latitude, longitude: try container.decode(Double.self, forKey: .longitude))
    } catch let error as EventError {
      throw container.fault(.latitude, error.description)
    }
  }
}

/// Coded as an object with the keys `target`, `kind` (without one, `PARENT`), `parameters`.
extension Relation: TableCoded {
  static let codingTable = CodingTable<Relation>(
    blank: Relation(""),
    .required("target", \.target), .value("kind", \.kind, unless: .parent), .list("parameters", \.parameters))
}

/// Coded as an object with the keys `code`, `text`, `data`, `parameters`.
extension RequestStatus: TableCoded {
  static let codingTable = CodingTable<RequestStatus>(
    blank: RequestStatus(code: "", text: ""),
    .required("code", \.code), .text("text", \.text), .text("data", \.data),
    .list("parameters", \.parameters))
}
