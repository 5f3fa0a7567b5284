public import AlmanacTime

/// Which view of a calendar is shown and where each of them stands: rows U6 and G2.
///
/// Switching keeps every view's place. It holds nothing of the calendar: after an edit the views are made anew from
/// it, and `changes(since:)` of a view says which cells are to be drawn again.
///
/// ```swift
/// var navigator = CalendarNavigator(at: today)
/// navigator.step(by: 1)                      // the next month
/// navigator.show(.day, at: selected)         // a day; the month keeps its place
/// navigator.show(.month)                     // the next month again
/// let month = MonthView(of: navigator.month, showing: calendars, in: zone, today: today)
/// ```
public struct CalendarNavigator: Sendable, Hashable {
  public enum View: String, Sendable, Hashable, CaseIterable {
    case month, week, day, list, year
  }

  private var places: Places<View, CivilDate>
  /// The day that is selected, whatever the view; `nil` when none is.
  public private(set) var selected: CivilDate?
  /// The days that can be reached; the last is included.
  public let limits: ClosedRange<CivilDate>
  /// How many days the list shows, and a step of it moves: at least one.
  public let listDays: Int

  /// - Parameter limits: Days beyond them become the nearest within.
  public init(
    showing view: View = .month, at date: CivilDate, listDays: Int = 30,
    limits: ClosedRange<CivilDate> = CivilDate.min...CivilDate.max
  ) {
    self.limits = limits
    self.listDays = max(listDays, 1)
    places = Places(showing: view, at: date.clamped(to: limits))
  }

  /// The view that is shown.
  public var view: View { places.view }

  /// A day of the month, week, day, list or year where the view stands that is shown.
  public var date: CivilDate { places.place }

  /// A day of where a view stands.
  public subscript(view: View) -> CivilDate { places[view] }

  /// The month at which the month view stands.
  public var month: YearMonth { places[.month].yearMonth }

  /// The year at which the year view stands.
  public var year: Int { places[.year].year }

  /// The days that a view shows where it stands, without the neighbouring months'.
  public func days(of view: View, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
    Self.days(of: view, at: places[view], firstWeekday: firstWeekday, listDays: listDays)
  }
}

/// Moving.
extension CalendarNavigator {
  /// Shows a view where it was left, or at a day.
  public mutating func show(_ view: View, at date: CivilDate? = nil) {
    places.show(view, at: date?.clamped(to: limits))
  }

  /// Moves the view that is shown by months, weeks, days, list lengths or years, as it is one of.
  ///
  /// - Returns: Whether it moved: not where all of its new days would lie beyond the limits.
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
    places.place = today.clamped(to: limits)
  }

  /// Selects a day, or none; the views stay where they are.
  public mutating func select(_ date: CivilDate?) {
    selected = date?.clamped(to: limits)
  }

  /// Whether `step(by:)` would move.
  public func canStep(by count: Int) -> Bool {
    var copy = self
    return copy.step(by: count)
  }

  private mutating func step(months count: Int) -> Bool {
    // A month or a year is told by its first day, so that steps there and back end where they began.
    let unit: View = view == .year ? .year : .month
    let isWhole = view == .month || view == .year
    let date = isWhole ? places.place.yearMonth.firstDay : places.place
    let target = date.adding(months: count)
    guard target.yearMonth.months(since: date.yearMonth) == count else { return false }
    return move(to: target, unit: isWhole ? unit : .day)
  }

  private mutating func step(days count: Int, of length: Int) -> Bool {
    let (days, overflow) = count.multipliedReportingOverflow(by: length)
    let target = places.place.adding(days: days)
    guard !overflow, target.days(since: places.place) == days else { return false }
    return move(to: target, unit: view)
  }

  /// Moves where some of the new days can be reached; else to the nearest that can, when that is a move at all.
  private mutating func move(to target: CivilDate, unit: View) -> Bool {
    // Weeks are judged by the seven days from the one that stands for them, since they may begin on any.
    let days = Self.days(of: unit, at: target, firstWeekday: target.weekday, listDays: listDays)
    guard days.overlaps(limits), target != places.place else { return false }
    places.place = target.clamped(to: limits)
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
    case .year: YearMonth(date.year, 1).firstDay...YearMonth(date.year, 12).lastDay
    }
  }
}

extension CivilDate {
  fileprivate func clamped(to limits: ClosedRange<CivilDate>) -> CivilDate {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}

/// Where several views of the same things stand, each for itself: switching between them keeps every place.
///
/// ```swift
/// var places = Places<String, Int>(showing: "rounds", at: 1)
/// places.place = 21
/// places.show("teams", at: 4)
/// places.show("rounds")
/// places.place                          // 21
/// ```
public struct Places<View: Hashable & Sendable, Place: Hashable & Sendable>: Sendable, Hashable {
  /// The view that is shown.
  public private(set) var view: View
  private var places: [View: Place]
  private let initial: Place

  /// - Parameter place: Where every view stands until it is moved.
  public init(showing view: View, at place: Place) {
    self.view = view
    initial = place
    places = [:]
  }

  /// Where the view that is shown stands.
  public var place: Place {
    get { self[view] }
    set { self[view] = newValue }
  }

  /// Where a view stands.
  public subscript(view: View) -> Place {
    get { places[view] ?? initial }
    set { places[view] = newValue }
  }

  /// Shows a view where it was left, or at a new place.
  public mutating func show(_ view: View, at place: Place? = nil) {
    self.view = view
    if let place { self[view] = place }
  }
}
