import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// What iCalendar says and JSCalendar has no place for, as jCal in the member `iCalComponent` of an object:
/// `["vevent", [properties], [components]]`.
enum ICalendarRest {
  static let component = "iCalComponent"
  static let parameters = "iCalParameters"
  /// Of a list, the texts to which parameters belong; no parameter has such a name.
  static let values = "@values"
  /// Whose first is a member of JSCalendar, and has parameters of its own.
  static let requestStatus = PropertyName.requestStatus.text

  /// `nil` for a component with nothing in it.
  static func value(of component: Component) -> JSONValue? {
    component.properties.isEmpty && component.components.isEmpty ? nil : JCalWriter.component(component)
  }

  // MARK: Of an item

  /// - Parameter main: The series whose changed instance it is: a patch may not say all that an object may.
  static func value(of item: Item, in main: Item?) -> JSONValue? {
    let kept = item.unmodelled.withoutJSON
    var rest = Todo("").item
    rest.unmodelled.properties = kept.properties
    for row in MemberTable.rows { row.leave(item, main ?? item, &rest) }
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    var output = writer.component(for: rest)
    output.properties.removeAll { $0.name == "UID" || $0.name == "DTSTAMP" && rest.stamp == nil }
    output.components = kept.components.filter { component in
      component.hasLegalName && !component.isNamed(DetailedLocation.kind)
        && !component.isNamed(Participant.kind)
    }
    output.name = item.kind.component.name
    return value(of: output)
  }

  static func isSayable(_ image: AttachedImage) -> Bool {
    JSONKey.isAlone(in: image.file.parameters) && image.displays.count <= 1
  }

  /// Parameters of properties that JSCalendar has, under the property's name and, after a slash, which of its lines.
  static func keptParameters(of item: Item) -> JSONObject {
    var object = JSONObject()
    var all = item.unmodelled.withoutJSON.parameters
    if let status = item.requestStatuses.first, !status.parameters.isEmpty {
      all.append(KeptParameters(requestStatus, status.parameters))
    }
    for kept in all {
      let name = kept.property.lowercased() + (kept.occurrence == 0 ? "" : "/\(kept.occurrence)")
      var members = kept.parameters.map { parameter in
        let values = parameter.values.map { JSONValue.string($0) }
        return JSONValue.Member(
          name: parameter.name.lowercased(), value: values.count == 1 ? values[0] : .array(values))
      }
      if !kept.values.isEmpty {
        members.append(
          JSONValue.Member(name: Self.values, value: .array(kept.values.map { JSONValue.string($0) })))
      }
      object[name] = .object(members)
    }
    return object
  }

  // MARK: Of an alarm

  /// - Parameter summary: Of the item: the text of an alarm that has none.
  static func value(of alarm: Alarm, summary: String) -> JSONValue? {
    var rest = alarm
    rest.unmodelled = alarm.unmodelled.withoutJSON
    rest.relations.removeAll(where: JSCalendarAlert.isSayable)
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    var output = writer.component(for: rest, itemSummary: "")
    let withParameters = Set(rest.unmodelled.parameters.map(\.property))
    output.properties.removeAll { property in
      let isPlain = !withParameters.contains(property.name)
      switch PropertyName.named(property.name) {
      case .trigger, .uid, .acknowledged: return isPlain
      case .action: return isPlain && (alarm.action == .display || alarm.action == .email)
      case .description: return alarm.details.isEmpty || isPlain && alarm.details == summary
      case .summary: return alarm.summary.isEmpty || isPlain && alarm.summary == summary
      default: return false
      }
    }
    return value(of: output)
  }

  // MARK: Of a calendar

  /// What a calendar holds that is no entry of a Group, and the properties that a Group has not.
  static func value(of calendar: EventCalendar) -> JSONValue? {
    var rest = EventCalendar(zone: calendar.zone)
    rest.refreshInterval = calendar.refreshInterval
    rest.freeBusy = calendar.freeBusy
    rest.availabilities = calendar.availabilities
    rest.images = calendar.images.filter { !isSayable($0) }
    rest.unmodelled = calendar.unmodelled.withoutJSON
    rest.insert(calendar.items.filter { $0.kind == .journal })
    if rest.count == 0, calendar.items.allSatisfy({ $0.kind == .journal }) { rest.method = calendar.method }
    var writer = ModelWriter(door: PureDoor(), calendarZone: rest.zone)
    var output = writer.component(for: rest)
    output.properties.removeAll { ["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
    return value(of: output)
  }
}

/// What a changed instance has none of while its series has, and no patch may take away (RFC 8984 §4.3.5).
extension Item {
  fileprivate static let without = "X-ALMANAC-WITHOUT"

  mutating func lack(_ property: PropertyName) {
    unmodelled.properties.append(Property(Self.without, value: property.text))
  }

  func lacks(_ property: PropertyName) -> Bool {
    unmodelled.properties.contains { $0.isNamed(Self.without) && $0.value.uppercased() == property.text }
  }
}

// MARK: Reading

/// Takes back what was written beside JSCalendar's members.
extension ICalendarRest {
  /// An item with what the members `iCalComponent` and `iCalParameters` of its object add.
  static func filled(_ item: Item, from object: JSONValue, _ options: ICSOptions) -> Item {
    var item = item
    for kept in keptParameters(object[parameters]) {
      if kept.property != requestStatus {
        item.unmodelled.parameters.append(kept)
      } else if !item.requestStatuses.isEmpty {
        item.requestStatuses[0].parameters = kept.parameters
      }
    }
    var reader = ModelReader(options, door: PureDoor())
    guard let tree = tree(object[component], as: .todo, options),
      let rest = reader.item(.todo, ComponentView(tree), in: CalendarContext())
    else { return item }
    for row in MemberTable.rows { row.putBack(rest, &item) }
    let kept = rest.unmodelled.withoutJSON
    item.unmodelled.properties += kept.properties.filter { !$0.isNamed(Item.without) }
    item.unmodelled.components += kept.components
    return item
  }

  /// What is known, each with the parameters of the first of the others with the same key, and what `fill` takes of it.
  static func filled<Part, Key: Hashable>(
    _ known: [Part], from rest: [Part], by key: KeyPath<Part, Key>,
    _ parameters: WritableKeyPath<Part, [Parameter]>, _ fill: (inout Part, Part) -> Void = { _, _ in }
  ) -> [Part] {
    guard !rest.isEmpty else { return known }
    let more = Dictionary(rest.map { ($0[keyPath: key], $0) }, uniquingKeysWith: { first, _ in first })
    return known.map { part in
      guard let more = more[part[keyPath: key]] else { return part }
      var part = part
      part[keyPath: parameters] = added(part[keyPath: parameters], more[keyPath: parameters])
      fill(&part, more)
      return part
    }
  }

  static func filled(_ images: [AttachedImage], from rest: [AttachedImage]) -> [AttachedImage] {
    filled(images, from: rest, by: \.file.content, \.file.parameters) {
      if $0.displays.first == $1.displays.first { $0.displays = $1.displays }
    }
  }

  static func added(_ known: [Parameter], _ more: [Parameter]) -> [Parameter] {
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
        if part.name == values {
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
