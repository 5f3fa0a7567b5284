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
  /// - Throws: A usage error if the end has two meanings, names days again and again or a day that the month does not have, or if
  ///   the words before it are a part of a date too.
  init?(
    _ text: String, in localization: Localization, now: ZonedDateTime, firstWeekday: Weekday
  ) throws(CommandError) {
    let words = text.split(separator: " ")
    guard words.count > 1 else { return nil }
    for first in max(1, words.count - Self.maximumWords)..<words.count {
      let end = words[first...].joined(separator: " ")
      let titleBefore = { Self.title(words[..<first], before: end, localization) }
      let stated: DatePhrase
      do throws(TimeError) { stated = try DatePhrase(end, in: localization) } catch {
        if error.code == .ambiguousPhrase, titleBefore() == nil { return nil }
        if let refusal = Self.refusal(of: end, error) { throw refusal }
        continue
      }
      // A number alone, as in "Read chapter 5", is not read as a date.
      guard end.contains(where: { !$0.isNumber }) else { continue }
      let phrase = stated.ofItem
      guard let start = phrase.start(after: now, firstWeekday: firstWeekday) else {
        guard let hour = phrase.hour(insteadOfDayIn: end, in: localization) else { continue }
        throw .usage("\(end) is not that weekday", expected: "\(hour), or a date that falls on the weekday")
      }
      if let rest = Self.dateBefore(words[..<first], end, stated, localization) {
        throw .usage(
          "\(rest) \(end) is not a date", expected: "a title with one date at its end, or --at and --until")
      }
      guard let title = titleBefore() else { return nil }
      self.title = title
      at = When(phrase, start)
      until = try Self.until(phrase, end, start, after: now.local, firstWeekday)
      return
    }
    return nil
  }

  /// The end of a range; `nil` for a date or a time alone.
  private static func until(
    _ phrase: DatePhrase, _ text: String, _ start: EventTime, after now: CivilDateTime,
    _ firstWeekday: Weekday
  ) throws(CommandError) -> When? {
    if phrase.lastDay != nil {
      guard let days = phrase.days(after: now, firstWeekday: firstWeekday) else {
        throw .usage("\(text) is not a date", expected: "days with the first one first")
      }
      return When(days.upperBound)
    }
    guard let end = phrase.end, !start.isDate else { return nil }
    let isNextDay = end <= start.local.time
    return When(isNextDay ? start.date.adding(days: 1) : start.date, end)
  }

  /// The refusal of an end that could be a date; `nil` for one that is none.
  private static func refusal(of end: String, _ error: TimeError) -> CommandError? {
    switch error.code {
    case .ambiguousPhrase: .usage("\(end) has two meanings", expected: error.expected)
    case .repeatedPhrase:
      .usage("\(end) is no single day", expected: "its first day, and --repeat such as \"every monday\"")
    case .outOfRange where end.utf8.count <= DatePhrase.longest:
      .usage("\(end) is not a date", expected: error.expected)
    default: nil
    }
  }

  /// The title that words before a date are, without a preposition that leads to the date; `nil` if there are no others, or if they end
  /// as a sentence goes on: "Anar al" before "mar", the sea and a month, and "Lunch with" before "May".
  private static func title(
    _ words: ArraySlice<Substring>, before end: String, _ localization: Localization
  ) -> String? {
    // A dash leads to the date too.
    let words = words.last.map { ["-", "–", "—"].contains($0) } == true ? words.dropLast() : words
    let count = prepositionCount(words, before: end, localization)
    guard words.count > count, let last = words.last else { return nil }
    if count == 0, isConnecting(last.lowercased(), localization) || precedesName(last) { return nil }
    return words.dropLast(count).joined(separator: " ").withoutFinalMark
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
    // "all'8" before a month
    if case .month = phrase.day, let last = title.last, last.last?.isNumber == true { return String(last) }
    guard let last = title.last?.lowercased().withoutFinalMark else { return nil }
    // A weekday before a day of a month is that of another day.
    if end.contains(where: \.isNumber), phrase.day != nil, weekdays(localization).contains(last) {
      return last
    }
    // "mon-fri", before a time
    let range = last.split { "-–".contains($0) }
    if range.count == 2, range.allSatisfy({ weekdays(localization).contains(String($0)) }) {
      return last
    }
    // "first monday of", before a month, and "2 weeks from", before a day
    if title.suffix(3).dropLast().contains(where: { isOfDate($0, localization) }),
      isConnecting(last, localization)
    {
      return title.suffix(3).joined(separator: " ")
    }
    // "2 hours before", before a day
    let count = prepositionCount(title, before: end, localization)
    let length = title.dropLast(count).suffix(2)
    if count > 0, length.count == 2, length.first?.first?.isNumber == true,
      let unit = length.last, unit.first?.isNumber == false, isOfDate(unit, localization)
    {
      return title.suffix(count + 2).joined(separator: " ")
    }
    // A day before a time that is not one of its part: "friday morning 22:00".
    guard phrase.day == nil else { return nil }
    let days = (1...6).filter { $0 <= title.count }.map { title.suffix($0).joined(separator: " ") }
    return days.first { isDate($0) && (try? DatePhrase($0, in: localization))?.day != nil }
  }

  /// Whether a word connects two parts of a date, such as "of" and "at" in "24 of december at 9:00".
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

  /// Whether a word leads to a name and not to a date, in any of the languages of dates.
  private static func precedesName(_ word: Substring) -> Bool {
    let words = ["with", "and", "&", "amb", "i", "con", "y", "e", "avec", "et", "mit", "und", "com"]
    return words.contains(word.lowercased())
  }

  /// The number of words at the end of a title that are a preposition, which leads to a date.
  private static func prepositionCount(
    _ words: ArraySlice<Substring>, before end: String, _ localization: Localization
  ) -> Int {
    let text = " " + words.map { $0.lowercased() }.joined(separator: " ")
    // "due" is the number two in Italian.
    let languages = isEnglish(end, localization) ? [localization, .english] : [localization]
    let prepositions = languages.flatMap { DatePhrase.prepositions(in: $0) }
    let longest = prepositions.filter { text.hasSuffix(" " + $0) }.max { $0.count < $1.count }
    return longest?.split(separator: " ").count ?? 0
  }

  /// Whether a date has a word that only English has.
  private static func isEnglish(_ date: String, _ localization: Localization) -> Bool {
    let words = date.lowercased().split { !$0.isLetter }.map { String($0) }
    func isOf(_ language: Localization, _ word: String) -> Bool {
      DatePhrase.words(in: language).contains { $0.lowercased() == word }
    }
    return words.contains { isOf(.english, $0) && !isOf(localization, $0) }
  }

  /// Whether a word is a number or one of those of which dates are made, such as a weekday and "weeks".
  private static func isOfDate(_ word: Substring, _ localization: Localization) -> Bool {
    word.first?.isNumber == true
      || [localization, .english].contains { language in
        DatePhrase.words(in: language).contains { $0.lowercased() == word.lowercased() }
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
  /// The text without a comma or a colon at its end.
  fileprivate var withoutFinalMark: String {
    [",", ":", ";"].contains(last) ? String(dropLast()).trimmed : self
  }
}
