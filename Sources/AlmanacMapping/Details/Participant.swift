internal import AlmanacComponents
public import AlmanacEvents

/// A participant of an item, a person or an organisation, invited or not: PARTICIPANT of RFC 9073 §7.1.
///
/// The component is stored as it was read: properties without an accessor are in ``component``.
/// ```swift
/// event.participants.append(Participant(uid: "s1", kind: .sponsor, name: "Example Inc."))
/// ```
public struct Participant: Sendable, Hashable {
  package static let kind = "PARTICIPANT"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameter uid: An identifier, which every component must have.
  public init(uid: String, kind: Kind, name: String = "", address: String = "") {
    component = Component(Self.kind)
    (self.uid, self.kind, self.name, self.address) = (uid, kind, name, address)
  }

  /// The role of a participant (PARTICIPANT-TYPE). Open: other values are preserved.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The iCalendar value in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    public static let active = Kind(rawValue: "ACTIVE")
    public static let inactive = Kind(rawValue: "INACTIVE")
    public static let sponsor = Kind(rawValue: "SPONSOR")
    public static let contact = Kind(rawValue: "CONTACT")
    public static let bookingContact = Kind(rawValue: "BOOKING-CONTACT")
    public static let emergencyContact = Kind(rawValue: "EMERGENCY-CONTACT")
    public static let publicityContact = Kind(rawValue: "PUBLICITY-CONTACT")
    public static let plannerContact = Kind(rawValue: "PLANNER-CONTACT")
    public static let performer = Kind(rawValue: "PERFORMER")
    public static let speaker = Kind(rawValue: "SPEAKER")
  }

  public var uid: String {
    get { component.text("UID") }
    set { component.setText(newValue, "UID") }
  }

  /// The role, which is required; `nil` if it is missing.
  public var kind: Kind? {
    get { component.value("PARTICIPANT-TYPE").map(Kind.init) }
    set { if newValue != kind { component.set(newValue?.rawValue, "PARTICIPANT-TYPE") } }
  }

  /// The calendar address (CALENDAR-ADDRESS) if it is also an attendee of the item; empty otherwise.
  public var address: String {
    get { component.value("CALENDAR-ADDRESS") ?? "" }
    set { component.set(newValue.isEmpty ? nil : newValue, "CALENDAR-ADDRESS") }
  }

  /// The name (SUMMARY).
  public var name: String {
    get { component.text("SUMMARY") }
    set { component.setText(newValue, "SUMMARY") }
  }

  public var details: String {
    get { component.text("DESCRIPTION") }
    set { component.setText(newValue, "DESCRIPTION") }
  }

  /// The locations of the participation.
  public var locations: [DetailedLocation] {
    get { component.components.all(named: DetailedLocation.kind).map { DetailedLocation($0) } }
    set { component.components.replace(DetailedLocation.kind, by: newValue.map(\.component)) }
  }

  /// The resources that the participant needs.
  public var resources: [DetailedResource] {
    get { component.components.all(named: DetailedResource.kind).map { DetailedResource($0) } }
    set { component.components.replace(DetailedResource.kind, by: newValue.map(\.component)) }
  }
}

/// A structured location, more detailed than LOCATION: VLOCATION of RFC 9073 §7.2, stored as
/// the component that was read.
public struct DetailedLocation: Sendable, Hashable {
  package static let kind = "VLOCATION"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameter uid: An identifier, which every component must have.
  public init(uid: String, name: String, geo: Geo? = nil, types: [String] = []) {
    component = Component(Self.kind)
    (self.uid, self.name, self.geo, self.types) = (uid, name, geo, types)
  }

  public var uid: String {
    get { component.text("UID") }
    set { component.setText(newValue, "UID") }
  }

  public var name: String {
    get { component.text("NAME") }
    set { component.setText(newValue, "NAME") }
  }

  public var details: String {
    get { component.text("DESCRIPTION") }
    set { component.setText(newValue, "DESCRIPTION") }
  }

  public var geo: Geo? {
    get { component.value("GEO").flatMap(Geo.init(written:)) }
    set { if newValue != geo { component.set(newValue?.written, "GEO") } }
  }

  /// The types of location (LOCATION-TYPE), with the values of RFC 4589: `airport`, `theater`.
  public var types: [String] {
    get {
      let texts = component.first("LOCATION-TYPE")?.withView { $0.values().map { TextValue.unescaped($0) } }
      return (texts ?? []).filter { !$0.isEmpty }
    }
    set {
      guard newValue != types else { return }
      let value = newValue.map { TextValue.escaped($0) }.joined(separator: ",")
      component.set(newValue.isEmpty ? nil : value, "LOCATION-TYPE")
    }
  }

  public var url: String {
    get { component.value("URL") ?? "" }
    set { component.set(newValue.isEmpty ? nil : newValue, "URL") }
  }
}

/// Equipment or a room, more detailed than RESOURCES: VRESOURCE of RFC 9073 §7.3, stored as
/// the component that was read.
public struct DetailedResource: Sendable, Hashable {
  static let kind = "VRESOURCE"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameters:
  ///   - uid: An identifier, which every component must have.
  ///   - type: `ROOM`, `PROJECTOR`, `REMOTE-CONFERENCE-AUDIO`, `REMOTE-CONFERENCE-VIDEO` or another value.
  public init(uid: String, name: String, type: String = "") {
    component = Component(Self.kind)
    (self.uid, self.name, self.type) = (uid, name, type)
  }

  public var uid: String {
    get { component.text("UID") }
    set { component.setText(newValue, "UID") }
  }

  public var name: String {
    get { component.text("NAME") }
    set { component.setText(newValue, "NAME") }
  }

  /// The type (RESOURCE-TYPE); empty if it is missing.
  public var type: String {
    get { component.text("RESOURCE-TYPE") }
    set { component.setText(newValue, "RESOURCE-TYPE") }
  }
}
