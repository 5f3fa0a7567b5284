import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// Conversion between VLOCATION and Location (RFC 8984 §4.2.5).
enum JSCalendarPlace {
  /// - Parameter isMarked: Whether the object must contain the component, even if it has only a name.
  static func object(_ location: DetailedLocation, key: String, isMarked: Bool = false) -> JSONValue {
    var object: JSONValue = ["@type": "Location"]
    let rest = location.moved(.locations, to: &object, key: key)
    let isEmptyKept = isMarked && !needsComponent(object)
    object[ICalComponent.member] =
      isEmptyKept ? JCalWriter.component(rest) : ICalComponent.value(of: rest)
    return object
  }

  /// Whether a Location has content that LOCATION and GEO cannot represent.
  static func needsComponent(_ object: JSONValue) -> Bool {
    let plain = [DetailMember<DetailedLocation>.name.name, DetailMember<DetailedLocation>.coordinates.name]
    let names = [DetailMember<DetailedLocation>].locations.map(\.name).filter { !plain.contains($0) }
    return (names + [ICalComponent.member]).contains { object[$0] != nil }
  }
}

extension [DetailMember<DetailedLocation>] {
  static let locations: Self = [.name, .text("description", .description), .types, .coordinates, .url]
}

extension DetailMember<DetailedLocation> {
  fileprivate static let name = text("name", .name)

  fileprivate static let types = Self(name: "locationTypes", property: .locationType) {
    $1.types = $0.set("locationTypes")
  } write: {
    Set($0.types).count == $0.types.count ? .set($0.types) : nil
  }

  fileprivate static let coordinates = Self(name: "coordinates", property: .geo) {
    $1.geo = Geo(uri: $0.text("coordinates"))
  } write: { location in
    // Only coordinates that are written the same way again.
    location.geo.flatMap { location.component.value("GEO") == $0.written ? .string($0.uri) : nil }
  }

  fileprivate static let url = Self(name: "links", property: .url) {
    $1.url = $0.entries("links").first?.value.text("href") ?? ""
  } write: {
    .map(["1"], [["@type": "Link", "href": .string($0.url)]])
  }
}

extension MemberTable {
  /// The item's own location first, then the VLOCATIONs; a VLOCATION with the same name and position shares
  /// the first object.
  static let places = Row(
    [.location, .geo],
    ["locations": .map(texts: ["name", "description", "relativeTo", "timeZone", "coordinates"])]
  ) { reader, object, item in
    let places = object.entries("locations")
    func isPlace(_ place: JSONValue.Member) -> Bool {
      !place.value.text("name").isEmpty || Geo(uri: place.value.text("coordinates")) != nil
    }
    // The item's own location is the first that is not only the location of the end.
    let main =
      places.first { isPlace($0) && $0.value.text("relativeTo") != "end" } ?? places.first(where: isPlace)
    if let main {
      item.location = main.value.text("name")
      item.geo = Geo(uri: main.value.text("coordinates"))
      if main.name != "1", !JSCalendarPlace.needsComponent(main.value) || !JSONKey.isKey(main.name) {
        let property = item.location.isEmpty ? "GEO" : "LOCATION"
        item.unmodelled.parameters.append(KeptParameters(property, [Parameter(JSONKey.parameter, main.name)]))
      }
    }
    // Collected first, because each change of the item would copy it.
    item.locations = places.filter { place in
      JSCalendarPlace.needsComponent(place.value) || isPlace(place) && place.name != main?.name
    }.map { DetailedLocation($0, by: .locations, reader.options) }
    reader.reportMissing(of: "coordinates that are a geo: URI", in: places, "locations") {
      !$0.text("coordinates").isEmpty && Geo(uri: $0.text("coordinates")) == nil
    }
  } write: { _, item, object in
    var places = JSONMap(object.entries("locations"))
    var locations = item.locations
    if !item.location.isEmpty || item.geo != nil {
      let property = item.location.isEmpty ? "GEO" : "LOCATION"
      let same = locations.firstIndex { $0.name == item.location && $0.geo == item.geo }
      let stated = JSONKey.stated(for: property, in: item.unmodelled)
      let key = stated ?? same.map { places.freeKey(uid: locations[$0].uid) } ?? "1"
      // The location of the end may be the item's own location.
      var place = places[key] ?? ["@type": "Location"]
      place["name"] = .text(item.location)
      place["coordinates"] = .written(item.geo?.uri)
      if let same {
        let more = JSCalendarPlace.object(locations.remove(at: same), key: key, isMarked: true)
        place = place.filled(from: more)
      }
      places[key] = place
    }
    for location in locations {
      // A VLOCATION may complete the location of the end.
      if let last = places[location.uid], last.text("relativeTo") == "end", last["name"] == nil {
        places[location.uid] = last.filled(from: JSCalendarPlace.object(location, key: location.uid))
      } else {
        let key = places.freeKey(uid: location.uid)
        places[key] = JSCalendarPlace.object(location, key: key)
      }
    }
    object["locations"] = .map(places.entries)
  }

  static let rooms = Row([.conference], ["virtualLocations": .map(texts: ["name", "description", "uri"])]) {
    reader, object, item in
    let rooms = object.entries("virtualLocations")
    reader.reportMissing(of: "a uri", in: rooms, "virtualLocations") { $0["uri"]?.text == nil }
    item.conferences = rooms.filter { $0.value["uri"]?.text != nil }.enumerated().map { index, room in
      Conference(
        room.value["uri"]?.address ?? "",
        features: room.value.set("features").map { Conference.Feature(rawValue: $0) },
        label: room.value.text("name"), parameters: JSONKey.kept(room.name, at: index))
    }
  } write: { _, item, object in
    let rooms = item.conferences.map { room -> JSONValue in
      [
        "@type": "VirtualLocation", "name": .text(room.label), "uri": .string(room.uri),
        "features": .set(room.features.map { $0.rawValue.lowercased() }),
      ]
    }
    let keys = JSONKey.assigned(item.conferences.map { JSONKey.stated(in: $0.parameters) })
    object["virtualLocations"] = .map(keys, rooms)
  } keep: { item, _, rest in
    conferences.copy(item.conferences, in: &rest, \.conferences)
  } restore: { rest, item in
    item.conferences = conferences.completed(item.conferences, from: rest.conferences)
  }

  private static let conferences = LossyParts<Conference, String>(key: \.uri, parameters: \.parameters)
}

extension JSCalendarReader {
  /// Reports the objects in a map that lack required content.
  mutating func reportMissing(
    of what: String, in entries: [JSONValue.Member], _ property: String, where lacks: (JSONValue) -> Bool
  ) {
    for entry in entries where entry.value.members != nil && lacks(entry.value) {
      report(.warning, .badValue, property, "\(entry.name.prefix(60)) is without \(what)", line: entry.line)
    }
  }
}
