internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// Restores X- properties and parameters that a program dropped because it does not know them. A side that has none of a
/// vendor's (`X-APPLE-…`) in any item, nor in the calendar itself, has lost those of the base and has not deleted them: a
/// program keeps its own. Those of this library are lost item by item, as it writes them into single items again that
/// another program saved. Nor has a side deleted the dates of a class that its series still shows, as whoever cancels
/// bookings stores that. What both sides lack in the same way is not restored.
extension EventCalendar {
  /// The calendar with what it lost since the base.
  ///
  /// - Parameters:
  ///   - other: The other side; `nil` for none.
  ///   - vendors: The vendors of the whole side; `nil` where that is the calendar.
  /// - Complexity: O(*n*) in the number of items.
  func restoringLost(
    since base: EventCalendar, unlessIn other: EventCalendar? = nil, _ vendors: ExtensionVendors? = nil
  ) -> EventCalendar {
    let vendors = vendors ?? ExtensionVendors(of: [self])
    var calendar = self
    if unmodelled.properties != other?.unmodelled.properties {
      calendar.unmodelled.properties += unmodelled.lostProperties(since: base.unmodelled, vendors)
    }
    if vendors.properties.isEmpty, extendedFields == 0, other?.extendedFields != 0,
      base.extendedFields > 1 || !ExtensionVendors(of: [base]).properties.isEmpty
    {
      calendar.copyExtendedFields(from: base)
    }
    for id in base.count == 0 ? [] : base.changedSeries(to: self) {
      let former = Dictionary(firstOf: base.items(uid: id.uid, kind: id.kind).map { ($0.id, $0) })
      let own = items(uid: id.uid, kind: id.kind)
      if let other, own == other.items(uid: id.uid, kind: id.kind) { continue }
      let inherited = former[id].flatMap { main in
        own.first { $0.recurrenceID == nil }.flatMap { main.inherited(by: $0, vendors) }
      }
      for date in lostDates(of: id, since: base) { calendar.put(date) }
      for item in own {
        let base = former[item.id] ?? (item.recurrenceID == nil ? nil : inherited)
        if let restored = base.flatMap({ item.restoringLost(since: $0, vendors) }) { calendar.put(restored) }
      }
    }
    for item in secondParts(since: base, vendors) { calendar.put(item) }
    return calendar
  }

  /// The number of its fields that files may state by an X- property alone: by X-WR- its name, details and zone, by
  /// X-APPLE-CALENDAR-COLOR its colour, by X-PUBLISHED-TTL its refresh interval. One alone may have been deleted.
  private var extendedFields: Int {
    [!name.isEmpty, !details.isEmpty, zone != nil, color != nil, refreshInterval != nil].count { $0 }
  }

  private mutating func copyExtendedFields(from base: EventCalendar) {
    (name, details, zone) = (base.name, base.details, base.zone)
    (color, refreshInterval) = (base.color, base.refreshInterval)
  }

  /// The dates of a class with bookings that a program without overrides dropped, with the changes of their series.
  private func lostDates(of id: ItemID, since base: EventCalendar) -> [Item] {
    let former = SeriesState(id, in: base)
    let dates = former.overrides.filter { $0.unmodelled.properties.contains(named: AlmanacProperty.booking) }
    if dates.isEmpty { return [] }
    let series = SeriesState(id, in: self)
    let own = Set(series.overrides.compactMap(\.recurrenceID).map(series.key))
    return dates.compactMap { date in
      guard let original = date.recurrenceID else { return nil }
      let id = series.corresponding(original, in: former)
      guard !own.contains(series.key(id)), let shown = series.instance(at: id) else { return nil }
      var kept = date.following(shown, since: former.instance(at: original))
      kept.recurrenceID = id
      return kept
    }
  }

  /// The second parts of series that were split since the base on a side that then lost the X- properties of both parts,
  /// with those of the series.
  private func secondParts(since base: EventCalendar, _ vendors: ExtensionVendors) -> [Item] {
    items.compactMap { item in
      guard item.recurrenceID == nil, let first = item.relations.first(where: { $0.kind == .first })?.target,
        let former = base.item(ItemID(uid: first, kind: item.kind)),
        base.item(item.id) == nil, let now = self.item(former.id),
        !now.unmodelled.lostProperties(since: former.unmodelled, vendors).isEmpty
      else { return nil }
      return item.restoringLost(since: former, vendors)
    }
  }
}

/// The vendors whose X- properties and X- parameters one side of a merge has anywhere, without this library.
struct ExtensionVendors {
  fileprivate private(set) var properties: Set<Substring> = []
  fileprivate private(set) var parameters: Set<Substring> = []
  /// The vendor of X-APPLE-TRAVEL-DURATION, which is modelled.
  fileprivate static let apple: Substring = "APPLE"

  /// - Complexity: O(*n*) in the number of items.
  init(of calendars: [EventCalendar]) {
    for calendar in calendars {
      properties.formUnion(calendar.unmodelled.vendors)
      for item in calendar.items {
        properties.formUnion(item.unmodelled.vendors)
        if item.travelTime != nil { properties.insert(Self.apple) }
        for alarm in item.alarms { properties.formUnion(alarm.unmodelled.vendors) }
        parameters.formUnion(item.vendorsOfParameters)
      }
    }
    properties.remove("ALMANAC")
    parameters.remove("ALMANAC")
  }
}

extension Unmodelled {
  fileprivate var vendors: Set<Substring> { Set(properties.compactMap { vendor(ofExtension: $0.name) }) }

  fileprivate func lostProperties(since base: Unmodelled, _ others: ExtensionVendors) -> [Property] {
    let vendors = vendors.union(others.properties)
    return base.properties.filter { property in
      vendor(ofExtension: property.name).map { !vendors.contains($0) } ?? false
    }
  }
}

extension Item {
  /// An item with the X- properties that a new override inherited from its series, for restoring them; `nil` if the
  /// series still has its own. Of the X-ALMANAC- properties of a class only its kind is inherited.
  ///
  /// - Parameter main: The series as it is now.
  fileprivate func inherited(by main: Item, _ vendors: ExtensionVendors) -> Item? {
    let lost = main.unmodelled.lostProperties(since: unmodelled, vendors)
    if lost.isEmpty { return nil }
    var item = Item(ItemContent(ItemFields()), kind)
    item.unmodelled.properties = lost.filter { property in
      let name = property.name.uppercased()
      return name == AlmanacKind.property || !name.hasPrefix("X-ALMANAC-")
    }
    return item
  }

  /// The item with what it lost since the base; `nil` where it lost nothing.
  fileprivate func restoringLost(since base: Item, _ others: ExtensionVendors) -> Item? {
    var lost = unmodelled.lostProperties(since: base.unmodelled, others)
    // It describes the place that the base had.
    if location != base.location { lost.removeAll(named: PropertyName.appleLocation.text) }
    // A class that was saved after such a loss still lacks its number of places, which no edit removes.
    if lost.isEmpty, recurrenceID == nil, !unmodelled.properties.contains(named: AlmanacProperty.places) {
      lost = base.unmodelled.properties.all(named: AlmanacProperty.places)
    }
    let vendors = base.vendorsOfParameters.subtracting(vendorsOfParameters).subtracting(others.parameters)
    func lostParameters(_ list: [Parameter]) -> [Parameter] {
      list.filter { vendor(ofExtension: $0.name).map(vendors.contains) ?? false }
    }
    var item = self
    item.unmodelled.properties += lost
    if travelTime == nil, !others.properties.contains(ExtensionVendors.apple) {
      item.travelTime = base.travelTime
    }
    // An alarm is the same by UID, else by action and trigger.
    let named = Dictionary(firstOf: base.alarms.filter { !$0.uid.isEmpty }.map { ($0.uid, $0) })
    let signals = Dictionary(firstOf: base.alarms.map { ($0.signal, $0) })
    item.alarms = alarms.map { alarm in
      guard let former = named[alarm.uid] ?? signals[alarm.signal] else { return alarm }
      let lost = alarm.unmodelled.lostProperties(since: former.unmodelled, others)
      return modified(alarm) { $0.unmodelled.properties += lost }
    }
    let people = base.attendees.byPerson
    item.attendees = attendees.map { attendee in
      modified(attendee) { $0.parameters += lostParameters(people[PersonKey($0.address)]?.parameters ?? []) }
    }
    for former in base.unmodelled.parameters {
      let extensions = lostParameters(former.parameters)
      if extensions.isEmpty { continue }
      let place = item.unmodelled.parameters.firstIndex {
        ($0.property, $0.occurrence, $0.values) == (former.property, former.occurrence, former.values)
      }
      if let place {
        item.unmodelled.parameters[place].parameters += extensions
      } else {
        item.unmodelled.parameters.append(
          KeptParameters(former.property, occurrence: former.occurrence, extensions, values: former.values))
      }
    }
    return item == self ? nil : item
  }

  /// The vendors of its X- parameters.
  fileprivate var vendorsOfParameters: Set<Substring> {
    let lists = attendees.map(\.parameters) + unmodelled.parameters.map(\.parameters)
    return Set(lists.joined().compactMap { vendor(ofExtension: $0.name) })
  }
}

/// The vendor in the name of an X- property or parameter, in upper case: `ALMANAC` of `X-ALMANAC-KIND`, empty for `X-COST`;
/// `nil` for other names.
private func vendor(ofExtension name: String) -> Substring? {
  let parts = name.uppercased().split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count > 1, parts[0] == "X", name != Attendee.number else { return nil }
  return parts.count > 2 ? parts[1] : ""
}
