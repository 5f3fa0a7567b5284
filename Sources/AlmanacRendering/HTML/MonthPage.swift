internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A month as a table with a row for each week, and a cell with a list of items for each day. Where it is narrow, the style
/// sheet shows a grid of days without items, and the cells of the table as a list.
struct MonthPage {
  private let view: MonthView
  private let page: Page

  init(_ view: MonthView, page: Page) {
    self.view = view.fitted(lanes: 8)
    self.page = page
  }

  /// The height relative to the size of the font, as the style sheet has it.
  var height: Double {
    view.weeks.reduce(5) { height, week in
      let more = week.days.map(\.hidden.named.count).max() ?? 0
      return height + max(7.5, Double(week.laneCount) * 1.47 + Double(more) * 1.28 + 2.7)
    }
  }

  func write() {
    grid()
    page.table("al-month", caption: page.title(view)) {
      page.tableHead {
        if page.renderer.showsWeekNumbers {
          page.element("th", ["class": "al-week", "scope": "col"], page.phrases.weekAbbreviation)
        }
        for weekday in view.weekdays {
          page.element("th", ["scope": "col", "abbr": page.localization.name(of: weekday)]) {
            page.element("span", class: "al-long", page.localization.name(of: weekday))
            page.element(
              "span", ["class": "al-short", "aria-hidden": "true"],
              page.localization.name(of: weekday, .short))
          }
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

  /// Writes the grid of days, which repeats the table for the eye.
  private func grid() {
    let hasNumbers = page.renderer.showsWeekNumbers
    let style = "--al-columns:\(max(view.weekdays.count, 1) + (hasNumbers ? 1 : 0))"
    page.element("div", ["class": "al-mini", "aria-hidden": "true", "style": style]) {
      if hasNumbers { page.element("b", page.phrases.weekAbbreviation) }
      for weekday in view.weekdays { page.element("b", page.localization.name(of: weekday, .narrow)) }
      for week in view.weeks {
        if hasNumbers { page.element("b", week.exists ? page.localization.number(week.number) : "") }
        week.days.forEach(gridCell)
      }
    }
    page.line()
  }

  private func gridCell(_ day: DayCell) {
    guard day.exists, day.isInMonth else { return page.element("i") {} }
    let look = day.color.map(page.look)
    let classes = MarkupWriter.classes(["al-today": day.isToday, "al-selected": day.isSelected])
    page.element("i", ["class": classes]) {
      page.element(
        "span",
        [
          "class": look.map { "al-filled" + $0.classes } ?? "", "style": look?.style ?? "",
        ], page.localization.number(day.date.dayOfMonth))
      if day.mark != .none { page.text(day.mark.sign) }
    }
  }

  private func row(_ week: MonthView.Week) {
    page.element("tr") {
      if page.renderer.showsWeekNumbers {
        page.element(
          "th", ["class": "al-week", "scope": "row", "title": week.exists ? page.week(week.number) : ""],
          week.exists ? page.localization.number(week.number) : "")
      }
      for column in week.days.indices { cell(week, column) }
    }
  }

  private func cell(_ week: MonthView.Week, _ column: Int) {
    let day = week.days[column]
    guard day.exists else { return page.element("td", class: "al-other") {} }
    let today = day.isToday ? " · \(page.phrases.today)" : ""
    let label = day.items.isEmpty ? "" : page.localization.date(day.date, .weekdayAndDay) + today
    page.dayElement("td", day, other: !day.isInMonth || !day.isValid, label: label) {
      page.dayNumber(day)
      if day.isToday { page.todayWord() }
      for item in day.background.prefix(3) { page.background(item, on: day.date) }
      let bars = week.segments.filter { $0.columns.contains(column) }.sorted { $0.lane < $1.lane }
      guard !bars.isEmpty || day.hiddenCount > 0 else { return }
      let order = Self.order(bars.map(\.item), on: day.date)
      page.element("ul") {
        var lane = 0
        for (index, bar) in bars.enumerated() {
          // Bars of several days have the same line in each cell.
          for _ in lane..<bar.lane { page.element("li", ["aria-hidden": "true", "class": "al-blank"]) {} }
          let isOutside = week.days[bar.columns].allSatisfy { !$0.isInMonth }
          item(bar, day, column, isOutside: isOutside, style: order.isEmpty ? "" : "order:\(order[index])")
          lane = bar.lane + 1
        }
        if day.hiddenCount > 0 {
          page.element("li", class: "al-more") { page.more(day.hidden, on: day.date) }
        }
      }
    }
  }

  /// The places of items where days are lists: those of whole days and from earlier days first, the others by their start. Empty where
  /// they are in this order.
  private static func order(_ items: [ViewItem], on day: CivilDate) -> [Int] {
    let starts = items.map { $0.isAllDay || $0.days.lowerBound < day ? -1 : $0.localStart.time.secondOfDay }
    guard zip(starts, starts.dropFirst()).contains(where: >) else { return [] }
    var places = Array(repeating: 0, count: items.count)
    let sorted = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    for (place, index) in sorted.enumerated() { places[index] = place }
    return places
  }

  /// - Parameters:
  ///   - isOutside: Whether all cells of the bar are outside the month, so that it is not filled.
  ///   - style: Further declarations.
  private func item(_ bar: Segment, _ day: DayCell, _ column: Int, isOutside: Bool, style: String) {
    let item = bar.item
    let time = page.timeOrDays(item, on: day.date)
    let title = page.full(item, time, on: day.date)
    guard item.isAllDay || item.isMultiDay else {
      page.itemElement(item, style: style, title: title, time: time, isFilled: false, hasDot: true) {
        page.element("span", class: "al-clock", page.start(item))
        page.writeTitle(item)
      }
      return
    }
    // The title is visible in the first cell, over as many cells as it needs; in the others it is for screen readers only.
    let isFirst = column == bar.columns.lowerBound
    let span = isFirst && bar.columns.count > 1 ? "--al-span:\(bar.columns.count)" : ""
    // The end has room beside a title that has other cells.
    let isLast = column == bar.columns.upperBound - 1
    let hasEnd =
      (isFirst || isLast) && !item.isAllDay && bar.columns.count > 1 && !bar.continuesAfter
    var classes = isOutside ? " al-bar al-outside" : " al-bar"
    if item.days.lowerBound < day.date { classes += " al-before" }
    if item.days.upperBound > day.date { classes += " al-after" }
    // Signs where the bar continues in another row.
    if isFirst, bar.continuesBefore { classes += " al-from" }
    if bar.continuesAfter, isLast { classes += " al-onward" }
    let narrow = page.narrowTime(item, time, on: day.date)
    let clock = isFirst && !item.isAllDay && item.days.lowerBound == day.date ? page.start(item) : ""
    let end = hasEnd ? page.end(item) : ""
    // The title has the room that the times leave it.
    let times = [clock, end].filter { !$0.isEmpty }.reduce(0) { $0 + TypeWidth.of($1) + 0.5 }
    let beside = isFirst && times > 0 ? "--al-beside:\(times.markup)em" : ""
    let all = [span, beside, style].filter { !$0.isEmpty }.joined(separator: ";")
    page.itemElement(item, classes, style: all, title: title, time: narrow) {
      if !clock.isEmpty { page.element("span", class: "al-clock", clock) }
      page.writeTitle(item, isHidden: !isFirst)
      if hasEnd, isLast { page.element("span", class: "al-end", end) }
    }
  }
}
