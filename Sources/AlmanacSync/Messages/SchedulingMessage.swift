internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacICS
internal import AlmanacMapping
internal import AlmanacTime

/// A message about an item that an organizer and attendees exchange: iTIP, RFC 5546.
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

  public let method: Method
  /// The items, at least one, all of one UID and kind: a series with its overrides, or some instances. Events of messages
  /// need not have a start.
  public let items: [Item]
  /// The addresses of those who are to receive it; empty for a message that was read.
  public let recipients: [String]

  /// - Parameter items: At least one, all of one UID and kind.
  init(_ method: Method, _ items: [Item], to recipients: [String] = []) {
    (self.method, self.items, self.recipients) = (method, items, recipients)
  }
}

extension SchedulingMessage {
  public var uid: String { items.first?.uid ?? "" }

  public var kind: Item.Kind { items.first?.kind ?? .event }

  /// The addresses of those whom the method entitles to send it: the organizer, or the attendees that it lists, each with
  /// the person who acts for them (SENT-BY).
  var entitledSenders: [String] {
    let addresses =
      method.isOrganizers
      ? items.compactMap(\.organizer).flatMap { [$0.address, $0.sentBy] }
      : items.flatMap(\.attendees).flatMap { [$0.address, $0.sentBy] }
    var seen: Set<PersonKey> = []
    return addresses.filter { !$0.isEmpty && seen.insert(PersonKey($0)).inserted }
  }
}

// MARK: Reading and writing

extension SchedulingMessage {
  /// Reads the messages of a document; calendars without a METHOD of iTIP are none.
  public static func messages(in document: ICSDocument) -> [SchedulingMessage] {
    document.calendars.flatMap(messages(in:))
  }

  /// Reads the messages of a calendar: one for each kind and UID, in the order of their first items. Empty where the
  /// calendar has no METHOD of iTIP.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public static func messages(in calendar: EventCalendar) -> [SchedulingMessage] {
    guard let method = Method(rawValue: calendar.method) else { return [] }
    let items = Array(calendar.items) + calendar.startlessEvents
    var seen: Set<ItemID> = []
    let series = items.map(\.id.series).filter { seen.insert($0).inserted }
    let groups = Dictionary(grouping: items, by: \.id.series)
    return series.map { SchedulingMessage(method, groups[$0] ?? []) }
  }

  /// The message as a calendar with a METHOD.
  public var calendar: EventCalendar {
    var calendar = EventCalendar()
    calendar.method = method.rawValue
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    for item in items {
      if item.kind == .event, item.start == nil {
        calendar.unmodelled.components.append(writer.component(for: item.withInstanceInUTC))
      } else {
        calendar.insert(item)
      }
    }
    return calendar
  }

  /// The message as iCalendar.
  public var text: String { ICSDocument([calendar]).text(.normalized) }
}

extension EventCalendar {
  /// The events without a start that a message may have, which are no part of the model of a stored calendar.
  fileprivate var startlessEvents: [Item] {
    var reader = ModelReader(.standard, door: PureDoor())
    return unmodelled.components.compactMap { component in
      let view = ComponentView(component)
      guard view.kind == .event, component.first("DTSTART") == nil, component.first("UID") != nil else {
        return nil
      }
      return reader.item(.event, view, in: CalendarContext(), needsStart: false)
    }
  }
}

extension Item {
  /// The item with its recurrence id in UTC, as a component that is written by itself has no VTIMEZONE.
  fileprivate var withInstanceInUTC: Item {
    guard case .zoned(let zoned) = recurrenceID else { return self }
    var item = self
    item.recurrenceID = .zoned(zoned.instant.in(.utc))
    return item
  }
}
