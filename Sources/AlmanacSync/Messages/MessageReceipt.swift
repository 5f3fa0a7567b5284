public import AlmanacEvents
public import AlmanacTime

/// The outcome of receiving a message: the change of the calendar and the messages to be sent, or why it is not accepted.
public struct MessageReceipt: Sendable, Hashable {
  /// The change of the calendar; empty where the message is not accepted or changes nothing.
  public internal(set) var change = CalendarChange()
  /// The messages to be sent in return: the requested state, or a request for it.
  public internal(set) var replies: [SchedulingMessage] = []
  /// Every reason why the message is not accepted; empty for an accepted one.
  public internal(set) var refusals: [MessageRefusal] = []
  /// The items as an attendee proposes them (COUNTER), which the organizer decides.
  public internal(set) var proposals: [Item] = []
  /// The statements of other people's busy time that are in the calendar now.
  public internal(set) var freeBusy: [FreeBusy] = []
  /// The names of properties that the method does not allow (RFC 5546 §3), which were ignored.
  public internal(set) var ignored: [String] = []

  public var isAccepted: Bool { refusals.isEmpty }

  /// The receipt of nothing.
  public static let none = MessageReceipt()
}

/// A reason why a message is not accepted.
public enum MessageRefusal: Sendable, Hashable {
  /// A property that the method requires is missing; the section is that of RFC 5546.
  case missingProperty(String, section: String)
  /// The message is about more instances than are received at once.
  case tooManyInstances(limit: Int)
  /// The kind of item has no such method (RFC 5546 §3); `nil` stands for busy time.
  case misplacedMethod(SchedulingMessage.Method, Item.Kind?)
  /// Somebody sent it whom the method does not entitle.
  case wrongSender(String, entitled: [String])
  /// The calendar has no item of the UID.
  case unknownItem
  /// The series has no such instance.
  case unknownInstance(EventTime)
  /// The calendar has a later state, or a later answer of the attendee (RFC 5546 §2.1.5).
  case stale
  /// The organizer of the message is not the one of the item.
  case otherOrganizer(String, expected: String)
  /// The item is mine, so that nobody else can change it.
  case organizedByMe
  /// The answer or question is for the organizer of the item, who is somebody else.
  case organizedBy(String)
  /// The person is not among the attendees of the item.
  case notInvited(String)
  /// None of my addresses is among the attendees of the message.
  case meNotInvited
  /// The calendar does not allow the change.
  case invalid(EventError.Reason)
}

extension MessageRefusal {
  /// The stable code that scripts rely on.
  public var code: String {
    switch self {
    case .missingProperty: "missing_property"
    case .tooManyInstances: "too_many_instances"
    case .misplacedMethod: "misplaced_method"
    case .wrongSender: "wrong_sender"
    case .unknownItem: "unknown_item"
    case .unknownInstance: "unknown_instance"
    case .stale: "stale"
    case .otherOrganizer: "other_organizer"
    case .organizedByMe: "organized_by_me"
    case .organizedBy: "organized_by_other"
    case .notInvited: "not_invited"
    case .meNotInvited: "me_not_invited"
    case .invalid(let reason): reason.code.rawValue
    }
  }

  /// A phrase for people that states what would be accepted.
  public var expected: String {
    switch self {
    case .missingProperty(let name, let section): "a component with \(name) (RFC 5546 §\(section))"
    case .tooManyInstances(let limit): "at most \(limit) components"
    case .misplacedMethod(_, let kind):
      kind == nil ? "METHOD:PUBLISH, REQUEST or REPLY" : "METHOD:PUBLISH, ADD or CANCEL"
    case .wrongSender(_, let entitled):
      entitled.isEmpty ? "a sender whom the message names" : "a message from \(Self.list(entitled))"
    case .unknownItem: "the UID of an item of the calendar"
    case .unknownInstance: "an instance of the series"
    case .stale: "a state or an answer that is later than the present one"
    case .otherOrganizer(_, let expected): "a message of \(CalendarAddress.plain(expected))"
    case .organizedByMe: "an item that somebody else organizes"
    case .organizedBy(let organizer): "the calendar of \(CalendarAddress.plain(organizer))"
    case .notInvited: "one of the attendees"
    case .meNotInvited: "one of my addresses among the attendees"
    case .invalid(let reason): reason.expected
    }
  }

  private static func list(_ addresses: [String]) -> String {
    addresses.map(CalendarAddress.plain).joined(separator: " or ")
  }
}

extension MessageRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingProperty(let name, _): "\(name) is missing"
    case .tooManyInstances: "the message has too many components"
    case .misplacedMethod(let method, let kind):
      "a \(kind?.rawValue ?? "VFREEBUSY") has no METHOD:\(method.rawValue)"
    case .wrongSender(let sender, _): "\(CalendarAddress.plain(sender)) may not send this"
    case .unknownItem: "there is no such item"
    case .unknownInstance(let id): "there is no instance of \(id)"
    case .stale: "there is a later state already"
    case .otherOrganizer(let organizer, _):
      "\(CalendarAddress.plain(organizer)) is not the organizer of the item"
    case .organizedByMe: "the item is organized here"
    case .organizedBy(let organizer): "the item is organized by \(CalendarAddress.plain(organizer))"
    case .notInvited(let person): "\(CalendarAddress.plain(person)) is not invited"
    case .meNotInvited: "nobody here is invited"
    case .invalid(let reason): reason.description
    }
  }
}

/// Ends the processing of a message that is not accepted.
struct MessageRefused: Error {
  var refusals: [MessageRefusal]
  /// The messages to be sent all the same.
  var replies: [SchedulingMessage] = []

  init(_ refusals: [MessageRefusal]) {
    self.refusals = refusals
  }

  init(_ refusal: MessageRefusal, replies: [SchedulingMessage] = []) {
    (refusals, self.replies) = ([refusal], replies)
  }

  init(_ error: EventError) {
    refusals = error.reasons.map(MessageRefusal.invalid)
  }
}
