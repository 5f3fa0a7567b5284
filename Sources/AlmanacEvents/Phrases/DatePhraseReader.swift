import AlmanacTime

/// The words of dates in a language.
struct DateWords: Sendable {
  private static let tables = LanguageTable.tables(in: PackageResources.DateWords_txt)
  private let table: LanguageTable

  init(_ localization: Localization) {
    table = Self.tables.texts(in: localization)
  }

  func text(_ row: String) -> String { table.text(row) }

  /// The alternatives of the rows that have whole words.
  var all: [String] {
    let rows = [
      "today", "tomorrow", "yesterday", "day after tomorrow", "next", "in", "ago", "minutes", "hours", "days",
      "weeks", "months", "years", "noon",
    ]
    return rows.flatMap { table[$0] }
  }

  /// The alternatives of a row, each as its words.
  func alternatives(_ row: String) -> [[Substring]] { table[row].map { $0.split(separator: " ") } }
}

/// A reader of a phrase that finds all its meanings.
struct DatePhraseReader {
  /// A word, or a number apart from what follows it: `10` and `am`.
  struct Token {
    let text: Substring
    /// The bytes before it.
    let offset: Int
    let letters: AlphabeticalKey
  }

  let tokens: [Token]
  private let end: Int
  let localization: Localization
  private let words: DateWords
  typealias Found<Value> = [(value: Value, next: Int)]

  init(_ text: String, in localization: Localization) {
    self.localization = localization
    words = DateWords(localization)
    end = text.utf8.count
    tokens = Self.tokens(of: text)
  }

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    while let first = rest.first {
      if first.isWhitespace || first == "," {
        rest = rest.dropFirst()
        continue
      }
      let isNumber = isDigit(first)
      var word = rest.prefix {
        !$0.isWhitespace && $0 != "," && (isNumber ? isDigit($0) || ":./".contains($0) : !isDigit($0))
      }
      if "-–—+".contains(first) { word = rest.prefix(1) }
      // un'ora
      if let article = ["un'", "un’"].first(where: { word.lowercased().hasPrefix($0) }) {
        word = word.prefix(article.count)
      }
      // The hyphen of a range ends a word; one within a word belongs to it (après-demain, segunda-feira).
      if !isNumber, word.count > 1, let last = word.last, "-–—+".contains(last) { word = word.dropLast() }
      tokens.append(
        Token(
          text: word, offset: text.utf8.distance(from: text.startIndex, to: word.startIndex),
          letters: AlphabeticalKey(String(word))))
      rest = rest[word.endIndex...]
    }
    return tokens
  }

  // MARK: Phrases

  /// The meanings of the whole text, and the offset of the first word that no reading has come past.
  func phrases() -> (meanings: Set<DatePhrase>, furthest: Int) {
    var found: Found<DatePhrase> = []
    for (day, next) in days(at: 0) {
      found.append((DatePhrase(day), next))
      for (time, next) in times(at: next, follows: true) { found.append((time.on(day), next)) }
    }
    for (time, next) in times(at: 0, follows: false) {
      found.append((time, next))
      for (day, next) in days(at: next) { found.append((time.on(day), next)) }
    }
    found += ahead(at: 0)
    let place = found.map { $0.next }.max() ?? 0
    return (
      Set(found.filter { $0.next == tokens.count }.map { $0.value }),
      place < tokens.count ? tokens[place].offset : end
    )
  }

  // MARK: Words

  private func isWord(_ index: Int, _ text: some StringProtocol) -> Bool {
    index < tokens.count && tokens[index].letters.hasSameLetters(as: AlphabeticalKey(Self.bare(String(text))))
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

  /// A number of at most a few digits.
  func number(at index: Int, _ range: ClosedRange<Int>) -> Int? {
    guard index < tokens.count, tokens[index].text.utf8.count <= 5 else { return nil }
    return Int(tokens[index].text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The places of names that a word begins, which are its full name, its short one, or three letters of it or more.
  func names(_ names: Localization.Names, at index: Int) -> [Int] {
    guard index < tokens.count else { return [] }
    var word = tokens[index].text
    // d'abril, d’octubre
    for article in ["d'", "d’"] where word.lowercased().hasPrefix(article) { word = word.dropFirst(2) }
    let bare = Self.bare(String(word))
    let key = AlphabeticalKey(bare)
    return names.long.indices.filter { place in
      let (long, short) = (names.long[place], names.short[place])
      return key.hasSameLetters(as: AlphabeticalKey(long))
        || key.hasSameLetters(as: AlphabeticalKey(Self.bare(short)))
        || bare.count >= 3 && key.hasSameLetters(as: AlphabeticalKey(String(long.prefix(bare.count))))
    }
  }
}

extension DatePhrase {
  fileprivate func on(_ day: Day) -> DatePhrase { DatePhrase(day, time: time, end: end) }
}
