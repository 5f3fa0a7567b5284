internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of days side by side as text: a row for each slot, overlapping items side by side.
struct HourGrid {
  private let renderer: TextRenderer
  private let view: WeekView
  /// The days with boxes that fit the rows and are wide enough for a text.
  private let days: [DayColumn]
  /// The longest day, whose hours are the common axis.
  private let axis: DayColumn?
  private let step: Int
  private let axisWidth: Int
  /// The cells of a time on the axis.
  private let clockWidth: Int
  /// The cells of a day.
  let dayWidth: Int

  init(_ view: WeekView, renderer: TextRenderer) {
    self.renderer = renderer
    self.view = view
    axis = view.axis
    let minutes = Self.minutes(view)
    step = minutes * 60
    let clocks = axis?.hours.flatMap { renderer.clocks($0) } ?? []
    clockWidth = max(clocks.map { DisplayWidth.of($0) }.max() ?? 0, 5)
    axisWidth = (clockWidth + 1) * view.zones.count
    let width = max((renderer.width + 1 - axisWidth) / max(view.columns.count, 1) - 1, 8)
    dayWidth = width
    days = view.columns.map { $0.fitted(columns: max(width / 9, 2), rows: minutes) }
  }

  /// The minutes of a row: those of a slot, or fewer where fewer items would be beside one that they follow.
  private static func minutes(_ view: WeekView) -> Int {
    let slot = min(max(view.options.hours.slotMinutes, 5), 1440)
    let mostRows = 100
    let steps = [slot, 15, 10, 5].filter { $0 <= slot && (view.axis?.length ?? 0) <= $0 * 60 * mostRows }
    let neighbours = steps.map { step in view.columns.reduce(0) { $0 + $1.neighbours(inRowsOf: step) } }
    return zip(steps, neighbours).min { $0.1 < $1.1 }?.0 ?? slot
  }

  /// The first column of a day.
  func left(of day: Int) -> Int { axisWidth + day * (dayWidth + 1) }

  var width: Int { left(of: days.count) - 1 }

  private var rowCount: Int { ((axis?.length ?? 0) + step - 1) / step }

  /// The abbreviations of several zones, above their clocks.
  var zoneNames: StyledText? {
    let names = view.clocks.map { DisplayWidth.fitted($0.abbreviation, to: clockWidth) + " " }
    return names.isEmpty ? nil : StyledText(names.joined(), .dim)
  }

  /// The rows of a range of a day.
  private func rows(_ stretch: Range<Int>, of day: DayColumn) -> Range<Int> {
    let place = day.place(stretch, along: axis ?? day)
    let first = place.lowerBound / step
    // A day whose length is not a multiple of a row ends within its last row.
    let isRest = stretch.upperBound > day.length
    let last = isRest ? rowCount : (place.upperBound + step - 1) / step
    return first..<max(last, first + 1)
  }

  /// The hours, with the numbers of the items before and after them in a row above and below.
  var lines: [StyledText] { beyond(\.earlier) + hourLines + beyond(\.later) }

  private func beyond(_ items: KeyPath<DayColumn, [ViewItem]>) -> [StyledText] {
    guard days.contains(where: { !$0[keyPath: items].isEmpty }) else { return [] }
    var canvas = Canvas(width: width, height: 1)
    for (index, day) in days.enumerated() where !day[keyPath: items].isEmpty {
      let columns = left(of: index)..<(left(of: index) + dayWidth)
      let count = renderer.more(day[keyPath: items].count) { DisplayWidth.of($0) <= dayWidth }
      canvas.put(count, row: 0, columns: columns, style: .bold)
    }
    return canvas.lines
  }

  private var hourLines: [StyledText] {
    var canvas = Canvas(width: width, height: rowCount)
    for (index, day) in days.enumerated() {
      let left = left(of: index)
      let edge = (left - 1)..<left
      for row in 0..<rowCount { canvas.put("│", row: row, columns: edge, style: .dim) }
      // Working hours have a heavy edge.
      for hours in day.business {
        for row in rows(hours, of: day) { canvas.put("┃", row: row, columns: edge) }
      }
      for gap in day.gaps(along: axis ?? day) {
        for row in gap.lowerBound / step..<(gap.upperBound + step - 1) / step {
          let line = String(repeating: "╌", count: dayWidth)
          canvas.put(line, row: row, columns: left..<(left + dayWidth), style: .dim)
        }
      }
      for box in day.boxes { draw(box, of: day, left: left, on: &canvas) }
      if let now = day.now {
        canvas.put("▶", row: rows(now..<now, of: day).lowerBound, columns: edge, style: .bold)
      }
    }
    for mark in axis?.hours ?? [] {
      for (index, clock) in renderer.clocks(mark).enumerated() {
        let left = index * (clockWidth + 1)
        canvas.put(clock, row: mark.offset / step, columns: left..<(left + clockWidth), style: .dim)
      }
    }
    return canvas.lines
  }

  /// Draws an item as a frame with the title in its upper edge, or `[title]` in a single row.
  private func draw(_ box: DayColumn.Box, of day: DayColumn, left: Int, on canvas: inout Canvas) {
    let rows = rows(box.drawn, of: day)
    let first = left + dayWidth * box.columns.lowerBound / box.columnCount
    let columns = first..<(left + dayWidth * box.columns.upperBound / box.columnCount)
    let inner = (columns.lowerBound + 1)..<(columns.upperBound - 1)
    guard box.others.isEmpty else { return draw(box.items, of: day, rows, columns, on: &canvas) }
    let item = box.item
    let style = renderer.boxStyle(item)
    canvas.frame(
      rows: rows, columns: columns, style: style, isOpenAbove: box.continuesBefore,
      isOpenBelow: box.continuesAfter)
    // Hours run from left to right in every language.
    let time = renderer.timeForms(item, on: day.date, arrow: "→").first { DisplayWidth.of($0) <= inner.count }
    let details = [time ?? "", item.item.location].filter { !$0.isEmpty }
    // The title is in the upper edge, details are above the lower one. A time between two lines is before the title.
    let title = title(item, at: box.time.lowerBound, rows.count, inner.count)
    for (row, text) in zip(rows, [title] + details.prefix(max(rows.count - 2, 0))) {
      canvas.put(text, row: row, columns: inner, style: style)
    }
  }
}

extension HourGrid {
  /// The title of an item, after its start if that is between two lines, or in one of several rows of an hour without a label.
  private func title(_ item: ViewItem, at offset: Int, _ rows: Int, _ cells: Int) -> String {
    let isBetween = offset % (step < 1800 ? 3600 : step) != 0
    return rows < 3 && isBetween ? timedTitle(item, cells) : renderer.labelledTitle(item)
  }

  /// The title of an item, after its start if there is room for some letters beside it.
  private func timedTitle(_ item: ViewItem, _ cells: Int) -> String {
    let start = renderer.localization.time(item.localStart.time)
    return (cells >= start.count + 7 ? start + " " : "") + renderer.labelledTitle(item)
  }

  /// Draws items that share a box. One that begins apart from the others has a frame up to the next ones; of several that begin in a row or
  /// in the rows directly after it, their number, with their starts and titles in the rows below.
  private func draw(
    _ items: [ViewItem], of day: DayColumn, _ rows: Range<Int>, _ columns: Range<Int>, on canvas: inout Canvas
  ) {
    let inner = (columns.lowerBound + 1)..<(columns.upperBound - 1)
    let beginning = Dictionary(grouping: items) { item in
      let start = min(max(item.start.seconds(since: day.start), 0), day.length)
      return min(max(self.rows(start..<start, of: day).lowerBound, rows.lowerBound), rows.upperBound - 1)
    }
    let firsts = rows.filter { beginning[$0] != nil && beginning[$0 - 1] == nil }
    for (index, first) in firsts.enumerated() {
      let room = first..<(index + 1 < firsts.count ? firsts[index + 1] : rows.upperBound)
      let named = room.prefix { beginning[$0] != nil }.flatMap { beginning[$0] ?? [] }
      if named.count == 1 {
        draw(named[0], of: day, in: room, columns, on: &canvas)
        continue
      }
      let count = renderer.more(named.count) { DisplayWidth.of($0) <= columns.count }
      canvas.put(count, row: first, columns: columns, style: .bold)
      for (row, item) in zip(room.dropFirst(), named) {
        canvas.put(
          timedTitle(item, inner.count), row: row, columns: inner, style: renderer.inked(item.color))
      }
    }
  }

  /// Draws one of the items that share a box in rows that it has alone.
  private func draw(
    _ item: ViewItem, of day: DayColumn, in room: Range<Int>, _ columns: Range<Int>, on canvas: inout Canvas
  ) {
    let from = min(max(item.start.seconds(since: day.start), 0), day.length)
    let own = rows(from..<max(from, min(item.end.seconds(since: day.start), day.length)), of: day)
    let rows = room.lowerBound..<max(min(own.upperBound, room.upperBound), room.lowerBound + 1)
    let inner = (columns.lowerBound + 1)..<(columns.upperBound - 1)
    let style = renderer.boxStyle(item)
    canvas.frame(
      rows: rows, columns: columns, style: style, isOpenAbove: item.start < day.start,
      isOpenBelow: own.upperBound > rows.upperBound)
    let title = title(item, at: from, rows.count, inner.count)
    canvas.put(title, row: rows.lowerBound, columns: inner, style: style)
  }
}

/// A rectangle of terminal cells; text that is put later covers earlier text.
struct Canvas {
  private struct Cell {
    /// Empty in the second cell of a wide character.
    var text = " "
    var style = ANSIStyle.plain
  }

  let width: Int
  let height: Int
  private var cells: [Cell]

  init(width: Int, height: Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// Puts a text on one row, cut to the columns; the columns after it do not change.
  mutating func put(_ text: String, row: Int, columns: Range<Int>, style: ANSIStyle = .plain) {
    let columns = columns.clamped(to: 0..<width)
    guard (0..<height).contains(row), !columns.isEmpty else { return }
    var column = columns.lowerBound
    var last = column
    let cut = DisplayWidth.truncated(SafeText.singleLine(text), to: columns.count)
    for character in cut {
      let own = DisplayWidth.of(character)
      guard own > 0 else { continue }
      last = column
      cells[row * width + column] = Cell(text: String(character), style: style)
      for next in (column + 1)..<(column + own) { cells[row * width + next] = Cell(text: "", style: style) }
      column += own
    }
    guard column > columns.lowerBound, let mark = SafeText.guardMark(cut) else { return }
    cells[row * width + columns.lowerBound].text = mark + cells[row * width + columns.lowerBound].text
    cells[row * width + last].text += mark
  }

  /// Puts a line on one row with its own styles, from a column on.
  mutating func put(_ line: StyledText, row: Int, column: Int) {
    var column = column
    for run in line.runs {
      put(run.text, row: row, columns: column..<max(width, column), style: run.style)
      column += DisplayWidth.of(run.text)
    }
  }

  /// Puts a frame around rows, or brackets around a single one.
  mutating func frame(
    rows: Range<Int>, columns: Range<Int>, style: ANSIStyle, isOpenAbove: Bool, isOpenBelow: Bool
  ) {
    func signs(_ row: Int) -> (left: String, middle: String, right: String) {
      if rows.count == 1 { return ("[", " ", "]") }
      if row == rows.lowerBound, !isOpenAbove { return ("┌", "─", "┐") }
      if row == rows.upperBound - 1, !isOpenBelow { return ("└", "─", "┘") }
      return ("│", " ", "│")
    }
    for row in rows {
      let (left, middle, right) = signs(row)
      let inner = String(repeating: middle, count: max(columns.count - 2, 0))
      put(left + inner + right, row: row, columns: columns, style: style)
    }
  }

  var lines: [StyledText] {
    (0..<height).map { row in
      var line = StyledText()
      for cell in cells[(row * width)..<((row + 1) * width)] { line.append(cell.text, cell.style) }
      return line
    }
  }
}
