/// What is not as RFC 7265 has it in one component or one property, before its place is known.
struct JCalFinding: Error {
  var severity = Diagnostic.Severity.error
  let code: Diagnostic.Code
  /// iCalendar's name of the property; empty when it is about the whole component.
  var property = ""
  let message: String
  var repair = "left out"

  func diagnostic(line: Int, uid: String) -> Diagnostic {
    Diagnostic(severity, code, line: line, uid: uid, property: property, message: message, repair: repair)
  }

  /// What a file calls a property, fit to be shown on one line.
  static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).uppercased()
  }
}

extension JSONReader.Finding {
  package var diagnostic: Diagnostic {
    switch kind {
    case .controlCharacter:
      Diagnostic(
        .warning, .controlCharacter, line: line, uid: uid, property: property,
        message: "control characters, of which only a tab and line breaks are expected",
        repair: "read without them")
    case .undecodable:
      Diagnostic(
        .warning, .undecodable, line: line, uid: uid, property: property,
        message: "what is no UTF-8, or half a pair of UTF-16 units", repair: "read as U+FFFD")
    }
  }
}
