internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension TextRenderer {
  /// The year as small months, as many side by side as the width has room for.
  public func lines(_ view: YearView) -> [StyledText] {
    let months = view.months.map { YearMonthText(month: $0, weekdays: view.weekdays, renderer: self).lines }
    let own = months.first?.first?.width ?? 1
    let perRow = [6, 4, 3, 2, 1].first { $0 * (own + 2) - 2 <= width } ?? 1
    var lines = [StyledText("\(view.year)", .bold).fitted(to: perRow * (own + 2) - 2, .center)]
    for start in stride(from: 0, to: months.count, by: perRow) {
      lines.append("")
      lines += sideBySide(Array(months[start..<min(start + perRow, months.count)]), gap: 2)
    }
    return lines
  }
}

/// A small month: a number and a mark a day.
private struct YearMonthText {
  let month: YearView.Month
  let weekdays: [Weekday]
  let renderer: TextRenderer

  private static let cellWidth = 3

  private var weekWidth: Int { renderer.showsWeekNumbers ? 3 : 0 }

  /// Always six weeks high, so that months side by side end together.
  var lines: [StyledText] {
    let rows = month.weeks.map(row)
    let blank = StyledText(String(repeating: " ", count: width))
    return [title, header] + rows + Array(repeating: blank, count: max(6 - rows.count, 0))
  }

  private var width: Int { weekWidth + weekdays.count * Self.cellWidth }

  private var title: StyledText {
    StyledText(renderer.localization.name(ofMonth: month.month.month), .bold).fitted(to: width, .center)
  }

  private var header: StyledText {
    var line = StyledText(String(repeating: " ", count: weekWidth))
    for weekday in weekdays {
      let name = renderer.localization.name(of: weekday, .narrow)
      line.append(DisplayWidth.fitted(name, to: Self.cellWidth - 1, .right) + " ", .dim)
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
      style.isReversed = (day.isSelected || day.isToday) && day.color == nil
      line.append(DisplayWidth.padded("\(day.date.dayOfMonth)", to: 2, .right), style)
      line.append(day.isToday ? "]" : Mark.sign(day.mark), style)
    }
    return line
  }
}
