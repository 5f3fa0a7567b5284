public import AlmanacEvents
public import AlmanacTime

/// Items by time under headings: the agenda.
///
/// Grouped by day, an item of several days is listed under each of them, marked as continuing; in any other grouping it
/// is listed once, on its first day in the range. Where items have more days together than `ViewOptions.budget`, each is
/// listed on its first days only, and `unexpanded` has the first day without it.
///
/// ```swift
/// let agenda = ListView(of: today...today.adding(days: 30), showing: [course], in: madrid, by: .day)
/// for section in agenda.sections { print(section.key, section.entries.map(\.item.item.summary)) }
/// ```
public struct ListView: CalendarView {
  /// The days that are listed, the last one included.
  public let days: ClosedRange<CivilDate>
  public let context: ViewContext
  /// The criterion with which the list was created; `grouped(by:)` does not change it.
  public let grouping: Grouping
  /// The sections by time, or categories by name; none is empty.
  public let sections: [Section]
  /// The items, each once, in order.
  public let items: [ViewItem]
  /// The to-dos and journal entries without a day.
  public let undated: [Undated]
  /// In a list without an end, the first day with instances of series without an end that are not listed: "more from …".
  public let continuesFrom: CivilDate?
  /// The number of items that come later, which renderers state below the list; 0 unless the caller sets it.
  public var laterCount = 0

  /// Whether there are no items and none can be missing.
  public var isEmpty: Bool { sections.isEmpty && undated.isEmpty && unexpanded.isEmpty }

  /// The criterion by which items have a heading in common.
  public enum Grouping: String, Sendable, Hashable, CaseIterable {
    /// Each day; an item of several days is listed under each of them.
    case day
    /// Each week from `ViewOptions.firstWeekday` on, by an item's first day in the range.
    case week
    /// Each calendar month, by an item's first day in the range.
    case month
    /// Each category of an item, alphabetically; items without one come last.
    case category
  }

  /// The meaning of a heading.
  public enum Key: Sendable, Hashable {
    /// The day of the items.
    case day(CivilDate)
    /// The first day of a week and its number.
    case week(CivilDate, number: Int)
    /// The month of the items' first days in the range.
    case month(YearMonth)
    /// A category; `nil` for items without one.
    case category(String?)
    /// A key of `grouped(by:)`.
    case custom(String)
  }

  /// A heading with its items.
  public struct Section: Sendable, Hashable, Identifiable {
    /// The meaning of the heading, different for all sections of a list.
    public let key: Key
    /// The items below the heading, in order; never empty.
    public let entries: [Entry]

    public var id: Key { key }
  }

  /// An item under a heading.
  public struct Entry: Sendable, Hashable {
    /// The item that is listed.
    public let item: ViewItem
    /// The day on which it is listed here.
    public let day: CivilDate
    /// Whether the item has days before this one.
    public let continuesBefore: Bool
    /// Whether the item has days after this one.
    public let continuesAfter: Bool

    init(_ item: ViewItem, on day: CivilDate) {
      self.item = item
      self.day = day
      continuesBefore = item.days.lowerBound < day
      continuesAfter = item.days.upperBound > day
    }

    /// Whether it covers the whole day, being an item of whole days or continuing on both sides.
    public var coversDay: Bool { item.isAllDay || (continuesBefore && continuesAfter) }
  }

  /// An item without a day.
  public struct Undated: Sendable, Hashable {
    /// The item, from a calendar always a to-do or a journal entry.
    public let item: Item
    /// The colour as shown, never a red.
    public let color: CalendarColor
    /// The index of its calendar among those of the view.
    public let calendar: Int
  }
}

extension ListView {
  /// Creates a list.
  ///
  /// - Parameters:
  ///   - days: The days to list, the last one included.
  ///   - source: The calendars, or occurrences on these days.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - grouping: The criterion by which items have a heading in common.
  ///   - includesUndated: Whether to list to-dos and journal entries of calendars that are without a day.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - options: The options of items, and of weeks where they are headings.
  /// - Complexity: O(*n* log *n*) in the entries that are listed.
  public init(
    of days: ClosedRange<CivilDate>, showing source: some ViewSource, in zone: Zone,
    by grouping: Grouping = .day, includesUndated: Bool = false, today: CivilDate? = nil,
    options: ViewOptions = .standard
  ) {
    var builder = ItemBuilder(
      source, on: days, in: zone, includesUndated: includesUndated, today: today, options: options)
    items = builder.items()
    let maximumDays = Self.maximumDays(of: items, in: days, budget: options.budget)
    var context = builder.context
    if grouping == .day, let maximumDays {
      context.unexpanded += items.compactMap { $0.cut(to: maximumDays, in: days, zone) }
      context.unexpanded.sort()
    }
    sections =
      switch grouping {
      case .day: Self.sections(items, in: days, maximumDays: maximumDays ?? .max) { .day($0) }
      case .week: Self.sections(items, in: days) { options.week(of: $0) }
      case .month: Self.sections(items, in: days) { .month($0.yearMonth) }
      case .category: Self.byCategory(items, in: days, options.language)
      }
    self.days = days
    self.context = context
    self.grouping = grouping
    undated = builder.undatedItems()
    continuesFrom = builder.continuesFrom
  }

  /// Creates the list of everything still to come: all items from a day on, and of series without an end the instances of
  /// the first days. `continuesFrom` says from which day they go on.
  ///
  /// ```swift
  /// let list = ListView(from: today, showing: [course], in: madrid, includesUndated: true)
  /// if let more = list.continuesFrom { print("more from \(more)") }
  /// ```
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - endlessDays: The number of days, 1 or more, for which series without an end are listed.
  ///   - calendars: The calendars to list.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - grouping: The criterion by which items have a heading in common.
  ///   - includesUndated: Whether to list to-dos and journal entries that are without a day.
  ///   - today: The day to mark as today; `nil` for none.
  ///   - options: The options of items, and of weeks where they are headings.
  /// - Complexity: O(*n* log *n*) in the entries that are listed.
  public init(
    from first: CivilDate, endlessDays: Int = 365, showing calendars: [EventCalendar], in zone: Zone,
    by grouping: Grouping = .day, includesUndated: Bool = false, today: CivilDate? = nil,
    options: ViewOptions = .standard
  ) {
    let contents = calendars.contents(
      from: first, endlessDays: endlessDays, in: zone, includesUndated: includesUndated, options: options)
    let last = contents.occurrences.map { zone.local(at: $0.start.instant(in: zone)).date }.max() ?? first
    self.init(
      of: first...max(last, first.adding(days: max(1, endlessDays) - 1)), showing: contents, in: zone,
      by: grouping, includesUndated: includesUndated, today: today, options: options)
  }

  /// The items under the caller's headings, in the order of their first items; items with the key `nil` are ignored.
  ///
  /// - Complexity: O(*n*).
  public func grouped(by key: (ViewItem) -> String?) -> ListView {
    let sections = Self.sections(items.map { Entry($0, on: $0.firstDay(in: days)) }) { entry in
      key(entry.item).map { [.custom($0)] } ?? []
    }
    return with(sections, items)
  }

  /// The list with the items of another one before its own, each once, under a heading such as "Overdue"; unchanged where that
  /// one has none. Its days stay those of this list.
  ///
  /// - Parameters:
  ///   - list: A list of the same calendars.
  ///   - heading: The heading of its items.
  /// - Complexity: O(*n*).
  public func preceded(by list: ListView, under heading: String) -> ListView {
    guard !list.items.isEmpty else { return self }
    let entries = list.items.map { Entry($0, on: $0.firstDay(in: list.days)) }
    return with([Section(key: .custom(heading), entries: entries)] + sections, list.items + items)
  }

  private func with(_ sections: [Section], _ items: [ViewItem]) -> ListView {
    ListView(
      days: days, context: context, grouping: grouping, sections: sections, items: items, undated: undated,
      continuesFrom: continuesFrom, laterCount: laterCount)
  }
}

extension ListView {
  /// The largest number of days on which each item is listed, such that the days after the first do not exceed a budget for
  /// all items together; `nil` if they do not exceed it without a limit.
  private static func maximumDays(
    of items: [ViewItem], in days: ClosedRange<CivilDate>, budget: Int
  ) -> Int? {
    let further = items.lazy.map { $0.days.clamped(to: days).count - 1 }.filter { $0 > 0 }
    guard further.reduce(0, +) > max(budget, 0) else { return nil }
    return 1 + max(budget, 0) / further.count
  }

  /// The sections of headings that follow each other in time.
  ///
  /// - Parameter maximumDays: The most days of the range under which an item is listed.
  private static func sections(
    _ items: [ViewItem], in days: ClosedRange<CivilDate>, maximumDays: Int = 1, by key: (CivilDate) -> Key
  ) -> [Section] {
    var entries: [CivilDate: [Entry]] = [:]
    for item in items {
      for day in item.days.clamped(to: days).prefix(maximumDays) {
        entries[day, default: []].append(Entry(item, on: day))
      }
    }
    return sections(entries.keys.sorted().flatMap { entries[$0] ?? [] }) { [key($0.day)] }
  }

  private static func byCategory(
    _ items: [ViewItem], in days: ClosedRange<CivilDate>, _ language: Localization.Language
  ) -> [Section] {
    let sections = sections(items.map { Entry($0, on: $0.firstDay(in: days)) }) { entry in
      let categories = entry.item.item.categories
      return categories.isEmpty ? [.category(nil)] : categories.map { .category($0) }
    }
    let named = sections.filter { $0.key != .category(nil) }.alphabetical { section in
      guard case .category(let name?) = section.key else { return AlphabeticalKey("") }
      return AlphabeticalKey(name, in: language)
    }
    return named + sections.filter { $0.key == .category(nil) }
  }

  /// The sections of entries by key, in the order of the keys' first entries.
  private static func sections(_ entries: [Entry], by keys: (Entry) -> [Key]) -> [Section] {
    var places: [Key: Int] = [:]
    var gathered: [(key: Key, entries: [Entry])] = []
    for entry in entries {
      var own: Set<Key> = []
      for key in keys(entry) where own.insert(key).inserted {
        let place = places[key, default: gathered.count]
        if place == gathered.count {
          places[key] = place
          gathered.append((key, []))
        }
        gathered[place].entries.append(entry)
      }
    }
    return gathered.map { Section(key: $0.key, entries: $0.entries) }
  }
}

extension ViewItem {
  /// The report that the list has an item on its first days in a range only; `nil` if it has no further days.
  fileprivate func cut(
    to most: Int, in range: ClosedRange<CivilDate>, _ zone: Zone
  ) -> UnexpandedSeries? {
    let own = days.clamped(to: range)
    guard own.count > most else { return nil }
    let missing = own.lowerBound.adding(days: most)
    return UnexpandedSeries(
      uid: item.uid, kind: item.kind, calendar: occurrence.calendar, summary: item.summary,
      from: zone.instant(of: missing.startOfDay))
  }

  /// The first of its days within a range that it overlaps.
  fileprivate func firstDay(in range: ClosedRange<CivilDate>) -> CivilDate {
    max(days.lowerBound, range.lowerBound)
  }
}

extension ViewOptions {
  fileprivate func week(of date: CivilDate) -> ListView.Key {
    let start = rowStart(of: date)
    return .week(CivilDate(daysSinceEpoch: start), number: weekNumber(ofRow: start))
  }
}
