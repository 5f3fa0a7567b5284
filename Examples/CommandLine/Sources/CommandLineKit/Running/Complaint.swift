import AlmanacRendering
import AlmanacTime

/// A message of one line for standard error: the position of a fault, the fault, and what was expected.
///
///     calendar.ics:12: no such weekday: XX (MO, TU, WE, TH, FR, SA or SU)
struct Complaint: Error, Sendable, Hashable {
  /// The path, `-` for standard input; `nil` for a message of the program itself.
  var file: String?
  /// The line number, from 1.
  var line: Int?
  var message: String
  var expected: Phrase?
  /// The language of the message. The expectation is omitted if it has no translation.
  var language = Localization.Language.english
  /// The message in several languages; `nil` for one in English.
  private var phrase: Phrase?

  @_disfavoredOverload
  init(_ message: String, expected: Phrase? = nil, file: String? = nil, line: Int? = nil) {
    self.message = message
    self.expected = expected
    self.file = file
    self.line = line
  }

  init(_ phrase: Phrase, expected: Phrase? = nil, file: String? = nil, line: Int? = nil) {
    self.init(phrase.text(in: .english), expected: expected, file: file, line: line)
    self.phrase = phrase
  }

  /// The same message in another language, if there is one.
  func localized(_ localization: Localization) -> Complaint {
    guard let phrase, phrase.isTranslated(to: localization.language) else { return self }
    var complaint = self
    complaint.language = localization.language
    complaint.message = phrase.text(in: localization)
    return complaint
  }

  /// The message at a position, unless it states one already.
  func at(file: String, line: Int? = nil) -> Complaint {
    var located = self
    located.file = located.file ?? file
    located.line = located.line ?? line
    return located
  }

  /// The fault and what was expected, without the position. The middle of a long one is omitted, which repeats a wrong argument.
  var reason: String {
    let fault = Self.shortened(message)
    guard let expected = expected?.translation(to: language) else { return SafeText.singleLine(fault) }
    let words: Phrase = "(expected \(Self.shortened(expected)))"
    return SafeText.singleLine("\(fault) \(words.text(translatedTo: language))")
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > 2_000 else { return text }
    return String(text.unicodeScalars.prefix(1_000)) + " … " + String(text.unicodeScalars.suffix(200))
  }
}

extension Complaint: CustomStringConvertible {
  var description: String {
    var position = file.map { $0 == "-" ? "standard input" : $0 } ?? "almanac"
    if let line { position += ":\(line)" }
    return SafeText.singleLine(position) + ": " + reason
  }
}
