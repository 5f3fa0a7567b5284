internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A year as a small table for each month.
struct YearPage {
  let view: YearView
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    writer.element("div", ["class": "year"]) { writer in
      for month in view.months {
        table(month, on: &writer)
        writer.line()
      }
    }
    frame.legend(on: &writer)
  }

  private func table(_ month: YearView.Month, on writer: inout MarkupWriter) {
    writer.element("table") { writer in
      writer.element("caption", ["dir": "auto"], frame.localization.name(ofMonth: month.month.month))
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          for weekday in view.weekdays {
            writer.element(
              "th", ["scope": "col", "abbr": frame.localization.name(of: weekday)],
              frame.localization.name(of: weekday, .narrow))
          }
        }
      }
      writer.element("tbody") { writer in
        for week in month.weeks {
          writer.element("tr") { writer in
            for day in week.days { cell(day, on: &writer) }
          }
        }
      }
    }
  }

  private func cell(_ day: YearView.Day?, on writer: inout MarkupWriter) {
    guard let day else {
      writer.element("td") { _ in }
      return
    }
    writer.element(
      "td",
      [
        "class": MarkupWriter.classes([
          "today": day.isToday, "selected": day.isSelected, "faint": !day.isValid,
        ]),
        "title": frame.text.day(day.date, count: day.count, isToday: day.isToday),
        "aria-current": day.isToday ? "date" : "",
      ]
    ) { writer in
      let style = day.color.map(frame.fill) ?? ""
      writer.element(
        "time", ["datetime": day.date.description, "class": "number", "style": style]
      ) { writer in
        writer.text("\(day.date.dayOfMonth)")
        if day.mark != .none { writer.element("sup", ["aria-hidden": "true"], Mark.sign(day.mark)) }
      }
      if day.mark != .none {
        writer.element("span", ["class": "hidden"], " \(frame.text.meaning(day.mark))")
      }
    }
  }
}
