/// The spelling of JSON's numbers (RFC 8259 §6), which may be larger and finer than any type of number.
package enum JSONNumber {
  /// Whether it is a number as JSON spells one: no sign before a positive number, no leading zeros, no bare points.
  package static func isLegal(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }
    func takeDigits() -> Int {
      let count = rest.prefix { isDigit($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let isZero = rest.first == UInt8(ascii: "0")
    let whole = takeDigits()
    guard whole == 1 || whole > 1 && !isZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() > 0 else { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// The one spelling of a value: `1.50e2` and `150` → `150`, `0.5` → `5e-1`. No digit of it is lost; zero keeps its
  /// sign. With an exponent of 2^50 or beyond it keeps its own spelling, made legal. Linear in the digits.
  package static func canonical(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    let fields = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let fraction = fields.count > 1 ? fields[1] : ""
    var digits = ((fields.first ?? "") + fraction).drop { $0 == "0" }
    let sign = isNegative ? "-" : ""
    guard !digits.isEmpty else { return sign + "0" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    digits = digits.dropLast(zeros)
    // Who writes an exponent beyond this means no number by it.
    guard let stated = parts.count > 1 ? Int(parts[1]) : 0, stated.magnitude < 1 << 50 else {
      let whole = (fields.first ?? "").drop { $0 == "0" }
      return sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction) + "e" + parts[1]
    }
    let exponent = stated - fraction.utf8.count + zeros
    if (0...20).contains(exponent) { return sign + digits + String(repeating: "0", count: exponent) }
    return sign + digits + "e\(exponent)"
  }
}

// MARK: iCalendar's numbers

/// Numbers as iCalendar has them: a sign, digits, a point, and never an exponent (RFC 5545 §3.3.7, §3.3.8).
extension JSONNumber {
  /// `2e3` → `2000`, `-1.25E1` → `-12.5`; `nil` for what is no number, or one that no `Double` holds.
  package static func plain(_ text: String) -> String? {
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
  package static func whole(_ text: String) -> String? {
    guard let plain = plain(text) else { return nil }
    let fields = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count < 2 || fields[1].allSatisfy({ $0 == "0" }) else { return nil }
    return String(fields[0])
  }

  /// `+037.50` → `37.50`: JSON knows no sign before a positive number, no leading zeros and no bare points; the digits
  /// are those that were read. `nil` for what is no number, or one that no `Double` holds.
  package static func json(_ text: String) -> String? {
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
