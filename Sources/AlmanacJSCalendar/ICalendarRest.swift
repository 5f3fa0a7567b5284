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
  /// What a changed instance has none of while its series has: CLASS, ORGANIZER and RELATED-TO, which no patch may take
  /// away (RFC 8984 §4.3.5).
  static let without = "X-ALMANAC-WITHOUT"

  /// Whose first is a member of JSCalendar, and has parameters of its own.
  static let requestStatus = "REQUEST-STATUS"

  // MARK: Of an item

  /// - Parameter main: The series whose changed instance it is: a patch may not say all that an object may.
  static func value(of item: Item, in main: Item?) -> JSONValue? {
    let rest = rest(of: item, in: main)
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    var output = writer.component(for: rest)
    output.properties.removeAll { $0.name == "UID" || $0.name == "DTSTAMP" && rest.stamp == nil }
    output.components = item.unmodelled.withoutJSON.components.filter { component in
      component.hasLegalName && !component.isNamed(DetailedLocation.kind)
        && !component.isNamed(Participant.kind)
    }
    guard !output.properties.isEmpty || !output.components.isEmpty else { return nil }
    output.name = item.kind.component.name
    return JCalWriter.component(output)
  }

  /// A to-do, as one needs no time, with what is left of an item.
  private static func rest(of item: Item, in main: Item?) -> Item {
    var rest = Todo("")
    rest.resources = item.resources
    rest.contacts = item.contacts
    rest.comments = item.comments
    if let stamp = item.stamp, let changed = item.lastModified, stamp != changed { rest.stamp = stamp }
    let reference = main ?? item
    if let word = item.classification, word != reference.classification || Privacy.word(word) == nil {
      rest.classification = word
    }
    let repeatsRelations = item.relations == reference.relations
    rest.relations = item.relations.filter { !repeatsRelations || !JSCalendarRelation.isSayable($0) }
    if let organizer = item.organizer, organizer != reference.organizer || !isSayable(organizer) {
      rest.organizer = organizer
    }
    rest.attendees = item.attendees.filter { !isSayable($0) }
    rest.conferences = item.conferences.filter { conference in
      conference.parameters.contains { $0.name != JSONKey.parameter }
    }
    rest.attachments = item.attachments.filter { !isSayable($0) }
    rest.images = item.images.filter { !isSayable($0.file) || $0.displays.count > 1 }
    rest.requestStatuses = Array(item.requestStatuses.dropFirst())
    if let todo = item.todo, todo.status != .completed { rest.completed = todo.completed }
    if item.overridesFuture {
      (rest.recurrenceID, rest.overridesFuture) = (item.recurrenceID, true)
    }
    rest.unmodelled.properties = item.unmodelled.withoutJSON.properties.filter { property in
      !property.isNamed(ItemLink.name) || !ItemLink(property).isSayable(besideURL: item.url)
    }
    if let main {
      rest.unmodelled.properties += lacking(item, of: main).map { Property(without, value: $0) }
    }
    return rest.item
  }

  private static func lacking(_ item: Item, of main: Item) -> [String] {
    let relations = Set(item.relations)
    return [
      ("CLASS", main.classification != nil && item.classification == nil),
      ("ORGANIZER", main.organizer != nil && item.organizer == nil),
      ("RELATED-TO", !main.relations.allSatisfy { relations.contains($0) }),
    ].compactMap { $1 ? $0 : nil }
  }

  /// Takes what an instance lacks out of what it was given of its series.
  static func takeAway(from item: inout Item, _ rest: Item) {
    for property in rest.unmodelled.properties.all(named: without) {
      switch property.value.uppercased() {
      case "CLASS": item.classification = nil
      case "ORGANIZER": item.organizer = nil
      case "RELATED-TO": item.relations = []
      default: break
      }
    }
  }

  private static func isSayable(_ file: AttachedFile) -> Bool {
    file.parameters.allSatisfy { $0.name == JSONKey.parameter }
  }

  private static func isSayable(_ organizer: Organizer) -> Bool {
    organizer.sentBy.isEmpty && organizer.parameters.allSatisfy { $0.name == JSONKey.parameter }
  }

  private static func isSayable(_ attendee: Attendee) -> Bool {
    var plain = attendee
    plain.parameters = []
    let object = JSCalendarPerson.object(plain, isOwner: false) { $0 }
    return JSCalendarPerson.attendee(object) { $0 } == plain
      && attendee.parameters.allSatisfy { $0.name == JSONKey.parameter }
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
    guard !output.properties.isEmpty || !output.components.isEmpty else { return nil }
    return JCalWriter.component(output)
  }

  // MARK: Of a calendar

  /// What a calendar holds that is no entry of a Group, and the properties that a Group has not.
  static func value(of calendar: EventCalendar) -> JSONValue? {
    var rest = EventCalendar(zone: calendar.zone)
    rest.refreshInterval = calendar.refreshInterval
    rest.freeBusy = calendar.freeBusy
    rest.availabilities = calendar.availabilities
    rest.images = calendar.images.filter { !isSayable($0.file) || $0.displays.count > 1 }
    rest.unmodelled = calendar.unmodelled.withoutJSON
    rest.insert(calendar.items.filter { $0.kind == .journal })
    if rest.count == 0, calendar.items.allSatisfy({ $0.kind == .journal }) { rest.method = calendar.method }
    var writer = ModelWriter(door: PureDoor(), calendarZone: rest.zone)
    var output = writer.component(for: rest)
    output.properties.removeAll { ["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
    guard !output.properties.isEmpty || !output.components.isEmpty else { return nil }
    return JCalWriter.component(output)
  }
}
