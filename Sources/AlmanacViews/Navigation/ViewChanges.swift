internal import AlmanacEvents
public import AlmanacTime

/// The parts of a view to draw again after a change.
public struct ViewChanges: Sendable, Hashable {
  /// The days with changed cells, bars or hours, ascending.
  public let days: [CivilDate]
  /// Whether everything is to be drawn again, since the grid has other days, another zone or other options.
  public let isRelaid: Bool

  /// Whether nothing is to be drawn again.
  public var isEmpty: Bool { days.isEmpty && !isRelaid }

  init(_ days: [CivilDate], isRelaid: Bool = false) {
    self.days = days
    self.isRelaid = isRelaid
  }
}

extension MonthView {
  /// The difference from an older state of the view.
  ///
  /// - Complexity: O(items).
  public func changes(since old: MonthView) -> ViewChanges {
    let isRelaid =
      weekdays != old.weekdays || weeks.map(\.id) != old.weeks.map(\.id) || month != old.month
      || zone != old.zone || isRunOfWeeks != old.isRunOfWeeks
      || weeks.map(\.number) != old.weeks.map(\.number)
    guard !isRelaid else { return ViewChanges(days.map(\.date), isRelaid: true) }
    var changed: [CivilDate] = []
    for (week, before) in zip(weeks, old.weeks) {
      for (column, day) in week.days.enumerated() where day.exists {
        let isSame =
          day == before.days[column] && week.segments.over(column) == before.segments.over(column)
        if !isSame { changed.append(day.date) }
      }
    }
    return ViewChanges(changed)
  }
}

extension WeekView {
  /// The difference from an older state of the view.
  ///
  /// - Complexity: O(items).
  public func changes(since old: WeekView) -> ViewChanges {
    let dates = days.map(\.date)
    guard dates == old.days.map(\.date), zone == old.zone, options.hours == old.options.hours else {
      return ViewChanges(dates, isRelaid: true)
    }
    let changed = dates.indices.filter { column in
      days[column] != old.days[column] || columns[column] != old.columns[column]
        || segments.over(column) != old.segments.over(column)
    }
    return ViewChanges(changed.map { dates[$0] })
  }
}

extension DayView {
  /// The difference from an older state of the view.
  public func changes(since old: DayView) -> ViewChanges { week.changes(since: old.week) }
}

extension YearView {
  /// The difference from an older state of the view.
  public func changes(since old: YearView) -> ViewChanges {
    let (new, before) = (days, old.days)
    guard new.map(\.date) == before.map(\.date), weekdays == old.weekdays, zone == old.zone else {
      return ViewChanges(new.map(\.date), isRelaid: true)
    }
    let changed = zip(new, before).filter {
      level(of: $0) != old.level(of: $1) || Self.marks(of: $0) != Self.marks(of: $1)
    }
    return ViewChanges(changed.map { $0.0.date })
  }

  /// The values of a day that a year shows. Its items are not among them: a change of a time is not a change of the year.
  private static func marks(of day: DayCell) -> (Bool, Bool, Bool, Bool, Int, CalendarColor?) {
    (day.isToday, day.isSelected, day.isValid, day.isIncomplete, day.count, day.color)
  }
}

extension ListView {
  /// The sections of a list to add, remove or draw again after a change.
  public struct Changes: Sendable, Hashable {
    /// The new sections, in the order of the new list.
    public let inserted: [Key]
    /// The removed sections, in the order of the old list.
    public let removed: [Key]
    /// The changed sections, in the order of the new list.
    public let changed: [Key]
    /// Whether the items without a day changed.
    public let undatedChanged: Bool

    /// Whether there is nothing to draw again.
    public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && changed.isEmpty && !undatedChanged }
  }

  /// The difference from an older state of the view.
  ///
  /// - Complexity: O(items).
  public func changes(since old: ListView) -> Changes {
    let before = Dictionary(old.sections.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = Set(sections.map(\.key))
    return Changes(
      inserted: sections.map(\.key).filter { before[$0] == nil },
      removed: old.sections.map(\.key).filter { !keys.contains($0) },
      changed: sections.filter { section in before[section.key].map { $0 != section } ?? false }.map(\.key),
      undatedChanged: undated != old.undated)
  }
}

extension [Segment] {
  /// The bars over one day.
  fileprivate func over(_ column: Int) -> [Segment] {
    filter { $0.columns.contains(column) }
  }
}
