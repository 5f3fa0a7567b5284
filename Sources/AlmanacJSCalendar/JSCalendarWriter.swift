import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Writes calendars as JSCalendar Groups (RFC 8984 §5.3), their events and to-dos as its entries.
///
/// What JSCalendar has no place for goes as jCal into the member `iCalComponent`, further parameters of properties that
/// it has into `iCalParameters`.
struct JSCalendarWriter {
  var zones: JSCalendarZones
  private let uids: UIDSource
  /// Of the object that is written.
  private(set) var role = Role.main

  init(_ database: ZoneDatabase, uids: UIDSource) {
    zones = JSCalendarZones(database)
    self.uids = uids
  }

  /// A Group; where the only calendar says nothing itself and holds one thing, that thing alone.
  mutating func value(of calendar: EventCalendar, number: Int, isOnly: Bool) -> JSONValue {
    var entries: [JSONValue] = []
    var seen: Set<ItemID> = []
    for item in calendar.items where item.kind != .journal {
      guard seen.insert(ItemID(uid: item.uid, kind: item.kind)).inserted,
        let series = calendar.series(uid: item.uid, kind: item.kind)
      else { continue }
      entries += self.entries(of: series, in: calendar)
    }
    let base = group(calendar)
    let kept = calendar.unmodelled.properties
    if isOnly, base.members.count == 1, entries.count == 1, !kept.contains(where: KeptJSON.isKept) {
      return entries[0]
    }
    var group = JSONObject(type: "Group")
    group["uid"] = .string(calendar.uid.isEmpty ? uids.uid(number: number) : calendar.uid)
    let changed = calendar.lastModified ?? calendar.items.compactMap { $0.lastModified ?? $0.stamp }.max()
    group["updated"] = .string((changed ?? Self.unknownTime).description)
    for member in base.members.dropFirst() { group[member.name] = member.value }
    guard let members = KeptJSON.restored(group.value, from: kept).members else { return group.value }
    group = JSONObject(members)
    // Entries that were not understood stand behind the others.
    entries += group["entries"]?.elements ?? []
    group["entries"] = .array(entries)
    return group.value
  }

  /// The Group without its entries, as far as the calendar itself says something.
  func group(_ calendar: EventCalendar) -> JSONObject {
    var group = JSONObject(type: "Group")
    group.add("uid", calendar.uid)
    group.add("updated", calendar.lastModified)
    group.add("title", calendar.name)
    group.add("description", calendar.details)
    group.add("keywords", set: calendar.categories)
    group.add("color", calendar.color)
    group.add("source", calendar.source)
    group.add(
      "links",
      Self.links(
        [], calendar.images, calendar.url, urlKey: JSONKey.stated(for: "URL", in: calendar.unmodelled)))
    group[ICalendarRest.component] = ICalendarRest.value(of: calendar)
    return group
  }

  /// The series with its changed instances, then what stands alone.
  private mutating func entries(of series: Series, in calendar: EventCalendar) -> [JSONValue] {
    var alone = series.superseded
    var entries: [JSONValue] = []
    if let main = series.main {
      let inside = Self.anchor(of: main) == nil ? [] : series.overrides
      if inside.isEmpty { alone += series.overrides }
      entries.append(self.series(main, inside, in: calendar))
    } else {
      alone += series.overrides
    }
    return entries + alone.map { finished($0, object(for: $0, as: .alone), in: calendar) }
  }

  private mutating func series(_ main: Item, _ overrides: [Item], in calendar: EventCalendar) -> JSONValue {
    var object = object(for: main, as: .main)
    guard let start = Self.anchor(of: main) else { return finished(main, object, in: calendar) }
    let whole = KeptJSON.restored(object.value, from: main.unmodelled.properties)
    let base = JSCalendarOverride(of: whole, start: start)
    var changes = JSONObject()
    for item in overrides {
      guard let id = item.recurrenceID else { continue }
      let key = Self.instance(id, of: start)
      let inner = KeptJSON.restored(
        self.object(for: item, as: .override(of: main)).value, from: item.unmodelled.properties)
      changes[key.description] = .object(base.patch(to: inner, at: key))
    }
    var given: [JSONValue.Member] = object["recurrenceOverrides"]?.members ?? []
    let changed = Set(changes.members.map(\.name))
    given = given.filter { !changed.contains($0.name) } + changes.members
    // The zones of the overrides are defined where those of the series are.
    object.add("timeZones", zones.definitions)
    object.add("recurrenceOverrides", JSONObject(given.sorted { $0.name < $1.name }))
    return finished(main, object, in: calendar)
  }

  /// With what was kept of a JSCalendar object, and the method of the calendar.
  private func finished(_ item: Item, _ object: JSONObject, in calendar: EventCalendar) -> JSONValue {
    var object = object
    object.add("method", calendar.method.lowercased())
    return KeptJSON.restored(object.value, from: item.unmodelled.properties)
  }

  /// Of the last change where none is known; RFC 8984 §4.1.5 wants one.
  static let unknownTime = Instant(secondsSinceEpoch: 0)

  /// The time to which the ids of instances are relative.
  static func anchor(of item: Item) -> EventTime? { item.start ?? item.todo?.due }

  /// The id of an instance on the clock of its series.
  static func instance(_ id: EventTime, of start: EventTime) -> CivilDateTime {
    switch (start, id) {
    case (.zoned(let series), .zoned(let zoned)):
      zoned.zone == series.zone ? zoned.local : series.zone.local(at: zoned.instant)
    case (.date, _): id.date.startOfDay
    case (_, .date(let date)): date.at(start.local.time)
    default: id.local
    }
  }
}

/// One object of an item.
extension JSCalendarWriter {
  /// As what an object stands: as a series or by itself, as a changed instance within its series, or as one apart from it.
  enum Role {
    case main, alone
    case override(of: Item)

    var series: Item? { if case .override(let series) = self { series } else { nil } }
  }

  /// What the model says of an item; what was kept of a JSCalendar object is not in it.
  mutating func object(for item: Item, as role: Role) -> JSONObject {
    self.role = role
    if role.series == nil { zones.beginObject() }
    var object = JSONObject(type: item.kind == .todo ? "Task" : "Event")
    for row in MemberTable.rows { row.write(&self, item, &object) }
    object[ICalendarRest.component] = ICalendarRest.value(of: item, in: role.series)
    object.add(ICalendarRest.parameters, ICalendarRest.keptParameters(of: item))
    if role.series == nil { object.add("timeZones", zones.definitions) }
    return object
  }
}

/// Who may see an item, in the words of both.
enum Privacy {
  private static let words: [(Classification, String)] = [
    (.public, "public"), (.private, "private"), (.confidential, "secret"),
  ]

  static func word(_ classification: Classification) -> String? {
    words.first { $0.0 == classification }?.1
  }

  static func classification(_ word: String) -> Classification? { words.first { $0.1 == word }?.0 }
}

/// Relations (RFC 8984 §1.4.10).
enum JSCalendarRelation {
  /// JSCalendar has these four and no parameters.
  private static let kinds: [Relation.Kind] = [.first, .next, .child, .parent]

  static func isSayable(_ relation: Relation) -> Bool {
    kinds.contains(relation.kind) && relation.parameters.isEmpty && !relation.target.isEmpty
  }

  static func object(_ words: [String]) -> JSONValue {
    var object = JSONObject(type: "Relation")
    object.add("relation", set: words)
    return object.value
  }

  static func relations(_ value: JSONValue?) -> [Relation] {
    (value?.members ?? []).flatMap { member in
      (member.value["relation"]?.set ?? []).compactMap { word in
        kinds.first { $0.rawValue.lowercased() == word }.map { Relation(member.name, kind: $0) }
      }
    }
  }
}
