/// Converts components to jCal (RFC 7265 §3.3): `["vevent", [properties], [components]]`.
package enum JCalWriter {
  /// The recursion is no deeper than ``ICSLimits/depth``.
  package static func component(_ component: ComponentView) -> JSONValue {
    var properties: [JSONValue] = []
    var components: [JSONValue] = []
    component.forEach { element in
      switch element {
      case .property(let view): properties.append(property(view))
      // A component without a legal name could not be read again.
      case .component(let inner): if inner.hasLegalName { components.append(Self.component(inner)) }
      }
    }
    return .array([.string(component.name.lowercased()), .array(properties), .array(components)])
  }

  package static func component(_ component: Component) -> JSONValue {
    Self.component(ComponentView(component.asRead))
  }

  /// Converts a property: `["summary", {"language": "ca"}, "text", "Àlgebra"]`.
  package static func property(_ property: PropertyView) -> JSONValue {
    let (value, known, isBinary) = (property.value, property.known, property.isBinary)
    var type = isBinary ? "binary" : known.jCalType
    var parameters: [JSONValue.Member] = []
    // The type says that bytes are in base64 (RFC 7265 §3.6.1).
    for parameter in property.parameters(but: isBinary ? ["VALUE", "ENCODING"] : []) {
      if parameter.isNamed("VALUE") {
        type = parameter.values.first?.lowercased() ?? type
      } else {
        parameters.append(member(parameter.name, parameter.values.map { .string($0) }))
      }
    }
    if type == "date-time", value.count == 8, known?.facts.type == .dateTime { type = "date" }
    let name = String(decoding: property.name, as: UTF8.self).lowercased()
    return .array([.string(name), .object(parameters), .string(type)] + values(value, type, known))
  }

  /// A member with one value, or with several in an array.
  private static func member(_ name: String, _ values: [JSONValue]) -> JSONValue.Member {
    JSONValue.Member(name: name.lowercased(), value: values.count == 1 ? values[0] : .array(values))
  }

  private static func values(
    _ value: UnsafeBufferPointer<UInt8>, _ type: String, _ known: PropertyName?
  ) -> [JSONValue] {
    func parts(_ ranges: [Range<Int>]) -> [JSONValue] {
      ranges.map { one(UnsafeBufferPointer(rebasing: value[$0]), type) }
    }
    if known?.facts.structure == .fields {
      return [.array(parts(TextValue.fields(value)))]
    }
    return known.isList(of: type) ? parts(TextValue.listParts(value)) : [one(value, type)]
  }

  private static func one(_ value: UnsafeBufferPointer<UInt8>, _ type: String) -> JSONValue {
    let text = String(decoding: value, as: UTF8.self)
    switch type {
    case "text": return .string(TextValue.unescaped(value))
    case "integer", "float": return JSONNumber(text)?.decimal.map { .number($0) } ?? .string(text)
    case "boolean" where isNamed(value, "TRUE"): return .bool(true)
    case "boolean" where isNamed(value, "FALSE"): return .bool(false)
    case "date", "date-time": return .string(JCalTime.extended(text))
    case "time": return .string(JCalTime.extendedClock(text))
    case "period":
      let parts = text.split(separator: "/", maxSplits: 1)
      return .array(parts.map { .string(JCalTime.extended(String($0))) })
    case "recur": return recurrence(text)
    case "utc-offset": return .string(JCalTime.extendedOffset(text))
    default: return .string(text)
    }
  }

  /// Converts a rule: `{"freq": "WEEKLY", "byday": ["MO", "WE"], "count": 10}`.
  private static func recurrence(_ text: String) -> JSONValue {
    .object(
      text.split(separator: ";").compactMap { part in
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return nil }
        let values = pair[1].split(separator: ",").map { value -> JSONValue in
          if pair[0].uppercased() == "UNTIL" { return .string(JCalTime.extended(String(value))) }
          return Int(value).map { .number(String($0)) } ?? .string(String(value))
        }
        return values.isEmpty ? nil : member(String(pair[0]), values)
      })
  }
}

/// Conversion between iCalendar's times and jCal's, which have separators (RFC 7265 §3.6).
/// Other text is not changed.
enum JCalTime {
  /// Date and time: `20260302T090000Z` → `2026-03-02T09:00:00Z`.
  static func extended(_ text: String) -> String {
    separated(text, as: "0000-00-00", "0000-00-00T00:00:00", "0000-00-00T00:00:00Z")
  }

  /// Time of day: `123000Z` → `12:30:00Z`.
  static func extendedClock(_ text: String) -> String { separated(text, as: "00:00:00", "00:00:00Z") }

  /// Offset: `+0100` → `+01:00`.
  static func extendedOffset(_ text: String) -> String { separated(text, as: "~00:00", "~00:00:00") }

  /// Offset: `+01:00` → `+0100`.
  static func basicOffset(_ text: String) -> String {
    let basic = text.filter { $0 != ":" }
    return extendedOffset(basic) == text ? basic : text
  }

  /// Removes the separators of dates and times.
  static func basic(_ text: String) -> String {
    guard text.utf8.count >= 8, text.utf8.first.map(ASCII.isDigit) ?? false else { return text }
    return text.filter { $0 != "-" && $0 != ":" }
  }

  /// The text with the separators of the first pattern that it matches, or unchanged.
  ///
  /// In a pattern `0` matches a digit and `~` a sign; the text has no `-` and `:`, letters match in any case.
  private static func separated(_ text: String, as patterns: StaticString...) -> String {
    for pattern in patterns {
      var rest = text.utf8[...]
      let output = pattern.withUTF8Buffer { marks -> [UInt8] in
        guard marks.count(where: { !isSeparator($0) }) == rest.count else { return [] }
        return marks.compactMap { isSeparator($0) ? $0 : matched(rest.popFirst(), by: $0) }
      }
      if output.count == pattern.utf8CodeUnitCount { return String(decoding: output, as: UTF8.self) }
    }
    return text
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == ASCII.colon }

  /// The byte as it is written in the output; `nil` if it does not match the mark of a pattern.
  private static func matched(_ byte: UInt8?, by mark: UInt8) -> UInt8? {
    guard let byte else { return nil }
    return switch mark {
    case UInt8(ascii: "0"): ASCII.isDigit(byte) ? byte : nil
    case UInt8(ascii: "~"): "+-".utf8.contains(byte) ? byte : nil
    default: ASCII.uppercased(byte) == mark ? mark : nil
    }
  }
}
