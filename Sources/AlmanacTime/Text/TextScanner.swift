/// Reads a text from left to right by bytes and knows where it is, so that each fault has its offset.
struct TextScanner {
  let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Whether the byte a number of places ahead is a decimal digit.
  func isDigit(ahead distance: Int = 0) -> Bool {
    let index = offset + distance
    return index < bytes.count && (48...57).contains(bytes[index])
  }

  /// Takes the byte if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    offset += 1
    return true
  }

  /// Takes the next byte when it is one of these, and says which.
  mutating func takeAny(of choices: StaticString) -> UInt8? {
    guard let byte = next else { return nil }
    let found = choices.withUTF8Buffer { $0.contains(byte) }
    guard found else { return nil }
    offset += 1
    return byte
  }

  mutating func expect(_ byte: Unicode.Scalar, _ expected: String) throws(TimeError) {
    guard take(byte) else { throw TimeError(.syntax, at: offset, expected: expected) }
  }

  func expectEnd() throws(TimeError) {
    guard isAtEnd else { throw TimeError(.syntax, at: offset, expected: "the end of the text") }
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int, _ expected: String) throws(TimeError) -> Int {
    var value = 0
    for _ in 0..<count {
      guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
      value = value * 10 + Int(bytes[offset] - 48)
      offset += 1
    }
    return value
  }

  /// One digit or more, up to `Int32.max` in value.
  mutating func number(_ expected: String) throws(TimeError) -> Int {
    guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
    let start = offset
    var value = 0
    while isDigit() {
      value = value * 10 + Int(bytes[offset] - 48)
      guard value <= Int(Int32.max) else { throw TimeError(.outOfRange, at: start, expected: expected) }
      offset += 1
    }
    return value
  }

  /// One digit or more, whatever they are.
  mutating func skipDigits(_ expected: String) throws(TimeError) {
    guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
    while isDigit() { offset += 1 }
  }

  /// The text up to a byte, which is taken too; `nil` when it does not come.
  mutating func text(upTo end: Unicode.Scalar) -> String? {
    guard let index = bytes[offset...].firstIndex(of: UInt8(ascii: end)) else { return nil }
    let text = String(decoding: bytes[offset..<index], as: UTF8.self)
    offset = index + 1
    return text
  }

  /// Gives an error that was found in values its place in the text.
  static func placing<T>(at offset: Int, _ make: () throws(TimeError) -> T) throws(TimeError) -> T {
    do {
      return try make()
    } catch {
      throw TimeError(error.code, at: offset, expected: error.expected)
    }
  }
}
