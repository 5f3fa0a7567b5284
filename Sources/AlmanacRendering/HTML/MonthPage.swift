internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month as a table with a row for each week, and a cell with a list of items for each day.
struct MonthPage {
  let view: MonthView
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    writer.element("table", ["class": "month"]) { writer in
      frame.caption(frame.text.title(view), on: &writer)
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          writer.element("th", ["class": "week", "scope": "col"], frame.phrases.weekAbbreviation)
          for weekday in view.weekdays {
            writer.element("th", ["scope": "col"], frame.localization.name(of: weekday))
          }
        }
      }
      writer.line()
      writer.element("tbody") { writer in
        for week in view.weeks {
          writer.element("tr") { writer in
            writer.element(
              "th",
              ["class": "week", "scope": "row", "title": week.exists ? frame.phrases.week(week.number) : ""],
              week.exists ? "\(week.number)" : "")
            for column in week.days.indices { cell(week, column, on: &writer) }
          }
          writer.line()
        }
      }
    }
    frame.legend(on: &writer)
  }

  private func cell(_ week: MonthView.Week, _ column: Int, on writer: inout MarkupWriter) {
    let day = week.days[column]
    guard day.exists else {
      writer.element("td", ["class": "other"]) { _ in }
      return
    }
    let classes = MarkupWriter.classes([
      "other": !day.isInMonth || !day.isValid, "today": day.isToday, "selected": day.isSelected,
    ])
    writer.element("td", ["class": classes, "aria-current": day.isToday ? "date" : ""]) { writer in
      frame.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
      let bars = week.segments.filter { $0.columns.contains(column) }.sorted { $0.lane < $1.lane }
      guard !bars.isEmpty || day.hiddenCount > 0 else { return }
      writer.element("ul") { writer in
        var lane = 0
        for bar in bars {
          // Bars of several days have the same line in each cell.
          while lane < bar.lane {
            writer.element("li", ["aria-hidden": "true"]) { _ in }
            lane += 1
          }
          item(bar, day, column, on: &writer)
          lane += 1
        }
        if day.hiddenCount > 0 {
          writer.element("li", ["class": "more"], frame.phrases.more(day.hiddenCount))
        }
      }
    }
  }

  private func item(_ bar: Segment, _ day: DayCell, _ column: Int, on writer: inout MarkupWriter) {
    let item = bar.item
    let title = frame.text.full(item, on: day.date)
    guard item.isAllDay || item.isMultiDay else {
      writer.element("li", ["title": title, "class": item.isCancelled ? "cancelled" : ""]) { writer in
        writer.element("span", ["class": "dot", "style": "background:\(item.color.hex)"]) { _ in }
        writer.element("span", ["class": "clock"], TextRenderer.clock(item.localStart.time))
        frame.title(item, on: &writer)
      }
      return
    }
    // The title is visible once, over as many cells as it needs; in the others it is for screen readers only.
    let isFirst = column == bar.columns.lowerBound
    let span = isFirst && bar.columns.count > 1 ? "--span:\(bar.columns.count)" : ""
    let classes = MarkupWriter.classes([
      "bar": true, "cancelled": item.isCancelled, "before": item.days.lowerBound < day.date,
      "after": item.days.upperBound > day.date,
    ])
    writer.element(
      "li",
      [
        "title": title, "class": classes,
        "style": [item.isCancelled ? "" : frame.fill(item.color), span].filter { !$0.isEmpty }.joined(
          separator: ";"),
      ]
    ) { frame.title(item, isHidden: !isFirst, on: &$0) }
  }
}
