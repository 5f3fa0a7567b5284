internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side, with the items of whole days above them.
struct HoursDrawing {
  private let view: WeekView
  private let title: String
  private let pen: Pen
  /// The days with boxes that are wide enough for a text.
  private let columns: [DayColumn]
  /// The longest day, whose hours are the common axis.
  private let axis: DayColumn?
  private let axisWidth: Double
  private let columnWidth: Double
  private let gridTop: Double

  private let margin = 16.0
  private let headerTop = 60.0
  private let lanesTop = 90.0
  private let laneHeight = 20.0
  private let hourHeight = 44.0
  private let zoneWidth = 46.0

  init(_ view: WeekView, title: String, pen: Pen) {
    self.view = view
    axis = view.axis
    self.title = title
    self.pen = pen
    axisWidth = zoneWidth * Double(view.zones.count)
    columnWidth = (pen.drawingWidth - 2 * margin - axisWidth) / Double(max(view.columns.count, 1))
    // Up to three columns have room for a few letters, more of them for a word.
    let most = max(Int(columnWidth / 60), min(Int(columnWidth / 36), 3), 1)
    columns = view.columns.map { $0.fitted(columns: most) }
    gridTop = lanesTop + Double(view.segments.laneCount + (view.hasHiddenItems ? 1 : 0)) * laneHeight + 8
  }

  var document: String {
    pen.document(
      title: title, description: pen.summary(view.days),
      height: gridTop + height(axis?.length ?? 0) + margin
    ) {
      for (index, day) in view.days.enumerated() { header(day, left: left(of: index)) }
      if view.isEmptyDay {
        pen.label(
          pen.phrases.nothing, left: left(of: 0) + columnWidth / 2, y: headerTop + 19, width: columnWidth / 2,
          size: 13, fill: pen.ink.faint)
      }
      for segment in view.segments { bar(segment) }
      let last = lanesTop + Double(view.segments.laneCount) * laneHeight
      for (index, day) in view.days.enumerated() {
        pen.more(day.hiddenCount, left: left(of: index) + 7, top: last, width: columnWidth - 9)
      }
      pen.line()
      zoneNames()
      if let axis { hours(axis) }
      for (index, column) in columns.enumerated() {
        for box in column.boxes { self.box(box, of: column, left: left(of: index)) }
        gaps(column, left: left(of: index))
        now(column, left: left(of: index))
        pen.line()
      }
    }
  }

  private func left(of column: Int) -> Double { margin + axisWidth + Double(column) * columnWidth }

  private func height(_ seconds: Int) -> Double { Double(seconds) / 3600 * hourHeight }

  /// The place of a range of a column, along the common axis.
  private func place(_ stretch: Range<Int>, in column: DayColumn, left: Double) -> Box {
    let range = column.place(stretch.clamped(to: 0..<column.length), along: axis ?? column)
    return Box(
      left: left, top: gridTop + height(range.lowerBound), width: columnWidth, height: height(range.count))
  }

  private func header(_ day: DayCell, left: Double) {
    pen.group(pen.full(day)) {
      if day.isSelected {
        pen.outline(Box(left: left + 1, top: headerTop, width: columnWidth - 2, height: 28), radius: 4)
      }
      pen.dayNumber(day, left: left + 4, top: headerTop + 4)
      pen.label(
        pen.localization.name(of: day.date.weekday, columnWidth < 150 ? .short : .long), left: left + 48,
        y: headerTop + 19, width: columnWidth - 50, size: 13, fill: pen.ink.faint)
    }
  }

  private func bar(_ segment: Segment) {
    let box = pen.box(
      of: segment, left: left(of: segment.columns.lowerBound), top: lanesTop, columnWidth: columnWidth,
      laneHeight: laneHeight, inset: 2)
    pen.group(pen.full(segment.item)) { pen.bar(segment, in: box) }
  }

  private func zoneNames() {
    for (index, clock) in view.clocks.enumerated() {
      pen.group(clock.name) {
        pen.label(
          clock.abbreviation, left: margin + Double(index) * zoneWidth, y: gridTop - 9, width: zoneWidth - 4,
          size: 11, fill: pen.ink.faint, bold: true)
      }
    }
  }

  private func hours(_ axis: DayColumn) {
    let wide = columnWidth * Double(columns.count)
    let ground = view.hasBusinessHours ? pen.ink.shade : pen.ink.paper
    for (index, column) in columns.enumerated() {
      let left = left(of: index)
      let box = Box(left: left, top: gridTop, width: columnWidth, height: height(axis.length))
      pen.rectangle(box, fill: ground, stroke: pen.ink.line)
      for hours in column.business {
        pen.rectangle(place(hours, in: column, left: left), fill: pen.ink.paper)
      }
    }
    let hours = Set(axis.hours.map(\.offset))
    for slot in axis.slots where !hours.contains(slot.offset) {
      pen.line(left: margin + axisWidth, width: wide, y: gridTop + height(slot.offset), color: pen.ink.slot)
    }
    for mark in axis.hours {
      let top = gridTop + height(mark.offset)
      pen.line(left: margin + axisWidth, width: wide, y: top, color: pen.ink.line)
      for (index, clock) in mark.clocks.enumerated() {
        pen.label(
          clock, left: margin + Double(index) * zoneWidth, y: top + 11, width: zoneWidth, size: 11,
          fill: pen.ink.faint)
      }
    }
    pen.line()
  }

  private func box(_ box: DayColumn.Box, of column: DayColumn, left: Double) {
    let wide = columnWidth - 6
    var place = place(box.drawn, in: column, left: left + 2 + box.leading * wide)
    place.top += 1
    place.width = (box.trailing - box.leading) * wide - 2
    place.height -= 2
    let item = box.item
    var lines = box.items.map(pen.title)
    var (ground, edge, ink) = (pen.ink.shade, pen.ink.faint, pen.ink.text)
    if box.others.isEmpty {
      let times = [pen.timeOrDays(item, on: column.date), item.localStart.time.clock]
      let time = times.first { TypeWidth.of($0) * 11 <= place.width - 7 }
      lines = (lines + [time ?? "", item.item.location]).filter { !$0.isEmpty }
      (ground, edge, ink) =
        item.isCancelled
        ? (pen.ink.paper, pen.ink.faint, pen.ink.faint)
        : (item.color.hex, pen.ink.paper, item.color.contrastingText.hex)
    } else {
      lines.insert(pen.more(box.items.count) { TypeWidth.of($0) * 12 <= place.width - 7 }, at: 0)
    }
    pen.group(pen.full(box, on: column.date)) {
      pen.rectangle(place, fill: ground, stroke: edge, radius: 3)
      text(lines, in: place, ink: ink, struck: item.isCancelled && box.others.isEmpty)
    }
  }

  /// Draws as many lines as fit into a box.
  ///
  /// - Parameter struck: Whether the first line is struck through.
  private func text(_ lines: [String], in box: Box, ink: String, struck: Bool) {
    for (index, line) in lines.enumerated() {
      let baseline = 13 + Double(index) * 14
      guard index == 0 || baseline + 3 <= box.height else { return }
      pen.label(
        line, left: box.left + 5, y: box.top + min(baseline, box.height - 3), width: box.width - 7,
        size: index == 0 ? 12 : 11, fill: ink, struck: struck && index == 0)
    }
  }

  /// Draws the skipped hours of a day, over the items that last across them.
  private func gaps(_ column: DayColumn, left: Double) {
    for gap in column.gaps(along: axis ?? column) {
      let top = gridTop + height(gap.lowerBound)
      pen.rectangle(
        Box(left: left, top: top, width: columnWidth, height: height(gap.count)), fill: pen.ink.line)
    }
  }

  private func now(_ column: DayColumn, left: Double) {
    guard let now = column.now else { return }
    let y = place(now..<now, in: column, left: left).top
    pen.group(pen.phrases.now) {
      pen.rectangle(Box(left: left - 4, top: y - 4, width: 8, height: 8), fill: pen.ink.text, radius: 4)
      pen.rectangle(Box(left: left, top: y - 1, width: columnWidth, height: 2), fill: pen.ink.text)
    }
  }
}

/// A week with a row for each day and its summary.
struct RowsDrawing {
  let view: WeekView
  let title: String
  let pen: Pen

  private let margin = 16.0
  private let top = 60.0
  private let rowHeight = 34.0

  var document: String {
    let bottom = top + Double(view.days.count) * rowHeight
    return pen.document(title: title, description: pen.summary(view.days), height: bottom + 36) {
      for (index, day) in view.days.enumerated() {
        row(day, top: top + Double(index) * rowHeight)
        pen.line()
      }
      pen.legend(top: bottom, left: margin)
    }
  }

  private var nameWidth: Double {
    let names = Weekday.allCases.map { TypeWidth.of(pen.localization.name(of: $0, width)) }
    return (names.max() ?? 0) * 13 + 20
  }

  private var width: Localization.Width { pen.drawingWidth < 500 ? .short : .long }

  private func row(_ day: DayCell, top: Double) {
    let box = Box(left: margin, top: top, width: pen.drawingWidth - 2 * margin, height: rowHeight)
    pen.group(pen.full(day)) {
      pen.rectangle(box, fill: day.isValid ? pen.ink.paper : pen.ink.shade, stroke: pen.ink.line)
      if day.isSelected { pen.outline(box.inset(by: 2), radius: 4) }
      pen.label(
        pen.localization.name(of: day.date.weekday, width), left: margin + 10, y: top + 21.5,
        width: nameWidth, size: 13, bold: day.isToday)
      pen.dayNumber(day, left: margin + nameWidth, top: top + 7)
      let left = margin + nameWidth + 52
      let room = box.width + margin - left - 6
      switch day.summary {
      case .nothing: break
      case .single(let item):
        pen.entry(item, pen.full(item, on: day.date), left: left, top: top + 9, width: room)
      case .several(let count):
        pen.label("\(pen.phrases.several) (\(count))", left: left, y: top + 21.5, width: room, bold: true)
      }
    }
  }
}
