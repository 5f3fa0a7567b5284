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
  private let hourHeight: Double
  private let zoneWidth: Double
  /// The height of the names of several zones below other labels.
  private let zoneHeight: Double

  init(_ view: WeekView, title: String, pen: Pen) {
    let view = view.fitted(lanes: 8)
    self.view = view
    axis = view.axis
    self.title = title
    self.pen = pen
    let clocks = (view.axis?.hours ?? []).flatMap { pen.clocks($0) }
    let now = view.columns.compactMap { column in column.now.map { pen.now(column, $0) } }
    let words = view.segments.isEmpty ? [] : pen.phrases.allDay.split(separator: " ").map(String.init)
    let labels = clocks + now + words + pen.beyondLabels(view)
    zoneWidth = max((labels.map { TypeWidth.of($0) }.max() ?? 0) * 11 + 14, 46)
    axisWidth = zoneWidth * Double(view.zones.count)
    columnWidth = (pen.drawingWidth - 2 * margin - axisWidth) / Double(max(view.columns.count, 1))
    // Up to three columns have room for a few letters, more of them for a word.
    let most = max(Int(columnWidth / 56), min(Int(columnWidth / 38), 3), 1)
    columns = view.columns.map { $0.fitted(columns: most) }
    // The lowest box has room for a line of text.
    let lowest = columns.flatMap(\.boxes).map(\.drawn.count).min() ?? 3600
    hourHeight = min(max(44, 15.5 * 3600 / Double(max(lowest, 1))), 124)
    let above = [view.hasHiddenItems, view.hasEarlierItems].count { $0 }
    let lanes = view.segments.laneCount + above
    zoneHeight = lanes > 0 && !view.clocks.isEmpty ? 15 : 0
    gridTop = lanesTop + Double(lanes) * laneHeight + zoneHeight + 8
  }

  var document: String {
    pen.document(
      title: title, description: pen.summary(view.days),
      height: gridTop + height(axis?.length ?? 0) + (view.hasLaterItems ? laneHeight : 0) + margin
    ) {
      for (index, day) in view.days.enumerated() {
        if let name = pen.heading(view, index) {
          pen.label(
            name, left: left(of: index) + 4, y: headerTop + 18, width: columnWidth - 8, size: 13, bold: true)
        } else {
          header(day, left: left(of: index))
        }
      }
      let words =
        view.segments.isEmpty
        ? []
        : TypeWidth.wrapped(
          pen.phrases.allDay, to: axisWidth / 11, lines: (view.segments.laneCount * 20 + 6) / 11)
      for (index, word) in words.enumerated() {
        pen.label(
          word, left: margin, y: lanesTop + 12 + Double(index) * 11, width: axisWidth - 2, size: 10,
          fill: pen.ink.faint)
      }
      for segment in view.segments { bar(segment) }
      let last = lanesTop + Double(view.segments.laneCount) * laneHeight
      for (index, day) in view.days.enumerated() {
        pen.more(day.hidden, on: day.date, left: left(of: index) + 7, top: last, width: columnWidth - 9)
      }
      if view.hasEarlierItems {
        beyond(\.earlier, isLater: false, top: gridTop - zoneHeight - laneHeight - 7)
      }
      if view.hasLaterItems { beyond(\.later, isLater: true, top: gridTop + height(axis?.length ?? 0) + 3) }
      pen.line()
      zoneNames()
      if let axis { hours(axis) }
      if view.isEmptyDay {
        pen.label(
          pen.phrases.nothing, left: left(of: 0) + 8, y: gridTop + 28, width: columnWidth - 16, size: 13,
          fill: pen.ink.faint)
      }
      // Skipped hours and the present are below the boxes, whose text is never covered.
      for (index, column) in columns.enumerated() {
        gaps(column, left: left(of: index))
        now(column, left: left(of: index), isFirst: index == columns.firstIndex { $0.now != nil })
        for box in column.boxes { self.box(box, of: column, left: left(of: index)) }
        pen.line()
      }
    }
  }

  /// Draws the numbers of the items before or after the hours.
  private func beyond(_ items: KeyPath<DayColumn, [ViewItem]>, isLater: Bool, top: Double) {
    if let axis {
      pen.label(
        pen.beyond(axis, isLater: isLater), left: margin, y: top + 13, width: zoneWidth - 4, size: 11,
        fill: pen.ink.faint)
    }
    for (index, column) in columns.enumerated() {
      pen.more(
        column[keyPath: items], on: column.date, left: left(of: index) + 7, top: top, width: columnWidth - 9)
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
    pen.group(day) {
      if day.isSelected {
        pen.outline(Box(left: left + 1, top: headerTop - 3, width: columnWidth - 2, height: 32), radius: 4)
      }
      let fill = day.isToday ? pen.ink.text : pen.ink.faint
      let room = max(columnWidth - 54, 0)
      let names = [Localization.Width.long, .short, .narrow].dropFirst(columnWidth < 150 ? 1 : 0)
        .map { pen.localization.name(of: day.date.weekday, $0) }
      // It may be bold.
      let name = names.first { TypeWidth.of($0) * 13 / 0.9 <= room } ?? names.last ?? ""
      pen.label(
        name, left: left + 6, y: headerTop + 18, width: room, size: 13, fill: fill, bold: day.isToday)
      let place = left + min(TypeWidth.of(name) * 13 / 0.9, room) + 14
      pen.dayNumber(day, left: place, top: headerTop + 3)
      let rest = left + columnWidth - place - 50
      guard day.isToday, TypeWidth.of(pen.phrases.today) * 11 <= rest * 0.9 else { return }
      pen.label(pen.phrases.today, left: place + 48, y: headerTop + 18, width: rest, size: 11, bold: true)
    }
  }

  private func bar(_ segment: Segment) {
    let box = pen.box(
      of: segment, left: left(of: segment.columns.lowerBound), top: lanesTop, columnWidth: columnWidth,
      laneHeight: laneHeight, inset: 2)
    pen.group(segment.item, pen.full(segment.item)) { pen.bar(segment, in: box) }
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
    for (index, column) in columns.enumerated() {
      let left = left(of: index)
      let box = Box(left: left, top: gridTop, width: columnWidth, height: height(axis.length))
      let isToday = view.days[index].isToday && view.days.count > 1 && view.headings == nil
      let open = isToday ? pen.ink.tint : pen.ink.paper
      pen.rectangle(box, fill: view.hasBusinessHours ? pen.ink.shade : open, stroke: pen.ink.line)
      for hours in column.business { pen.rectangle(place(hours, in: column, left: left), fill: open) }
      for ground in column.background {
        let place = place(ground.time, in: column, left: left)
        pen.group(ground.item, pen.full(ground.item, on: column.date)) {
          pen.rectangle(place, fill: pen.ink.ground(of: ground.item.color))
          if place.height >= 14 {
            pen.label(
              pen.name(ground.item.item), left: left + 5, y: place.top + place.height - 4,
              width: columnWidth - 8,
              size: 10)
          }
        }
      }
    }
    let hours = Set(axis.hours.map(\.offset))
    for slot in axis.slots where !hours.contains(slot.offset) {
      pen.line(left: margin + axisWidth, width: wide, y: gridTop + height(slot.offset), color: pen.ink.slot)
    }
    let now = columns.first { $0.now != nil }.flatMap { column in
      column.now.map { place($0..<$0, in: column, left: 0).top }
    }
    for mark in axis.hours {
      let top = gridTop + height(mark.offset)
      pen.line(left: margin + axisWidth, width: wide, y: top, color: pen.ink.line)
      // The time of the present has the place of an hour beside it.
      if let now, abs(top + 7 - now) < 15 { continue }
      for (index, clock) in pen.clocks(mark).enumerated() {
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
    guard box.others.isEmpty else {
      pen.group(pen.full(box, on: column.date), ["class": "al-more"]) {
        pen.rectangle(place, BoxColors(fill: pen.ink.shade, edge: pen.ink.faint, text: pen.ink.text))
        let count = pen.more(box.items.count) { TypeWidth.of($0) * 12 <= place.width - 9 }
        text([count], details: box.items.prefix(50).map(pen.title), in: place, ink: pen.ink.text)
      }
      return
    }
    let colors = pen.colors(of: item)
    pen.group(item, pen.full(box, on: column.date)) {
      pen.rectangle(place, colors)
      let (title, tail, details, size) = lines(of: box, in: column, place)
      text(
        title, tail: tail, details: details, size: size, in: place, ink: colors.text, struck: item.isCancelled
      )
    }
  }

  /// The number of lines of text for which a box has room.
  private func lineCount(_ box: Box) -> Int { max(Int((box.height - 3) / 14), 1) }

  /// The title on as many lines as it needs and there are, then the time and the place. In a single line the time is after the title:
  /// the start alone after one that is cut, if it leaves room for a few letters.
  private func lines(
    of box: DayColumn.Box, in column: DayColumn, _ place: Box
  ) -> (title: [String], tail: String, details: [String], size: Double) {
    let (item, day, room) = (box.item, column.date, (place.width - 9) / 12)
    // The whole range, or its start alone.
    let parts = pen.timeParts(item, on: day)
    let times = [parts.joined()] + parts.dropLast()
    let signs = (column.cutsStart(of: box) ? "↑" : "") + (column.cutsEnd(of: box) ? "↓" : "")
    let title = (signs.isEmpty ? "" : signs + " ") + pen.decoration.title(item, in: pen)
    let count = lineCount(place)
    guard count > 1 else {
      let tails = times.map { " " + $0 }
      let whole = tails.first { TypeWidth.of(title) + TypeWidth.of($0) <= room }
      return ([title], whole ?? tails.last { TypeWidth.of($0) + 4 <= room } ?? "", [], 12)
    }
    let time = times.first { TypeWidth.of($0) * 11 <= place.width - 9 }
    // The largest size of those in which the most words have a line.
    let words = title.split(separator: " ").map { TypeWidth.of(String($0)) }
    let broken = { (size: Double) in words.count { $0 * size > place.width - 9 } }
    let size = [12.0, 11, 10].min { broken($0) < broken($1) } ?? 12
    let wrapped = TypeWidth.wrapped(
      title, to: (place.width - 9) / size, lines: time == nil ? count : count - 1, breaksWords: false)
    return (
      wrapped.filter { !$0.isEmpty }, "", [time ?? "", item.item.location].filter { !$0.isEmpty }, size
    )
  }

  /// Draws as many lines as fit into a box.
  ///
  /// - Parameters:
  ///   - tail: The time after a title of one line.
  ///   - struck: Whether the title is struck through.
  private func text(
    _ title: [String], tail: String = "", details: [String], size: Double = 12, in box: Box,
    ink: CalendarColor, struck: Bool = false
  ) {
    let first = min(13, box.height - (box.height - 9) / 2)
    for (index, line) in (title + details).prefix(lineCount(box)).enumerated() {
      let isTitle = index < title.count
      pen.label(
        line, tail: tail, left: box.left + 5, y: box.top + first + Double(index) * 14, width: box.width - 8,
        size: min(isTitle ? size : 11, box.height - 2.5), fill: ink, struck: struck && isTitle)
    }
  }

  /// Draws the hours that the clocks of a day skip.
  private func gaps(_ column: DayColumn, left: Double) {
    for gap in column.gaps(along: axis ?? column) {
      let top = gridTop + height(gap.lowerBound)
      pen.rectangle(
        Box(left: left, top: top, width: columnWidth, height: height(gap.count)), fill: pen.ink.line)
    }
  }

  /// Draws a line at the present, with its time on the axis.
  ///
  /// - Parameter isFirst: Whether it is the first of several columns of one day, which has the time.
  private func now(_ column: DayColumn, left: Double, isFirst: Bool) {
    guard let now = column.now else { return }
    let y = place(now..<now, in: column, left: left).top
    pen.group(pen.phrases.now, ["class": "al-now"]) {
      pen.rectangle(Box(left: left - 5, top: y - 4, width: 8, height: 8), fill: pen.ink.text, radius: 4)
      pen.rectangle(Box(left: left, top: y - 1, width: columnWidth, height: 2), fill: pen.ink.text)
      guard isFirst else { return }
      let clock = pen.now(column, now)
      let top = min(max(y - 8, gridTop), gridTop + height(axis?.length ?? 0) - 16)
      pen.rectangle(
        Box(left: margin - 4, top: top, width: zoneWidth - 4, height: 16), fill: pen.ink.text, radius: 4)
      pen.label(clock, left: margin, y: top + 12, width: zoneWidth - 8, size: 11, fill: pen.ink.paper)
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
    return (names.max() ?? 0) * 13 / 0.9 + 20
  }

  private var width: Localization.Width { pen.drawingWidth < 500 ? .short : .long }

  private func row(_ day: DayCell, top: Double) {
    let box = Box(left: margin, top: top, width: pen.drawingWidth - 2 * margin, height: rowHeight)
    pen.group(day) {
      let ground = day.isToday ? pen.ink.tint : day.isValid ? pen.ink.paper : pen.ink.shade
      pen.rectangle(box, fill: ground, stroke: pen.ink.line)
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
        let parts =
          [pen.name(item.item), pen.timeOrDays(item, on: day.date)] + pen.details(item, on: day.date)
        pen.group(item, pen.full(item, on: day.date)) {
          pen.entry(item, parts: parts.filter { !$0.isEmpty }, left: left, top: top + 9, width: room)
        }
      case .several(let count):
        let words = "\(pen.phrases.several) (\(pen.localization.number(count)))"
        let width = TypeWidth.of(words) * 12 / 0.9 + 14
        pen.group(hidden: day.items, on: day.date, [:]) {
          pen.label(words, left: left, y: top + 21.5, width: room, bold: true)
          pen.label(
            TypeWidth.wrapped(pen.startsAndTitles(day), to: .infinity, lines: 1)[0], left: left + width,
            y: top + 21.5, width: room - width, fill: pen.ink.faint)
        }
      }
    }
  }
}
