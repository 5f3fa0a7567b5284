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
    typealias Write = @Sendable (inout JSCalendarWriter, Item, inout JSONValue) -> Void
    typealias Keep = @Sendable (_ item: Item, _ main: Item, _ rest: inout Item) -> Void
    typealias Restore = @Sendable (_ rest: Item, _ item: inout Item) -> Void

    let properties: PropertySet
    let members: [Member]
    /// Reads the members of an object.
    let read: Read
    let write: Write
    /// Puts what the members cannot say into the rest of an item, which is a to-do, as one needs no time. Of a changed
    /// instance `main` is the series; else it is the item.
    let keep: Keep
    /// Adds to an item what the rest says beyond the members.
    let restore: Restore

    init(
      _ properties: PropertySet, _ members: [Member], read: @escaping Read = { _, _, _ in },
      write: @escaping Write = { _, _, _ in }, keep: @escaping Keep = { _, _, _ in },
      restore: @escaping Restore = { _, _ in }
    ) {
      (self.properties, self.members) = (properties, members)
      (self.read, self.write, self.keep, self.restore) = (read, write, keep, restore)
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
    } keep: { item, _, rest in
      if item.overridesFuture { (rest.recurrenceID, rest.overridesFuture) = (item.recurrenceID, true) }
    } restore: {
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
      $2.categories = $1.set("keywords")
    } write: {
      $2["keywords"] = .set($1.categories)
    },
    Row([.color, .exactColor], ["color"]) {
      $2.color = $0.color($1)
    } write: {
      $2["color"] = .written($1.color)
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
    } keep: { item, _, rest in
      rest.conferences = rooms.kept(of: item.conferences)
    } restore: {
      $1.conferences = rooms.filled($1.conferences, from: $0.conferences)
    },
    links, people,
    Row([], [.map("alerts", texts: ["action"])]) {
      $0.readAlerts(of: &$2, $1)
    } write: {
      $2["alerts"] = JSCalendarAlert.objects($1.alarms, summary: $1.summary)
    },
    relations,
    Row([.requestStatus], [.text("requestStatus")]) {
      $2.requestStatuses = [RequestStatus(written: $1.text("requestStatus"))].compactMap { $0 }
    } write: {
      $2["requestStatus"] = .written($1.requestStatuses.first?.written)
    } keep: { item, _, rest in
      rest.requestStatuses = Array(item.requestStatuses.dropFirst())
    } restore: {
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
    let changed = item.lastModified ?? item.stamp ?? item.created ?? JSCalendarWriter.unknownTime
    object["updated"] = .written(changed)
  } keep: { item, _, rest in
    if let changed = item.lastModified, item.stamp != changed { rest.stamp = item.stamp }
  } restore: { rest, item in
    item.stamp = rest.stamp ?? item.stamp
  }

  private static let transparency = Row([.transp], [.text("freeBusyStatus")]) { reader, object, item in
    guard item.kind == .event, let word = reader.word("freeBusyStatus", of: object, ["free", "busy"]) else {
      return
    }
    item.content.fields.transparency = word == "free" ? .transparent : .opaque
  } write: { _, item, object in
    object["freeBusyStatus"] = .written(item.event?.transparency.map { $0 == .opaque ? "busy" : "free" })
  }

  private static let status = Row([.status], [.text("status"), .text("progress")]) { reader, object, item in
    let (name, words) =
      item.kind == .todo
      ? ("progress", ["needs-action", "in-process", "completed", "cancelled", "failed"])
      : ("status", ["confirmed", "tentative", "cancelled"])
    guard let word = reader.word(name, of: object, words) else { return }
    item.content.fields.status = ItemStatus(rawValue: word.uppercased())
  } write: { _, item, object in
    object[item.kind == .todo ? "progress" : "status"] = .written(item.status?.rawValue.lowercased())
  }

  /// When a to-do was done.
  private static let completed = Row([.completed], ["progressUpdated"]) { reader, object, item in
    guard item.kind == .todo, item.status == .completed else { return }
    item.content.extras.completed = reader.instant("progressUpdated", of: object)
  } write: { _, item, object in
    if item.status == .completed { object["progressUpdated"] = .written(item.todo?.completed) }
  } keep: { item, _, rest in
    if item.status != .completed { rest.content.extras.completed = item.todo?.completed }
  } restore: { rest, item in
    guard item.kind == .todo, item.content.extras.completed == nil else { return }
    item.content.extras.completed = rest.content.extras.completed
  }

  private static let rooms = KeptParts<Conference, String>(key: \.uri, parameters: \.parameters)

  private static let links = Row(
    [.attach, .image, .url, .link],
    [.map("links", texts: ["href", "contentType", "rel", "display", "title"])]
  ) { reader, object, item in
    reader.readLinks(of: &item, object)
  } write: { _, item, object in
    object["links"] = JSCalendarLinks.object(
      item.attachments, item.images, item.url, item.unmodelled,
      item.links.filter { $0.isRepresentable(besideURL: item.url) })
  } keep: { item, _, rest in
    rest.attachments = files.kept(of: item.attachments)
    rest.images = KeptParts.images.kept(of: item.images)
    rest.unmodelled.properties.removeAll {
      $0.isNamed(ItemLink.name) && ItemLink($0).isRepresentable(besideURL: item.url)
    }
  } restore: { rest, item in
    item.attachments = files.filled(item.attachments, from: rest.attachments)
    item.images = KeptParts.images.filled(item.images, from: rest.images)
  }

  private static let files = KeptParts<AttachedFile, AttachedFile.Content>(
    key: \.content, parameters: \.parameters)

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
  } keep: { item, main, rest in
    if let organizer = item.organizer {
      let isRepresentable = organizer.sentBy.isEmpty && JSONKey.isAlone(in: organizer.parameters)
      if organizer != main.organizer || !isRepresentable { rest.organizer = organizer }
    } else if main.organizer != nil {
      rest.lack(.organizer)
    }
    rest.attendees = attendees.kept(of: item.attendees)
  } restore: { rest, item in
    if rest.lacks(.organizer) { item.organizer = nil }
    if let more = rest.organizer {
      let known = item.organizer
      item.organizer = more
      if let known, known.address == more.address {
        item.organizer?.name = known.name
        item.organizer?.parameters = known.parameters.adding(more.parameters)
      }
    }
    item.attendees = attendees.filled(item.attendees, from: rest.attendees)
  }

  private static let attendees = KeptParts<Attendee, String>(key: \.address, parameters: \.parameters) {
    JSCalendarPerson.isRepresentable($0)
  } fill: {
    $0.role = $0.role ?? $1.role
    $0.status = $0.status ?? $1.status
    $0.kind = $0.kind ?? $1.kind
    $0.sentBy = $1.sentBy
  }
}

// MARK: Who may see it

extension MemberTable {
  private static let privacyWords: [(model: Classification, word: String)] = [
    (.public, "public"), (.private, "private"), (.confidential, "secret"),
  ]

  private static func privacyWord(_ classification: Classification) -> String? {
    privacyWords.first { $0.model == classification }?.word
  }

  fileprivate static let privacy = Row([.classification], [.fixed("privacy", .text)]) {
    reader, object, item in
    guard let stated = object["privacy"] else { return }
    let known = privacyWords.first { $0.word == stated.text }?.model
    if known == nil, let word = stated.text {
      reader.report(
        .note, .unknownValue, "privacy", "\(word.prefix(60)) is no word of privacy that is known",
        repair: "kept, taken as private")
    }
    // What is not known is private (RFC 8984 §4.4.3).
    item.classification = known ?? .private
  } write: { _, item, object in
    object["privacy"] = .written(item.classification.map { privacyWord($0) ?? "private" })
  } keep: { item, main, rest in
    if let word = item.classification {
      if word != main.classification || privacyWord(word) == nil { rest.classification = word }
    } else if main.classification != nil {
      rest.lack(.classification)
    }
  } restore: { rest, item in
    if rest.lacks(.classification) { item.classification = nil }
    // A word that only iCalendar has holds while it is private.
    if let word = rest.classification,
      privacyWord(word) != nil || [nil, .private].contains(item.classification)
    {
      item.classification = word
    }
  }
}

// MARK: Relations (RFC 8984 §1.4.10)

extension MemberTable {
  /// JSCalendar has these four and no parameters.
  private static let relationKinds: [Relation.Kind] = [.first, .next, .child, .parent]

  fileprivate static let relations = Row([.relatedTo], [.fixed("relatedTo", .map(texts: []))]) {
    _, object, item in
    item.relations = object.entries("relatedTo").flatMap { entry in
      entry.value.set("relation").compactMap { word in
        relationKinds.first { $0.rawValue.lowercased() == word }.map { Relation(entry.name, kind: $0) }
      }
    }
  } write: { _, item, object in
    var related = JSONMap()
    for relation in item.relations where relation.isRepresentable(as: relationKinds) {
      let words = related[relation.target]?.set("relation") ?? []
      related[relation.target] = .typed(
        "Relation", ["relation": .set(words + [relation.kind.rawValue.lowercased()])])
    }
    object["relatedTo"] = .map(related.entries)
  } keep: { item, main, rest in
    let isRepeated = item.relations == main.relations
    rest.relations = item.relations.filter { !isRepeated || !$0.isRepresentable(as: relationKinds) }
    if !Set(main.relations).isSubset(of: item.relations) { rest.lack(.relatedTo) }
  } restore: { rest, item in
    if rest.lacks(.relatedTo) { item.relations = [] }
    var met = Set(item.relations)
    item.relations += rest.relations.filter { met.insert($0).inserted }
  }
}

extension Relation {
  /// Whether a Relation of JSCalendar can say all of it.
  func isRepresentable(as kinds: [Kind]) -> Bool {
    kinds.contains(kind) && parameters.isEmpty && !target.isEmpty
  }
}

// MARK: Rows of plain members

extension MemberTable.Row {
  typealias Place<Value> = any WritableKeyPath<Item, Value> & Sendable

  static func text(_ name: String, _ property: PropertyName, _ place: Place<String>) -> Self {
    Self([property], [.text(name)]) {
      $2[keyPath: place] = $1.text(name)
    } write: {
      $2[name] = .text($1[keyPath: place])
    }
  }

  static func instant(_ name: String, _ property: PropertyName, _ place: Place<Instant?>) -> Self {
    Self([property], [MemberTable.Member(name)]) {
      $2[keyPath: place] = $0.instant(name, of: $1)
    } write: {
      $2[name] = .written($1[keyPath: place])
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ property: PropertyName, _ range: ClosedRange<Int>, _ place: Place<Number?>
  ) -> Self {
    Self([property], [MemberTable.Member(name)]) { reader, object, item in
      guard property.mayStand(in: item.kind.component) else { return }
      item[keyPath: place] = reader.integer(name, of: object, in: range).map { Number(clamping: $0) }
    } write: { _, item, object in
      object[name] = .integer(item[keyPath: place].map { Int($0) })
    }
  }

  /// What JSCalendar has no member for.
  static func left(_ property: PropertyName, _ place: Place<[String]>) -> Self {
    Self(
      [property], [],
      keep: { item, _, rest in rest[keyPath: place] = item[keyPath: place] },
      restore: { rest, item in item[keyPath: place] += rest[keyPath: place] })
  }
}
