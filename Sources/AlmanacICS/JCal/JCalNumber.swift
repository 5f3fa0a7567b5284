/// JSON's numbers as iCalendar has them: a sign, digits, a point, and never an exponent (RFC 5545 §3.3.7, §3.3.8).
enum JCalNumber {
  /// `2e3` → `2000`, `-1.25E1` → `-12.5`; `nil` for what is no number, or one that no `Double` holds.
  static func plain(_ text: String) -> String? {
    guard let value = Double(text), value.isFinite else { return nil }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "E", omittingEmptySubsequences: false) }
    guard parts.count == 2 else { return isPlain(text) ? text : nil }
    // Beyond this there are more zeros than a `Double` has, unless there is nothing else.
    guard let exponent = Int(parts[1]), abs(exponent) <= 1000 else { return value == 0 ? "0" : nil }
    let isNegative = parts[0].hasPrefix("-")
    let mantissa = parts[0].drop { $0 == "-" || $0 == "+" }
    let fields = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(fields.count), isPlain(String(mantissa)) else { return nil }
    var whole = String(fields[0])
    var fraction = fields.count == 2 ? String(fields[1]) : ""
    if exponent > 0 {
      fraction += String(repeating: "0", count: max(0, exponent - fraction.count))
      whole += fraction.prefix(exponent)
      fraction.removeFirst(exponent)
    } else {
      whole = String(repeating: "0", count: max(0, -exponent - whole.count)) + whole
      fraction = whole.suffix(-exponent) + fraction
      whole.removeLast(-exponent)
    }
    let digits = String(whole.drop { $0 == "0" })
    let number = (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction)
    return (isNegative ? "-" : "") + number
  }

  /// `5.0` → `5`; `nil` for what is no whole number.
  static func whole(_ text: String) -> String? {
    guard let plain = plain(text) else { return nil }
    let fields = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count < 2 || fields[1].allSatisfy({ $0 == "0" }) else { return nil }
    return String(fields[0])
  }

  /// `+037.50` → `37.50`: JSON knows no sign before a positive number, no leading zeros and no bare points; the digits
  /// are those that were read. `nil` for what is no number, or one that no `Double` holds.
  static func json(_ text: String) -> String? {
    guard let value = Double(text), value.isFinite else { return nil }
    let fields = text.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count <= 2, fields.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      return plain(text)
    }
    let whole = fields[0].drop { $0 == "0" }
    let fraction = fields.count == 2 && !fields[1].isEmpty ? "." + fields[1] : ""
    return (text.hasPrefix("-") ? "-" : "") + (whole.isEmpty ? "0" : whole) + fraction
  }

  /// Whether it is a sign, digits and a point; `Double` reads `0x1` and `nan` too.
  private static func isPlain(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return digits.first.map { (48...57).contains($0) } ?? false
      && digits.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
  }
}
