public import AlmanacViews
internal import AlmanacEvents
internal import AlmanacTime

extension TextRenderer {
  public enum MonthStyle: String, Sendable, Hashable, CaseIterable {
    /// Numbers only, as `cal` has them.
    case compact
    /// A box a day, with the titles of its items.
    case boxed
  }

  /// The month's grid with what its marks mean, and the list of the selected day.
  public func lines(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    var lines = grid(view, style: style)
    let legend = legend(view)
    if !legend.isEmpty { lines += ["", legend] }
    if let day = view.selectedDay { lines += [""] + self.lines(day) }
    return lines
  }

  /// The month's grid alone: title, weekdays and weeks, every line equally wide.
  public func grid(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    switch style {
    case .compact: CompactMonth(view: view, renderer: self).lines
    case .boxed: BoxedMonth(view: view, renderer: self).lines
    }
  }

  /// The month and its year, or the first and the last day of a run of weeks.
  func title(_ view: MonthView) -> String {
    guard view.isRunOfWeeks, let first = view.weeks.first?.days.first, let last = view.weeks.last?.days.last
    else { return localization.date(view.month) }
    return "\(localization.date(first.date)) – \(localization.date(last.date))"
  }

  /// What the marks in the grid mean, those that are there.
  private func legend(_ view: MonthView) -> StyledText {
    let days = view.days
    var entries: [StyledText] = []
    if let single = days.first(where: { $0.mark == .single })?.color {
      entries.append(StyledText(Mark.single, inked(single)) + StyledText(" \(phrases.single)", .dim))
    }
    if days.contains(where: { $0.mark == .several }) {
      entries.append(
        StyledText(Mark.several, inked(.reservedRed)) + StyledText(" \(phrases.several)", .dim))
    }
    if days.contains(where: \.isToday) { entries.append(StyledText("[ ] \(phrases.today)", .dim)) }
    if days.contains(where: \.isSelected) { entries.append(StyledText("< > \(phrases.selected)", .dim)) }
    var legend = StyledText()
    for entry in entries {
      if !legend.isEmpty { legend.append("   ") }
      legend.append(entry)
    }
    return legend
  }
}

/// The signs that tell without colour what a day's colour tells.
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

  /// What stands around the number of a day.
  static func brackets(_ day: DayCell) -> (open: String, close: String) {
    switch (day.isToday, day.isSelected) {
    case (true, true): ("[", ">")
    case (true, false): ("[", "]")
    case (false, true): ("<", ">")
    case (false, false): (" ", " ")
    }
  }
}

/// A month as `cal` prints it: a number a day, with its mark.
struct CompactMonth {
  let view: MonthView
  let renderer: TextRenderer

  var lines: [StyledText] {
    [title, header] + view.weeks.map(row)
  }

  private var columns: Int { view.weekdays.count }

  /// Cells for the number of the week, with a space after it.
  private var weekWidth: Int {
    renderer.showsWeekNumbers ? max(3, DisplayWidth.of(renderer.phrases.weekAbbreviation) + 1) : 0
  }

  /// 5 with room for brackets, less where the line is too short for them.
  private var cellWidth: Int {
    min(max((renderer.width - weekWidth) / max(columns, 1), 3), 5)
  }

  private var title: StyledText {
    StyledText(renderer.title(view), .bold)
      .fitted(to: weekWidth + columns * cellWidth, .center)
  }

  private var header: StyledText {
    var line = StyledText()
    if weekWidth > 0 {
      line.append(
        DisplayWidth.fitted(renderer.phrases.weekAbbreviation, to: weekWidth - 1, .right) + " ", .dim)
    }
    for weekday in view.weekdays {
      let name = renderer.localization.name(of: weekday, .short)
      let cut = DisplayWidth.fitted(name, to: cellWidth - 1, .right)
      line.append(cut + " ", .bold)
    }
    return line
  }

  private func row(_ week: MonthView.Week) -> StyledText {
    var line = StyledText()
    if weekWidth > 0 {
      line.append(DisplayWidth.fitted("\(week.number)", to: weekWidth - 1, .right) + " ", .dim)
    }
    for day in week.days { line.append(cell(day)) }
    return line
  }

  private func cell(_ day: DayCell) -> StyledText {
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
  /// How the number of a day looks.
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
