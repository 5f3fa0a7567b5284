public import AlmanacEvents
public import AlmanacTime

/// The options of all views in one value, so that views agree; each view reads those that concern it.
///
/// ```swift
/// var options = ViewOptions(firstWeekday: .sunday)
/// options.weeks = .six
/// options.maximumLanes = 3
/// ```
public struct ViewOptions: Sendable, Hashable {
  // Rows and cells.
  /// The weekday with which weeks begin in every view.
  public var firstWeekday: Weekday
  /// The weekdays hidden in every grid; if all seven are, none is hidden.
  public var hiddenWeekdays: Set<Weekday> = []
  /// The rule for the numbers of weeks, by default that of ISO 8601.
  public var weekNumbers = WeekNumbering.iso
  /// The number of rows of a month, by default those with a day of it.
  public var weeks = WeekCount.asNeeded
  /// The rule for the colour of a day.
  public var dayColor = DayColorPolicy.multiple
  /// The days that can be used; others are disabled and show no items.
  public var validDays: ClosedRange<CivilDate>?

  /// The language in whose alphabetical order categories and resources are listed.
  public var language = Localization.Language.english

  // Items.
  /// An item that began on an earlier day and ends before this time of day is not shown on the day of its end, so that a
  /// late night is one day.
  public var nextDayThreshold = CivilTime.midnight
  /// The most lanes of items that a day shows; the others are counted as "+N". `nil` shows all, up to 1 000.
  public var maximumLanes: Int?
  /// The handling of items beyond `maximumLanes`, by default hidden in the whole week.
  public var overflow = Overflow.whole
  /// The criteria for the order of items, the first one deciding first.
  public var order = ItemOrder.standard
  /// Whether cancelled events are shown; they never count for a day's colour.
  public var showsCancelledEvents = true
  /// The calendar addresses of the person who looks at the view. Items that they have not accepted are tentative, and
  /// events that they declined are hidden.
  public var me: Set<String> = []
  /// Whether events that the viewer declined are shown; they never count for a day's colour.
  public var showsDeclinedEvents = false
  /// Whether completed and cancelled to-dos are shown; they never count for a day's colour.
  public var showsClosedTodos = false
  /// The categories of events that are the background of days and hours, such as holidays or terms, and not items in boxes.
  /// They never count for a day's colour.
  public var backgroundCategories: Set<String> = []
  /// The colours of items without one whose calendar has none either.
  public var palette = Palette.standard

  /// The most instances of series that a view expands, as `OccurrenceQuery.budget` counts them. In a list by day it
  /// also limits the repetition of items of several days: the days after their first one, of all items together.
  public var budget = OccurrenceQuery.defaultBudget

  /// The options of the hours of a day.
  public var hours = HourOptions()

  /// Creates the default options, with weeks from a weekday.
  public init(firstWeekday: Weekday = .monday) {
    self.firstWeekday = firstWeekday
  }

  /// Creates the options for the first weekday and the alphabetical order of a localization.
  public init(_ localization: Localization) {
    self.init(firstWeekday: localization.firstWeekday)
    language = localization.language
  }

  /// The default options, with weeks from Monday.
  public static let standard = ViewOptions()

  /// The rule for the numbers of weeks.
  public enum WeekNumbering: Sendable, Hashable {
    /// The ISO 8601 week of the row's Thursday, whatever day the row begins with.
    case iso
    /// Weeks from the first weekday on; the first week of a year has at least this many days in it.
    case local(minimalDays: Int)
  }

  /// The number of rows of a month.
  public enum WeekCount: Sendable, Hashable {
    /// The weeks with a day of the month: four to six.
    case asNeeded
    /// Always six, so that all months are equally high.
    case six
  }

  /// The handling of an item of several days without a free lane on one of them.
  public enum Overflow: Sendable, Hashable {
    /// The item is hidden in the whole week and counted on each of its days.
    case whole
    /// The item is shown on the days with a free lane and counted on the others.
    case sliced
  }
}

extension ViewOptions {
  /// The options with another first weekday; unchanged for `nil`.
  func beginning(on weekday: Weekday?) -> ViewOptions {
    guard let weekday else { return self }
    var options = self
    options.firstWeekday = weekday
    return options
  }

  /// The weekdays of a row, in order.
  var weekdays: [Weekday] {
    let visible = Weekday.week(from: firstWeekday).filter { !hiddenWeekdays.contains($0) }
    return visible.isEmpty ? Weekday.week(from: firstWeekday) : visible
  }

  /// The first day of the row of a date, as days since 1970-01-01; it may lie before the calendar's first day.
  func rowStart(of date: CivilDate) -> Int {
    date.daysSinceEpoch - date.weekday.days(after: firstWeekday)
  }

  /// The first days of the rows that show a day of a month, as days since 1970-01-01; rows of hidden
  /// weekdays only are skipped.
  func rowStarts(of month: YearMonth) -> [Int] {
    let (first, last) = (month.firstDay.daysSinceEpoch, month.lastDay.daysSinceEpoch)
    let starts = stride(from: rowStart(of: month.firstDay), through: last, by: 7)
    let places = weekdays.map { $0.days(after: firstWeekday) }
    return starts.filter { start in places.contains { (first...last).contains(start + $0) } }
  }

  /// The number of the week of a row.
  ///
  /// - Parameter start: A result of `rowStart(of:)`.
  func weekNumber(ofRow start: Int) -> Int {
    switch weekNumbers {
    case .iso: return WeekDate(Self.equivalentDate(start + Weekday.thursday.days(after: firstWeekday))).week
    case .local(let minimalDays):
      return WeekDate(
        Self.equivalentDate(start), rule: WeekRule(firstWeekday: firstWeekday, minimalDays: minimalDays)
      ).week
    }
  }

  /// The date of a day; beyond the calendar the one 400 years away, which has the same place in its year and week.
  private static func equivalentDate(_ number: Int) -> CivilDate {
    if number < CivilDate.min.daysSinceEpoch { return CivilDate(daysSinceEpoch: number + 146_097) }
    if number > CivilDate.max.daysSinceEpoch { return CivilDate(daysSinceEpoch: number - 146_097) }
    return CivilDate(daysSinceEpoch: number)
  }

  func isValid(_ date: CivilDate) -> Bool {
    validDays?.contains(date) ?? true
  }
}

/// The options of the hours of a day.
public struct HourOptions: Sendable, Hashable {
  /// The hours that are shown, 0 … 24.
  public var visible: Range<Int>
  /// The distance of the lines between hours, in minutes: 1 … 1440.
  public var slotMinutes = 30
  /// The least height of a box, in minutes: 1 … 1440. An item that another one follows at once is as high as it lasts, and one
  /// at the end of the hours as high as they have room, but at least half of this, so that two after each other do not look as
  /// if they overlapped.
  public var minimumMinutes = 30
  /// The most items side by side, at least one: those beyond share a box for "+N more". `nil` shows all, and renderers as
  /// many as they have room for.
  public var maximumColumns: Int?
  /// The working hours.
  public var business: [BusinessHours] = []
  /// The further zones whose clocks are shown along the hours.
  public var zones: [Zone]

  /// Creates the options for some hours, by default all of the day. Hours outside 0 … 24 are bounded in the view.
  public init(visible: Range<Int> = 0..<24, zones: [Zone] = []) {
    self.visible = visible
    self.zones = zones
  }

  /// The working hours of some weekdays, half-open; an end at midnight is the end of the day.
  public struct BusinessHours: Sendable, Hashable {
    /// The weekdays that have these hours.
    public var weekdays: Set<Weekday>
    /// The beginning of the hours, on the clocks of the column's zone.
    public var start: CivilTime
    /// The end, not included; midnight is the end of the day. Any other end not after `start` leaves no hours.
    public var end: CivilTime

    /// Creates working hours within a day; a night is two values, on successive weekdays.
    public init(on weekdays: Set<Weekday>, from start: CivilTime, to end: CivilTime) {
      self.weekdays = weekdays
      self.start = start
      self.end = end
    }
  }
}
