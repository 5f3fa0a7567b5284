internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side, as a table with a column for each day.
struct HoursPage {
  let content: HoursContent
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    if content.isEmptyDay {
      writer.element("p", ["class": "faint"], frame.phrases.nothing)
    }
    writer.element("table", ["class": "hours"]) { writer in
      frame.caption(content.title, on: &writer)
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          writer.element(
            "td", ["class": "axis", "style": "width:\((3.4 * Double(content.zones.count)).markup)rem"]
          ) {
            zoneNames(on: &$0)
          }
          for day in content.days { header(day, on: &writer) }
        }
      }
      writer.line()
      writer.element("tbody") { writer in
        AllDayRows(segments: content.segments, days: content.days, frame: frame).write(on: &writer)
        hours(on: &writer)
      }
    }
  }

  private func zoneNames(on writer: inout MarkupWriter) {
    let clocks = content.clocks
    guard !clocks.isEmpty else { return }
    writer.element("div", ["class": "clocks"]) { writer in
      for clock in clocks { writer.element("abbr", ["title": clock.name], clock.abbreviation) }
    }
  }

  private func header(_ day: DayCell, on writer: inout MarkupWriter) {
    writer.element(
      "th",
      [
        "scope": "col", "class": MarkupWriter.classes(["today": day.isToday, "selected": day.isSelected]),
        "aria-current": day.isToday ? "date" : "",
      ]
    ) { writer in
      writer.text(
        frame.localization.name(of: day.date.weekday, content.days.count > 3 ? .short : .long) + " ")
      frame.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
    }
  }

  /// An offset in percent of the axis.
  private func percent(_ seconds: Int) -> String {
    (Double(seconds) * 100 / Double(max(content.axis?.length ?? 1, 1))).markup
  }

  private func hours(on writer: inout MarkupWriter) {
    guard let axis = content.axis else { return }
    let height = (Double(axis.length) / 3600 * 2.6).markup
    writer.element("tr", ["style": "height:\(height)rem;--lines:\(lines(axis))"]) { writer in
      writer.element("td", ["class": "axis"]) { writer in
        for mark in axis.hours {
          writer.element("div", ["class": "clocks", "style": "top:\(percent(mark.offset))%"]) { writer in
            for local in [mark.local] + mark.others {
              writer.element("time", TextRenderer.clock(local.time))
            }
          }
        }
      }
      for column in content.columns { cell(column, along: axis, on: &writer) }
    }
  }

  private func cell(_ column: DayColumn, along axis: DayColumn, on writer: inout MarkupWriter) {
    writer.element("td", ["class": "day"]) { writer in
      for stretch in closed(column, along: axis) {
        let place = "top:\(percent(stretch.lowerBound))%;height:\(percent(stretch.count))%"
        writer.element("div", ["class": "closed", "style": place]) { _ in }
      }
      if !column.boxes.isEmpty {
        writer.element("ol") { writer in
          for box in column.boxes { item(box, column, along: axis, on: &writer) }
        }
      }
      for gap in column.gaps(along: axis) {
        let place = "top:\(percent(gap.lowerBound))%;height:\(percent(gap.count))%"
        writer.element("div", ["class": "gap", "style": place]) { _ in }
      }
      if let now = column.now {
        writer.element(
          "div",
          [
            "class": "now", "title": frame.phrases.now,
            "style": "top:\(percent(column.offset(now, along: axis)))%",
          ]
        ) { $0.element("span", ["class": "hidden"], frame.phrases.now) }
      }
    }
    writer.line()
  }

  /// The ranges outside working hours, along the axis; none where no day has working hours.
  private func closed(_ column: DayColumn, along axis: DayColumn) -> [Range<Int>] {
    guard content.hasBusinessHours else { return [] }
    var closed: [Range<Int>] = []
    var end = 0
    for open in column.business.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let place = column.place(open, along: axis)
      if place.lowerBound > end { closed.append(end..<place.lowerBound) }
      end = max(end, place.upperBound)
    }
    return end < axis.length ? closed + [end..<axis.length] : closed
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

  private func item(
    _ box: DayColumn.Box, _ column: DayColumn, along axis: DayColumn, on writer: inout MarkupWriter
  ) {
    let stretch = column.place(box.drawn.clamped(to: 0..<column.length), along: axis)
    let place =
      "top:\(percent(stretch.lowerBound))%;height:\(percent(stretch.count))%;"
      + "inset-inline-start:\((box.leading * 100).markup)%;width:\(((box.trailing - box.leading) * 100).markup)%"
    let item = box.item
    let color = item.isCancelled ? "" : ";" + frame.fill(item.color)
    writer.element(
      "li",
      [
        "style": place + color, "title": frame.text.full(item, on: column.date),
        "class": item.isCancelled ? "cancelled" : "",
      ]
    ) { writer in
      frame.title(item, on: &writer)
      writer.element("span", ["class": "time"], " " + frame.text.time(item, on: column.date))
      if !item.item.location.isEmpty {
        writer.text(" ")
        writer.element("bdi", ["class": "faint"], item.item.location)
      }
    }
  }
}

/// The items of whole days above the hours, as a row for each lane with a cell for each run of days.
struct AllDayRows {
  let segments: [Segment]
  let days: [DayCell]
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    let lanes = segments.laneCount
    for lane in 0..<lanes {
      row(isFirst: lane == 0, on: &writer) { writer in
        let own = segments.filter { $0.lane == lane }
        bars(own.sorted { $0.columns.lowerBound < $1.columns.lowerBound }, on: &writer)
      }
    }
    guard days.contains(where: { $0.hiddenCount > 0 }) else { return }
    row(isFirst: lanes == 0, on: &writer) { writer in
      for day in days {
        writer.element(
          "td", ["class": "more"], day.hiddenCount > 0 ? frame.phrases.more(day.hiddenCount) : "")
      }
    }
  }

  private func row(isFirst: Bool, on writer: inout MarkupWriter, cells: (inout MarkupWriter) -> Void) {
    writer.element("tr", ["class": "lane"]) { writer in
      writer.element("th", ["class": "axis", "scope": "row"]) { writer in
        writer.element("span", ["class": isFirst ? "" : "hidden"], frame.phrases.allDay)
      }
      cells(&writer)
    }
    writer.line()
  }

  private func bars(_ bars: [Segment], on writer: inout MarkupWriter) {
    var column = 0
    for bar in bars {
      for _ in column..<bar.columns.lowerBound { writer.element("td") { _ in } }
      let classes = MarkupWriter.classes([
        "cancelled": bar.item.isCancelled, "before": bar.continuesBefore, "after": bar.continuesAfter,
      ])
      writer.element("td", ["colspan": "\(bar.columns.count)"]) { writer in
        writer.element("ul") { writer in
          writer.element(
            "li",
            [
              "class": classes, "title": frame.text.full(bar.item),
              "style": bar.item.isCancelled ? "" : frame.fill(bar.item.color),
            ]
          ) { frame.title(bar.item, on: &$0) }
        }
      }
      column = bar.columns.upperBound
    }
    for _ in column..<max(days.count, column) { writer.element("td") { _ in } }
  }
}

/// A week as a table with a row for each day and its summary.
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
    let classes = MarkupWriter.classes([
      "other": !day.isValid, "today": day.isToday, "selected": day.isSelected,
    ])
    writer.element("tr", ["class": classes, "aria-current": day.isToday ? "date" : ""]) { writer in
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
