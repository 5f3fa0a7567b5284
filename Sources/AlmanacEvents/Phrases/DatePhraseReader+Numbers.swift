import AlmanacTime

/// Dates in numbers.
extension DatePhraseReader {
  /// `24.11.`, `24.11.2026`, `24/11`, `2026-11-24`, `2026/11/24`, `2026年11月24日`.
  func numericDates(at index: Int) -> Found<DatePhrase.Day> {
    guard index < tokens.count else { return [] }
    return datesFromYear(at: index) + datesWithUnits(at: index) + separatedDates(at: index)
  }

  /// A year, a month and a day, each a word: `2026-11-24`, `2026. 11. 24.`
  private func datesFromYear(at index: Int) -> Found<DatePhrase.Day> {
    let isDashed = isDash(index + 1) && isDash(index + 3)
    let places = isDashed ? [index, index + 2, index + 4] : [index, index + 1, index + 2]
    guard places[2] < tokens.count else { return [] }
    let texts = places.map { tokens[$0].text }
    guard isDashed || texts.dropLast().allSatisfy({ $0.last == "." }) else { return [] }
    let numbers = texts.compactMap { Int(!isDashed && $0.last == "." ? $0.dropLast() : $0) }
    guard numbers.count == 3, (1_000...9_999).contains(numbers[0]),
      let date = try? CivilDate(numbers[0], numbers[1], numbers[2])
    else { return [] }
    return [(.date(date), places[2] + 1)]
  }

  /// A date with a unit after each number, and perhaps its weekday, as Japanese, Chinese and Korean write it: `2026年11月24日`,
  /// `11월 24일 화요일`.
  private func datesWithUnits(at index: Int) -> Found<DatePhrase.Day> {
    func number(at index: Int, of units: [Substring], _ range: ClosedRange<Int>) -> Int? {
      guard index + 1 < tokens.count, units.contains(tokens[index + 1].text) else { return nil }
      return self.number(at: index, range)
    }
    let year = number(at: index, of: ["年", "년"], 1_000...9_999)
    let start = year == nil ? index : index + 2
    guard let month = number(at: start, of: ["月", "월"], 1...12),
      let day = number(at: start + 2, of: ["日", "일"], 1...31)
    else { return [] }
    let next = start + 4
    let found: Found<DatePhrase.Day> =
      year.map { year in (try? CivilDate(year, month, day)).map { [(.date($0), next)] } ?? [] }
      ?? dated(day, month, before: next)
    let weekdays = weekdayNames(at: next).map { Weekday(daysAfterMonday: $0) }
    return found
      + found.flatMap { date, _ in weekdays.compactMap { date.on($0) }.map { ($0, next + 1) } }
  }

  /// A day and a month, or a date, in one word with points or strokes: `24.11.`, `24/11/2026`, `2026/11/24`.
  private func separatedDates(at index: Int) -> Found<DatePhrase.Day> {
    let text = tokens[index].text
    for separator in [Character("."), "/"] {
      let fields = text.split(separator: separator)
      let parts = fields.compactMap { Int($0) }
      guard text.contains(separator), parts.count == text.split(whereSeparator: { !$0.isNumber }).count,
        (2...3).contains(parts.count)
      else { continue }
      return orders(of: fields, separator).compactMap { day, month, year in
        guard let day = Int(day), let month = Int(month), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        guard let year else { return dated(day, month, before: index + 1).first }
        return Self.year(year).flatMap { try? CivilDate($0, month, day) }.map { (.date($0), index + 1) }
      }
    }
    return []
  }

  private typealias Order = (day: Substring, month: Substring, year: Substring?)

  /// The orders that the fields of a date can have.
  private func orders(of fields: [Substring], _ separator: Character) -> [Order] {
    if fields.count == 3, fields[0].utf8.count == 4 { return [(fields[2], fields[1], fields[0])] }
    let year = fields.count == 3 ? fields[2] : nil
    var orders: [Order] = [(fields[0], fields[1], year)]
    if fields[0] != fields[1], beginsWithMonth(separator) { orders.append((fields[1], fields[0], year)) }
    if let day = year, localization.dates.short.hasPrefix("{y}") {
      orders.append((day, fields[1], fields[0]))
    }
    return orders
  }

  /// Whether the month can come before the day: with strokes in English, as in America, and where the short dates of the language do
  /// not have the day first.
  private func beginsWithMonth(_ separator: Character) -> Bool {
    if localization.language == .english { return separator == "/" }
    let fields = localization.dates.short.split(separator: "{").compactMap { $0.first?.lowercased() }
    return fields.first { ["d", "m", "n"].contains($0) } != "d"
  }

  /// The year of four digits, or of two, which is one from 2000 to 2099.
  private static func year(_ digits: Substring) -> Int? {
    guard let number = Int(digits) else { return nil }
    switch digits.utf8.count {
    case 2: return 2_000 + number
    case 4: return number
    default: return nil
    }
  }
}
