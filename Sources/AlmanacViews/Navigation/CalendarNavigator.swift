public import AlmanacTime

/// The view of a calendar that is shown, and the date of each view.
///
/// The date of a view does not change while another is shown. The navigator has no items: after an edit the program creates
/// the views again from the calendar, and `changes(since:)` of a view lists the cells to draw again.
///
/// ```swift
/// var navigator = CalendarNavigator(at: today)
/// navigator.step(by: 1)                      // the next month
/// navigator.show(.day, at: selected)         // a day; the date of the month view stays
/// navigator.show(.month)                     // the next month again
/// let month = MonthView(of: navigator.month, showing: calendars, in: zone, today: today)
/// ```
public struct CalendarNavigator: Sendable, Hashable {
  /// The views of a calendar, each with the length of its steps.
  public enum View: String, Sendable, Hashable, CaseIterable {
    /// A `MonthView`, with steps of a month.
    case month
    /// A `WeekView` of seven days, which are also its step.
    case week
    /// A `DayView`, with steps of a day.
    case day
    /// A `ListView` of `listDays` days, which are also its step.
    case list
    /// A `YearView`, with steps of a year.
    case year
  }

  private var positions: ViewPositions<View, CivilDate>
  /// The selected day, the same in all views; `nil` when there is none.
  public private(set) var selected: CivilDate?
  /// The days that can be reached, the last one included.
  public let limits: ClosedRange<CivilDate>
  /// The number of days of the list, which is also its step: at least one.
  public let listDays: Int

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - view: The view that is shown first.
  ///   - date: The first date of every view.
  ///   - listDays: The number of days of the list; less than 1 counts as 1.
  ///   - limits: The days that can be reached; a day beyond them becomes the nearest one.
  public init(
    showing view: View = .month, at date: CivilDate, listDays: Int = 30,
    limits: ClosedRange<CivilDate> = CivilDate.min...CivilDate.max
  ) {
    self.limits = limits
    self.listDays = max(listDays, 1)
    positions = ViewPositions(showing: view, at: date.clamped(to: limits))
  }

  /// The view that is shown.
  public var view: View { positions.view }

  /// The date of the view that is shown: a day of its month, week or year.
  public var date: CivilDate { positions.position }

  /// The date of a view.
  public subscript(view: View) -> CivilDate { positions[view] }

  /// The month of the month view.
  public var month: YearMonth { positions[.month].yearMonth }

  /// The year of the year view.
  public var year: Int { positions[.year].year }

  /// The days of a view at its date, without those of neighbouring months.
  public func days(of view: View, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
    Self.days(of: view, at: positions[view], firstWeekday: firstWeekday, listDays: listDays)
  }
}

// MARK: Moving

extension CalendarNavigator {
  /// Shows a view at its date or at another one.
  public mutating func show(_ view: View, at date: CivilDate? = nil) {
    positions.show(view, at: date?.clamped(to: limits))
  }

  /// Moves the view that is shown by months, weeks, days, lengths of the list or years.
  ///
  /// - Returns: Whether it moved: not if all new days are beyond the limits.
  @discardableResult
  public mutating func step(by count: Int) -> Bool {
    switch view {
    case .month: step(months: count)
    case .week: step(days: count, of: 7)
    case .day: step(days: count, of: 1)
    case .list: step(days: count, of: listDays)
    case .year: step(years: count)
    }
  }

  /// Moves the view that is shown by years.
  ///
  /// - Returns: Whether it moved.
  @discardableResult
  public mutating func step(years count: Int) -> Bool {
    step(months: min(max(count, -20_000), 20_000) * 12)
  }

  /// Shows today in the view that is shown.
  public mutating func show(today: CivilDate) {
    positions.position = today.clamped(to: limits)
  }

  /// Selects a day, or none; the dates of the views do not change.
  public mutating func select(_ date: CivilDate?) {
    selected = date?.clamped(to: limits)
  }

  /// Whether `step(by:)` would move.
  public func canStep(by count: Int) -> Bool {
    var copy = self
    return copy.step(by: count)
  }

  private mutating func step(months count: Int) -> Bool {
    // A month or a year has its first day as date, so that steps there and back end at the same date.
    let date = view == .month || view == .year ? date.yearMonth.firstDay : date
    let target = date.adding(months: count)
    return target.yearMonth.months(since: date.yearMonth) == count && move(to: target)
  }

  private mutating func step(days count: Int, of length: Int) -> Bool {
    let (days, overflow) = count.multipliedReportingOverflow(by: length)
    let target = date.adding(days: days)
    return !overflow && target.days(since: date) == days && move(to: target)
  }

  /// Moves to a date, or to the nearest day within the limits, if any of its days can be reached and the date changes.
  private mutating func move(to target: CivilDate) -> Bool {
    // A week counts as the seven days from its date on, since it may begin on any weekday.
    let days = Self.days(of: view, at: target, firstWeekday: target.weekday, listDays: listDays)
    guard days.overlaps(limits), target != date else { return false }
    positions.position = target.clamped(to: limits)
    return true
  }

  private static func days(
    of view: View, at date: CivilDate, firstWeekday: Weekday, listDays: Int
  ) -> ClosedRange<CivilDate> {
    switch view {
    case .month: date.yearMonth.firstDay...date.yearMonth.lastDay
    case .week: WeekView.days(ofWeek: date, firstWeekday: firstWeekday)
    case .day: date...date
    case .list: date...date.adding(days: listDays - 1)
    case .year:
      YearMonth(clampingYear: date.year, 1).firstDay...YearMonth(clampingYear: date.year, 12).lastDay
    }
  }
}

extension CivilDate {
  fileprivate func clamped(to limits: ClosedRange<CivilDate>) -> CivilDate {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}

/// The position in each of several views, one of which is shown.
///
/// ```swift
/// var positions = ViewPositions<String, Int>(showing: "rounds", at: 1)
/// positions.position = 21
/// positions.show("teams", at: 4)
/// positions.show("rounds")
/// positions.position                          // 21
/// ```
public struct ViewPositions<View: Hashable & Sendable, Position: Hashable & Sendable>: Sendable, Hashable {
  /// The view that is shown.
  public private(set) var view: View
  private var positions: [View: Position]
  private let initial: Position

  /// Creates the positions in views.
  ///
  /// - Parameters:
  ///   - view: The view that is shown first.
  ///   - position: The initial position in every view.
  public init(showing view: View, at position: Position) {
    self.view = view
    initial = position
    positions = [:]
  }

  /// The position in the shown view.
  public var position: Position {
    get { self[view] }
    set { self[view] = newValue }
  }

  /// The position in a view.
  public subscript(view: View) -> Position {
    get { positions[view] ?? initial }
    set { positions[view] = newValue }
  }

  /// Shows a view, at its last position or at a new one.
  public mutating func show(_ view: View, at position: Position? = nil) {
    self.view = view
    if let position { self[view] = position }
  }
}
