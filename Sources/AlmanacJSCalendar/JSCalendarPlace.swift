import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

// MARK: Components of RFC 9073

/// Conversion of an RFC 9073 component to a JSCalendar object and back: properties that the object has
/// members for are removed, the others are stored in the object's `iCalComponent`.
///
/// The key of the object is the component's UID if that is a valid key (RFC 8984 §1.4.1).
extension Component {
  /// The component stored in an object; a new one if there is none with the name.
  init(_ object: JSONValue, named name: String, _ options: ICSOptions) {
    let kept = object[ICalendarRest.component].flatMap { JCalReader.component($0, options.limits) }
    self = kept.flatMap { $0.isNamed(name) ? $0 : nil } ?? Component(name)
  }

  /// Removes and returns the value of the first property with a name, still escaped, unless it has parameters
  /// other than VALUE.
  @discardableResult
  mutating func take(_ name: String, where isRepresentable: (String) -> Bool = { _ in true }) -> String? {
    guard let index = properties.firstIndex(named: name) else { return nil }
    let property = properties[index]
    guard !property.value.isEmpty, property.parameters.allSatisfy({ $0.name == "VALUE" }),
      isRepresentable(property.value)
    else { return nil }
    return properties.remove(at: index).value
  }

  /// - Parameter text: The text required for removal; `nil` for any.
  @discardableResult
  mutating func takeText(_ name: String, saying text: String? = nil) -> String {
    TextValue.unescaped(take(name) { text == nil || TextValue.unescaped($0) == text } ?? "")
  }

  /// Inserts properties that have a value, and that the component lacks, before the others.
  mutating func put(_ values: KeyValuePairs<String, String>) {
    let new = values.filter { !$0.value.isEmpty && value($0.key) == nil }
    properties.insert(contentsOf: new.map { Property($0.key, value: $0.value) }, at: 0)
  }
}

// MARK: Places

/// Conversion between VLOCATION and Location (RFC 8984 §4.2.5).
enum JSCalendarPlace {
  /// - Parameter isMarked: Whether the object must contain the component, even if it has only a name.
  static func object(_ location: DetailedLocation, key: String, isMarked: Bool = false) -> JSONValue {
    var component = location.component
    let types = location.types
    let isSet = !types.isEmpty && Set(types).count == types.count
    var object: JSONValue = [
      "@type": "Location", "name": .text(component.takeText("NAME")),
      "description": .text(component.takeText("DESCRIPTION")),
      "locationTypes": isSet && component.take("LOCATION-TYPE") != nil ? .set(types) : nil,
      "coordinates": .written(
        component.take("GEO") { Geo(written: $0)?.written == $0 }.flatMap(Geo.init(written:))?.uri),
      "links": component.take("URL").flatMap { .map(["1"], [["@type": "Link", "href": .string($0)]]) },
    ]
    component.takeText("UID", saying: key)
    let isEmptyKept = isMarked && !needsComponent(object)
    object[ICalendarRest.component] =
      isEmptyKept ? JCalWriter.component(component) : ICalendarRest.value(of: component)
    return object
  }

  /// Whether a Location has content that LOCATION and GEO cannot represent.
  static func needsComponent(_ object: JSONValue) -> Bool {
    ["description", "locationTypes", "links", ICalendarRest.component].contains { object[$0] != nil }
  }

  static func location(_ object: JSONValue, key: String, _ options: ICSOptions) -> DetailedLocation {
    var component = Component(object, named: DetailedLocation.kind, options)
    component.put([
      "UID": TextValue.escaped(key), "NAME": TextValue.escaped(object.text("name")),
      "DESCRIPTION": TextValue.escaped(object.text("description")),
      "LOCATION-TYPE": object.set("locationTypes").map { TextValue.escaped($0) }.joined(separator: ","),
      "GEO": Geo(uri: object.text("coordinates"))?.written ?? "",
      "URL": object.entries("links").first?.value.text("href") ?? "",
    ])
    return DetailedLocation(component)
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
    }.map { JSCalendarPlace.location($0.value, key: $0.name, reader.options) }
    reader.reportLack(of: "coordinates that are a geo: URI", in: places, "locations") {
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
    reader.reportLack(of: "a uri", in: rooms, "virtualLocations") { $0["uri"]?.text == nil }
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
    rest.conferences = conferences.kept(of: item.conferences)
  } restore: { rest, item in
    item.conferences = conferences.filled(item.conferences, from: rest.conferences)
  }

  private static let conferences = KeptParts<Conference, String>(key: \.uri, parameters: \.parameters)
}

extension JSCalendarReader {
  /// Reports the objects in a map that lack required content.
  mutating func reportLack(
    of what: String, in entries: [JSONValue.Member], _ property: String, where lacks: (JSONValue) -> Bool
  ) {
    for entry in entries where entry.value.members != nil && lacks(entry.value) {
      report(.warning, .badValue, property, "\(entry.name.prefix(60)) is without \(what)", line: entry.line)
    }
  }
}
