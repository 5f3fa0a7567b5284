package import AlmanacEvents
internal import AlmanacTime

/// A property of a calendar, or a list of components other than items, such as VFREEBUSY.
struct CalendarField: Sendable {
  /// The name of its iCalendar property or component.
  let name: String
  let isEqual: @Sendable (EventCalendar, EventCalendar) -> Bool
  /// Copies the field from the first calendar to the second.
  let copy: @Sendable (EventCalendar, inout EventCalendar) -> Void
  /// Merges a list by its keys; `nil` for a single value.
  let merge: Merge?
  /// Gives one entry of a list the state that it has in another calendar; `nil` for a single value.
  private let resolveEntry:
    (@Sendable ([EventCalendar], EventCalendar, inout EventCalendar, EntryKey) -> Void)?
  /// Gives a calendar that has no such content what several calendars state together.
  fileprivate let join: @Sendable ([EventCalendar], inout EventCalendar) -> Void

  /// Gives the field, or one entry of a list, the state of a side of a conflict.
  func resolve(
    _ states: [EventCalendar], as side: MergeSide, _ calendar: inout EventCalendar, _ key: EntryKey
  ) {
    let chosen = side == .ours ? states[1] : states[2]
    guard let resolveEntry, key != .whole else { return copy(chosen, &calendar) }
    resolveEntry(states, chosen, &calendar, key)
  }

  /// Merges a list of the base, our side and the other side into a calendar.
  typealias Merge =
    @Sendable ([EventCalendar], inout EventCalendar, (EntryKey, MergeSide) -> MergeSide) -> Void

  static let all = content + revision

  /// The fields of the revision, which differences do not report.
  static let revision: [CalendarField] = [.newest("LAST-MODIFIED", \.lastModified)]

  /// The fields that differences report.
  static let content: [CalendarField] = [
    .value("NAME", \.name), .value("DESCRIPTION", \.details), .value("COLOR", \.color), .value("UID", \.uid),
    .value("X-WR-TIMEZONE", \.zone), .value("METHOD", \.method), .value("URL", \.url),
    .value("SOURCE", \.source), .value("REFRESH-INTERVAL", \.refreshInterval),
    .list("CATEGORIES", \.categories) { $0 }, .list("IMAGE", \.images) { $0.file.content.text },
    .list("VFREEBUSY", \.freeBusy) { $0.uid },
    .list("VAVAILABILITY", \.availabilities, by: { $0.uid }, merge: AvailabilityStatement.merged),
    .unmodelled,
  ]

  private static func value<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<EventCalendar, Value> & Sendable
  ) -> CalendarField {
    CalendarField(
      name: name, isEqual: { $0[keyPath: path] == $1[keyPath: path] },
      copy: { $1[keyPath: path] = $0[keyPath: path] }, merge: nil, resolveEntry: nil,
      join: { calendars, joined in
        guard let first = calendars.first?[keyPath: path], first != joined[keyPath: path],
          calendars.allSatisfy({ $0[keyPath: path] == first })
        else { return }
        joined[keyPath: path] = first
      })
  }

  /// A time of which the later of both sides is the result.
  private static func newest(
    _ name: String, _ path: any WritableKeyPath<EventCalendar, Instant?> & Sendable
  ) -> CalendarField {
    let field = value(name, path)
    return CalendarField(
      name: name, isEqual: field.isEqual, copy: field.copy,
      merge: { states, calendar, _ in
        calendar[keyPath: path] = states.dropFirst().compactMap { $0[keyPath: path] }.max()
      }, resolveEntry: nil, join: { $1[keyPath: path] = $0.compactMap { $0[keyPath: path] }.max() })
  }

  private static func list<Element: Hashable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<EventCalendar, [Element]> & Sendable,
    by key: @escaping @Sendable (Element) -> String,
    merge: @escaping @Sendable ([Element]) -> Element? = { _ in nil }
  ) -> CalendarField {
    entries(
      value(name, path), { $0[keyPath: path] }, { $0[keyPath: path] = $1 }, keys: { $0.map { $0.map(key) } },
      merge: merge, join: { lists in lists.joined().uniqued { $0 } })
  }

  private static var unmodelled: CalendarField {
    entries(
      value("X-", \.unmodelled), { $0.unmodelled.parts }, { $0.unmodelled = Unmodelled($1) },
      keys: UnmodelledPart.keys, join: UnmodelledPart.joined)
  }

  /// A field whose entries are merged one by one.
  ///
  /// - Parameters:
  ///   - keys: Returns the keys of several lists.
  ///   - mergeEntry: Merges an entry of the base, our side and the other side; `nil` where both changed one part of it.
  ///   - join: The entries of several lists together.
  private static func entries<Element: Equatable & Sendable>(
    _ field: CalendarField, _ list: @escaping @Sendable (EventCalendar) -> [Element],
    _ assign: @escaping @Sendable (inout EventCalendar, [Element]) -> Void,
    keys: @escaping @Sendable ([[Element]]) -> [[String]],
    merge mergeEntry: @escaping @Sendable ([Element]) -> Element? = { _ in nil },
    join: @escaping @Sendable ([[Element]]) -> [Element]
  ) -> CalendarField {
    CalendarField(
      name: field.name, isEqual: field.isEqual, copy: field.copy,
      merge: { states, calendar, decide in
        let lists = states.map(list)
        let merge = ListMerge(lists, keys: keys(lists)) { dispute in
          let states = dispute.states.compactMap { $0 }
          if states.count == 3, let merged = mergeEntry(states) { return merged }
          return dispute.state(of: decide(dispute.key, dispute.provisional))
        }
        assign(&calendar, merge.merged)
      },
      resolveEntry: { states, chosen, calendar, key in
        let lists = [list(calendar), list(chosen)]
        let keys = keys(lists + states.map(list))
        assign(&calendar, lists[0].resolving(key, keys: keys[0], as: lists[1], keys: keys[1]))
      },
      join: { calendars, joined in
        let lists = calendars.map(list)
        if !lists.allSatisfy(\.isEmpty) { assign(&joined, join(lists)) }
      })
  }
}

extension EventCalendar {
  /// A calendar with the items and the other content of several, such as those in the files of one folder.
  ///
  /// Lists and components are joined, equal ones once. A single value, such as COLOR or METHOD, is stated if all
  /// calendars state it alike, and an unmodelled property if none states another value of it.
  package init(joining calendars: [EventCalendar]) {
    if calendars.count == 1 {
      self = calendars[0]
      return
    }
    self.init()
    for field in CalendarField.all { field.join(calendars, &self) }
    // Inserting one by one would be quadratic in the number of calendars of one series.
    insert(calendars.flatMap { Array($0.items) })
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
