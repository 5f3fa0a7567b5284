public import AlmanacViews
internal import AlmanacEvents
internal import AlmanacTime

extension TextRenderer {
  public enum MonthStyle: String, Sendable, Hashable, CaseIterable {
    /// Numbers only, as `cal` prints them.
    case compact
    /// A box for each day, with the titles of its items.
    case boxed
  }

  /// The month's grid with the meanings of its marks, and the items of the selected day.
  public func lines(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    var lines = grid(view, style: style)
    let legend = legend(view)
    if !legend.isEmpty { lines += ["", legend] }
    lines += noticeLines(view.unexpanded, in: view.zone)
    if let day = view.selectedDay { lines += [""] + self.lines(day) }
    return lines
  }

  /// The month's grid alone: title, weekdays and weeks, all lines equally wide.
  public func grid(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    switch style {
    case .compact: CompactMonth(view: view, renderer: self).lines
    case .boxed: BoxedMonth(view: view, renderer: self).lines
    }
  }

  /// The month and its year, or the first and the last day of a run of weeks.
  func title(_ view: MonthView) -> String {
    let days = view.days
    guard view.isRunOfWeeks, let first = days.first, let last = days.last else {
      return localization.date(view.month)
    }
    return span(first.date, last.date)
  }

  /// The meanings of the marks in the grid.
  private func legend(_ view: MonthView) -> StyledText {
    let days = view.days
    var entries = markLegend(
      single: days.first { $0.mark == .single }?.color, several: days.contains { $0.mark == .several })
    if days.contains(where: \.isToday) { entries.append(StyledText("[ ] \(phrases.today)", .dim)) }
    if days.contains(where: \.isSelected) { entries.append(StyledText("< > \(phrases.selected)", .dim)) }
    return spaced(entries)
  }

  /// - Parameters:
  ///   - single: The colour of a day with one item; `nil` where there is no such day.
  ///   - several: Whether there is a day with several items.
  func markLegend(single: CalendarColor?, several: Bool) -> [StyledText] {
    var entries: [StyledText] = []
    if let single {
      entries.append(StyledText(Mark.single, inked(single)) + StyledText(" \(phrases.single)", .dim))
    }
    if several {
      entries.append(StyledText(Mark.several, inked(.reservedRed)) + StyledText(" \(phrases.several)", .dim))
    }
    return entries
  }

  /// The entries of a legend on one line, cut to the width.
  func spaced(_ entries: [StyledText]) -> StyledText {
    var legend = StyledText()
    for entry in entries {
      if !legend.isEmpty { legend.append("   ") }
      legend.append(entry)
    }
    return legend.truncated(to: max(width, 20))
  }

  /// The weekdays' names in the widest form that fits.
  func names(of weekdays: [Weekday], in cells: Int, from widths: [Localization.Width]) -> [String] {
    let all = widths.map { width in weekdays.map { localization.name(of: $0, width) } }
    let names = all.first { $0.allSatisfy { DisplayWidth.of($0) <= cells } }
    return names ?? all.last ?? []
  }
}

/// The signs with the meanings of days' colours.
enum Mark {
  static let single = "•"
  static let several = "+"

  static func sign(_ mark: DayMark) -> String {
    switch mark {
    case .none: " "
    case .single: single
    case .several: several
    }
  }

  /// The sign of a day in a year, without room for brackets: today's has a ring, the selected day's a frame.
  static func sign(_ day: YearView.Day) -> String {
    switch (day.isToday, day.isSelected, day.mark) {
    case (true, _, .none): "○"
    case (true, _, .single): "◉"
    case (true, _, .several): "⊕"
    case (false, true, .none): "□"
    case (false, true, .single): "▣"
    case (false, true, .several): "⊞"
    case (false, false, let mark): sign(mark)
    }
  }

  /// The brackets around the number of a day: `[ ]` for today, `< >` for the selected day.
  static func brackets(_ day: DayCell) -> (open: String, close: String) {
    switch (day.isToday, day.isSelected) {
    case (true, true): ("[", ">")
    case (true, false): ("[", "]")
    case (false, true): ("<", ">")
    case (false, false): (" ", " ")
    }
  }
}

/// A month as `cal` prints it: the number of each day with its mark.
struct CompactMonth {
  let view: MonthView
  let renderer: TextRenderer

  var lines: [StyledText] {
    [title, header] + view.weeks.map(row)
  }

  private var columns: Int { view.weekdays.count }

  /// The cells for the number of the week and a space.
  private var weekWidth: Int {
    renderer.showsWeekNumbers ? max(3, DisplayWidth.of(renderer.phrases.weekAbbreviation) + 1) : 0
  }

  /// The cells of a day: 5 with both brackets, fewer where the line is too short.
  private var cellWidth: Int {
    min(max((renderer.width - weekWidth) / max(columns, 1), 3), 5)
  }

  private var title: StyledText {
    StyledText(renderer.title(view), .bold)
      .cell(of: weekWidth + columns * cellWidth, .center)
  }

  private var header: StyledText {
    var line = StyledText()
    if weekWidth > 0 {
      line.append(
        DisplayWidth.fitted(renderer.phrases.weekAbbreviation, to: weekWidth - 1, .right) + " ", .dim)
    }
    for name in renderer.names(of: view.weekdays, in: cellWidth - 1, from: [.short, .narrow]) {
      line.append(SafeText.guarded(DisplayWidth.fitted(name, to: cellWidth - 1, .right)) + " ", .bold)
    }
    return line
  }

  private func row(_ week: MonthView.Week) -> StyledText {
    var line = StyledText()
    if weekWidth > 0 {
      line.append(
        DisplayWidth.fitted(week.exists ? "\(week.number)" : "", to: weekWidth - 1, .right) + " ", .dim)
    }
    for day in week.days { line.append(cell(day)) }
    return line
  }

  private func cell(_ day: DayCell) -> StyledText {
    guard day.exists else { return StyledText(String(repeating: " ", count: cellWidth)) }
    let (open, close) = Mark.brackets(day)
    let number = DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right)
    var cell = StyledText()
    if cellWidth > 3 { cell.append(open, open == " " ? .plain : .bold) }
    cell.append(number + Mark.sign(day.mark), renderer.style(day))
    if cellWidth > 4 { cell.append(close, close == " " ? .plain : .bold) }
    return cell
  }
}

extension TextRenderer {
  /// The style of the number of a day.
  func style(_ day: DayCell) -> ANSIStyle {
    var style = ANSIStyle.plain
    if let color = day.color {
      style = day.isInMonth ? .filled(color) : inked(color)
    }
    style.isDim = !day.isInMonth || !day.isValid
    style.isBold = day.isToday
    style.isUnderlined = day.isToday
    style.isReversed = day.isSelected && day.color == nil
    return style
  }
}
