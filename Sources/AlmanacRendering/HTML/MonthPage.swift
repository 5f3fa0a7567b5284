internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month as a table: a row a week, a cell a day with its items as a list.
struct MonthPage {
  let view: MonthView
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    writer.element("table", ["class": "month"]) { writer in
      frame.caption(frame.text.title(view), on: &writer)
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          writer.element(
            "th", ["class": "week", "scope": "col"], frame.phrases.weekAbbreviation)
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
    var classes: [String] = []
    if !day.isInMonth || !day.isValid { classes.append("other") }
    if day.isToday { classes.append("today") }
    if day.isSelected { classes.append("selected") }
    writer.element(
      "td", ["class": classes.joined(separator: " "), "aria-current": day.isToday ? "date" : ""]
    ) { writer in
      frame.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
      let bars = week.segments.filter { $0.columns.contains(column) }.sorted { $0.lane < $1.lane }
      guard !bars.isEmpty || day.hiddenCount > 0 else { return }
      writer.element("ul") { writer in
        var lane = 0
        for bar in bars {
          // Bars of several days keep their line from cell to cell.
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
    // The title stands once, over as many cells as it needs; in the others it is there for those who do not see it.
    let isFirst = column == bar.columns.lowerBound
    let span = isFirst && bar.columns.count > 1 ? "--span:\(bar.columns.count)" : ""
    var classes = ["bar"]
    if item.isCancelled { classes.append("cancelled") }
    if item.days.lowerBound < day.date { classes.append("before") }
    if item.days.upperBound > day.date { classes.append("after") }
    writer.element(
      "li",
      [
        "title": title, "class": classes.joined(separator: " "),
        "style": [item.isCancelled ? "" : frame.fill(item.color), span].filter { !$0.isEmpty }.joined(
          separator: ";"),
      ]
    ) { frame.title(item, isHidden: !isFirst, on: &$0) }
  }
}
