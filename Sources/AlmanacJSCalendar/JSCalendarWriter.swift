import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Writes calendars as JSCalendar Groups (RFC 8984 §5.3) with events and to-dos as entries.
///
/// Content that JSCalendar cannot represent is stored as jCal in the member `iCalComponent`, further
/// parameters of represented properties in `iCalParameters`.
struct JSCalendarWriter {
  var zones: JSCalendarZones
  private let uids: UIDSource
  /// The role of the object being written.
  private(set) var role = Role.main
  /// The method of the calendar being written, in lower case.
  var method = ""

  init(_ database: ZoneDatabase, uids: UIDSource) {
    zones = JSCalendarZones(database)
    self.uids = uids
  }

  /// The Group of a calendar; if the only calendar has no properties and one entry, that entry alone.
  mutating func value(of calendar: EventCalendar, number: Int, isOnly: Bool) -> JSONValue {
    method = calendar.method.lowercased()
    let entries = calendar.allSeries.filter { $0.kind != .journal }.flatMap { self.entries(of: $0) }
    let base = group(calendar).members ?? []
    let kept = calendar.unmodelled.properties
    if isOnly, base.count == 1, entries.count == 1, !kept.contains(where: UnmappedJSON.isKept) {
      return entries[0]
    }
    var group: JSONValue = [
      "@type": "Group", "uid": .string(calendar.uid.isEmpty ? uids.uid(number: number) : calendar.uid),
      "updated": .written(Self.changed(calendar)),
    ]
    for member in base.dropFirst() { group[member.name] = member.value }
    group = UnmappedJSON.restored(group, from: kept)
    // Entries that could not be read follow the others.
    group["entries"] = .array(entries + (group["entries"]?.elements ?? []))
    return group
  }

  /// The Group without its entries and without default values for required members.
  mutating func group(_ calendar: EventCalendar) -> JSONValue {
    var group: JSONValue = ["@type": "Group"]
    for row in MemberTable.calendars { row.write(&self, calendar, &group) }
    group[ICalComponent.member] = ICalComponent.value(of: calendar)
    group[ICalComponent.parametersMember] = ICalComponent.parameters(calendar.unmodelled)
    return group
  }

  /// The superseded items, the series with its overrides, then the standalone instances.
  private mutating func entries(of series: Series) -> [JSONValue] {
    let start = series.main?.moment
    let entries = series.main.map { [self.series($0, start, series.overrides)] } ?? []
    func alone(_ items: [Item]) -> [JSONValue] { items.map { finished($0, object(for: $0, as: .alone)) } }
    // Superseded items come first: of equal revisions the last one is current.
    return alone(series.superseded) + entries + alone(start == nil ? series.overrides : [])
  }

  /// - Parameter start: The start, required for overrides; if `nil`, none is written.
  private mutating func series(_ main: Item, _ start: EventTime?, _ overrides: [Item]) -> JSONValue {
    var object = object(for: main, as: .main)
    guard let start, !overrides.isEmpty else { return finished(main, object) }
    let whole = UnmappedJSON.restored(object, from: main.unmodelled.properties)
    let base = JSCalendarOverride(of: whole, start: start)
    var changes = JSONMap(object.entries("recurrenceOverrides"))
    for item in overrides {
      guard let id = item.recurrenceID else { continue }
      // The key of an override, in the local time of its series.
      let key = id.conformed(to: start).local
      let instance = UnmappedJSON.restored(
        self.object(for: item, as: .override(of: main)), from: item.unmodelled.properties)
      changes[key.description] = .object(base.patch(to: instance, at: key))
    }
    // The zones of overrides are defined in the series.
    object["timeZones"] = zones.definitions
    object["recurrenceOverrides"] = .map(changes.entries.sorted { $0.name < $1.name })
    return finished(main, object)
  }

  /// The object with the calendar's method, and with the JSON that was stored when it was read.
  private func finished(_ item: Item, _ object: JSONValue) -> JSONValue {
    var object = object
    object["method"] = .text(method)
    return UnmappedJSON.restored(object, from: item.unmodelled.properties)
  }

  /// The placeholder for an unknown time of the last change, which RFC 8984 §4.1.5 requires.
  static let unknownTime = Instant(secondsSinceEpoch: 0)

  /// The time of the last change, which is required: of a calendar without one, the latest of its items.
  static func changed(_ calendar: EventCalendar) -> Instant {
    calendar.lastModified ?? calendar.items.map(changed).max() ?? unknownTime
  }

  static func changed(_ item: Item) -> Instant {
    item.lastModified ?? item.stamp ?? item.created ?? unknownTime
  }

  // MARK: Single objects

  /// The role of an object: a series or single item, an override within its series, or a standalone instance.
  enum Role {
    case main, alone
    case override(of: Item)

    var series: Item? { if case .override(let series) = self { series } else { nil } }
  }

  /// The object for an item, without JSON that was stored when it was read.
  mutating func object(for item: Item, as role: Role) -> JSONValue {
    self.role = role
    if role.series == nil { zones.beginObject() }
    var object: JSONValue = ["@type": item.kind == .todo ? "Task" : "Event"]
    for row in MemberTable.items { row.write(&self, item, &object) }
    object[ICalComponent.member] = ICalComponent.value(of: item, in: role.series)
    object[ICalComponent.parametersMember] = ICalComponent.parameters(
      item.unmodelled, of: item.requestStatuses.first)
    if role.series == nil { object["timeZones"] = zones.definitions }
    return object
  }
}
