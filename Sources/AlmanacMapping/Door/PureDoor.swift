import AlmanacComponents
package import AlmanacEvents
package import AlmanacTime

/// A door without libical, for platforms that lack it and for the values that
/// libical reads or writes wrongly.
///
/// Every door accepts exactly the values that this one accepts.
package struct PureDoor: ValueDoor {
  package init() {}
}

// MARK: Reading

extension PureDoor {
  package func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields? {
    guard let base = UnsafeRawPointer(value.baseAddress),
      value.count == 8 || value.count == 15 || value.count == 16 && value[15] == UInt8(ascii: "Z"),
      let date = Self.pairs(UInt64(littleEndian: base.loadUnaligned(as: UInt64.self)))
    else { return nil }
    let year = date.0 &* 100 &+ date.1
    guard value.count > 8 else { return TimeFields(year, date.2, date.3) }
    // The eight bytes from index 7 on end with the six digits after the T; two zeros are appended to them.
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: 7, as: UInt64.self))
    guard value[8] == UInt8(ascii: "T"), let clock = Self.pairs(word >> 16 | 0x3030 << 48) else { return nil }
    return TimeFields(year, date.2, date.3, clock.0, clock.1, clock.2, isUTC: value.count == 16)
  }

  /// The four two-digit numbers in eight bytes, the first byte in the lowest bits; `nil`
  /// unless all bytes are digits.
  private static func pairs(_ bytes: UInt64) -> (Int32, Int32, Int32, Int32)? {
    // The upper half of each digit `0` to `9` is 3, also after 6 is added.
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    guard (bytes & high) | (((bytes &+ 0x0606_0606_0606_0606) & high) >> 4) == 0x3333_3333_3333_3333 else {
      return nil
    }
    let digits = bytes & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = digits &* 10 &+ digits >> 8
    func pair(_ place: UInt64) -> Int32 { Int32(truncatingIfNeeded: pairs >> (place &* 16) & 0xFF) }
    return (pair(0), pair(1), pair(2), pair(3))
  }

  package func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration? {
    try? CalendarDuration(String(decoding: value, as: UTF8.self))
  }

  package func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    OffsetText(value).flatMap { $0.isAltered ? nil : $0.seconds }
  }

  package func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    Int(String(decoding: value, as: UTF8.self))
  }

  package func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)? {
    Self.point(value.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false))
  }

  /// Two decimal numbers; `Double` also accepts exponents and words such as `nan`.
  fileprivate static func point(
    _ texts: [some Collection<UInt8>]
  ) -> (latitude: Double, longitude: Double)? {
    let numbers = texts.map { text in
      text.allSatisfy { $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
        ? Double(String(decoding: text, as: UTF8.self)) : nil
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    return (latitude, longitude)
  }

  package func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
    let code = value.prefix { $0 != UInt8(ascii: ";") }
    let numbers = code.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard code.endIndex < value.endIndex, 2...3 ~= numbers.count,
      numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    return RequestStatus(written: value)
  }
}

// MARK: Writing

extension PureDoor {
  /// Appends a date or time. A year of five digits or more is written in full, since
  /// RFC 5545 has no form for it.
  package func append(_ time: TimeFields, to line: inout [UInt8]) {
    if time.year > 9999 { append(Int(time.year / 10_000), to: &line) }
    let date = Self.digits(time.year / 100 % 100, time.year % 100, time.month, time.day)
    let clock = Self.digits(time.hour, time.minute, time.second, 0) & 0xFFFF_FFFF_FFFF
    let rest = UInt64(UInt8(ascii: "T")) | clock << 8 | UInt64(UInt8(ascii: "Z")) << 56
    Self.append(date, rest, count: time.isDate ? 8 : time.isUTC ? 16 : 15, to: &line)
  }

  /// Appends the first `count` bytes of two words, lowest bits first.
  private static func append(_ first: UInt64, _ second: UInt64, count: Int, to line: inout [UInt8]) {
    withUnsafeBytes(of: (first.littleEndian, second.littleEndian)) {
      line.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
    }
  }

  /// Four numbers from 0 to 99 as eight ASCII digits in one word, the first digit in the lowest bits.
  private static func digits(_ first: Int32, _ second: Int32, _ third: Int32, _ fourth: Int32) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: first) | UInt64(truncatingIfNeeded: second) << 16
    let pairs = low | UInt64(truncatingIfNeeded: third) << 32 | UInt64(truncatingIfNeeded: fourth) << 48
    // Division by ten, exact for numbers below 100.
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return (tens | (pairs &- tens &* 10) << 8) &+ 0x3030_3030_3030_3030
  }

  package func append(_ duration: CalendarDuration, to line: inout [UInt8]) {
    line.append(contentsOf: duration.description.utf8)
  }

  package func append(offset: Int, to line: inout [UInt8]) {
    // The largest magnitude of an offset in RFC 8536, in seconds.
    let length = Int32(truncatingIfNeeded: min(offset.magnitude, 93_599))
    let digits = Self.digits(length / 3600, length / 60 % 60, length % 60, 0)
    let sign = UInt64(UInt8(ascii: offset < 0 ? "-" : "+"))
    Self.append(sign | digits << 8, 0, count: length % 60 == 0 ? 5 : 7, to: &line)
  }

  package func append(_ number: Int, to line: inout [UInt8]) {
    line.append(contentsOf: String(number).utf8)
  }
}

// MARK: Texts of values

/// Conversion to the value of GEO (RFC 5545 §3.8.1.6), `41.5;2.25`, and to the geo URI
/// of JSCalendar (RFC 5870).
extension Geo {
  /// Parses the value of GEO.
  package init?(written value: String) {
    self.init(Array(value.utf8).withUnsafeBufferPointer(PureDoor().geo))
  }

  /// Parses a `geo:` URI; an altitude and parameters are ignored.
  package init?(uri: String) {
    let texts = uri.dropFirst(4).prefix { $0 != ";" }.split(separator: ",", omittingEmptySubsequences: false)
    guard uri.hasPrefix("geo:"), 2...3 ~= texts.count else { return nil }
    self.init(PureDoor.point(texts.prefix(2).map(\.utf8)))
  }

  /// - Returns: `nil` for numbers that are out of range.
  init?(_ point: (latitude: Double, longitude: Double)?) {
    guard let point, let geo = try? Geo(latitude: point.latitude, longitude: point.longitude) else {
      return nil
    }
    self = geo
  }

  /// The geo URI: `geo:41.5,2.25`.
  package var uri: String { "geo:" + written.replacing(";", with: ",") }

  /// The shortest decimal digits that round-trip, without an exponent.
  package var written: String { Self.digits(latitude) + ";" + Self.digits(longitude) }

  private static func digits(_ degrees: Double) -> String {
    let text = degrees.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
      exponent < 0
    else { return text }
    let digits = text[..<mark].filter { $0 != "." && $0 != "-" }
    return (degrees < 0 ? "-0." : "0.") + String(repeating: "0", count: -exponent - 1) + digits
  }
}

/// Conversion to the value of REQUEST-STATUS (RFC 5545 §3.8.8.3), which JSCalendar uses
/// unchanged (RFC 8984 §4.4.7).
extension RequestStatus {
  package var written: String {
    let value = TextValue.escaped(code) + ";" + TextValue.escaped(text)
    return data.isEmpty ? value : value + ";" + TextValue.escaped(data)
  }

  /// - Returns: `nil` for a value without a description.
  package init?(written value: String) {
    guard let status = Array(value.utf8).withUnsafeBufferPointer(Self.init(written:)) else { return nil }
    self = status
  }

  /// Parses a value of which everything but the code may be missing.
  init(_ value: UnsafeBufferPointer<UInt8>) {
    self = RequestStatus(written: value) ?? RequestStatus(code: TextValue.unescaped(value), text: "")
  }

  init?(written value: UnsafeBufferPointer<UInt8>) {
    func text(_ range: Range<Int>) -> String {
      TextValue.unescaped(UnsafeBufferPointer(rebasing: value[range]))
    }
    // Everything after the second semicolon is the data field, further semicolons included.
    let fields = TextValue.fields(value, upTo: 2)
    guard fields.count == 2 else { return nil }
    let rest = fields[1].upperBound + 1
    self.init(
      code: text(fields[0]), text: text(fields[1]),
      data: rest < value.count ? text(rest..<value.count) : "")
  }
}
