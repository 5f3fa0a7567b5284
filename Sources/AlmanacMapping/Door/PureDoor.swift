import AlmanacComponents
package import AlmanacEvents
package import AlmanacTime

/// The door in Swift alone, for platforms without libical and for the values that libical gets wrong.
package struct PureDoor: ValueDoor {
  package init() {}
}

// MARK: Reading

extension PureDoor {
  package func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields? {
    guard ValueShape.isTime(value), let base = UnsafeRawPointer(value.baseAddress) else { return nil }
    let (century, year, month, day) = EightDigits(date: base).pairs
    guard value.count > 8 else { return TimeFields(century &* 100 &+ year, month, day) }
    let (hour, minute, second, _) = EightDigits(clockOf: base).pairs
    return TimeFields(century &* 100 &+ year, month, day, hour, minute, second, isUTC: value.count == 16)
  }

  package func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration? {
    guard let parts = DurationParts(value) else { return nil }
    return CalendarDuration(
      isNegative: parts.isNegative, weeks: parts.weeks, days: parts.days, hours: parts.hours,
      minutes: parts.minutes, seconds: parts.seconds)
  }

  package func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    guard ValueShape.isOffset(value) else { return nil }
    func pair(_ place: Int) -> Int { Int(value[place] & 0x0F) * 10 + Int(value[place + 1] & 0x0F) }
    let seconds = pair(1) * 3600 + pair(3) * 60 + (value.count == 7 ? pair(5) : 0)
    return value[0] == UInt8(ascii: "-") ? -seconds : seconds
  }

  package func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? { ValueShape.integer(value) }

  package func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)? {
    guard ValueShape.isGeo(value), let mark = value.firstIndex(of: UInt8(ascii: ";")),
      let latitude = Double(String(decoding: value[..<mark], as: UTF8.self)),
      let longitude = Double(String(decoding: value[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return (latitude, longitude)
  }

  package func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
    guard ValueShape.isRequestStatus(value) else { return nil }
    // What is behind the second semicolon is one thing, whatever is in it.
    let fields = TextValue.fields(value, upTo: 2)
    guard fields.count == 2 else { return nil }
    let data = value.dropFirst(fields[1].upperBound + 1)
    return RequestStatus(
      code: String(decoding: value[fields[0]], as: UTF8.self),
      text: TextValue.unescaped(UnsafeBufferPointer(rebasing: value[fields[1]])),
      data: TextValue.unescaped(UnsafeBufferPointer(rebasing: data)))
  }
}

// MARK: Writing

extension PureDoor {
  package func append(_ time: TimeFields, to line: inout [UInt8]) {
    let pairs = UInt32(bitPattern: time.month | time.day | time.hour | time.minute | time.second)
    guard 0...9999 ~= time.year, pairs < 64 || Self.hasPairs(time) else {
      return appendBeyondDigits(time, to: &line)
    }
    let date = Self.digits(time.year / 100, time.year % 100, time.month, time.day)
    let clock = Self.digits(time.hour, time.minute, time.second, 0) & 0xFFFF_FFFF_FFFF
    let rest = UInt64(UInt8(ascii: "T")) | clock << 8 | UInt64(UInt8(ascii: "Z")) << 56
    Self.append(date, rest, count: time.isDate ? 8 : time.isUTC ? 16 : 15, to: &line)
  }

  /// Appends the first bytes of two words, the first byte in their lowest bits.
  private static func append(_ first: UInt64, _ second: UInt64, count: Int, to line: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { words in
      words.initializeElement(at: 0, to: first.littleEndian)
      words.initializeElement(at: 1, to: second.littleEndian)
      words.withMemoryRebound(to: UInt8.self) {
        line.append(contentsOf: UnsafeBufferPointer(rebasing: $0.prefix(count)))
      }
    }
  }

  /// Whether each number but the year has at most two digits.
  private static func hasPairs(_ time: TimeFields) -> Bool {
    0...99 ~= time.month && 0...99 ~= time.day && 0...99 ~= time.hour && 0...99 ~= time.minute
      && 0...99 ~= time.second
  }

  /// Four numbers from 0 to 99 as eight ASCII digits in one word, the first digit in its lowest bits.
  private static func digits(_ first: Int32, _ second: Int32, _ third: Int32, _ fourth: Int32) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: first) | UInt64(truncatingIfNeeded: second) << 16
    let pairs = low | UInt64(truncatingIfNeeded: third) << 32 | UInt64(truncatingIfNeeded: fourth) << 48
    // A tenth, rounded down, of what is below 100.
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return (tens | (pairs &- tens &* 10) << 8) &+ 0x3030_3030_3030_3030
  }

  /// Writes numbers that have more digits than there are places.
  private func appendBeyondDigits(_ time: TimeFields, to line: inout [UInt8]) {
    append(Int(time.year), digits: 4, to: &line)
    append(Int(time.month), digits: 2, to: &line)
    append(Int(time.day), digits: 2, to: &line)
    guard !time.isDate else { return }
    line.append(UInt8(ascii: "T"))
    append(Int(time.hour), digits: 2, to: &line)
    append(Int(time.minute), digits: 2, to: &line)
    append(Int(time.second), digits: 2, to: &line)
    if time.isUTC { line.append(UInt8(ascii: "Z")) }
  }

  /// The form of RFC 5545 §3.3.6, which wants minutes between hours and seconds: `PT1H0M30S`. Zero is `PT0S`.
  package func append(_ duration: CalendarDuration, to line: inout [UInt8]) {
    func add(_ part: Int, _ unit: Unicode.Scalar) {
      append(part, to: &line)
      line.append(UInt8(ascii: unit))
    }
    if duration.isNegative { line.append(UInt8(ascii: "-")) }
    line.append(UInt8(ascii: "P"))
    if duration.weeks > 0 { add(duration.weeks, "W") }
    if duration.days > 0 { add(duration.days, "D") }
    let (hours, minutes, seconds) = (duration.hours, duration.minutes, duration.seconds)
    let isZero = duration.weeks == 0 && duration.days == 0 && hours == 0 && minutes == 0 && seconds == 0
    guard isZero || hours > 0 || minutes > 0 || seconds > 0 else { return }
    line.append(UInt8(ascii: "T"))
    if hours > 0 { add(hours, "H") }
    if minutes > 0 || hours > 0 && seconds > 0 { add(minutes, "M") }
    if seconds > 0 || isZero { add(seconds, "S") }
  }

  package func append(offset: Int, to line: inout [UInt8]) {
    // The most that an offset of RFC 8536 is.
    let length = Int32(truncatingIfNeeded: min(offset.magnitude, 93_599))
    let digits = Self.digits(length / 3600, length / 60 % 60, length % 60, 0)
    let sign = UInt64(UInt8(ascii: offset < 0 ? "-" : "+"))
    Self.append(sign | digits << 8, 0, count: length % 60 == 0 ? 5 : 7, to: &line)
  }

  package func append(_ number: Int, to line: inout [UInt8]) { append(number, digits: 1, to: &line) }

  /// Appends a number with zeros before it, up to so many characters with the sign.
  private func append(_ number: Int, digits: Int, to line: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
      var start = text.count
      func put(_ byte: UInt8) {
        start -= 1
        text.initializeElement(at: start, to: byte)
      }
      var rest = number.magnitude
      repeat {
        put(0x30 | UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      if number < 0 { put(UInt8(ascii: "-")) }
      while text.count - start < digits { put(0x30) }
      line.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Digits without exponent, as many as tell the numbers.
  package func append(_ geo: Geo, to line: inout [UInt8]) {
    append(degrees: geo.latitude, to: &line)
    line.append(UInt8(ascii: ";"))
    append(degrees: geo.longitude, to: &line)
  }

  private func append(degrees: Double, to line: inout [UInt8]) {
    let text = degrees.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
      exponent < 0
    else { return line.append(contentsOf: text.utf8) }
    line.append(contentsOf: (degrees < 0 ? "-0." : "0.").utf8)
    line.append(contentsOf: repeatElement(0x30, count: -exponent - 1))
    line.append(contentsOf: text[..<mark].utf8.filter { $0 &- 0x30 < 10 })
  }

  package func append(_ status: RequestStatus, to line: inout [UInt8]) {
    line.append(contentsOf: status.code.utf8)
    line.append(UInt8(ascii: ";"))
    TextValue.append(escaping: status.text, to: &line)
    guard !status.data.isEmpty else { return }
    line.append(UInt8(ascii: ";"))
    TextValue.append(escaping: status.data, to: &line)
  }
}
