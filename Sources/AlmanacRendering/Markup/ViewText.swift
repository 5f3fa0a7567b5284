internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// How items are told in one language, for renderings that are not text alone.
final class ItemText: Sendable {
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

  /// All that a box may have no room for: title, time, place and how it stands.
  func full(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    var parts = [item.item.summary, time(item, on: day), item.item.location]
    parts += lines.notes(item, on: day)
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Its time on a day, or of several days the first and the last.
  func time(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    if day != nil || !item.isMultiDay {
      let arrow = localization.direction == .rightToLeft ? "←" : "→"
      return lines.time(item, on: day ?? item.days.lowerBound, arrow: arrow)
    }
    return "\(localization.date(item.days.lowerBound)) – \(localization.date(item.days.upperBound))"
  }

  /// The day on which an item stands and its time, or the days from its first to its last.
  func dayAndTime(_ item: ViewItem, on day: CivilDate) -> String {
    item.isMultiDay ? time(item) : "\(localization.date(day, .weekdayAndDay)) · \(time(item, on: day))"
  }

  /// The title, with a sign for what is no event that takes place.
  func title(_ item: ViewItem) -> String { lines.barTitle(item) }

  /// What is on, day by day, in words: what a picture shows to those who see it.
  func summary(_ days: [DayCell]) -> String {
    let told = days.filter { !$0.items.isEmpty }.map { day in
      var items = day.items.dropLast(day.hiddenCount).map { time($0, on: day.date) + " " + title($0) }
      if day.hiddenCount > 0 { items.append(phrases.more(day.hiddenCount)) }
      return "\(localization.date(day.date, .weekdayAndDay)): \(items.joined(separator: ", "))"
    }
    return told.isEmpty && !days.contains(where: \.isIncomplete)
      ? phrases.nothing : told.joined(separator: "; ")
  }

  /// How much is on, month by month.
  func summary(_ months: [YearView.Month]) -> String {
    let told = months.filter { $0.count > 0 }.map {
      "\(localization.name(ofMonth: $0.month.month)): \($0.count)"
    }
    let isIncomplete = months.contains {
      $0.weeks.contains { $0.days.contains { $0?.isIncomplete ?? false } }
    }
    return told.isEmpty && !isIncomplete ? phrases.nothing : told.joined(separator: "; ")
  }

  /// From when on instances are missing, and of what; `nil` where none are.
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

  /// Words on how an item stands on a day.
  func notes(_ item: ViewItem, on day: CivilDate?) -> [String] { lines.notes(item, on: day) }

  /// What the marks of days mean, on one line.
  var legend: String {
    // Words of the other direction would otherwise be one stretch with the next sign.
    let gap = localization.direction == .rightToLeft ? "\u{A0}\u{A0} \u{200F}" : "\u{A0}\u{A0} "
    return [DayMark.single, .several].map { "\(Mark.sign($0)) \(meaning($0))" }.joined(separator: gap)
  }

  /// What the mark of a day means.
  func meaning(_ mark: DayMark) -> String {
    switch mark {
    case .none: ""
    case .single: phrases.single
    case .several: phrases.several
    }
  }

  /// A day, how many items it has and how it is marked.
  func day(_ date: CivilDate, count: Int, isToday: Bool) -> String {
    var text = localization.date(date, .full)
    if isToday { text += ", \(phrases.today)" }
    return count > 0 ? "\(text): \(count)" : text
  }
}

/// What a page and a drawing of hours show alike: one day, or several of them side by side.
struct SideBySide {
  let title: String
  let days: [DayCell]
  let columns: [DayColumn]
  /// The bars above the hours.
  let segments: [Segment]
  /// The longest day: its clock stands along all of them.
  let axis: DayColumn?
  /// The zones whose clocks are shown, that of the view first.
  let zones: [Zone]

  init(_ view: WeekView, text: ItemText) {
    title = text.title(view)
    days = view.days
    columns = view.columns
    segments = view.segments
    axis = view.axis
    zones = [view.zone] + view.options.hours.zones
  }

  init(_ view: DayView, text: ItemText) {
    title = text.title(view)
    days = [view.cell]
    columns = [view.column]
    segments = view.segments
    axis = view.column
    zones = [view.zone] + view.options.hours.zones
  }

  /// A single day with nothing on says so; of several, those that are empty are seen beside the others.
  var isEmptyDay: Bool { days.count == 1 && days.allSatisfy { $0.items.isEmpty && !$0.isIncomplete } }

  /// Above the clocks of several zones what they are, as their people abbreviate it.
  var clocks: [(name: String, abbreviation: String)] {
    guard zones.count > 1, let axis else { return [] }
    return zones.map { ($0.name, $0.phase(at: axis.start).abbreviation) }
  }

  /// Whether some day has working hours: then what lies outside them is told apart.
  var hasBusinessHours: Bool { columns.contains { !$0.business.isEmpty } }
}

/// How a week is shown.
public enum WeekStyle: String, Sendable, Hashable, CaseIterable {
  /// A row a day with its summary (row U3).
  case rows
  /// The days' hours side by side.
  case hours
}
