/// A decimal number by its digits, of which it may have more than any type of number holds.
package struct JSONNumber {
  private let value: Double
  private let isNegative: Bool
  /// Digits before the point, without leading zeros, and behind it.
  private let whole, fraction: Substring
  /// With its mark; empty without one.
  private let exponent: Substring

  /// Reads a number of JSON, and what JSON does not spell so: `+5`, `007`, `.5`, `5.`; `nil` for what is none.
  package init?(_ text: String) {
    // `Double` also reads `0x1` and `nan`, which have other characters.
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

  /// The number with the same digits as JSON spells it (RFC 8259 §6): no sign before a positive number, no leading
  /// zeros, no bare point.
  package var spelling: String { spelled(whole, fraction) + exponent }

  private func spelled(_ whole: Substring, _ fraction: Substring) -> String {
    (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The power of ten; `nil` for one that no `Int` holds.
  private var power: Int? { exponent.isEmpty ? 0 : Int(exponent.dropFirst()) }

  /// The one spelling of a value: `1.50e2` and `150` → `150`, `0.5` → `5e-1`. No digit of it is lost; zero keeps its
  /// sign. With an exponent of 2^50 or beyond it keeps its own spelling. Linear in the digits.
  package var canonical: String {
    let digits = (whole + fraction).drop { $0 == "0" }
    guard !digits.isEmpty else { return spelled("", "") }
    // Who writes an exponent beyond this means no number by it.
    guard let power, power.magnitude < 1 << 50 else { return spelling }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    let exponent = power - fraction.utf8.count + zeros
    let end = (0...20).contains(exponent) ? Self.zeros(exponent) : "e\(exponent)"
    return spelled(digits.dropLast(zeros), "") + end
  }

  // MARK: As iCalendar has it

  /// Without an exponent, which iCalendar has not (RFC 5545 §3.3.7, §3.3.8): `2e3` → `2000`, `-1.25E1` → `-12.5`; `nil`
  /// for what no `Double` holds.
  package var plain: String? {
    guard value.isFinite else { return nil }
    // Beyond this there are more zeros than a `Double` has, unless there is nothing else.
    guard let power, power.magnitude <= 1000 else { return value == 0 ? "0" : nil }
    let point = whole.count + power
    let digits = Self.zeros(-point) + whole + fraction + Self.zeros(power - fraction.count)
    return spelled(digits.prefix(max(0, point)).drop { $0 == "0" }, digits.dropFirst(max(0, point)))
  }

  /// For JSON what iCalendar has: its digits, or without an exponent, where there is one that iCalendar has not.
  var decimal: String? { value.isFinite && exponent.isEmpty ? spelling : plain }

  /// `5.0` → `5`; `nil` for what is no whole number.
  package var integer: String? {
    guard let parts = plain?.split(separator: "."),
      parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } })
    else { return nil }
    return parts.first.map(String.init)
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
}
