internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The lanes of resources as the rows of a table, with their hours from side to side. Where it is narrow, the style sheet
/// shows the items of each as a list.
struct TimelinePage {
  let view: ResourceView
  let title: String
  let page: Page

  init(_ view: ResourceView, title: String, page: Page) {
    self.view = view
    self.title = title
    self.page = page
  }

  func write() {
    if view.lanes.isEmpty { return page.element("p", class: "al-faint", page.phrases.nothing) }
    page.table("al-timeline", caption: title) {
      page.tableHead {
        page.element("td", class: "al-axis") {}
        page.element("td", class: "al-scale") {
          let hours = view.week.axis?.hours ?? []
          let step = max((hours.count + 11) / 12, 1)
          for (index, mark) in hours.enumerated() where index % step == 0 {
            page.element(
              "span", ["style": "inset-inline-start:\(percent(mark.offset))%"], page.clocks(mark)[0])
          }
        }
      }
      page.line()
      page.element("tbody") {
        for lane in view.lanes { row(lane) }
      }
    }
  }

  private func percent(_ seconds: Int) -> String {
    page.percent(seconds, of: view.week.axis)
  }

  /// The height relative to the size of the font, as the style sheet has it.
  var height: Double {
    view.lanes.reduce(3) { $0 + Double(rows($1, $1.column.fitted(columns: 6))) * 1.7 + 1.2 }
  }

  private func rows(_ lane: ResourceView.Lane, _ column: DayColumn) -> Int {
    max(lane.allDay.count + (column.boxes.map(\.columnCount).max() ?? 0), 1)
  }

  private func row(_ lane: ResourceView.Lane) {
    let column = lane.column.fitted(columns: 6)
    let rows = rows(lane, column)
    page.element("tr") {
      page.element("th", ["scope": "row"]) {
        page.element("bdi", class: "al-title", lane.name ?? "—")
        let beyond = column.earlier + column.later
        if !beyond.isEmpty {
          page.element("div", class: "al-more al-early") { page.more(beyond, on: view.date) }
        }
        let shared = column.sharingItems.named
        if !shared.isEmpty {
          page.element("ul", ["class": "al-printed", "aria-hidden": "true"]) {
            for item in shared { page.element("li", page.listed(item, on: view.date)) }
          }
        }
      }
      page.element("td", ["style": "height:\((Double(rows) * 1.7 + 0.4).markup)em"]) {
        if let now = column.now {
          page.element(
            "div",
            ["class": "al-now", "title": page.phrases.now, "style": "inset-inline-start:\(percent(now))%"]
          ) {
            page.element("span", class: "al-hidden", page.phrases.now)
          }
        }
        guard !lane.allDay.isEmpty || !column.boxes.isEmpty else { return }
        page.element("ol") {
          for (index, item) in lane.allDay.enumerated() {
            self.item(item, 0..<column.length, row: index, full: page.full(item))
          }
          for box in column.boxes { self.box(box, column, below: lane.allDay.count) }
        }
      }
    }
    page.line()
  }

  private func place(_ range: Range<Int>, row: Int) -> String {
    "inset-inline-start:\(percent(range.lowerBound))%;width:\(percent(range.count))%;top:\((Double(row) * 1.7 + 0.2).markup)em"
  }

  private func box(_ box: DayColumn.Box, _ column: DayColumn, below rows: Int) {
    let row = rows + box.columns.lowerBound
    guard box.others.isEmpty else {
      let title = page.full(box, on: view.date)
      // A list that opens reaches towards the middle.
      let isEarly = box.drawn.lowerBound < column.length / 2
      let classes = isEarly ? "al-more al-early" : "al-more"
      return page.element("li", ["style": place(box.drawn, row: row), "title": title, "class": classes]) {
        page.more(box.items, on: view.date, isShort: true)
      }
    }
    item(box.item, box.drawn, row: row, full: page.full(box, on: view.date))
  }

  private func item(_ item: ViewItem, _ range: Range<Int>, row: Int, full: String) {
    let classes =
      " al-line" + (item.days.lowerBound < view.date ? " al-from" : "")
      + (item.days.upperBound > view.date ? " al-onward" : "")
    page.itemElement(item, classes, style: place(range, row: row), title: full) {
      page.boxText(item, on: view.date)
    }
  }
}
