import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// The members of Event and Task (RFC 8984 §4, §5), one row each or one row for members that belong together.
///
/// The table determines reading, writing, the types of members and the content of `iCalComponent`. Members
/// are written in the order of the rows.
enum MemberTable {
  /// Members, and the iCalendar properties that they represent.
  struct Row: Sendable {
    typealias Read = @Sendable (inout JSCalendarReader, JSONValue, inout Item) -> Void
    typealias Write = @Sendable (inout JSCalendarWriter, Item, inout JSONValue) -> Void
    typealias Keep = @Sendable (_ item: Item, _ main: Item, _ rest: inout Item) -> Void
    typealias Restore = @Sendable (_ rest: Item, _ item: inout Item) -> Void

    let properties: PropertySet
    let members: KeyValuePairs<String, Form>
    /// Reads the members of an object.
    let read: Read
    let write: Write
    /// Copies what the members cannot represent to `rest`, which is a to-do because that needs no start. For
    /// an override `main` is the series, otherwise the item itself.
    let keep: Keep
    /// Adds the content of `rest` to an item.
    let restore: Restore

    init(
      _ properties: PropertySet, _ members: KeyValuePairs<String, Form>,
      read: @escaping Read = { _, _, _ in },
      write: @escaping Write = { _, _, _ in }, keep: @escaping Keep = { _, _, _ in },
      restore: @escaping Restore = { _, _ in }
    ) {
      (self.properties, self.members) = (properties, members)
      (self.read, self.write, self.keep, self.restore) = (read, write, keep, restore)
    }
  }

  enum Form: Sendable {
    /// A form validated where it is read.
    case own
    case text, flag
    /// An object in which every value is `true`.
    case set
    /// An object of objects, some members of which are strings.
    case map(texts: [String] = [])
    /// An object of objects or strings.
    case mixedMap
  }

  static let members = Dictionary(firstOf: rows.flatMap { $0.members.map { ($0.key, $0.value) } })

  /// Members that no patch may change (RFC 8984 §4.3.5).
  static let fixed: Set = [
    "@type", "excludedRecurrenceRules", "method", "privacy", "prodId", "recurrenceId", "recurrenceIdTimeZone",
    "recurrenceOverrides", "recurrenceRules", "relatedTo", "replyTo", "sentBy", "timeZones", "uid",
  ]

  static let rows: [Row] = [
    Row([.uid], ["uid": .text], write: { $2["uid"] = .string($1.uid) }),
    updated, .instant("created", .created, \.created),
    .number("sequence", .sequence, 0...Int(Int32.max), \.content.fields.sequence),
    .text("title", .summary, \.summary), .text("description", .description, \.details),
    start, recurrenceID, extent, recurrence,
    Row([.categories], ["keywords": .set]) {
      $2.categories = $1.set("keywords")
    } write: {
      $2["keywords"] = .set($1.categories)
    },
    // RFC 9253 §8.1 has CONCEPT for what RFC 8984 §4.2.10 calls categories.
    Row([.concept], ["categories": .set]) {
      $2.concepts = $1.set("categories")
    } write: {
      $2["categories"] = .set($1.concepts)
    } restore: { rest, item in
      item.concepts += rest.concepts.filter { !item.concepts.contains($0) }
    },
    Row([.color, .exactColor], ["color": .own]) {
      $2.color = $0.color($1)
    } write: {
      $2["color"] = .written($1.color)
    },
    .number("priority", .priority, 0...9, \.content.fields.priority), transparency, privacy,
    .number("percentComplete", .percentComplete, 0...100, \.content.extras.percentComplete), status,
    completed,
    places, rooms, links, people, alerts, relations,
    Row([.requestStatus], ["requestStatus": .text]) {
      $2.requestStatuses = [RequestStatus(written: $1.text("requestStatus"))].compactMap { $0 }
    } write: {
      $2["requestStatus"] = .written($1.requestStatuses.first?.written)
    } keep: { item, _, rest in
      rest.requestStatuses = Array(item.requestStatuses.dropFirst())
    } restore: {
      $1.requestStatuses += $0.requestStatuses
    },
    .left(.resources, \.resources), .left(.contact, \.contacts), .left(.comment, \.comments),
    .left(.refid, \.referenceIDs),
    // Members of the calendar, and members without an iCalendar property.
    Row(
      [],
      [
        "@type": .own, "method": .text, "prodId": .text, "sentBy": .own, "timeZones": .map(),
        "source": .text, "locale": .text, "descriptionContentType": .text, "useDefaultAlerts": .flag,
        "localizations": .map(),
      ]),
  ]

  private static let updated = Row([.lastModified, .dtstamp], ["updated": .own]) { reader, object, item in
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

  private static let transparency = Row([.transp], ["freeBusyStatus": .text]) { reader, object, item in
    guard item.kind == .event, let word = reader.word("freeBusyStatus", of: object, ["free", "busy"]) else {
      return
    }
    item.content.fields.transparency = word == "free" ? .transparent : .opaque
  } write: { _, item, object in
    object["freeBusyStatus"] = .written(item.event?.transparency.map { $0 == .opaque ? "busy" : "free" })
  }

  private static let status = Row([.status], ["status": .text, "progress": .text]) { reader, object, item in
    let (name, words) =
      item.kind == .todo
      ? ("progress", ["needs-action", "in-process", "completed", "cancelled", "failed"])
      : ("status", ["confirmed", "tentative", "cancelled"])
    guard let word = reader.word(name, of: object, words) else { return }
    item.content.fields.status = ItemStatus(rawValue: word.uppercased())
  } write: { _, item, object in
    object[item.kind == .todo ? "progress" : "status"] = .written(item.status?.rawValue.lowercased())
  }

  /// The time of a to-do's completion.
  private static let completed = Row([.completed], ["progressUpdated": .own]) { reader, object, item in
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
}

// MARK: Privacy

extension MemberTable {
  private static let privacyWords: [(model: Classification, word: String)] = [
    (.public, "public"), (.private, "private"), (.confidential, "secret"),
  ]

  private static func privacyWord(_ classification: Classification) -> String? {
    privacyWords.first { $0.model == classification }?.word
  }

  private static let privacy = Row([.classification], ["privacy": .text]) {
    reader, object, item in
    guard let stated = object["privacy"] else { return }
    let known = privacyWords.first { $0.word == stated.text }?.model
    if known == nil, let word = stated.text {
      reader.report(
        .note, .unknownValue, "privacy", "\(word.prefix(60)) is no word of privacy that is known",
        repair: "kept, taken as private")
    }
    // An unknown value is private (RFC 8984 §4.4.3).
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
    // A CLASS that only iCalendar defines applies as long as the object is private.
    if let word = rest.classification,
      privacyWord(word) != nil || [nil, .private].contains(item.classification)
    {
      item.classification = word
    }
  }
}

// MARK: Relations (RFC 8984 §1.4.10)

extension MemberTable {
  /// The relations that JSCalendar defines, without parameters.
  private static let relationKinds: [Relation.Kind] = [.first, .next, .child, .parent]

  private static let relations = Row([.relatedTo], ["relatedTo": .map()]) {
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
      related[relation.target] = [
        "@type": "Relation", "relation": .set(words + [relation.kind.rawValue.lowercased()]),
      ]
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
  /// Whether a JSCalendar Relation represents it completely.
  func isRepresentable(as kinds: [Kind]) -> Bool {
    kinds.contains(kind) && parameters.isEmpty && !target.isEmpty
  }
}

// MARK: Rows of plain members

extension MemberTable.Row {
  typealias Place<Value> = any WritableKeyPath<Item, Value> & Sendable

  static func text(_ name: String, _ property: PropertyName, _ place: Place<String>) -> Self {
    Self([property], [name: .text]) {
      $2[keyPath: place] = $1.text(name)
    } write: {
      $2[name] = .text($1[keyPath: place])
    }
  }

  static func instant(_ name: String, _ property: PropertyName, _ place: Place<Instant?>) -> Self {
    Self([property], [name: .own]) {
      $2[keyPath: place] = $0.instant(name, of: $1)
    } write: {
      $2[name] = .written($1[keyPath: place])
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ property: PropertyName, _ range: ClosedRange<Int>, _ place: Place<Number?>
  ) -> Self {
    Self([property], [name: .own]) { reader, object, item in
      guard property.mayStand(in: item.kind.component) else { return }
      item[keyPath: place] = reader.integer(name, of: object, in: range).map { Number(clamping: $0) }
    } write: { _, item, object in
      object[name] = .integer(item[keyPath: place].map { Int($0) })
    }
  }

  /// A row for a property without a JSCalendar member.
  static func left(_ property: PropertyName, _ place: Place<[String]>) -> Self {
    Self(
      [property], [:],
      keep: { item, _, rest in rest[keyPath: place] = item[keyPath: place] },
      restore: { rest, item in item[keyPath: place] += rest[keyPath: place] })
  }
}
