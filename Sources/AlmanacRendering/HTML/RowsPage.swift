internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A week as a table with a row for each day and its summary.
struct RowsPage {
  let view: WeekView
  let title: String
  let page: Page

  func write() {
    page.table("al-rows", caption: title) {
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
        if day.isToday { page.todayWord() }
      }
      page.element("td") {
        switch day.summary {
        case .nothing: break
        case .single(let item):
          page.itemElement(item, name: "div", isFilled: false) { page.line(item, on: day.date) }
        case .several(let count):
          page.element("strong", page.phrases.several)
          page.element("span", class: "al-faint") {
            page.text(" (\(page.localization.number(count))) ")
            for (index, text) in page.startsAndTitles(day).enumerated() {
              if index > 0 { page.text(" · ") }
              page.element("bdi", text)
            }
          }
        }
      }
    }
  }
}

/// A list with a heading for each section and its items below.
struct ListPage {
  let view: ListView
  let page: Page

  func write() {
    if view.isEmpty { page.element("p", class: "al-faint", page.phrases.nothing) }
    for section in view.sections {
      let isDay = if case .day = section.key { true } else { false }
      self.section(
        page.heading(section, in: view), section.entries, classes: isDay ? "al-list" : "al-list al-dated"
      ) {
        entry($0, under: section.key)
      }
      page.line()
    }
    if !view.undated.isEmpty {
      section(page.phrases.undated, view.undated) { entry in
        page.element("li") {
          page.dot(entry.color)
          page.element("bdi", page.title(entry))
        }
      }
    }
    if let more = page.continuation(of: view) { page.element("p", class: "al-faint", more) }
  }

  private func section<Entry>(
    _ heading: String, _ entries: [Entry], classes: StaticString = "al-list", line: (Entry) -> Void
  ) {
    page.element("section") {
      page.element(page.subheading, heading)
      page.element("ul", class: classes) {
        for entry in entries { line(entry) }
      }
    }
  }

  private func entry(_ entry: ListView.Entry, under key: ListView.Key) {
    let isDay = if case .day = key { true } else { false }
    let dated = isDay ? nil : page.timeForms(entry, under: key, in: view).first.map { (entry.day, $0) }
    page.itemElement(entry.item, isFilled: false) {
      page.line(entry.item, on: isDay ? entry.day : nil, dated: dated)
    }
  }
}
