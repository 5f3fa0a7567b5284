internal import AlmanacEvents
internal import AlmanacTime

/// Makes the items of a view from occurrences, with their colours and days, in order.
struct ItemReader {
  let zone: Zone
  let labels: [CalendarLabel]
  let options: ViewOptions
  /// The colours as shown, by the colours in the data; a cache.
  private(set) var shown: [CalendarColor: CalendarColor] = [:]

  /// The items that are shown on any of the days, in order.
  ///
  /// Complexity: O(*n* log *n*), O(*n*) for occurrences in order.
  mutating func items(_ occurrences: [Occurrence], on days: ClosedRange<CivilDate>) -> [ViewItem] {
    items(occurrences) { $0.days.overlaps(days) }
  }

  /// The items that take time on any of the days, in order, those with an end before the next-day threshold included.
  mutating func items(_ occurrences: [Occurrence], in days: ClosedRange<CivilDate>) -> [ViewItem] {
    let window = days.instants(in: zone)
    return items(occurrences) { $0.days.overlaps(days) || $0.isIn(window) }
  }

  private mutating func items(_ occurrences: [Occurrence], where isIn: (ViewItem) -> Bool) -> [ViewItem] {
    var items: [ViewItem] = []
    items.reserveCapacity(occurrences.count)
    for occurrence in occurrences where isShown(occurrence.item) {
      let item = read(occurrence)
      if isIn(item) { items.append(item) }
    }
    return sorted(items)
  }

  func isShown(_ item: Item) -> Bool {
    switch item {
    case .event(let event): options.showsCancelledEvents || !event.isCancelled
    case .todo(let todo): options.showsClosedTodos || !todo.isClosed
    case .journal: true
    }
  }

  private func counts(_ item: Item) -> Bool {
    switch item {
    case .event(let event): !event.isCancelled
    case .todo(let todo): !todo.isClosed
    case .journal: false
    }
  }

  mutating func read(_ occurrence: Occurrence) -> ViewItem {
    let start = occurrence.start.instant(in: zone)
    let end = max(start, occurrence.end.instant(in: zone))
    let localStart = occurrence.isAllDay ? occurrence.start.local : zone.local(at: start)
    let localEnd = occurrence.end.isDate ? occurrence.end.local : zone.local(at: end)
    let first = localStart.date
    let last =
      occurrence.isAllDay || end > start ? lastDay(before: localEnd, allDay: occurrence.isAllDay) : first
    return ViewItem(
      ViewItem.Values(
        occurrence: occurrence, color: color(of: occurrence.item, calendar: occurrence.calendar),
        start: start, end: end, localStart: localStart, localEnd: localEnd, days: first...max(first, last),
        counts: counts(occurrence.item)))
  }

  /// The last day of an item that ends at a time, not included.
  private func lastDay(before end: CivilDateTime, allDay: Bool) -> CivilDate {
    let threshold = allDay ? CivilTime.midnight : options.nextDayThreshold
    let isOverBefore = end.time == .midnight || end.time < threshold
    return isOverBefore ? end.date.adding(days: -1) : end.date
  }

  /// The colour of the item, else of its calendar, else a shade of the palette by its category or its UID.
  mutating func color(of item: Item, calendar: Int) -> CalendarColor {
    let own = item.color ?? (labels.indices.contains(calendar) ? labels[calendar].color : nil)
    guard let own else {
      return options.palette.shade(for: item.categories.first ?? item.uid)
    }
    if let color = shown[own] { return color }
    let color = own.shown
    shown[own] = color
    return color
  }

  private func sorted(_ items: [ViewItem]) -> [ViewItem] {
    let keys = items.map { ItemOrder.Key($0, options.order) }
    func precedes(_ left: Int, _ right: Int) -> Bool {
      keys[left] != keys[right] ? keys[left] < keys[right] : options.order.precedes(items[left], items[right])
    }
    // Query results are in the standard order.
    if items.indices.dropFirst().allSatisfy({ precedes($0 - 1, $0) }) { return items }
    // Sorting indexes is faster than sorting the items.
    return items.indices.sorted(by: precedes).map { items[$0] }
  }
}

extension ClosedRange<CivilDate> {
  /// The half-open range of instants of the days in a zone.
  func instants(in zone: Zone) -> Range<Instant> {
    let start = zone.instant(of: lowerBound.startOfDay)
    let end = zone.instant(of: upperBound.startOfDay.adding(seconds: 86_400))
    return start..<Swift.max(start, end)
  }
}

extension [EventCalendar] {
  /// The occurrences on any of the days that the options show.
  func agenda(on days: ClosedRange<CivilDate>, in zone: Zone, _ options: ViewOptions) -> Agenda {
    let query = OccurrenceQuery(includesClosedTodos: options.showsClosedTodos, budget: options.budget)
    return agenda(
      in: days.instants(in: zone), viewer: zone, matching: query,
      where: options.showsCancelledEvents ? nil : { $0.event.map { !$0.isCancelled } ?? true })
  }

  /// The to-dos and journal entries without a day, with the indexes of their calendars.
  var undated: [(Item, calendar: Int)] {
    var undated: [(Item, calendar: Int)] = []
    for (number, calendar) in enumerated() {
      for item in calendar.currentItems where item.isUndated { undated.append((item, number)) }
    }
    return undated
  }
}

extension Item {
  fileprivate var isUndated: Bool {
    start == nil && recurrenceID == nil && todo?.due == nil
  }
}
