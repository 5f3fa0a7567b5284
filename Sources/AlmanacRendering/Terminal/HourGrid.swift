internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The hours of days side by side as text: a row for each slot, overlapping items side by side.
struct HourGrid {
  private let renderer: TextRenderer
  /// The days with boxes that fit the rows.
  private let days: [DayColumn]
  private let step: Int
  /// The longest day, whose hours are the common axis.
  private let axis: DayColumn?
  /// The zones whose clocks are shown, the view's first.
  private let zones: [Zone]
  private let axisWidth: Int
  private let columnWidth: Int

  /// - Parameters:
  ///   - columns: The days, at least one.
  ///   - zone: The zone of the columns.
  init(_ columns: [DayColumn], in zone: Zone, options: HourOptions, renderer: TextRenderer) {
    self.renderer = renderer
    zones = [zone] + options.zones
    step = min(max(options.slotMinutes, 5), 1440) * 60
    let step = step
    days = columns.map { $0.snapped(toMinutes: step / 60) }
    axis = days.max { $0.length < $1.length }
    axisWidth = 6 * zones.count
    columnWidth = max((renderer.width + 1 - axisWidth) / max(columns.count, 1) - 1, 8)
  }

  /// The first column of a day.
  func left(of day: Int) -> Int { axisWidth + day * (columnWidth + 1) }

  var dayWidth: Int { columnWidth }

  var width: Int { axisWidth + days.count * (columnWidth + 1) - 1 }

  private var rowCount: Int { ((axis?.length ?? 0) + step - 1) / step }

  /// The abbreviations of several zones, above their clocks.
  var zoneNames: StyledText? {
    guard zones.count > 1, let axis else { return nil }
    var line = StyledText()
    for zone in zones {
      line.append(DisplayWidth.fitted(zone.phase(at: axis.start).abbreviation, to: 5) + " ", .dim)
    }
    return line
  }

  /// The rows of a range of a day.
  private func rows(_ stretch: Range<Int>, of day: DayColumn) -> Range<Int> {
    guard let axis else { return 0..<0 }
    let place = day.place(stretch, along: axis)
    let first = place.lowerBound / step
    // A day that is no multiple of a row ends within its last row.
    let isRest = stretch.upperBound > day.length
    let last = isRest ? rowCount : (place.upperBound + step - 1) / step
    return first..<max(last, first + 1)
  }

  var lines: [StyledText] {
    var canvas = Canvas(width: width, height: rowCount)
    for (index, day) in days.enumerated() {
      let edge = (left(of: index) - 1)..<left(of: index)
      for row in 0..<rowCount { canvas.put("│", row: row, columns: edge, style: .dim) }
      // Working hours have a heavy edge.
      for hours in day.business {
        for row in rows(hours, of: day) { canvas.put("┃", row: row, columns: edge) }
      }
      var hidden: [Int: Int] = [:]
      for box in day.boxes where !draw(box, of: index, on: &canvas) {
        hidden[rows(box.drawn, of: day).lowerBound, default: 0] += 1
      }
      drawGaps(of: index, on: &canvas)
      let right = left(of: index) + columnWidth
      for (row, count) in hidden {
        let phrase = " " + renderer.phrases.more(count)
        let text = DisplayWidth.of(phrase) > columnWidth ? "+\(count)" : phrase
        let width = min(DisplayWidth.of(text), columnWidth)
        canvas.put(text, row: row, columns: (right - width)..<right, style: .bold)
      }
    }
    drawAxis(on: &canvas)
    return canvas.lines
  }

  /// Draws the skipped hours of a day, over the items that last across them.
  private func drawGaps(of index: Int, on canvas: inout Canvas) {
    guard let axis else { return }
    let columns = left(of: index)..<(left(of: index) + columnWidth)
    for gap in days[index].gaps(along: axis) {
      for row in gap.lowerBound / step..<(gap.upperBound + step - 1) / step {
        canvas.put(String(repeating: "╌", count: columnWidth), row: row, columns: columns, style: .dim)
      }
    }
  }

  /// Draws the clocks along the rows, and the present in each day.
  private func drawAxis(on canvas: inout Canvas) {
    for mark in axis?.hours ?? [] {
      let row = mark.offset / step
      for (index, local) in ([mark.local] + mark.others).enumerated() {
        canvas.put(
          TextRenderer.clock(local.time), row: row, columns: (index * 6)..<(index * 6 + 5), style: .dim)
      }
    }
    for (index, day) in days.enumerated() {
      guard let now = day.now else { continue }
      canvas.put(
        "▶", row: rows(now..<now, of: day).lowerBound, columns: (left(of: index) - 1)..<left(of: index),
        style: .bold)
    }
  }

  /// Draws a frame with the title in its upper edge, or `[title]` in a single row.
  ///
  /// - Returns: Whether it fits; of many items side by side some do not.
  private func draw(_ box: DayColumn.Box, of day: Int, on canvas: inout Canvas) -> Bool {
    let first = left(of: day) + columnWidth * box.columns.lowerBound / box.columnCount
    let last = left(of: day) + columnWidth * box.columns.upperBound / box.columnCount
    // A single column has no room for the title.
    guard last - first > 1 else { return false }
    let rows = rows(box.drawn, of: days[day])
    let style: ANSIStyle = box.item.isCancelled ? .dim : .filled(box.item.color)
    canvas.fill(rows: rows, columns: first..<last, style: style)
    let frame = Frame(rows: rows, columns: first..<last, style: style)
    frame.draw(on: &canvas, isOpenAbove: box.continuesBefore, isOpenBelow: box.continuesAfter)
    for (line, text) in frame.lines(renderer.barTitle(box.item), details(box)).enumerated() {
      canvas.put(
        text, row: rows.lowerBound + line, columns: (first + 1)..<max(first + 1, last - 1), style: style)
    }
    return true
  }

  private func details(_ box: DayColumn.Box) -> [String] {
    let start = TextRenderer.clock(box.item.localStart.time)
    let time = box.time.isEmpty ? start : "\(start)–\(TextRenderer.clock(box.item.localEnd.time))"
    return [time, box.item.item.location].filter { !$0.isEmpty }
  }
}

/// A box on a canvas.
private struct Frame {
  let rows: Range<Int>
  let columns: Range<Int>
  let style: ANSIStyle

  func draw(on canvas: inout Canvas, isOpenAbove: Bool, isOpenBelow: Bool) {
    guard rows.count > 1 else {
      put("[", "]", " ", row: rows.lowerBound, on: &canvas)
      return
    }
    for row in rows { put("│", "│", " ", row: row, on: &canvas) }
    if !isOpenAbove { put("┌", "┐", "─", row: rows.lowerBound, on: &canvas) }
    if !isOpenBelow { put("└", "┘", "─", row: rows.upperBound - 1, on: &canvas) }
  }

  private func put(_ left: String, _ right: String, _ middle: String, row: Int, on canvas: inout Canvas) {
    let inner = String(repeating: middle, count: max(columns.count - 2, 0))
    canvas.put(columns.count > 1 ? left + inner + right : left, row: row, columns: columns, style: style)
  }

  /// The texts that fit: the title in the upper edge, and lines above the lower one.
  func lines(_ title: String, _ details: [String]) -> [String] {
    [title] + details.prefix(max(rows.count - 2, 0))
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

  mutating func fill(rows: Range<Int>, columns: Range<Int>, style: ANSIStyle) {
    let columns = columns.clamped(to: 0..<width)
    for row in rows.clamped(to: 0..<height) {
      for column in columns { cells[row * width + column] = Cell(text: " ", style: style) }
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
