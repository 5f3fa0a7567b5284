import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// Why a rule of the calendar says no: one reason of perhaps several.
struct Refusal: Sendable, Hashable {
  /// What scripts go by, such as `missing_time`.
  let code: String
  let message: String
  var expected: String?
  /// iCalendar's name of the property that it is about; empty when it is about the whole item.
  var property = ""
  /// The item that it is about; empty for none.
  var uid = ""
  /// What a script may want to know beside the message.
  var details: [JSON.Member] = []

  init(_ code: String, _ message: String, expected: String? = nil, property: String = "", uid: String = "") {
    self.code = code
    self.message = message
    self.expected = expected
    self.property = property
    self.uid = uid
  }

  init(_ reason: EventError.Reason) {
    self.init(
      reason.code.rawValue, Self.words(reason.code), expected: reason.expected, property: reason.property,
      uid: reason.uid)
  }

  private static func words(_ code: EventError.Code) -> String {
    switch code {
    case .emptyName: "there is no name"
    case .leadingDigit: "the name begins with a digit"
    case .missingDate: "there is no date"
    case .missingTime: "there is no time of day"
    case .reservedColor: "red is kept for days with several items"
    case .endNotAfterStart: "the end is not after the start"
    case .mixedTimeForms: "dates, times and times in a zone do not go together"
    case .badDuration: "this length cannot stand here"
    case .notFound: "there is no such item"
    case .alreadyExists: "there is already such an item"
    case .immovablePart: "the rule does not stay true when the series moves so far"
    case .notATodo: "this is not a to-do"
    case .alreadyClosed: "it is done or cancelled"
    case .tooManyInstances: "it repeats too often"
    case .controlCharacter: "a text has a control character in it"
    default: String(code.rawValue.map { $0 == "_" ? " " : $0 })
    }
  }
}

extension Refusal {
  /// The line for standard error.
  var complaint: Complaint {
    let subject = uid.isEmpty ? "" : "\(uid): "
    return Complaint("\(subject)\(code): \(message)", expected: expected)
  }

  var json: JSON {
    .object(
      [
        .init("code", .string(code)), .init("message", .string(message)), .init("expected", JSON(expected)),
        .init("property", .string(property)), .init("uid", .string(uid)),
      ] + details)
  }
}

extension CommandError {
  init(_ error: EventError) {
    self = .refused(error.reasons.map { Refusal($0) })
  }

  static func refused(_ code: String, _ message: String, expected: String? = nil, uid: String = "")
    -> CommandError
  {
    .refused([Refusal(code, message, expected: expected, uid: uid)])
  }
}
