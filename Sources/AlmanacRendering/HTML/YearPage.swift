internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year as a small table for each month.
struct YearPage {
  let view: YearView
  let page: Page

  func write() {
    page.element("div", ["class": "year"]) {
      for month in view.months {
        table(month)
        page.line()
      }
    }
    page.writeLegend()
  }

  private func table(_ month: YearView.Month) {
    page.element("table") {
      page.element("caption", ["dir": "auto"], page.localization.name(ofMonth: month.month.month))
      page.tableHead {
        for weekday in view.weekdays {
          page.element(
            "th", ["scope": "col", "abbr": page.localization.name(of: weekday)],
            page.localization.name(of: weekday, .narrow))
        }
      }
      page.element("tbody") {
        for week in month.weeks {
          page.element("tr") {
            for day in week.days { cell(day) }
          }
        }
      }
    }
  }

  private func cell(_ day: DayCell?) {
    guard let day else { return page.element("td") {} }
    page.dayElement("td", day, other: !day.isValid, title: page.full(day)) {
      let style = day.color.map(page.fill) ?? ""
      page.element("time", ["datetime": day.date.description, "class": "number", "style": style]) {
        page.text("\(day.date.dayOfMonth)")
        if day.mark != .none { page.element("sup", ["aria-hidden": "true"], day.mark.sign) }
      }
      if day.mark != .none { page.element("span", ["class": "hidden"], " \(page.meaning(day.mark))") }
    }
  }
}
