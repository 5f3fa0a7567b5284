internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The year as small months with the meanings of their signs.
  public func lines(_ view: YearView) -> [StyledText] {
    let days = view.days
    let legend = legend(
      days, today: days.first(where: \.isToday).map(sign),
      selected: days.first { $0.isSelected && !$0.isToday }.map(sign))
    return grid(view) + legend + noticeLines(view)
  }

  /// The small months alone, as many side by side as fit, with empty lines between them.
  public func grid(_ view: YearView) -> [StyledText] {
    let months = view.months.map { small($0, view.weekdays) }
    let own = months.first?.first?.width ?? 1
    let perRow = [6, 4, 3, 2, 1].first { $0 * (own + 2) - 2 <= width } ?? 1
    var lines = [
      StyledText(SafeText.guarded(localization.number(view.year)), .bold).cell(
        of: perRow * (own + 2) - 2, .center)
    ]
    for start in stride(from: 0, to: months.count, by: perRow) {
      let row = months[start..<min(start + perRow, months.count)]
      lines.append("")
      lines += months[start].indices.map { line in row.map { $0[line] }.joined(separator: "  ") }
    }
    return lines
  }

  /// A small month, padded to six weeks so that months side by side have the same height.
  private func small(_ month: YearView.Month, _ weekdays: [Weekday]) -> [StyledText] {
    let blank = (number: "", cells: weekdays.map { _ in day(nil) })
    let weeks = month.weeks.map {
      (number: SafeText.guarded(localization.number($0.number)), cells: $0.days.map(day))
    }
    return CompactMonth(
      title: StyledText(localization.name(ofMonth: month.month.month), .bold),
      weekWidth: showsWeekNumbers ? 3 : 0, cellWidth: 3, weekHeading: "",
      names: weekdays.map { localization.name(of: $0, .narrow) }, nameStyle: .dim,
      weeks: weeks + Array(repeating: blank, count: max(6 - weeks.count, 0))
    ).lines
  }

  /// The number and the sign of a day; blank for a day of a neighbouring month.
  private func day(_ day: DayCell?) -> StyledText {
    guard let day else { return "   " }
    var style = style(day)
    style.isReversed = day.isToday || style.isReversed
    return StyledText(
      DisplayWidth.padded(SafeText.guarded(localization.number(day.date.dayOfMonth)), to: 2, .right)
        + sign(day), style)
  }

  /// The sign of a day, without room for brackets: today's has a ring, the selected day's a frame.
  private func sign(_ day: DayCell) -> String {
    switch (day.isToday, day.isSelected, day.mark) {
    case (true, _, .none): "○"
    case (true, _, .single): "◉"
    case (true, _, .several): "⊕"
    case (false, true, .none): "□"
    case (false, true, .single): "▣"
    case (false, true, .several): "⊞"
    case (false, false, let mark): mark.sign
    }
  }
}
