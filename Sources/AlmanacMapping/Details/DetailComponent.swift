package import AlmanacComponents
public import AlmanacEvents

/// A component that RFC 9073 adds to items, stored as it was read, with accessors for some of its properties.
public protocol DetailComponent: Sendable, Hashable {
  /// The name of the components: `PARTICIPANT`.
  static var componentName: String { get }
  /// The component as it was read, with the properties that have no accessor.
  var component: Component { get set }
  /// Creates the value from a component, which is not checked.
  init(_ component: Component)
}

extension DetailComponent {
  /// The identifier, which every component must have.
  public var uid: String {
    get { self[.uid] }
    set { self[.uid] = newValue }
  }

  /// The long description (DESCRIPTION); empty when not stated.
  public var details: String {
    get { self[.description] }
    set { self[.description] = newValue }
  }

  /// The text or the URI of a property, by its type; empty without one. Setting an equal value changes nothing.
  package subscript(property: PropertyName) -> String {
    get { component.first(property.text).map { property.isText ? $0.text : $0.value } ?? "" }
    set {
      guard newValue != self[property] else { return }
      let value = property.isText ? TextValue.escaped(newValue) : newValue
      component.set(newValue.isEmpty ? nil : value, property.text)
    }
  }
}

extension PropertyName {
  fileprivate var isText: Bool { facts.type == .text }
}

extension [Component] {
  /// The components of one kind. Setting them keeps the others in their places.
  subscript<Detail: DetailComponent>(_: Detail.Type) -> [Detail] {
    get { all(named: Detail.componentName).map { Detail($0) } }
    set { replace(Detail.componentName, by: newValue.map(\.component)) }
  }
}

extension [Property] {
  /// The properties of one name. Setting them keeps the others in their places.
  subscript(name: PropertyName) -> [Property] {
    get { all(named: name.text) }
    set { replace(name.text, by: newValue) }
  }
}

/// A participant of an item, a person or an organisation, invited or not: PARTICIPANT of RFC 9073 §7.1.
///
/// The component is stored as it was read: properties without an accessor are in ``component``.
/// ```swift
/// event.participants.append(Participant(uid: "s1", kind: .sponsor, name: "Example Inc."))
/// ```
public struct Participant: DetailComponent {
  public static let componentName = "PARTICIPANT"
  /// The PARTICIPANT as it was read, with the properties that have no accessor.
  public var component: Component

  /// Creates a participant from a component, which is not checked.
  public init(_ component: Component) { self.component = component }

  /// Creates a participant with an identifier, which every component must have.
  public init(uid: String, kind: Kind, name: String = "", address: String = "") {
    component = Component(Self.componentName)
    (self.uid, self.kind, self.name, self.address) = (uid, kind, name, address)
  }

  /// The role of a participant (PARTICIPANT-TYPE). Other values are preserved.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The iCalendar value in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `ACTIVE`: takes an active part, for example as a member of a team.
    public static let active = Kind(rawValue: "ACTIVE")
    /// `INACTIVE`: has no active part, for example in the audience.
    public static let inactive = Kind(rawValue: "INACTIVE")
    /// `SPONSOR`: supports the event.
    public static let sponsor = Kind(rawValue: "SPONSOR")
    /// `CONTACT`: the person to ask for information.
    public static let contact = Kind(rawValue: "CONTACT")
    /// `BOOKING-CONTACT`: the person to ask for bookings and payments.
    public static let bookingContact = Kind(rawValue: "BOOKING-CONTACT")
    /// `EMERGENCY-CONTACT`: the person to call in an emergency.
    public static let emergencyContact = Kind(rawValue: "EMERGENCY-CONTACT")
    /// `PUBLICITY-CONTACT`: the person to ask for publicity.
    public static let publicityContact = Kind(rawValue: "PUBLICITY-CONTACT")
    /// `PLANNER-CONTACT`: the planner or the organizer of the event.
    public static let plannerContact = Kind(rawValue: "PLANNER-CONTACT")
    /// `PERFORMER`: performs, for example a musician.
    public static let performer = Kind(rawValue: "PERFORMER")
    /// `SPEAKER`: speaks at the event.
    public static let speaker = Kind(rawValue: "SPEAKER")
  }

  /// The role, which is required; `nil` if it is missing.
  public var kind: Kind? {
    get { component.value(PropertyName.participantType.text).map { Kind(rawValue: $0) } }
    set { if newValue != kind { component.set(newValue?.rawValue, PropertyName.participantType.text) } }
  }

  /// The calendar address (CALENDAR-ADDRESS) if it is also an attendee of the item; empty otherwise.
  public var address: String {
    get { self[.calendarAddress] }
    set { self[.calendarAddress] = newValue }
  }

  /// The name (SUMMARY).
  public var name: String {
    get { self[.summary] }
    set { self[.summary] = newValue }
  }

  /// The locations of the participation.
  public var locations: [DetailedLocation] {
    get { component.components[DetailedLocation.self] }
    set { component.components[DetailedLocation.self] = newValue }
  }

  /// The resources that the participant needs.
  public var resources: [DetailedResource] {
    get { component.components[DetailedResource.self] }
    set { component.components[DetailedResource.self] = newValue }
  }
}

/// A structured location, more detailed than LOCATION: VLOCATION of RFC 9073 §7.2, stored as
/// the component that was read.
public struct DetailedLocation: DetailComponent {
  public static let componentName = "VLOCATION"
  /// The VLOCATION as it was read, with the properties that have no accessor.
  public var component: Component

  /// Creates a location from a component, which is not checked.
  public init(_ component: Component) { self.component = component }

  /// Creates a location with an identifier, which every component must have.
  public init(uid: String, name: String, geo: Geo? = nil, types: [String] = []) {
    component = Component(Self.componentName)
    (self.uid, self.name, self.geo, self.types) = (uid, name, geo, types)
  }

  /// The name of the location (NAME); empty when not stated.
  public var name: String {
    get { self[.name] }
    set { self[.name] = newValue }
  }

  /// The coordinates (GEO, RFC 5545 §3.8.1.6); `nil` when not stated or not readable.
  public var geo: Geo? {
    get { component.value(PropertyName.geo.text).flatMap { Geo(written: $0) } }
    set { if newValue != geo { component.set(newValue?.written, PropertyName.geo.text) } }
  }

  /// The types of location (LOCATION-TYPE), with the values of RFC 4589: `airport`, `theater`.
  public var types: [String] {
    get {
      let texts = component.first(PropertyName.locationType.text)?.withView {
        $0.values().map { TextValue.unescaped($0) }
      }
      return (texts ?? []).filter { !$0.isEmpty }
    }
    set {
      guard newValue != types else { return }
      let value = newValue.map { TextValue.escaped($0) }.joined(separator: ",")
      component.set(newValue.isEmpty ? nil : value, PropertyName.locationType.text)
    }
  }

  /// The URI of further information (URL); empty when not stated.
  public var url: String {
    get { self[.url] }
    set { self[.url] = newValue }
  }
}

/// Equipment or a room, more detailed than RESOURCES: VRESOURCE of RFC 9073 §7.3, stored as
/// the component that was read.
public struct DetailedResource: DetailComponent {
  public static let componentName = "VRESOURCE"
  /// The VRESOURCE as it was read, with the properties that have no accessor.
  public var component: Component

  /// Creates a resource from a component, which is not checked.
  public init(_ component: Component) { self.component = component }

  /// Creates a resource with an identifier, which every component must have, and a type: `ROOM`, `PROJECTOR`,
  /// `REMOTE-CONFERENCE-AUDIO`, `REMOTE-CONFERENCE-VIDEO` or another value.
  public init(uid: String, name: String, type: String = "") {
    component = Component(Self.componentName)
    (self.uid, self.name, self.type) = (uid, name, type)
  }

  /// The name of the resource (NAME); empty when not stated.
  public var name: String {
    get { self[.name] }
    set { self[.name] = newValue }
  }

  /// The type (RESOURCE-TYPE); empty if it is missing.
  public var type: String {
    get { self[.resourceType] }
    set { self[.resourceType] = newValue }
  }
}
