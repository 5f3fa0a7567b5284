internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// Restores X- properties and parameters that a program dropped because it does not know them. A side that lacks all of
/// a vendor's (`X-ALMANAC-…`) in the base, of an item or of the calendar itself, has lost them and has not deleted them:
/// a program keeps its own. Nor has a side deleted the dates of a class that its series still shows, as whoever cancels
/// bookings stores that.
extension EventCalendar {
  /// The calendar with what it lost since the base.
  ///
  /// - Complexity: O(*n*) in the number of items.
  func restoringLost(since base: EventCalendar) -> EventCalendar {
    var calendar = self
    calendar.unmodelled.properties += unmodelled.lostProperties(since: base.unmodelled)
    for id in base.count == 0 ? [] : base.changedSeries(to: self) {
      let former = Dictionary(firstOf: base.items(uid: id.uid, kind: id.kind).map { ($0.id, $0) })
      let own = items(uid: id.uid, kind: id.kind)
      let inherited = former[id].flatMap { main in
        own.first { $0.recurrenceID == nil }.flatMap { main.inherited(by: $0) }
      }
      for date in lostDates(of: id, since: base) { calendar.put(date) }
      for item in own {
        let base = former[item.id] ?? (item.recurrenceID == nil ? nil : inherited)
        if let restored = base.flatMap({ item.restoringLost(since: $0) }) { calendar.put(restored) }
      }
    }
    for item in secondParts(since: base) { calendar.put(item) }
    return calendar
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
  private func secondParts(since base: EventCalendar) -> [Item] {
    items.compactMap { item in
      guard item.recurrenceID == nil, let first = item.relations.first(where: { $0.kind == .first })?.target,
        let former = base.item(ItemID(uid: first, kind: item.kind)),
        base.item(item.id) == nil, let now = self.item(former.id),
        !now.unmodelled.lostProperties(since: former.unmodelled).isEmpty
      else { return nil }
      return item.restoringLost(since: former)
    }
  }
}

extension Unmodelled {
  fileprivate func lostProperties(since base: Unmodelled) -> [Property] {
    let vendors = Set(properties.compactMap { vendor(ofExtension: $0.name) })
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
  fileprivate func inherited(by main: Item) -> Item? {
    let lost = main.unmodelled.lostProperties(since: unmodelled)
    if lost.isEmpty { return nil }
    var item = Item(ItemContent(ItemFields()), kind)
    item.unmodelled.properties = lost.filter { property in
      let name = property.name.uppercased()
      return name == AlmanacKind.property || !name.hasPrefix("X-ALMANAC-")
    }
    return item
  }

  /// The item with what it lost since the base; `nil` where it lost nothing.
  fileprivate func restoringLost(since base: Item) -> Item? {
    var lost = unmodelled.lostProperties(since: base.unmodelled)
    // A class that was saved after such a loss still lacks its number of places, which no edit removes.
    if lost.isEmpty, recurrenceID == nil, !unmodelled.properties.contains(named: AlmanacProperty.places) {
      lost = base.unmodelled.properties.all(named: AlmanacProperty.places)
    }
    let vendors = base.vendorsOfParameters.subtracting(vendorsOfParameters)
    func lostParameters(_ list: [Parameter]) -> [Parameter] {
      list.filter { vendor(ofExtension: $0.name).map(vendors.contains) ?? false }
    }
    if lost.isEmpty, vendors.isEmpty { return nil }
    var item = self
    item.unmodelled.properties += lost
    let people = Dictionary(firstOf: base.attendees.map { (PersonKey($0.address), $0.parameters) })
    item.attendees = attendees.map { attendee in
      var attendee = attendee
      attendee.parameters += lostParameters(people[PersonKey(attendee.address)] ?? [])
      return attendee
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
  private var vendorsOfParameters: Set<Substring> {
    let lists = attendees.map(\.parameters) + unmodelled.parameters.map(\.parameters)
    return Set(lists.joined().compactMap { vendor(ofExtension: $0.name) })
  }
}

/// The vendor in the name of an X- property or parameter, in upper case: `ALMANAC` of `X-ALMANAC-KIND`, empty for `X-COST`;
/// `nil` for other names.
private func vendor(ofExtension name: String) -> Substring? {
  let parts = name.uppercased().split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count > 1, parts[0] == "X" else { return nil }
  return parts.count > 2 ? parts[1] : ""
}
