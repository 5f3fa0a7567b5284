/// A content line in an unknown encoding, some bytes of which were read as U+FFFD.
package struct UndecodedLine: Sendable {
  /// The range of the line in the decoded bytes.
  let range: Range<Int>
  /// The original bytes of the line.
  let given: [UInt8]
}

/// Lines in the order of the document.
extension [UndecodedLine] {
  /// Appends a range of the decoded bytes, with the original bytes of undecoded lines in it.
  func append(_ range: Range<Int>, of bytes: [UInt8], to output: inout [UInt8]) {
    var position = range.lowerBound
    var index = firstIndex(from: position)
    while index < count, self[index].range.upperBound <= range.upperBound {
      output.append(contentsOf: bytes[position..<self[index].range.lowerBound])
      output.append(contentsOf: self[index].given)
      position = self[index].range.upperBound
      index += 1
    }
    output.append(contentsOf: bytes[position..<range.upperBound])
  }

  /// The index of the first line that begins at or after a position.
  func firstIndex(from position: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.lowerBound >= position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Converts bytes that are not well-formed UTF-8, one content line at a time, preserving line numbers.
struct UTF8Repair {
  var findings: Diagnostics
  private(set) var undecoded: [UndecodedLine] = []
  private var output: [UInt8] = []
  private var line: Int

  init(findings: Diagnostics, firstLine: Int) {
    self.findings = findings
    line = firstLine
  }

  /// - Parameter start: The position after a byte order mark, which is copied and is
  ///   not part of the first line.
  mutating func repaired(
    _ bytes: [UInt8], from start: Int, ending: ContentSource.LineEnding
  ) -> [UInt8] {
    output.reserveCapacity(bytes.count + bytes.count / 8)
    output.append(contentsOf: bytes[..<start])
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var physical = PhysicalLines(ending: ending)
      var position = start
      while position < buffer.count {
        var lines: [Range<Int>] = []
        repeat {
          let end = min(physical.end(from: position, in: base, to: buffer.count) + 1, buffer.count)
          lines.append(position..<end)
          position = end
        } while position < buffer.count && ASCII.isBlank(buffer[position])
        repair(lines, of: buffer)
        line += lines.count
      }
    }
    return output
  }

  /// - Parameter lines: The physical lines of one content line.
  private mutating func repair(_ lines: [Range<Int>], of buffer: UnsafeBufferPointer<UInt8>) {
    guard let first = lines.first, let last = lines.last else { return }
    let whole = UnsafeBufferPointer(rebasing: buffer[first.lowerBound..<last.upperBound])
    if String(validating: whole, as: UTF8.self) != nil { return output.append(contentsOf: whole) }
    let contents = lines.map { Self.content(of: $0, isFold: $0 != first, in: buffer) }
    let text = contents.flatMap { buffer[$0] }
    let (isValid, hasCharacters) = text.withUnsafeBufferPointer { text in
      (
        String(validating: text, as: UTF8.self) != nil,
        text.indices.contains { Self.sequenceLength(at: $0, in: text) > 1 }
      )
    }
    if isValid {
      findings.add(
        .splitCharacter, line: line, "a fold cuts a character in two, expected between characters",
        repair: "joined")
      moveFolds(of: zip(lines, contents), in: buffer, text)
    } else if hasCharacters {
      findings.add(
        .undecodable, line: line, "a line of which some bytes are not UTF-8", repair: "read as U+FFFD")
      let start = output.count
      decode(whole) { _ in "\u{FFFD}" }
      undecoded.append(UndecodedLine(range: start..<output.count, given: Array(whole)))
    } else {
      findings.add(.decoded, line: line, "a line that is not UTF-8", repair: "read as Windows-1252")
      decode(whole, Self.windows1252)
    }
  }

  /// The range of a physical line without its terminator and without the blank that marks a fold.
  private static func content(
    of line: Range<Int>, isFold: Bool, in buffer: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    let start = isFold ? line.lowerBound + 1 : line.lowerBound
    return start..<(buffer[start..<line.upperBound].lastIndex { !ASCII.isLineEnd($0) } ?? start - 1) + 1
  }

  /// Moves the bytes of a divided character across the fold, so that the fold is between characters.
  ///
  /// - Parameter text: The joined contents of the lines, well-formed.
  private mutating func moveFolds(
    of lines: some Sequence<(Range<Int>, Range<Int>)>, in buffer: UnsafeBufferPointer<UInt8>, _ text: [UInt8]
  ) {
    var (start, length) = (0, 0)
    for (line, content) in lines {
      length += content.count
      var end = length
      while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
      output.append(contentsOf: buffer[line.lowerBound..<content.lowerBound])
      output.append(contentsOf: text[start..<end])
      output.append(contentsOf: buffer[content.upperBound..<line.upperBound])
      start = end
    }
  }

  /// Appends a text; each byte that is not part of a well-formed sequence becomes a character of its own.
  private mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar) {
    var position = 0
    while position < bytes.count {
      let length = Self.sequenceLength(at: position, in: bytes)
      if length == 0 { output.append(contentsOf: scalar(bytes[position]).utf8) }
      output.append(contentsOf: bytes[position..<position + length])
      position += max(length, 1)
    }
  }

  /// The length of the well-formed sequence that begins at `position`, or 0.
  private static func sequenceLength(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (parser, rest) = (UTF8.ForwardParser(), bytes[position...].makeIterator())
    guard case .valid(let sequence) = parser.parseScalar(from: &rest) else { return 0 }
    return sequence.count
  }

  /// Decodes Windows-1252 as browsers do: five unassigned bytes are the C1 controls of Latin-1.
  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? windows1252Table[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  private static let windows1252Table = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// The characters that control a terminal or change the direction of writing: C0 and DEL, C1, the line and paragraph
/// separators, the embeddings, overrides and isolates, the marks U+200F and U+061C, and the invisible tags.
package enum DisplayControl {
  /// The control character at an index of UTF-8 and its length in bytes; `nil` for another character.
  package static func scalar(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = text[index]
    switch byte {
    case 0..<0x20, ASCII.delete: return (UInt32(byte), 1)
    // U+0080 … U+009F
    case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0: return (UInt32(text[index + 1]), 2)
    case 0xD8 where index + 1 < text.count && text[index + 1] == 0x9C: return (0x61C, 2)
    // U+200F, U+2028 … U+202E, U+2066 … U+2069
    case 0xE2 where index + 2 < text.count:
      let scalar = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
      let isControl = scalar == 0x200F || 0x2028...0x202E ~= scalar || 0x2066...0x2069 ~= scalar
      return isControl ? (scalar, 3) : nil
    // U+E0000 … U+E007F
    case 0xF3 where index + 3 < text.count && text[index + 1] == 0xA0:
      let tag = UInt32(text[index + 2] & 0x3F) << 6 | UInt32(text[index + 3] & 0x3F)
      return tag < 0x80 ? (0xE0000 | tag, 4) : nil
    default: return nil
    }
  }
}
