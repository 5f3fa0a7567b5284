/// Reads offsets from UTC (RFC 5545 §3.3.14): `+0100`, `-033015`; leniently those that are written otherwise and
/// mean one thing only: `+01:00`, `+01`, `+1`, `0100`, a minus sign instead of the hyphen, `-0000`, blanks around.
struct LenientOffset {
  let seconds: Int
  /// Whether what was read is not what the value says to the letter of RFC 5545.
  let isAltered: Bool

  /// - Returns: `nil` for what is no offset, or could be several.
  init?(_ value: UnsafeBufferPointer<UInt8>) {
    guard value.count <= 64 else { return nil }
    var text = value.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    let minus = Array("\u{2212}".utf8)
    let isNegative: Bool
    var hasSign = true
    if text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-") {
      isNegative = text.removeFirst() == UInt8(ascii: "-")
    } else if text.starts(with: minus) {
      isNegative = true
      text.removeFirst(minus.count)
    } else {
      // Without a sign, hours alone could be anything.
      guard text.count >= 4 else { return nil }
      (isNegative, hasSign) = (false, false)
    }
    guard let parts = Self.parts(text) else { return nil }
    let total = parts.reduce(0) { $0 * 60 + $1 } * (parts.count == 3 ? 1 : parts.count == 2 ? 60 : 3600)
    seconds = isNegative ? -total : total
    let isLegal = (text.count == 4 || text.count == 6) && !text.contains(UInt8(ascii: ":"))
    isAltered = !isLegal || !hasSign || value.count != text.count + 1 || isNegative && total == 0
  }

  /// Hours, minutes and seconds, as many as there are.
  private static func parts(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [Int]? {
    var fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Array.init)
    if fields.count == 1, fields[0].count == 4 || fields[0].count == 6 {
      let digits = fields[0]
      fields = stride(from: 0, to: digits.count, by: 2).map { Array(digits[$0..<$0 + 2]) }
    }
    guard (1...3).contains(fields.count) else { return nil }
    var parts: [Int] = []
    for (place, field) in fields.enumerated() {
      guard field.count == 2 || place == 0 && field.count == 1,
        field.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      let number = field.reduce(0) { $0 * 10 + Int($1) - 48 }
      guard number < (place == 0 ? 24 : 60) else { return nil }
      parts.append(number)
    }
    return parts
  }
}
