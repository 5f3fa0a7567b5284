import AlmanacContentLines

/// Turns jCal into iCalendar's lines (RFC 7265 §4).
struct JCalReader {
  struct Fault: Error {
    let expected: String
  }

  private var writer = LineWriter()

  /// The text of one jCal object, or of several in an array.
  static func text(of value: JSONValue) throws(Fault) -> [UInt8] {
    var reader = JCalReader()
    guard let elements = value.elements, let first = elements.first else {
      throw Fault(expected: "[\"vcalendar\", [properties], [components]]")
    }
    if first.text != nil {
      try reader.component(value)
    } else {
      for element in elements { try reader.component(element) }
    }
    return reader.writer.bytes
  }

  /// The depth is that of the JSON, which is limited.
  private mutating func component(_ value: JSONValue) throws(Fault) {
    guard let parts = value.elements, parts.count >= 3, let name = parts[0].text,
      let properties = parts[1].elements, let components = parts[2].elements, Self.isName(name)
    else { throw Fault(expected: "a component: [\"name\", [properties], [components]]") }
    writer.write(line: "BEGIN:" + name.uppercased())
    for property in properties { try self.property(property) }
    for inner in components { try component(inner) }
    writer.write(line: "END:" + name.uppercased())
  }

  private mutating func property(_ value: JSONValue) throws(Fault) {
    guard let parts = value.elements, parts.count >= 4, let name = parts[0].text,
      let members = parts[1].members, let type = parts[2].text?.lowercased(), Self.isName(name)
    else { throw Fault(expected: "a property: [\"name\", {parameters}, \"type\", value]") }
    let known = KnownProperty.named(Array(name.utf8))
    var parameters: [ContentParameter] = []
    let isStandard = type == JCalType.standard(of: known) && !JCalType.mustSayType(known)
    if type != "unknown", !isStandard { parameters.append(ContentParameter("VALUE", [type.uppercased()])) }
    for member in members where Self.isName(member.name) && member.name.lowercased() != "value" {
      let values = member.value.elements?.compactMap(\.scalar) ?? [member.value.scalar ?? ""]
      parameters.append(ContentParameter(member.name.uppercased(), values))
    }
    if type == "binary", !parameters.contains(where: { $0.name == "ENCODING" }) {
      parameters.append(ContentParameter("ENCODING", ["BASE64"]))
    }
    let values = parts[3...].map { Self.text(of: $0, type, known) }
    writer.write(name.uppercased(), parameters, value: values.joined(separator: ","))
  }

  /// Names come from outside: nothing else may begin a line.
  private static func isName(_ name: String) -> Bool { ComponentName.isLegal(name) }

  private static func text(of value: JSONValue, _ type: String, _ known: KnownProperty?) -> String {
    if let elements = value.elements {
      let parts = elements.map { text(of: $0, type, known) }
      // Structured values stand in an array of their own: a period, a place, a request's status.
      return parts.joined(separator: type == "period" ? "/" : ";")
    }
    if let members = value.members { return recurrence(members) }
    let scalar = value.scalar ?? ""
    switch type {
    case "text": return TextValue.escaped(scalar)
    case "date", "date-time", "time", "period": return JCalTime.basic(scalar)
    case "utc-offset": return scalar.filter { $0 != ":" }
    default: return scalar
    }
  }

  private static func recurrence(_ members: [JSONValue.Member]) -> String {
    members.map { member in
      let values = member.value.elements?.compactMap(\.scalar) ?? [member.value.scalar ?? ""]
      let texts = member.name.lowercased() == "until" ? values.map(JCalTime.basic) : values
      return member.name.uppercased() + "=" + texts.joined(separator: ",")
    }.joined(separator: ";")
  }
}

extension KnownProperty {
  fileprivate static func named(_ bytes: [UInt8]) -> KnownProperty? {
    bytes.withUnsafeBufferPointer { named($0) }
  }
}
