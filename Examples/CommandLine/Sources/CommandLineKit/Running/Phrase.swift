import AlmanacRendering
import AlmanacTime
import Synchronization

/// A sentence for a person: written in English where it is used, and translated where `CommandPhrases.txt` has it.
///
/// ```swift
/// let phrase: Phrase = "no item has the category \(category)"
/// phrase.text(in: .catalan)                        // cap entrada no té la categoria tema 3
/// ```
struct Phrase: Sendable, Hashable {
  /// The English text with `{1}`, `{2}` in place of the values.
  private var pattern = ""
  private var values: [Value] = []
  /// The first value that is a number, which selects the singular for one.
  private var count: Int?

  private indirect enum Value: Sendable, Hashable {
    case text(String)
    case phrase(Phrase)
  }

  /// A text that is the same in every language, or is translated already.
  init(verbatim text: String) {
    pattern = "{1}"
    values = [.text(text)]
  }

  /// The texts of which any is accepted.
  static func any(of texts: [String]) -> Phrase {
    texts.dropFirst().reduce(Phrase(verbatim: texts.first ?? "")) { "\($0), or \($1)" }
  }

  /// The text in a language, in English where the phrase is not translated.
  func text(in localization: Localization) -> String { text(translatedTo: localization.language) }

  /// The text in a language, in English where the phrase is not translated.
  func text(translatedTo language: Localization.Language) -> String {
    let parts = words(translatedTo: language).split(separator: "{", omittingEmptySubsequences: false)
    var text = String(parts[0])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: "}"), let number = Int(part[..<end]),
        values.indices.contains(number - 1)
      else {
        text += "{" + part
        continue
      }
      switch values[number - 1] {
      case .text(let value): text += value
      case .phrase(let phrase): text += phrase.text(translatedTo: language)
      }
      text += part[part.index(after: end)...]
    }
    return text
  }

  /// The pattern in a language: of two forms the singular for one. English has the plural itself as the pattern.
  private func words(translatedTo language: Localization.Language) -> String {
    let isEnglish = language == .english
    let row = isEnglish && count != 1 ? nil : Self.translation(of: pattern, to: language)
    guard let row else { return pattern }
    let forms = row.split(separator: "|", maxSplits: 1)
    return String((count == 1 ? forms.first : forms.last) ?? "")
  }

  /// Whether the phrase has words in a language other than English.
  func isTranslated(to language: Localization.Language) -> Bool {
    language != .english && Self.translation(of: pattern, to: language) != nil
  }

  /// The text in a language; `nil` where the phrase has words in English alone.
  func translation(to language: Localization.Language) -> String? {
    // Options such as --kind are the same in every language.
    let hasWords = pattern.utf8.split(separator: UInt8(ascii: " ")).contains {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0[$0.startIndex])
    }
    return language == .english || !hasWords || isTranslated(to: language)
      ? text(translatedTo: language) : nil
  }

  /// The translation of a pattern; `nil` where there is none.
  private static func translation(of pattern: String, to language: Localization.Language) -> String? {
    translations.withLock { translations in
      if translations[language] == nil { translations[language] = Self.translations(to: language) }
      return translations[language]?[pattern]
    }
  }

  /// The translations by language and pattern, of the languages that were needed so far.
  private static let translations = Mutex<[Localization.Language: [String: String]]>([:])

  /// Reads the translations into a language. A row without a bar is a pattern, the rows after it are its translations, of which some
  /// have a singular and a plural.
  private static func translations(to language: Localization.Language) -> [String: String] {
    var translations: [String: String] = [:]
    var pattern: ArraySlice<UInt8> = []
    for line in PackageResources.CommandPhrases_txt.split(separator: UInt8(ascii: "\n")) {
      guard let bar = line.firstIndex(of: UInt8(ascii: "|")) else {
        pattern = line
        continue
      }
      guard line[..<bar].elementsEqual(language.rawValue.utf8) else { continue }
      translations[String(decoding: pattern, as: UTF8.self)] = String(
        decoding: line[bar...].dropFirst(), as: UTF8.self)
    }
    return translations
  }
}

extension Localization {
  /// The language of sentences and of the dates within them: the same where the command line has it, else English as a whole.
  var ofSentences: Localization { Localization.all.contains { $0.language == language } ? self : .english }
}

extension Phrase: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase: Phrase = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { phrase.pattern += literal }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(.text("\(value)")) }

    mutating func appendInterpolation(_ count: Int) {
      phrase.count = phrase.count ?? count
      append(.text("\(count)"))
    }

    mutating func appendInterpolation(_ value: Phrase) { append(.phrase(value)) }

    /// Appends a title, a place or another text of an item, guarded as in other texts.
    mutating func appendInterpolation(title: String) { append(.text("\(title: title)")) }

    private mutating func append(_ value: Value) {
      phrase.values.append(value)
      phrase.pattern += "{\(phrase.values.count)}"
    }
  }

  init(stringLiteral text: String) { self.init(text) }

  /// A text in English, translated where the catalogue has it.
  init(_ text: String) { pattern = text }

  /// The same; `nil` for no text.
  init?(_ text: String?) {
    guard let text else { return nil }
    self.init(text)
  }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.phrase }
}
