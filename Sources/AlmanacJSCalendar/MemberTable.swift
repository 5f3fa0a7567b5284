import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Members of a JSCalendar object, and the iCalendar properties that they represent: a row of a table.
final class MemberRow<Model: Sendable>: Sendable {
  typealias Read = @Sendable (inout JSCalendarReader, JSONValue, inout Model) -> Void
  typealias Write = @Sendable (inout JSCalendarWriter, Model, inout JSONValue) -> Void
  typealias Keep = @Sendable (_ model: Model, _ main: Model, _ rest: inout Model) -> Void
  typealias Restore = @Sendable (_ rest: Model, _ model: inout Model) -> Void

  let properties: PropertySet
  let members: KeyValuePairs<String, MemberTable.Form>
  /// Reads the members of an object.
  let read: Read
  let write: Write
  /// Copies what the members cannot represent to `rest`. For an override `main` is the series, otherwise the
  /// model itself.
  let keep: Keep
  /// Adds the content of `rest` to the model.
  let restore: Restore

  init(
    _ properties: PropertySet, _ members: KeyValuePairs<String, MemberTable.Form>,
    read: @escaping Read = { _, _, _ in }, write: @escaping Write = { _, _, _ in },
    keep: @escaping Keep = { _, _, _ in }, restore: @escaping Restore = { _, _ in }
  ) {
    (self.properties, self.members) = (properties, members)
    (self.read, self.write, self.keep, self.restore) = (read, write, keep, restore)
  }
}

/// The members of Event and Task (RFC 8984 §4, §5), of Alert and of Group, one row each or one row for members
/// that belong together.
///
/// The tables determine reading, writing, the types of members and the content of `iCalComponent`. Members
/// are written in the order of the rows.
enum MemberTable {
  typealias Row = MemberRow<Item>

  indirect enum Form: Sendable {
    /// A form validated where it is read.
    case own
    case text, flag
    /// An object in which every value is `true`.
    case set
    /// An object of objects, some members of which are strings.
    case map(texts: [String] = [])
    /// An object of objects or strings.
    case mixedMap
    /// The form of a member that no patch may change (RFC 8984 §4.3.5).
    case fixed(Form)
  }

  private static let forms = items.flatMap { Array($0.members) } + calendars.flatMap { Array($0.members) }

  /// The forms of the members of items and Groups.
  static let members = Dictionary(
    firstOf: forms.map { name, form in if case .fixed(let form) = form { (name, form) } else { (name, form) }
    })

  /// The members that no patch may change.
  static let fixed = Set(forms.compactMap { name, form in if case .fixed = form { name } else { nil } })

  static let items: [Row] = [
    Row([.uid], ["uid": .fixed(.text)], write: { $2["uid"] = .string($1.uid) }),
    updated, .instant("created", .created, \.created),
    .number("sequence", .sequence, \.content.fields.sequence),
    .text("title", .summary, \.summary), .text("description", .description, \.details),
    start, recurrenceID, extent,
    .duration("estimatedDuration", .estimatedDuration, \.content.extras.estimatedDuration), recurrence,
    .set("keywords", .categories, \.categories),
    // RFC 9253 §8.1 has CONCEPT for what RFC 8984 §4.2.10 calls categories.
    Row([.concept], ["categories": .set]) {
      $2.concepts = $1.set("categories")
    } write: {
      $2["categories"] = .set($1.concepts)
    } restore: { rest, item in
      item.concepts += rest.concepts.filter { !item.concepts.contains($0) }
    },
    .color([.color, .exactColor], \.color),
    .number("priority", .priority, \.content.fields.priority), transparency, privacy,
    .number("percentComplete", .percentComplete, \.content.extras.percentComplete), status,
    completed, places, rooms, links, people, alerts,
    .relations(relationWords, .fixed(.map()), \.relations, \.unmodelled),
    Row([.requestStatus], ["requestStatus": .text]) {
      $2.requestStatuses = [RequestStatus(written: $1.text("requestStatus"))].compactMap { $0 }
    } write: {
      $2["requestStatus"] = .written($1.requestStatuses.first?.written)
    } keep: { item, _, rest in
      let others = item.requestStatuses.dropFirst()
      if !others.isEmpty { rest.requestStatuses = Array(others) }
    } restore: {
      $1.requestStatuses += $0.requestStatuses
    },
    .stored([.resources], \.resources), .stored([.contact], \.contacts), .stored([.comment], \.comments),
    .stored([.refid], \.referenceIDs), .stored([.travelDuration], \.travelTime),
    // Members of the calendar, and members without an iCalendar property.
    Row(
      [],
      [
        "@type": .fixed(.own), "method": .fixed(.text), "prodId": .fixed(.text), "sentBy": .fixed(.own),
        "timeZones": .fixed(.map()),
        "source": .text, "locale": .text, "descriptionContentType": .text, "useDefaultAlerts": .flag,
        "localizations": .map(),
      ]),
  ]

  /// The words for the relations that JSCalendar defines (RFC 8984 §1.4.10).
  private static let relationWords: [(kind: Relation.Kind, word: String)] = [
    (.first, "first"), (.next, "next"), (.child, "child"), (.parent, "parent"),
  ]

  private static let updated = Row([.lastModified, .dtstamp], ["updated": .own]) { reader, object, item in
    item.lastModified = reader.updated(object)
    item.stamp = item.lastModified
  } write: { _, item, object in
    object["updated"] = .written(JSCalendarWriter.changed(item))
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

  // MARK: Privacy

  private static let privacyWords: [(model: Classification, word: String)] = [
    (.public, "public"), (.private, "private"), (.confidential, "secret"),
  ]

  private static func privacyWord(_ classification: Classification) -> String? {
    privacyWords.first { $0.model == classification }?.word
  }

  private static let privacy = Row([.classification], ["privacy": .fixed(.text)]) {
    reader, object, item in
    guard let stated = object["privacy"] else { return }
    let known = privacyWords.first { $0.word == stated.text }?.model
    if known == nil, let word = stated.text {
      reader.report(
        .note, .unknownValue, "privacy", "\(word.prefix(60)) is not a known value of privacy",
        repair: "kept, read as private")
    }
    // An unknown value is private (RFC 8984 §4.4.3).
    item.classification = known ?? .private
  } write: { _, item, object in
    object["privacy"] = .written(item.classification.map { privacyWord($0) ?? "private" })
  } keep: { item, main, rest in
    if let word = item.classification {
      if word != main.classification || privacyWord(word) == nil { rest.classification = word }
    } else if main.classification != nil {
      rest.unmodelled.markRemoved(.classification)
    }
  } restore: { rest, item in
    if rest.unmodelled.isMarkedRemoved(.classification) { item.classification = nil }
    // A CLASS that only iCalendar defines applies as long as the object is private.
    if let word = rest.classification,
      privacyWord(word) != nil || [nil, .private].contains(item.classification)
    {
      item.classification = word
    }
  }

  // MARK: Groups

  /// The members of a Group (RFC 8984 §5.3).
  static let calendars: [MemberRow<EventCalendar>] = [
    .text("uid", .uid, \.uid),
    MemberRow([.lastModified], ["updated": .own]) {
      $2.lastModified = $0.updated($1)
    } write: {
      $2["updated"] = .written($1.lastModified)
    },
    .text("title", .name, \.name), .text("description", .description, \.details),
    .set("keywords", .categories, \.categories), .color([.color, .appleCalendarColor], \.color),
    .text("source", .source, \.source), linksOfGroup, .stored([.calendarZone], \.zone),
    .stored([.refreshInterval, .publishedTTL], \.refreshInterval),
    // Statements of busy time and journal entries have no object of their own; METHOD is a member of the entries, where
    // there are any.
    .stored([], \.freeBusy), .stored([], \.availabilities),
    MemberRow(
      [.method], [:],
      keep: { calendar, _, rest in
        rest.insert(calendar.items.filter { $0.kind == .journal })
        if calendar.items.allSatisfy({ $0.kind == .journal }) { rest.method = calendar.method }
      }),
    // X-WR-CALNAME and X-WR-CALDESC are read as the name and the description.
    MemberRow([.calendarName, .calendarDetails], [:]),
  ]

  private static let linksOfGroup = MemberRow<EventCalendar>([.image, .url], ["links": .map()]) {
    _, object, calendar in
    let links = JSCalendarLinks(object, takesFiles: false)
    (calendar.images, calendar.url) = (links.images, links.url)
    calendar.unmodelled.parameters = links.parameters
  } write: { _, calendar, object in
    object["links"] = JSCalendarLinks.object([], calendar.images, calendar.url, calendar.unmodelled, [])
  } keep: { calendar, _, rest in
    LossyParts.images.copy(calendar.images, in: &rest, \.images)
  }
}

// MARK: Rows of one member

extension MemberRow {
  typealias Place<Value> = any WritableKeyPath<Model, Value> & Sendable

  private static func plain<Value>(
    _ name: String, _ form: MemberTable.Form, _ properties: PropertySet, _ place: Place<Value>,
    isAllowed: @escaping @Sendable (Model) -> Bool = { _ in true },
    read: @escaping @Sendable (inout JSCalendarReader, JSONValue) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue?
  ) -> Self {
    Self(properties, [name: form]) {
      if isAllowed($2) { $2[keyPath: place] = read(&$0, $1) }
    } write: {
      $2[name] = write($1[keyPath: place])
    }
  }

  static func text(_ name: String, _ property: PropertyName, _ place: Place<String>) -> Self {
    plain(name, .text, [property], place, read: { $1.text(name) }, write: { .text($0) })
  }

  static func set(_ name: String, _ property: PropertyName, _ place: Place<[String]>) -> Self {
    plain(name, .set, [property], place, read: { $1.set(name) }, write: { .set($0) })
  }

  static func color(_ properties: PropertySet, _ place: Place<CalendarColor?>) -> Self {
    plain("color", .own, properties, place, read: { $0.color($1) }, write: { .written($0) })
  }

  static func instant(_ name: String, _ property: PropertyName, _ place: Place<Instant?>) -> Self {
    plain(name, .own, [property], place, read: { $0.instant(name, of: $1) }, write: { .written($0) })
  }

  /// A row for properties without a JSCalendar member.
  static func stored<Value: Equatable & SendableMetatype>(
    _ properties: PropertySet, _ place: Place<Value>
  ) -> Self {
    Self(
      properties, [:],
      keep: { model, _, rest in
        // Values are rare; assigning one costs more than comparing it.
        let (value, former): (Value, Value) = (model[keyPath: place], rest[keyPath: place])
        if value != former { rest[keyPath: place] = value }
      }, restore: { rest, model in model[keyPath: place] = rest[keyPath: place] })
  }

  /// A row for the relations of some kinds, without parameters.
  static func relations(
    _ words: [(kind: Relation.Kind, word: String)], _ form: MemberTable.Form, _ place: Place<[Relation]>,
    _ unmodelled: Place<Unmodelled>
  ) -> Self {
    @Sendable func word(for relation: Relation) -> String? {
      // A Relation represents neither parameters nor an empty UID.
      guard relation.parameters.isEmpty, !relation.target.isEmpty else { return nil }
      return words.first { $0.kind == relation.kind }?.word
    }
    return Self([.relatedTo], ["relatedTo": form]) {
      $2[keyPath: place] = $1.entries("relatedTo").flatMap { entry in
        entry.value.set("relation").compactMap { word in
          words.first { $0.word == word }.map { Relation(entry.name, kind: $0.kind) }
        }
      }
    } write: {
      var related = JSONMap()
      for relation in $1[keyPath: place] {
        guard let stated = word(for: relation) else { continue }
        let words = related[relation.target]?.set("relation") ?? []
        related[relation.target] = ["@type": "Relation", "relation": .set(words + [stated])]
      }
      $2["relatedTo"] = .map(related.entries)
    } keep: { model, main, rest in
      let (own, others) = (model[keyPath: place], main[keyPath: place])
      let kept = own.filter { own != others || word(for: $0) == nil }
      if !kept.isEmpty { rest[keyPath: place] = kept }
      if !Set(others).isSubset(of: own) { rest[keyPath: unmodelled].markRemoved(.relatedTo) }
    } restore: { rest, model in
      if rest[keyPath: unmodelled].isMarkedRemoved(.relatedTo) { model[keyPath: place] = [] }
      let known = Set(model[keyPath: place])
      model[keyPath: place] += rest[keyPath: place].filter { !known.contains($0) }
    }
  }
}

extension MemberTable.Row {
  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ property: PropertyName, _ place: Place<Number?>
  ) -> Self {
    ofKinds(name, property, place) {
      $0.integer(name, of: $1, in: property.range).map { Number(clamping: $0) }
    } write: {
      .integer($0.map { Int($0) })
    }
  }

  static func duration(_ name: String, _ property: PropertyName, _ place: Place<CalendarDuration?>) -> Self {
    ofKinds(name, property, place, read: { $0.duration(name, of: $1) }, write: { .written($0) })
  }

  /// A member of the kinds of items that may have its property.
  private static func ofKinds<Value>(
    _ name: String, _ property: PropertyName, _ place: Place<Value?>,
    read: @escaping @Sendable (inout JSCalendarReader, JSONValue) -> Value?,
    write: @escaping @Sendable (Value?) -> JSONValue?
  ) -> Self {
    plain(
      name, .own, [property], place, isAllowed: { property.isAllowed(in: $0.kind.component) }, read: read,
      write: write)
  }
}
