internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// Restores X- properties and parameters that a program dropped because it does not know them. A side that lacks all of
/// those in the base, of an item or of the calendar itself, has lost them and has not deleted them. Nor has a side deleted
/// the dates of a class that its series still shows, as whoever cancels bookings stores that.
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
    let former = base.properties.filter(\.isExtension)
    return former.contains { properties.contains(named: $0.name) } ? [] : former
  }
}

extension Item {
  /// An item with the X- properties that a new override inherited from its series, for restoring them; `nil` if the
  /// series still has its own. Of the X-ALMANAC- properties of a class only its kind is inherited.
  ///
  /// - Parameter main: The series as it is now.
  fileprivate func inherited(by main: Item) -> Item? {
    if main.unmodelled.lostProperties(since: unmodelled).isEmpty { return nil }
    var item = Item(ItemContent(ItemFields()), kind)
    item.unmodelled.properties = unmodelled.properties.filter { property in
      let name = property.name.uppercased()
      return property.isExtension && (name == AlmanacKind.property || !name.hasPrefix("X-ALMANAC-"))
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
    let isWhole = !extensionParameters.isDisjoint(with: base.extensionParameters)
    let parameters = isWhole ? [] : base.attendees.filter(\.hasExtensions)
    let kept = isWhole ? [] : base.unmodelled.parameters.filter(\.hasExtensions)
    if lost.isEmpty, parameters.isEmpty, kept.isEmpty { return nil }
    var item = self
    item.unmodelled.properties += lost
    let people = Dictionary(firstOf: parameters.map { (PersonKey($0.address), $0.parameters) })
    item.attendees = attendees.map { attendee in
      var attendee = attendee
      attendee.parameters += people[PersonKey(attendee.address)]?.filter(\.isExtension) ?? []
      return attendee
    }
    for former in kept {
      let extensions = former.parameters.filter(\.isExtension)
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

  /// The names of its X- parameters, in upper case.
  private var extensionParameters: Set<String> {
    let lists = attendees.map(\.parameters) + unmodelled.parameters.map(\.parameters)
    return Set(lists.joined().filter(\.isExtension).map { $0.name.uppercased() })
  }
}

extension Property {
  fileprivate var isExtension: Bool { name.uppercased().hasPrefix("X-") }
}

extension Parameter {
  fileprivate var isExtension: Bool { name.uppercased().hasPrefix("X-") }
}

extension Attendee {
  fileprivate var hasExtensions: Bool { parameters.contains(where: \.isExtension) }
}

extension KeptParameters {
  fileprivate var hasExtensions: Bool { parameters.contains(where: \.isExtension) }
}
