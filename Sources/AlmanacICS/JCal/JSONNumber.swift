/// The spelling of JSON's numbers (RFC 8259 §6), which may be larger and finer than any type of number.
enum JSONNumber {
  /// Whether it is a number as JSON spells one: no sign before a positive number, no leading zeros, no bare points.
  static func isLegal(_ text: String) -> Bool {
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
  static func canonical(_ text: String) -> String {
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
