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
    case allBut([PropertyName], alarms: Bool = true)
    case only([PropertyName])
  }

  /// The rule of a method for a kind of item; `nil` where the kind has no such method (RFC 5546 §3).
  static func rule(_ method: SchedulingMessage.Method, _ kind: Item.Kind) -> MessageRule? {
    switch kind {
    case .event: events[method]
    case .todo: todos[method]
    case .journal: journals[method]
    }
  }

  private static let identity: [PropertyName] = [.uid, .dtstamp, .organizer]
  private static let state: [PropertyName] = [.sequence, .summary]

  private static let events: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.2.1", identity + [.dtstart], state, .allBut([.attendee, .requestStatus])),
    .request: .init("3.2.2", identity + [.dtstart, .attendee], state, .allBut([.requestStatus])),
    // The tables of REPLY also require ORGANIZER, which Exchange leaves out.
    .reply: .init("3.2.3", [.uid, .dtstamp, .attendee], [.sequence], .allBut([], alarms: false)),
    .add: .init("3.2.4", identity + [.dtstart], state, .allBut(ofSeries + [.requestStatus])),
    .cancel: .init("3.2.5", identity, [.sequence], .allBut([.requestStatus], alarms: false)),
    .refresh: .init("3.2.6", identity + [.attendee], [], .only([.comment, .recurrenceID])),
    .counter: .init("3.2.7", identity + [.dtstart], state, .allBut([])),
    // The table has no ATTENDEE, the example of §4.2.4 has one.
    .declineCounter: .init(
      "3.2.8", identity, [.sequence],
      .only([.attendee, .comment, .recurrenceID, .requestStatus, .sequence])),
  ]

  /// PUBLISH and REQUEST also require DTSTART, which RFC 5545 §3.6.2 does not and many programs do not write; ADD does not,
  /// but an instance without one has no place in its series. DECLINECOUNTER also requires ATTENDEE, which is written.
  private static let todos: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.4.1", identity, state + [.priority], .allBut([.attendee, .requestStatus])),
    .request: .init("3.4.2", identity + [.attendee], state + [.priority], .allBut([.requestStatus])),
    .reply: .init("3.4.3", [.uid, .dtstamp, .attendee], [.sequence], .allBut([], alarms: false)),
    .add: .init("3.4.4", identity + [.dtstart], state + [.priority], .allBut(ofSeries + [.requestStatus])),
    .cancel: .init("3.4.5", identity, [.sequence], .allBut([.requestStatus], alarms: false)),
    .refresh: .init("3.4.6", [.uid, .dtstamp, .attendee], [], .only([.recurrenceID])),
    .counter: .init("3.4.7", identity + [.attendee], state + [.priority], .allBut([])),
    .declineCounter: .init("3.4.8", identity, [.sequence], .allBut([], alarms: false)),
  ]

  /// PUBLISH also requires DTSTART, which RFC 5545 §3.6.3 does not, and like ADD a DESCRIPTION, which may be empty.
  private static let journals: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.5.1", identity, [.sequence], .allBut([.attendee, .requestStatus])),
    .add: .init(
      "3.5.2", identity + [.dtstart], [.sequence], .allBut(ofSeries + [.attendee, .requestStatus])),
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
    case .allBut(let forbidden, _): !forbidden.contains(property)
    case .only(let allowed): allowed.contains(property)
    }
  }

  private func allows(_ field: ItemField) -> Bool {
    guard field.properties.isEmpty else { return field.properties.contains(where: allows) }
    return switch limit {
    case .allBut(_, let alarms): alarms
    case .only: false
    }
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
    let component = item.kind.component
    return fields.map { field in
      field.properties.first { !$0.facts.isMisplaced(in: component) }?.text ?? field.name
    }
  }

  /// The item with a SUMMARY, empty where the rule requires one and the item has none.
  func completed(_ item: Item) -> Item {
    guard written.contains(.summary), item.summary.isEmpty else { return item }
    var item = item
    item.unmodelled.properties.append(Property(PropertyName.summary.text, value: ""))
    return item
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
