/// Finds where physical lines end.
///
/// Where lines end with LF, with or without CR before it, a CR alone ends one too when what follows is a continuation or
/// looks like a content line; any other is a control character in a text, as programs leave them.
struct PhysicalLines {
  let terminator: UInt8
  /// The first terminator behind what was looked at last, so that each is looked for once.
  private var next = -1

  init(ending: ContentSource.LineEnding) {
    terminator = ending == .cr ? ASCII.carriageReturn : ASCII.lineFeed
  }

  /// The place of what ends the line that begins at `start`; `count` where nothing does.
  /// - Complexity: linear in the bytes over all calls that go forward.
  @inline(__always)
  mutating func end(from start: Int, in base: UnsafePointer<UInt8>, to count: Int) -> Int {
    if next < start { next = firstPosition(of: terminator, in: base, from: start, to: count) }
    let end = next
    guard terminator == ASCII.lineFeed else { return end }
    let carriage = firstPosition(of: ASCII.carriageReturn, in: base, from: start, to: end)
    return carriage &+ 1 >= end ? end : Self.loneCarriage(from: carriage, in: base, to: end)
  }

  /// Forgets what was found, to go on at an earlier place.
  mutating func goBack() { next = -1 }

  private static func loneCarriage(from first: Int, in base: UnsafePointer<UInt8>, to end: Int) -> Int {
    var carriage = first
    while carriage < end {
      if beginsLine(at: carriage + 1, in: base, to: end) { return carriage }
      carriage = firstPosition(of: ASCII.carriageReturn, in: base, from: carriage + 1, to: end)
    }
    return end
  }

  /// Whether what follows is a blank, or a name in capitals and then ':' or ';'. Two letters are none: "PS:" is a text.
  private static func beginsLine(at start: Int, in base: UnsafePointer<UInt8>, to end: Int) -> Bool {
    guard start < end else { return false }
    if ASCII.isBlank(base[start]) { return true }
    var index = start
    let limit = min(end, start + longestName)
    while index < limit, isCapital(base[index]) { index += 1 }
    return index < limit && index - start > 2
      && (base[index] == ASCII.colon || base[index] == ASCII.semicolon)
  }

  private static let longestName = 80

  private static func isCapital(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
  }
}
