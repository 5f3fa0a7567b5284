import AlmanacTime

/// The words of dates in a language.
struct DateWords: Sendable {
  private static let tables = LanguageTable.tables(in: PackageResources.DateWords_txt)
  /// The words by language, of those that were needed so far.
  private static let known = LockedState<[Localization.Language: DateWords]>([:])
  /// The alternatives of each row.
  private let texts: [String: [String]]
  /// The same, each as its words.
  private let words: [String: [[Substring]]]

  /// The words in the language of a localization, in English where there are none.
  static func words(in localization: Localization) -> DateWords {
    known.withLock { known in
      if let words = known[localization.language] { return words }
      let words = DateWords(tables.texts(in: localization))
      known[localization.language] = words
      return words
    }
  }

  private init(_ table: LanguageTable) {
    texts = table.texts
    words = texts.mapValues { $0.map { $0.split(separator: " ") } }
  }

  func text(_ row: String) -> String { texts[row]?.first ?? "" }

  /// The alternatives of the rows that have whole words.
  var all: [String] {
    let rows = [
      "today", "tonight", "now", "tomorrow", "yesterday", "day before yesterday", "day after tomorrow",
      "next", "last", "this", "this morning", "this afternoon", "the morning", "the afternoon", "the evening",
      "in", "ago", "half an hour", "every", "minutes", "hours", "days", "weeks", "months", "years", "weekend",
      "noon", "midnight",
    ]
    return rows.flatMap { texts[$0] ?? [] }
  }

  var prepositions: [String] { texts["before a date"] ?? [] }

  /// The alternatives of a row, each as its words.
  func alternatives(_ row: String) -> [[Substring]] { words[row] ?? [] }
}

/// A reader of a phrase that finds all its meanings.
struct DatePhraseReader {
  /// A word, or a number apart from what follows it: `10` and `am`.
  struct Token {
    let text: Substring
    /// The bytes before it.
    let offset: Int
    let word: Word

    init(_ text: Substring, at offset: Int) {
      (self.text, self.offset) = (text, offset)
      word = Word(DatePhraseReader.bare(String(text)))
    }

    /// Itself, or a weekday and the part of it with which it is one word: `Freitagabend`.
    fileprivate func parts(_ weekdays: [String], _ dayParts: [String]) -> [Token] {
      let word = text.lowercased()
      let weekday = weekdays.first { day in
        word.hasPrefix(day.lowercased()) && dayParts.contains(String(word.dropFirst(day.count)))
      }
      guard let weekday else { return [self] }
      let rest = text.dropFirst(weekday.count)
      return [(text.prefix(weekday.count), offset), (rest, offset + weekday.utf8.count)].map {
        Token($0, at: $1)
      }
    }
  }

  private(set) var tokens: [Token]
  private let end: Int
  let localization: Localization
  private let words: DateWords
  typealias Found<Value> = [(value: Value, next: Int)]

  init(_ text: String, in localization: Localization) {
    self.localization = localization
    let words = DateWords.words(in: localization)
    self.words = words
    end = text.utf8.count
    let compounds = ["the morning", "the afternoon", "the evening"].flatMap { words.alternatives($0) }
      .filter { $0.count == 1 }.flatMap { $0 }.map { $0.lowercased() }
    tokens = Self.tokens(of: text, Array(localization.digits)).flatMap {
      $0.parts(localization.weekdays.long, compounds)
    }
  }

  /// - Parameter digits: The digits of the language from 0; empty for those of ASCII alone.
  private static func tokens(of text: String, _ digits: [Character]) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    func isDigit(_ character: Character) -> Bool {
      ("0"..."9").contains(character) || digits.contains(character)
    }
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || ",،".contains(character) }
    while let first = rest.first {
      if isBlank(first) {
        rest = rest.dropFirst()
        continue
      }
      let isNumber = isDigit(first)
      var word = rest.prefix {
        !isBlank($0) && (isNumber ? isDigit($0) || ":./".contains($0) : !isDigit($0))
      }
      if "-–—+".contains(first) { word = rest.prefix(1) }
      // un'ora
      if let article = ["un'", "un’"].first(where: { word.lowercased().hasPrefix($0) }) {
        word = word.prefix(article.count)
      }
      // The hyphen of a range ends a word; one within a word belongs to it (après-demain, segunda-feira).
      if !isNumber, word.count > 1, let last = word.last, "-–—+".contains(last) { word = word.dropLast() }
      // 2026年3月10日火曜日: the unit of a number is a word of its own.
      if !isNumber, Self.units.contains(first), text[..<rest.startIndex].last.map(isDigit) ?? false {
        word = rest.prefix(1)
      }
      let ascii = isNumber && !digits.isEmpty ? Self.ascii(word, digits) : word
      tokens.append(Token(ascii, at: text.utf8.distance(from: text.startIndex, to: word.startIndex)))
      rest = rest[word.endIndex...]
    }
    return tokens
  }

  private static let units = Set("年月日년월일")

  /// A number with the digits of a language in those of ASCII.
  private static func ascii(_ number: Substring, _ digits: [Character]) -> Substring {
    number.map { digit in digits.firstIndex(of: digit).map { "\($0)" } ?? "\(digit)" }.joined()[...]
  }

  // MARK: Phrases

  /// The meanings of the whole text, and the offset of the first word that no reading has come past.
  func phrases() -> (meanings: Set<DatePhrase>, furthest: Int) {
    var found: Found<DatePhrase> = []
    for (day, next) in days(at: 0) {
      found.append((DatePhrase(day), next))
      // A month alone has no time of day.
      guard !day.isMonth else { continue }
      // "9 in the morning" is a time of day, not a day of the month.
      let parts = isNumber(from: 0, to: next) ? [] : partsOfDay(at: next)
      for (time, next) in times(at: next, after: day) + parts {
        found.append((time.on(day), next))
      }
    }
    for (time, next) in times(at: 0, after: nil) {
      found.append((time, next))
      for start in optionally("of", at: next) {
        for (day, end) in days(at: start) where !isNumber(from: start, to: end) && !day.isMonth {
          found.append((time.on(day), end))
        }
      }
    }
    let ranges = dayRanges(at: 0)
    for (time, next) in times(at: 0, after: .ahead(days: 0)) where time.end != nil {
      for (day, end) in days(at: next) where day.followsHours && !ranges.contains(where: { $0.next == end }) {
        found.append((time.on(day), end))
      }
    }
    found += ranges + partsOfToday(at: 0) + timesFromNow(at: 0)
    let place = found.map { $0.next }.max() ?? 0
    return (
      Set(found.filter { $0.next == tokens.count }.map { $0.value }),
      place < tokens.count ? tokens[place].offset : end
    )
  }

  /// Whether the whole text is "every" and a day or a unit of time, perhaps with a time: `every monday 9:30`.
  var isRepeated: Bool {
    after("every", at: 0).flatMap { repeatedDays(at: $0) }.contains { next in
      next == tokens.count || times(at: next, after: .ahead(days: 0)).contains { $0.next == tokens.count }
    }
  }

  /// The month that a text names with a day that it does not have, as in `30 feb`, and the offset of the day.
  func monthWithoutDay() -> (month: YearMonth, offset: Int)? {
    func number(_ token: Token) -> Substring { token.text.prefix { $0.isNumber } }
    let places = tokens.indices.lazy.filter {
      Int(number(tokens[$0])).map { (29...99).contains($0) } ?? false
    }
    // A date has no more such numbers: a day, and one in a year or a time.
    for index in places.prefix(3) {
      let (token, digits) = (tokens[index], number(tokens[index]))
      var other = self
      other.tokens[index] = Token("1" + token.text.dropFirst(digits.count), at: token.offset)
      let months = other.phrases().meanings.compactMap { ($0.lastDay ?? $0.day)?.stated }
      if let month = months.first { return (month, token.offset) }
    }
    return nil
  }

  // MARK: Words

  private func isWord(_ index: Int, _ text: some StringProtocol) -> Bool {
    guard index < tokens.count else { return false }
    // Signs have no letters that could be compared.
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return tokens[index].text == text }
    return tokens[index].word.isSame(as: Self.bare(String(text)))
  }

  private static func bare(_ text: String) -> String {
    text.last == "." && text.count > 1 ? String(text.dropLast()) : text
  }

  /// The places after one of the alternatives of a row.
  func after(_ row: String, at index: Int) -> [Int] {
    words.alternatives(row).filter { words in
      words.indices.allSatisfy { isWord(index + $0, words[$0]) }
    }.map { index + $0.count }
  }

  /// The place itself, and those after an alternative of a row.
  func optionally(_ row: String, at index: Int) -> [Int] { [index] + after(row, at: index) }

  /// Whether a number alone is between two places.
  private func isNumber(from index: Int, to end: Int) -> Bool {
    end == index + 1 && number(at: index, 0...9_999) != nil
  }

  /// A number of at most a few digits.
  func number(at index: Int, _ range: ClosedRange<Int>) -> Int? {
    guard index < tokens.count, tokens[index].text.utf8.count <= 5 else { return nil }
    return Int(tokens[index].text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The places of the names that a word is: the full name, the short one or – where it may be shortened – the first three letters of
  /// it or more.
  func names(_ names: Localization.Names, at index: Int, isShortened: Bool = true) -> [Int] {
    guard index < tokens.count else { return [] }
    var word = tokens[index].text
    // d'abril, d’octubre
    for article in ["d'", "d’"] where word.lowercased().hasPrefix(article) { word = word.dropFirst(2) }
    return self.names(names, named: Self.bare(String(word)), isShortened)
  }

  /// The places of names that have a plural such as `lundis`.
  func plurals(_ names: Localization.Names, at index: Int) -> [Int] {
    guard index < tokens.count, tokens[index].text.last == "s" else { return [] }
    return self.names(names, named: String(tokens[index].text.dropLast()))
  }

  private func names(_ names: Localization.Names, named word: String, _ isShortened: Bool = true) -> [Int] {
    let typed = Word(word)
    let count = word.count
    return names.long.indices.filter { place in
      let (long, short) = (names.long[place], names.short[place])
      return typed.isSame(as: long) || typed.hasSameLetters(as: Self.bare(short))
        || isShortened && count >= 3 && typed.hasSameLetters(as: String(long.prefix(count)))
    }
  }

  /// A typed word, compared with others without regard to case and accents.
  struct Word {
    private let text: String
    private let letters: AlphabeticalKey

    init(_ text: String) {
      self.text = text
      letters = AlphabeticalKey(text)
    }

    func hasSameLetters(as word: String) -> Bool {
      !differsEarly(from: word) && letters.hasSameLetters(as: AlphabeticalKey(word))
    }

    /// Whether it has the same letters, or those of the word with its umlauts spelled out: `uebermorgen`.
    func isSame(as word: String) -> Bool {
      if differsEarly(from: word) { return false }
      if letters.hasSameLetters(as: AlphabeticalKey(word)) { return true }
      let small = word.lowercased()
      guard Self.umlauts.contains(where: { small.contains($0.letter) }) else { return false }
      let spelled = Self.umlauts.reduce(small) { $0.replacing($1.letter, with: $1.spelling) }
      return letters.hasSameLetters(as: AlphabeticalKey(spelled))
    }

    private static let umlauts = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")].map {
      (letter: $0.0, spelling: $0.1)
    }

    /// Whether it differs from a word in the letters of ASCII with which both begin, as most words do.
    private func differsEarly(from word: String) -> Bool {
      for (mine, other) in zip(text.utf8, word.utf8) {
        let (one, two) = (mine | 0x20, other | 0x20)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters.contains(one), letters.contains(two) else { return false }
        if one != two { return true }
      }
      return false
    }
  }
}

extension DatePhrase {
  func on(_ day: Day) -> DatePhrase { DatePhrase(day, time: time, end: end) }
}
