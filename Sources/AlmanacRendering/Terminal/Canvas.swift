/// A rectangle of terminal cells on which text is put anywhere; what is put later covers what was there.
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

  /// Puts a text on one row, cut to the columns; the rest of them keep what they have.
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
