public import AlmanacViews
internal import AlmanacEvents
internal import AlmanacTime

extension TextRenderer {
  /// The layout of a month, an argument of `lines(_:style:)` and `grid(_:style:)`.
  public enum MonthStyle: String, Sendable, Hashable, CaseIterable {
    /// Numbers only, as `cal` prints them.
    case compact
    /// A box for each day, with the titles of its items.
    case boxed
  }

  /// The month's grid with the meanings of its marks, and the items of the selected day.
  public func lines(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    let days = view.days
    let legend = legend(
      days, today: days.contains(where: \.isToday) ? "[ ]" : nil,
      selected: days.contains(where: \.isSelected) ? "< >" : nil)
    let notice = noticeLines(view)
    return grid(view, style: style) + legend + notice + (view.selectedDay.map { [""] + lines($0) } ?? [])
  }

  /// The month's grid alone: title, weekdays and weeks, all lines equally wide.
  public func grid(_ view: MonthView, style: MonthStyle = .compact) -> [StyledText] {
    let boxes = BoxedMonth(view: view, renderer: self)
    return style == .boxed && boxes.totalWidth <= width ? boxes.lines : compactMonth(view)
  }

  private func compactMonth(_ view: MonthView) -> [StyledText] {
    let weekWidth = showsWeekNumbers ? max(3, DisplayWidth.of(phrases.weekAbbreviation) + 1) : 0
    // The cells of a day: 5 with both brackets, fewer where the line is too short.
    let cellWidth = min(max((width - weekWidth) / max(view.weekdays.count, 1), 3), 5)
    return CompactMonth(
      title: StyledText(title(view), .bold), weekWidth: weekWidth, cellWidth: cellWidth,
      weekHeading: phrases.weekAbbreviation,
      names: names(of: view.weekdays, in: cellWidth - 1, from: [.short, .narrow]), nameStyle: .bold,
      weeks: view.weeks.map { week in
        (
          week.exists ? SafeText.guarded(localization.number(week.number)) : "",
          week.days.map { number($0, opens: cellWidth > 3, closes: cellWidth > 4) }
        )
      }
    ).lines
  }

  /// The lines below a grid with the meanings of the signs in it; none without signs.
  ///
  /// - Parameters:
  ///   - today: The sign of today, if it is in the grid.
  ///   - selected: The sign of the selected day, if it is in the grid.
  func legend(_ days: [DayCell], today: String?, selected: String?) -> [StyledText] {
    var entries: [StyledText] = []
    for mark in [DayMark.single, .several] {
      guard let color = days.first(where: { $0.mark == mark })?.color else { continue }
      entries.append(StyledText(mark.sign, inked(color)) + StyledText(" \(meaning(mark))", .dim))
    }
    if let today { entries.append(StyledText("\(today) \(phrases.today)", .dim)) }
    if let selected { entries.append(StyledText("\(selected) \(phrases.selected)", .dim)) }
    return entries.isEmpty ? [] : ["", cut(entries.joined(separator: "   "))]
  }

  /// The weekdays' names in the widest form that fits.
  func names(of weekdays: [Weekday], in cells: Int, from widths: [Localization.Width]) -> [String] {
    let all = widths.map { width in weekdays.map { localization.name(of: $0, width) } }
    let names = all.first { $0.allSatisfy { DisplayWidth.of($0) <= cells } }
    return names ?? all.last ?? []
  }

  /// The number of a day with its mark, in brackets: `[ ]` for today, `< >` for the selected day.
  ///
  /// - Parameters:
  ///   - width: The cells of the number without its mark.
  ///   - opens: Whether there is room for the bracket before it.
  ///   - closes: Whether there is room for the bracket after it.
  func number(_ day: DayCell, to width: Int = 2, opens: Bool = true, closes: Bool = true) -> StyledText {
    func bracket(_ sign: String) -> StyledText { StyledText(sign, sign == " " ? .plain : .bold) }
    let cells = width + (opens ? 2 : 1) + (closes ? 1 : 0)
    guard day.exists else { return StyledText(DisplayWidth.padded("", to: cells)) }
    let digits = SafeText.guarded(localization.number(day.date.dayOfMonth))
    let number = DisplayWidth.padded(digits, to: width, .right)
    var cell = StyledText()
    if opens { cell.append(bracket(day.isToday ? "[" : day.isSelected ? "<" : " ")) }
    cell.append(number + day.mark.sign, style(day))
    if closes { cell.append(bracket(day.isSelected ? ">" : day.isToday ? "]" : " ")) }
    return cell
  }

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

/// A month as `cal` prints it: the number of each day with its mark.
struct CompactMonth {
  let title: StyledText
  /// The cells for the number of the week and a space.
  let weekWidth: Int
  /// The cells of a day.
  let cellWidth: Int
  let weekHeading: String
  /// The names of the weekdays.
  let names: [String]
  let nameStyle: ANSIStyle
  let weeks: [(number: String, cells: [StyledText])]

  var lines: [StyledText] {
    let width = weekWidth + names.count * cellWidth
    let cells = names.map {
      StyledText(SafeText.guarded(DisplayWidth.fitted($0, to: cellWidth - 1, .right)) + " ", nameStyle)
    }
    return [title.cell(of: width, .center), row(weekHeading, cells)] + weeks.map(row)
  }

  private func row(_ week: String, _ cells: [StyledText]) -> StyledText {
    let number = weekWidth > 0 ? DisplayWidth.fitted(week, to: weekWidth - 1, .right) + " " : ""
    return cells.reduce(StyledText(number, .dim)) { $0 + $1 }
  }
}
