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
  /// The properties that each of the ``proposals`` states otherwise than the present item, in the order of ``proposals``.
  public internal(set) var proposedChanges: [[PropertyChange]] = []
  /// The VFREEBUSY components of other people, and the owner's requests for them, that are in the calendar now.
  public internal(set) var freeBusy: [FreeBusy] = []
  /// The names of properties that the method does not allow (RFC 5546 §3), which were ignored.
  public internal(set) var ignored: [String] = []

  /// Whether there are no ``refusals``; an accepted message may nevertheless change nothing.
  public var isAccepted: Bool { refusals.isEmpty }

  /// A receipt without effect.
  public static let none = MessageReceipt()

  /// The receipt of a message that is not accepted.
  public static func refused(_ refusal: MessageRefusal) -> MessageReceipt {
    modified(none) { $0.refusals = [refusal] }
  }
}

/// A reason why a message is not accepted.
public enum MessageRefusal: Sendable, Hashable {
  /// A property that the method requires is missing; the section is that of RFC 5546.
  case missingProperty(String, section: String)
  /// The message is about more instances than are received at once.
  case tooManyInstances(limit: Int)
  /// The kind of item has no such method (RFC 5546 §3); `nil` for a message about busy time.
  case misplacedMethod(SchedulingMessage.Method, Item.Kind?)
  /// Somebody sent it whom the method does not entitle.
  case wrongSender(String, entitled: [String])
  /// The calendar has no item of the UID.
  case unknownItem
  /// The series has no such instance.
  case unknownInstance(EventTime)
  /// The calendar has a later state, or a later answer of the attendee (RFC 5546 §2.1.5).
  case stale
  /// The answer or the proposal is to a SEQUENCE that the organizer's item has never had.
  case unknownRevision(Int)
  /// The kind of item has no such answer (RFC 5545 §3.2.12).
  case misplacedAnswer(Attendee.Status, Item.Kind)
  /// The message has answers of several people, and its sender is unknown (RFC 5546 §3.2.3).
  case severalAttendees([String])
  /// A delegate answers before the attendee who delegated to them has answered.
  case unknownDelegation(String, by: String)
  /// An attendee delegates to somebody whose participation is delegated to them, also through others (RFC 5546 §3.2.2.3).
  case delegationRing(String, by: String)
  /// The busy time that the person states was not requested.
  case notAsked(String)
  /// The organizer of the message is not the one of the item.
  case otherOrganizer(String, expected: String)
  /// The owner organizes the item, so that nobody else can change it.
  case organizedByMe
  /// The answer or question is for the organizer of the item, who is somebody else.
  case organizedBy(String)
  /// The person is not among the attendees of the item.
  case notInvited(String)
  /// None of the owner's addresses is among the attendees of the message.
  case meNotInvited
  /// The calendar has the booking of another member for the same date of a class.
  case bookedBy(String)
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
    case .unknownRevision: "unknown_revision"
    case .misplacedAnswer: "misplaced_answer"
    case .severalAttendees: "several_attendees"
    case .unknownDelegation: "unknown_delegation"
    case .delegationRing: "delegation_ring"
    case .notAsked: "not_asked"
    case .otherOrganizer: "other_organizer"
    case .organizedByMe: "organized_by_me"
    case .organizedBy: "organized_by_other"
    case .notInvited: "not_invited"
    case .meNotInvited: "me_not_invited"
    case .bookedBy: "booked_by_other"
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
    case .unknownRevision: "a SEQUENCE that was sent"
    case .misplacedAnswer: "PARTSTAT=ACCEPTED, DECLINED, TENTATIVE or DELEGATED"
    case .severalAttendees: "one attendee with an answer, or a known sender"
    case .unknownDelegation(_, let delegator):
      "the answer of \(CalendarAddress.plain(delegator)) first, then this one again"
    case .delegationRing: Self.newDelegate
    case .notAsked: "a METHOD:REQUEST for this busy time, sent earlier"
    case .otherOrganizer(_, let expected): "a message of \(CalendarAddress.plain(expected))"
    case .organizedByMe: "an item that somebody else organizes"
    case .organizedBy(let organizer): "the calendar of \(CalendarAddress.plain(organizer))"
    case .notInvited: "one of the attendees"
    case .meNotInvited: "one of your addresses among the attendees"
    case .bookedBy: "a calendar of its own for each member"
    case .invalid(let reason): reason.expected
    }
  }

  static let newDelegate = "a delegate from whom the participation does not come"

  private static func list(_ addresses: [String], _ conjunction: String = "or") -> String {
    addresses.map(CalendarAddress.plain).joined(separator: " \(conjunction) ")
  }
}

extension SchedulingMessage {
  /// The refusal of a message that could not be read completely: what it says of an instance would be taken for the series.
  public var refusalOfUnread: MessageRefusal? {
    unreadProperty.map { .invalid(.unreadTimes($0, uid: uid)) }
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
    case .unknownRevision(let sequence): "there is no revision \(sequence) of the item"
    case .misplacedAnswer(let status, let kind): "\(status.rawValue) is no answer to a \(kind.rawValue)"
    case .severalAttendees(let people): "\(Self.list(people, "and")) answer at once"
    case .unknownDelegation(let person, let delegator):
      "\(CalendarAddress.plain(delegator)) has not delegated to \(CalendarAddress.plain(person)) yet"
    case .delegationRing(let person, let delegator):
      "\(CalendarAddress.plain(delegator)) delegates to \(CalendarAddress.plain(person)), who has delegated already"
    case .notAsked(let person): "\(CalendarAddress.plain(person)) was not asked for their busy time"
    case .otherOrganizer(let organizer, _):
      "\(CalendarAddress.plain(organizer)) is not the organizer of the item"
    case .organizedByMe: "you organize the item"
    case .organizedBy(let organizer): "the item is organized by \(CalendarAddress.plain(organizer))"
    case .notInvited(let person): "\(CalendarAddress.plain(person)) is not invited"
    case .meNotInvited: "none of your addresses is invited"
    case .bookedBy(let member): "the calendar has the booking of \(CalendarAddress.plain(member))"
    case .invalid(let reason): reason.description(in: .english)
    }
  }
}

/// Ends the processing of a message that is not accepted.
struct MessageRefused: Error {
  var refusals: [MessageRefusal]
  /// The messages to be sent although the message was refused.
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
