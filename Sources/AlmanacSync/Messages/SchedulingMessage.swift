internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacICS
internal import AlmanacMapping
internal import AlmanacTime

/// A message about an item or about busy time that an organizer and attendees exchange: iTIP, RFC 5546.
///
/// ```swift
/// for message in SchedulingMessage.messages(in: try ICSDocument(parsing: bytes)) {
///   let receipt = calendar.receive(message, me: ["ana@example.org"], at: now)
///   print(receipt.refusals, receipt.replies.map(\.text))
/// }
/// ```
/// A message is a value: making one sends nothing, and receiving one changes nothing but the calendar that receives it.
public struct SchedulingMessage: Sendable, Hashable {
  /// The kind of a message (METHOD, RFC 5546 §1.4). The raw value is iCalendar's word.
  public enum Method: String, Sendable, Hashable, CaseIterable, Codable {
    /// The organizer posts an item that nobody answers.
    case publish = "PUBLISH"
    /// The organizer invites, or informs the invited of a new state.
    case request = "REQUEST"
    /// An attendee answers.
    case reply = "REPLY"
    /// The organizer adds instances to a series.
    case add = "ADD"
    /// The organizer cancels an item or some instances, or removes attendees.
    case cancel = "CANCEL"
    /// An attendee asks for the present state.
    case refresh = "REFRESH"
    /// An attendee proposes another state.
    case counter = "COUNTER"
    /// The organizer rejects a proposal.
    case declineCounter = "DECLINECOUNTER"

    /// Whether the organizer sends it; an attendee sends the others.
    var isOrganizers: Bool {
      switch self {
      case .publish, .request, .add, .cancel, .declineCounter: true
      case .reply, .refresh, .counter: false
      }
    }
  }

  /// The method, which decides who may send the message and what it changes.
  public let method: Method
  /// The items, all of one UID and kind: a series with its overrides, or some instances; empty for a message about busy
  /// time. Events of messages need not have a start.
  public let items: [Item]
  /// The requested or stated busy time, of one UID; empty for a message about an item.
  public let freeBusy: [FreeBusy]
  /// The addresses of those who are to receive it; empty for a message that was read.
  public let recipients: [String]
  /// The property because of which a component of the message could not be read, so that the message is not received; `nil` for a
  /// message that was read completely.
  fileprivate(set) var unreadProperty: String?

  /// - Parameter items: At least one, all of one UID and kind.
  init(_ method: Method, _ items: [Item], to recipients: [String] = []) {
    (self.method, self.items, freeBusy, self.recipients) = (method, items, [], recipients)
  }

  /// - Parameter freeBusy: At least one, all of one UID.
  init(_ method: Method, _ freeBusy: [FreeBusy], to recipients: [String] = []) {
    (self.method, items, self.freeBusy, self.recipients) = (method, [], freeBusy, recipients)
  }
}

extension SchedulingMessage {
  /// The UID of the items or of the busy time.
  public var uid: String { items.first?.uid ?? freeBusy.first?.uid ?? "" }

  /// The kind of the items; `.event` for a message about busy time.
  public var kind: Item.Kind { items.first?.kind ?? .event }

  /// The people for whom its sender acts: the organizer, or the attendees that it lists.
  var principals: [Organizer] {
    method.isOrganizers
      ? items.compactMap(\.organizer) + freeBusy.compactMap(\.organizer)
      : (items.flatMap(\.attendees) + freeBusy.flatMap(\.attendees)).map(\.principal)
  }
}

extension [SchedulingMessage] {
  /// The messages in the order in which they were sent: by SEQUENCE, then by DTSTAMP (RFC 5546 §2.1.5), those of one revision
  /// as they are given.
  ///
  /// Mail arrives in any order, and a cancellation before its invitation is about an unknown item.
  public var inOrderOfRevision: [SchedulingMessage] {
    func key(_ message: SchedulingMessage) -> (Int, Instant) {
      let items = message.items
      return (items.map(\.sequence).max() ?? 0, items.compactMap(\.stamp).max() ?? .min)
    }
    return enumerated().sorted { one, other in
      let (first, second) = (key(one.element), key(other.element))
      return first == second ? one.offset < other.offset : first < second
    }
    .map(\.element)
  }
}

extension Attendee {
  /// The attendee as a person for whom somebody may act (SENT-BY).
  var principal: Organizer { Organizer(address, sentBy: sentBy, parameters: parameters) }
}

// MARK: Reading and writing

extension SchedulingMessage {
  /// Reads the messages of a document; calendars without a METHOD of iTIP are none.
  public static func messages(in document: ICSDocument) -> [SchedulingMessage] {
    document.calendars.flatMap(messages(in:))
  }

  /// Reads the messages of a calendar: one for each kind and UID, in the order of their first items, then those about
  /// busy time. Empty where the calendar has no METHOD of iTIP.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public static func messages(in calendar: EventCalendar) -> [SchedulingMessage] {
    guard let method = Method(rawValue: calendar.method) else { return [] }
    let (startless, unreadItems) = calendar.itemsOfOthers
    let unread = Dictionary(firstOf: unreadItems.map { ($0.item.id.series, $0.property) })
    let items = Array(calendar.items) + startless + unreadItems.map(\.item)
    let series = items.map(\.id.series).uniqued { $0 }
    let groups = Dictionary(grouping: items, by: \.id.series)
    let statements = Dictionary(grouping: calendar.freeBusy, by: \.uid)
    return series.map { id in
      var message = SchedulingMessage(method, groups[id] ?? [])
      message.unreadProperty = unread[id]
      return message
    }
      + calendar.freeBusy.map(\.uid).uniqued { $0 }.map { SchedulingMessage(method, statements[$0] ?? []) }
  }

  /// The message as a calendar with a METHOD.
  public var calendar: EventCalendar {
    var calendar = EventCalendar()
    (calendar.method, calendar.freeBusy) = (method.rawValue, freeBusy)
    var writer = ModelWriter()
    for item in items {
      if item.kind == .event, item.start == nil {
        calendar.unmodelled.components.append(writer.component(for: item.withInstanceInUTC))
      } else {
        calendar.insert(item)
      }
    }
    return calendar
  }

  /// The message as iCalendar, with the properties that its method requires even where they are empty.
  public var text: String {
    let rule = MessageRule.rule(method, kind)
    let message = items.isEmpty ? self : Self(method, items.map { rule?.completed($0) ?? $0 })
    return ICSDocument([message.calendar]).text(.normalized)
  }
}

extension EventCalendar {
  /// The events without a start that a message may have, which are not part of the model of a stored calendar; and the items that
  /// could not be read, of which the UID alone is stated here, each with the property at fault.
  fileprivate var itemsOfOthers: (startless: [Item], unread: [(item: Item, property: String)]) {
    var reader = ModelReader(.standard)
    var startless: [Item] = []
    var unread: [(item: Item, property: String)] = []
    for component in unmodelled.components {
      let view = ComponentView(component)
      guard let kind = Item.Kind.allCases.first(where: { $0.component == view.kind }),
        let uid = component.value("UID")
      else { continue }
      let hasStart = component.first("DTSTART") != nil
      if kind == .event, !hasStart,
        let item = reader.item(.event, view, in: CalendarContext(), needsStart: false)
      {
        startless.append(item)
      } else {
        var fields = ItemFields()
        fields.uid = uid
        let isOfInstance = component.first("RECURRENCE-ID") != nil
        unread.append((Item(ItemContent(fields), kind), isOfInstance ? "RECURRENCE-ID" : "DTSTART"))
      }
    }
    return (startless, unread)
  }
}

extension Item {
  /// The item with its recurrence id in UTC, as a component that is written by itself has no VTIMEZONE.
  fileprivate var withInstanceInUTC: Item {
    guard case .zoned(let zoned) = recurrenceID else { return self }
    return modified(self) { $0.recurrenceID = .zoned(zoned.instant.in(.utc)) }
  }
}
