import AlmanacComponents

/// A value on its way out, by the type that RFC 5545 §3.3 gives it.
enum OutputValue: Sendable, Hashable {
  /// Unescaped text.
  case text(String)
  /// DATE or DATE-TIME.
  case time(LibicalTime)
  case integer(Int)
  /// A URI or calendar address.
  case address(String)
  /// Already in the form of its type: rules, lists, durations, tokens and all that Almanac prints itself.
  case raw(String)

  /// Whether it is a time without a zone, or a list of such times in the form of their type.
  var isFloating: Bool {
    switch self {
    case .time(let time): !time.isDate && !time.isUTC
    case .raw(let text): text.utf8.contains(UInt8(ascii: "T")) && !text.utf8.contains(UInt8(ascii: "Z"))
    case .text, .integer, .address: false
    }
  }

  /// About how many bytes it is printed with.
  var length: Int {
    switch self {
    case .text(let text), .address(let text), .raw(let text): text.utf8.count
    case .time, .integer: 20
    }
  }

  /// The value as it stands behind the colon.
  var written: String {
    switch self {
    case .text(let text): TextValue.escaped(text)
    case .time(let time): time.encoded
    case .integer(let number): String(number)
    case .address(let text), .raw(let text): text
    }
  }

  /// Appends the value as it stands behind the colon.
  func append(to line: inout [UInt8]) {
    switch self {
    case .text(let text): TextValue.append(escaping: text, to: &line)
    default: line.append(contentsOf: written.utf8)
    }
  }
}

/// The fields of a DATE or DATE-TIME as read, not checked: libical accepts 30 February and hour 25.
struct LibicalTime: Sendable, Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var isDate = false
  var isUTC = false

  var encoded: String {
    let date = Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2)
    if isDate { return date }
    let time = Self.padded(hour, 2) + Self.padded(minute, 2) + Self.padded(second, 2)
    return date + "T" + time + (isUTC ? "Z" : "")
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

/// The fields of a DURATION as read.
struct LibicalDuration: Sendable, Hashable {
  var isNegative = false
  var weeks = 0
  var days = 0
  var hours = 0
  var minutes = 0
  var seconds = 0
}

/// A PERIOD as read: a start with an end or a duration.
struct LibicalPeriod: Sendable, Hashable {
  enum Extent: Sendable, Hashable {
    case end(LibicalTime)
    case duration(LibicalDuration)
  }

  var start: LibicalTime
  var extent: Extent
}
