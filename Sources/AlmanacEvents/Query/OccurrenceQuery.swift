/// The conditions that occurrences have to meet to be found.
///
/// ```swift
/// var query = OccurrenceQuery.all
/// query.categories = ["Work"]
/// let lessons = calendar.occurrences(in: week, viewer: madrid, matching: query)
/// ```
public struct OccurrenceQuery: Sendable, Hashable {
  /// The kinds of items: events, to-dos, journal entries.
  public var kinds: Set<Item.Kind>
  /// Whether to-dos that are done or cancelled are found too. Cancelled events always are, with their status.
  public var includesClosedTodos: Bool
  /// Categories of which an item must have one; empty for all items. Case does not matter.
  public var categories: [String]
  /// A text that the summary, details or location of an item must contain; empty for all items. Case does not matter.
  public var text: String
  /// The calendar address of a person who must attend or organise an item; empty for all items. Case and `mailto:` do not
  /// matter.
  public var attendee: String
  /// The most occurrences to find, the earliest ones; `nil` for all.
  public var limit: Int?
  /// The most instances of series to expand where there is no limit, which bounds the work on rules that repeat every
  /// second.
  ///
  /// All series share the budget. Those that have less than an equal part are expanded whole; the others get equal parts of
  /// the rest, and `Agenda.unexpanded` lists them. Items that happen once are always found.
  public var budget: Int

  /// One million instances.
  public static let defaultBudget = 1_000_000

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
  /// Whether an item meets the conditions, apart from `limit` and `budget`.
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
  /// Whether only events that take up time are wanted, and whether tentative ones are among them.
  private let busyOnly: Bool
  private let countsTentative: Bool
  /// The rules of busy time, where they check more of an item than its status and transparency.
  private let busyRules: BusyRules.Prepared?
  private let condition: ((Item) -> Bool)?
  /// Whether only closed to-dos and, where asked for, free time are left out, which is the common case.
  private let isOpen: Bool

  /// - Parameters:
  ///   - rules: Where given, only items that take up time by them are wanted.
  ///   - condition: Where given, only items that meet it are wanted.
  init(
    _ query: OccurrenceQuery, counting rules: BusyRules.Prepared? = nil,
    where condition: ((Item) -> Bool)? = nil
  ) {
    busyOnly = rules != nil
    countsTentative = rules?.rules.countsTentative ?? true
    busyRules = rules.flatMap { $0.looksAtEach ? $0 : nil }
    kinds = query.kinds
    includesClosedTodos = query.includesClosedTodos
    categories = Set(query.categories.map { $0.caseFolded })
    text = query.text.caseFolded
    attendee = PersonKey(query.attendee).folded
    self.condition = condition
    isOpen =
      kinds.count == Item.Kind.allCases.count && categories.isEmpty && text.isEmpty && attendee.isEmpty
      && busyRules == nil && condition == nil
  }

  /// - Parameter isTodo: Whether the item is a to-do, which may be closed.
  @inline(__always)
  func matches(_ item: UnownedItem, isTodo: Bool) -> Bool {
    if busyOnly, !item.takesTime(tentatively: countsTentative) { return false }
    return isOpen && !isTodo || matches(item.item)
  }

  func matches(_ item: Item) -> Bool {
    if busyOnly, !UnownedItem(item).takesTime(tentatively: countsTentative) { return false }
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
    return [item.summary, item.details, item.location].contains { $0.caseFolded.contains(text) }
  }

  private func hasAttendee(_ item: Item) -> Bool {
    if attendee.isEmpty { return true }
    if let organizer = item.organizer, PersonKey(organizer.address).folded == attendee { return true }
    return item.attendees.contains { PersonKey($0.address).folded == attendee }
  }
}
