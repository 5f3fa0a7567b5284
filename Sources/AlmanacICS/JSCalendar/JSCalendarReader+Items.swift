import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Events and to-dos.
extension JSCalendarReader {
  /// The item of an object without its changed instances; `nil` for an event without a start.
  mutating func item(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
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
      item = Event(object.text("title"), from: time(start, isDate: isDate), uid: uid).item
    } else {
      item = Todo(object.text("title"), uid: uid).item
      item.start = start.map { time($0, isDate: isDate) }
    }
    readExtent(of: &item, object, due: due.map { time($0, isDate: isDate) })
    readRecurrence(of: &item, object)
    readManner(of: &item, object)
    readPlaces(of: &item, object)
    readPeople(of: &item, object)
    readAlerts(of: &item, object)
    item.relations = JSCalendarRelation.relations(object["relatedTo"])
    item.requestStatuses = [object["requestStatus"]?.text].compactMap {
      $0.flatMap(RequestStatus.init(written:))
    }
    return ICalendarRest.filled(
      item, from: object[ICalendarRest.component], object[ICalendarRest.parameters], options)
  }

  private mutating func readExtent(of item: inout Item, _ object: JSONValue, due: EventTime?) {
    let length = duration(item.kind == .todo ? "estimatedDuration" : "duration", of: object)
    if let due {
      item.extent = .end(due)
    } else if let length, item.start != nil {
      item.extent = .duration(length)
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

  private mutating func readRecurrence(of item: inout Item, _ object: JSONValue) {
    guard let start = JSCalendarWriter.anchor(of: item) else { return }
    item.recurrence.rules = rules("recurrenceRules", object, start)
    item.recurrence.exclusionRules = rules("excludedRecurrenceRules", object, start)
    guard let id = local("recurrenceId", of: object) else { return }
    if let zone = statedZone("recurrenceIdTimeZone", of: object) {
      item.recurrenceID = .zoned(ZonedDateTime(id, in: zone))
    } else {
      item.recurrenceID = start.isDate ? .date(id.date) : .floating(id)
    }
  }

  private mutating func rules(_ name: String, _ object: JSONValue, _ start: EventTime) -> [RecurrenceRule] {
    (object[name]?.elements ?? []).prefix(64).compactMap { value in
      if let rule = JSCalendarRule.rule(value, start: start) { return rule }
      report(.error, .badValue, name, "no recurrence rule", repair: "kept, not followed")
      return nil
    }
  }

  private mutating func readManner(of item: inout Item, _ object: JSONValue) {
    item.details = object.text("description")
    item.categories = object["keywords"]?.set ?? []
    item.color = color(object)
    item.created = instant("created", of: object)
    item.lastModified = instant("updated", of: object)
    item.stamp = item.lastModified
    if let sequence = integer("sequence", of: object, in: 0...Int(Int32.max)) { item.sequence = sequence }
    if let priority = integer("priority", of: object, in: 0...9) { item.priority = priority }
    item.classification = object["privacy"]?.text.flatMap(Privacy.classification)
    switch item {
    case .event(var event):
      event.status = object["status"]?.text.flatMap { Event.Status(rawValue: $0.uppercased()) }
      switch object.text("freeBusyStatus") {
      case "free": event.transparency = .transparent
      case "busy": event.transparency = .opaque
      default: break
      }
      item = .event(event)
    case .todo(var todo):
      todo.percentComplete = integer("percentComplete", of: object, in: 0...100)
      todo.status = object["progress"]?.text.flatMap { Todo.Status(rawValue: $0.uppercased()) }
      if todo.status == .completed { todo.completed = instant("progressUpdated", of: object) }
      item = .todo(todo)
    case .journal: break
    }
  }

  private func readPlaces(of item: inout Item, _ object: JSONValue) {
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
    let rooms = (object["virtualLocations"]?.members ?? []).filter { $0.value["uri"]?.text != nil }
    item.conferences = rooms.enumerated().map { index, room in
      Conference(
        room.value.text("uri"),
        features: (room.value["features"]?.set ?? []).map { Conference.Feature(rawValue: $0) },
        label: room.value.text("name"), parameters: JSONKey.kept(room.name, at: index))
    }
    let links = JSCalendarLinks(object["links"], takesFiles: true)
    (item.attachments, item.images, item.url) = (links.files, links.images, links.url)
    if !links.urlKey.isEmpty { item.unmodelled.parameters.append(KeptParameters("URL", links.urlKey)) }
    item.links = links.others
  }

  private func readPeople(of item: inout Item, _ object: JSONValue) {
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

  private func readAlerts(of item: inout Item, _ object: JSONValue) {
    let referred = JSCalendarAlert.referred(object["alerts"])
    var alarms: [Alarm] = []
    for member in object["alerts"]?.members ?? [] {
      let alarm = JSCalendarAlert.alarm(
        member.value, key: member.name, at: alarms.count, isReferred: referred.contains(member.name))
      guard let alarm else { continue }
      alarms.append(ICalendarRest.filled(alarm, from: member.value[ICalendarRest.component], options))
    }
    item.alarms = alarms
  }
}
