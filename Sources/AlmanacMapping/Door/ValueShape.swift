import AlmanacComponents

/// What values of each type look like: the one answer to whether a door accepts bytes as a value of a type.
///
/// Complexity: O(n) in the length of the value; nothing is allocated.
package enum ValueShape {
  /// `20260302`, `20260302T090000` or `20260302T090000Z`.
  package static func isTime(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(value.baseAddress) else { return false }
    switch value.count {
    case 8: break
    case 15: break
    case 16: guard value[15] == UInt8(ascii: "Z") else { return false }
    default: return false
    }
    guard EightDigits(date: base).areDigits else { return false }
    return value.count == 8 || value[8] == UInt8(ascii: "T") && EightDigits(clockOf: base).areDigits
  }

  /// What `CalendarDuration.init(_:)` takes: RFC 5545 §3.3.6 and, wider, small letters, hours followed by seconds, and
  /// weeks beside other parts. No part is above `Int32.max`.
  package static func isDuration(_ value: UnsafeBufferPointer<UInt8>) -> Bool { DurationParts(value) != nil }

  /// Two values around a slash: a DATE-TIME and another, or a DURATION that is not negative.
  package static func isPeriod(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let (start, end) = parts(ofPeriod: value), start.count > 8, isTime(start) else { return false }
    return end.count > 8 && isTime(end) || end.first != UInt8(ascii: "-") && isDuration(end)
  }

  /// What stands before and behind the first slash.
  static func parts(ofPeriod value: UnsafeBufferPointer<UInt8>)
    -> (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>)?
  {
    guard let slash = value.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (
      UnsafeBufferPointer(rebasing: value[..<slash]), UnsafeBufferPointer(rebasing: value[(slash + 1)...])
    )
  }

  /// `+hhmm` or `+hhmmss`, less than a day. A negative zero is none (RFC 5545 §3.3.14).
  package static func isOffset(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard value.count == 5 || value.count == 7, let sign = value.first, isSign(sign),
      value.dropFirst().allSatisfy(isDigit), value[1] < 0x32 || value[1] == 0x32 && value[2] < 0x34,
      value[3] < 0x36, value.count == 5 || value[5] < 0x36
    else { return false }
    return sign == UInt8(ascii: "+") || value.dropFirst().contains { $0 != 0x30 }
  }

  /// Digits, with a sign or without, of a number that an `Int` can hold.
  package static func isInteger(_ value: UnsafeBufferPointer<UInt8>) -> Bool { integer(value) != nil }

  package static func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = value.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let digits = isSign(first) ? value.dropFirst() : value[...]
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard isDigit(byte) else { return nil }
      let (tens, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let digit = Int(byte & 0x0F)
      let (sum, isTooLarge) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      guard !isTooLong, !isTooLarge else { return nil }
      number = sum
    }
    return number
  }

  /// Two numbers around a semicolon, each with at least one digit and at most one point, without exponents.
  package static func isGeo(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mark = value.firstIndex(of: UInt8(ascii: ";")) else { return false }
    return isDecimal(value[..<mark]) && isDecimal(value[(mark + 1)...])
  }

  private static func isDecimal(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = number.first else { return false }
    var points = 0
    var digits = 0
    for byte in isSign(first) ? number.dropFirst() : number {
      if isDigit(byte) {
        digits += 1
      } else if byte == UInt8(ascii: "."), points == 0 {
        points = 1
      } else {
        return false
      }
    }
    return digits > 0
  }

  /// Two or three numbers, with points between them, and a semicolon behind them. The text after it may be anything.
  package static func isRequestStatus(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let mark = value.firstIndex(of: UInt8(ascii: ";")) else { return false }
    var numbers = 1
    var digits = 0
    for byte in value[..<mark] {
      if isDigit(byte) {
        digits += 1
      } else if byte == UInt8(ascii: "."), digits > 0 {
        (numbers, digits) = (numbers + 1, 0)
      } else {
        return false
      }
    }
    return digits > 0 && 2...3 ~= numbers
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
}

/// Eight bytes of a DATE or DATE-TIME in one word, the first byte in its lowest bits.
struct EightDigits {
  private let bytes: UInt64

  /// - Parameter base: Of at least eight bytes.
  init(date base: UnsafeRawPointer) {
    bytes = UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
  }

  /// The six digits behind the T, and two zeros.
  ///
  /// - Parameter base: Of at least 15 bytes. The eight before the 16th are loaded, two of which are no digits of the clock.
  init(clockOf base: UnsafeRawPointer) {
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: 7, as: UInt64.self))
    bytes = word >> 16 | 0x3030 << 48
  }

  /// Whether each byte is one of `0` to `9`: its upper half is 3, also when 6 is added.
  var areDigits: Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    return (bytes & high) | (((bytes &+ 0x0606_0606_0606_0606) & high) >> 4) == 0x3333_3333_3333_3333
  }

  /// The four numbers of two digits each, where all bytes are digits.
  var pairs: (Int32, Int32, Int32, Int32) {
    let digits = bytes & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = digits &* 10 &+ digits >> 8
    func pair(_ place: UInt64) -> Int32 { Int32(truncatingIfNeeded: pairs >> (place &* 16) & 0xFF) }
    return (pair(0), pair(1), pair(2), pair(3))
  }
}

/// The parts of a DURATION as they are written.
struct DurationParts {
  var isNegative = false
  var weeks = 0
  var days = 0
  var hours = 0
  var minutes = 0
  var seconds = 0

  /// - Returns: `nil` for what ``ValueShape/isDuration(_:)`` does not accept.
  init?(_ value: UnsafeBufferPointer<UInt8>) {
    var start = 0
    if let sign = value.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      isNegative = sign == UInt8(ascii: "-")
      start = 1
    }
    guard start < value.count, value[start] & 0xDF == UInt8(ascii: "P") else { return nil }
    var number: Int?
    var last = Unit.none
    for byte in value[(start + 1)...] {
      if byte &- 0x30 < 10 {
        let sum = (number ?? 0) * 10 + Int(byte & 0x0F)
        guard sum <= Int(Int32.max) else { return nil }
        number = sum
      } else {
        let unit = Unit(byte)
        guard unit.rawValue > last.rawValue, set(unit, number, isTimeOfDay: last >= .time) else { return nil }
        (last, number) = (unit, nil)
      }
    }
    guard number == nil, last != .none, last != .time else { return nil }
  }

  private enum Unit: Int, Comparable {
    case none, week, day, time, hour, minute, second

    /// - Parameter byte: `none` for one that is no letter of a duration.
    init(_ byte: UInt8) {
      switch byte & 0xDF {
      case UInt8(ascii: "W"): self = .week
      case UInt8(ascii: "D"): self = .day
      case UInt8(ascii: "T"): self = .time
      case UInt8(ascii: "H"): self = .hour
      case UInt8(ascii: "M"): self = .minute
      case UInt8(ascii: "S"): self = .second
      default: self = .none
      }
    }

    static func < (lhs: Unit, rhs: Unit) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// - Returns: whether the unit may stand here: with a number, and on its side of the T, which has none.
  private mutating func set(_ unit: Unit, _ number: Int?, isTimeOfDay: Bool) -> Bool {
    guard unit != .time else { return number == nil }
    guard let number, isTimeOfDay == (unit > .time) else { return false }
    switch unit {
    case .week: weeks = number
    case .day: days = number
    case .hour: hours = number
    case .minute: minutes = number
    case .second: seconds = number
    case .none, .time: return false
    }
    return true
  }
}
