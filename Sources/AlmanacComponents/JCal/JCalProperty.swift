/// Converts one property of jCal to a content line:
/// `["summary", {"language": "ca"}, "text", "Àlgebra"]` (RFC 7265 §3.4).
struct JCalProperty {
  /// The property, or `nil` if the JSON is not one.
  private(set) var property: Property?
  private(set) var findings: [Diagnostic] = []

  private let line: Int
  private let uid: String
  /// The name in upper case, shortened to fit one line of a message.
  private var name = ""
  private var type = ""
  private var known: PropertyName?

  /// - Parameters:
  ///   - line: The line on which the property begins.
  ///   - uid: The UID of its component.
  init(_ json: JSONValue, line: Int = 0, uid: String = "") {
    (self.line, self.uid) = (line, uid)
    read(json)
  }

  private mutating func read(_ json: JSONValue) {
    guard let parts = json.elements, let name = parts.first?.text else {
      return find(.error, .badProperty, "it does not begin with the name of a property")
    }
    self.name = Self.shown(name)
    // Content lines with these names would open and close components.
    guard Property(name, value: "").hasLegalName else {
      return find(.error, .invalidName, "not a legal name of a property")
    }
    guard parts.count >= 3, let type = parts[2].text?.lowercased() else {
      return find(
        .error, .badProperty,
        "the type of its value is missing, expected [\"name\", {parameters}, \"type\", value]")
    }
    (self.type, known) = (type, .named(name))
    guard let value = value(of: parts[3...]) else { return }
    property = Property(name.uppercased(), parameters: parameters(of: parts[1]), value: value)
  }

  private mutating func find(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, repair: String = "ignored"
  ) {
    findings.append(
      Diagnostic(severity, code, line: line, uid: uid, property: name, message: message, repair: repair))
  }

  /// A name shortened for messages: one line of at most 60 characters.
  private static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).uppercased()
  }

  // MARK: Parameters

  private mutating func parameters(of json: JSONValue) -> [Parameter] {
    let isImplied = type == "unknown" || type == known.jCalType && !(known?.facts.requiresValueType ?? false)
    var parameters = isImplied ? [] : [Parameter("VALUE", type.uppercased())]
    if let members = json.members {
      for member in members { parameters += parameter(member) }
    } else {
      // Some programs write an empty object as `null` or `[]`.
      let isEmpty = json == .null || json == .array([])
      find(
        isEmpty ? .warning : .error, .badParameter, "the parameters are not an object",
        repair: "read without parameters")
    }
    if type == "binary", !parameters.contains(named: "ENCODING") {
      parameters.append(Parameter("ENCODING", "BASE64"))
    }
    return parameters
  }

  /// The parameter as an array of one; empty if it is invalid.
  private mutating func parameter(_ member: JSONValue.Member) -> [Parameter] {
    let shown = Self.shown(member.name)
    let elements = member.value.elements ?? [member.value]
    let values = elements.compactMap(\.scalar)
    if !ComponentName.isLegal(member.name) {
      find(.error, .badParameter, "\(shown) is not a name of a parameter", repair: "read without it")
    } else if shown == "VALUE" {
      find(.warning, .badParameter, "the type is also among the parameters", repair: "read as \(type)")
    } else if values.isEmpty || values.count < elements.count {
      find(.error, .badParameter, "\(shown) is neither a text nor a list of texts", repair: "read without it")
    } else if values.count > 1, member.name.withBytes(Parameter.isSingle) {
      // A comma without quotes that another program took for the end of a value.
      find(.warning, .badParameter, "\(shown) has several values, expected one", repair: "joined with ','")
      return [Parameter(member.name, values.joined(separator: ","))]
    } else {
      return [Parameter(member.name, values)]
    }
    return []
  }

  // MARK: Values

  /// The text after the colon; `nil` if there is none.
  private mutating func value(of values: ArraySlice<JSONValue>) -> String? {
    // An empty list lacks no content, hence only a warning.
    let isList = known.jCalType != "unknown" && known.isList(of: type)
    guard values.contains(where: { !isList || $0 != .array([]) }) else {
      find(isList ? .warning : .error, .badProperty, "it has no value")
      return nil
    }
    let texts = values.compactMap { text(of: $0) }
    if texts.count < values.count {
      find(
        .error, .badValue,
        "\(texts.isEmpty ? "its value is" : "of its values some are") none of type \(type)",
        repair: texts.isEmpty ? "ignored" : "the others are read")
    }
    return texts.isEmpty ? nil : texts.joined(separator: ",")
  }

  /// - Returns: `nil` for JSON that cannot be a value.
  private func text(of json: JSONValue) -> String? {
    switch json {
    case .array(let elements):
      // Structured values are nested arrays: a period, a position, a request status.
      let parts = elements.compactMap { $0.elements == nil ? text(of: $0) : nil }
      let isStructured = type == "period" || known?.facts.structure == .fields
      guard parts.count == elements.count, !parts.isEmpty || isStructured else { return nil }
      return parts.joined(separator: type == "period" ? "/" : ";")
    case .object(let members): return type == "recur" ? Self.recurrence(members) : nil
    case .number(let digits) where type == "integer" || type == "float": return number(digits)
    // The specification does not define a unit, minutes or hours.
    case .number where type == "utc-offset": return nil
    default: return json.scalar.map { text(of: $0) }
    }
  }

  private func text(of scalar: String) -> String {
    switch type {
    case "text": TextValue.escaped(scalar)
    case "date", "date-time", "time", "period": JCalTime.basic(scalar)
    case "utc-offset": JCalTime.basicOffset(scalar)
    case "integer", "float": number(scalar) ?? scalar
    default: scalar
    }
  }

  private func number(_ digits: String) -> String? {
    JSONNumber(digits).flatMap { type == "integer" ? $0.integer ?? $0.plain : $0.plain }
  }

  private static func recurrence(_ members: [JSONValue.Member]) -> String {
    members.map { member in
      // An invalid element becomes an empty one, which the rule parser reports.
      let texts = (member.value.elements ?? [member.value]).map { value in
        let text = value.scalar ?? ""
        return member.name.lowercased() == "until"
          ? JCalTime.basic(text) : JSONNumber(text)?.integer ?? text
      }
      return member.name.uppercased() + "=" + texts.joined(separator: ",")
    }.joined(separator: ";")
  }
}

/// The default types of properties in jCal (RFC 7265 §3.6).
extension PropertyName? {
  /// The type in lower case; `unknown` for properties of unknown type, whose values are not converted.
  var jCalType: String { (self?.facts.type ?? .unknown).rawValue }

  /// Whether the value is a comma-separated list. For an unknown property this depends on the type: a value of a
  /// type whose values have no commas, or escaped ones, is a list.
  func isList(of type: String) -> Bool {
    guard let facts = self?.facts, facts.type != .unknown else {
      return !["binary", "cal-address", "recur", "unknown", "uri"].contains(type)
        && ValueType(rawValue: type) != nil
    }
    return facts.structure == .list
  }
}
