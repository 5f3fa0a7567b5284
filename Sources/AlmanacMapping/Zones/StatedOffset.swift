/// An offset that a name states: `GMT+0200`, `UTC-5`, `+01:00`, `(UTC+01:00) Somewhere`, `(GMT + 1.00 h) …`.
enum StatedOffset {
  /// Whether a name says more than an offset.
  static func namesPlace(_ name: String) -> Bool {
    guard name.hasPrefix("("), let end = name.firstIndex(of: ")") else { return false }
    return name[end...].contains(where: \.isLetter)
  }

  static func seconds(in name: String) -> Int? {
    var text = name[...]
    if text.hasPrefix("(") {
      guard let end = text.firstIndex(of: ")") else { return nil }
      text = text[text.index(after: text.startIndex)..<end]
    }
    let plain = text.uppercased().filter { $0 != " " }.replacing(".", with: ":")
    // Of hours: `(GMT + 1.00 h)`.
    text = plain.hasSuffix("H") ? plain.dropLast() : plain[...]
    if text.hasPrefix("UTC") || text.hasPrefix("GMT") { text = text.dropFirst(3) }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4 }),
      parts.count == 1 || parts[1].utf8.count == 2,
      let first = Int(parts[0]), let second = parts.count == 2 ? Int(parts[1]) : 0, first >= 0, second >= 0
    else { return nil }
    let isLong = parts.count == 1 && parts[0].utf8.count > 2
    let (hours, minutes) = isLong ? (first / 100, first % 100) : (first, second)
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
