public import Almanac
public import Observation

/// A month on a screen: the shortest way from calendars to what a view draws.
///
/// A screen binds to `title`, `weekdays` and `weeks`, and calls `step`, `select` and `replace`.
@MainActor @Observable
public final class MonthModel {
  public private(set) var month: MonthView
  private var calendars: [EventCalendar]
  private var navigator: CalendarNavigator
  private let zone: Zone
  private let today: CivilDate
  private let localization: Localization
  private let options: ViewOptions

  public init(
    _ calendars: [EventCalendar], in zone: Zone, today: CivilDate, localization: Localization = .english
  ) {
    self.calendars = calendars
    self.zone = zone
    self.today = today
    self.localization = localization
    var options = ViewOptions(localization)
    options.maximumLanes = 3
    self.options = options
    navigator = CalendarNavigator(at: today)
    month = MonthView(
      of: today.yearMonth, showing: calendars, in: zone, today: today, selected: nil, options: options)
  }

  public var title: String { localization.date(month.month) }

  public var weekdays: [String] { month.weekdays.map { localization.name(of: $0, .short) } }

  public var weeks: [MonthView.Week] { month.weeks }

  /// The lines of the selected day: the time and the title of each item.
  public var selectedLines: [String] {
    guard let day = month.selectedDay else { return [] }
    return day.items.map { item in
      let isWhole = item.isAllDay || item.localStart.date < day.date
      return isWhole ? item.item.summary : "\(localization.time(item.localStart.time)) \(item.item.summary)"
    }
  }

  /// The next months, or earlier ones for a negative number.
  public func step(by months: Int) {
    navigator.step(by: months)
    update()
  }

  public func select(_ date: CivilDate) {
    navigator.select(date)
    update()
  }

  /// The calendars after an edit; returns the days whose cells changed.
  @discardableResult
  public func replace(_ calendars: [EventCalendar]) -> [CivilDate] {
    self.calendars = calendars
    let old = month
    update()
    return month.changes(since: old).days
  }

  private func update() {
    month = MonthView(
      of: navigator.month, showing: calendars, in: zone, today: today, selected: navigator.selected,
      options: options)
  }
}
