internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The texts of views and items in one language, for HTML and SVG.
final class ViewText: Sendable {
  private let localization: Localization
  private let phrases: ViewPhrases
  private let lines: TextRenderer

  init(localization: Localization, phrases: ViewPhrases) {
    self.localization = localization
    self.phrases = phrases
    var lines = TextRenderer(localization: localization)
    lines.phrases = phrases
    self.lines = lines
  }

  /// The title, time, place and notes of an item, for which a box may have no room.
  func full(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    var parts = [item.item.summary, time(item, on: day), item.item.location]
    parts += lines.notes(item, on: day)
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The time of an item on a day, or its first and last day.
  func time(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    if day != nil || !item.isMultiDay {
      let arrow = localization.direction == .rightToLeft ? "←" : "→"
      return lines.time(item, on: day ?? item.days.lowerBound, arrow: arrow)
    }
    return "\(localization.date(item.days.lowerBound)) – \(localization.date(item.days.upperBound))"
  }

  /// The day and time of an item, or its first and last day.
  func dayAndTime(_ item: ViewItem, on day: CivilDate) -> String {
    item.isMultiDay ? time(item) : "\(localization.date(day, .weekdayAndDay)) · \(time(item, on: day))"
  }

  /// The title, with a sign for any item other than an event that takes place.
  func title(_ item: ViewItem) -> String { lines.barTitle(item) }

  /// The items of each day in words, as the description of a picture.
  func summary(_ days: [DayCell]) -> String {
    let listed = days.filter { !$0.items.isEmpty }.map { day in
      var items = day.items.dropLast(day.hiddenCount).map { time($0, on: day.date) + " " + title($0) }
      if day.hiddenCount > 0 { items.append(phrases.more(day.hiddenCount)) }
      return "\(localization.date(day.date, .weekdayAndDay)): \(items.joined(separator: ", "))"
    }
    return listed.isEmpty && !days.contains(where: \.isIncomplete)
      ? phrases.nothing : listed.joined(separator: "; ")
  }

  /// The number of items of each month, as the description of a picture.
  func summary(_ months: [YearView.Month]) -> String {
    let listed = months.filter { $0.count > 0 }.map {
      "\(localization.name(ofMonth: $0.month.month)): \($0.count)"
    }
    let isIncomplete = months.contains {
      $0.weeks.contains { $0.days.contains { $0?.isIncomplete ?? false } }
    }
    return listed.isEmpty && !isIncomplete ? phrases.nothing : listed.joined(separator: "; ")
  }

  /// The notice about series with missing instances; `nil` where none are missing.
  func notice(_ unexpanded: [UnexpandedSeries], in zone: Zone) -> String? {
    lines.notice(unexpanded, in: zone)
  }

  func title(_ view: MonthView) -> String { lines.title(view) }

  func title(_ view: ListView) -> String { lines.span(view.days.lowerBound, view.days.upperBound) }

  func title(_ view: WeekView) -> String { lines.title(view) }

  func title(_ view: DayView) -> String { localization.date(view.date, .full) }

  func heading(_ key: ListView.Key) -> String {
    guard case .week(let first, let number) = key else { return lines.heading(key, today: nil).plain }
    return "\(phrases.week(number)) · \(localization.date(first))"
  }

  /// The notes on an item on a day, such as cancelled or continued.
  func notes(_ item: ViewItem, on day: CivilDate?) -> [String] { lines.notes(item, on: day) }

  /// The meanings of the marks of days, on one line.
  var legend: String {
    // Without U+200F a right-to-left phrase and the next sign would be reordered together.
    let gap = localization.direction == .rightToLeft ? "\u{A0}\u{A0} \u{200F}" : "\u{A0}\u{A0} "
    return [DayMark.single, .several].map { "\(Mark.sign($0)) \(meaning($0))" }.joined(separator: gap)
  }

  /// The meaning of the mark of a day.
  func meaning(_ mark: DayMark) -> String {
    switch mark {
    case .none: ""
    case .single: phrases.single
    case .several: phrases.several
    }
  }

  /// A day with the number of its items and whether it is today.
  func day(_ date: CivilDate, count: Int, isToday: Bool) -> String {
    var text = localization.date(date, .full)
    if isToday { text += ", \(phrases.today)" }
    return count > 0 ? "\(text): \(count)" : text
  }
}

/// The contents of a page or a drawing of hours: one day, or several side by side.
struct HoursContent {
  let title: String
  let days: [DayCell]
  let columns: [DayColumn]
  /// The bars above the hours.
  let segments: [Segment]
  /// The longest day, whose hours are the common axis.
  let axis: DayColumn?
  /// The zones whose clocks are shown, the view's first.
  let zones: [Zone]

  init(_ view: WeekView, text: ViewText) {
    title = text.title(view)
    days = view.days
    columns = view.columns
    segments = view.segments
    axis = view.axis
    zones = [view.zone] + view.options.hours.zones
  }

  init(_ view: DayView, text: ViewText) {
    title = text.title(view)
    days = [view.cell]
    columns = [view.column]
    segments = view.segments
    axis = view.column
    zones = [view.zone] + view.options.hours.zones
  }

  /// Whether it is a single day without items, which gets a phrase.
  var isEmptyDay: Bool { days.count == 1 && days.allSatisfy { $0.items.isEmpty && !$0.isIncomplete } }

  /// The names and abbreviations of several zones, above their clocks.
  var clocks: [(name: String, abbreviation: String)] {
    guard zones.count > 1, let axis else { return [] }
    return zones.map { ($0.name, $0.phase(at: axis.start).abbreviation) }
  }

  /// Whether any day has working hours, so that other hours are shaded.
  var hasBusinessHours: Bool { columns.contains { !$0.business.isEmpty } }
}

/// The form of a week.
public enum WeekStyle: String, Sendable, Hashable, CaseIterable {
  /// A row for each day with its summary.
  case rows
  /// The days' hours side by side.
  case hours
}
