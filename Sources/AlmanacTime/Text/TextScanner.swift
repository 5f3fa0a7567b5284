/// A reader of a text by UTF-8 bytes from left to right, whose errors have the offset of the fault.
struct TextScanner {
  let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  var isAtEnd: Bool { offset == bytes.count }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Whether the byte a number of places ahead is a decimal digit.
  func isDigit(ahead distance: Int = 0) -> Bool {
    let index = offset + distance
    return index < bytes.count && (48...57).contains(bytes[index])
  }

  /// Skips a byte if it comes next, and returns whether it did.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    offset += 1
    return true
  }

  /// Reads the next byte if it is one of these.
  mutating func read(anyOf choices: StaticString) -> UInt8? {
    guard let byte = next else { return nil }
    let found = choices.withUTF8Buffer { $0.contains(byte) }
    guard found else { return nil }
    offset += 1
    return byte
  }

  mutating func expect(_ byte: Unicode.Scalar, _ expected: String) throws(TimeError) {
    guard skip(byte) else { throw TimeError(.syntax, at: offset, expected: expected) }
  }

  func expectEnd() throws(TimeError) {
    guard isAtEnd else { throw TimeError(.syntax, at: offset, expected: "the end of the text") }
  }

  /// Reads exactly `count` digits.
  mutating func digits(_ count: Int, _ expected: String) throws(TimeError) -> Int {
    var value = 0
    for _ in 0..<count {
      guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
      value = value * 10 + Int(bytes[offset] - 48)
      offset += 1
    }
    return value
  }

  /// Reads one digit or more, whose value has to be within a range.
  mutating func number(
    _ expected: String, in range: ClosedRange<Int> = 0...Int(Int32.max)
  ) throws(TimeError) -> Int {
    guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
    let start = offset
    var value = 0
    while isDigit() {
      value = Swift.min(value * 10 + Int(bytes[offset] - 48), 1 << 40)
      offset += 1
    }
    guard range.contains(value) else { throw TimeError(.outOfRange, at: start, expected: expected) }
    return value
  }

  /// Reads the ASCII letters that come next.
  mutating func letters() -> String {
    let letters = bytes[offset...].prefix { (65...90).contains($0 & 0xDF) }
    offset = letters.endIndex
    return String(decoding: letters, as: UTF8.self)
  }

  /// Skips one digit or more.
  mutating func skipDigits(_ expected: String) throws(TimeError) {
    guard isDigit() else { throw TimeError(.syntax, at: offset, expected: expected) }
    while isDigit() { offset += 1 }
  }

  /// Reads the text up to a byte, and the byte; `nil` when it does not occur.
  mutating func text(upTo end: Unicode.Scalar) -> String? {
    guard let index = bytes[offset...].firstIndex(of: UInt8(ascii: end)) else { return nil }
    let text = String(decoding: bytes[offset..<index], as: UTF8.self)
    offset = index + 1
    return text
  }

  /// Runs a body whose errors get an offset in the text.
  static func placing<T>(at offset: Int, _ make: () throws(TimeError) -> T) throws(TimeError) -> T {
    do {
      return try make()
    } catch {
      throw TimeError(error.code, at: offset, expected: error.expected)
    }
  }
}

extension TextScanner {
  /// `2026-03-02` or `20260302`; a year with a sign has six digits, or four.
  mutating func date() throws(TimeError) -> CivilDate {
    let year = try year()
    let extended = skip("-")
    let month = try field("a month", 1...12)
    if extended { try expect("-", "'-' between month and day") }
    let start = offset
    let day = try digits(2, "two digits of a day")
    return try Self.placing(at: start) { () throws(TimeError) in try CivilDate(year, month, day) }
  }

  /// `2026-03` or `202603`.
  mutating func yearMonth() throws(TimeError) -> YearMonth {
    let year = try year()
    _ = skip("-")
    return YearMonth(clampingYear: year, try field("a month", 1...12))
  }

  /// Reads two digits of a field within a range; the offset of a fault is that of the field.
  private mutating func field(_ name: String, _ range: ClosedRange<Int>) throws(TimeError) -> Int {
    let start = offset
    let value = try digits(2, "two digits of \(name)")
    try TimeError.require(name, value, in: range, at: start)
    return value
  }

  /// Four digits, or a sign and six or four; `limit` bounds the magnitude.
  mutating func year(limit: Int = 9999) throws(TimeError) -> Int {
    let start = offset
    guard let sign = read(anyOf: "+-") else { return try digits(4, "four digits of a year") }
    let year = try digits(isDigit(ahead: 4) && isDigit(ahead: 5) ? 6 : 4, "four or six digits of a year")
    guard year <= limit else {
      throw TimeError(.outOfRange, at: start, expected: "a year from -\(limit) to \(limit)")
    }
    return sign == UInt8(ascii: "-") ? -year : year
  }

  /// `09:00`, `09:00:30` or `090030`, `0900`. A fraction of a second is read and dropped; a leap second
  /// (`60`) is read as 59, as in programs without leap seconds (RFC 5545 §3.3.12).
  mutating func time() throws(TimeError) -> CivilTime {
    let hour = try field("an hour", 0...23)
    let extended = skip(":")
    let minute = try field("a minute", 0...59)
    var second = 0
    if extended ? skip(":") : isDigit() {
      second = Swift.min(try field("a second", 0...60), 59)
      if read(anyOf: ".,") != nil { try skipDigits("the digits of a fraction of a second") }
    }
    return CivilTime(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// A date and a time with `T` (or a space, or `t`) between them.
  mutating func dateTime() throws(TimeError) -> CivilDateTime {
    let date = try date()
    guard read(anyOf: "Tt ") != nil else {
      throw TimeError(.syntax, at: offset, expected: "'T' between date and time")
    }
    return CivilDateTime(date, try time())
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or with seconds, in seconds east of Greenwich.
  mutating func utcOffset() throws(TimeError) -> Int {
    if read(anyOf: "Zz") != nil { return 0 }
    guard let sign = read(anyOf: "+-") else {
      throw TimeError(.syntax, at: offset, expected: "'Z' or an offset such as +01:00")
    }
    var seconds = try field("an offset's hours", 0...23) * 3600
    let extended = skip(":")
    if extended || isDigit() {
      seconds += try field("an offset's minutes", 0...59) * 60
      if extended ? skip(":") : isDigit() { seconds += try field("an offset's seconds", 0...59) }
    }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}

extension TimeError {
  /// - Throws: A fault with code `outOfRange` where a number is not in its range.
  static func require(
    _ name: String, _ number: Int, in range: ClosedRange<Int>, at offset: Int = 0
  ) throws(TimeError) {
    guard !range.contains(number) else { return }
    let expected = "\(name) from \(range.lowerBound) to \(range.upperBound)"
    throw TimeError(.outOfRange, at: offset, expected: expected)
  }

  /// Reads a whole text with one function.
  static func reading<T>(_ text: String, _ read: (inout TextScanner) throws(TimeError) -> T)
    throws(TimeError) -> T
  {
    var scanner = TextScanner(text)
    let value = try read(&scanner)
    try scanner.expectEnd()
    return value
  }
}

/// The two ISO 8601 forms of dates and times.
public enum CivilForm: Sendable, Hashable {
  /// `20260302T090000`: RFC 5545 §3.3.4, §3.3.5, §3.3.12.
  case basic
  /// `2026-03-02T09:00:00`: ISO 8601 extended, RFC 9557.
  case extended
}

extension UInt8 {
  /// ALPHA of RFC 5234: A to Z in either case.
  @inlinable
  package var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }

  /// ALPHA or DIGIT of RFC 5234.
  @inlinable
  package var isAlphanumeric: Bool { isLetter || 0x30...0x39 ~= self }

  /// Whether URIs have it unescaped everywhere (RFC 3986 §2.3).
  @inlinable
  package var isUnreserved: Bool { isAlphanumeric || "-._~".utf8.contains(self) }
}

package enum Digits {
  /// A number in a radix, with zeros before it up to a width.
  package static func padded(_ value: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
    let text = String(value, radix: radix)
    return String(repeating: "0", count: Swift.max(0, width - text.utf8.count)) + text
  }

  /// The value of up to eight hexadecimal digits, in either case; `nil` for other bytes, a sign among them, or for none.
  package static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
    guard (1...8).contains(digits.count) else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

/// Texts in which some bytes are written as two hexadecimal digits after a mark, such as `%5D`.
package enum Escapes {
  /// The text with other bytes of its UTF-8 as a mark and two digits, as in RFC 3986 §2.1.
  ///
  /// - Parameters:
  ///   - isPlain: Whether a byte is written unchanged; the mark must not be.
  ///   - mark: The character that begins an escape.
  package static func encoded(
    _ text: String, marking mark: UInt8 = UInt8(ascii: "%"), leaving isPlain: (UInt8) -> Bool
  ) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      bytes += isPlain(byte) ? [byte] : [mark, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with its escapes decoded; `nil` where an escape is malformed, or the bytes are not UTF-8.
  package static func decoded(_ text: Substring, marked mark: UInt8 = UInt8(ascii: "%")) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == mark else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = Digits.hexadecimal(rest.prefix(2)) else { return nil }
      bytes.append(UInt8(value))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
