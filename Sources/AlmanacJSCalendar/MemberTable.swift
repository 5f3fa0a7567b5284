import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// What JSCalendar says of events and to-dos, member by member (RFC 8984 §4 and §5): the only list of its members.
///
/// Reading, writing, the types of members, what no patch may touch and what is left for `iCalComponent` walk it. The rows
/// stand in the order in which the members are written.
enum MemberTable {
  /// Members, and the properties of iCalendar that they stand for.
  struct Row: Sendable {
    typealias Read = @Sendable (inout JSCalendarReader, JSONValue, inout Item) -> Void
    typealias Write = @Sendable (inout JSCalendarWriter, Item, inout JSONObject) -> Void
    typealias Leave = @Sendable (_ item: Item, _ main: Item, _ rest: inout Item) -> Void
    typealias Return = @Sendable (_ rest: Item, _ item: inout Item) -> Void

    let properties: PropertySet
    let members: [Member]
    /// Reads the members of an object.
    let read: Read
    let write: Write
    /// Puts what the members cannot say into the rest of an item, which is a to-do, as one needs no time. Of a changed
    /// instance `main` is the series; else it is the item.
    let leave: Leave
    /// Adds to an item what the rest says beyond the members.
    let putBack: Return

    init(
      _ properties: PropertySet, _ members: [Member], read: @escaping Read = { _, _, _ in },
      write: @escaping Write = { _, _, _ in }, leave: @escaping Leave = { _, _, _ in },
      putBack: @escaping Return = { _, _ in }
    ) {
      (self.properties, self.members) = (properties, members)
      (self.read, self.write, self.leave, self.putBack) = (read, write, leave, putBack)
    }
  }

  struct Member: Sendable, ExpressibleByStringLiteral {
    enum Form: Sendable {
      /// Looked at where it is read.
      case own
      case text, flag
      /// An object in which every value is `true`.
      case set
      /// An object of objects, of which some members are texts.
      case map(texts: [String])
      /// An object of objects or texts.
      case mixedMap
    }

    let name: String
    let form: Form
    /// Whether no patch may touch it (RFC 8984 §4.3.5).
    let isFixed: Bool

    init(_ name: String, _ form: Form = .own, isFixed: Bool = false) {
      (self.name, self.form, self.isFixed) = (name, form, isFixed)
    }

    init(stringLiteral name: String) { self.init(name) }

    static func text(_ name: String) -> Member { Member(name, .text) }

    static func map(_ name: String, texts: [String] = []) -> Member { Member(name, .map(texts: texts)) }

    static func fixed(_ name: String, _ form: Form = .own) -> Member { Member(name, form, isFixed: true) }
  }

  static let members = Dictionary(
    rows.flatMap(\.members).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// What no patch may touch.
  static let fixed = Set(members.values.filter(\.isFixed).map(\.name))

  /// Properties that stand in `iCalComponent` as they are.
  static let leftOfItems: PropertySet = [
    .allDayEvent, .allDayOfMSN, .altDescription, .appleLocation, .busyStatus, .concept, .googleConference,
    .refid, .structuredData, .styledDescription, .teamsMeeting,
  ]

  static let rows: [Row] = [
    Row([.uid], [.fixed("uid", .text)], write: { $2["uid"] = .string($1.uid) }),
    updated, .instant("created", .created, \.created),
    .number("sequence", .sequence, 0...Int(Int32.max), \.content.fields.sequence),
    .text("title", .summary, \.summary), .text("description", .description, \.details),
    // Read before all others, as an event without a start is none.
    Row(
      [.dtstart], ["start", "timeZone", Member("showWithoutTime", .flag)],
      write: { $0.addStart(of: $1, to: &$2) }),
    Row([.recurrenceID], [.fixed("recurrenceId"), .fixed("recurrenceIdTimeZone")]) {
      $2.recurrenceID = $0.recurrenceID(of: $1, in: $2)
    } write: {
      $0.addRecurrenceID(of: $1, to: &$2)
    } leave: { item, _, rest in
      if item.overridesFuture { (rest.recurrenceID, rest.overridesFuture) = (item.recurrenceID, true) }
    } putBack: {
      $1.overridesFuture = $0.overridesFuture
    },
    Row(
      [.dtend, .due, .duration], ["duration", "due", "estimatedDuration"],
      write: { $0.addExtent(of: $1, to: &$2) }),
    Row(
      [.rrule, .exrule, .rdate, .exdate],
      [
        .fixed("recurrenceRules"), .fixed("excludedRecurrenceRules"),
        .fixed("recurrenceOverrides", .mixedMap),
      ]
    ) { reader, object, item in
      guard let start = JSCalendarWriter.anchor(of: item) else { return }
      item.recurrence.rules = reader.rules("recurrenceRules", object, start)
      item.recurrence.exclusionRules = reader.rules("excludedRecurrenceRules", object, start)
    } write: {
      $0.addRecurrence(of: $1, to: &$2)
    },
    Row([.categories], [Member("keywords", .set)]) {
      $2.categories = $1["keywords"]?.set ?? []
    } write: {
      $2.add("keywords", set: $1.categories)
    },
    Row([.color, .exactColor], ["color"]) {
      $2.color = $0.color($1)
    } write: {
      $2.add("color", $1.color)
    },
    .number("priority", .priority, 0...9, \.content.fields.priority), transparency, privacy,
    .number("percentComplete", .percentComplete, 0...100, \.content.extras.percentComplete), status,
    completed,
    Row(
      [.location, .geo],
      [.map("locations", texts: ["name", "description", "relativeTo", "timeZone", "coordinates"])]
    ) {
      $0.readPlaces(of: &$2, $1)
    } write: {
      JSCalendarWriter.addLocations(of: $1, to: &$2)
    },
    Row([.conference], [.map("virtualLocations", texts: ["name", "description", "uri"])]) {
      $0.readRooms(of: &$2, $1)
    } write: {
      JSCalendarWriter.addRooms(of: $1, to: &$2)
    } leave: { item, _, rest in
      rest.conferences = item.conferences.filter { !JSONKey.isAlone(in: $0.parameters) }
    } putBack: {
      $1.conferences = ICalendarRest.filled($1.conferences, from: $0.conferences, by: \.uri, \.parameters)
    },
    links, people,
    Row([], [.map("alerts", texts: ["action"])]) {
      $0.readAlerts(of: &$2, $1)
    } write: {
      $2.add("alerts", JSCalendarAlert.objects($1.alarms, summary: $1.summary))
    },
    relations,
    Row([.requestStatus], [.text("requestStatus")]) {
      $2.requestStatuses = [$1["requestStatus"]?.text].compactMap { $0.flatMap(RequestStatus.init(written:)) }
    } write: {
      if let status = $1.requestStatuses.first { $2["requestStatus"] = .string(status.written) }
    } leave: { item, _, rest in
      rest.requestStatuses = Array(item.requestStatuses.dropFirst())
    } putBack: {
      $1.requestStatuses += $0.requestStatuses
    },
    .left(.resources, \.resources), .left(.contact, \.contacts), .left(.comment, \.comments),
    // Of the calendar, and what no property says.
    Row(
      [],
      [
        .fixed("@type"), .fixed("method", .text), .fixed("prodId", .text), .fixed("sentBy"),
        .fixed("timeZones", .map(texts: [])), .text("source"), .text("locale"),
        .text("descriptionContentType"), Member("useDefaultAlerts", .flag), Member("categories", .set),
        .map("localizations"),
      ]),
  ]

  private static let updated = Row([.lastModified, .dtstamp], ["updated"]) { reader, object, item in
    item.lastModified = reader.updated(object)
    item.stamp = item.lastModified
  } write: { _, item, object in
    object.add("updated", item.lastModified ?? item.stamp ?? item.created ?? JSCalendarWriter.unknownTime)
  } leave: { item, _, rest in
    if let changed = item.lastModified, item.stamp != changed { rest.stamp = item.stamp }
  } putBack: { rest, item in
    item.stamp = rest.stamp ?? item.stamp
  }

  private static let transparency = Row([.transp], [.text("freeBusyStatus")]) { reader, object, item in
    guard item.kind == .event else { return }
    reader.tellUnknown("freeBusyStatus", of: object, ["free", "busy"])
    switch object.text("freeBusyStatus") {
    case "free": item.content.fields.transparency = .transparent
    case "busy": item.content.fields.transparency = .opaque
    default: break
    }
  } write: { _, item, object in
    guard let transparency = item.event?.transparency else { return }
    object["freeBusyStatus"] = .string(transparency == .opaque ? "busy" : "free")
  }

  private static let privacy = Row([.classification], [.fixed("privacy", .text)]) { reader, object, item in
    item.classification = reader.privacy(of: object)
  } write: { _, item, object in
    if let word = item.classification { object["privacy"] = .string(Privacy.word(word) ?? "private") }
  } leave: { item, main, rest in
    guard let word = item.classification else {
      if main.classification != nil { rest.lack(.classification) }
      return
    }
    if word != main.classification || Privacy.word(word) == nil { rest.classification = word }
  } putBack: { rest, item in
    if rest.lacks(.classification) { item.classification = nil }
    // A word that only iCalendar has holds while it is private.
    if let word = rest.classification,
      Privacy.word(word) != nil || [nil, .private].contains(item.classification)
    {
      item.classification = word
    }
  }

  private static let status = Row([.status], [.text("status"), .text("progress")]) { reader, object, item in
    let (name, words) =
      item.kind == .todo
      ? ("progress", ["needs-action", "in-process", "completed", "cancelled", "failed"])
      : ("status", ["confirmed", "tentative", "cancelled"])
    reader.tellUnknown(name, of: object, words)
    guard let word = object[name]?.text?.uppercased(), words.contains(word.lowercased()) else { return }
    item.content.fields.status = ItemStatus(rawValue: word)
  } write: { _, item, object in
    guard let status = item.status else { return }
    object[item.kind == .todo ? "progress" : "status"] = .string(status.rawValue.lowercased())
  }

  /// When a to-do was done.
  private static let completed = Row([.completed], ["progressUpdated"]) { reader, object, item in
    guard item.kind == .todo, item.status == .completed else { return }
    item.content.extras.completed = reader.instant("progressUpdated", of: object)
  } write: { _, item, object in
    if item.status == .completed { object.add("progressUpdated", item.todo?.completed) }
  } leave: { item, _, rest in
    if item.status != .completed { rest.content.extras.completed = item.todo?.completed }
  } putBack: { rest, item in
    guard item.kind == .todo, item.content.extras.completed == nil else { return }
    item.content.extras.completed = rest.content.extras.completed
  }

  private static let links = Row(
    [.attach, .image, .url, .link],
    [.map("links", texts: ["href", "contentType", "rel", "display", "title"])]
  ) { reader, object, item in
    reader.readLinks(of: &item, object)
  } write: { _, item, object in
    object.add(
      "links",
      JSCalendarWriter.links(
        item.attachments, item.images, item.url, urlKey: JSONKey.stated(for: "URL", in: item.unmodelled),
        item.links.filter { $0.isSayable(besideURL: item.url) }))
  } leave: { item, _, rest in
    rest.attachments = item.attachments.filter { !JSONKey.isAlone(in: $0.parameters) }
    rest.images = item.images.filter { !ICalendarRest.isSayable($0) }
    rest.unmodelled.properties.removeAll {
      $0.isNamed(ItemLink.name) && ItemLink($0).isSayable(besideURL: item.url)
    }
  } putBack: { rest, item in
    item.attachments = ICalendarRest.filled(
      item.attachments, from: rest.attachments, by: \.content, \.parameters)
    item.images = ICalendarRest.filled(item.images, from: rest.images)
  }

  private static let people = Row(
    [.organizer, .attendee],
    [
      .fixed("replyTo", .mixedMap),
      .map(
        "participants",
        texts: ["name", "email", "description", "kind", "participationStatus", "progress"]),
    ]
  ) { reader, object, item in
    reader.readPeople(of: &item, object)
  } write: { _, item, object in
    JSCalendarWriter.addPeople(of: item, to: &object)
  } leave: { item, main, rest in
    if let organizer = item.organizer {
      let isSayable = organizer.sentBy.isEmpty && JSONKey.isAlone(in: organizer.parameters)
      if organizer != main.organizer || !isSayable { rest.organizer = organizer }
    } else if main.organizer != nil {
      rest.lack(.organizer)
    }
    rest.attendees = item.attendees.filter { !JSCalendarPerson.isSayable($0) }
  } putBack: { rest, item in
    if rest.lacks(.organizer) { item.organizer = nil }
    if let more = rest.organizer {
      if let known = item.organizer, known.address == more.address {
        item.organizer?.sentBy = more.sentBy
        item.organizer?.parameters = ICalendarRest.added(known.parameters, more.parameters)
      } else {
        item.organizer = more
      }
    }
    item.attendees = ICalendarRest.filled(item.attendees, from: rest.attendees, by: \.address, \.parameters) {
      $0.role = $0.role ?? $1.role
      $0.status = $0.status ?? $1.status
      $0.kind = $0.kind ?? $1.kind
      $0.sentBy = $1.sentBy
    }
  }

  private static let relations = Row([.relatedTo], [.fixed("relatedTo", .map(texts: []))]) {
    reader, object, item in
    item.relations = JSCalendarRelation.relations(object["relatedTo"])
  } write: { _, item, object in
    var related = JSONObject()
    for relation in item.relations where JSCalendarRelation.isSayable(relation) {
      let kinds = related[relation.target]?["relation"]?.set ?? []
      related[relation.target] = JSCalendarRelation.object(kinds + [relation.kind.rawValue.lowercased()])
    }
    object.add("relatedTo", related)
  } leave: { item, main, rest in
    let isRepeated = item.relations == main.relations
    rest.relations = item.relations.filter { !isRepeated || !JSCalendarRelation.isSayable($0) }
    if !Set(main.relations).isSubset(of: item.relations) { rest.lack(.relatedTo) }
  } putBack: { rest, item in
    if rest.lacks(.relatedTo) { item.relations = [] }
    var met = Set(item.relations)
    item.relations += rest.relations.filter { met.insert($0).inserted }
  }
}

// MARK: Rows of plain members

extension MemberTable.Row {
  typealias Place<Value> = any WritableKeyPath<Item, Value> & Sendable

  static func text(_ name: String, _ property: PropertyName, _ place: Place<String>) -> Self {
    Self([property], [.text(name)]) {
      $2[keyPath: place] = $1.text(name)
    } write: {
      $2.add(name, $1[keyPath: place])
    }
  }

  static func instant(_ name: String, _ property: PropertyName, _ place: Place<Instant?>) -> Self {
    Self([property], [MemberTable.Member(name)]) {
      $2[keyPath: place] = $0.instant(name, of: $1)
    } write: {
      $2.add(name, $1[keyPath: place])
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ property: PropertyName, _ range: ClosedRange<Int>, _ place: Place<Number?>
  ) -> Self {
    Self([property], [MemberTable.Member(name)]) { reader, object, item in
      guard property.mayStand(in: item.kind.component) else { return }
      item[keyPath: place] = reader.integer(name, of: object, in: range).map { Number(clamping: $0) }
    } write: { _, item, object in
      object.add(name, item[keyPath: place].map { Int($0) })
    }
  }

  /// What JSCalendar has no member for.
  static func left(_ property: PropertyName, _ place: Place<[String]>) -> Self {
    Self(
      [property], [],
      leave: { item, _, rest in rest[keyPath: place] = item[keyPath: place] },
      putBack: { rest, item in item[keyPath: place] += rest[keyPath: place] })
  }
}
