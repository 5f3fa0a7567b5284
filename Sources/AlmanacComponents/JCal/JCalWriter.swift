/// Turns components into jCal (RFC 7265 §3.3): `["vevent", [properties], [components]]`.
package enum JCalWriter {
  /// No recursion is deeper than the limits let components be.
  package static func component(_ component: ComponentView) -> JSONValue {
    var properties: [JSONValue] = []
    var components: [JSONValue] = []
    component.forEach { element in
      switch element {
      case .property(let view): properties.append(property(view))
      // What jCal could not say again has no name.
      case .component(let inner): if inner.hasLegalName { components.append(Self.component(inner)) }
      }
    }
    return .array([.string(component.name.lowercased()), .array(properties), .array(components)])
  }

  package static func component(_ component: Component) -> JSONValue {
    Self.component(ComponentView(component.asRead))
  }

  /// `["summary", {"language": "ca"}, "text", "Àlgebra"]`.
  package static func property(_ property: PropertyView) -> JSONValue {
    let (name, value, known) = (property.name, property.value, property.known)
    var type = JCalType.standard(of: known)
    var parameters: [JSONValue.Member] = []
    for parameter in property.parameters(but: []) {
      let parameterName = parameter.name.lowercased()
      if parameterName == "value" {
        type = parameter.values.first?.lowercased() ?? type
        continue
      }
      let values = parameter.values.map { JSONValue.string($0) }
      parameters.append(
        JSONValue.Member(name: parameterName, value: values.count == 1 ? values[0] : .array(values)))
    }
    if type == "date-time", value.count == 8, known?.facts.type == .dateTime {
      type = "date"
    }
    let head: [JSONValue] = [
      .string(String(decoding: name, as: UTF8.self).lowercased()), .object(parameters), .string(type),
    ]
    return .array(head + values(value, type, known))
  }

  private static func values(
    _ value: UnsafeBufferPointer<UInt8>, _ type: String, _ known: PropertyName?
  ) -> [JSONValue] {
    switch known {
    case .geo:
      let parts = String(decoding: value, as: UTF8.self).split(separator: ";")
      return [.array(parts.map { number(String($0)) })]
    case .requestStatus:
      return [
        .array(
          TextValue.fields(value).map {
            .string(TextValue.unescaped(UnsafeBufferPointer(rebasing: value[$0])))
          })
      ]
    default: break
    }
    guard JCalType.isList(known, type) else { return [one(value, type)] }
    let parts = TextValue.listParts(value).map { UnsafeBufferPointer(rebasing: value[$0]) }
    return parts.map { one($0, type) }
  }

  private static func one(_ value: UnsafeBufferPointer<UInt8>, _ type: String) -> JSONValue {
    let text = String(decoding: value, as: UTF8.self)
    switch type {
    case "text": return .string(TextValue.unescaped(value))
    case "integer", "float": return number(text)
    case "boolean" where text.uppercased() == "TRUE": return .bool(true)
    case "boolean" where text.uppercased() == "FALSE": return .bool(false)
    case "date", "date-time": return .string(JCalTime.extended(text))
    case "time": return .string(JCalTime.extendedClock(text))
    case "period":
      let parts = text.split(separator: "/", maxSplits: 1).map { String($0) }
      return .array(parts.map { .string(JCalTime.extended($0)) })
    case "recur": return recurrence(text)
    case "utc-offset": return .string(JCalTime.extendedOffset(text))
    default: return .string(text)
    }
  }

  private static func number(_ text: String) -> JSONValue {
    JSONNumber.json(text).map { .number($0) } ?? .string(text)
  }

  /// `{"freq": "WEEKLY", "byday": ["MO", "WE"], "count": 10}`.
  private static func recurrence(_ text: String) -> JSONValue {
    var members: [JSONValue.Member] = []
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else { continue }
      let name = pair[0].lowercased()
      let values = pair[1].split(separator: ",").map { value -> JSONValue in
        if name == "until" { return .string(JCalTime.extended(String(value))) }
        return Int(value).map { .number(String($0)) } ?? .string(String(value))
      }
      guard let first = values.first else { continue }
      members.append(JSONValue.Member(name: name, value: values.count == 1 ? first : .array(values)))
    }
    return .object(members)
  }
}

/// iCalendar's forms of times and jCal's, which has separators (RFC 7265 §3.6).
package enum JCalTime {
  /// `20260302T090000Z` → `2026-03-02T09:00:00Z`; what is no time stays as it is.
  package static func extended(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func digits(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { (48...57).contains($0) } }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    guard [8, 15, 16].contains(bytes.count), digits(0..<8) else { return text }
    let date = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
    guard bytes.count > 8 else { return date }
    guard bytes[8] | 0x20 == UInt8(ascii: "t"), digits(9..<15) else { return text }
    let clock = part(9..<11) + ":" + part(11..<13) + ":" + part(13..<15)
    return date + "T" + clock + (bytes.count == 16 ? "Z" : "")
  }

  /// `123000Z` → `12:30:00Z`; what is no time of day stays as it is.
  static func extendedClock(_ text: String) -> String {
    let digits = text.utf8.prefix { (48...57).contains($0) }
    let rest = text.dropFirst(digits.count)
    guard digits.count == 6, rest.isEmpty || rest == "Z" else { return text }
    let day = "00000101T"
    return String(extended(day + text).dropFirst("0000-01-01T".utf8.count))
  }

  /// `+0100` → `+01:00`; what is no offset stays as it is.
  package static func extendedOffset(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count == 5 || bytes.count == 7, isSigned(bytes), bytes.dropFirst().allSatisfy(isDigit) else {
      return text
    }
    let pairs = stride(from: 1, to: bytes.count, by: 2).map {
      String(decoding: bytes[$0..<$0 + 2], as: UTF8.self)
    }
    return String(decoding: bytes[0..<1], as: UTF8.self) + pairs.joined(separator: ":")
  }

  /// `+01:00` → `+0100`; what is no offset stays as it is.
  static func basicOffset(_ text: String) -> String {
    let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard isSigned(text.utf8), (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(isDigit) })
    else { return text }
    return text.filter { $0 != ":" }
  }

  private static func isSigned(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Takes the separators of dates and times out.
  static func basic(_ text: String) -> String {
    guard text.utf8.count >= 8, text.utf8.first.map({ (48...57).contains($0) }) ?? false else { return text }
    return text.filter { $0 != "-" && $0 != ":" }
  }
}
