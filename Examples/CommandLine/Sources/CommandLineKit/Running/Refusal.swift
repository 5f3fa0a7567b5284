import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// One reason why a request is refused by a rule of the calendar.
struct Refusal: Sendable, Hashable {
  /// The code for scripts, such as `missing_time`.
  let code: String
  let message: String
  var expected: String?
  /// The iCalendar name of the property at fault; empty if the whole item is.
  var property = ""
  /// The UID of the item; empty for none.
  var uid = ""
  /// Further members for scripts.
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
    case .reservedColor: "red is reserved for days with several items"
    case .endNotAfterStart: "the end is not after the start"
    case .mixedTimeForms: "dates, local times and times in a zone cannot be combined"
    case .badDuration: "this length is not allowed here"
    case .notFound: "there is no such item"
    case .alreadyExists: "there is already such an item"
    case .immovablePart: "the rule cannot be moved by this distance"
    case .notATodo: "this is not a to-do"
    case .alreadyClosed: "it is already done or cancelled"
    case .tooManyInstances: "it repeats too often"
    case .controlCharacter: "a text contains a control character"
    default: String(code.rawValue.map { $0 == "_" ? " " : $0 })
    }
  }
}

extension Refusal {
  /// The message for standard error.
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
