import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// One reason why a request is refused by a rule of the calendar.
struct Refusal: Sendable, Hashable {
  /// The code for scripts, such as `missing_time`.
  let code: String
  private(set) var message: String
  var expected: String?
  /// The iCalendar name of the property at fault; empty if the whole item is.
  var property = ""
  /// The UID of the item; empty for none.
  var uid = ""
  /// Further members for scripts.
  var details: [JSON.Member] = []
  /// The fault of an item, of which the library has the message in several languages.
  private var reason: EventError.Reason?

  init(_ code: String, _ message: String, expected: String? = nil, property: String = "", uid: String = "") {
    self.code = code
    self.message = message
    self.expected = expected
    self.property = property
    self.uid = uid
  }

  init(_ reason: EventError.Reason) {
    self.init(
      reason.code.rawValue, reason.description(in: .english), expected: reason.expected,
      property: reason.property, uid: reason.uid)
    self.reason = reason
  }

  /// The same refusal with its message in another language, if the library has the message.
  func localized(_ localization: Localization) -> Refusal {
    var refusal = self
    if let reason { refusal.message = reason.description(in: localization) }
    return refusal
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
