public import AlmanacEvents
public import AlmanacTime

/// One day in a grid: what it is and what is on it.
public struct DayCell: Sendable, Hashable, Identifiable {
  public let date: CivilDate
  /// Whether there is such a day. Beyond the ends of the calendar (-9999-01-01, 9999-12-31) there is none: the cell
  /// only keeps the place in its row, is to be left blank, and has the nearest date that there is.
  public let exists: Bool
  /// Whether it lies in the month that is shown, not in a neighbouring one; outside month views always true.
  public let isInMonth: Bool
  public let isToday: Bool
  public let isSelected: Bool
  /// Whether it lies in the valid range.
  public let isValid: Bool
  /// Whether items may be missing, as a series repeats too often to be expanded so far; the view's `unexpanded` says
  /// which.
  public let isIncomplete: Bool
  /// Everything on the day, in order; an item of several days is on each of them.
  public let items: [ViewItem]
  /// How many of the items count for the colour.
  public let count: Int
  /// The colour that the policy gives the day; the reserved red, and no other red, when it has several items.
  public let color: CalendarColor?
  /// Each colour of the items that count, once, in order: a dot each.
  public let markers: [CalendarColor]
  /// How many items the lanes of the week leave out on this day.
  public internal(set) var hiddenCount: Int

  /// The days since 1970-01-01, also where there is no such day: no two cells of a view have the same.
  public let id: Int

  /// What the colour says, for those who do not see it.
  public var mark: DayMark { DayMark(color) }
}

/// What the colour of a day says: nothing is on, one colour, or the red of several.
public enum DayMark: String, Sendable, Hashable, CaseIterable {
  case none, single, several

  /// What a day of this colour says.
  public init(_ color: CalendarColor?) {
    self = color == nil ? .none : color == .reservedRed ? .several : .single
  }
}

/// What every cell of a view is made with.
struct CellMaker {
  let options: ViewOptions
  let today: CivilDate?
  let selected: CivilDate?
  /// The first day of which items are missing.
  private let incomplete: CivilDate?

  init(
    options: ViewOptions, today: CivilDate?, selected: CivilDate?, unexpanded: [UnexpandedSeries], zone: Zone
  ) {
    self.options = options
    self.today = today
    self.selected = selected
    incomplete = unexpanded.firstDay(in: zone)
  }

  /// - Parameters:
  ///   - number: The days since 1970-01-01, which may lie beyond the calendar.
  ///   - month: The one whose days are no neighbours; `nil` when all belong.
  ///   - items: Of the day, in order.
  func cell(_ number: Int, in month: YearMonth?, items: [ViewItem]) -> DayCell {
    let date = CivilDate(daysSinceEpoch: number)
    let exists = date.daysSinceEpoch == number
    let isValid = exists && options.isValid(date)
    let shown = isValid ? items : []
    var colors: [CalendarColor] = []
    var markers: [CalendarColor] = []
    for item in shown where item.counts {
      colors.append(item.color)
      if !markers.contains(item.color) { markers.append(item.color) }
    }
    return DayCell(
      date: date, exists: exists, isInMonth: exists && (month.map { $0 == date.yearMonth } ?? true),
      isToday: exists && date == today, isSelected: exists && date == selected, isValid: isValid,
      isIncomplete: isValid && (incomplete.map { $0 <= date } ?? false), items: shown, count: colors.count,
      color: options.dayColor.color(of: colors), markers: markers,
      hiddenCount: 0, id: number)
  }
}

extension [UnexpandedSeries] {
  /// The first day on which instances are missing.
  func firstDay(in zone: Zone) -> CivilDate? {
    map { $0.from }.min().map { zone.local(at: $0).date }
  }
}

/// A day in one line: nothing, its one item, or that there are several (row U3).
public enum DaySummary: Sendable, Hashable {
  case nothing
  case single(ViewItem)
  /// How many.
  case several(Int)
}

extension DayCell {
  /// What the items that count amount to.
  public var summary: DaySummary {
    guard count < 2 else { return .several(count) }
    return items.first(where: \.counts).map(DaySummary.single) ?? .nothing
  }
}
