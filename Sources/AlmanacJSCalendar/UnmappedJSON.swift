import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// JSON of a JSCalendar object that the model does not represent, stored as JSPROP properties, one for each
/// value: JSPTR states its path, X-JSWAS the value that the model writes there instead.
///
/// JSPROP and its parameters are those of the IETF's draft on converting JSCalendar and iCalendar. The values
/// are JSON text, so that an iCalendar file preserves them. They are restored when the object is written,
/// unless the model has a new value at their path.
enum UnmappedJSON {
  private static let property = "JSPROP"
  private static let pointer = "JSPTR"
  private static let former = "X-JSWAS"
  /// The largest nesting of values in a JSPROP.
  private static let depth = 128

  static func properties(_ patches: [JSONPatch]) -> [Property] {
    patches.map { patch in
      let was = patch.former.map { [Parameter(former, $0.written)] } ?? []
      return Property(
        property, parameters: [Parameter(pointer, patch.pointer)] + was,
        value: TextValue.escaped((patch.value ?? .null).written))
    }
  }

  /// Whether a property is of stored JSON: a value, or the mark of one that could not be read.
  static func isKept(_ raw: Property) -> Bool {
    raw.isNamed(property) || raw.parameters.contains(named: pointer)
  }

  static func isKept(_ parameters: KeptParameters) -> Bool { parameters.parameters.contains(named: pointer) }

  /// The line that iCalendar has for times of a member that could not be read, so that they are unread there too. The member itself
  /// is stored apart.
  static func mark(_ name: PropertyName, for member: String, _ value: JSONValue) -> Property {
    Property(name.text, parameters: [Parameter(pointer, member)], value: TextValue.escaped(value.written))
  }

  /// The parameters that iCalendar has for a start whose zone is not known.
  static func mark(zone: String) -> KeptParameters {
    let parameters = [Parameter("TZID", zone), Parameter(pointer, "timeZone")]
    return KeptParameters(PropertyName.dtstart.text, parameters)
  }

  /// The object with the stored values restored.
  static func restored(_ value: JSONValue, from properties: [Property]) -> JSONValue {
    JSONPatch.apply(properties.compactMap(patch), to: value) { patch, present in
      switch (present, patch.former) {
      case (nil, nil): return patch.value
      // Entries of a Group that could not be read are stored one by one.
      case (let present?, nil) where patch.path == ["entries"]:
        return .array((present.elements ?? []) + (patch.value?.elements ?? []))
      // The model had no value before, but has one now: missing members are added to it.
      case (let present?, nil): return patch.value.map { present.filled(from: $0) } ?? present
      case (let present?, let former?):
        if let replaced = ICalComponent.replacing(former, in: present, by: patch.value) { return replaced }
        return present.canonical == former.canonical ? patch.value : present
      default: return present
      }
    }
  }

  private static func patch(_ raw: Property) -> JSONPatch? {
    guard raw.isNamed(property), let place = raw.parameter(pointer),
      let value = JSONValue(reading: raw.text, depth: depth)
    else { return nil }
    return JSONPatch(
      path: JSONPatch.path(place), value: value == .null ? nil : value,
      former: raw.parameter(former).flatMap { JSONValue(reading: $0, depth: depth) })
  }
}

extension Unmodelled {
  /// The content without stored JSON, and without positions, because an object has no order.
  var withoutJSON: Unmodelled {
    var rest = self
    rest.properties.removeAll(where: UnmappedJSON.isKept)
    for index in rest.properties.indices { rest.properties[index].position = nil }
    rest.parameters = parameters.compactMap { kept in
      if UnmappedJSON.isKept(kept) { return nil }
      var kept = kept
      kept.parameters.removeAll(named: JSONKey.parameter)
      return kept.parameters.isEmpty ? nil : kept
    }
    return rest
  }
}

/// The keys of JSCalendar's maps, stored as JSID parameters unless they are the
/// numbers that a writer assigns.
enum JSONKey {
  static let parameter = "JSID"

  /// Whether there are no other parameters.
  static func isAlone(in parameters: [Parameter]) -> Bool { parameters.allSatisfy { $0.name == parameter } }

  static func stated(in parameters: [Parameter]) -> String? {
    parameters.first(named: parameter)?.values.first
  }

  static func stated(for property: String, in unmodelled: Unmodelled) -> String? {
    unmodelled.parameters.lazy.filter { $0.property == property }.compactMap { stated(in: $0.parameters) }
      .first
  }

  /// Unique keys: those stated, and for the others the number of their position.
  static func assigned(_ stated: [String?]) -> [String] {
    var used = Set(stated.compactMap { $0 })
    var seen: Set<String> = []
    return stated.enumerated().map { index, key in
      if let key, seen.insert(key).inserted { return key }
      var number = index + 1
      while used.contains(String(number)) { number += stated.count }
      used.insert(String(number))
      return String(number)
    }
  }

  /// Whether a text is a valid key of a map (RFC 8984 §1.4.1).
  static func isKey(_ text: String) -> Bool { text.isWord(with: "-_", upTo: 255) }

  /// The parameter to store for the key of the element at an index, from 0; empty for the
  /// number that a writer assigns.
  static func kept(_ key: String, at index: Int) -> [Parameter] {
    key == String(index + 1) ? [] : [Parameter(parameter, key)]
  }
}
