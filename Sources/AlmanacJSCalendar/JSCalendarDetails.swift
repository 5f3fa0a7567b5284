import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// A component of RFC 9073 as a JSCalendar object and back: what the object has members for is taken out, the rest
/// travels in the object's `iCalComponent`.
///
/// The key of the object is the component's UID where that can be a key (RFC 8984 §1.4.1).
extension Component {
  /// The component that stands in an object; a new one where none of the name does.
  fileprivate init(_ object: JSONValue, named name: String, _ options: ICSOptions) {
    let kept = object[ICalendarRest.component].flatMap { JCalReader.component($0, options.limits) }
    self = kept.flatMap { $0.isNamed(name) ? $0 : nil } ?? Component(name)
  }

  // MARK: To JSCalendar

  /// Takes out the first property of a name, escapes and all, unless parameters say more of it.
  fileprivate mutating func take(
    _ name: String, where isSayable: (String) -> Bool = { _ in true }
  ) -> String? {
    guard let index = properties.firstIndex(named: name) else { return nil }
    let property = properties[index]
    guard !property.value.isEmpty, property.parameters.allSatisfy({ $0.name == "VALUE" }),
      isSayable(property.value)
    else { return nil }
    properties.remove(at: index)
    return property.value
  }

  fileprivate mutating func takeText(
    _ name: String, where isSayable: (String) -> Bool = { _ in true }
  ) -> String {
    take(name) { isSayable(TextValue.unescaped($0)) }.map { TextValue.unescaped($0) } ?? ""
  }

  // MARK: From JSCalendar

  /// Puts properties that have values before those that are there.
  fileprivate mutating func put(_ values: [(name: String, value: String)]) {
    let new = values.filter { !$0.value.isEmpty && value($0.name) == nil }
    properties.insert(contentsOf: new.map { Property($0.name, value: $0.value) }, at: 0)
  }
}

extension JSONKey {
  /// Whether a text can be the key of a map (RFC 8984 §1.4.1).
  static func isKey(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// The keys of a map while it is made.
struct TakenKeys {
  private var taken: Set<String>
  /// No number before it is free.
  private var next: Int

  init(_ taken: some Sequence<String>) {
    self.taken = Set(taken)
    next = self.taken.count + 1
  }

  mutating func insert(_ key: String) { taken.insert(key) }

  /// A key for a component, which it takes: its UID, else a number. All together are linear in the keys.
  mutating func key(ofUID uid: String) -> String {
    if JSONKey.isKey(uid), taken.insert(uid).inserted { return uid }
    while !taken.insert(String(next)).inserted { next += 1 }
    return String(next)
  }
}

/// VLOCATION and the Location (RFC 8984 §4.2.5).
enum JSCalendarPlace {
  /// - Parameter isMarked: Whether the component must be told from a place that has none.
  static func object(_ location: DetailedLocation, key: String, isMarked: Bool) -> JSONObject {
    var component = location.component
    var object = JSONObject(type: "Location")
    object.add("name", component.takeText("NAME"))
    object.add("description", component.takeText("DESCRIPTION"))
    let types = location.types
    if !types.isEmpty, Set(types).count == types.count, component.take("LOCATION-TYPE") != nil {
      object.add("locationTypes", set: types)
    }
    let geo = component.take("GEO") { Geo(written: $0)?.written == $0 }
    if let geo = geo.flatMap(Geo.init(written:)) { object["coordinates"] = .string(geo.uri) }
    if let url = component.take("URL") {
      var link = JSONObject(type: "Link")
      link["href"] = .string(url)
      object.add("links", JSONObject([JSONValue.Member(name: "1", value: link.value)]))
    }
    _ = component.takeText("UID") { $0 == key }
    if let rest = isMarked ? JCalWriter.component(component) : ICalendarRest.value(of: component) {
      object[ICalendarRest.component] = rest
    }
    return object
  }

  /// Whether a Location says more than LOCATION and GEO can.
  static func needsComponent(_ object: JSONValue) -> Bool {
    ["description", "locationTypes", "links", ICalendarRest.component].contains { object[$0] != nil }
  }

  static func location(_ object: JSONValue, key: String, _ options: ICSOptions) -> DetailedLocation {
    var component = Component(object, named: DetailedLocation.kind, options)
    let types = (object["locationTypes"]?.set ?? []).map { TextValue.escaped($0) }.joined(separator: ",")
    component.put([
      ("UID", TextValue.escaped(key)), ("NAME", TextValue.escaped(object.text("name"))),
      ("DESCRIPTION", TextValue.escaped(object.text("description"))), ("LOCATION-TYPE", types),
      ("GEO", Geo(uri: object.text("coordinates"))?.written ?? ""),
      ("URL", object["links"]?.members?.first?.value.text("href") ?? ""),
    ])
    return DetailedLocation(component)
  }
}

/// PARTICIPANT and the Participant (RFC 8984 §4.4.6).
extension JSCalendarPerson {
  /// Somebody who is not invited: without an address to which anything is sent.
  static func object(_ participant: Participant, key: String) -> JSONObject {
    var component = participant.component
    var object = JSONObject(type: "Participant")
    object.add("name", component.takeText("SUMMARY"))
    object.add("description", component.takeText("DESCRIPTION"))
    if let kind = component.take("PARTICIPANT-TYPE") { object.add("roles", set: [role(kind)]) }
    _ = component.takeText("UID") { $0 == key }
    object[ICalendarRest.component] = ICalendarRest.value(of: component)
    return object
  }

  /// What a component says more of somebody who is invited.
  static func details(_ participant: Participant, of person: JSONObject, key: String) -> JSONObject {
    var component = participant.component
    var object = person
    object.add("description", component.takeText("DESCRIPTION"))
    _ = component.takeText("SUMMARY") { $0 == person["name"]?.text }
    _ = component.take("CALENDAR-ADDRESS") { $0 == address(of: person.value) }
    _ = component.takeText("UID") { $0 == key }
    object[ICalendarRest.component] = JCalWriter.component(component)
    return object
  }

  /// Whether a Participant with an address says more than ATTENDEE can.
  static func needsComponent(_ object: JSONValue) -> Bool {
    ["description", ICalendarRest.component].contains { object[$0] != nil }
  }

  static func participant(_ object: JSONValue, key: String, _ options: ICSOptions) -> Participant {
    var component = Component(object, named: Participant.kind, options)
    let address = address(of: object)
    let kind = address == nil ? object["roles"]?.set.first.map(kind(ofRole:)) : nil
    component.put([
      ("UID", TextValue.escaped(key)), ("PARTICIPANT-TYPE", kind ?? ""),
      ("CALENDAR-ADDRESS", address ?? ""), ("SUMMARY", TextValue.escaped(object.text("name"))),
      ("DESCRIPTION", TextValue.escaped(object.text("description"))),
    ])
    return Participant(component)
  }

  /// RFC 9073's words are roles in small letters, but for one that RFC 8984 has under another name.
  private static func role(_ kind: String) -> String {
    kind.uppercased() == "INACTIVE" ? "informational" : kind.lowercased()
  }

  private static func kind(ofRole role: String) -> String {
    role == "informational" ? "INACTIVE" : role.uppercased()
  }
}
