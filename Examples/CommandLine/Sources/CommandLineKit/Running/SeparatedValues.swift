/// The rows of a text of comma-separated values (RFC 4180).
///
/// A field between quotation marks can have commas, line breaks and – twice each – quotation marks; blanks around other
/// fields do not count. A byte order mark, empty lines and lines that begin with # are skipped.
struct SeparatedValues: Sendable {
  struct Row: Sendable, Hashable {
    /// The line on which it begins, from 1.
    let line: Int
    let fields: [String]
  }

  private(set) var rows: [Row] = []
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  /// - Throws: `Complaint` with the line of a field that is not closed, or has text after its end.
  init(_ text: String) throws(Complaint) {
    rest = Substring(text).unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while !rest.isEmpty {
      if rest.first == "#" {
        rest = rest.drop { !Self.isLineBreak($0) }
        endLine()
      } else {
        try readRow()
      }
    }
  }

  private mutating func readRow() throws(Complaint) {
    let first = line
    var fields = [try readField()]
    while rest.first == "," {
      rest.removeFirst()
      fields.append(try readField())
    }
    endLine()
    if fields != [""] { rows.append(Row(line: first, fields: fields)) }
  }

  private mutating func readField() throws(Complaint) -> String {
    rest = rest.drop { Self.isBlank($0) }
    guard rest.first == "\"" else {
      let field = rest.prefix { $0 != "," && !Self.isLineBreak($0) }
      rest = rest[field.endIndex...]
      return String(field).trimmed
    }
    let field = try readQuoted()
    rest = rest.drop { Self.isBlank($0) }
    guard rest.isEmpty || rest.first == "," || rest.first.map(Self.isLineBreak) == true else {
      throw Complaint(
        "there is text after the closing \"", expected: "a comma or the end of the line", line: line)
    }
    return field
  }

  private mutating func readQuoted() throws(Complaint) -> String {
    let first = line
    var field = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar != "\"" {
        if scalar == "\n" { line += 1 }
        field.append(scalar)
      } else if rest.first == "\"" {
        rest.removeFirst()
        field.append(scalar)
      } else {
        return String(field)
      }
    }
    throw Complaint("a field is not closed", expected: "a closing \"", line: first)
  }

  private mutating func endLine() {
    guard let end = rest.popFirst() else { return }
    if end == "\r", rest.first == "\n" { rest.removeFirst() }
    line += 1
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
