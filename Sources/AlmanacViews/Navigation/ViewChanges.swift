public import AlmanacTime

/// What is to be drawn again where one state of a view follows another.
public struct ViewChanges: Sendable, Hashable {
  /// The days whose cells, bars or hours are not as they were, ascending.
  public let days: [CivilDate]
  /// Whether the grid itself is another: other days, another zone or options. Everything is to be drawn then.
  public let isRelaid: Bool

  /// Whether nothing is to be drawn.
  public var isEmpty: Bool { days.isEmpty && !isRelaid }

  init(_ days: [CivilDate], isRelaid: Bool = false) {
    self.days = days
    self.isRelaid = isRelaid
  }
}

extension MonthView {
  /// What is to be drawn again where this follows an older state. O(items).
  public func changes(since old: MonthView) -> ViewChanges {
    let isRelaid =
      weekdays != old.weekdays || weeks.map(\.id) != old.weeks.map(\.id) || month != old.month
      || zone != old.zone
      || isRunOfWeeks != old.isRunOfWeeks || weeks.map(\.number) != old.weeks.map(\.number)
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
  /// What is to be drawn again where this follows an older state. O(items).
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
  /// Whether anything is to be drawn again where this follows an older state.
  public func changes(since old: DayView) -> ViewChanges {
    guard date == old.date, zone == old.zone, options.hours == old.options.hours else {
      return ViewChanges([date], isRelaid: true)
    }
    let isSame = cell == old.cell && allDay == old.allDay && column == old.column
    return ViewChanges(isSame ? [] : [date])
  }
}

extension YearView {
  /// What is to be drawn again where this follows an older state.
  public func changes(since old: YearView) -> ViewChanges {
    let (new, before) = (days, old.days)
    guard new.map(\.date) == before.map(\.date), weekdays == old.weekdays, zone == old.zone else {
      return ViewChanges(new.map(\.date), isRelaid: true)
    }
    return ViewChanges(zip(new, before).filter { $0 != $1 }.map { $0.0.date })
  }
}

extension ListView {
  /// Which sections are to be drawn again, added or taken out where one state of a list follows another.
  public struct Changes: Sendable, Hashable {
    /// In the order of the new list.
    public let inserted: [Key]
    /// In the order of the old list.
    public let removed: [Key]
    /// In the order of the new list.
    public let changed: [Key]
    /// Whether the items without a day are not as they were.
    public let undatedChanged: Bool

    public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && changed.isEmpty && !undatedChanged }
  }

  /// What is to be drawn again where this follows an older state. O(items).
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
  /// The bars over one day, without where else in the row they are.
  fileprivate func over(_ column: Int) -> [Segment] {
    filter { $0.columns.contains(column) }
  }
}
