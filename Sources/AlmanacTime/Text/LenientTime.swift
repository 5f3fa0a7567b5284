/// A date or a time in a form that programs write although RFC 5545 does not allow it: with punctuation between its fields, one
/// digit in place of two, fractions of a second, an offset or the name of a zone.
///
/// Examples are `2026-6-30`, `20260630T2359`, `2026-06-30 23:59:59.000+02:00`, `20260630T240000` and
/// `TZID=Europe/Madrid:20260630T235959`.
package struct LenientTime: Sendable {
  /// The zone that the text states.
  package enum StatedZone: Sendable, Hashable {
    case none, utc
    /// A name, which is not read.
    case named
    /// Seconds east of Greenwich.
    case offset(Int)
  }

  /// The date; if the month does not have the day, its last day.
  package fileprivate(set) var date: CivilDate
  /// The time of day; a field beyond the clock has its last value.
  package fileprivate(set) var time: CivilTime?
  /// Whether the time is 24:00, of which `time` is the midnight of the next day.
  package fileprivate(set) var isEndOfDay = false
  /// Whether the text has an hour without minutes, as where a file is truncated.
  package fileprivate(set) var lacksMinutes = false
  package fileprivate(set) var zone = StatedZone.none
  /// Whether the month does not have the day, or the clock not the time.
  package fileprivate(set) var isImpossible: Bool

  fileprivate init(date: CivilDate, zone: StatedZone, isImpossible: Bool) {
    (self.date, self.zone, self.isImpossible) = (date, zone, isImpossible)
  }

  /// Reads a text of UTF-8 bytes without blanks around it.
  ///
  /// - Throws: `TimeError` with the offset of the fault, for a text without a date or with more than a date, a time
  ///   and a zone.
  package init(_ text: [UInt8]) throws(TimeError) {
    var scanner = TextScanner(text)
    self = try scanner.lenientTime()
    try scanner.expectEnd()
  }

  /// The wall-clock time on the clocks of the stated zone; a date is its midnight.
  package var local: CivilDateTime {
    date.at(time ?? .midnight).adding(days: isEndOfDay ? 1 : 0)
  }
}

extension TextScanner {
  fileprivate mutating func lenientTime() throws(TimeError) -> LenientTime {
    let prefix = String(decoding: bytes.prefix(5), as: UTF8.self)
    let isNamed = prefix.uppercased() == "TZID=" && text(upTo: ":") != nil
    let year = try digits(4, "four digits of a year")
    _ = read(anyOf: "-/.")
    let month = try shortField("a month")
    _ = read(anyOf: "-/.")
    let day = try shortField("a day")
    guard (1...12).contains(month), (1...31).contains(day) else {
      throw TimeError(.outOfRange, at: offset, expected: "a month from 1 to 12 and a day from 1 to 31")
    }
    let yearMonth = YearMonth(clampingYear: year, month)
    let (first, length) = (yearMonth.firstDay, yearMonth.length)
    var time = LenientTime(
      date: first.adding(days: Swift.min(day, length) - 1), zone: isNamed ? .named : .none,
      isImpossible: day > length)
    let hasMark = read(anyOf: "Tt ") != nil
    if isDigit() { try readClock(of: &time) }
    while skip(" ") {}
    if hasMark || time.time != nil { try readZone(of: &time) }
    return time
  }

  /// One or two digits.
  private mutating func shortField(_ name: String) throws(TimeError) -> Int {
    try digits(isDigit(ahead: 1) ? 2 : 1, "the digits of \(name)")
  }

  private mutating func readClock(of time: inout LenientTime) throws(TimeError) {
    var fields = [try shortField("an hour"), 0, 0]
    for index in 1...2 {
      guard skip(":") || isDigit() else {
        time.lacksMinutes = index == 1
        break
      }
      fields[index] = try shortField("a minute or a second")
    }
    if read(anyOf: ".,") != nil, isDigit() { try skipDigits("") }
    time.isEndOfDay = fields == [24, 0, 0]
    let second = fields[0] % 24 * 3600 + Swift.min(fields[1], 59) * 60 + Swift.min(fields[2], 59)
    time.time = CivilTime(uncheckedSecondOfDay: fields[0] > 24 ? 86_399 : second)
    // 23:59:60 is a leap second, and legal.
    let exists = fields[0] < 24 && fields[1] < 60 && fields[2] <= 60
    if !exists, !time.isEndOfDay { time.isImpossible = true }
  }

  /// `Z`, an offset or a name in brackets.
  private mutating func readZone(of time: inout LenientTime) throws(TimeError) {
    if isAtEnd { return }
    if skip("[") {
      time.zone = .named
      _ = text(upTo: "]")
    } else {
      let isUTC = next == UInt8(ascii: "Z") || next == UInt8(ascii: "z")
      let seconds = try utcOffset()
      time.zone = isUTC ? .utc : .offset(seconds)
    }
  }
}
