import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// The iCalendar content that JSCalendar cannot represent, stored as jCal in the member `iCalComponent` of an
/// object: `["vevent", [properties], [components]]`.
enum ICalComponent {
  static let member = "iCalComponent"
  static let parametersMember = "iCalParameters"
  /// The member for the values of a list that have the parameters; no parameter has such a name.
  private static let values = "@values"
  /// The property whose first value is a member of JSCalendar, but not its parameters.
  private static let requestStatus = PropertyName.requestStatus.text

  private static func properties(_ write: (inout ModelWriter) -> Component) -> [Property] {
    var writer = ModelWriter()
    return write(&writer).properties
  }

  /// The jCal of a component; `nil` if the component is empty.
  ///
  /// - Parameter none: The properties that are written of a model without content.
  static func value(of component: Component, without none: [Property] = []) -> JSONValue? {
    var component = component
    component.properties.removeAll { none.contains($0) }
    return component.properties.isEmpty && component.components.isEmpty
      ? nil : JCalWriter.component(component)
  }

  /// The component stored in a member, read as one of the given name whatever its own is.
  fileprivate static func tree(_ value: JSONValue?, as name: String, _ options: ICSOptions) -> Component? {
    guard let lists = lists(value) else { return nil }
    return JCalReader.component(component(.string(name), lists), options.limits)
  }

  /// The properties and the components of a component; `nil` for other values.
  static func lists(_ value: JSONValue?) -> [[JSONValue]]? {
    guard let parts = value?.elements, parts.count == 3, parts[0].text != nil else { return nil }
    let lists = parts[1...].compactMap(\.elements)
    return lists.count == 2 ? lists : nil
  }

  static func component(_ name: JSONValue?, _ lists: [[JSONValue]]) -> JSONValue {
    .array([name ?? .null] + lists.map { .array($0) })
  }

  // MARK: Items

  /// A to-do, because that needs no start.
  private static let emptyItem = Todo("").item
  private static let propertiesOfNone = properties { $0.component(for: emptyItem) }

  /// - Parameter main: The series, if the item is an override, because a patch cannot change every member.
  static func value(of item: Item, in main: Item?) -> JSONValue? {
    let kept = item.unmodelled.withoutJSON
    var rest = emptyItem
    if !kept.properties.isEmpty { rest.unmodelled.properties = kept.properties }
    for row in MemberTable.items { row.keep(item, main ?? item, &rest) }
    if rest == emptyItem, kept.components.isEmpty { return nil }
    var writer = ModelWriter()
    var output = writer.component(for: rest)
    output.components = kept.components.filter {
      $0.hasLegalName && !$0.isNamed(DetailedLocation.componentName)
        && !$0.isNamed(Participant.componentName)
    }
    output.name = item.kind.component.name
    return value(of: output, without: propertiesOfNone)
  }

  /// An item completed with the members `iCalComponent` and `iCalParameters` of its object. Values that their property does
  /// not allow, and alarms that never go off, are reported.
  static func filled(_ item: Item, from object: JSONValue, _ objects: inout JSCalendarReader) -> Item {
    let options = objects.options
    var item = item
    for kept in keptParameters(of: object) {
      if kept.property != requestStatus {
        item.unmodelled.parameters.append(kept)
      } else if !item.requestStatuses.isEmpty {
        item.requestStatuses[0].parameters = kept.parameters
      }
    }
    var reader = ModelReader(options)
    guard let tree = tree(object[member], as: item.kind.component.name, options),
      let rest = reader.item(item.kind, ComponentView(tree), in: CalendarContext(), needsStart: false)
    else { return item }
    for fault in reader.diagnostics where [.unknownValue, .incompleteAlarm].contains(fault.code) {
      objects.report(
        fault.severity, fault.code, member, "\(fault.property): \(fault.message)", repair: fault.repair)
    }
    for row in MemberTable.items { row.restore(rest, &item) }
    let kept = rest.unmodelled.withoutJSON
    item.unmodelled.properties += kept.properties.filter { !$0.isNamed(Unmodelled.without) }
    item.unmodelled.components += kept.components
    // The object has the times of the item, so these are lines that it ignores.
    let times: PropertySet = [.dtstart, .dtend, .due, .duration]
    item.unmodelled.properties += tree.properties.filter { line in
      PropertyName.named(line.name).map(times.contains) ?? false
        && !kept.properties.contains { $0.name == line.name && $0.value == line.value }
    }
    return item
  }

  // MARK: Parameters

  /// Parameters of properties that JSCalendar represents, by the property's name and, after a slash, the
  /// index of its line.
  static func parameters(_ unmodelled: Unmodelled, of status: RequestStatus? = nil) -> JSONValue? {
    var object = JSONMap()
    var all = unmodelled.withoutJSON.parameters
    if let status, !status.parameters.isEmpty {
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

  private static func keptParameters(of object: JSONValue) -> [KeptParameters] {
    object.entries(parametersMember).compactMap { entry in
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

  private static let emptyAlarm = Alarm(.before(.zero))
  private static let propertiesOfEmptyAlarms = MemberTable.actions.flatMap { action in
    properties { $0.component(for: Alarm(emptyAlarm.trigger, action: action), itemSummary: "") }
  }

  /// - Parameter summary: The item's summary, which is the text of an alarm without one of its own.
  static func value(of alarm: Alarm, summary: String) -> JSONValue? {
    var (writer, rest) = (ModelWriter(), emptyAlarm)
    rest.unmodelled = alarm.unmodelled.withoutJSON
    rest.unmodelled.parameters = []
    for row in MemberTable.alarms { row.keep(alarm, alarm, &rest) }
    if rest.details == summary { rest.details = "" }
    if rest.summary == summary { rest.summary = "" }
    return value(of: writer.component(for: rest, itemSummary: ""), without: propertiesOfEmptyAlarms)
  }

  /// An alarm completed with the members `iCalComponent` and `iCalParameters` of its object.
  static func filled(_ alarm: Alarm, from object: JSONValue, _ options: ICSOptions) -> Alarm {
    var alarm = alarm
    if var tree = tree(object[member], as: ComponentKind.alarm.name, options) {
      var reader = ModelReader(options)
      // They come last, since the first of repeated properties is read.
      tree.properties += propertiesOfEmptyAlarms
      guard let rest = reader.alarm(ComponentView(tree)) else { return alarm }
      for row in MemberTable.alarms { row.restore(rest, &alarm) }
      alarm.unmodelled = rest.unmodelled.withoutJSON
    }
    alarm.unmodelled.parameters += keptParameters(of: object)
    return alarm
  }

  // MARK: Calendars

  private static let propertiesOfEmptyCalendar = properties { $0.component(for: EventCalendar()) }

  /// The content of a calendar that is neither an entry of a Group nor a member of one.
  static func value(of calendar: EventCalendar) -> JSONValue? {
    var rest = EventCalendar()
    rest.unmodelled = calendar.unmodelled.withoutJSON
    rest.unmodelled.parameters = []
    for row in MemberTable.calendars { row.keep(calendar, calendar, &rest) }
    var writer = ModelWriter(calendarZone: rest.zone)
    return value(of: writer.component(for: rest), without: propertiesOfEmptyCalendar)
  }

  /// A calendar completed with the members `iCalComponent` and `iCalParameters` of its Group.
  ///
  /// The properties that the Group's other members represent are written before the stored ones and read together with
  /// them, because the meaning of a property may depend on others of its name: the first NAME is the calendar's.
  static func filled(
    _ calendar: EventCalendar, from group: JSONValue, _ options: ICSOptions
  ) -> EventCalendar {
    var (writer, reader, members) = (ModelWriter(), ModelReader(options), calendar)
    members.unmodelled.parameters += keptParameters(of: group)
    guard let stored = tree(group[member], as: ComponentKind.calendar.name, options) else { return members }
    // The stored images complete those of the members.
    members.images = []
    members.unmodelled.properties = stored.properties
    var tree = writer.header(of: members)
    tree.components = stored.components
    var filled = reader.calendar(ComponentView(tree))
    filled.images = LossyParts.images.completed(calendar.images, from: filled.images)
    filled.unmodelled = filled.unmodelled.withoutJSON
    let known = filled.unmodelled.parameters
    filled.unmodelled.parameters += members.unmodelled.parameters.filter { !known.contains($0) }
    filled.unmodelled.orderParameters()
    return filled
  }

  /// The part with its properties in canonical form; unreadable properties are unchanged.
  static func asWritten(_ part: JSONValue) -> JSONValue {
    if let lists = lists(part) { return component(part.elements?.first, lists.map { $0.map(asWritten) }) }
    let tree = JCalReader.component(component("x", [[part], []]), .standard)
    return lists(tree.map(JCalWriter.component))?.joined().first ?? part
  }

  // MARK: Differences

  /// A change reduced to unread content: the parts of a changed component that the model does not write in any form, and,
  /// as their former value, the parts that it writes instead.
  ///
  /// - Returns: `nil` if everything was read.
  static func unread(_ patch: JSONPatch) -> JSONPatch? {
    guard patch.path.last == member, let given = lists(patch.value), let written = lists(patch.former) else {
      return patch
    }
    let unread = zip(given, written).map { parts($0, without: $1) }
    if unread == [[], []] { return nil }
    let (name, former) = (patch.value?.elements?.first, zip(written, given).map { parts($0, without: $1) })
    return JSONPatch(
      path: patch.path, value: component(name, unread),
      former: former == [[], []] ? nil : component(name, former))
  }

  private static func parts(_ parts: [JSONValue], without others: [JSONValue]) -> [JSONValue] {
    /// The part without the order of parameters and of the members of rules, which has no meaning.
    func read(_ part: JSONValue) -> Component? {
      let (part, isComponent) = (part.canonical, lists(part) != nil)
      var tree = JCalReader.component(isComponent ? part : component("x", [[part], []]), .standard)
      for place in tree?.properties.indices ?? 0..<0 {
        tree?.properties[place].parameters.sort { $0.name < $1.name }
      }
      return tree
    }
    let known = Set(others.map(read))
    return parts.filter { !known.contains(read($0)) }
  }

  /// Replaces parts of a component by others, in each of its lists that still has all former parts.
  ///
  /// - Returns: `nil` where one of the values is not a component.
  static func replacing(_ former: JSONValue, in present: JSONValue, by value: JSONValue?) -> JSONValue? {
    guard let own = lists(present), let former = lists(former), let new = lists(value) else { return nil }
    let replaced = own.indices.map { index in
      let former = Set(former[index].map(\.canonical))
      let rest = own[index].filter { !former.contains($0.canonical) }
      return own[index].count - rest.count < former.count ? own[index] : rest + new[index]
    }
    return component(present.elements?.first, replaced)
  }
}

/// The parts of a list that its JSCalendar member cannot represent completely; they are
/// repeated in `iCalComponent`.
struct LossyParts<Part: Sendable, Key: Hashable>: Sendable {
  /// The key that identifies a part.
  let key: @Sendable (Part) -> Key
  let parameters: any WritableKeyPath<Part, [Parameter]> & Sendable
  /// Whether the member represents everything but the parameters.
  var isRepresentable: @Sendable (Part) -> Bool = { _ in true }
  /// Adds what the member cannot represent to the part read from it.
  var fill: @Sendable (inout Part, Part) -> Void = { _, _ in }

  /// Copies the parts that the member cannot represent, with others of the same key.
  func copy<Model>(_ parts: [Part], in rest: inout Model, _ place: WritableKeyPath<Model, [Part]>) {
    let kept = Set(
      parts.filter { !JSONKey.isAlone(in: $0[keyPath: parameters]) || !isRepresentable($0) }.map(key))
    // With those of the same key, since they are matched by order.
    if !kept.isEmpty { rest[keyPath: place] = parts.filter { kept.contains(key($0)) } }
  }

  /// The parts, each completed from the next of the other parts with its key.
  func completed(_ parts: [Part], from rest: [Part]) -> [Part] {
    guard !rest.isEmpty else { return parts }
    var more = Dictionary(grouping: rest, by: key).mapValues { $0[...] }
    return parts.map { part in
      guard let more = more[key(part)]?.popFirst() else { return part }
      var part = part
      part[keyPath: parameters] = part[keyPath: parameters].adding(more[keyPath: parameters])
      fill(&part, more)
      return part
    }
  }
}

extension LossyParts<AttachedImage, AttachedFile.Content> {
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
extension Unmodelled {
  fileprivate static let without = "X-ALMANAC-WITHOUT"

  mutating func markRemoved(_ property: PropertyName) {
    properties.append(Property(Self.without, value: property.text))
  }

  func isMarkedRemoved(_ property: PropertyName) -> Bool {
    properties.contains { $0.isNamed(Self.without) && $0.value.uppercased() == property.text }
  }
}

/// The member of a JSCalendar object that represents a property of an RFC 9073 component: a row of the table
/// of its kind.
///
/// Properties without a row, and those that their member cannot represent, are stored in the object's
/// `iCalComponent`. The key of the object is the component's UID if that is a valid key (RFC 8984 §1.4.1).
struct DetailMember<Detail: DetailComponent>: Sendable {
  let name: String
  let property: PropertyName
  /// Reads the member of an object.
  let read: @Sendable (JSONValue, inout Detail) -> Void
  /// The member; `nil` if it cannot represent the value.
  let write: @Sendable (Detail) -> JSONValue?

  static func text(_ name: String, _ property: PropertyName) -> Self {
    Self(name: name, property: property) {
      $1[property] = $0.text(name)
    } write: {
      .text($0[property])
    }
  }
}

extension DetailComponent {
  /// The component represented by an entry of a map, completed with the one stored in it. Stored properties
  /// take precedence, and follow those of members.
  init(_ entry: JSONValue.Member, by members: [DetailMember<Self>], _ options: ICSOptions) {
    self.init(Component(Self.componentName))
    self[.uid] = entry.name
    for member in members { member.read(entry.value, &self) }
    guard let kept = ICalComponent.tree(entry.value[ICalComponent.member], as: Self.componentName, options)
    else { return }
    let new = component.properties.filter { kept.value($0.name) == nil }
    component = Component(kept.name, properties: new + kept.properties, components: kept.components)
  }

  /// The index of the first property with a name, unless it is empty or has parameters other than VALUE.
  private func plainIndex(of property: PropertyName) -> Int? {
    let index = component.properties.firstIndex(named: property.text)
    return index.flatMap { index in
      let property = component.properties[index]
      return property.value.isEmpty || property.parameters.contains { $0.name != "VALUE" } ? nil : index
    }
  }

  /// Removes the property of a member and returns the member's value; `nil` if the member cannot represent the
  /// property.
  mutating func remove(_ member: DetailMember<Self>) -> JSONValue? {
    guard let index = plainIndex(of: member.property), let value = member.write(self) else { return nil }
    component.properties.remove(at: index)
    return value
  }

  /// Adds the members to an object and returns the component without their properties, and without a UID that
  /// is the object's key.
  func moved(_ members: [DetailMember<Self>], to object: inout JSONValue, key: String) -> Component {
    var rest = self
    for member in members {
      if let value = rest.remove(member) { object[member.name] = value }
    }
    if self[.uid] == key, let index = rest.plainIndex(of: .uid) {
      rest.component.properties.remove(at: index)
    }
    return rest.component
  }
}
