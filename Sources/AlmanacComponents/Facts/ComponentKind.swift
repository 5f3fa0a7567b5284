/// The components that Almanac reads and writes itself; every other one is stored as a ``Component``.
package enum ComponentKind: UInt8, CaseIterable, Sendable {
  case calendar, event, todo, journal, freeBusy, alarm, timeZone, standard, daylight, availability, available
  case participant, location, resource

  /// The name in upper case, as in BEGIN and END.
  package var name: String { Self.texts[Int(rawValue)] }

  private static let texts = names.map(\.description)

  /// - Parameter name: In any case.
  package static func named(_ name: UnsafeBufferPointer<UInt8>) -> ComponentKind? {
    for kind in allCases where isNamed(name, names[Int(kind.rawValue)]) { return kind }
    return nil
  }

  package static func named(_ name: String) -> ComponentKind? { name.withBytes { named($0) } }

  private static let names: [StaticString] = [
    "VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM", "VTIMEZONE", "STANDARD", "DAYLIGHT",
    "VAVAILABILITY", "AVAILABLE", "PARTICIPANT", "VLOCATION", "VRESOURCE",
  ]

  /// Whether it may have VALARMs (RFC 5545 §3.6).
  package var hasAlarms: Bool { self == .event || self == .todo }
}

/// The names of components in BEGIN and END lines.
package enum ComponentName {
  /// Whether the name is not empty and follows the grammar of names (RFC 5545 §3.1), with `_` and `.` in
  /// addition, which vendors use.
  package static func isLegal(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { LineGrammar.nameBytes[Int($0)] }
  }

  package static func isLegal(_ name: String) -> Bool { name.withBytes { isLegal($0) } }

  /// Whether a component can be nested in another; if not, the BEGIN of the inner one shows that the END of
  /// the outer one is missing (RFC 5545 §3.6, RFC 7953).
  static func canContain(_ outer: ComponentKind?, _ inner: ComponentKind?) -> Bool {
    guard let inner, inner != .calendar else { return inner == nil }
    guard ComponentKinds.ofCalendars.contains(inner), let outer else { return true }
    return outer != .alarm && !ComponentKinds.ofCalendars.contains(outer)
  }
}

/// A set of kinds of components.
package struct ComponentKinds: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  private init(_ kind: ComponentKind) { self.init(rawValue: 1 << kind.rawValue) }

  package func contains(_ kind: ComponentKind) -> Bool { rawValue & 1 << kind.rawValue != 0 }

  static let calendar = ComponentKinds(.calendar)
  static let event = ComponentKinds(.event)
  static let todo = ComponentKinds(.todo)
  static let journal = ComponentKinds(.journal)
  static let freeBusy = ComponentKinds(.freeBusy)
  static let alarm = ComponentKinds(.alarm)
  static let timeZone = ComponentKinds(.timeZone)
  static let availability = ComponentKinds(.availability)
  static let available = ComponentKinds(.available)
  static let participant = ComponentKinds(.participant)
  static let location = ComponentKinds(.location)
  static let resource = ComponentKinds(.resource)

  /// VEVENT, VTODO, VJOURNAL.
  package static let items: ComponentKinds = [.event, .todo, .journal]
  /// STANDARD, DAYLIGHT.
  static let observances: ComponentKinds = [ComponentKinds(.standard), ComponentKinds(.daylight)]
  /// VAVAILABILITY, AVAILABLE.
  static let availabilities: ComponentKinds = [.availability, .available]
  /// The components that RFC 9073 adds to items.
  static let details: ComponentKinds = [.participant, .location, .resource]
  /// The components that are direct children of a VCALENDAR.
  package static let ofCalendars: ComponentKinds = [.items, .freeBusy, .timeZone, .availability]
}
