import AlmanacRendering
import AlmanacTime

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

  private indirect enum Value: Sendable, Hashable {
    case text(String)
    case phrase(Phrase)
  }

  /// A text that is the same in every language, or is translated already.
  init(verbatim text: String) {
    pattern = "{1}"
    values = [.text(text)]
  }

  /// The text in a language, in English where the phrase is not translated.
  func text(in localization: Localization) -> String {
    let words = Self.translations[pattern]?[localization.language] ?? pattern
    let parts = words.split(separator: "{", omittingEmptySubsequences: false)
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
      case .phrase(let phrase): text += phrase.text(in: localization)
      }
      text += part[part.index(after: end)...]
    }
    return text
  }

  /// Whether the phrase has words in a language other than English.
  func isTranslated(to language: Localization.Language) -> Bool {
    Self.translations[pattern]?[language] != nil
  }

  /// The translations by pattern and language. A row without a bar is a pattern, the rows after it its translations.
  private static let translations: [String: [Localization.Language: String]] = {
    var translations: [String: [Localization.Language: String]] = [:]
    var pattern = ""
    for line in String(decoding: PackageResources.CommandPhrases_txt, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "|", maxSplits: 1)
      if fields.count == 1 {
        pattern = String(line)
      } else {
        translations[pattern, default: [:]][Localization.Language(rawValue: String(fields[0]))] = String(
          fields[1])
      }
    }
    return translations
  }()
}

extension Phrase: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase: Phrase = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { phrase.pattern += literal }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(.text("\(value)")) }

    mutating func appendInterpolation(_ value: Phrase) { append(.phrase(value)) }

    /// Appends a title, a place or another text of an item, guarded as in other texts.
    mutating func appendInterpolation(title: String) { append(.text("\(title: title)")) }

    private mutating func append(_ value: Value) {
      phrase.values.append(value)
      phrase.pattern += "{\(phrase.values.count)}"
    }
  }

  init(stringLiteral text: String) { pattern = text }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.phrase }
}
