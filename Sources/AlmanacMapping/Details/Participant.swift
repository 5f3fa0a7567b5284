internal import AlmanacComponents
public import AlmanacEvents

/// Somebody or something with a part in an item, whether invited or not: PARTICIPANT of RFC 9073 §7.1.
///
/// It is the component as a file has it: what is not named here stays in ``component``.
/// ```swift
/// event.participants.append(Participant(uid: "s1", kind: .sponsor, name: "Example Inc."))
/// ```
public struct Participant: Sendable, Hashable {
  package static let kind = "PARTICIPANT"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameter uid: What tells it from others, as every component must have one.
  public init(uid: String, kind: Kind, name: String = "", address: String = "") {
    component = Component(Self.kind)
    (self.uid, self.kind, self.name, self.address) = (uid, kind, name, address)
  }

  /// What part it has (PARTICIPANT-TYPE). Open: other words are kept.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
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

  /// `nil` for one that does not say, which it must.
  public var kind: Kind? {
    get { component.value("PARTICIPANT-TYPE").map(Kind.init) }
    set { if newValue != kind { component.set(newValue?.rawValue, "PARTICIPANT-TYPE") } }
  }

  /// Its calendar address, where it is invited too (CALENDAR-ADDRESS), as one of the item's attendees; empty otherwise.
  public var address: String {
    get { component.value("CALENDAR-ADDRESS") ?? "" }
    set { component.set(newValue.isEmpty ? nil : newValue, "CALENDAR-ADDRESS") }
  }

  /// What it is called (SUMMARY).
  public var name: String {
    get { component.text("SUMMARY") }
    set { component.setText(newValue, "SUMMARY") }
  }

  public var details: String {
    get { component.text("DESCRIPTION") }
    set { component.setText(newValue, "DESCRIPTION") }
  }

  /// Where it takes part.
  public var locations: [DetailedLocation] {
    get { component.components.all(named: DetailedLocation.kind).map { DetailedLocation($0) } }
    set { component.components.replace(DetailedLocation.kind, by: newValue.map(\.component)) }
  }

  /// What it needs.
  public var resources: [DetailedResource] {
    get { component.components.all(named: DetailedResource.kind).map { DetailedResource($0) } }
    set { component.components.replace(DetailedResource.kind, by: newValue.map(\.component)) }
  }
}

/// A place in more words than LOCATION has: VLOCATION of RFC 9073 §7.2, as a file has it.
public struct DetailedLocation: Sendable, Hashable {
  package static let kind = "VLOCATION"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameter uid: What tells it from others, as every component must have one.
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

  /// What kind of place it is (LOCATION-TYPE), in the words of RFC 4589: `airport`, `theater`.
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

/// Equipment or a room in more words than RESOURCES has: VRESOURCE of RFC 9073 §7.3, as a file has it.
public struct DetailedResource: Sendable, Hashable {
  static let kind = "VRESOURCE"
  public var component: Component

  public init(_ component: Component) { self.component = component }

  /// - Parameters:
  ///   - uid: What tells it from others, as every component must have one.
  ///   - type: `ROOM`, `PROJECTOR`, `REMOTE-CONFERENCE-AUDIO`, `REMOTE-CONFERENCE-VIDEO` or another word.
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

  /// RESOURCE-TYPE; empty when it does not say.
  public var type: String {
    get { component.text("RESOURCE-TYPE") }
    set { component.setText(newValue, "RESOURCE-TYPE") }
  }
}
