import AlmanacTime

/// A date or a time as programs write it wrongly: `2026-03-02T09:00:00+01:00`, `20260302T0900`, `20260302T240000`, with
/// blanks around, with fractions of a second.
package struct LenientTime {
  package let reading: ModelReader.CivilReading
  /// Whether what was read is not what the value says to the letter of RFC 5545.
  let isAltered: Bool

  /// - Returns: `nil` for what is no date or time.
  package init?(_ value: UnsafeBufferPointer<UInt8>) {
    let given = String(decoding: value.prefix(64), as: UTF8.self)
    var text = given[...].trimmed
    var offset: Int?
    if text.last == "Z" || text.last == "z" {
      text.removeLast()
      offset = 0
    } else if let mark = text.firstIndex(of: "T"),
      let sign = text[mark...].lastIndex(where: { $0 == "+" || $0 == "-" }),
      let behind = OffsetText(String(text[sign...]))
    {
      text = text[..<sign]
      offset = behind.seconds
    }
    let plain = text.prefix { $0 != "." && $0 != "," }.uppercased().replacing(" ", with: "T")
    if let date = try? CivilDate(plain) {
      reading = ModelReader.CivilReading(local: date.startOfDay, isDate: true, isUTC: false)
      isAltered = plain.utf8.count != given.utf8.count || plain.contains("-")
      return
    }
    guard let local = Self.local(plain) else { return nil }
    reading = ModelReader.CivilReading(
      local: offset.map { local.adding(seconds: -$0) } ?? local, isDate: false, isUTC: offset != nil)
    isAltered = true
  }

  private static func local(_ text: String) -> CivilDateTime? {
    if let local = try? CivilDateTime(text) { return local }
    guard let mark = text.firstIndex(of: "T"), let date = try? CivilDate(String(text[..<mark])) else {
      return nil
    }
    let digits = text[text.index(after: mark)...].filter { $0 != ":" }
    if digits == "2400" || digits == "240000" { return date.adding(days: 1).startOfDay }
    guard digits.utf8.count == 4 || digits.utf8.count == 6, let number = Int(digits) else { return nil }
    let clock = digits.utf8.count == 4 ? number * 100 : number
    // A leap second is the one before.
    let second = clock % 100 == 60 ? 59 : clock % 100
    return (try? CivilTime(clock / 10_000, clock / 100 % 100, second)).map { date.at($0) }
  }
}

/// An offset from UTC (RFC 5545 §3.3.14): `+0100`, `-033015`; also one that is written otherwise and means one thing only:
/// `+01:00`, `+01`, `+1`, `0100`, a minus sign instead of the hyphen, `-0000`, blanks around.
package struct OffsetText {
  package let seconds: Int
  /// Whether what was read is not what the value says to the letter of RFC 5545.
  let isAltered: Bool

  init?(_ value: UnsafeBufferPointer<UInt8>) {
    guard value.count <= 64 else { return nil }
    self.init(String(decoding: value, as: UTF8.self))
  }

  /// - Returns: `nil` for what is no offset, or could be several.
  package init?(_ value: String) {
    let text = value[...].trimmed
    let sign = text.first.flatMap { "+-\u{2212}".contains($0) ? $0 : nil }
    // Without a sign, hours alone could be anything.
    guard sign != nil || text.utf8.count >= 4 else { return nil }
    let fields = text.dropFirst(sign == nil ? 0 : 1).split(separator: ":", omittingEmptySubsequences: false)
    let first = fields.first?.utf8.count ?? 0
    let digits = (first == 1 ? "0" : "") + fields.joined()
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), [2, 4, 6].contains(digits.utf8.count),
      fields.count == 1 || 1...2 ~= first && fields.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      let number = Int(digits + String(repeating: "0", count: 6 - digits.utf8.count))
    else { return nil }
    let (hours, minutes, rest) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, rest < 60 else { return nil }
    let isNegative = sign != nil && sign != "+"
    seconds = (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60 + rest)
    let isLegal = sign != nil && fields.count == 1 && digits.utf8.count > 2
    isAltered = !isLegal || value.utf8.count != digits.utf8.count + 1 || isNegative && seconds == 0
  }

  /// The offset that the name of a zone states: `GMT+0200`, `UTC-5`, `(UTC+01:00) Somewhere`, `(GMT + 1.00 h) …`.
  init?(statedBy name: String) {
    var text = name.bracketed?.offset ?? name[...]
    let plain = text.uppercased().filter { $0 != " " }.replacing(".", with: ":")
    // Of hours: `(GMT + 1.00 h)`.
    text = plain.hasSuffix("H") ? plain.dropLast() : plain[...]
    if text.hasPrefix("UTC") || text.hasPrefix("GMT") { text = text.dropFirst(3) }
    guard let sign = text.popFirst(), sign == "+" || sign == "-" else { return nil }
    let isShort = text.utf8.count == 3 && !text.contains(":")
    self.init("\(sign)\(isShort ? "0" : "")\(text)")
  }
}

extension String {
  /// Of the name of a zone with an offset in brackets, `(UTC+01:00) Somewhere`, that offset and what is behind it.
  var bracketed: (offset: Substring, place: Substring)? {
    guard hasPrefix("("), let end = firstIndex(of: ")") else { return nil }
    return (self[..<end].dropFirst(), self[index(after: end)...].drop { $0 == " " })
  }
}
