/// A decimal number stored as its digits, so that its precision is not limited by a numeric type.
package struct JSONNumber {
  private let value: Double
  private let isNegative: Bool
  /// The digits before the point, without leading zeros, and after it.
  private let whole, fraction: Substring
  /// The exponent with its mark; empty if there is none.
  private let exponent: Substring

  /// Parses a JSON number, and forms that JSON does not allow: `+5`, `007`, `.5`,
  /// `5.`; `nil` for anything else.
  package init?(_ text: String) {
    // `Double` also accepts `0x1` and `nan`, which contain other characters.
    guard let value = Double(text),
      text.utf8.allSatisfy({ ASCII.isDigit($0) || "+-.eE".utf8.contains($0) })
    else { return nil }
    let mark = text.utf8.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    let fields = text[..<mark].drop { $0 == "-" || $0 == "+" }
      .split(separator: ".", omittingEmptySubsequences: false)
    (self.value, isNegative) = (value, text.hasPrefix("-"))
    (whole, fraction) = (fields[0].drop { $0 == "0" }, fields.dropFirst().first ?? "")
    exponent = text[mark...]
  }

  /// The same digits in JSON's grammar (RFC 8259 §6): no sign before a positive number, no
  /// leading zeros, no bare point.
  package var spelling: String { spelled(whole, fraction) + exponent }

  private func spelled(_ whole: Substring, _ fraction: Substring) -> String {
    (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The power of ten; `nil` if it does not fit an `Int`.
  private var power: Int? { exponent.isEmpty ? 0 : Int(exponent.dropFirst()) }

  /// The canonical spelling of the value: `1.50e2` and `150` → `150`, `0.5` → `5e-1`. No digits are lost;
  /// zero keeps its sign. With an exponent of 2^50 or more the spelling is not changed.
  ///
  /// - Complexity: O(n) in the number of digits.
  package var canonical: String {
    let digits = (whole + fraction).drop { $0 == "0" }
    guard !digits.isEmpty else { return spelled("", "") }
    // A larger exponent is not a meaningful number; the bound also prevents overflow.
    guard let power, power.magnitude < 1 << 50 else { return spelling }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    let exponent = power - fraction.utf8.count + zeros
    let end = (0...20).contains(exponent) ? Self.zeros(exponent) : "e\(exponent)"
    return spelled(digits.dropLast(zeros), "") + end
  }

  // MARK: iCalendar forms

  /// The number without an exponent, which iCalendar lacks (RFC 5545 §3.3.7, §3.3.8): `2e3` → `2000`,
  /// `-1.25E1` → `-12.5`; `nil` if it does not fit a `Double`.
  package var plain: String? {
    guard value.isFinite else { return nil }
    // A larger exponent exceeds the range of `Double` unless all digits are zero.
    guard let power, power.magnitude <= 1000 else { return value == 0 ? "0" : nil }
    let point = whole.count + power
    let digits = Self.zeros(-point) + whole + fraction + Self.zeros(power - fraction.count)
    return spelled(digits.prefix(max(0, point)).drop { $0 == "0" }, digits.dropFirst(max(0, point)))
  }

  /// The JSON spelling of an iCalendar number: its digits, or `plain` if it has an
  /// exponent, which iCalendar lacks.
  var decimal: String? { value.isFinite && exponent.isEmpty ? spelling : plain }

  /// The digits of a whole number: `5.0` → `5`; `nil` for any other number.
  package var integer: String? {
    guard let parts = plain?.split(separator: "."),
      parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } })
    else { return nil }
    return parts.first.map(String.init)
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
}
