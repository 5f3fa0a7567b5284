import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// Reading and changing single properties of what is kept as lines; all others stay as they are.
extension RawComponent {
  /// A TEXT value; empty when there is none. Setting an empty one takes the property away.
  func text(_ name: String) -> String { value(name).map { TextValue.unescaped($0) } ?? "" }

  mutating func setText(_ text: String, _ name: String) {
    set(text.isEmpty ? nil : TextValue.escaped(text), name)
  }

  /// The value of the first property of a name, escapes and all.
  func value(_ name: String) -> String? { properties.first { $0.isNamed(name) }?.value }

  /// Changes the first property of a name, or takes away all of them. An equal value keeps what stands.
  mutating func set(_ value: String?, _ name: String) {
    guard value != self.value(name) else { return }
    let index = properties.firstIndex { $0.name.uppercased() == name }
    switch (index, value) {
    case (let index?, let value?): properties[index].value = value
    case (nil, let value?): properties.append(RawProperty(name, value: value))
    case (_, nil): properties.removeAll { $0.name.uppercased() == name }
    }
  }

  /// Whether it says when it goes off, as an alarm must.
  var hasTrigger: Bool {
    guard let trigger = value("TRIGGER") else { return false }
    if (try? CalendarDuration(trigger)) != nil { return true }
    return Array(trigger.utf8).withUnsafeBufferPointer { bytes in
      var time = PatientTime(bytes)
      return time.read() != nil
    }
  }

  var geo: Geo? {
    get { value("GEO").flatMap(Geo.init(written:)) }
    set { if newValue != geo { set(newValue?.written, "GEO") } }
  }

  /// The components of a kind within it.
  func inner(_ kind: String) -> [RawComponent] { components.filter { $0.name.uppercased() == kind } }

  mutating func setInner(_ new: [RawComponent], _ kind: String) { components.replace(kind, by: new) }
}

extension [RawComponent] {
  /// Puts others in the place of those of a kind; the rest stays where it is.
  mutating func replace(_ kind: String, by new: [RawComponent]) {
    var waiting = new[...]
    self = compactMap { $0.name.uppercased() == kind ? waiting.popFirst() : $0 } + waiting
  }
}

extension [RawProperty] {
  /// Puts others in the place of those of a name; the rest stays where it is.
  mutating func replace(_ name: String, by new: [RawProperty]) {
    var waiting = new[...]
    self = compactMap { $0.name.uppercased() == name ? waiting.popFirst() : $0 } + waiting
  }
}

extension RawProperty {
  func parameter(_ name: String) -> String { parameters.first { $0.name == name }?.values.first ?? "" }

  /// Sets a parameter, or takes it away when the value is empty.
  mutating func set(_ value: String, _ name: String) {
    guard value != parameter(name) else { return }
    if let index = parameters.firstIndex(where: { $0.name == name }) {
      if value.isEmpty { parameters.remove(at: index) } else { parameters[index].values = [value] }
    } else {
      parameters.append(Parameter(name, value))
    }
  }
}

extension Geo {
  /// The value of GEO.
  init?(written value: String) {
    let parts = value.split(separator: ";").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let geo = try? Geo(latitude: latitude, longitude: longitude)
    else { return nil }
    self = geo
  }

  /// As a `geo:` URI (RFC 5870).
  var uri: String { "geo:" + written.replacing(";", with: ",") }

  init?(uri: String) {
    guard uri.hasPrefix("geo:") else { return nil }
    let numbers = uri.dropFirst(4).prefix { $0 != ";" }.split(separator: ",").map { Double($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      let geo = try? Geo(latitude: latitude, longitude: longitude)
    else { return nil }
    self = geo
  }
}
