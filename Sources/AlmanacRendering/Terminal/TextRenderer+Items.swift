public import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer: Wording {}

extension TextRenderer {
  /// A day with its date and its items, or a phrase that there are none.
  public func lines(_ day: DayCell) -> [StyledText] {
    var lines = [heading(day.date, isToday: day.isToday)] + itemLines(day.items.map { ($0, day.date) })
    if day.isIncomplete {
      lines.append(StyledText("  ! \(phrases.incomplete)", .bold))
    } else if day.items.isEmpty {
      lines.append(StyledText("  \(phrases.nothing)", .dim))
    }
    return lines
  }

  func heading(_ date: CivilDate, isToday: Bool) -> StyledText {
    let remarks = isToday ? [phrases.today] : []
    let whole = heading([localization.date(date, .full)] + remarks)
    if DisplayWidth.of(whole.plain) <= width { return whole }
    return heading(
      ["\(localization.name(of: date.weekday, .short)), \(localization.date(date, .medium))"] + remarks)
  }

  /// A heading with remarks beside it.
  func heading(_ parts: [String]) -> StyledText {
    let remarks = parts.dropFirst().map { StyledText("  \($0)", .dim) }
    return remarks.reduce(StyledText(parts.first ?? "", .bold)) { $0 + $1 }
  }

  /// A line for each item, with the times in a column.
  ///
  /// Very many instances of a series are one line.
  func itemLines(_ items: [(item: ViewItem, day: CivilDate)]) -> [StyledText] {
    let counted = items.counted(\.item, on: \.day)
    return aligned(
      [counted.map { time($0, on: $0.entry.day) }],
      lines(counted.map { ($0.item, $0.entry.day, $0.count) }))
  }

  /// The lines of items by `line(_:on:count:in:)`. The style of each colour is found once.
  func lines(_ items: [(item: ViewItem, day: CivilDate?, count: Int)]) -> [StyledText] {
    var inks: [CalendarColor: ANSIStyle] = [:]
    return items.map { item, day, count in
      let ink = inks[item.color] ?? inked(item.color)
      inks[item.color] = ink
      return line(item, on: day, count: count, in: ink)
    }
  }

  /// Indented lines with texts in columns before the rest of each line.
  func aligned(_ columns: [[String]], _ rests: [StyledText]) -> [StyledText] {
    let widths = columns.map { column in column.map { DisplayWidth.of($0) }.max() ?? 0 }
    return rests.indices.map { row in
      let texts = zip(columns, widths).map { DisplayWidth.padded($0[row], to: $1) + " " }
      return cut(StyledText("  " + texts.joined()) + rests[row])
    }
  }

  /// A line cut to the width of the renderer, of at least 20 columns.
  public func cut(_ line: StyledText) -> StyledText { line.truncated(to: max(width, 20)) }

  /// The number of hidden items, in words where they fit.
  func more(_ count: Int, in cells: Int) -> StyledText {
    StyledText(more(count) { DisplayWidth.of($0) <= cells }, .dim).cell(of: cells)
  }

  /// The sign, title, location and remarks of an item, without its time.
  ///
  /// - Parameters:
  ///   - day: The day whose number is shown for an item of several days.
  ///   - count: The number of instances for which it stands.
  ///   - ink: The style of its colour, where it is known.
  func line(_ item: ViewItem, on day: CivilDate?, count: Int = 1, in ink: ANSIStyle? = nil) -> StyledText {
    let sign = item.isTentative ? "?" : Self.sign(of: item.item)
    var line = StyledText(sign + " ", ink ?? inked(item.color))
    line.append(SafeText.guarded(name(item.item)), item.isCancelled || item.isCompleted ? .dim : .plain)
    if let day, item.isMultiDay {
      let position = day.days(since: item.days.lowerBound) + 1
      line.append(localization.withDigits(" (\(position)/\(item.days.count))"), .dim)
    }
    if showsSigns {
      for sign in Decoration.signs(item, besidesPlace: true) { line.append(" \(sign)", .dim) }
    }
    if !item.item.location.isEmpty { line.append("  \(SafeText.guarded(item.item.location))", .dim) }
    if count > 1 { line.append(" · \(phrases.times(count))", .dim) }
    for word in remarks(item, on: day) { line.append(" · \(word)", .dim) }
    line.append(calendarName(item.calendar), .dim)
    line.append(tail: label(of: item.item), .dim)
    return line
  }

  /// The name of a calendar with the sign before it, as it ends the lines of items; empty if it is not shown.
  ///
  /// - Parameter index: The index of the calendar among those of the view.
  public func calendarName(_ index: Int) -> String {
    guard calendarNames.indices.contains(index), !calendarNames[index].isEmpty else { return "" }
    return " · " + SafeText.guarded(calendarNames[index])
  }

  /// The label of an item with the space before it; empty if it has none.
  func label(of item: Item) -> String {
    labels[item.uid].map { "  " + SafeText.guarded($0) } ?? ""
  }

  /// The title of an item with its sign and its label.
  func labelledTitle(_ item: ViewItem) -> String { title(item) + label(of: item.item) }

  /// The lines with the notice about missing instances, below a view.
  func noticeLines(_ view: some CalendarView) -> [StyledText] {
    notice(view).map { ["", cut(StyledText($0, .bold))] } ?? []
  }

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

  /// The style of a box: filled, unless the item is tentative or cancelled.
  func boxStyle(_ item: ViewItem) -> ANSIStyle {
    item.isCancelled ? .dim : item.isTentative ? inked(item.color) : .filled(item.color)
  }

  /// The bar `[Exams ─────]`, with `‹` and `›` where it continues beyond the row; that of an item with times has them where there is
  /// room: `[18:00 Trip ──── → 10:00]`.
  func filledBar(_ segment: Segment, _ width: Int, isOutside: Bool = false) -> StyledText {
    let style = isOutside ? .dim : boxStyle(segment.item)
    let hasTime = !segment.item.isAllDay && !segment.continuesBefore && width >= 16
    let start = hasTime ? start(segment.item) + " " : ""
    let whole = start + SafeText.singleLine(labelledTitle(segment.item))
    let end = end(of: segment, beside: whole, to: width - 2)
    let title = DisplayWidth.truncated(whole, to: width - 2)
    var bar = StyledText((segment.continuesBefore ? "‹" : "[") + SafeText.guarded(title), style)
    let rest = width - 1 - bar.width - DisplayWidth.of(end)
    let isLong = rest > 1 && segment.columns.count > 1
    bar.append(
      isLong ? " " + String(repeating: "─", count: rest - 1) : DisplayWidth.padded("", to: rest), style)
    bar.append(end, style)
    bar.append(segment.continuesAfter ? "›" : "]", style)
    return bar
  }

  /// The end of a bar of several days with a space before it; empty where it has no end, or no room beside its title.
  private func end(of segment: Segment, beside title: String, to width: Int) -> String {
    let item = segment.item
    if item.isAllDay || !item.isMultiDay || segment.continuesAfter { return "" }
    let text = " " + end(item, arrow: "→")
    return DisplayWidth.of(title) + DisplayWidth.of(text) <= width ? text : ""
  }
}
