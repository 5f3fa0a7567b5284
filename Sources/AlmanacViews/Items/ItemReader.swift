internal import AlmanacEvents
internal import AlmanacTime

/// Makes the items of a view from occurrences: which are shown, in what colour, on which days, in what order.
struct ItemReader {
  let zone: Zone
  let labels: [CalendarLabel]
  let options: ViewOptions
  /// Colours as shown, by what they are in the data: telling whether one is a red costs some arithmetic.
  private var shown: [CalendarColor: CalendarColor] = [:]

  init(zone: Zone, labels: [CalendarLabel], options: ViewOptions) {
    self.zone = zone
    self.labels = labels
    self.options = options
  }

  /// The items that are shown on any of the days, in order. O(n log n), O(n) where they come in order.
  mutating func items(_ occurrences: [Occurrence], on days: ClosedRange<CivilDate>) -> [ViewItem] {
    items(occurrences) { $0.days.overlaps(days) }
  }

  /// The items that take some of the days' time, in order: also those that the next-day threshold keeps off a day.
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
        start: start,
        end: end, localStart: localStart, localEnd: localEnd, days: first...max(first, last),
        counts: counts(occurrence.item)))
  }

  /// The last day that something takes part of which ends at a time, not included.
  private func lastDay(before end: CivilDateTime, allDay: Bool) -> CivilDate {
    let threshold = allDay ? CivilTime.midnight : options.nextDayThreshold
    let isOverBefore = end.time == .midnight || end.time < threshold
    return isOverBefore ? end.date.adding(days: -1) : end.date
  }

  /// The item's own colour, else its calendar's, else a shade of the palette that its category or its UID gives it.
  mutating func color(of item: Item, calendar: Int) -> CalendarColor {
    let own = item.color ?? (labels.indices.contains(calendar) ? labels[calendar].color : nil)
    guard let own else {
      return options.palette.shade(for: item.categories.first ?? item.uid)
    }
    if let known = shown[own] { return known }
    let color = own.shown
    shown[own] = color
    return color
  }

  private func sorted(_ items: [ViewItem]) -> [ViewItem] {
    let keys = items.map { ItemOrder.Key($0, options.order) }
    func precedes(_ left: Int, _ right: Int) -> Bool {
      keys[left] != keys[right] ? keys[left] < keys[right] : options.order.precedes(items[left], items[right])
    }
    // Queries give their answers in the standard order.
    if items.indices.dropFirst().allSatisfy({ precedes($0 - 1, $0) }) { return items }
    // Positions are sorted rather than the items, which are wide.
    return items.indices.sorted(by: precedes).map { items[$0] }
  }
}

extension ClosedRange<CivilDate> {
  /// The instants of the days in a zone, half-open.
  func instants(in zone: Zone) -> Range<Instant> {
    let start = zone.instant(of: lowerBound.startOfDay)
    let end = zone.instant(of: upperBound.startOfDay.adding(seconds: 86_400))
    return start..<Swift.max(start, end)
  }
}

extension [EventCalendar] {
  /// What happens on any of the days, as far as it is shown.
  func agenda(on days: ClosedRange<CivilDate>, in zone: Zone, _ options: ViewOptions) -> Agenda {
    let query = OccurrenceQuery(includesClosedTodos: options.showsClosedTodos)
    return agenda(
      in: days.instants(in: zone), viewer: zone, matching: query, takingTime: .any,
      where: options.showsCancelledEvents ? nil : { $0.event.map { !$0.isCancelled } ?? true })
  }

  /// The to-dos and notes that are on no day, with the number of their calendar.
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
