internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side: a table with a column a day.
struct HoursPage {
  let frame: PageFrame
  private let title: String
  private let days: [DayCell]
  private let columns: [DayColumn]
  private let segments: [Segment]
  private let axis: DayColumn?
  /// The zones whose clocks are shown, that of the view first.
  private let zones: [Zone]

  init(_ view: WeekView, frame: PageFrame) {
    self.frame = frame
    title = frame.text.title(view)
    days = view.days
    columns = view.columns
    segments = view.segments
    axis = view.axis
    zones = [view.zone] + view.options.hours.zones
  }

  init(_ view: DayView, frame: PageFrame) {
    self.frame = frame
    title = frame.localization.date(view.date, .full)
    days = [view.cell]
    columns = [view.column]
    segments = view.segments
    axis = view.column
    zones = [view.zone] + view.options.hours.zones
  }

  func write(on writer: inout MarkupWriter) {
    if days.count == 1, days.allSatisfy(\.items.isEmpty) {
      writer.element("p", ["class": "faint"], frame.phrases.nothing)
    }
    writer.element("table", ["class": "hours"]) { writer in
      frame.caption(title, on: &writer)
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          writer.element("td", ["class": "axis", "style": "width:\((3.4 * Double(zones.count)).markup)rem"]) {
            zoneNames(on: &$0)
          }
          for day in days { header(day, on: &writer) }
        }
      }
      writer.line()
      writer.element("tbody") { writer in
        AllDayRows(segments: segments, days: days, frame: frame).write(on: &writer)
        hours(on: &writer)
      }
    }
  }

  /// Above clocks of several zones what they are, as their people abbreviate it.
  private func zoneNames(on writer: inout MarkupWriter) {
    guard zones.count > 1, let axis else { return }
    writer.element("div", ["class": "clocks"]) { writer in
      for zone in zones {
        writer.element("abbr", ["title": zone.name], zone.phase(at: axis.start).abbreviation)
      }
    }
  }

  private func header(_ day: DayCell, on writer: inout MarkupWriter) {
    let classes = [day.isToday ? "today" : "", day.isSelected ? "selected" : ""].filter { !$0.isEmpty }
    writer.element(
      "th",
      [
        "scope": "col", "class": classes.joined(separator: " "), "aria-current": day.isToday ? "date" : "",
      ]
    ) { writer in
      writer.text(frame.localization.name(of: day.date.weekday, days.count > 3 ? .short : .long) + " ")
      frame.dayNumber(day.date, color: day.color, mark: day.mark, on: &writer)
    }
  }

  /// Places are in parts of a hundred of the axis.
  private func percent(_ seconds: Int) -> String {
    (Double(seconds) * 100 / Double(max(axis?.length ?? 1, 1))).markup
  }

  private func hours(on writer: inout MarkupWriter) {
    guard let axis else { return }
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
      for column in columns { cell(column, along: axis, on: &writer) }
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

  /// What lies outside working hours, along the axis; nothing where no day has any.
  private func closed(_ column: DayColumn, along axis: DayColumn) -> [Range<Int>] {
    guard columns.contains(where: { !$0.business.isEmpty }) else { return [] }
    var closed: [Range<Int>] = []
    var end = 0
    for open in column.business.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let place = column.place(open, along: axis)
      if place.lowerBound > end { closed.append(end..<place.lowerBound) }
      end = max(end, place.upperBound)
    }
    return end < axis.length ? closed + [end..<axis.length] : closed
  }

  /// A line at each hour and a fainter one at each slot, as stops of a gradient: there are no further elements, and
  /// hours that clocks change in are as long as they are.
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
