import AlmanacTime

/// Reads dates and times in the ways in which programs write them wrongly: `2026-03-02T09:00:00+01:00`, `20260302T0900`,
/// `20260302T240000`, with blanks around, with fractions of a second.
package struct LenientTime {
  private let given: String
  /// Whether what was read is not what the value says to the letter of RFC 5545.
  private(set) var isAltered = true

  package init(_ value: UnsafeBufferPointer<UInt8>) {
    given = String(decoding: value.prefix(64), as: UTF8.self)
  }

  package mutating func read() -> ModelReader.CivilReading? {
    var text = given.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    var offset: Int?
    if text.last == "Z" || text.last == "z" {
      text.removeLast()
      offset = 0
    } else if let zone = Self.offset(of: text) {
      text = text[..<zone.start]
      offset = zone.seconds
    }
    if let fraction = text.firstIndex(where: { $0 == "." || $0 == "," }) { text = text[..<fraction] }
    let plain = text.uppercased().replacing(" ", with: "T")
    if let date = try? CivilDate(plain) {
      isAltered = plain.utf8.count != given.utf8.count || plain.contains("-")
      return ModelReader.CivilReading(local: date.startOfDay, isDate: true, isUTC: false)
    }
    guard var local = Self.local(plain) else { return nil }
    if let offset { local = local.adding(seconds: -offset) }
    return ModelReader.CivilReading(local: local, isDate: false, isUTC: offset != nil)
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

  /// `+01:00`, `-0330`, `+02` behind a time.
  private static func offset(of text: Substring) -> (start: Substring.Index, seconds: Int)? {
    guard let mark = text.firstIndex(of: "T"),
      let start = text[mark...].lastIndex(where: { $0 == "+" || $0 == "-" })
    else { return nil }
    let digits = text[text.index(after: start)...].filter { $0 != ":" }
    guard digits.utf8.count == 2 || digits.utf8.count == 4, let number = Int(digits), number >= 0 else {
      return nil
    }
    let (hours, minutes) = digits.utf8.count == 2 ? (number, 0) : (number / 100, number % 100)
    guard hours < 24, minutes < 60 else { return nil }
    return (start, (text[start] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
  }
}
