internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of one day or of several side by side, with the items of whole days above them.
struct HoursDrawing {
  let content: HoursContent
  let frame: DrawingFrame

  private let margin = 16.0
  private let headerTop = 60.0
  private let headerHeight = 30.0
  private let laneHeight = 20.0
  private let hourHeight = 44.0
  private let zoneWidth = 46.0

  var document: String {
    frame.document(
      title: content.title, description: frame.text.summary(content.days),
      height: gridTop + height(content.axis?.length ?? 0) + margin
    ) { writer in
      frame.heading(content.title, margin: margin, on: &writer)
      for (index, day) in content.days.enumerated() { header(day, column: index, on: &writer) }
      if content.isEmptyDay { nothing(on: &writer) }
      for segment in content.segments { bar(segment, on: &writer) }
      more(on: &writer)
      writer.line()
      zoneNames(on: &writer)
      hours(on: &writer)
      for (index, column) in content.columns.enumerated() {
        for box in column.boxes { self.box(box, of: index, on: &writer) }
        gaps(column, of: index, on: &writer)
        now(column, of: index, on: &writer)
        writer.line()
      }
    }
  }

  private var axisWidth: Double { zoneWidth * Double(content.zones.count) }

  private var columnWidth: Double {
    (frame.drawingWidth - 2 * margin - axisWidth) / Double(max(content.columns.count, 1))
  }

  private func left(of column: Int) -> Double { margin + axisWidth + Double(column) * columnWidth }

  private var gridTop: Double {
    headerTop + headerHeight + Double(laneCount + (hidesSome ? 1 : 0)) * laneHeight + 8
  }

  private var laneCount: Int { content.segments.laneCount }

  private var hidesSome: Bool { content.days.contains { $0.hiddenCount > 0 } }

  private func height(_ seconds: Int) -> Double { Double(seconds) / 3600 * hourHeight }

  /// The top and the height of a range of a column, along the common axis.
  private func heights(_ stretch: Range<Int>, in column: DayColumn) -> (top: Double, height: Double) {
    guard let axis = content.axis else { return (gridTop, 0) }
    let place = column.place(stretch.clamped(to: 0..<column.length), along: axis)
    return (gridTop + height(place.lowerBound), height(place.count))
  }

  private func header(_ day: DayCell, column: Int, on writer: inout MarkupWriter) {
    let box = Box(left: left(of: column), top: headerTop, width: columnWidth, height: headerHeight)
    writer.element("g") { writer in
      writer.element("title", frame.text.day(day.date, count: day.count, isToday: day.isToday))
      if day.isSelected {
        frame.selection(
          Box(left: box.left + 1, top: box.top, width: box.width - 2, height: box.height - 2), on: &writer)
      }
      frame.dayNumber(
        day, at: Box(left: box.left + 4, top: box.top + 4, width: box.width, height: 20), on: &writer)
      frame.label(
        frame.localization.name(of: day.date.weekday, columnWidth < 150 ? .short : .long),
        in: Box(left: box.left + 48, top: box.top, width: box.width - 50, height: box.height), baseline: 19,
        size: 13, fill: frame.ink.faint, on: &writer)
    }
  }

  private func bar(_ segment: Segment, on writer: inout MarkupWriter) {
    // A bar that continues reaches the edge.
    let before = segment.continuesBefore ? 0.0 : 2
    let after = segment.continuesAfter ? 0.0 : 2
    let box = Box(
      left: left(of: segment.columns.lowerBound) + before,
      top: headerTop + headerHeight + Double(segment.lane) * laneHeight,
      width: Double(segment.columns.count) * columnWidth - before - after, height: laneHeight - 3)
    writer.element("g") { writer in
      writer.element("title", frame.text.full(segment.item))
      frame.bar(segment, in: box, on: &writer)
    }
  }

  /// Draws the phrase of an empty day.
  private func nothing(on writer: inout MarkupWriter) {
    frame.label(
      frame.phrases.nothing,
      in: Box(
        left: left(of: 0) + columnWidth / 2, top: headerTop, width: columnWidth / 2, height: headerHeight),
      baseline: 19, size: 13, fill: frame.ink.faint, on: &writer)
  }

  /// Draws the number of hidden items of each day.
  private func more(on writer: inout MarkupWriter) {
    for (index, day) in content.days.enumerated() where day.hiddenCount > 0 {
      let top = headerTop + headerHeight + Double(laneCount) * laneHeight
      let box = Box(left: left(of: index) + 7, top: top, width: columnWidth - 9, height: laneHeight)
      frame.more(day.hiddenCount, in: box, on: &writer)
    }
  }

  private func zoneNames(on writer: inout MarkupWriter) {
    for (index, clock) in content.clocks.enumerated() {
      writer.element("g") { writer in
        writer.element("title", clock.name)
        frame.label(
          clock.abbreviation,
          in: Box(
            left: margin + Double(index) * zoneWidth, top: gridTop - 20, width: zoneWidth - 4, height: 14),
          baseline: 11, size: 11, fill: frame.ink.faint, bold: true, on: &writer)
      }
    }
  }

  private func hours(on writer: inout MarkupWriter) {
    guard let axis = content.axis else { return }
    let wide = columnWidth * Double(content.columns.count)
    let ground = content.hasBusinessHours ? frame.ink.shade : frame.ink.paper
    for (index, column) in content.columns.enumerated() {
      let box = Box(left: left(of: index), top: gridTop, width: columnWidth, height: height(axis.length))
      frame.rectangle(box, fill: ground, stroke: frame.ink.line, on: &writer)
      for hours in column.business {
        let place = heights(hours, in: column)
        let open = Box(left: box.left, top: place.top, width: box.width, height: place.height)
        frame.rectangle(open, fill: frame.ink.paper, on: &writer)
      }
    }
    let hours = Set(axis.hours.map(\.offset))
    for slot in axis.slots where !hours.contains(slot.offset) {
      frame.line(
        left: margin + axisWidth, width: wide, y: gridTop + height(slot.offset), color: frame.ink.slot,
        on: &writer)
    }
    for mark in axis.hours {
      let top = gridTop + height(mark.offset)
      frame.line(left: margin + axisWidth, width: wide, y: top, color: frame.ink.line, on: &writer)
      for (index, local) in ([mark.local] + mark.others).enumerated() {
        frame.label(
          TextRenderer.clock(local.time),
          in: Box(left: margin + Double(index) * zoneWidth, top: top, width: zoneWidth, height: 14),
          baseline: 11, size: 11, fill: frame.ink.faint, on: &writer)
      }
    }
    writer.line()
  }

  private func box(_ box: DayColumn.Box, of index: Int, on writer: inout MarkupWriter) {
    let column = content.columns[index]
    let (top, high) = heights(box.drawn, in: column)
    let wide = columnWidth - 6
    let place = Box(
      left: left(of: index) + 2 + box.leading * wide, top: top + 1,
      width: (box.trailing - box.leading) * wide - 2, height: high - 2)
    let times = [frame.text.time(box.item, on: column.date), TextRenderer.clock(box.item.localStart.time)]
    let time = times.first { TypeWidth.of($0) * 11 <= place.width - 7 }
    let lines = [frame.text.title(box.item), time ?? "", box.item.item.location].filter { !$0.isEmpty }
    fill(box.item, place, lines: lines, title: frame.text.full(box.item, on: column.date), on: &writer)
  }

  /// Draws a box in the item's colour with as many lines as fit.
  private func fill(
    _ item: ViewItem, _ box: Box, lines: [String], title: String, on writer: inout MarkupWriter
  ) {
    writer.element("g") { writer in
      writer.element("title", title)
      frame.rectangle(
        box, fill: item.isCancelled ? frame.ink.paper : item.color.hex,
        stroke: item.isCancelled ? frame.ink.faint : frame.ink.paper, radius: 3, on: &writer)
      let ink = item.isCancelled ? frame.ink.faint : item.color.contrastingText.hex
      for (index, line) in lines.enumerated() {
        let baseline = 13 + Double(index) * 14
        guard index == 0 || baseline + 3 <= box.height else { return }
        frame.label(
          line, in: Box(left: box.left + 5, top: box.top, width: box.width - 7, height: box.height),
          baseline: min(baseline, box.height - 3), size: index == 0 ? 12 : 11, fill: ink,
          struck: item.isCancelled && index == 0, on: &writer)
      }
    }
  }

  /// Draws the skipped hours of a day, over the items that last across them.
  private func gaps(_ column: DayColumn, of index: Int, on writer: inout MarkupWriter) {
    guard let axis = content.axis else { return }
    for gap in column.gaps(along: axis) {
      let none = Box(
        left: left(of: index), top: gridTop + height(gap.lowerBound), width: columnWidth,
        height: height(gap.count))
      frame.rectangle(none, fill: frame.ink.line, on: &writer)
    }
  }

  private func now(_ column: DayColumn, of index: Int, on writer: inout MarkupWriter) {
    guard let now = column.now else { return }
    let y = heights(now..<now, in: column).top
    writer.element("g") { writer in
      writer.element("title", frame.phrases.now)
      frame.rectangle(
        Box(left: left(of: index) - 4, top: y - 4, width: 8, height: 8), fill: frame.ink.text, radius: 4,
        on: &writer)
      frame.rectangle(
        Box(left: left(of: index), top: y - 1, width: columnWidth, height: 2), fill: frame.ink.text,
        on: &writer)
    }
  }
}

/// A week with a row for each day and its summary.
struct RowsDrawing {
  let view: WeekView
  let frame: DrawingFrame

  private let margin = 16.0
  private let top = 60.0
  private let rowHeight = 34.0

  var document: String {
    let title = frame.text.title(view)
    let bottom = top + Double(view.days.count) * rowHeight
    return frame.document(
      title: title, description: frame.text.summary(view.days), height: bottom + 36
    ) { writer in
      frame.heading(title, margin: margin, on: &writer)
      for (index, day) in view.days.enumerated() {
        row(day, top: top + Double(index) * rowHeight, on: &writer)
        writer.line()
      }
      frame.legend(top: bottom, left: margin, on: &writer)
    }
  }

  private var nameWidth: Double {
    let names = Weekday.allCases.map { TypeWidth.of(frame.localization.name(of: $0, width)) }
    return (names.max() ?? 0) * 13 + 20
  }

  private var width: Localization.Width { frame.drawingWidth < 500 ? .short : .long }

  private func row(_ day: DayCell, top: Double, on writer: inout MarkupWriter) {
    let wide = frame.drawingWidth - 2 * margin
    writer.element("g") { writer in
      writer.element("title", frame.text.day(day.date, count: day.count, isToday: day.isToday))
      frame.rectangle(
        Box(left: margin, top: top, width: wide, height: rowHeight),
        fill: day.isValid ? frame.ink.paper : frame.ink.shade, stroke: frame.ink.line, on: &writer)
      if day.isSelected {
        frame.selection(
          Box(left: margin + 2, top: top + 2, width: wide - 4, height: rowHeight - 4), on: &writer)
      }
      frame.label(
        frame.localization.name(of: day.date.weekday, width),
        in: Box(left: margin + 10, top: top, width: nameWidth, height: rowHeight), baseline: 21.5, size: 13,
        bold: day.isToday, on: &writer)
      frame.dayNumber(
        day, at: Box(left: margin + nameWidth, top: top + 7, width: 40, height: 20), on: &writer)
      let left = margin + nameWidth + 52
      summary(
        day, in: Box(left: left, top: top + 9, width: wide + margin - left - 6, height: 20), on: &writer)
    }
  }

  private func summary(_ day: DayCell, in box: Box, on writer: inout MarkupWriter) {
    switch day.summary {
    case .nothing: break
    case .single(let item):
      frame.entry(item, frame.text.full(item, on: day.date), in: box, on: &writer)
    case .several(let count):
      frame.label("\(frame.phrases.several) (\(count))", in: box, baseline: 12.5, bold: true, on: &writer)
    }
  }
}
