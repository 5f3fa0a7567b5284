import AlmanacComponents
public import AlmanacTime

/// The conditions that occurrences have to fulfil to be found.
///
/// ```swift
/// var query = OccurrenceQuery.all
/// query.categories = ["Work"]
/// let lessons = try calendar.occurrences(in: week, viewer: madrid, matching: query)
/// ```
public struct OccurrenceQuery: Sendable, Hashable {
  /// The kinds of items: events, to-dos, journal entries.
  public var kinds: Set<Item.Kind>
  /// Whether to-dos that are done or cancelled are found too. Cancelled events always are, with their status.
  public var includesClosedTodos: Bool
  /// Categories of which an item must have one; empty for all items. Case does not matter.
  public var categories: [String]
  /// A text that the summary, details or location of an item must contain; empty for all items. Case and accents do not matter.
  public var text: String
  /// The calendar address of a person who must attend or organise an item; empty for all items. Case and `mailto:` do not
  /// matter.
  public var attendee: String
  /// The most occurrences to find, the earliest ones; `nil` for all.
  public var limit: Int?
  /// The most instances of series to expand where there is no limit, which bounds the work on rules that repeat every
  /// second, and the size of what is made of the answer.
  ///
  /// The cost of an instance is the number of days that it covers within the range, times its weight: 1, plus 1 for each
  /// 256 bytes of its UID, summary, location and categories, for each 1 024 bytes of its description, its URL, the addresses
  /// of its people and its alarms, and for each category after the fourth. All series share the budget. Those that need less
  /// than an equal part are expanded whole; the others get equal parts of the rest, at least one instance each, and
  /// `Agenda.unexpanded` lists them. Items that happen once are always found.
  public var budget: Int

  /// A hundred thousand instances.
  public static let defaultBudget = 100_000

  /// Creates a query; without arguments it is ``all``.
  public init(
    kinds: Set<Item.Kind> = Set(Item.Kind.allCases), includesClosedTodos: Bool = false,
    categories: [String] = [], text: String = "", attendee: String = "", limit: Int? = nil,
    budget: Int = Self.defaultBudget
  ) {
    self.kinds = kinds
    self.includesClosedTodos = includesClosedTodos
    self.categories = categories
    self.text = text
    self.attendee = attendee
    self.limit = limit
    self.budget = budget
  }

  /// All items but to-dos that are done or cancelled.
  public static let all = OccurrenceQuery()
}

extension OccurrenceQuery {
  /// Whether an item fulfils the conditions, apart from `limit` and `budget`.
  public func matches(_ item: some CalendarItem) -> Bool {
    ItemFilter(self).matches(item.item)
  }
}

/// A query prepared for many items: its texts are case-folded once.
struct ItemFilter {
  private let kinds: Set<Item.Kind>
  private let includesClosedTodos: Bool
  private let categories: Set<String>
  private let text: String
  private let attendee: String
  /// Whether only events that are busy match, and whether tentative ones are among them.
  let busyOnly: Bool
  private let countsTentative: Bool
  /// The rules of busy time, where they check more of an item than its status and transparency.
  private let busyRules: BusyRules.Prepared?
  private let condition: ((Item) -> Bool)?
  /// Whether only closed to-dos and, with rules, free time are excluded, which is the common case.
  private let isOpen: Bool

  /// - Parameters:
  ///   - rules: Where given, only items that are busy by them match.
  ///   - condition: Where given, only items that fulfil it match.
  init(
    _ query: OccurrenceQuery, counting rules: BusyRules.Prepared? = nil,
    where condition: ((Item) -> Bool)? = nil
  ) {
    busyOnly = rules != nil
    countsTentative = rules?.rules.countsTentative ?? true
    busyRules = rules.flatMap { $0.dependsOnItem ? $0 : nil }
    kinds = query.kinds
    includesClosedTodos = query.includesClosedTodos
    categories = Set(query.categories.map { $0.caseFolded })
    text = query.text.searchFolded
    attendee = PersonKey(query.attendee).text
    self.condition = condition
    isOpen =
      kinds.count == Item.Kind.allCases.count && categories.isEmpty && text.isEmpty && attendee.isEmpty
      && busyRules == nil && condition == nil
  }

  /// - Parameter isTodo: Whether the item is a to-do, which may be closed.
  @inline(__always)
  func matches(_ item: UnownedItem, isTodo: Bool) -> Bool {
    if busyOnly, !item.isBusy(tentatively: countsTentative) { return false }
    return isOpen && !isTodo || matches(item.item)
  }

  func matches(_ item: Item) -> Bool {
    if busyOnly, !UnownedItem(item).isBusy(tentatively: countsTentative) { return false }
    if !includesClosedTodos, case .todo(let todo) = item, todo.isClosed { return false }
    if isOpen { return true }
    return kinds.contains(item.kind) && hasCategory(item) && hasText(item) && hasAttendee(item)
      && busyRules.map { $0.kind(of: item) != nil } ?? true && condition?(item) ?? true
  }

  private func hasCategory(_ item: Item) -> Bool {
    categories.isEmpty || item.categories.contains { categories.contains($0.caseFolded) }
  }

  private func hasText(_ item: Item) -> Bool {
    if text.isEmpty { return true }
    return [item.summary, item.details, item.location].contains { $0.searchFolded.hasText(text) }
  }

  private func hasAttendee(_ item: Item) -> Bool {
    if attendee.isEmpty { return true }
    if let organizer = item.organizer, PersonKey(organizer.address).text == attendee { return true }
    return item.attendees.contains { PersonKey($0.address).text == attendee }
  }
}

/// A half-open range of instants for a query, from optional bounds.
///
/// No bounds mean the current week, a start alone the 30 days from it, an end alone the 30 days before it. Days are counted
/// in the zone. A date means its midnight, so an end that is a date is not included either.
///
/// ```swift
/// let window = try QueryWindow(from: .date(monday), now: now, in: madrid, firstWeekday: .monday)
/// try calendar.occurrences(in: window.range, viewer: madrid)
/// ```
public struct QueryWindow: Sendable, Hashable {
  /// The instants of the window, half-open.
  public let range: Range<Instant>

  /// The number of days of a window with one bound.
  public static let defaultDays = 30

  /// Creates a window of given instants.
  public init(_ range: Range<Instant>) {
    self.range = range
  }

  /// The week that contains an instant.
  public init(weekOf now: Instant, in zone: Zone, firstWeekday: Weekday) {
    let first = zone.local(at: now).date.startOfWeek(from: firstWeekday)
    self.init(7, daysFrom: first, in: zone)
  }

  /// A number of days of a zone from one on. The last representable day ends with its last second, which is not included.
  init(_ count: Int, daysFrom first: CivilDate, in zone: Zone) {
    self.init(first.startOfDay, first.startOfDay.adding(seconds: count * 86_400), in: zone)
  }

  /// Whole days of a zone.
  public init(days: Range<CivilDate>, in zone: Zone) {
    self.init(days.lowerBound.startOfDay, days.upperBound.startOfDay, in: zone)
  }

  /// The window between two wall-clock times, empty where a change of clocks puts the end before the start.
  private init(_ start: CivilDateTime, _ end: CivilDateTime, in zone: Zone) {
    let lower = zone.instant(of: start)
    range = lower..<Swift.max(lower, zone.instant(of: end))
  }

  /// - Throws: `EventError` with code `end_not_after_start`.
  public init(
    from start: EventTime? = nil, to end: EventTime? = nil, now: Instant, in zone: Zone, firstWeekday: Weekday
  ) throws(EventError) {
    guard let start = start ?? end?.adding(.days(-Self.defaultDays)) else {
      self.init(weekOf: now, in: zone, firstWeekday: firstWeekday)
      return
    }
    let lower = start.instant(in: zone)
    var upper = (end ?? start.adding(.days(Self.defaultDays))).instant(in: zone)
    if end == nil, case .date(let first) = start {
      upper = Self(Self.defaultDays, daysFrom: first, in: zone).range.upperBound
    }
    guard lower < upper else {
      throw EventError(.endNotAfterStart, expected: "an end later than \(start)")
    }
    self.init(lower..<upper)
  }
}

extension String {
  /// The longest text in which characters are compared where the code units do not have a text: finding the characters takes a
  /// time that grows with the square of joiners and flags.
  private static let longestOfCharacters = 10_000

  /// Whether a folded text has another one, in the same code units or, in a text that is not long, in others of the same characters.
  fileprivate func hasText(_ text: String) -> Bool {
    if containsBytes(of: text) { return true }
    return utf8.count <= Self.longestOfCharacters && text.utf8.contains { $0 >= 0x80 } && contains(text)
  }
}
