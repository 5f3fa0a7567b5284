import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// The iCalendar content that JSCalendar cannot represent, stored as jCal in the member `iCalComponent` of an
/// object: `["vevent", [properties], [components]]`.
enum ICalendarRest {
  static let component = "iCalComponent"
  static let parameters = "iCalParameters"
  /// The member for the values of a list that have the parameters; no parameter has such a name.
  private static let values = "@values"
  /// The property whose first value is a member of JSCalendar, but not its parameters.
  private static let requestStatus = PropertyName.requestStatus.text

  static var writer: ModelWriter { ModelWriter(door: PureDoor(), calendarZone: nil) }

  /// The jCal of a component; `nil` if the component is empty.
  static func value(of component: Component) -> JSONValue? {
    component.properties.isEmpty && component.components.isEmpty ? nil : JCalWriter.component(component)
  }

  /// The component stored in a member, read as the given kind whatever its name is.
  private static func tree(_ value: JSONValue?, as kind: ComponentKind, _ options: ICSOptions) -> Component? {
    guard let parts = value?.elements, parts.count == 3 else { return nil }
    return JCalReader.component(.array([.string(kind.name), parts[1], parts[2]]), options.limits)
  }

  // MARK: Items

  /// - Parameter main: The series, if the item is an override, because a patch cannot change every member.
  static func value(of item: Item, in main: Item?) -> JSONValue? {
    let kept = item.unmodelled.withoutJSON
    var rest = Todo("").item
    rest.unmodelled.properties = kept.properties
    for row in MemberTable.rows { row.keep(item, main ?? item, &rest) }
    var writer = writer
    var output = writer.component(for: rest)
    output.properties.removeAll { $0.name == "UID" || $0.name == "DTSTAMP" && rest.stamp == nil }
    output.components = kept.components.filter {
      $0.hasLegalName && !$0.isNamed(DetailedLocation.kind) && !$0.isNamed(Participant.kind)
    }
    output.name = item.kind.component.name
    return value(of: output)
  }

  /// An item completed with the members `iCalComponent` and `iCalParameters` of its object.
  static func filled(_ item: Item, from object: JSONValue, _ options: ICSOptions) -> Item {
    var item = item
    for kept in keptParameters(object.entries(parameters)) {
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
    for row in MemberTable.rows { row.restore(rest, &item) }
    let kept = rest.unmodelled.withoutJSON
    item.unmodelled.properties += kept.properties.filter { !$0.isNamed(Item.without) }
    item.unmodelled.components += kept.components
    return item
  }

  // MARK: Parameters

  /// Parameters of properties that JSCalendar represents, by the property's name and, after a slash, the
  /// index of its line.
  static func keptParameters(of item: Item) -> JSONValue? {
    var object = JSONMap()
    var all = item.unmodelled.withoutJSON.parameters
    if let status = item.requestStatuses.first, !status.parameters.isEmpty {
      all.append(KeptParameters(requestStatus, status.parameters))
    }
    for kept in all {
      var members = kept.parameters.map { parameter in
        let texts = parameter.values.map { JSONValue.string($0) }
        return JSONValue.Member(
          name: parameter.name.lowercased(), value: texts.count == 1 ? texts[0] : .array(texts))
      }
      if !kept.values.isEmpty {
        members.append(JSONValue.Member(name: values, value: .array(kept.values.map { .string($0) })))
      }
      let name = kept.property.lowercased() + (kept.occurrence == 0 ? "" : "/\(kept.occurrence)")
      object[name] = .object(members)
    }
    return .map(object.entries)
  }

  private static func keptParameters(_ entries: [JSONValue.Member]) -> [KeptParameters] {
    entries.compactMap { entry in
      let parts = entry.name.split(separator: "/")
      guard let property = parts.first, let members = entry.value.members else { return nil }
      let occurrence = parts.dropFirst().first.flatMap { Int($0) } ?? 0
      var kept = KeptParameters(property.uppercased(), occurrence: occurrence, [])
      for member in members {
        let texts = (member.value.elements ?? [member.value]).compactMap(\.text)
        if member.name == values {
          kept.values = texts
        } else if !texts.isEmpty {
          kept.parameters.append(Parameter(member.name, texts))
        }
      }
      return kept
    }
  }

  // MARK: Alarms

  /// - Parameter summary: The item's summary, which is the text of an alarm without one of its own.
  static func value(of alarm: Alarm, summary: String) -> JSONValue? {
    var rest = alarm
    rest.unmodelled = alarm.unmodelled.withoutJSON
    rest.relations.removeAll { $0.isRepresentable(as: [.snooze]) }
    var writer = writer
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

  static func filled(_ alarm: Alarm, from component: JSONValue?, _ options: ICSOptions) -> Alarm {
    guard var tree = tree(component, as: .alarm, options) else { return alarm }
    tree.properties.append(Property("TRIGGER", value: "PT0S"))
    if tree.first("ACTION") == nil {
      tree.properties.append(Property("ACTION", value: alarm.action.rawValue))
    }
    var reader = ModelReader(options, door: PureDoor())
    guard var filled = reader.alarm(ComponentView(tree)) else { return alarm }
    (filled.trigger, filled.acknowledged, filled.uid) = (alarm.trigger, alarm.acknowledged, alarm.uid)
    // JSCalendar can state DISPLAY and EMAIL, so the object takes precedence between these two.
    if [.display, .email].contains(filled.action) || alarm.action == .email { filled.action = alarm.action }
    filled.relations = alarm.relations + filled.relations
    filled.unmodelled = filled.unmodelled.withoutJSON
    return filled
  }

  // MARK: Calendars

  /// The content of a calendar that is neither an entry of a Group nor a member of one.
  static func value(of calendar: EventCalendar) -> JSONValue? {
    var rest = EventCalendar(zone: calendar.zone)
    rest.refreshInterval = calendar.refreshInterval
    rest.freeBusy = calendar.freeBusy
    rest.availabilities = calendar.availabilities
    rest.images = KeptParts.images.kept(of: calendar.images)
    rest.unmodelled = calendar.unmodelled.withoutJSON
    rest.insert(calendar.items.filter { $0.kind == .journal })
    if rest.count == 0, calendar.items.allSatisfy({ $0.kind == .journal }) { rest.method = calendar.method }
    var writer = ModelWriter(door: PureDoor(), calendarZone: rest.zone)
    var output = writer.component(for: rest)
    output.properties.removeAll { ["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
    return value(of: output)
  }

  /// The calendar stored in the member `iCalComponent` of a Group; the Group's other members take precedence.
  static func calendar(of group: JSONValue, _ options: ICSOptions) -> EventCalendar {
    guard let tree = tree(group[component], as: .calendar, options) else { return EventCalendar() }
    var reader = ModelReader(options, door: PureDoor())
    var calendar = reader.calendar(ComponentView(tree))
    calendar.unmodelled = calendar.unmodelled.withoutJSON
    return calendar
  }
}

/// The parts of a list that its JSCalendar member cannot represent completely; they are
/// repeated in `iCalComponent`.
struct KeptParts<Part: Sendable, Key: Hashable>: Sendable {
  /// The key that identifies a part.
  let key: @Sendable (Part) -> Key
  let parameters: any WritableKeyPath<Part, [Parameter]> & Sendable
  /// Whether the member represents everything but the parameters.
  var isRepresentable: @Sendable (Part) -> Bool = { _ in true }
  /// Adds what the member cannot represent to the part read from it.
  var fill: @Sendable (inout Part, Part) -> Void = { _, _ in }

  func kept(of parts: [Part]) -> [Part] {
    parts.filter { !JSONKey.isAlone(in: $0[keyPath: parameters]) || !isRepresentable($0) }
  }

  /// The parts, each completed from the first of the other parts with its key.
  func filled(_ parts: [Part], from rest: [Part]) -> [Part] {
    guard !rest.isEmpty else { return parts }
    let more = Dictionary(firstOf: rest.map { (key($0), $0) })
    return parts.map { part in
      guard let more = more[key(part)] else { return part }
      var part = part
      part[keyPath: parameters] = part[keyPath: parameters].adding(more[keyPath: parameters])
      fill(&part, more)
      return part
    }
  }
}

extension KeptParts<AttachedImage, AttachedFile.Content> {
  static let images = Self(key: \.file.content, parameters: \.file.parameters) {
    $0.displays.count <= 1
  } fill: {
    if $0.displays.first == $1.displays.first { $0.displays = $1.displays }
  }
}

extension [Parameter] {
  /// The parameters followed by those of `more` with other names.
  func adding(_ more: [Parameter]) -> [Parameter] { self + more.filter { !contains(named: $0.name) } }
}

/// Properties that an override removes from its series although a patch cannot (RFC 8984 §4.3.5).
extension Item {
  fileprivate static let without = "X-ALMANAC-WITHOUT"

  mutating func lack(_ property: PropertyName) {
    unmodelled.properties.append(Property(Self.without, value: property.text))
  }

  func lacks(_ property: PropertyName) -> Bool {
    unmodelled.properties.contains { $0.isNamed(Self.without) && $0.value.uppercased() == property.text }
  }
}
