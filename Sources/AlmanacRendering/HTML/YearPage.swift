internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year as a small table for each month.
struct YearPage {
  let view: YearView
  let page: Page

  func write() {
    page.element("div", class: "al-year") {
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
        if page.renderer.showsWeekNumbers {
          page.element("th", ["class": "al-week", "scope": "col", "abbr": page.phrases.weekAbbreviation]) {
            page.element("span", class: "al-hidden", page.phrases.weekAbbreviation)
          }
        }
        for weekday in view.weekdays {
          page.element(
            "th", ["scope": "col", "abbr": page.localization.name(of: weekday)],
            page.localization.name(of: weekday, .narrow))
        }
      }
      page.element("tbody") {
        for week in month.weeks {
          page.element("tr") {
            if page.renderer.showsWeekNumbers {
              page.element("th", ["class": "al-week", "scope": "row"], page.localization.number(week.number))
            }
            for day in week.days { cell(day) }
          }
        }
      }
    }
  }

  private func cell(_ day: DayCell?) {
    guard let day else { return page.element("td") {} }
    page.dayElement("td", day, other: !day.isValid, title: page.full(day)) {
      let look = day.color.map(page.look)
      let classes = "al-number" + (look.map { " al-filled" + $0.classes } ?? "")
      page.element(
        "time", ["datetime": day.date.description, "class": classes, "style": look?.style ?? ""]
      ) {
        page.text(page.localization.number(day.date.dayOfMonth))
        if day.mark != .none { page.element("sup", ["aria-hidden": "true"], day.mark.sign) }
      }
      if day.mark != .none { page.element("span", class: "al-hidden", " \(page.meaning(day.mark))") }
    }
  }
}
