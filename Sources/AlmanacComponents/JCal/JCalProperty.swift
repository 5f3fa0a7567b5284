/// One property of jCal as a content line: `["summary", {"language": "ca"}, "text", "Àlgebra"]` (RFC 7265 §3.4).
struct JCalProperty {
  /// As iCalendar has it; `nil` for what is none.
  private(set) var property: Property?
  private(set) var findings: [Diagnostic] = []

  private let line: Int
  private let uid: String
  /// In capitals, fit to be shown on one line.
  private var name = ""
  private var type = ""
  private var known: PropertyName?
  private var parameters: [Parameter] = []

  /// - Parameters:
  ///   - line: On which it begins.
  ///   - uid: Of the component in which it stands.
  init(_ json: JSONValue, line: Int = 0, uid: String = "") {
    (self.line, self.uid) = (line, uid)
    read(json)
  }

  private mutating func read(_ json: JSONValue) {
    guard let parts = json.elements, let name = parts.first?.text else {
      return find(.error, .badProperty, "it does not begin with the name of a property")
    }
    self.name = Self.shown(name)
    // Lines of these names would open and close components.
    guard Property(name, value: "").hasLegalName else {
      return find(.error, .invalidName, "it is no name of a property")
    }
    self.name = name.uppercased()
    guard parts.count >= 3, let type = parts[2].text?.lowercased() else {
      return find(
        .error, .badProperty,
        "it does not say of which type its value is, as [\"name\", {parameters}, \"type\", value] does")
    }
    self.type = type
    known = PropertyName.named(name)
    guard let value = value(of: parts[3...]) else { return }
    readParameters(parts[1])
    property = Property(self.name, parameters: parameters, value: value)
  }

  private mutating func find(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, repair: String = "left out"
  ) {
    findings.append(
      Diagnostic(severity, code, line: line, uid: uid, property: name, message: message, repair: repair))
  }

  /// What a file calls something, fit to be shown on one line.
  private static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).uppercased()
  }

  // MARK: Parameters

  private mutating func readParameters(_ json: JSONValue) {
    let isStandard = type == JCalType.standard(of: known) && !JCalType.mustSayType(known)
    if type != "unknown", !isStandard { parameters.append(Parameter("VALUE", type.uppercased())) }
    if let members = json.members {
      for member in members { readParameter(member) }
    } else {
      // Some programs write an empty object in one of these ways.
      let isEmpty = json == .null || json == .array([])
      find(
        isEmpty ? .warning : .error, .badParameter, "its parameters are no object",
        repair: "read without parameters")
    }
    if type == "binary", !parameters.contains(named: "ENCODING") {
      parameters.append(Parameter("ENCODING", "BASE64"))
    }
  }

  private mutating func readParameter(_ member: JSONValue.Member) {
    let shown = Self.shown(member.name)
    guard ComponentName.isLegal(member.name) else {
      return find(.error, .badParameter, "\(shown) is no name of a parameter", repair: "read without it")
    }
    guard member.name.lowercased() != "value" else {
      return find(
        .warning, .badParameter, "it says its type among the parameters too", repair: "read as \(type)")
    }
    let elements = member.value.elements ?? [member.value]
    let values = elements.compactMap(\.scalar)
    guard !values.isEmpty, values.count == elements.count else {
      return find(
        .error, .badParameter, "\(shown) is neither a text nor a list of texts", repair: "read without it")
    }
    parameters.append(Parameter(member.name, values))
  }

  // MARK: Values

  /// The text behind the colon; `nil` where there is none.
  private mutating func value(of values: ArraySlice<JSONValue>) -> String? {
    // A list of nothing says nothing that could be missing.
    let isList = known != nil && known?.facts.type != .unknown && JCalType.isList(known, type)
    guard values.contains(where: { !isList || $0 != .array([]) }) else {
      find(isList ? .warning : .error, .badProperty, "it has no value")
      return nil
    }
    let texts = values.compactMap { text(of: $0) }
    if texts.count < values.count {
      find(
        .error, .badValue,
        "\(texts.isEmpty ? "its value is" : "of its values some are") none of type \(type)",
        repair: texts.isEmpty ? "left out" : "the others are read")
    }
    return texts.isEmpty ? nil : texts.joined(separator: ",")
  }

  /// - Returns: `nil` for what can be no value.
  private func text(of json: JSONValue) -> String? {
    switch json {
    case .array(let elements):
      // Structured values stand in an array of their own: a period, a place, a request's status.
      let parts = elements.compactMap { $0.elements == nil ? text(of: $0) : nil }
      guard parts.count == elements.count, !parts.isEmpty || isStructured else { return nil }
      return parts.joined(separator: type == "period" ? "/" : ";")
    case .object(let members): return type == "recur" ? Self.recurrence(members) : nil
    case .number(let digits) where type == "integer":
      return JSONNumber.whole(digits) ?? JSONNumber.plain(digits)
    case .number(let digits) where type == "float": return JSONNumber.plain(digits)
    // Minutes or hours: nobody says.
    case .number where type == "utc-offset": return nil
    default: return json.scalar.map { text(of: $0) }
    }
  }

  /// Whether its values are arrays even when there is nothing in them.
  private var isStructured: Bool {
    type == "period" || known?.facts.structure == .fields
  }

  private func text(of scalar: String) -> String {
    switch type {
    case "text": TextValue.escaped(scalar)
    case "date", "date-time", "time", "period": JCalTime.basic(scalar)
    case "utc-offset": JCalTime.basicOffset(scalar)
    case "integer": JSONNumber.whole(scalar) ?? scalar
    case "float": JSONNumber.plain(scalar) ?? scalar
    default: scalar
    }
  }

  private static func recurrence(_ members: [JSONValue.Member]) -> String {
    members.map { member in
      // What is no value leaves a gap, which the reader of rules tells of.
      let texts = (member.value.elements ?? [member.value]).map { value in
        let text = value.scalar ?? ""
        if member.name.lowercased() == "until" { return JCalTime.basic(text) }
        return JSONNumber.whole(text) ?? text
      }
      return member.name.uppercased() + "=" + texts.joined(separator: ",")
    }.joined(separator: ";")
  }
}
