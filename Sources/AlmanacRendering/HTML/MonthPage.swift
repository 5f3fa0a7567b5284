internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month as a table with a row for each week, and a cell with a list of items for each day.
struct MonthPage {
  let view: MonthView
  let page: Page

  func write() {
    page.table("month", caption: page.title(view)) {
      page.tableHead {
        page.element("th", ["class": "week", "scope": "col"], page.phrases.weekAbbreviation)
        for weekday in view.weekdays {
          page.element("th", ["scope": "col"], page.localization.name(of: weekday))
        }
      }
      page.line()
      page.element("tbody") {
        for week in view.weeks {
          row(week)
          page.line()
        }
      }
    }
    page.writeLegend()
  }

  private func row(_ week: MonthView.Week) {
    page.element("tr") {
      let title = week.exists ? page.phrases.week(week.number) : ""
      page.element(
        "th", ["class": "week", "scope": "row", "title": title], week.exists ? "\(week.number)" : "")
      for column in week.days.indices { cell(week, column) }
    }
  }

  private func cell(_ week: MonthView.Week, _ column: Int) {
    let day = week.days[column]
    guard day.exists else { return page.element("td", ["class": "other"]) {} }
    page.dayElement("td", day, other: !day.isInMonth || !day.isValid) {
      page.dayNumber(day)
      let bars = week.segments.filter { $0.columns.contains(column) }.sorted { $0.lane < $1.lane }
      guard !bars.isEmpty || day.hiddenCount > 0 else { return }
      page.element("ul") {
        var lane = 0
        for bar in bars {
          // Bars of several days have the same line in each cell.
          for _ in lane..<bar.lane { page.element("li", ["aria-hidden": "true"]) {} }
          item(bar, day, isFirst: column == bar.columns.lowerBound)
          lane = bar.lane + 1
        }
        if day.hiddenCount > 0 { page.element("li", ["class": "more"], page.phrases.more(day.hiddenCount)) }
      }
    }
  }

  /// - Parameter isFirst: Whether it is the first cell of the bar. The title is visible there, over as many cells as it
  ///   needs; in the others it is for screen readers only.
  private func item(_ bar: Segment, _ day: DayCell, isFirst: Bool) {
    let item = bar.item
    let title = page.full(item, on: day.date)
    guard item.isAllDay || item.isMultiDay else {
      page.element("li", ["title": title, "class": item.isCancelled ? "cancelled" : ""]) {
        page.dot(item.color)
        page.element("span", ["class": "clock"], item.localStart.time.clock)
        page.writeTitle(item)
      }
      return
    }
    let span = isFirst && bar.columns.count > 1 ? "--span:\(bar.columns.count)" : ""
    let style = [page.fill(item), span].filter { !$0.isEmpty }.joined(separator: ";")
    let classes = MarkupWriter.classes([
      "bar": true, "cancelled": item.isCancelled, "before": item.days.lowerBound < day.date,
      "after": item.days.upperBound > day.date,
    ])
    page.element("li", ["title": title, "class": classes, "style": style]) {
      page.writeTitle(item, isHidden: !isFirst)
    }
  }
}
