/// A person, group or resource that takes part in an item (ATTENDEE, RFC 5545 §3.8.4.1).
///
/// ```swift
/// event.attendees.append(Attendee("mailto:ana@example.org", name: "Ana", status: .accepted))
/// ```
public struct Attendee: Sendable, Hashable {
  /// The calendar address, a URI such as `mailto:ana@example.org`.
  public var address: String
  /// CN.
  public var name: String
  /// ROLE; `nil` means required.
  public var role: Role?
  /// PARTSTAT; `nil` means that an answer is awaited.
  public var status: Status?
  /// CUTYPE; `nil` means a person.
  public var kind: Kind?
  /// Whether an answer is requested (RSVP).
  public var wantsReply: Bool
  /// The addresses of the groups to which the attendee belongs (MEMBER).
  public var groups: [String]
  /// The addresses to which participation is delegated (DELEGATED-TO).
  public var delegates: [String]
  /// The addresses that delegated their participation (DELEGATED-FROM).
  public var delegators: [String]
  /// The address of the person who acts for the attendee (SENT-BY).
  public var sentBy: String
  /// All other parameters.
  public var parameters: [Parameter]

  /// Creates an attendee. Values that are `nil` or empty are not written, so that the defaults of RFC 5545 apply.
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
  /// The role of an attendee (RFC 5545 §3.2.16). Other values are preserved.
  public struct Role: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `CHAIR`: chairs the meeting.
    public static let chair = Role(rawValue: "CHAIR")
    /// `REQ-PARTICIPANT`: has to take part; the default.
    public static let required = Role(rawValue: "REQ-PARTICIPANT")
    /// `OPT-PARTICIPANT`: may take part.
    public static let optional = Role(rawValue: "OPT-PARTICIPANT")
    /// `NON-PARTICIPANT`: is informed and does not take part.
    public static let informed = Role(rawValue: "NON-PARTICIPANT")
  }

  /// The answer of an attendee (RFC 5545 §3.2.12). Other values are preserved.
  public struct Status: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `NEEDS-ACTION`: has not answered; the default.
    public static let needsAction = Status(rawValue: "NEEDS-ACTION")
    /// `ACCEPTED`: takes part.
    public static let accepted = Status(rawValue: "ACCEPTED")
    /// `DECLINED`: does not take part; the item is not busy time of this person.
    public static let declined = Status(rawValue: "DECLINED")
    /// `TENTATIVE`: takes part perhaps; the item is tentatively busy time of this person.
    public static let tentative = Status(rawValue: "TENTATIVE")
    /// `DELEGATED`: has somebody else take part, see ``Attendee/delegates``.
    public static let delegated = Status(rawValue: "DELEGATED")
    /// Answer to a to-do.
    public static let completed = Status(rawValue: "COMPLETED")
    /// Answer to a to-do.
    public static let inProcess = Status(rawValue: "IN-PROCESS")
  }

  /// The kind of an attendee (RFC 5545 §3.2.3). Other values are preserved.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `INDIVIDUAL`: a person; the default.
    public static let individual = Kind(rawValue: "INDIVIDUAL")
    /// `GROUP`: a group of people.
    public static let group = Kind(rawValue: "GROUP")
    /// `RESOURCE`: a physical resource, such as a projector.
    public static let resource = Kind(rawValue: "RESOURCE")
    /// `ROOM`: a room.
    public static let room = Kind(rawValue: "ROOM")
    /// `UNKNOWN`: of an unknown kind.
    public static let unknown = Kind(rawValue: "UNKNOWN")
  }
}

/// The organizer of a meeting (ORGANIZER, RFC 5545 §3.8.4.3).
public struct Organizer: Sendable, Hashable {
  /// The calendar address, a URI such as `mailto:ana@example.org`.
  public var address: String
  /// CN.
  public var name: String
  /// The address of the person who acts for the organizer (SENT-BY).
  public var sentBy: String
  /// All other parameters.
  public var parameters: [Parameter]

  /// Creates an organizer. Values that are empty are not written.
  public init(_ address: String, name: String = "", sentBy: String = "", parameters: [Parameter] = []) {
    self.address = address
    self.name = name
    self.sentBy = sentBy
    self.parameters = parameters
  }
}

extension Attendee {
  /// Whether the attendee has one of some addresses, or gets mail at one (EMAIL, RFC 7986 §6.2).
  package func isOne(of people: Set<String>) -> Bool {
    ([address] + parameters.mails).contains { people.includes($0) }
  }
}

extension Organizer {
  /// Whether the organizer, or who acts for them (SENT-BY), has one of some addresses, or gets mail at one.
  package func isOne(of people: Set<String>) -> Bool {
    ([address, sentBy] + parameters.mails).contains { people.includes($0) }
  }
}

extension Sequence<String> {
  /// Whether an address is that of one of these people.
  package func includes(_ address: String) -> Bool { contains { PersonKey.areSame($0, address) } }
}

extension [Parameter] {
  /// The values of EMAIL.
  package var mails: [String] { first { $0.name == "EMAIL" }?.values.filter { !$0.isEmpty } ?? [] }
}

extension [Attendee] {
  /// The attendees by the people that they are; of several entries for one person the first.
  package var byPerson: [PersonKey: Attendee] {
    Dictionary(firstOf: map { (PersonKey($0.address), $0) })
  }
}

/// Coded as an object with the keys `address`, `name`, `role`, `status`, `kind`, `wantsReply`, `groups`, `delegates`,
/// `delegators`, `sentBy`, `parameters`.
extension Attendee: TableCoded {
  static let codingTable = CodingTable<Attendee>(
    blank: Attendee(""), .required("address", \.address), .text("name", \.name), .optional("role", \.role),
    .optional("status", \.status), .optional("kind", \.kind),
    .value("wantsReply", \.wantsReply, unless: false),
    .list("groups", \.groups), .list("delegates", \.delegates), .list("delegators", \.delegators),
    .text("sentBy", \.sentBy), .list("parameters", \.parameters))
}

/// Coded as an object with the keys `address`, `name`, `sentBy`, `parameters`.
extension Organizer: TableCoded {
  static let codingTable = CodingTable<Organizer>(
    blank: Organizer(""), .required("address", \.address), .text("name", \.name), .text("sentBy", \.sentBy),
    .list("parameters", \.parameters))
}
