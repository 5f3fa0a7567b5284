import AlmanacComponents

@testable import AlmanacICS

/// The lines of one component.
func table(_ lines: [String]) throws -> LineTable {
  try table(text: lines.joined(separator: "\r\n") + "\r\n")
}

func table(text: String) throws -> LineTable {
  var scanner = ComponentScanner(try ContentSource(Array(text.utf8)), isInCalendar: true)
  var table = LineTable()
  _ = try scanner.next(into: &table)
  return table
}

/// The unfolded lines of printed bytes.
func unfolded(_ bytes: [UInt8]) throws -> [String] {
  var lines: [String] = []
  var scanner = ComponentScanner(try ContentSource(bytes), isInCalendar: true)
  var table = LineTable()
  while try scanner.next(into: &table) != nil, !table.lines.isEmpty {
    lines += table.withBytes { bytes in
      table.lines.map { String(decoding: bytes.content(of: $0), as: UTF8.self) }
    }
  }
  return lines
}
