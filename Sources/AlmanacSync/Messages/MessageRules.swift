internal import AlmanacComponents
internal import AlmanacEvents

/// The restriction tables of RFC 5546 §3.2, §3.4 and §3.5: the properties that the components of a message must have and
/// must not have. Making and checking of messages use this table.
struct MessageRule: Sendable {
  /// The section of RFC 5546.
  let section: String
  /// The properties that must be there.
  let required: [PropertyName]
  /// The properties that must be there and may have an empty or zero value, whose absence is read as that value.
  let written: [PropertyName]
  private let limit: Limit

  private enum Limit: Sendable {
    case allBut([PropertyName])
    case only([PropertyName])
  }

  /// The rule of a method for a kind of item; `nil` where the kind has no such method (RFC 5546 §3.5).
  static func rule(_ method: SchedulingMessage.Method, _ kind: Item.Kind) -> MessageRule? {
    switch kind {
    case .event: events[method]
    case .todo: todos[method]
    case .journal: journals[method]
    }
  }

  private static let identity: [PropertyName] = [.uid, .dtstamp, .organizer]

  private static let events: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.2.1", identity + [.dtstart], [.sequence], .allBut([.attendee, .requestStatus])),
    .request: .init("3.2.2", identity + [.dtstart, .attendee], [.sequence], .allBut([.requestStatus])),
    .reply: .init("3.2.3", identity + [.attendee], [.sequence], .allBut([])),
    .add: .init("3.2.4", identity + [.dtstart], [.sequence], .allBut(ofSeries + [.requestStatus])),
    .cancel: .init("3.2.5", identity, [.sequence], .allBut([.requestStatus])),
    .refresh: .init("3.2.6", identity + [.attendee], [], .only([.attendee, .comment, .recurrenceID])),
    .counter: .init("3.2.7", identity + [.dtstart], [.sequence], .allBut([])),
    // The table has no ATTENDEE, the example of §4.2.4 has one.
    .declineCounter: .init(
      "3.2.8", identity, [.sequence],
      .only([.attendee, .comment, .recurrenceID, .requestStatus, .sequence])),
  ]

  /// As of events; the tables also require DTSTART, which RFC 5545 §3.6.2 does not and many programs do not write.
  private static let todos: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.4.1", identity, [.sequence, .priority], .allBut([.attendee, .requestStatus])),
    .request: .init("3.4.2", identity + [.attendee], [.sequence, .priority], .allBut([.requestStatus])),
    .reply: .init("3.4.3", identity + [.attendee], [.sequence], .allBut([])),
    .add: .init("3.4.4", identity, [.sequence, .priority], .allBut(ofSeries + [.requestStatus])),
    .cancel: .init("3.4.5", identity, [.sequence], .allBut([.requestStatus])),
    .refresh: .init("3.4.6", identity + [.attendee], [], .only([.attendee, .comment, .recurrenceID])),
    .counter: .init("3.4.7", identity + [.attendee], [.sequence, .priority], .allBut([])),
    .declineCounter: .init(
      "3.4.8", identity, [.sequence],
      .only([.attendee, .comment, .recurrenceID, .requestStatus, .sequence])),
  ]

  private static let journals: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.5.1", identity, [.sequence], .allBut([.attendee])),
    .add: .init("3.5.2", identity, [.sequence], .allBut(ofSeries + [.attendee])),
    .cancel: .init("3.5.3", identity, [.sequence], .allBut([.attendee, .requestStatus])),
  ]

  /// The properties that an added instance does not have, as it is one by itself.
  private static let ofSeries: [PropertyName] = [.rrule, .exrule, .rdate, .exdate, .recurrenceID]

  private init(_ section: String, _ required: [PropertyName], _ written: [PropertyName], _ limit: Limit) {
    (self.section, self.required, self.written, self.limit) = (section, required, written, limit)
  }

  private func allows(_ property: PropertyName) -> Bool {
    if required.contains(property) { return true }
    return switch limit {
    case .allBut(let forbidden): !forbidden.contains(property)
    case .only(let allowed): allowed.contains(property)
    }
  }

  private func allows(_ field: ItemField) -> Bool {
    guard field.properties.isEmpty else { return field.properties.contains(where: allows) }
    if case .only = limit { return false }
    return true
  }
}

extension MessageRule {
  /// The names of the required properties that an item lacks.
  func missing(in item: Item) -> [String] {
    let stated = ItemTable.fields.filter { $0.isStated(in: item.content) }
    return required.filter { name in !stated.contains { $0.properties.contains(name) } }.map(\.text)
  }

  /// Removes what the rule does not allow: properties by name, and alarms.
  ///
  /// - Returns: The names of what was removed.
  func restrict(_ item: inout Item) -> [String] {
    let empty = ItemContent(ItemFields())
    let fields = ItemTable.fields.filter { field in
      if case .unmodelled = field.merge { return false }
      return !allows(field) && field.isStated(in: item.content)
    }
    for field in fields { field.copy(empty, &item.content) }
    return fields.map(\.name)
  }

  /// The item as the rule has it in a message, without what is the sender's own: alarms and records of other people.
  func prepared(_ item: Item) -> Item {
    var prepared = item.withoutOwnContent
    _ = restrict(&prepared)
    if written.contains(.sequence) { prepared.sequence = item.sequence }
    if written.contains(.priority) { prepared.priority = item.priority }
    return prepared
  }
}
