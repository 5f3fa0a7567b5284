internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side: a table with a column a day.
struct HoursPage {
  private let renderer: HTMLRenderer
  private let days: [DayCell]
  private let columns: [DayColumn]
  private let segments: [Segment]
  private let axis: DayColumn?

  init(_ view: WeekView, renderer: HTMLRenderer) {
    self.renderer = renderer
    days = view.days
    columns = view.columns
    segments = view.segments
    axis = view.axis
  }

  init(_ view: DayView, renderer: HTMLRenderer) {
    self.renderer = renderer
    days = [view.cell]
    columns = [view.column]
    segments = view.segments
    axis = view.column
  }

  func write(on writer: inout MarkupWriter) {
    writer.element("table", ["class": "hours"]) { writer in
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          writer.element("td", ["class": "axis", "style": "border:0;width:\(axisWidth)"]) { _ in }
          for day in days { header(day, on: &writer) }
        }
      }
      writer.line()
      writer.element("tbody") { writer in
        if !segments.isEmpty { lane(on: &writer) }
        hours(on: &writer)
      }
    }
  }

  private var axisWidth: String {
    (3.4 * Double(1 + (axis?.hours.first?.others.count ?? 0))).markup + "rem"
  }

  private func header(_ day: DayCell, on writer: inout MarkupWriter) {
    writer.element(
      "th",
      [
        "scope": "col", "class": day.isToday ? "today" : "", "aria-current": day.isToday ? "date" : "",
      ]
    ) { writer in
      writer.text(renderer.localization.name(of: day.date.weekday, days.count > 3 ? .short : .long))
      renderer.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
    }
  }

  /// What lasts the whole day: a cell for each run of days, a row for each lane.
  private func lane(on writer: inout MarkupWriter) {
    for lane in 0...(segments.map(\.lane).max() ?? 0) {
      writer.element("tr", ["class": "lane"]) { writer in
        writer.element("th", ["class": "axis", "scope": "row"]) { writer in
          writer.element("span", ["class": lane == 0 ? "" : "hidden"], renderer.phrases.allDay)
        }
        var column = 0
        let own = segments.filter { $0.lane == lane }.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
        for segment in own {
          for _ in column..<segment.columns.lowerBound { writer.element("td") { _ in } }
          writer.element("td", ["colspan": "\(segment.columns.count)"]) { writer in
            writer.element("ul") { writer in
              writer.element(
                "li",
                [
                  "class": segment.item.isCancelled ? "cancelled" : "",
                  "title": renderer.text.full(segment.item),
                  "style": segment.item.isCancelled ? "" : renderer.fill(segment.item.color),
                ], renderer.text.title(segment.item))
            }
          }
          column = segment.columns.upperBound
        }
        for _ in column..<max(days.count, column) { writer.element("td") { _ in } }
      }
      writer.line()
    }
  }

  /// Places are in parts of a hundred of the axis.
  private func percent(_ seconds: Int) -> String {
    (Double(seconds) * 100 / Double(max(axis?.length ?? 1, 1))).markup
  }

  private func hours(on writer: inout MarkupWriter) {
    guard let axis else { return }
    writer.element("tr", ["style": "height:\((Double(axis.length) / 3600 * 2.6).markup)rem"]) { writer in
      writer.element("td", ["class": "axis", "style": "border:0"]) { writer in
        for mark in axis.hours {
          let others = mark.others.map { " " + TextRenderer.clock($0.time) }.joined()
          writer.element(
            "time", ["style": "top:\(percent(mark.offset))%"], TextRenderer.clock(mark.local.time) + others)
        }
      }
      for column in columns { cell(column, along: axis, on: &writer) }
    }
  }

  private func cell(_ column: DayColumn, along axis: DayColumn, on writer: inout MarkupWriter) {
    writer.element("td", ["style": lines(axis)]) { writer in
      if !column.boxes.isEmpty {
        writer.element("ol") { writer in
          for box in column.boxes { item(box, column, along: axis, on: &writer) }
        }
      }
      if let now = column.now {
        writer.element(
          "div",
          [
            "class": "now", "title": renderer.phrases.now,
            "style": "top:\(percent(column.offset(now, along: axis)))%",
          ]
        ) { _ in }
      }
    }
    writer.line()
  }

  /// A line at each hour, drawn by the background.
  private func lines(_ axis: DayColumn) -> String {
    let hours = max(Double(axis.length) / 3600, 0.01)
    let height = (100 / hours).markup
    return "background:repeating-linear-gradient(var(--line) 0 1px,transparent 1px \(height)%)"
  }

  private func item(
    _ box: DayColumn.Box, _ column: DayColumn, along axis: DayColumn, on writer: inout MarkupWriter
  ) {
    let top = column.offset(min(box.drawn.lowerBound, column.length), along: axis)
    let bottom = column.offset(min(box.drawn.upperBound, column.length), along: axis)
    let place =
      "top:\(percent(top))%;height:\(percent(max(bottom - top, 0)))%;"
      + "inset-inline-start:\((box.leading * 100).markup)%;width:\(((box.trailing - box.leading) * 100).markup)%"
    let item = box.item
    let color = item.isCancelled ? "" : ";" + renderer.fill(item.color)
    writer.element(
      "li",
      [
        "style": place + color, "title": renderer.text.full(item, on: column.date),
        "class": item.isCancelled ? "cancelled" : "",
      ]
    ) { writer in
      writer.element("span", ["class": "title"], renderer.text.title(item))
      writer.element("span", ["class": "time"], " " + renderer.text.time(item, on: column.date))
      if !item.item.location.isEmpty { writer.element("span", ["class": "faint"], " \(item.item.location)") }
    }
  }
}
