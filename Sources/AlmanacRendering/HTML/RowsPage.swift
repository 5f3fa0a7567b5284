internal import AlmanacTime
internal import AlmanacViews

/// A week as a table with a row a day that tells nothing, its one item or that there are several.
struct RowsPage {
  let view: WeekView
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    writer.element("table", ["class": "rows"]) { writer in
      frame.caption(frame.text.title(view), on: &writer)
      writer.element("tbody") { writer in
        for day in view.days {
          row(day, on: &writer)
          writer.line()
        }
      }
    }
    frame.legend(on: &writer)
  }

  private func row(_ day: DayCell, on writer: inout MarkupWriter) {
    var classes: [String] = []
    if !day.isValid { classes.append("other") }
    if day.isToday { classes.append("today") }
    if day.isSelected { classes.append("selected") }
    writer.element(
      "tr", ["class": classes.joined(separator: " "), "aria-current": day.isToday ? "date" : ""]
    ) { writer in
      writer.element("th", ["scope": "row"]) { writer in
        writer.text(frame.localization.name(of: day.date.weekday) + " ")
        frame.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
      }
      writer.element("td") { writer in
        switch day.summary {
        case .nothing: break
        case .single(let item): frame.line(item, on: day.date, on: &writer)
        case .several(let count):
          writer.element("strong", frame.phrases.several)
          writer.element("span", ["class": "faint"], " (\(count))")
        }
      }
    }
  }
}
