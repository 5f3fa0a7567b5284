public import AlmanacEvents
public import AlmanacTime

/// Items in order of time under headings: the agenda.
///
/// By day an item of several days stands under each of them, marked as continuing; under any other heading it
/// stands once, where its first day in the range is.
///
/// ```swift
/// let agenda = ListView(of: today...today.adding(days: 30), showing: [course], in: madrid, by: .day)
/// for section in agenda.sections { print(section.key, section.entries.map(\.item.item.summary)) }
/// ```
public struct ListView: Sendable, Hashable {
  /// The days of which it tells; the last is included.
  public let days: ClosedRange<CivilDate>
  public let zone: Zone
  public let grouping: Grouping
  public let today: CivilDate?
  /// The calendars that are shown, in the order by which items name them.
  public let calendars: [CalendarLabel]
  /// The series of which instances are missing, as they repeat too often, and from when on.
  public let unexpanded: [UnexpandedSeries]
  /// In order of time, categories by name; none is empty.
  public let sections: [Section]
  /// Every item once, in order.
  public let items: [ViewItem]
  /// To-dos and notes that have no day at all.
  public let undated: [Undated]

  /// Whether nothing is on: not where it is not known.
  public var isEmpty: Bool { sections.isEmpty && undated.isEmpty && unexpanded.isEmpty }

  /// What items stand under one heading for.
  public enum Grouping: String, Sendable, Hashable, CaseIterable {
    case day, week, month
    /// Under each of its categories; those without stand last.
    case category
  }

  /// What a heading stands for.
  public enum Key: Sendable, Hashable {
    case day(CivilDate)
    /// The first day of a week and its number.
    case week(CivilDate, number: Int)
    case month(YearMonth)
    /// `nil` for the items without.
    case category(String?)
    /// What the caller sorts by.
    case custom(String)
  }

  /// A heading with its items.
  public struct Section: Sendable, Hashable, Identifiable {
    public let key: Key
    public let entries: [Entry]

    public var id: Key { key }
  }

  /// An item under a heading.
  public struct Entry: Sendable, Hashable {
    public let item: ViewItem
    /// The day on which it stands here.
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

    /// Whether the whole day is covered: by its form, or because it began before and goes on.
    public var coversDay: Bool { item.isAllDay || (continuesBefore && continuesAfter) }
  }

  /// An item that is on no day.
  public struct Undated: Sendable, Hashable {
    public let item: Item
    public let color: CalendarColor
    /// Counted from 0 in the order in which the calendars were given.
    public let calendar: Int
  }
}
