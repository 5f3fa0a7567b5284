internal import AlmanacEvents
internal import AlmanacTime

/// Makes the items of a view from the occurrences of its source, with their colours and days, in order.
struct ItemBuilder {
  let context: ViewContext
  private let days: ClosedRange<CivilDate>
  private let contents: ViewContents
  /// A range of instants whose times the clocks show once; a cache.
  private var unambiguous = Instant.max..<Instant.max
  /// The colours as shown, by the colours in the data; a cache.
  private var shownColors: [CalendarColor: CalendarColor] = [:]
  /// The shades of items without a category, by UID; a cache.
  private var shades: [String: CalendarColor] = [:]
  /// The viewer's answers; a cache.
  private var answers = ValuesByItem<ViewItem.Answer>()

  /// - Parameter days: The days that the view shows.
  init(
    _ source: some ViewSource, on days: ClosedRange<CivilDate>, in zone: Zone, includesUndated: Bool = false,
    today: CivilDate?, selected: CivilDate? = nil, options: ViewOptions
  ) {
    self.days = days
    contents = source.contents(on: days, in: zone, includesUndated: includesUndated, options: options)
    context = ViewContext(
      zone: zone, options: options, today: today, selected: selected, calendars: contents.calendars,
      unexpanded: contents.unexpanded,
      incompleteFrom: contents.unexpanded.map(\.from).min().map { zone.local(at: $0).date },
      skipped: contents.skipped)
  }

  /// The items that are shown on any of the days, in order.
  ///
  /// - Parameter includesHidden: Whether to include items that take time on the days but are not shown on them, since they
  ///   end before the next-day threshold.
  /// - Complexity: O(*n* log *n*), O(*n*) for occurrences in order.
  mutating func items(includingHidden includesHidden: Bool = false) -> [ViewItem] {
    let window = days.instants(in: context.zone)
    var items: [ViewItem] = []
    items.reserveCapacity(contents.occurrences.count)
    for occurrence in contents.occurrences where isShown(occurrence.item, calendar: occurrence.calendar) {
      let item = viewItem(of: occurrence)
      if item.days.overlaps(days) || includesHidden && item.isIn(window) { items.append(item) }
    }
    return sorted(items)
  }

  /// The first day with instances of series without an end that are not shown.
  var continuesFrom: CivilDate? { contents.continuesFrom.map { context.zone.local(at: $0).date } }

  /// The items without a day.
  mutating func undatedItems() -> [ListView.Undated] {
    contents.undated.filter { isShown($0.0, calendar: $0.1) }.map { item, calendar in
      ListView.Undated(item: item, color: color(of: item, calendar: calendar), calendar: calendar)
    }
  }

  private mutating func isShown(_ item: Item, calendar: Int) -> Bool {
    switch item {
    case .event(let event):
      (context.options.showsCancelledEvents || !event.isCancelled)
        && (context.options.showsDeclinedEvents || answer(to: item, calendar: calendar) != .declined)
    case .todo(let todo): context.options.showsClosedTodos || !todo.isClosed
    case .journal: true
    }
  }

  /// The viewer's answer to an item.
  private mutating func answer(to item: Item, calendar: Int) -> ViewItem.Answer {
    let me = context.options.me
    if me.isEmpty || item.attendees.isEmpty { return .none }
    return answers.value(of: item, calendar: calendar) { item in
      guard let own = item.attendees.first(where: { $0.isOne(of: me) }) else { return .none }
      return switch own.status ?? .needsAction {
      case .needsAction, .tentative: .tentative
      case .declined: .declined
      default: .none
      }
    }
  }

  private func isBackground(_ item: Item) -> Bool {
    let categories = context.options.backgroundCategories
    return !categories.isEmpty && item.event != nil && item.categories.contains(where: categories.contains)
  }

  private func countsForColor(_ item: Item, _ answer: ViewItem.Answer, isBackground: Bool) -> Bool {
    switch item {
    case .event(let event): !event.isCancelled && answer != .declined && !isBackground
    case .todo(let todo): !todo.isClosed
    case .journal: false
    }
  }

  private mutating func viewItem(of occurrence: Occurrence) -> ViewItem {
    let zone = context.zone
    let start = occurrence.start.instant(in: zone)
    let end = max(start, occurrence.end.instant(in: zone))
    let localStart = occurrence.isAllDay ? occurrence.start.local : zone.local(at: start)
    let localEnd = occurrence.end.isDate ? occurrence.end.local : zone.local(at: end)
    let first = localStart.date
    let last =
      occurrence.isAllDay || end > start ? lastDay(before: localEnd, allDay: occurrence.isAllDay) : first
    let item = occurrence.item
    let (answer, isBackground) = (answer(to: item, calendar: occurrence.calendar), isBackground(item))
    let clocks = occurrence.isAllDay ? nil : clocks(at: start, end)
    return ViewItem(
      ViewItem.Values(
        occurrence: occurrence, color: color(of: item, calendar: occurrence.calendar),
        start: start, end: end, localStart: localStart, localEnd: localEnd, days: first...max(first, last),
        countsForColor: countsForColor(item, answer, isBackground: isBackground), answer: answer,
        isBackground: isBackground, clocks: clocks))
  }

  /// The abbreviations of the clocks at the start and the end of an item, empty for one whose time they show once; `nil` for none.
  private mutating func clocks(at start: Instant, _ end: Instant) -> [String]? {
    let (first, last) = (clock(at: start), clock(at: end))
    return first == nil && last == nil ? nil : [first ?? "", last ?? ""]
  }

  /// The abbreviation of the clocks at an instant, if they show its time twice.
  private mutating func clock(at instant: Instant) -> String? {
    if unambiguous.contains(instant) { return nil }
    let (zone, day) = (context.zone, 86_400)
    let range = zone.offsetRange(at: instant).range
    let (from, end) = (range.lowerBound.adding(seconds: day), range.upperBound.adding(seconds: -day))
    unambiguous = from..<max(from, end)
    return zone.clock(at: instant)
  }

  /// The last day of an item that ends at a time, not included.
  private func lastDay(before end: CivilDateTime, allDay: Bool) -> CivilDate {
    let threshold = allDay ? CivilTime.midnight : context.options.nextDayThreshold
    let endsOnDayBefore = end.time == .midnight || end.time < threshold
    return endsOnDayBefore ? end.date.adding(days: -1) : end.date
  }

  /// The colour of the item, else of its calendar, else a shade of the palette by its category or its UID, for a booking by
  /// that of its class.
  private mutating func color(of item: Item, calendar: Int) -> CalendarColor {
    let labels = context.calendars
    guard let own = item.color ?? (labels.indices.contains(calendar) ? labels[calendar].color : nil) else {
      return item.categories.first.map { context.options.palette.shade(for: $0) } ?? shade(of: item)
    }
    if let color = shownColors[own] { return color }
    let color = own.shown
    shownColors[own] = color
    return color
  }

  private mutating func shade(of item: Item) -> CalendarColor {
    if let shade = shades[item.uid] { return shade }
    let shade = context.options.palette.shade(for: item.bookedClass ?? item.uid)
    shades[item.uid] = shade
    return shade
  }

  private func sorted(_ items: [ViewItem]) -> [ViewItem] {
    let order = context.options.order
    let keys = items.map { ItemOrder.Key($0, order) }
    func precedes(_ left: Int, _ right: Int) -> Bool {
      keys[left] != keys[right] ? keys[left] < keys[right] : order.precedes(items[left], items[right])
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
