internal import AlmanacComponents
internal import AlmanacEvents

/// The restriction tables of RFC 5546 §3.2, §3.4 and §3.5: the properties that the components of a message must have and
/// must not have. Making and checking of messages use this table.
struct MessageRule: Sendable {
  /// The section of RFC 5546.
  let section: String
  /// The properties that must be there.
  let required: [PropertyName]
  /// The required properties whose absence is read as an empty or zero value.
  let defaulted: [PropertyName]
  private let limit: Limit

  private enum Limit: Sendable {
    case except([PropertyName], alarms: Bool = true)
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
    .publish: .init("3.2.1", identity + [.dtstart], state, .except([.attendee, .requestStatus])),
    .request: .init("3.2.2", identity + [.dtstart, .attendee], state, .except([.requestStatus])),
    // The tables of REPLY also require ORGANIZER, which Exchange omits.
    .reply: .init("3.2.3", [.uid, .dtstamp, .attendee], [.sequence], .except([], alarms: false)),
    .add: .init("3.2.4", identity + [.dtstart], state, .except(recurring + [.requestStatus])),
    .cancel: .init("3.2.5", identity, [.sequence], .except([.requestStatus], alarms: false)),
    .refresh: .init("3.2.6", identity + [.attendee], [], .only([.comment, .recurrenceID])),
    .counter: .init("3.2.7", identity + [.dtstart], state, .except([])),
    // The table has no ATTENDEE, the example of §4.2.4 has one.
    .declineCounter: .init(
      "3.2.8", identity, [.sequence],
      .only([.attendee, .comment, .recurrenceID, .requestStatus, .sequence])),
  ]

  /// PUBLISH and REQUEST also require DTSTART, which RFC 5545 §3.6.2 does not and many programs do not write; ADD does not,
  /// but an instance without one has no place in its series. DECLINECOUNTER also requires ATTENDEE, which is written.
  private static let todos: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.4.1", identity, state + [.priority], .except([.attendee, .requestStatus])),
    .request: .init("3.4.2", identity + [.attendee], state + [.priority], .except([.requestStatus])),
    .reply: .init("3.4.3", [.uid, .dtstamp, .attendee], [.sequence], .except([], alarms: false)),
    .add: .init("3.4.4", identity + [.dtstart], state + [.priority], .except(recurring + [.requestStatus])),
    .cancel: .init("3.4.5", identity, [.sequence], .except([.requestStatus], alarms: false)),
    .refresh: .init("3.4.6", [.uid, .dtstamp, .attendee], [], .only([.recurrenceID])),
    .counter: .init("3.4.7", identity + [.attendee], state + [.priority], .except([])),
    .declineCounter: .init("3.4.8", identity, [.sequence], .except([], alarms: false)),
  ]

  /// PUBLISH also requires DTSTART, which RFC 5545 §3.6.3 does not, and like ADD a DESCRIPTION, which may be empty.
  private static let journals: [SchedulingMessage.Method: MessageRule] = [
    .publish: .init("3.5.1", identity, [.sequence], .except([.attendee, .requestStatus])),
    .add: .init(
      "3.5.2", identity + [.dtstart], [.sequence], .except(recurring + [.attendee, .requestStatus])),
    .cancel: .init("3.5.3", identity, [.sequence], .except([.attendee, .requestStatus])),
  ]

  /// The properties that an added instance does not have, because it is a single instance.
  private static let recurring: [PropertyName] = [.rrule, .exrule, .rdate, .exdate, .recurrenceID]

  private init(_ section: String, _ required: [PropertyName], _ defaulted: [PropertyName], _ limit: Limit) {
    (self.section, self.required, self.defaulted, self.limit) = (section, required, defaulted, limit)
  }

  private func allows(_ property: PropertyName) -> Bool {
    if required.contains(property) { return true }
    return switch limit {
    case .except(let forbidden, _): !forbidden.contains(property)
    case .only(let allowed): allowed.contains(property)
    }
  }

  private func allows(_ field: ItemField) -> Bool {
    guard field.properties.isEmpty else { return field.properties.contains(where: allows) }
    return switch limit {
    case .except(_, let alarms): alarms
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
    guard defaulted.contains(.summary), item.summary.isEmpty else { return item }
    var item = item
    item.unmodelled.properties.append(Property(PropertyName.summary.text, value: ""))
    return item
  }

  /// The item as the rule has it in a message, without what is the sender's own: alarms and records of other people.
  func prepared(_ item: Item) -> Item {
    var prepared = item.withoutOwnContent
    _ = restrict(&prepared)
    if defaulted.contains(.sequence) { prepared.sequence = item.sequence }
    if defaulted.contains(.priority) { prepared.content.fields.priority = Int32(clamping: item.priority) }
    return prepared
  }
}
