import AlmanacEvents
import AlmanacTime

/// A title that ends with a date, as in `Lunch with Ana tomorrow 12-13`, and the times that it means now.
struct QuickItem: Sendable {
  let title: String
  let at: When
  /// The end of a range of times.
  let until: When?

  /// The most words of a date.
  private static let maximumWords = 12

  /// Reads the longest end of a text that is a date or a time, with words before it.
  ///
  /// - Returns: `nil` if the text does not end with one.
  /// - Throws: A usage error if the end has two meanings, names days again and again, or if the words before it are a part of a
  ///   date too.
  init?(
    _ text: String, in localization: Localization, now: ZonedDateTime, firstWeekday: Weekday
  ) throws(CommandError) {
    let words = text.split(separator: " ")
    guard words.count > 1 else { return nil }
    for first in max(1, words.count - Self.maximumWords)..<words.count {
      let end = words[first...].joined(separator: " ")
      let phrase: DatePhrase
      do throws(TimeError) { phrase = try DatePhrase(end, in: localization).ofItem } catch {
        if error.code == .ambiguousPhrase {
          throw .usage("\(end) has two meanings", expected: error.expected)
        }
        if error.code == .repeatedPhrase {
          throw .usage(
            "\(end) is no single day", expected: "its first day, and --repeat such as \"every monday\"")
        }
        continue
      }
      // A number alone, as in "Read chapter 5", is no date.
      guard end.contains(where: { !$0.isNumber }),
        let start = phrase.start(after: now, firstWeekday: firstWeekday)
      else { continue }
      if let rest = Self.dateBefore(words[..<first], end, phrase, localization) {
        throw .usage(
          "\(rest) \(end) is not a date", expected: "a title with one date at its end, or --at and --until")
      }
      title = words[..<first].joined(separator: " ").withoutFinalComma
      at = When(phrase, start)
      if phrase.lastDay != nil {
        guard let days = phrase.days(after: now.local, firstWeekday: firstWeekday) else {
          throw .usage("\(end) is not a date", expected: "days with the first one first")
        }
        until = When(days.upperBound)
        return
      }
      if let end = phrase.end, !start.isDate {
        let isNextDay = end <= start.local.time
        until = When(isNextDay ? start.date.adding(days: 1) : start.date, end)
      } else {
        until = nil
      }
      return
    }
    return nil
  }

  /// The last words of a title that belong to the date after them, as in `31 nov` and `monday 28 nov`; `nil` if none do.
  private static func dateBefore(
    _ title: ArraySlice<Substring>, _ end: String, _ phrase: DatePhrase, _ localization: Localization
  ) -> String? {
    func isDate(_ text: String) -> Bool {
      text.contains { !$0.isNumber } && (try? DatePhrase(text, in: localization)) != nil
    }
    // A number before a month is its day, which the month does not have.
    for count in 1...2 where title.count >= count && title.suffix(count).first?.first?.isNumber == true {
      let words = title.suffix(count)
      if isDate((["1"] + words.dropFirst().map(String.init) + [end]).joined(separator: " ")) {
        return words.joined(separator: " ")
      }
    }
    guard let last = title.last?.lowercased().withoutFinalComma else { return nil }
    // A weekday before a day of a month is that of another day.
    if end.contains(where: \.isNumber), phrase.day != nil, weekdays(localization).contains(last) {
      return last
    }
    // "first monday of", before a month, and "2 weeks from", before a day
    if isConnecting(last, localization) { return title.suffix(3).joined(separator: " ") }
    // A day before a time that is not one of its part: "friday morning 22:00".
    guard phrase.day == nil else { return nil }
    let days = (1...6).filter { $0 <= title.count }.map { title.suffix($0).joined(separator: " ") }
    return days.first { isDate($0) && (try? DatePhrase($0, in: localization))?.day != nil }
  }

  /// Whether a word leads from a part of a date to the next one, such as "of" and "at" in "24 of december at 9:00".
  private static func isConnecting(_ word: String, _ localization: Localization) -> Bool {
    [localization, .english].contains { language in
      guard (try? DatePhrase(word, in: language)) == nil else { return false }
      let (monday, month) = (language.name(of: .monday), language.name(ofMonth: 12))
      return ["1 \(word) \(month)", "\(word) \(monday)", "\(word) 9:00", "9:00 \(word) 10:00"].contains {
        text in
        (try? DatePhrase(text, in: language)) != nil
      }
    }
  }

  /// The names of the weekdays in a language and in English, in lower case.
  private static func weekdays(_ localization: Localization) -> Set<String> {
    Set(
      [localization, .english].flatMap { language in
        Weekday.allCases.flatMap { [language.name(of: $0), language.name(of: $0, .short)] }
      }.map { $0.lowercased() })
  }
}

extension String {
  /// The text without a comma at its end.
  fileprivate var withoutFinalComma: String { last == "," ? String(dropLast()).trimmed : self }
}
