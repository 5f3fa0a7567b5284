/// Somebody or something that takes part in an item (ATTENDEE, RFC 5545 §3.8.4.1).
///
/// ```swift
/// event.attendees.append(Attendee("mailto:ana@example.org", name: "Ana", status: .accepted))
/// ```
public struct Attendee: Sendable, Hashable {
  /// The calendar address, a URI such as `mailto:ana@example.org`.
  public var address: String
  /// CN.
  public var name: String
  /// ROLE; absent means required.
  public var role: Role?
  /// PARTSTAT; absent means that an answer is awaited.
  public var status: Status?
  /// CUTYPE; absent means a person.
  public var kind: Kind?
  /// RSVP: whether an answer is asked for.
  public var wantsReply: Bool
  /// Addresses of the groups it belongs to (MEMBER).
  public var groups: [String]
  /// Addresses (DELEGATED-TO).
  public var delegates: [String]
  /// Addresses (DELEGATED-FROM).
  public var delegators: [String]
  /// Address of who acts for it (SENT-BY).
  public var sentBy: String
  /// All other parameters, kept.
  public var parameters: [Parameter]

  public init(
    _ address: String, name: String = "", role: Role? = nil, status: Status? = nil, kind: Kind? = nil,
    wantsReply: Bool = false, groups: [String] = [], delegates: [String] = [], delegators: [String] = [],
    sentBy: String = "", parameters: [Parameter] = []
  ) {
    self.address = address
    self.name = name
    self.role = role
    self.status = status
    self.kind = kind
    self.wantsReply = wantsReply
    self.groups = groups
    self.delegates = delegates
    self.delegators = delegators
    self.sentBy = sentBy
    self.parameters = parameters
  }
}

extension Attendee {
  /// What is expected of an attendee (RFC 5545 §3.2.16). Open: other words are kept.
  public struct Role: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue.uppercased()
    }

    public static let chair = Role(rawValue: "CHAIR")
    public static let required = Role(rawValue: "REQ-PARTICIPANT")
    public static let optional = Role(rawValue: "OPT-PARTICIPANT")
    public static let informed = Role(rawValue: "NON-PARTICIPANT")
  }

  /// What an attendee answered (RFC 5545 §3.2.12). Open: other words are kept.
  public struct Status: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue.uppercased()
    }

    public static let needsAction = Status(rawValue: "NEEDS-ACTION")
    public static let accepted = Status(rawValue: "ACCEPTED")
    public static let declined = Status(rawValue: "DECLINED")
    public static let tentative = Status(rawValue: "TENTATIVE")
    public static let delegated = Status(rawValue: "DELEGATED")
    /// Of a to-do.
    public static let completed = Status(rawValue: "COMPLETED")
    /// Of a to-do.
    public static let inProcess = Status(rawValue: "IN-PROCESS")
  }

  /// What an attendee is (RFC 5545 §3.2.3). Open: other words are kept.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue.uppercased()
    }

    public static let individual = Kind(rawValue: "INDIVIDUAL")
    public static let group = Kind(rawValue: "GROUP")
    public static let resource = Kind(rawValue: "RESOURCE")
    public static let room = Kind(rawValue: "ROOM")
    public static let unknown = Kind(rawValue: "UNKNOWN")
  }
}

/// Who owns a meeting (ORGANIZER, RFC 5545 §3.8.4.3).
public struct Organizer: Sendable, Hashable {
  /// The calendar address, a URI such as `mailto:ana@example.org`.
  public var address: String
  /// CN.
  public var name: String
  /// Address of who acts for the organizer (SENT-BY).
  public var sentBy: String
  /// All other parameters, kept.
  public var parameters: [Parameter]

  public init(_ address: String, name: String = "", sentBy: String = "", parameters: [Parameter] = []) {
    self.address = address
    self.name = name
    self.sentBy = sentBy
    self.parameters = parameters
  }
}
