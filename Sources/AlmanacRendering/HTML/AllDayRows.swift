internal import AlmanacEvents
internal import AlmanacViews

/// What lasts the whole day, above the hours: a row of a table for each lane, a cell for each run of days.
struct AllDayRows {
  let segments: [Segment]
  let days: [DayCell]
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    let lanes = (segments.map(\.lane).max() ?? -1) + 1
    for lane in 0..<lanes {
      row(isFirst: lane == 0, on: &writer) { writer in
        let own = segments.filter { $0.lane == lane }
        bars(own.sorted { $0.columns.lowerBound < $1.columns.lowerBound }, on: &writer)
      }
    }
    guard days.contains(where: { $0.hiddenCount > 0 }) else { return }
    row(isFirst: lanes == 0, on: &writer) { writer in
      for day in days {
        writer.element(
          "td", ["class": "more"], day.hiddenCount > 0 ? frame.phrases.more(day.hiddenCount) : "")
      }
    }
  }

  private func row(
    isFirst: Bool, on writer: inout MarkupWriter, cells: (inout MarkupWriter) -> Void
  ) {
    writer.element("tr", ["class": "lane"]) { writer in
      writer.element("th", ["class": "axis", "scope": "row"]) { writer in
        writer.element("span", ["class": isFirst ? "" : "hidden"], frame.phrases.allDay)
      }
      cells(&writer)
    }
    writer.line()
  }

  private func bars(_ bars: [Segment], on writer: inout MarkupWriter) {
    var column = 0
    for bar in bars {
      for _ in column..<bar.columns.lowerBound { writer.element("td") { _ in } }
      var classes = bar.item.isCancelled ? ["cancelled"] : []
      if bar.continuesBefore { classes.append("before") }
      if bar.continuesAfter { classes.append("after") }
      writer.element("td", ["colspan": "\(bar.columns.count)"]) { writer in
        writer.element("ul") { writer in
          writer.element(
            "li",
            [
              "class": classes.joined(separator: " "), "title": frame.text.full(bar.item),
              "style": bar.item.isCancelled ? "" : frame.fill(bar.item.color),
            ]
          ) { frame.title(bar.item, on: &$0) }
        }
      }
      column = bar.columns.upperBound
    }
    for _ in column..<max(days.count, column) { writer.element("td") { _ in } }
  }
}
