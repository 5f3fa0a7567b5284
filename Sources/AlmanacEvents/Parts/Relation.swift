/// How an item belongs to another (RELATED-TO, RFC 5545 §3.8.4.5 and RFC 9253 §9.1).
public struct Relation: Sendable, Hashable {
  /// What the other is to this one (RELTYPE). Open: other words are kept.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue.uppercased()
    }

    public static let parent = Kind(rawValue: "PARENT")
    public static let child = Kind(rawValue: "CHILD")
    public static let sibling = Kind(rawValue: "SIBLING")
    /// The first of the parts into which a series was split (RFC 9253 §5).
    public static let first = Kind(rawValue: "FIRST")
    /// The part of a split series that follows (RFC 9253 §5).
    public static let next = Kind(rawValue: "NEXT")
    /// The alarm that this one repeats later (RFC 9074 §7.1).
    public static let snooze = Kind(rawValue: "SNOOZE")
    public static let finishToStart = Kind(rawValue: "FINISHTOSTART")
    public static let finishToFinish = Kind(rawValue: "FINISHTOFINISH")
    public static let startToFinish = Kind(rawValue: "STARTTOFINISH")
    public static let startToStart = Kind(rawValue: "STARTTOSTART")
    public static let dependsOn = Kind(rawValue: "DEPENDS-ON")
    public static let refersTo = Kind(rawValue: "REFID")
    public static let concept = Kind(rawValue: "CONCEPT")
  }

  /// The UID of the other, or its URI when the parameters say `VALUE=URI`.
  public var target: String
  public var kind: Kind
  /// All other parameters (GAP, VALUE), kept.
  public var parameters: [Parameter]

  public init(_ target: String, kind: Kind = .parent, parameters: [Parameter] = []) {
    self.target = target
    self.kind = kind
    self.parameters = parameters
  }
}

/// What became of a request about an item (REQUEST-STATUS, RFC 5545 §3.8.8.3).
public struct RequestStatus: Sendable, Hashable {
  /// Two or three numbers: `2.0`, `3.1.1`.
  public var code: String
  public var text: String
  /// The part of the request that it is about; empty when not stated.
  public var data: String
  /// All parameters (LANGUAGE), kept.
  public var parameters: [Parameter]

  public init(code: String, text: String, data: String = "", parameters: [Parameter] = []) {
    self.code = code
    self.text = text
    self.data = data
    self.parameters = parameters
  }
}
