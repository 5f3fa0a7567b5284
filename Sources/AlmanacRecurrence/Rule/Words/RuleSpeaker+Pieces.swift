import AlmanacTime

/// The smallest pieces of a sentence.
extension RuleSpeaker {
  func listed(_ items: [String]) -> String { localization.list(items) }

  func name(of weekday: Weekday) -> String { localization.name(of: weekday) }

  func gender(of weekday: Weekday) -> Localization.Gender { localization.gender(of: weekday) }

  /// `the last Friday`, `l'ultima domenica`, `el 6è dilluns`.
  func nth(_ number: Int, _ noun: String, _ gender: Localization.Gender) -> String {
    let ordinal = localization.ordinalWord(number, gender) ?? localization.ordinal(number, gender)
    return with(grammar.article, gender, ordinal) + " " + noun
  }

  /// `the 15th`, `the last day`.
  func day(_ number: Int, _ pattern: String) -> String {
    guard number > 0 else { return nth(number, grammar.day, .masculine) }
    return filled(filled(pattern, "n", "\(number)"), "o", localization.ordinal(number))
  }

  /// `6 January`; the year is a leap year so that every date of any year has its name.
  func dayAndMonth(_ month: Int, _ day: Int) -> String {
    let firstDay = YearMonth(2000, month).firstDay
    return localization.date(firstDay.adding(days: day - 1), .dayAndMonth)
  }

  /// `09:00`, with seconds where there are any.
  func time(_ time: CivilTime) -> String {
    let full = time.formatted(.extended)
    let hasSeconds = time.second != 0 || !plan.rule.bySecond.isEmpty
    let shown = hasSeconds ? full : String(decoding: full.utf8.prefix(5), as: UTF8.self)
    return filled(time.hour == 1 ? grammar.timeAtOne : grammar.time, "t", shown)
  }

  /// With its article, elided before a vowel.
  func with(_ article: RuleGrammar.Article, _ gender: Localization.Gender, _ text: String) -> String {
    if let elided = article.elided, Self.beginsWithVowel(text) { return elided + text }
    return (gender == .feminine ? article.feminine : article.masculine) + text
  }

  /// A date with its article, elided before days that are spoken with a vowel.
  func with(_ article: RuleGrammar.Article, day: Int, _ text: String) -> String {
    if let elided = article.elided, article.elidedDays.contains(day) { return elided + text }
    return article.masculine + text
  }

  private static func beginsWithVowel(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "aeiouàèéíòóú".unicodeScalars.contains(first)
  }

  /// A pattern with its field `{name}` put in.
  func filled(_ pattern: String, _ field: String, _ value: String) -> String {
    let mark = Array("{\(field)}".utf8)
    let bytes = Array(pattern.utf8)
    guard let last = bytes.indices.last, last + 1 >= mark.count else { return pattern }
    for start in 0...(last + 1 - mark.count) where bytes[start..<start + mark.count].elementsEqual(mark) {
      return String(decoding: bytes[..<start], as: UTF8.self) + value
        + String(decoding: bytes[(start + mark.count)...], as: UTF8.self)
    }
    return pattern
  }
}
