/// Fixed-width decimal digits, without Foundation.
enum Digits {
  static func two(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }

  /// Four digits for years 0…9999; others with a sign and six digits, as ISO 8601 expands them.
  static func year(_ year: Int) -> String {
    if (0...9999).contains(year) { return padded(year, to: 4) }
    return (year < 0 ? "-" : "+") + padded(Int(year.magnitude), to: 6)
  }

  static func padded(_ value: Int, to width: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: Swift.max(0, width - text.utf8.count)) + text
  }
}
