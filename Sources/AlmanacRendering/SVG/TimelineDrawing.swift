internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The lanes of resources as rows, with their hours from side to side.
struct TimelineDrawing {
  private let view: ResourceView
  private let title: String
  private let pen: Pen
  /// The lanes with boxes that fit.
  private let lanes: [Lane]
  private let nameWidth: Double

  private let margin = 16.0
  private let headerTop = 60.0
  private let gridTop = 84.0
  private static let lineHeight = 22.0

  /// A lane with the items of whole days in rows that fit, the last of which counts the others.
  private struct Lane {
    let name: String
    let column: DayColumn
    let allDay: [ViewItem]
    let hidden: [ViewItem]
    private static let mostRows = 4

    init(_ lane: ResourceView.Lane) {
      name = lane.name ?? "—"
      column = lane.column.fitted(columns: 6)
      let shown = lane.allDay.count > Self.mostRows ? Self.mostRows - 1 : lane.allDay.count
      (allDay, hidden) = (Array(lane.allDay.prefix(shown)), Array(lane.allDay.dropFirst(shown)))
    }

    /// The rows of the items of whole days.
    var rowsOfDays: Int { allDay.count + (hidden.isEmpty ? 0 : 1) }
    var height: Double {
      let rows = max(rowsOfDays + (column.boxes.map(\.columnCount).max() ?? 0), 1)
      return Double(rows) * TimelineDrawing.lineHeight + 8
    }
  }

  init(_ view: ResourceView, title: String, pen: Pen) {
    self.view = view
    self.title = title
    self.pen = pen
    lanes = view.lanes.map { Lane($0) }
    let widest = lanes.map { TypeWidth.of($0.name) * 12 }.max() ?? 0
    nameWidth = min(widest + 12, pen.drawingWidth * 0.22)
  }

  var document: String {
    let height = lanes.reduce(gridTop) { $0 + $1.height }
    return pen.document(title: title, description: pen.summary(view.week.days), height: height + margin) {
      if lanes.isEmpty {
        pen.label(
          pen.phrases.nothing, left: margin, y: headerTop + 18, width: width, size: 13, fill: pen.ink.faint)
      }
      var top = gridTop
      for (index, lane) in lanes.enumerated() {
        let box = Box(left: left, top: top, width: width, height: lane.height)
        pen.rectangle(
          box, fill: lane.column.business.isEmpty ? pen.ink.paper : pen.ink.shade, stroke: pen.ink.line)
        for open in lane.column.business {
          pen.rectangle(
            Box(
              left: x(open.lowerBound), top: top, width: x(open.upperBound) - x(open.lowerBound),
              height: lane.height),
            fill: pen.ink.paper)
        }
        let beyond = lane.column.earlier + lane.column.later
        pen.label(
          lane.name, left: margin, y: top + 17, width: nameWidth - (beyond.isEmpty ? 6 : 40), bold: true)
        pen.more(beyond, on: view.date, left: left - 34, top: top + 4, width: 30)
        hours(lane.column, top: top, height: lane.height, isFirst: index == 0)
        boxes(of: index, top: top + 4)
        top += lane.height
        pen.line()
      }
    }
  }

  private var left: Double { margin + nameWidth }

  private var width: Double { pen.drawingWidth - left - margin }

  private func x(_ seconds: Int) -> Double {
    left + Double(seconds) / Double(max(view.week.axis?.length ?? 1, 1)) * width
  }

  private func hours(_ column: DayColumn, top: Double, height: Double, isFirst: Bool) {
    let clocks = column.hours.map { pen.clocks($0)[0] }
    let room = width / Double(max(column.hours.count, 1))
    let widest = (clocks.map { TypeWidth.of($0) }.max() ?? 0) * 11 + 8
    let step = max(Int((widest / max(room, 1)).rounded(.up)), 1)
    for (index, mark) in column.hours.enumerated() {
      pen.rectangle(Box(left: x(mark.offset), top: top, width: 1, height: height), fill: pen.ink.line)
      if isFirst, index % step == 0 {
        pen.label(
          clocks[index], left: x(mark.offset), y: headerTop + 16, width: room * Double(step), size: 11,
          fill: pen.ink.faint)
      }
    }
    guard let now = column.now else { return }
    pen.group(pen.phrases.now, ["class": "al-now"]) {
      pen.rectangle(Box(left: x(now) - 1, top: top, width: 2, height: height), fill: pen.ink.text)
    }
  }

  private func boxes(of index: Int, top: Double) {
    let lane = lanes[index]
    for (row, item) in lane.allDay.enumerated() {
      draw(
        item, pen.full(item),
        Box(left: left, top: top + Double(row) * Self.lineHeight, width: width, height: 20))
    }
    if !lane.hidden.isEmpty {
      let place = Box(
        left: left, top: top + Double(lane.allDay.count) * Self.lineHeight, width: width, height: 20)
      pen.group(hidden: lane.hidden, on: view.date) { drawCount(of: lane.hidden.count, place) }
    }
    let top = top + Double(lane.rowsOfDays) * Self.lineHeight
    for box in lane.column.boxes {
      let place = Box(
        left: x(box.drawn.lowerBound) + 1, top: top + Double(box.columns.lowerBound) * Self.lineHeight,
        width: x(box.drawn.upperBound) - x(box.drawn.lowerBound) - 2, height: 20)
      guard box.others.isEmpty else {
        pen.group(pen.full(box, on: view.date), ["class": "al-more"]) {
          drawCount(of: box.items.count, place)
        }
        continue
      }
      draw(box.item, pen.full(box, on: view.date), place)
    }
  }

  /// Draws the number of items that are not drawn.
  private func drawCount(of count: Int, _ box: Box) {
    pen.rectangle(box, BoxColors(fill: pen.ink.shade, edge: pen.ink.faint, text: pen.ink.text))
    let text = pen.more(count) { TypeWidth.of($0) * 12 <= box.width - 8 }
    pen.label(text, left: box.left + 4, y: box.top + 14, width: box.width - 6)
  }

  private func draw(_ item: ViewItem, _ full: String, _ box: Box) {
    let colors = pen.colors(of: item)
    pen.group(item, full) {
      pen.rectangle(box, colors)
      let title = pen.decoration.title(item, in: pen)
      let timed = item.isLong ? title : "\(title) \(pen.start(item))"
      let lead = item.days.lowerBound < view.date ? "‹ " : ""
      let tail = item.days.upperBound > view.date ? " ›" : ""
      pen.label(
        TypeWidth.of(lead + timed + tail) * 12 <= box.width - 8 ? timed : title, after: lead, tail: tail,
        left: box.left + 4, y: box.top + 14, width: box.width - 6, fill: colors.text, struck: item.isCancelled
      )
    }
  }
}
