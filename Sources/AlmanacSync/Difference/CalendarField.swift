internal import AlmanacEvents

/// One property of a calendar, or one list of statements in it, without its items.
struct CalendarField: Sendable {
  /// The name of its iCalendar property or component.
  let name: String
  let isEqual: @Sendable (EventCalendar, EventCalendar) -> Bool
  /// Copies the field from the first calendar to the second.
  let copy: @Sendable (EventCalendar, inout EventCalendar) -> Void
  /// Merges a list by its keys; `nil` for a single value.
  let merge: Merge?

  /// Copies the field, or of a list one entry, from the first calendar to the second.
  func settle(_ chosen: EventCalendar, _ calendar: inout EventCalendar, _ key: String) {
    guard let merge, !key.isEmpty else { return copy(chosen, &calendar) }
    // Without a base all entries that differ are in conflict, and the entries of either side stay.
    let empty = EventCalendar()
    merge(empty, &calendar, chosen) { other, remaining in other == key ? .theirs : remaining }
  }

  /// Merges a list of the base and the other side into ours.
  typealias Merge =
    @Sendable (
      EventCalendar, inout EventCalendar, EventCalendar, (String, MergeSide) -> MergeSide
    ) -> Void

  static let all: [CalendarField] = [
    .value("NAME", \.name), .value("DESCRIPTION", \.details), .value("COLOR", \.color), .value("UID", \.uid),
    .value("X-WR-TIMEZONE", \.zone), .value("METHOD", \.method), .value("URL", \.url),
    .value("SOURCE", \.source), .value("REFRESH-INTERVAL", \.refreshInterval),
    .list("CATEGORIES", \.categories) { $0 }, .list("IMAGE", \.images) { $0.file.content.text },
    .list("VFREEBUSY", \.freeBusy) { $0.uid }, .list("VAVAILABILITY", \.availabilities) { $0.uid },
    .unmodelled,
  ]

  private static func value<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<EventCalendar, Value> & Sendable
  ) -> CalendarField {
    CalendarField(
      name: name, isEqual: { $0[keyPath: path] == $1[keyPath: path] },
      copy: { $1[keyPath: path] = $0[keyPath: path] }, merge: nil)
  }

  private static func list<Element: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<EventCalendar, [Element]> & Sendable,
    by key: @escaping @Sendable (Element) -> String
  ) -> CalendarField {
    var field = value(name, path)
    field = CalendarField(name: name, isEqual: field.isEqual, copy: field.copy) {
      base, ours, theirs, decide in
      let lists = [base, ours, theirs].map { $0[keyPath: path] }
      ours[keyPath: path] = ListMerge(lists, keys: lists.map { $0.map(key) }, decide: decide).merged
    }
    return field
  }

  private static var unmodelled: CalendarField {
    let field = value("X-", \.unmodelled)
    return CalendarField(name: field.name, isEqual: field.isEqual, copy: field.copy) {
      base, ours, theirs, decide in
      let lists = [base, ours, theirs].map(\.unmodelled.parts)
      ours.unmodelled = Unmodelled(
        ListMerge(lists, keys: UnmodelledPart.keys(lists), decide: decide).merged)
    }
  }
}

extension AttachedFile.Content {
  fileprivate var text: String {
    switch self {
    case .uri(let uri): uri
    case .bytes(let bytes): ContentDigest(bytes).description
    }
  }
}
