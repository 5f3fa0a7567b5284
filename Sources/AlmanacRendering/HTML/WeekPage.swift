internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side, as a table with a column for each day.
struct HoursPage {
  let view: WeekView
  let title: String
  let page: Page

  /// The longest day, whose hours are the common axis.
  private var axis: DayColumn? { view.axis }

  func write() {
    if view.isEmptyDay { page.element("p", ["class": "faint"], page.phrases.nothing) }
    page.table("hours", caption: title) {
      page.tableHead {
        let width = (3.4 * Double(view.zones.count)).markup
        page.element("td", ["class": "axis", "style": "width:\(width)rem"]) { zoneNames() }
        for day in view.days { header(day) }
      }
      page.line()
      page.element("tbody") {
        AllDayRows(segments: view.segments, days: view.days, page: page).write()
        if let axis { hours(axis) }
      }
    }
  }

  private func zoneNames() {
    if view.clocks.isEmpty { return }
    page.element("div", ["class": "clocks"]) {
      for clock in view.clocks { page.element("abbr", ["title": clock.name], clock.abbreviation) }
    }
  }

  private func header(_ day: DayCell) {
    page.dayElement("th", day, scope: "col") {
      page.text(page.localization.name(of: day.date.weekday, view.days.count > 3 ? .short : .long) + " ")
      page.dayNumber(day)
    }
  }

  /// An offset in percent of the axis.
  private func percent(_ seconds: Int) -> String {
    (Double(seconds) * 100 / Double(max(axis?.length ?? 1, 1))).markup
  }

  /// A place along the axis, as a style attribute.
  private func place(_ stretch: Range<Int>) -> String {
    "top:\(percent(stretch.lowerBound))%;height:\(percent(stretch.count))%"
  }

  private func hours(_ axis: DayColumn) {
    let height = (Double(axis.length) / 3600 * 2.6).markup
    page.element("tr", ["style": "height:\(height)rem;--lines:\(lines(axis))"]) {
      page.element("td", ["class": "axis"]) {
        for mark in axis.hours {
          page.element("div", ["class": "clocks", "style": "top:\(percent(mark.offset))%"]) {
            for clock in mark.clocks { page.element("time", clock) }
          }
        }
      }
      // Boxes that are wide enough for a text on most screens.
      let most = max(8 / max(view.columns.count, 1), 3)
      for column in view.columns { cell(column.fitted(columns: most), along: axis) }
    }
  }

  private func cell(_ column: DayColumn, along axis: DayColumn) {
    page.element("td", ["class": "day"]) {
      for stretch in closed(column, along: axis) {
        page.element("div", ["class": "closed", "style": place(stretch)]) {}
      }
      if !column.boxes.isEmpty {
        page.element("ol") {
          for box in column.boxes { item(box, column, along: axis) }
        }
      }
      for gap in column.gaps(along: axis) { page.element("div", ["class": "gap", "style": place(gap)]) {} }
      if let now = column.now {
        let top = "top:\(percent(column.offset(now, along: axis)))%"
        page.element("div", ["class": "now", "title": page.phrases.now, "style": top]) {
          page.element("span", ["class": "hidden"], page.phrases.now)
        }
      }
    }
    page.line()
  }

  /// The ranges outside working hours, along the axis; none where no day has working hours.
  private func closed(_ column: DayColumn, along axis: DayColumn) -> [Range<Int>] {
    guard view.hasBusinessHours else { return [] }
    let open = column.business.sorted { $0.lowerBound < $1.lowerBound }
    return open.map { column.place($0, along: axis) }.gaps(in: 0..<axis.length)
  }

  /// The lines at hours and slots as stops of a gradient, which needs no further elements and shows hours with a change
  /// of clocks at their actual length.
  private func lines(_ axis: DayColumn) -> String {
    let hours = Set(axis.hours.map(\.offset))
    let stops = axis.slots.map { slot in
      let place = percent(slot.offset)
      let color = hours.contains(slot.offset) ? "var(--line)" : "var(--slot)"
      return "#0000 \(place)%,\(color) \(place)% calc(\(place)% + 1px),#0000 calc(\(place)% + 1px)"
    }
    return stops.isEmpty ? "none" : "linear-gradient(\(stops.joined(separator: ",")))"
  }

  private func item(_ box: DayColumn.Box, _ column: DayColumn, along axis: DayColumn) {
    let item = box.item
    let isShared = !box.others.isEmpty
    let stretch = column.place(box.drawn.clamped(to: 0..<column.length), along: axis)
    let (leading, width) = ((box.leading * 100).markup, ((box.trailing - box.leading) * 100).markup)
    let style = "\(place(stretch));inset-inline-start:\(leading)%;width:\(width)%"
    let color = isShared || item.isCancelled ? "" : ";" + page.fill(item.color)
    page.element(
      "li",
      [
        "style": style + color, "title": page.full(box, on: column.date),
        "class": isShared ? "more" : item.isCancelled ? "cancelled" : "",
      ]
    ) {
      if isShared { return more(box, on: column.date) }
      page.writeTitle(item)
      page.element("span", ["class": "time"], " " + page.timeOrDays(item, on: column.date))
      if !item.item.location.isEmpty {
        page.text(" ")
        page.element("bdi", ["class": "faint"], item.item.location)
      }
    }
  }

  /// Writes the number of items that share a box, which opens as a list of them.
  private func more(_ box: DayColumn.Box, on day: CivilDate) {
    let listed = box.items.named
    page.element("details") {
      page.element("summary", page.phrases.more(box.items.count))
      page.element("ul") {
        for item in listed { page.element("li") { page.line(item, on: day) } }
        let further = box.items.count - listed.count
        if further > 0 { page.element("li", ["class": "more"], page.phrases.more(further)) }
      }
    }
  }
}

/// The items of whole days above the hours, as a row for each lane with a cell for each run of days.
struct AllDayRows {
  let segments: [Segment]
  let days: [DayCell]
  let page: Page

  func write() {
    let lanes = segments.laneCount
    for lane in 0..<lanes {
      row(isFirst: lane == 0) {
        let own = segments.filter { $0.lane == lane }
        bars(own.sorted { $0.columns.lowerBound < $1.columns.lowerBound })
      }
    }
    guard days.contains(where: { $0.hiddenCount > 0 }) else { return }
    row(isFirst: lanes == 0) {
      for day in days {
        page.element("td", ["class": "more"], day.hiddenCount > 0 ? page.phrases.more(day.hiddenCount) : "")
      }
    }
  }

  private func row(isFirst: Bool, cells: () -> Void) {
    page.element("tr", ["class": "lane"]) {
      page.element("th", ["class": "axis", "scope": "row"]) {
        page.element("span", ["class": isFirst ? "" : "hidden"], page.phrases.allDay)
      }
      cells()
    }
    page.line()
  }

  private func bars(_ bars: [Segment]) {
    var column = 0
    for bar in bars {
      blank(column..<bar.columns.lowerBound)
      let classes = MarkupWriter.classes([
        "cancelled": bar.item.isCancelled, "before": bar.continuesBefore, "after": bar.continuesAfter,
      ])
      page.element("td", ["colspan": "\(bar.columns.count)"]) {
        page.element("ul") {
          page.element("li", ["class": classes, "title": page.full(bar.item), "style": page.fill(bar.item)]) {
            page.writeTitle(bar.item)
          }
        }
      }
      column = bar.columns.upperBound
    }
    blank(column..<max(days.count, column))
  }

  private func blank(_ columns: Range<Int>) {
    for _ in columns { page.element("td") {} }
  }
}

/// A week as a table with a row for each day and its summary.
struct RowsPage {
  let view: WeekView
  let title: String
  let page: Page

  func write() {
    page.table("rows", caption: title) {
      page.element("tbody") {
        for day in view.days {
          row(day)
          page.line()
        }
      }
    }
    page.writeLegend()
  }

  private func row(_ day: DayCell) {
    page.dayElement("tr", day, other: !day.isValid) {
      page.element("th", ["scope": "row"]) {
        page.text(page.localization.name(of: day.date.weekday) + " ")
        page.dayNumber(day)
      }
      page.element("td") {
        switch day.summary {
        case .nothing: break
        case .single(let item): page.line(item, on: day.date)
        case .several(let count):
          page.element("strong", page.phrases.several)
          page.element("span", ["class": "faint"], " (\(count))")
        }
      }
    }
  }
}
