internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The year as small months with the meanings of their signs.
  public func lines(_ view: YearView) -> [StyledText] {
    let legend = legend(view)
    let lines = legend.isEmpty ? grid(view) : grid(view) + ["", legend]
    return lines + noticeLines(view.unexpanded, in: view.zone)
  }

  /// The small months alone, as many side by side as fit, with empty lines between them.
  public func grid(_ view: YearView) -> [StyledText] {
    let months = view.months.map { YearMonthText(month: $0, weekdays: view.weekdays, renderer: self).lines }
    let own = months.first?.first?.width ?? 1
    let perRow = [6, 4, 3, 2, 1].first { $0 * (own + 2) - 2 <= width } ?? 1
    var lines = [StyledText("\(view.year)", .bold).cell(of: perRow * (own + 2) - 2, .center)]
    for start in stride(from: 0, to: months.count, by: perRow) {
      lines.append("")
      lines += sideBySide(Array(months[start..<min(start + perRow, months.count)]), gap: 2)
    }
    return lines
  }

  /// The meanings of the signs in the months.
  private func legend(_ view: YearView) -> StyledText {
    let days = view.days
    var entries = markLegend(
      single: days.first { $0.mark == .single }?.color, several: days.contains { $0.mark == .several })
    if let today = days.first(where: \.isToday) {
      entries.append(StyledText("\(Mark.sign(today)) \(phrases.today)", .dim))
    }
    if let selected = days.first(where: { $0.isSelected && !$0.isToday }) {
      entries.append(StyledText("\(Mark.sign(selected)) \(phrases.selected)", .dim))
    }
    return spaced(entries)
  }
}

/// A small month: the number and the sign of each day.
private struct YearMonthText {
  let month: YearView.Month
  let weekdays: [Weekday]
  let renderer: TextRenderer

  private static let cellWidth = 3

  private var weekWidth: Int { renderer.showsWeekNumbers ? 3 : 0 }

  /// The lines, padded to six weeks so that months side by side have the same height.
  var lines: [StyledText] {
    let rows = month.weeks.map(row)
    let blank = StyledText(String(repeating: " ", count: width))
    return [title, header] + rows + Array(repeating: blank, count: max(6 - rows.count, 0))
  }

  private var width: Int { weekWidth + weekdays.count * Self.cellWidth }

  private var title: StyledText {
    StyledText(renderer.localization.name(ofMonth: month.month.month), .bold).cell(of: width, .center)
  }

  private var header: StyledText {
    var line = StyledText(String(repeating: " ", count: weekWidth))
    for weekday in weekdays {
      let name = renderer.localization.name(of: weekday, .narrow)
      line.append(SafeText.guarded(DisplayWidth.fitted(name, to: Self.cellWidth - 1, .right)) + " ", .dim)
    }
    return line
  }

  private func row(_ week: YearView.Week) -> StyledText {
    var line = StyledText()
    if weekWidth > 0 { line.append(DisplayWidth.fitted("\(week.number)", to: 2, .right) + " ", .dim) }
    for day in week.days {
      guard let day else {
        line.append(String(repeating: " ", count: Self.cellWidth))
        continue
      }
      var style = day.color.map { ANSIStyle.filled($0) } ?? .plain
      style.isBold = day.isToday
      style.isUnderlined = day.isToday
      style.isDim = !day.isValid
      style.isReversed = day.isToday || (day.isSelected && day.color == nil)
      line.append(DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right) + Mark.sign(day), style)
    }
    return line
  }
}
