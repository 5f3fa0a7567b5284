import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Events and to-dos.
extension JSCalendarReader {
  /// The item of an object without its changed instances; `nil` for an event without a start.
  mutating func item(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    guard var item = timedItem(kind, object) else { return nil }
    for row in MemberTable.rows { row.read(&self, object, &item) }
    return ICalendarRest.filled(item, from: object, options)
  }

  /// An item that says when it is, and for how long.
  private mutating func timedItem(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    let start = local("start", of: object)
    let due = kind == .todo ? local("due", of: object) : nil
    let zone = statedZone("timeZone", of: object)
    let isWhole = (object["showWithoutTime"]?.isTrue ?? false) && zone == nil
    func time(_ local: CivilDateTime, isDate: Bool) -> EventTime {
      if isDate { return .date(local.date) }
      return zone.map { EventTime.zoned(ZonedDateTime(local, in: $0)) } ?? .floating(local)
    }
    let isDate = isWhole && [start, due].compactMap { $0 }.allSatisfy { $0.time == .midnight }
    var item: Item
    if kind == .event {
      guard let start else {
        report(.error, .missingStart, "start", "an Event without a start", repair: "kept, not shown")
        return nil
      }
      item = Event("", from: time(start, isDate: isDate), uid: uid).item
    } else {
      item = Todo("", uid: uid).item
      item.start = start.map { time($0, isDate: isDate) }
    }
    readExtent(of: &item, object, due: due.map { time($0, isDate: isDate) })
    return item
  }

  private mutating func readExtent(of item: inout Item, _ object: JSONValue, due: EventTime?) {
    let length = duration(item.kind == .todo ? "estimatedDuration" : "duration", of: object)
    if let due {
      item.extent = .end(due)
      if let start = item.start, due.isBefore(start) {
        report(
          .warning, .endNotAfterStart, "due", "\(due) is before the start \(start)",
          repair: start.isDate ? "kept, read as lasting one day" : "kept, read as taking no time")
        // A DUE must be later than DTSTART (RFC 5545 §3.8.2.3), and from a date only whole days are counted.
        item.extent = .duration(.days(start.isDate ? 1 : 0))
      }
    } else if let length, let start = item.start {
      item.extent = .duration(length)
      if start.isDate, length.exactSeconds != 0 {
        // Legal here, but no day of iCalendar has hours.
        let days = max(1, (length.civilSeconds + 86_399) / 86_400)
        report(
          .note, .mixedTimeForms, item.kind == .todo ? "estimatedDuration" : "duration",
          "\(length) from a day without a time", repair: "kept, read as \(days) days")
        item.extent = .duration(.days(days))
      }
    }
    guard item.kind == .event, let start = item.start, !start.isDate, case .zoned(let zoned) = start else {
      return
    }
    let last = (object["locations"]?.members ?? []).first {
      $0.value.text("relativeTo") == "end" && !$0.value.text("timeZone").isEmpty
    }
    guard let last, let end = zone(last.value.text("timeZone"), "locations"), end != zoned.zone else {
      return
    }
    let finish = item.extent.end(from: start).instant(in: zoned.zone)
    item.extent = .end(.zoned(ZonedDateTime(finish, in: end)))
    if last.name != "end" {
      item.unmodelled.parameters.append(KeptParameters("DTEND", [Parameter(JSONKey.parameter, last.name)]))
    }
  }

  mutating func recurrenceID(of object: JSONValue, in item: Item) -> EventTime? {
    guard let start = JSCalendarWriter.anchor(of: item), let id = local("recurrenceId", of: object) else {
      return nil
    }
    if let zone = statedZone("recurrenceIdTimeZone", of: object) {
      return .zoned(ZonedDateTime(id, in: zone))
    }
    return start.isDate ? .date(id.date) : .floating(id)
  }

  mutating func rules(_ name: String, _ object: JSONValue, _ start: EventTime) -> [RecurrenceRule] {
    guard let stated = object[name] else { return [] }
    if stated.elements == nil {
      report(
        .warning, .badValue, name, "no list",
        repair: stated.members == nil ? "kept, not followed" : "read as one")
    }
    let values = stated.elements ?? (stated.members == nil ? [] : [stated])
    let limit = 64
    if values.count > limit {
      report(
        .error, .tooManyValues, name, "more than \(limit) rules",
        repair: "at most \(limit) are followed, all kept")
    }
    return values.prefix(limit).compactMap { value in
      let reader = JSCalendarRuleReader(value, start: start, isExclusion: name == "excludedRecurrenceRules")
      for finding in reader.findings {
        report(
          finding.severity, finding.code, name, finding.message, repair: finding.repair, line: finding.line)
      }
      return reader.rule
    }
  }

  /// What is not known is private (RFC 8984 §4.4.3).
  mutating func privacy(of object: JSONValue) -> Classification? {
    guard let stated = object["privacy"] else { return nil }
    if let known = stated.text.flatMap(Privacy.classification) { return known }
    if let word = stated.text {
      report(
        .note, .unknownValue, "privacy", "\(word.prefix(60)) is no word of privacy that is known",
        repair: "kept, taken as private")
    }
    return .private
  }

  mutating func tellUnknown(_ name: String, of object: JSONValue, _ known: [String]) {
    guard let word = object[name]?.text, !known.contains(word.lowercased()) else { return }
    report(
      .warning, .unknownValue, name, "\(word.prefix(60)) is no word of \(name)", repair: "kept as it is")
  }

  mutating func readPlaces(of item: inout Item, _ object: JSONValue) {
    let places = object["locations"]?.members ?? []
    func says(_ place: JSONValue) -> Bool {
      !place.text("name").isEmpty || Geo(uri: place.text("coordinates")) != nil
    }
    // The place of the item is the first that is not only where it ends.
    let main =
      places.first { says($0.value) && $0.value.text("relativeTo") != "end" }
      ?? places.first { says($0.value) }
    if let main {
      item.location = main.value.text("name")
      item.geo = Geo(uri: main.value.text("coordinates"))
      if main.name != "1", !JSCalendarPlace.needsComponent(main.value) || !JSONKey.isKey(main.name) {
        let property = item.location.isEmpty ? "GEO" : "LOCATION"
        item.unmodelled.parameters.append(KeptParameters(property, [Parameter(JSONKey.parameter, main.name)]))
      }
    }
    // Made apart from the item, which each change of its own would copy.
    item.locations = places.filter { place in
      let needsComponent = JSCalendarPlace.needsComponent(place.value)
      return needsComponent || says(place.value) && place.name != main?.name
    }.map { JSCalendarPlace.location($0.value, key: $0.name, options) }
    for place in places where !place.value.text("coordinates").isEmpty {
      if Geo(uri: place.value.text("coordinates")) == nil {
        tellLack(of: "coordinates that are a geo: URI", place, "locations")
      }
    }
  }

  mutating func readRooms(of item: inout Item, _ object: JSONValue) {
    for room in object["virtualLocations"]?.members ?? [] where room.value["uri"]?.text == nil {
      tellLack(of: "a uri", room, "virtualLocations")
    }
    let rooms = (object["virtualLocations"]?.members ?? []).filter { $0.value["uri"]?.text != nil }
    item.conferences = rooms.enumerated().map { index, room in
      Conference(
        room.value["uri"]?.address ?? "",
        features: (room.value["features"]?.set ?? []).map { Conference.Feature(rawValue: $0) },
        label: room.value.text("name"), parameters: JSONKey.kept(room.name, at: index))
    }
  }

  mutating func readLinks(of item: inout Item, _ object: JSONValue) {
    for link in object["links"]?.members ?? [] where link.value.text("href").isEmpty {
      tellLack(of: "an href", link, "links")
    }
    let links = JSCalendarLinks(object["links"], takesFiles: true)
    (item.attachments, item.images, item.url) = (links.files, links.images, links.url)
    if !links.urlKey.isEmpty { item.unmodelled.parameters.append(KeptParameters("URL", links.urlKey)) }
    item.links = links.others
  }

  private mutating func tellLack(of what: String, _ entry: JSONValue.Member, _ property: String) {
    guard entry.value.members != nil else { return }
    report(
      .warning, .badValue, property, "\(entry.name.prefix(60)) is without \(what)", repair: "kept, not shown",
      line: entry.line)
  }

  mutating func readPeople(of item: inout Item, _ object: JSONValue) {
    let people = object["participants"]?.members ?? []
    let addresses = Dictionary(
      people.compactMap { person in JSCalendarPerson.address(of: person.value).map { (person.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let owner = people.first { $0.value["roles"]?["owner"]?.isTrue ?? false }
    let reply = JSCalendarPerson.address(object["replyTo"])
    if let address = reply ?? owner.flatMap({ addresses[$0.name] }) {
      item.organizer = Organizer(address, name: owner?.value.text("name") ?? "")
    }
    var (attendees, participants): ([Attendee], [Participant]) = ([], [])
    for person in people {
      let roles = person.value["roles"]?.set ?? []
      if roles == ["owner"] {
        item.organizer?.parameters = JSONKey.kept(person.name, at: people.count - 1)
        continue
      }
      guard var attendee = JSCalendarPerson.attendee(person.value, address: { addresses[$0] ?? $0 }) else {
        participants.append(JSCalendarPerson.participant(person.value, key: person.name, options))
        continue
      }
      if JSCalendarPerson.needsComponent(person.value) {
        participants.append(JSCalendarPerson.participant(person.value, key: person.name, options))
      }
      attendee.parameters = JSONKey.kept(person.name, at: attendees.count)
      attendees.append(attendee)
    }
    (item.attendees, item.participants) = (attendees, participants)
  }

  mutating func readAlerts(of item: inout Item, _ object: JSONValue) {
    let referred = JSCalendarAlert.referred(object["alerts"])
    var alarms: [Alarm] = []
    for member in object["alerts"]?.members ?? [] {
      let alarm = JSCalendarAlert.alarm(
        member.value, key: member.name, at: alarms.count, isReferred: referred.contains(member.name))
      guard let alarm else {
        tellUnread(member)
        continue
      }
      let whole = ICalendarRest.filled(alarm, from: member.value[ICalendarRest.component], options)
      if whole.action == .email, whole.attendees.isEmpty {
        // Legal here, where it goes to the user.
        report(
          .note, .incompleteAlarm, "alerts", "an alarm by e-mail that does not say to whom",
          repair: "kept as it is, tells nobody", line: member.line)
      }
      alarms.append(whole)
    }
    item.alarms = alarms
  }

  private mutating func tellUnread(_ alert: JSONValue.Member) {
    guard alert.value.members != nil else { return }
    let type = alert.value["trigger"]?.text("@type") ?? ""
    // RFC 8984 §4.5.2: there may be triggers of other types, which never go off.
    let isOther = !type.isEmpty && !["OffsetTrigger", "AbsoluteTrigger"].contains(type)
    report(
      isOther ? .note : .error, .incompleteAlarm, "alerts",
      "an alert that does not say when in a way that is known", repair: "kept, never goes off",
      line: alert.line)
  }
}
