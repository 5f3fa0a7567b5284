public import AlmanacEvents
public import AlmanacTime

/// How views are made: one value for all of them, so that they agree. Each view takes from it what it needs.
///
/// ```swift
/// var options = ViewOptions(firstWeekday: .sunday)
/// options.weeks = .six
/// options.maximumRows = 3
/// ```
public struct ViewOptions: Sendable, Hashable {
  // Rows and cells.
  public var firstWeekday: Weekday
  /// Left out of every grid; all seven are taken as none.
  public var hiddenWeekdays: Set<Weekday>
  public var weekNumbers: WeekNumbering
  public var weeks: WeekCount
  /// How a day takes its colour from its items.
  public var dayColor: DayColorPolicy
  /// Days outside it are disabled and show no items.
  public var validDays: ClosedRange<CivilDate>?

  // Items.
  /// An item that runs into a day but ends before this time of day is not shown on it: a late night is one day.
  public var nextDayThreshold: CivilTime
  /// How many lanes of items a day shows; the others are told as "+N". `nil` shows all.
  public var maximumRows: Int?
  public var overflow: Overflow
  public var order: [ItemOrder]
  /// Whether cancelled events are shown, marked as such; they never count for a day's colour.
  public var showsCancelledEvents: Bool
  /// Whether to-dos that are done or cancelled are shown; they never count for a day's colour.
  public var showsClosedTodos: Bool
  /// Colours the items that have none and whose calendar has none.
  public var palette: Palette

  /// How the hours of a day are drawn.
  public var hours: HourOptions

  public init(firstWeekday: Weekday = .monday) {
    self.firstWeekday = firstWeekday
    hiddenWeekdays = []
    weekNumbers = .iso
    weeks = .asNeeded
    dayColor = .multiple
    validDays = nil
    nextDayThreshold = .midnight
    maximumRows = nil
    overflow = .whole
    order = ItemOrder.standard
    showsCancelledEvents = true
    showsClosedTodos = false
    palette = .standard
    hours = HourOptions()
  }

  public static let standard = ViewOptions()

  /// By what rule the weeks of a grid are numbered.
  public enum WeekNumbering: Sendable, Hashable {
    /// The ISO 8601 week of the row's Thursday, whatever day the row begins with.
    case iso
    /// Weeks that begin with the first weekday, the first of a year having at least so many days in it.
    case local(minimalDays: Int)
  }

  /// How many rows a month has.
  public enum WeekCount: Sendable, Hashable {
    /// The weeks that have a day of the month: four to six.
    case asNeeded
    /// Always six, so that every month is as high.
    case six
  }

  /// What becomes of an item of several days that has no row on one of them.
  public enum Overflow: Sendable, Hashable {
    /// It is hidden in the whole week, and counted on each of its days.
    case whole
    /// It is shown on those days that have a row for it, and counted on the others.
    case sliced
  }
}

extension ViewOptions {
  /// The same with another first weekday, if there is one.
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

  /// The day with which the row of a date begins, as days since 1970-01-01: it may lie before the calendar's first.
  func rowStart(of date: CivilDate) -> Int {
    date.daysSinceEpoch - date.weekday.days(after: firstWeekday)
  }

  /// Where the rows begin that show a day of a month; a row whose days of it are all on hidden weekdays does not.
  func rowStarts(of month: YearMonth) -> [Int] {
    let (first, last) = (month.firstDay.daysSinceEpoch, month.lastDay.daysSinceEpoch)
    let starts = stride(from: rowStart(of: month.firstDay), through: last, by: 7)
    let places = weekdays.map { $0.days(after: firstWeekday) }
    return starts.filter { start in places.contains { (first...last).contains(start + $0) } }
  }

  /// The number of the week that begins with a day of `rowStart(of:)`.
  func weekNumber(ofRow start: Int) -> Int {
    switch weekNumbers {
    case .iso: return WeekDate(Self.alike(start + Weekday.thursday.days(after: firstWeekday))).week
    case .local(let minimalDays):
      return WeekDate(
        Self.alike(start), rule: WeekRule(firstWeekday: firstWeekday, minimalDays: minimalDays)
      ).week
    }
  }

  /// A date with the same place in its year and week: beyond the calendar one of 400 years on, where all repeats.
  private static func alike(_ number: Int) -> CivilDate {
    if number < CivilDate.min.daysSinceEpoch { return CivilDate(daysSinceEpoch: number + 146_097) }
    if number > CivilDate.max.daysSinceEpoch { return CivilDate(daysSinceEpoch: number - 146_097) }
    return CivilDate(daysSinceEpoch: number)
  }

  func isValid(_ date: CivilDate) -> Bool {
    validDays?.contains(date) ?? true
  }
}

/// How the hours of a day are drawn.
public struct HourOptions: Sendable, Hashable {
  /// The hours of the clock that are shown, 0 … 24.
  public var visible: Range<Int>
  /// The lines between hours, in minutes: 1 … 1440.
  public var slotMinutes: Int
  /// A shorter item, or one that takes no time, has a box as if it lasted so many minutes: 1 … 1440.
  public var minimumMinutes: Int
  /// When people are at work.
  public var business: [BusinessHours]
  /// Further zones whose clocks are shown along the hours.
  public var zones: [Zone]

  public init(
    visible: Range<Int> = 0..<24, slotMinutes: Int = 30, minimumMinutes: Int = 30,
    business: [BusinessHours] = [], zones: [Zone] = []
  ) {
    self.visible = visible
    self.slotMinutes = slotMinutes
    self.minimumMinutes = minimumMinutes
    self.business = business
    self.zones = zones
  }

  /// Working hours of some weekdays, from a time to a time, not included; midnight is the end of the day.
  public struct BusinessHours: Sendable, Hashable {
    public var weekdays: Set<Weekday>
    public var start: CivilTime
    public var end: CivilTime

    public init(on weekdays: Set<Weekday>, from start: CivilTime, to end: CivilTime) {
      self.weekdays = weekdays
      self.start = start
      self.end = end
    }
  }
}
