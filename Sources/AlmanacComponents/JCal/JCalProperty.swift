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
    guard parts.count >= 3, let type = parts[2].text?.lowercased() else {
      return find(
        .error, .badProperty,
        "it does not say of which type its value is, as [\"name\", {parameters}, \"type\", value] does")
    }
    (self.type, known) = (type, .named(name))
    guard let value = value(of: parts[3...]) else { return }
    property = Property(name.uppercased(), parameters: parameters(of: parts[1]), value: value)
  }

  private mutating func find(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, repair: String = "left out"
  ) {
    findings.append(
      Diagnostic(severity, code, line: line, uid: uid, property: name, message: message, repair: repair))
  }

  /// A name from a file in a form for messages: one line of at most 60 characters.
  private static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).uppercased()
  }

  // MARK: Parameters

  private mutating func parameters(of json: JSONValue) -> [Parameter] {
    let isImplied = type == "unknown" || type == known.jCalType && !(known?.facts.mustSayType ?? false)
    var parameters = isImplied ? [] : [Parameter("VALUE", type.uppercased())]
    if let members = json.members {
      for member in members { parameters += parameter(member) }
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
    return parameters
  }

  /// The parameter, or none.
  private mutating func parameter(_ member: JSONValue.Member) -> [Parameter] {
    let shown = Self.shown(member.name)
    let elements = member.value.elements ?? [member.value]
    let values = elements.compactMap(\.scalar)
    if !ComponentName.isLegal(member.name) {
      find(.error, .badParameter, "\(shown) is no name of a parameter", repair: "read without it")
    } else if shown == "VALUE" {
      find(.warning, .badParameter, "it says its type among the parameters too", repair: "read as \(type)")
    } else if values.isEmpty || values.count < elements.count {
      find(.error, .badParameter, "\(shown) is neither a text nor a list of texts", repair: "read without it")
    } else {
      return [Parameter(member.name, values)]
    }
    return []
  }

  // MARK: Values

  /// The text behind the colon; `nil` where there is none.
  private mutating func value(of values: ArraySlice<JSONValue>) -> String? {
    // A list of nothing says nothing that could be missing.
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
      let isStructured = type == "period" || known?.facts.structure == .fields
      guard parts.count == elements.count, !parts.isEmpty || isStructured else { return nil }
      return parts.joined(separator: type == "period" ? "/" : ";")
    case .object(let members): return type == "recur" ? Self.recurrence(members) : nil
    case .number(let digits) where type == "integer" || type == "float": return number(digits)
    // Minutes or hours: nobody says.
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
      // An element that is no value leaves a gap, which the reader of rules reports.
      let texts = (member.value.elements ?? [member.value]).map { value in
        let text = value.scalar ?? ""
        return member.name.lowercased() == "until"
          ? JCalTime.basic(text) : JSONNumber(text)?.integer ?? text
      }
      return member.name.uppercased() + "=" + texts.joined(separator: ",")
    }.joined(separator: ";")
  }
}

/// The types of jCal values (RFC 7265 §3.6) and which property has which when nothing else is said.
extension PropertyName? {
  /// In small letters; `unknown` for properties of no known type, whose values stay as they stand.
  var jCalType: String { (self?.facts.type ?? .unknown).rawValue }

  /// Whether the value of a property is a list at commas; one of a property that is not known is, where its type has
  /// none.
  func isList(of type: String) -> Bool {
    guard let facts = self?.facts, facts.type != .unknown else {
      return !["binary", "cal-address", "recur", "text", "unknown", "uri"].contains(type)
        && ValueType(rawValue: type) != nil
    }
    return facts.structure == .list
  }
}
