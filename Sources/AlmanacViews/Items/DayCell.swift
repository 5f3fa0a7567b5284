public import AlmanacEvents
public import AlmanacTime

/// A day in a grid with its items.
public struct DayCell: Sendable, Hashable, Identifiable {
  /// The day; of a cell that does not exist, the nearest day of the calendar.
  public let date: CivilDate
  /// Whether there is such a day. A cell beyond the ends of the calendar (-9999-01-01, 9999-12-31) only fills its place in
  /// the row: it is left blank and has the nearest date.
  public let exists: Bool
  /// Whether it is a day of the month that is shown; always true outside month views.
  public let isInMonth: Bool
  /// Whether it is `CalendarView.today`.
  public let isToday: Bool
  /// Whether it is `CalendarView.selected`.
  public let isSelected: Bool
  /// Whether it is in `ViewOptions.validDays`.
  public let isValid: Bool
  /// Whether items may be missing, since one of the view's `unexpanded` series repeats too often.
  public let isIncomplete: Bool
  /// The items of the day, in order; an item of several days is on each of them.
  public let items: [ViewItem]
  /// The number of items that count for the colour.
  public let count: Int
  /// The colour of the day by `ViewOptions.dayColor`; the reserved red when it has several items, never another red.
  public let color: CalendarColor?
  /// The different colours of the items that count, in order.
  public let markers: [CalendarColor]
  /// The items without a lane on this day, in order.
  public internal(set) var hidden: [ViewItem]

  /// The days since 1970-01-01, also beyond the ends of the calendar: different for all cells of a view.
  public let id: Int

  /// The items that are its background, in order.
  public var background: [ViewItem] { items.filter(\.isBackground) }

  /// The number of items without a lane on this day.
  public var hiddenCount: Int { hidden.count }

  /// The number of items in words, for a sign beside the colour.
  public var mark: DayMark { DayMark(count: count) }
}

/// The number of a day's items in words: none, one, or several, whatever the colour of the day.
public enum DayMark: String, Sendable, Hashable, CaseIterable {
  /// No item counts: no sign.
  case none
  /// One item counts.
  case single
  /// Two or more items count.
  case several

  init(count: Int) {
    self = count <= 0 ? .none : count == 1 ? .single : .several
  }
}

/// The summary of a day in one line.
public enum DaySummary: Sendable, Hashable {
  /// No item counts.
  case nothing
  /// The only item that counts.
  case single(ViewItem)
  /// The number of items, two or more.
  case several(Int)
}

extension DayCell {
  /// The summary of the items that count.
  public var summary: DaySummary {
    guard count < 2 else { return .several(count) }
    return items.first(where: \.countsForColor).map(DaySummary.single) ?? .nothing
  }
}
