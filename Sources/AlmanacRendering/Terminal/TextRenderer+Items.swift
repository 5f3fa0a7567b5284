public import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// A day with its date and its items, or a phrase that there are none.
  public func lines(_ day: DayCell) -> [StyledText] {
    let heading = heading(day.date, isToday: day.isToday)
    guard day.isIncomplete else { return [heading] + itemLines(day.items.map { ($0, day.date) }) }
    let items = day.items.isEmpty ? [] : itemLines(day.items.map { ($0, day.date) })
    return [heading] + items + [StyledText("  ! \(phrases.incomplete)", .bold)]
  }

  func heading(_ date: CivilDate, isToday: Bool) -> StyledText {
    let heading = StyledText(localization.date(date, .full), .bold)
    return isToday ? heading + StyledText("  \(phrases.today)", .dim) : heading
  }

  /// A line for each item, with the times in a column.
  func itemLines(_ items: [(item: ViewItem, day: CivilDate)]) -> [StyledText] {
    guard !items.isEmpty else { return [StyledText("  \(phrases.nothing)", .dim)] }
    let times = items.map { time($0.item, on: $0.day) }
    let column = times.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(items, times).map { entry, time in
      var line = StyledText("  ")
      line.append(DisplayWidth.padded(time, to: column) + " ")
      line.append(self.line(entry.item, on: entry.day))
      return line.truncated(to: max(width, 20))
    }
  }

  /// The number of hidden items, in words where they fit.
  func more(_ count: Int, in cells: Int) -> StyledText {
    let words = phrases.more(count)
    return StyledText(DisplayWidth.of(words) <= cells ? words : "+\(count)", .dim).cell(of: cells)
  }

  /// The sign, title, location and notes of an item, without its time.
  ///
  /// - Parameter day: The day whose number is shown for an item of several days.
  func line(_ item: ViewItem, on day: CivilDate?) -> StyledText {
    var line = StyledText(Self.sign(item) + " ", inked(item.color))
    line.append(SafeText.guarded(item.item.summary), item.isCancelled || item.isCompleted ? .dim : .plain)
    if let day, item.isMultiDay {
      let position = day.days(since: item.days.lowerBound) + 1
      line.append(" (\(position)/\(item.days.count))", .dim)
    }
    if !item.item.location.isEmpty { line.append("  \(SafeText.guarded(item.item.location))", .dim) }
    for word in notes(item, on: day) { line.append(" · \(word)", .dim) }
    return line
  }

  /// The notes on an item on a day, such as cancelled or continued.
  func notes(_ item: ViewItem, on day: CivilDate?) -> [String] {
    var words: [String] = []
    if let day, item.days.lowerBound < day { words.append(phrases.continued) }
    if item.isCancelled { words.append(phrases.cancelled) }
    if item.isCompleted { words.append(phrases.completed) }
    if item.item.status == .tentative { words.append(phrases.tentative) }
    return words
  }

  /// The lines with the notice about missing instances, below a view.
  func noticeLines(_ unexpanded: [UnexpandedSeries], in zone: Zone) -> [StyledText] {
    notice(unexpanded, in: zone).map { ["", StyledText($0, .bold).truncated(to: max(width, 20))] } ?? []
  }

  /// The notice about series with missing instances; `nil` where none are missing.
  func notice(_ unexpanded: [UnexpandedSeries], in zone: Zone) -> String? {
    guard let first = unexpanded.first else { return nil }
    let from = zone.local(at: first.from)
    let arrow = localization.direction == .rightToLeft ? "←" : "→"
    var names = unexpanded.prefix(3).map { SafeText.guarded($0.summary.isEmpty ? $0.uid : $0.summary) }
    if unexpanded.count > 3 { names.append(phrases.more(unexpanded.count - 3)) }
    return "! \(phrases.incomplete): \(localization.date(from.date)) \(Self.clock(from.time)) \(arrow) "
      + names.joined(separator: ", ")
  }

  static func sign(_ item: ViewItem) -> String { sign(of: item.item) }

  /// The sign of an item's kind and state, in one column: `●` for an event, `☐` for a to-do, `☑` for a completed one, `✎`
  /// for a journal entry, `✗` for any cancelled item.
  public static func sign(of item: Item) -> String {
    if item.isCancelled { return "✗" }
    switch item {
    case .event: return "●"
    case .todo(let todo): return todo.isCompleted ? "☑" : "☐"
    case .journal: return "✎"
    }
  }

  /// The part of an item's time on a day: `09:00–10:30`, `23:00 →`, `→ 04:00`, all day.
  ///
  /// - Parameter arrow: The arrow in the direction of reading.
  func time(_ item: ViewItem, on day: CivilDate, arrow: String = "→") -> String {
    let before = item.days.lowerBound < day
    let after = item.days.upperBound > day
    if item.isAllDay || (before && after) { return phrases.allDay }
    let start = Self.clock(item.localStart.time)
    let end = Self.clock(item.localEnd.time)
    if before { return "\(arrow) \(end)" }
    if after { return "\(start) \(arrow)" }
    return item.start == item.end ? start : "\(start)–\(end)"
  }

  /// `09:30`, with seconds where there are any.
  static func clock(_ time: CivilTime) -> String {
    let text = time.description
    return time.second == 0 ? String(text.prefix(5)) : text
  }
}

extension TextRenderer {
  /// The bar `[Exams ─────]`, with `‹` and `›` where it continues beyond the row.
  func filledBar(_ segment: Segment, _ width: Int) -> StyledText {
    let item = segment.item
    let style: ANSIStyle = item.isCancelled ? .dim : .filled(item.color)
    var bar = StyledText(segment.continuesBefore ? "‹" : "[", style)
    let title = DisplayWidth.truncated(SafeText.singleLine(barTitle(item)), to: width - 2)
    bar.append(SafeText.guarded(title), style)
    let rest = width - 1 - bar.width
    if rest > 0 {
      let isLong = rest > 1 && segment.columns.count > 1
      bar.append(isLong ? " " + String(repeating: "─", count: rest - 1) : spaces(rest), style)
    }
    bar.append(segment.continuesAfter ? "›" : "]", style)
    return bar
  }

  /// The title, with a sign for any item other than an event that takes place.
  func barTitle(_ item: ViewItem) -> String {
    switch item.item {
    case .event where !item.isCancelled: item.item.summary
    default: Self.sign(item) + " " + item.item.summary
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
