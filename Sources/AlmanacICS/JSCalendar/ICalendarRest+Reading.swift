import AlmanacEvents

/// Takes back what was written beside JSCalendar's members.
extension ICalendarRest {
  /// An item with what its `iCalComponent` and `iCalParameters` add.
  static func filled(
    _ item: Item, from component: JSONValue?, _ parameters: JSONValue?, _ options: ICSOptions
  ) -> Item {
    var item = item
    item.unmodelled.parameters += keptParameters(parameters)
    guard let parts = component?.elements, parts.count == 3,
      let rest = calendar([.string("vtodo"), parts[1], parts[2]], options)?.items.first(where: { _ in true })
    else { return item }
    item.resources += rest.resources
    item.contacts += rest.contacts
    item.comments += rest.comments
    item.stamp = rest.stamp ?? item.stamp
    item.classification = rest.classification ?? item.classification
    item.overridesFuture = rest.overridesFuture
    item.requestStatuses += rest.requestStatuses
    if case .todo(var todo) = item {
      todo.completed = todo.completed ?? rest.todo?.completed
      item = .todo(todo)
    }
    fillPeople(of: &item, from: rest)
    fillParts(of: &item, from: rest)
    let kept = rest.unmodelled.withoutJSON
    item.unmodelled.properties += kept.properties
    item.unmodelled.components += kept.components
    return item
  }

  private static func fillPeople(of item: inout Item, from rest: Item) {
    for index in item.attendees.indices {
      let known = item.attendees[index]
      guard let more = rest.attendees.first(where: { $0.address == known.address }) else { continue }
      item.attendees[index].role = known.role ?? more.role
      item.attendees[index].status = known.status ?? more.status
      item.attendees[index].kind = known.kind ?? more.kind
      item.attendees[index].sentBy = more.sentBy
      item.attendees[index].parameters = added(known.parameters, more.parameters)
    }
    if let more = rest.organizer {
      guard let known = item.organizer, known.address == more.address else {
        item.organizer = more
        return
      }
      item.organizer?.sentBy = more.sentBy
      item.organizer?.parameters = added(known.parameters, more.parameters)
    }
    for relation in rest.relations where !item.relations.contains(relation) {
      item.relations.append(relation)
    }
  }

  private static func fillParts(of item: inout Item, from rest: Item) {
    for index in item.conferences.indices {
      let known = item.conferences[index]
      guard let more = rest.conferences.first(where: { $0.uri == known.uri }) else { continue }
      item.conferences[index].parameters = added(known.parameters, more.parameters)
    }
    for index in item.attachments.indices {
      let known = item.attachments[index]
      guard let more = rest.attachments.first(where: { $0.content == known.content }) else { continue }
      item.attachments[index].parameters = added(known.parameters, more.parameters)
    }
    item.images = filled(item.images, from: rest.images)
  }

  private static func filled(_ images: [AttachedImage], from rest: [AttachedImage]) -> [AttachedImage] {
    images.map { known in
      guard let more = rest.first(where: { $0.file.content == known.file.content }) else { return known }
      var image = known
      image.file.parameters = added(known.file.parameters, more.file.parameters)
      if image.displays.first == more.displays.first { image.displays = more.displays }
      return image
    }
  }

  private static func added(_ known: [Parameter], _ more: [Parameter]) -> [Parameter] {
    known + more.filter { parameter in !known.contains { $0.name == parameter.name } }
  }

  private static func keptParameters(_ value: JSONValue?) -> [KeptParameters] {
    (value?.members ?? []).compactMap { (member) -> KeptParameters? in
      let parts = member.name.split(separator: "/").map(String.init)
      guard let property = parts.first, let members = member.value.members else { return nil }
      let occurrence = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      var kept = KeptParameters(property.uppercased(), occurrence: occurrence, [])
      for part in members {
        let texts = part.value.elements?.compactMap(\.text) ?? [part.value.text].compactMap { $0 }
        if part.name == ICalendarRest.values {
          kept.values = texts
        } else if !texts.isEmpty {
          kept.parameters.append(Parameter(part.name, texts))
        }
      }
      return kept
    }
  }

  // MARK: Alarms and calendars

  static func filled(_ alarm: Alarm, from component: JSONValue?, _ options: ICSOptions) -> Alarm {
    guard let parts = component?.elements, parts.count == 3, let properties = parts[1].elements else {
      return alarm
    }
    func property(_ name: String, _ type: String, _ value: String) -> JSONValue {
      .array([.string(name), .object([]), .string(type), .string(value)])
    }
    let hasAction = properties.contains { $0.elements?.first == .string("action") }
    let missing =
      [property("trigger", "duration", "PT0S")]
      + (hasAction ? [] : [property("action", "text", alarm.action.rawValue)])
    let whole = JSONValue.array([.string("valarm"), .array(properties + missing), parts[2]])
    let todo: [JSONValue] = [.string("vtodo"), .array([]), .array([whole])]
    guard let rest = calendar(todo, options)?.items.first(where: { _ in true })?.alarms.first else {
      return alarm
    }
    var filled = rest
    (filled.trigger, filled.acknowledged, filled.uid) = (alarm.trigger, alarm.acknowledged, alarm.uid)
    filled.relations = alarm.relations + rest.relations
    filled.unmodelled = rest.unmodelled.withoutJSON
    return filled
  }

  static func filled(_ calendar: EventCalendar, from component: JSONValue?, _ options: ICSOptions)
    -> EventCalendar
  {
    guard let parts = component?.elements, parts.count == 3,
      let rest = self.calendar(.array([.string("vcalendar"), parts[1], parts[2]]), options)
    else { return calendar }
    var calendar = calendar
    calendar.zone = rest.zone
    calendar.refreshInterval = rest.refreshInterval
    calendar.freeBusy = rest.freeBusy
    calendar.availabilities = rest.availabilities
    calendar.method = rest.method
    calendar.images = filled(calendar.images, from: rest.images)
    let kept = rest.unmodelled.withoutJSON
    calendar.unmodelled.properties += kept.properties
    calendar.unmodelled.components += kept.components
    calendar.unmodelled.parameters += kept.parameters
    calendar.insert(rest.items, uids: options.uids)
    return calendar
  }

  /// A component that stands in an object of its own; `nil` for none.
  static func component(_ value: JSONValue?, _ options: ICSOptions) -> RawComponent? {
    guard let value, value.elements?.count == 3 else { return nil }
    let todo: [JSONValue] = [.string("vtodo"), .array([]), .array([value])]
    return calendar(todo, options)?.items.first(where: { _ in true })?.unmodelled.components.first
  }

  private static func calendar(_ component: [JSONValue], _ options: ICSOptions) -> EventCalendar? {
    calendar(.array([.string("vcalendar"), .array([]), .array([.array(component)])]), options)
  }

  private static func calendar(_ value: JSONValue, _ options: ICSOptions) -> EventCalendar? {
    var lenient = options
    lenient.isStrict = false
    guard let read = try? JCalReader.read(value, options.limits) else { return nil }
    return try? ICSDocument(parsing: read.text, options: lenient).calendars.first
  }
}
