import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// Places, links, people.
extension JSCalendarWriter {
  static func addRooms(of item: Item, to object: inout JSONObject) {
    let keys = JSONKey.assigned(item.conferences.map { JSONKey.stated(in: $0.parameters) })
    var virtual = JSONObject()
    for (key, conference) in zip(keys, item.conferences) {
      var place = JSONObject(type: "VirtualLocation")
      place.add("name", conference.label)
      place["uri"] = .string(conference.uri)
      place.add("features", set: conference.features.map { $0.rawValue.lowercased() })
      virtual[key] = place.value
    }
    object.add("virtualLocations", virtual)
  }

  /// The place of the item first, then the VLOCATIONs; one that tells of the same place stands with it.
  static func addLocations(of item: Item, to object: inout JSONObject) {
    var places = JSONObject(object["locations"]?.members ?? [])
    var locations = item.locations
    var taken = TakenKeys(places.members.map(\.name))
    if !item.location.isEmpty || item.geo != nil {
      let property = item.location.isEmpty ? "GEO" : "LOCATION"
      let same = locations.firstIndex { $0.name == item.location && $0.geo == item.geo }
      let stated = JSONKey.stated(for: property, in: item.unmodelled)
      let key = stated ?? same.map { taken.key(ofUID: locations[$0].uid) } ?? "1"
      // A place at which it ends may be the one.
      var place = JSONObject(places[key]?.members ?? JSONObject(type: "Location").members)
      place.add("name", item.location)
      if let geo = item.geo {
        place["coordinates"] = .string(geo.uri)
      }
      if let same {
        let more = JSCalendarPlace.object(locations.remove(at: same), key: key, isMarked: true)
        place = JSONObject(place.value.filled(from: more.value).members ?? [])
        let sayable = JSCalendarPlace.needsComponent(place.value.without(ICalendarRest.component))
        if sayable, more[ICalendarRest.component]?.isEmptyComponent ?? false {
          place[ICalendarRest.component] = nil
        }
      }
      places[key] = place.value
      taken.insert(key)
    }
    for location in locations {
      // The place at which it ends may be known by more than its clock.
      if let last = places[location.uid], last.text("relativeTo") == "end", last["name"] == nil {
        let more = JSCalendarPlace.object(location, key: location.uid, isMarked: false)
        places[location.uid] = last.filled(from: more.value)
        continue
      }
      let key = taken.key(ofUID: location.uid)
      places[key] = JSCalendarPlace.object(location, key: key, isMarked: false).value
    }
    object.add("locations", places)
  }

  /// Attachments are enclosures, images icons, the URL describes the item; LINKs say what they are.
  static func links(
    _ files: [AttachedFile], _ images: [AttachedImage], _ url: String, urlKey: String?,
    _ others: [ItemLink] = []
  ) -> JSONObject {
    let stated = (files + images.map(\.file)).map { JSONKey.stated(in: $0.parameters) }
    let keys = JSONKey.assigned(
      stated + (url.isEmpty ? [] : [urlKey]) + others.map { JSONKey.stated(in: $0.property.parameters) })
    var links: [JSONObject] = files.map { link($0, rel: "enclosure") }
    for image in images {
      var object = link(image.file, rel: "icon")
      if let display = image.displays.first { object.add("display", display.rawValue.lowercased()) }
      links.append(object)
    }
    if !url.isEmpty { links.append(link(AttachedFile(.uri(url)), rel: "describedby")) }
    for other in others {
      var object = link(AttachedFile(.uri(other.target), mediaType: other.mediaType), rel: other.relation)
      object.add("title", other.label)
      links.append(object)
    }
    return JSONObject(zip(keys, links).map { JSONValue.Member(name: $0, value: $1.value) })
  }

  private static func link(_ file: AttachedFile, rel: String) -> JSONObject {
    var object = JSONObject(type: "Link")
    switch file.content {
    case .uri(let uri): object["href"] = .string(uri)
    case .bytes(let bytes):
      object["href"] = .string("data:\(file.mediaType);base64,\(Base64.encoded(bytes))")
    }
    object.add("contentType", file.mediaType)
    object["rel"] = .string(rel)
    return object
  }

  static func addPeople(of item: Item, to object: inout JSONObject) {
    let organizer = item.organizer
    if let organizer { object["replyTo"] = JSCalendarPerson.method(organizer.address) }
    let owner = organizer.flatMap { organizer in
      item.attendees.firstIndex { JSCalendarPerson.isSame($0, as: organizer) }
    }
    var stated = item.attendees.map { JSONKey.stated(in: $0.parameters) }
    if let organizer, owner == nil { stated.append(JSONKey.stated(in: organizer.parameters)) }
    let keys = JSONKey.assigned(stated)
    let byAddress = Dictionary(
      zip(item.attendees, keys).map { ($0.address.lowercased(), $1) }, uniquingKeysWith: { first, _ in first }
    )
    var people = zip(keys, item.attendees).enumerated().map { index, pair in
      JSONValue.Member(
        name: pair.0,
        value: JSCalendarPerson.object(pair.1, isOwner: index == owner) { byAddress[$0.lowercased()] ?? $0 })
    }
    if let organizer, owner == nil, let key = keys.last {
      people.append(JSONValue.Member(name: key, value: JSCalendarPerson.object(organizer)))
    }
    object.add("participants", withDetails(JSONObject(people), of: item, keys))
  }

  /// With the PARTICIPANTs: what they say more of those who are invited, and who is not.
  private static func withDetails(_ people: JSONObject, of item: Item, _ keys: [String]) -> JSONObject {
    var people = people
    guard !item.participants.isEmpty else { return people }
    var taken = TakenKeys(keys)
    var told: Set<String> = []
    let invited = Dictionary(
      zip(item.attendees.map { $0.address.lowercased() }, keys), uniquingKeysWith: { first, _ in first })
    for participant in item.participants {
      let address = participant.address.lowercased()
      if let key = address.isEmpty ? nil : invited[address], let person = people[key]?.members,
        told.insert(key).inserted
      {
        people[key] = JSCalendarPerson.details(participant, of: JSONObject(person), key: key).value
      } else {
        let key = taken.key(ofUID: participant.uid)
        people[key] = JSCalendarPerson.object(participant, key: key).value
      }
    }
    return people
  }
}

/// Participants (RFC 8984 §4.4.6).
enum JSCalendarPerson {
  /// By which method an address is reached: iMIP by e-mail.
  static func method(_ address: String) -> JSONValue {
    let isMail = address.lowercased().hasPrefix("mailto:")
    return .object([JSONValue.Member(name: isMail ? "imip" : "other", value: .string(address))])
  }

  /// The address among several methods.
  static func address(_ methods: JSONValue?) -> String? {
    methods?["imip"]?.address ?? methods?["other"]?.address
      ?? methods?.members?.lazy.compactMap(\.value.address).first
  }

  /// Whether an attendee is the organizer too; one object then says both.
  static func isSame(_ attendee: Attendee, as organizer: Organizer) -> Bool {
    attendee.address.lowercased() == organizer.address.lowercased() && attendee.name == organizer.name
  }

  static func object(_ organizer: Organizer) -> JSONValue {
    var person = JSONObject(type: "Participant")
    person.add("name", organizer.name)
    person["sendTo"] = method(organizer.address)
    person.add("roles", set: ["owner"])
    return person.value
  }

  /// - Parameter key: The key under which the person of an address stands; people outside stand under their addresses.
  static func object(_ attendee: Attendee, isOwner: Bool, key: (String) -> String) -> JSONValue {
    var person = JSONObject(type: "Participant")
    person.add("name", attendee.name)
    person["sendTo"] = method(attendee.address)
    if let kind = attendee.kind.flatMap(word) { person["kind"] = .string(kind) }
    var roles = (isOwner ? ["owner"] : []) + ["attendee"]
    if let role = attendee.role.flatMap({ role in Self.roles.first { $0.0 == role }?.1 }) {
      roles.append(role)
    }
    person.add("roles", set: roles)
    switch attendee.status {
    case .completed: person["progress"] = .string("completed")
    case .inProcess: person["progress"] = .string("in-process")
    case let status?: person["participationStatus"] = .string(status.rawValue.lowercased())
    case nil: break
    }
    if attendee.wantsReply { person["expectReply"] = .bool(true) }
    person.add("delegatedTo", set: attendee.delegates.map(key))
    person.add("delegatedFrom", set: attendee.delegators.map(key))
    person.add("memberOf", set: attendee.groups.map(key))
    return person.value
  }

  private static let roles: [(Attendee.Role, String)] = [
    (.chair, "chair"), (.optional, "optional"), (.informed, "informational"),
  ]
  private static let kinds: [(Attendee.Kind, String)] = [
    (.individual, "individual"), (.group, "group"), (.room, "location"), (.resource, "resource"),
  ]

  private static func word(_ kind: Attendee.Kind) -> String? { kinds.first { $0.0 == kind }?.1 }

  /// - Parameter address: The address of the person under a key.
  /// - Returns: `nil` for somebody without an address.
  static func attendee(_ value: JSONValue, address: (String) -> String) -> Attendee? {
    guard let own = Self.address(of: value) else { return nil }
    let roles = value["roles"]?.set ?? []
    var status = value["participationStatus"]?.text.map(Attendee.Status.init)
    switch value.text("progress") {
    case "completed": status = .completed
    case "in-process": status = .inProcess
    default: break
    }
    return Attendee(
      own, name: value.text("name"), role: Self.roles.first { roles.contains($0.1) }?.0, status: status,
      kind: Self.kinds.first { $0.1 == value.text("kind") }?.0,
      wantsReply: value["expectReply"]?.isTrue ?? false,
      groups: (value["memberOf"]?.set ?? []).map(address),
      delegates: (value["delegatedTo"]?.set ?? []).map(address),
      delegators: (value["delegatedFrom"]?.set ?? []).map(address))
  }

  /// Whether a Participant can say all of an attendee.
  static func isSayable(_ attendee: Attendee) -> Bool {
    var plain = attendee
    plain.parameters = []
    return Self.attendee(object(plain, isOwner: false) { $0 }) { $0 } == plain
      && JSONKey.isAlone(in: attendee.parameters)
  }

  static func address(of person: JSONValue) -> String? {
    let stated = address(person["sendTo"]) ?? person["email"]?.address.map { "mailto:" + $0 }
    return stated.flatMap { $0.isEmpty ? nil : $0 }
  }
}
