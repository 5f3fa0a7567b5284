internal import AlmanacEvents

/// The X- properties and parameters by which what iCalendar has no word for travels in calendar items.
enum AlmanacProperty {
  /// What an item is: `SESSION`, `CLASS`, `CLASS-OCCURRENCE`, `ROUND`, `FIXTURE`.
  static let kind = "X-ALMANAC-KIND"
}

extension Unmodelled {
  /// The value of the first property of a name.
  func value(_ name: String) -> String? {
    properties.first { $0.name == name }?.value
  }

  /// Sets the value of a property that stands once; `nil` takes it away.
  mutating func set(_ name: String, _ value: String?) {
    properties.removeAll { $0.name == name }
    if let value { properties.append(RawProperty(name, value: value)) }
  }
}

extension CalendarItem {
  /// What the item was written as by this library; `nil` for any other.
  var almanacKind: String? { unmodelled.value(AlmanacProperty.kind) }

  var isSession: Bool { almanacKind == "SESSION" }
}
