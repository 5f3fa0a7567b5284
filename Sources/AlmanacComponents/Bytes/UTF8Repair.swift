/// A content line that is no text in any encoding that is known: some of its bytes were read as U+FFFD.
package struct UndecodedLine: Sendable {
  /// Where the line stands, in the bytes as they are read.
  let range: Range<Int>
  /// What was given for it.
  let given: [UInt8]
}

/// In the order of the document.
extension [UndecodedLine] {
  /// Appends a range of the bytes as read, with the lines in it as they were given.
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

  /// The first line that does not begin before a position.
  func firstIndex(from position: Int) -> Int { partitionIndex { $0.range.lowerBound >= position } }
}

/// Makes well-formed UTF-8 of bytes that are not, content line by content line, keeping line numbers.
struct UTF8Repair {
  var findings: Diagnostics
  private(set) var readWindows1252 = false
  private(set) var undecoded: [UndecodedLine] = []
  private var output: [UInt8] = []
  private var line: Int

  init(findings: Diagnostics, firstLine: Int) {
    self.findings = findings
    line = firstLine
  }

  /// - Parameter start: Behind a byte order mark, which is no part of the first line and stays.
  mutating func repaired(
    _ bytes: [UInt8], from start: Int, ending: ContentSource.LineEnding
  ) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    output.reserveCapacity(bytes.count + bytes.count / 8)
    output.append(contentsOf: bytes[..<start])
    bytes.withUnsafeBufferPointer { buffer in
      var physical = PhysicalLines(ending: ending)
      var position = start
      while position < buffer.count {
        let pieces = Self.foldedLine(in: buffer, from: position, &physical)
        repair(pieces, of: buffer)
        line += pieces.count
        position = pieces[pieces.count - 1].end
      }
    }
    return output
  }

  /// One physical line: its content without the blank that marks a fold, and its end behind the terminator.
  private struct Piece {
    let start: Int
    let content: Range<Int>
    let end: Int
  }

  private static func foldedLine(
    in buffer: UnsafeBufferPointer<UInt8>, from start: Int, _ physical: inout PhysicalLines
  ) -> [Piece] {
    var pieces: [Piece] = []
    var position = start
    guard let base = buffer.baseAddress else { return pieces }
    repeat {
      let isFold = !pieces.isEmpty
      let feed = physical.end(from: position, in: base, to: buffer.count)
      var end = feed
      let first = isFold ? position + 1 : position
      while end > first, buffer[end - 1] == ASCII.carriageReturn { end -= 1 }
      let next = min(feed + 1, buffer.count)
      pieces.append(Piece(start: position, content: first..<max(first, end), end: next))
      position = next
    } while position < buffer.count && ASCII.isBlank(buffer[position])
    return pieces
  }

  private mutating func repair(_ pieces: [Piece], of buffer: UnsafeBufferPointer<UInt8>) {
    let whole = pieces[0].start..<pieces[pieces.count - 1].end
    if UTF8Validation.isValid(UnsafeBufferPointer(rebasing: buffer[whole])) {
      output.append(contentsOf: buffer[whole])
      return
    }
    var unfolded: [UInt8] = []
    for piece in pieces { unfolded.append(contentsOf: buffer[piece.content]) }
    let (isValid, hasCharacters) = unfolded.withUnsafeBufferPointer { bytes in
      (UTF8Validation.isValid(bytes), Self.hasMultibyteCharacter(bytes))
    }
    if isValid {
      findings.add(
        .splitCharacter, line: line, "a fold cuts a character in two, expected between characters",
        repair: "joined")
      moveFolds(of: pieces, in: buffer)
    } else if hasCharacters {
      findings.add(
        .undecodable, line: line, "bytes that are no UTF-8 beside some that are", repair: "read as U+FFFD")
      let start = output.count
      decode(pieces, of: buffer) { _ in 0xFFFD }
      undecoded.append(UndecodedLine(range: start..<output.count, given: Array(buffer[whole])))
    } else {
      findings.add(.decoded, line: line, "no UTF-8, which is expected", repair: "read as Windows-1252")
      readWindows1252 = true
      decode(pieces, of: buffer, Self.windows1252)
    }
  }

  /// Moves the bytes of a cut character behind the fold.
  private mutating func moveFolds(of pieces: [Piece], in buffer: UnsafeBufferPointer<UInt8>) {
    var carried: [UInt8] = []
    for piece in pieces {
      output.append(contentsOf: buffer[piece.start..<piece.content.lowerBound])
      var content = carried + buffer[piece.content]
      carried = Array(content.suffix(UTF8Validation.unfinishedTail(of: content)))
      content.removeLast(carried.count)
      output.append(contentsOf: content)
      output.append(contentsOf: buffer[piece.content.upperBound..<piece.end])
    }
  }

  private mutating func decode(
    _ pieces: [Piece], of buffer: UnsafeBufferPointer<UInt8>, _ scalar: (UInt8) -> UInt32
  ) {
    guard let last = pieces.last else { return }
    let bytes = UnsafeBufferPointer(rebasing: buffer[pieces[0].start..<last.end])
    var position = 0
    while position < bytes.count {
      let length = UTF8Validation.sequenceLength(at: position, in: bytes)
      if length == 0 {
        UTF8Validation.append(scalar(bytes[position]), to: &output)
        position += 1
      } else {
        output.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
  }

  private static func hasMultibyteCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while position < bytes.count {
      let length = UTF8Validation.sequenceLength(at: position, in: bytes)
      if length > 1 { return true }
      position += 1
    }
    return false
  }

  /// Windows-1252 as browsers read it: five unassigned bytes stand for the C1 controls of Latin-1.
  private static func windows1252(_ byte: UInt8) -> UInt32 {
    guard 0x80..<0xA0 ~= byte else { return UInt32(byte) }
    return UInt32(Self.windows1252Table[Int(byte) - 0x80])
  }

  private static let windows1252Table: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
