import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining

/// One reason why a request is refused by a rule of the calendar.
struct Refusal: Sendable, Hashable {
  /// The code for scripts, such as `missing_time`.
  let code: String
  var message: String
  var expected: Phrase?
  /// The iCalendar name of the property at fault; empty if the whole item is.
  var property = ""
  /// The UID of the item; empty for none.
  var uid = ""
  /// Further members for scripts.
  var details: [JSON.Member] = []
  /// The language of the message. What is expected is printed beside it only in the same language.
  var language = Localization.Language.english
  /// The reason, whose message is in several languages.
  private var reason: LocalizedReason?

  @_disfavoredOverload
  init(_ code: String, _ message: String, expected: Phrase? = nil, property: String = "", uid: String = "") {
    self.code = code
    self.message = message
    self.expected = expected
    self.property = property
    self.uid = uid
  }

  init(_ code: String, _ phrase: Phrase, expected: Phrase? = nil, property: String = "", uid: String = "") {
    self.init(code, phrase.text(in: .english), expected: expected, property: property, uid: uid)
    reason = .command(phrase)
  }

  init(_ reason: EventError.Reason) {
    self.init(
      reason.code.rawValue, reason.description(in: .english), expected: Phrase(reason.expected),
      property: reason.property, uid: reason.uid)
    self.reason = .item(reason)
  }

  /// - Parameter subject: The subject of the reason, for a person; empty for none.
  init(_ reason: TrainingError.Reason, of subject: Phrase) {
    let localized = LocalizedReason.training(reason, subject: subject)
    self.init(
      reason.code.rawValue, localized.message(in: .english), expected: Phrase(reason.expected),
      property: reason.property)
    self.reason = localized
  }

  /// The same refusal with its message in another language, if there is one.
  func localized(_ localization: Localization) -> Refusal {
    var refusal = self
    if let reason, reason.isTranslated(to: localization.language) {
      refusal.message = reason.message(in: localization)
      refusal.language = localization.language
    }
    return refusal
  }
}

/// A reason with its message in several languages.
private enum LocalizedReason: Sendable, Hashable {
  case command(Phrase)
  case item(EventError.Reason)
  case training(TrainingError.Reason, subject: Phrase)

  func message(in localization: Localization) -> String {
    switch self {
    case .command(let phrase): return phrase.text(in: localization)
    case .item(let reason): return reason.description(in: localization)
    case .training(let reason, let subject):
      let words = reason.description(in: SchedulingWords(localization, in: .utc))
      return subject == "" ? words : "\(subject.text(in: localization)): \(words)"
    }
  }

  /// Whether the message is in a language; what the library does not have is in English.
  func isTranslated(to language: Localization.Language) -> Bool {
    if case .command(let phrase) = self { phrase.isTranslated(to: language) } else { true }
  }
}

extension Refusal {
  /// The message for standard error.
  var complaint: Complaint { complaint("\(uid.isEmpty ? "" : "\(uid): ")\(code): \(message)") }

  /// The message, with what was expected, for a place in which the item is known.
  var words: String { complaint(message).reason }

  private func complaint(_ text: String) -> Complaint {
    // A fault without a phrase of its own is described by what is expected.
    let isExpected = expected?.text(translatedTo: .english) == message
    var complaint = Complaint(text, expected: isExpected ? nil : expected)
    complaint.language = language
    return complaint
  }

  var json: JSON {
    .object(
      [
        .init("code", .string(code)), .init("message", .string(message)),
        .init(
          "expected", JSON(expected.map { $0.translation(to: language) ?? $0.text(translatedTo: .english) })),
        .init("property", .string(property)), .init("uid", .string(uid)),
      ] + details)
  }
}

extension CommandError {
  init(_ error: EventError) {
    self = .refused(error.reasons.map { Refusal($0) })
  }

  @_disfavoredOverload
  static func refused(_ code: String, _ message: String, expected: Phrase? = nil, uid: String = "")
    -> CommandError
  {
    .refused([Refusal(code, message, expected: expected, uid: uid)])
  }

  static func refused(_ code: String, _ phrase: Phrase, expected: Phrase? = nil, uid: String = "")
    -> CommandError
  {
    .refused([Refusal(code, phrase, expected: expected, uid: uid)])
  }
}
