import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// Takes back what was written beside JSCalendar's members.
extension ICalendarRest {
  /// An item with what its `iCalComponent` and `iCalParameters` add.
  static func filled(
    _ item: Item, from component: JSONValue?, _ parameters: JSONValue?, _ options: ICSOptions
  ) -> Item {
    var item = item
    for kept in keptParameters(parameters) {
      if kept.property != requestStatus {
        item.unmodelled.parameters.append(kept)
      } else if !item.requestStatuses.isEmpty {
        item.requestStatuses[0].parameters = kept.parameters
      }
    }
    var reader = ModelReader(options, door: PureDoor())
    guard let tree = tree(component, as: .todo, options),
      let rest = reader.item(.todo, ComponentView(tree), in: CalendarContext())
    else { return item }
    takeAway(from: &item, rest)
    item.resources += rest.resources
    item.contacts += rest.contacts
    item.comments += rest.comments
    item.stamp = rest.stamp ?? item.stamp
    // A word that only iCalendar has holds while it is private.
    if let word = rest.classification,
      Privacy.word(word) != nil || [nil, .private].contains(item.classification)
    {
      item.classification = word
    }
    item.overridesFuture = rest.overridesFuture
    item.requestStatuses += rest.requestStatuses
    if case .todo(var todo) = item {
      todo.completed = todo.completed ?? rest.todo?.completed
      item = .todo(todo)
    }
    fillPeople(of: &item, from: rest)
    fillParts(of: &item, from: rest)
    let kept = rest.unmodelled.withoutJSON
    item.unmodelled.properties += kept.properties.filter { !$0.isNamed(without) }
    item.unmodelled.components += kept.components
    return item
  }

  private static func fillPeople(of item: inout Item, from rest: Item) {
    item.attendees = filled(item.attendees, from: rest.attendees, by: \.address) { known, more in
      known.role = known.role ?? more.role
      known.status = known.status ?? more.status
      known.kind = known.kind ?? more.kind
      known.sentBy = more.sentBy
      known.parameters = added(known.parameters, more.parameters)
    }
    if let more = rest.organizer {
      if var known = item.organizer, known.address == more.address {
        known.sentBy = more.sentBy
        known.parameters = added(known.parameters, more.parameters)
        item.organizer = known
      } else {
        item.organizer = more
      }
    }
    var met = Set(item.relations)
    item.relations += rest.relations.filter { met.insert($0).inserted }
  }

  /// What is known, each with what the first of the others with the same key adds.
  private static func filled<Part, Key: Hashable>(
    _ known: [Part], from rest: [Part], by key: (Part) -> Key, _ fill: (inout Part, Part) -> Void
  ) -> [Part] {
    guard !rest.isEmpty else { return known }
    let more = Dictionary(rest.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    return known.map { part in
      var part = part
      if let more = more[key(part)] { fill(&part, more) }
      return part
    }
  }

  private static func fillParts(of item: inout Item, from rest: Item) {
    item.conferences = filled(item.conferences, from: rest.conferences, by: \.uri) { known, more in
      known.parameters = added(known.parameters, more.parameters)
    }
    item.attachments = filled(item.attachments, from: rest.attachments, by: \.content) { known, more in
      known.parameters = added(known.parameters, more.parameters)
    }
    item.images = filled(item.images, from: rest.images)
  }

  private static func filled(_ images: [AttachedImage], from rest: [AttachedImage]) -> [AttachedImage] {
    filled(images, from: rest, by: \.file.content) { known, more in
      known.file.parameters = added(known.file.parameters, more.file.parameters)
      if known.displays.first == more.displays.first { known.displays = more.displays }
    }
  }

  private static func added(_ known: [Parameter], _ more: [Parameter]) -> [Parameter] {
    known + more.filter { !known.contains(named: $0.name) }
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
    guard var tree = tree(component, as: .alarm, options) else { return alarm }
    tree.properties.append(Property("TRIGGER", value: "PT0S"))
    if tree.first("ACTION") == nil {
      tree.properties.append(Property("ACTION", value: alarm.action.rawValue))
    }
    var reader = ModelReader(options, door: PureDoor())
    guard let rest = reader.alarm(ComponentView(tree)) else { return alarm }
    var filled = rest
    (filled.trigger, filled.acknowledged, filled.uid) = (alarm.trigger, alarm.acknowledged, alarm.uid)
    // Of the two words that JSCalendar has, its own holds.
    if [.display, .email].contains(rest.action) || alarm.action == .email { filled.action = alarm.action }
    filled.relations = alarm.relations + rest.relations
    filled.unmodelled = rest.unmodelled.withoutJSON
    return filled
  }

  static func filled(_ calendar: EventCalendar, from component: JSONValue?, _ options: ICSOptions)
    -> EventCalendar
  {
    guard let tree = tree(component, as: .calendar, options) else { return calendar }
    var reader = ModelReader(options, door: PureDoor())
    let rest = reader.calendar(ComponentView(tree))
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

  /// The component that stands in a member, whatever it is called there.
  private static func tree(
    _ value: JSONValue?, as kind: ComponentKind, _ options: ICSOptions
  ) -> Component? {
    guard let parts = value?.elements, parts.count == 3 else { return nil }
    return JCalReader.component(.array([.string(kind.name), parts[1], parts[2]]), options.limits)
  }
}
