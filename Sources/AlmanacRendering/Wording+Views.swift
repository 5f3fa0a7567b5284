internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

extension Wording {
  /// The month and its year, or the first and the last day of a run of weeks.
  func title(_ view: MonthView) -> String {
    let days = view.days
    guard view.isRunOfWeeks, let first = days.first, let last = days.last else {
      return localization.date(view.month)
    }
    return localization.dates(first.date...last.date)
  }

  /// The week with its number, and its first and last day.
  func title(_ view: WeekView) -> [String] {
    guard let first = view.days.first?.date, let last = view.days.last?.date else {
      return [week(view.number), ""]
    }
    return [week(view.number), localization.dates(first...last)]
  }

  func title(_ view: DayView) -> String { localization.date(view.date, .full) }

  func title(_ view: ListView) -> String { localization.dates(view.days) }

  /// A heading of a list; that of a week has its first day after its number.
  func heading(_ key: ListView.Key) -> [String] {
    switch key {
    case .day(let date): [localization.date(date, .full)]
    case .week(let first, let number): [week(number), localization.date(first)]
    case .month(let month): [localization.date(month)]
    case .category(let name): [name ?? phrases.uncategorized]
    case .custom(let name): [name]
    }
  }

  /// The heading of a section, which says that its day is today.
  func heading(_ section: ListView.Section, in view: ListView) -> String {
    var parts = heading(section.key)
    if case .day(let day) = section.key, day == view.today { parts.append(phrases.today) }
    return parts.joined(separator: " · ")
  }

  /// The end of a list that goes on; `nil` for one that does not.
  func continuation(of view: ListView) -> String? {
    let later = view.laterCount > 0 ? more(view.laterCount) : nil
    return view.continuesFrom.map { phrases.more(from: localization.date($0)) } ?? later
  }

  /// The notice about series with missing instances; `nil` where none are missing.
  func notice(_ view: some CalendarView) -> String? {
    guard let first = view.unexpanded.first else { return nil }
    let from = view.zone.local(at: first.from)
    var names = view.unexpanded.prefix(3).map { SafeText.guarded($0.summary.isEmpty ? $0.uid : $0.summary) }
    if view.unexpanded.count > 3 { names.append(more(view.unexpanded.count - 3)) }
    return
      "! \(phrases.incomplete): \(localization.date(from.date)) \(localization.time(from.time)) \(arrow) "
      + names.joined(separator: ", ")
  }

  /// The meaning of the mark of a day.
  func meaning(_ mark: DayMark) -> String {
    switch mark {
    case .none: ""
    case .single: phrases.single
    case .several: phrases.several
    }
  }

  /// The names of the calendars of a view that have a colour, whose meaning they are.
  func legend(of view: some CalendarView) -> [(name: String, color: CalendarColor)] {
    view.calendars.compactMap { calendar in
      calendar.name.isEmpty ? nil : calendar.color.map { (calendar.name, $0.shown) }
    }
  }

  /// The meanings of the marks of days, on one line.
  var markLegend: String {
    // Without U+200F a right-to-left phrase and the next sign would be reordered together.
    let gap = localization.direction == .rightToLeft ? "\u{A0}\u{A0} \u{200F}" : "\u{A0}\u{A0} "
    return [DayMark.single, .several].map { "\($0.sign) \(meaning($0))" }.joined(separator: gap)
  }

  /// A day with the number of its items and whether it is today.
  func full(_ day: DayCell) -> String {
    var text = localization.date(day.date, .full)
    if day.isToday { text += ", \(phrases.today)" }
    return day.count > 0 ? "\(text): \(localization.number(day.count))" : text
  }
}

extension DayMark {
  /// The sign of a day with this meaning.
  var sign: String {
    switch self {
    case .none: " "
    case .single: "•"
    case .several: "+"
    }
  }
}

extension WeekView {
  /// The zones whose clocks are shown, the view's first.
  var zones: [Zone] { [zone] + options.hours.zones }

  /// The names and abbreviations of several zones, above their clocks.
  var clocks: [(name: String, abbreviation: String)] {
    guard zones.count > 1, let axis else { return [] }
    return zones.map { ($0.name, $0.phase(at: axis.start).abbreviation) }
  }

  /// Whether it is a single day without items, which gets a phrase.
  var isEmptyDay: Bool { days.count == 1 && days.allSatisfy { $0.items.isEmpty && !$0.isIncomplete } }

  /// Whether any day has more long items than are shown.
  var hasHiddenItems: Bool { days.contains { $0.hiddenCount > 0 } }

  /// Whether any day has items before or after the hours that are shown.
  var hasEarlierItems: Bool { columns.contains { !$0.earlier.isEmpty } }
  var hasLaterItems: Bool { columns.contains { !$0.later.isEmpty } }

  /// Whether any day has working hours, so that other hours are shaded.
  var hasBusinessHours: Bool { columns.contains { !$0.business.isEmpty } }
}

extension Wording {
  /// The time of the present without its seconds.
  func now(_ column: DayColumn, _ offset: Int) -> String {
    let time = column.zone.local(at: column.start.adding(seconds: offset)).time
    return localization.time(CivilTime(uncheckedSecondOfDay: time.secondOfDay / 60 * 60))
  }

  /// The times of the clocks of all zones.
  func clocks(_ line: DayColumn.GridLine) -> [String] {
    let texts = ([line.local] + line.others).map { localization.time($0.time, isCompact: true) }
    guard let clock = line.clock else { return texts }
    return ["\(texts[0]) \(clock)"] + texts.dropFirst()
  }
}

extension Wording {
  /// The name of the column of a resource, if columns are resources of one day.
  func heading(_ view: WeekView, _ column: Int) -> String? {
    guard let headings = view.headings, headings.indices.contains(column) else { return nil }
    return headings[column] ?? "—"
  }

  func title(_ view: ResourceView) -> String { localization.date(view.date, .full) }
}

/// The form of the lanes of resources.
public enum ResourceStyle: String, Sendable, Hashable, CaseIterable {
  /// A column of hours for each resource.
  case columns
  /// A row for each resource, with its hours from side to side.
  case timeline
}

/// The form of a week.
public enum WeekStyle: String, Sendable, Hashable, CaseIterable {
  /// A row for each day with its summary.
  case rows
  /// The days' hours side by side.
  case hours
}
