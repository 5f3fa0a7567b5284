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
