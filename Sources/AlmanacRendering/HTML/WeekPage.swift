internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side, as a table with a column for each day. Where several days have too
/// little room, the style sheet shows them as lists below each other. On paper it stretches the hours that have items, and lists the
/// items that have no box of their own below them.
struct HoursPage {
  private let view: WeekView
  private let title: String
  private let page: Page
  /// The boxes of each day.
  private let boxes: [HourBoxes]
  private let columns: [DayColumn]
  /// The longest day, whose hours are the common axis.
  private let axis: DayColumn?
  /// The height of an hour and the width of a clock, relative to the size of the font.
  private let hourHeight: Double
  private let clockWidth: Double

  init(_ view: WeekView, title: String, page: Page) {
    let view = view.fitted(lanes: 8)
    self.view = view
    self.title = title
    self.page = page
    axis = view.axis
    boxes = view.columns.map { HourBoxes($0, days: view.columns.count) }
    columns = boxes.map(\.wide)
    // The lowest box has room for a line of text.
    let lowest = columns.flatMap(\.boxes).map(\.drawn.count).min() ?? 3600
    hourHeight = min(max(2.8, 1.25 * 3600 / Double(max(lowest, 1))), 10)
    let clocks = (axis?.hours ?? []).flatMap { page.clocks($0) }
    let now = columns.compactMap { column in column.now.map { page.now(column, $0) } }
    let words = view.segments.isEmpty ? [] : page.phrases.allDay.split(separator: " ").map(String.init)
    let labels = clocks + words + now + page.beyondLabels(view)
    clockWidth = max((labels.map { TypeWidth.of($0) }.max() ?? 0) * 0.8 + 0.7, 3.2)
  }

  /// The height relative to the size of the font: of the rows above the hours, and of the hours at least 40 or all they need. The style
  /// sheet, which has the same number, gives them what is left of a sheet that is printed.
  var height: Double {
    let lanes = Double(view.segments.laneCount) * 1.85 + (view.segments.isEmpty ? 0 : 1)
    let hidden = Double(view.days.map(\.hidden.named.count).max() ?? 0) * 1.25
    return 3.5 + lanes + hidden + min(Double(axis?.length ?? 0) / 3600 * hourHeight, 40)
  }

  /// The heights of the list below the hours on wide and on narrow paper, relative to the size of the font. The size follows from the
  /// width of narrow paper and from the height of wide paper, which is broader than 1.3 times its height.
  var listHeights: (wide: Double, narrow: Double) {
    func height(_ width: Double, _ isListed: (String) -> Bool) -> Double {
      let room = (width - clockWidth) / Double(max(view.columns.count, 1)) / 0.75
      let lines = boxes.map { boxes in
        boxes.unnamed.filter { isListed($0.classes) }.reduce(0) {
          $0 + (TypeWidth.of(page.listed($1.item, on: boxes.wide.date)) / room * 1.2).rounded(.up)
        }
      }
      return (lines.max() ?? 0) * 1.1
    }
    return (height(max(80, self.height * 1.3), \.isEmpty), height(59) { _ in true })
  }

  func write() {
    if view.isEmptyDay { page.element("p", class: "al-faint", page.phrases.nothing) }
    page.table(view.days.count > 2 ? "al-hours al-many" : "al-hours", caption: title) {
      page.tableHead {
        let width = (clockWidth * Double(view.zones.count)).markup
        page.element("td", ["class": "al-axis", "style": "width:\(width)em"]) { zoneNames() }
        for (column, day) in view.days.enumerated() {
          if let name = page.heading(view, column) {
            page.element("th", ["scope": "col"]) { page.element("bdi", class: "al-title", name) }
          } else {
            header(day)
          }
        }
      }
      page.line()
      page.element("tbody") {
        AllDayRows(segments: view.segments, days: view.days, page: page).write()
        guard let axis else { return }
        if view.hasEarlierItems { beyond(axis, isLater: false) }
        hours(axis)
        if view.hasLaterItems { beyond(axis, isLater: true) }
        list()
      }
    }
  }

  /// Writes the items that have no box of their own, for paper, on which no list opens.
  private func list() {
    let items = boxes.map(\.unnamed)
    if items.allSatisfy(\.isEmpty) { return }
    page.element("tr", ["class": "al-printed", "aria-hidden": "true"]) {
      page.element("td", class: "al-axis") {}
      for (column, items) in zip(columns, items) {
        page.element("td") {
          if !items.isEmpty {
            page.element("ul") {
              for (item, classes) in items {
                page.element("li", ["class": classes], page.listed(item, on: column.date))
              }
            }
          }
        }
      }
    }
    page.line()
  }

  /// Writes a row without contents beside the hours, over which cells show the number of their items in the hours beyond.
  private func beyond(_ axis: DayColumn, isLater: Bool) {
    page.element("tr", ["class": "al-lane", "aria-hidden": "true"]) {
      page.element("th", class: "al-axis") {
        // Above several clocks it is a time of the first one.
        page.element("div", class: "al-clocks") {
          page.element("span", page.beyond(axis, isLater: isLater))
          for _ in view.clocks.dropFirst() { page.element("span") {} }
        }
      }
      for _ in view.days { page.element("td") {} }
    }
    page.line()
  }

  /// Writes the number of the items before or after the hours.
  private func beyond(_ items: [ViewItem], _ column: DayColumn, isLater: Bool) {
    if items.isEmpty { return }
    page.element("div", class: isLater ? "al-more al-beyond al-later" : "al-more al-beyond al-earlier") {
      page.element("span", class: "al-when", page.beyond(column, isLater: isLater))
      page.more(items, on: column.date)
    }
  }

  private func zoneNames() {
    if view.clocks.isEmpty { return }
    page.element("div", class: "al-clocks") {
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
    page.percent(seconds, of: axis)
  }

  /// A place along the axis, as declarations.
  private func place(_ stretch: Range<Int>) -> String {
    "top:\(percent(stretch.lowerBound))%;height:\(percent(stretch.count))%"
  }

  private func hours(_ axis: DayColumn) {
    let height = (Double(axis.length) / 3600 * hourHeight).markup
    let (used, length) = (columns.usedHours(along: axis), Double(max(axis.length, 1)))
    // On paper the used hours are as high as the row; the lines, which are its ground, have a place relative to the rest.
    let (from, part) = (Double(used.lowerBound) / length, Double(used.count) / length)
    let place = part < 1 ? ";--al-at:\((from / (1 - part) * 100).markup)%" : ""
    let style =
      "--al-high:\(height);--al-from:\(from);--al-used:\(part)\(place);--al-lines:\(lines(axis))"
    page.element("tr", ["style": style]) {
      page.element("td", class: "al-axis") {
        page.element("div", class: "al-scroll") { clocks(axis) }
      }
      for (index, column) in columns.enumerated() { cell(index, column, along: axis) }
    }
  }

  /// Writes the hours, and beside them the time of the present, in whose place an hour is on paper only.
  private func clocks(_ axis: DayColumn) {
    let column = columns.first { $0.now != nil }
    let now = column.flatMap { column in column.now.map { column.offset($0, along: axis) } }
    for mark in axis.hours {
      let isNear = now.map { abs(Double(mark.offset - $0)) / 3600 * hourHeight < 1.3 } ?? false
      page.element(
        "div",
        ["class": isNear ? "al-clocks al-near" : "al-clocks", "style": "top:\(percent(mark.offset))%"]
      ) {
        for clock in page.clocks(mark) { page.element("span", clock) }
      }
    }
    if let column, let offset = column.now, let now {
      // It is a time of the first clock.
      let others = 1 - 1 / Double(view.zones.count)
      let end = others > 0 ? ";inset-inline-end:\((others * 100).markup)%" : ""
      page.element("div", ["class": "al-now-time", "style": "top:\(percent(now))%\(end)"]) {
        page.text(page.now(column, offset))
      }
    }
  }

  private func cell(_ index: Int, _ column: DayColumn, along axis: DayColumn) {
    let name = page.heading(view, index)
    let date = page.localization.date(column.date, .weekdayAndDay)
    let day = view.days[index].isToday ? "\(date) · \(page.phrases.today)" : date
    let long = view.days.count > 2 ? view.days[index].items.filter { $0.isLong && !$0.isBackground } : []
    let isFree = column.isEmpty && long.isEmpty
    let label = isFree ? "" : name ?? day
    let classes = MarkupWriter.classes([
      "al-day": true, "al-today": view.days[index].isToday && view.days.count > 1 && name == nil,
      "al-free": isFree,
    ])
    page.element("td", ["class": classes, "data-label": label]) {
      self.long(long, of: view.days[index], isOrdered: isOrdered(column, long))
      beyond(column.earlier, column, isLater: false)
      page.element("div", class: "al-scroll") {
        contents(boxes[index], along: axis, isOrdered: isOrdered(column, long))
      }
      beyond(column.later, column, isLater: true)
    }
    page.line()
  }

  /// Whether items have their place by their start where days are lists: where some share a box, or long ones begin at an hour of the day.
  private func isOrdered(_ column: DayColumn, _ long: [ViewItem]) -> Bool {
    column.boxes.contains { !$0.others.isEmpty } || long.contains { order($0, on: column.date) >= 0 }
  }

  /// The minute of a day at which an item begins; a negative number for one of whole days or from an earlier day.
  private func order(_ item: ViewItem, on day: CivilDate) -> Int {
    item.isAllDay || item.days.lowerBound < day ? -1 : item.localStart.time.secondOfDay / 60
  }

  /// Writes all that has a place along the hours.
  private func contents(_ boxes: HourBoxes, along axis: DayColumn, isOrdered: Bool) {
    let column = boxes.wide
    for stretch in closed(column, along: axis) {
      page.element("div", ["class": "al-closed", "style": place(stretch)]) {}
    }
    for gap in column.gaps(along: axis) {
      page.element("div", ["class": "al-gap", "style": place(gap)]) {}
    }
    for ground in column.background {
      page.background(ground.item, on: column.date, style: place(column.place(ground.time, along: axis)))
    }
    // The present is below the boxes, whose text is never covered.
    if let now = column.now {
      let top = "top:\(percent(column.offset(now, along: axis)))%"
      page.element("div", ["class": "al-now", "title": page.phrases.now, "style": top]) {
        page.element("span", class: "al-hidden", page.phrases.now)
      }
    }
    if column.boxes.isEmpty { return }
    page.element("ol") {
      for entry in boxes.entries { box(entry, column, along: axis, isOrdered: isOrdered) }
    }
  }

  /// Writes the items of whole days or of 24 hours and longer, for days below each other, where they have no bars above the hours.
  private func long(_ items: [ViewItem], of day: DayCell, isOrdered: Bool) {
    if items.isEmpty { return }
    let hidden = Set(day.hidden.map(\.id))
    page.element("ul", class: "al-whole") {
      for item in items where !hidden.contains(item.id) {
        let time = page.timeOrDays(item, on: day.date)
        let style = isOrdered ? "order:\(order(item, on: day.date))" : ""
        page.itemElement(item, " al-bar", style: style, title: page.full(item, on: day.date)) {
          page.writeTitle(item)
          page.element("span", class: "al-when", page.narrowTime(item, time, on: day.date))
        }
      }
      if !hidden.isEmpty {
        page.element("li", ["class": "al-more", "style": isOrdered ? "order:-1" : ""]) {
          page.more(day.hidden, on: day.date)
        }
      }
    }
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
      let color = hours.contains(slot.offset) ? "var(--al-line)" : "var(--al-slot)"
      return "#0000 \(place)%,\(color) \(place)% calc(\(place)% + 1px),#0000 calc(\(place)% + 1px)"
    }
    return stops.isEmpty ? "none" : "linear-gradient(\(stops.joined(separator: ",")))"
  }

  private func box(_ entry: HourBoxes.Entry, _ column: DayColumn, along axis: DayColumn, isOrdered: Bool) {
    let (box, item) = (entry.box, entry.box.item)
    let stretch = column.place(box.drawn.clamped(to: 0..<column.length), along: axis)
    // The height is a number, with which the style sheet computes.
    var style =
      "top:\(percent(stretch.lowerBound))%;--al-h:\(percent(stretch.count))" + sides(of: box, "x", "w")
    if let narrow = entry.narrow { style += sides(of: narrow, "nx", "nw") }
    func order(_ item: ViewItem) -> String {
      isOrdered ? "order:\(self.order(item, on: column.date))" : ""
    }
    let title = page.full(box, on: column.date)
    guard box.others.isEmpty else {
      let classes = "al-more" + entry.classes
      return page.element("li", ["style": style, "title": title, "class": classes]) {
        page.more(box.items, on: column.date, isShort: view.days.count > 3, hasNames: true, style: order)
      }
    }
    // A line is as high as the font of the page, as the box has a smaller one. The last one is that of the time.
    let lines = Int(Double(stretch.count) / 3600 * hourHeight - 0.2) - 1
    let classes =
      entry.classes + (lines < 1 ? " al-line" : "") + (column.cutsStart(of: box) ? " al-above" : "")
      + (column.cutsEnd(of: box) ? " al-below" : "")
    style += (lines > 1 ? ";--al-clamp:\(lines)" : "") + (isOrdered ? ";" + order(item) : "")
    page.itemElement(item, classes, style: style, title: title) { page.boxText(item, on: column.date) }
  }

  /// The edge and the width of a box as declarations; none for one of the whole width.
  private func sides(of box: DayColumn.Box, _ edge: String, _ width: String) -> String {
    if box.columns.count == box.columnCount, width == "w" { return "" }
    return
      ";--al-\(edge):\((box.leading * 100).markup)%;--al-\(width):\(((box.trailing - box.leading) * 100).markup)%"
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
        page.element("td", ["class": day.hiddenCount > 0 ? "al-more" : ""]) {
          if day.hiddenCount > 0 { page.more(day.hidden, on: day.date) }
        }
      }
    }
  }

  private func row(isFirst: Bool, cells: () -> Void) {
    page.element("tr", class: "al-lane") {
      page.element("th", ["class": "al-axis", "scope": "row"]) {
        page.element("span", ["class": isFirst ? "" : "al-hidden"], page.phrases.allDay)
      }
      cells()
    }
    page.line()
  }

  private func bars(_ bars: [Segment]) {
    var column = 0
    for bar in bars {
      blank(column..<bar.columns.lowerBound)
      var classes = " al-bar"
      if bar.continuesBefore { classes += " al-before" }
      if bar.continuesAfter { classes += " al-after" }
      page.element("td", ["colspan": "\(bar.columns.count)"]) {
        page.element("ul") {
          page.itemElement(bar.item, classes, title: page.full(bar.item)) {
            if !bar.item.isAllDay, !bar.continuesBefore {
              page.element("span", class: "al-clock", page.start(bar.item))
            }
            page.writeTitle(bar.item)
            if !bar.item.isAllDay, !bar.continuesAfter, bar.item.isMultiDay {
              page.element("span", class: "al-end", page.end(bar.item))
            }
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
