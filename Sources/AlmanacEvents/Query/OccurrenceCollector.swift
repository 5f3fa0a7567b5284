internal import AlmanacRecurrence
internal import AlmanacTime

/// Takes what may overlap a window, keeps what does, and puts it in order.
///
/// What is kept is small until the end: times as numbers, and where they come from. Of more than the limit the
/// earliest are kept: once twice as many are there, the later half is dropped, and nothing later than the rest is
/// taken any more. So the work is bounded however often something repeats.
struct OccurrenceCollector {
  let window: Range<Instant>
  let viewer: Zone
  let filter: ItemFilter
  /// Which occurrences count: those that overlap the window, or those that start in it.
  let startsOnly: Bool
  /// The place of the calendar that is being asked.
  var calendar: Int32 = 0
  private let limit: Int
  /// By which the calendar that is being asked counts.
  private var systems = CalendarSystems.gregorian
  /// Calendars by which rules count that were met and are not known.
  private var unknownCalendars: Set<String> = []
  private(set) var isTruncated = false
  /// What starts later is not wanted any more.
  private(set) var latest = Int64.max

  private var hits: [Hit] = []
  private var stated: [StatedTimes] = []
  /// What keeps the items of hits alive.
  private var stores: [ItemStore] = []
  private var plans: [SeriesPlan] = []
  /// The window as the clocks of the zones met so far see it; the first are the viewer's.
  private(set) var windows: [ZoneWindow]

  /// - Parameter condition: What must be true of an item besides.
  init(
    _ query: OccurrenceQuery, in window: Range<Instant>, viewer: Zone, startsOnly: Bool = false,
    where condition: ((Item) -> Bool)? = nil
  ) {
    self.window = window
    self.viewer = viewer
    self.startsOnly = startsOnly
    filter = ItemFilter(query, where: condition)
    limit = Swift.min(Swift.max(0, query.limit), 1 << 32)
    windows = [ZoneWindow(window, in: viewer)]
  }

  /// The number of the window on the clocks of a zone.
  mutating func window(in zone: Zone) -> Int {
    if let known = windows.firstIndex(where: { $0.zone == zone }) { return known }
    windows.append(ZoneWindow(window, in: zone))
    return windows.count - 1
  }
}

/// Taking in.
extension OccurrenceCollector {
  private func isWanted(_ start: Int64, _ end: Int64) -> Bool {
    guard start < window.upperBound.secondsSinceEpoch else { return false }
    return start >= window.lowerBound.secondsSinceEpoch
      || !startsOnly && end > window.lowerBound.secondsSinceEpoch
  }

  /// Whether something that starts no earlier, but for a change of clocks, could still be wanted.
  private func mayFollow(_ start: Int64) -> Bool {
    let end = Swift.min(latest, window.upperBound.secondsSinceEpoch)
    return start &- Int64(EventTime.longestShift) <= end
  }

  /// Takes an occurrence that is wanted, unless there are enough earlier ones.
  private mutating func add(_ hit: Hit) {
    guard hit.start <= latest else {
      isTruncated = true
      return
    }
    hits.append(hit)
    if hits.count - 16 > 2 * limit { dropLater() }
  }

  /// Takes in what may overlap the window.
  ///
  /// - Parameter index: One of the store's.
  mutating func collect(_ index: OccurrenceIndex, of store: ItemStore) {
    stores.append(store)
    systems = store.calendarSystems
    index.collect(into: &self)
  }

  /// - Parameter single: Of an index that is being collected.
  mutating func add(single: UnsafePointer<SingleEntry>) {
    var (start, end) = (single.pointee.times.start, single.pointee.times.end)
    if single.pointee.isLocal {
      start = windows[0].instant(ofWall: start)
      end = Swift.max(start, windows[0].instant(ofWall: end))
    }
    guard isWanted(start, end),
      filter.isOpen && !single.pointee.isTodo || filter.matches(single.pointee.item.item)
    else { return }
    add(
      Hit(
        single.pointee.item, name: single.pointee.name, in: calendar, from: start, to: end,
        single.pointee.times, stated: &stated))
  }

  /// The instances of a simple series.
  ///
  /// - Parameters:
  ///   - days: Bit n for n days after the first.
  ///   - number: Of the window on the clocks of its zone.
  @inline(__always)
  mutating func add(
    simple entry: UnsafePointer<RepeatingEntry>, _ simple: RepeatingEntry.Simple, on days: UInt64,
    after first: Int, window number: Int
  ) {
    guard filter.isOpen && !simple.isTodo || filter.matches(entry.pointee.item),
      isEarlyEnough(first + days.trailingZeroBitCount, at: simple.pattern.time)
    else { return }
    let clock = windows[number].clock
    func instant(_ wall: Int64) -> Int64 {
      clock.instant(ofWall: wall) ?? windows[number].instant(ofWall: wall)
    }
    let item = UnownedItem(entry.pointee.item)
    let length = Int64(simple.length)
    var days = days
    while days != 0 {
      let wall = Int64(first + days.trailingZeroBitCount) * 86_400 + Int64(simple.pattern.time)
      days &= days &- 1
      let start = instant(wall)
      let end = simple.form == .zoned ? start + length : Swift.max(start, instant(wall + length))
      guard isWanted(start, end) else { continue }
      if simple.hasExceptions, entry.pointee.isExcepted(wall) { continue }
      let isExact = simple.form == .zoned && end > start
      let endWall = isExact ? windows[number].wall(at: end, after: wall) : wall + length
      add(
        Hit(
          item, name: simple.name, in: calendar, from: start, to: end,
          walls: (wall, endWall), form: simple.form))
    }
  }

  /// Whether what happens at a time of a day may begin before what is not wanted any more, on any clock.
  private func isEarlyEnough(_ day: Int, at time: Int32) -> Bool {
    latest == .max || Int64(day) * 86_400 + Int64(time) - Int64(EventTime.longestShift) <= latest
  }

  /// The instances of any series.
  mutating func add(_ entry: RepeatingEntry) {
    // A simple series' plan has to be made first.
    if entry.simple != nil, !filter.matches(entry.item) { return }
    guard let plan = entry.plan?.knowing(systems) else { return }
    if plan.stretches.contains(where: { filter.matches($0.item) }) {
      unknownCalendars.formUnion(plan.unknownCalendars)
    }
    plans.append(plan)
    // The start of a simple series that is out of step stands by itself.
    let expansion = plan.expansion
    let left = entry.simple != nil && expansion.startIsOutOfStep ? expansion.set.start.key : nil
    for (index, stretch) in plan.stretches.enumerated() where filter.matches(stretch.item) {
      let name = stretch.item.summary.leadingBytes
      plan.occurrences(of: index, in: window, viewer: viewer) { id, start, end in
        if id.key == left { return true }
        let from = start.instant(in: viewer).secondsSinceEpoch
        let upTo = Swift.max(from, end.instant(in: viewer).secondsSinceEpoch)
        // No occurrence is earlier than its instance.
        let least = plan.isInOrder ? from : Swift.min(from, id.instant(in: viewer).secondsSinceEpoch)
        guard isWanted(from, upTo) else { return mayFollow(least) }
        guard from <= latest else {
          isTruncated = true
          return mayFollow(least)
        }
        let times = OccurrenceTimes(from: start, to: end, id: id, of: stretch.item)
        add(
          Hit(
            UnownedItem(stretch.item), name: name, in: calendar, from: from, to: upTo, times,
            stated: &stated))
        return true
      }
    }
  }
}

/// Putting in order.
extension OccurrenceCollector {
  mutating func finish() -> Agenda {
    let (order, hits, stated) = (order(), hits, stated)
    if order.count > limit { isTruncated = true }
    let occurrences = withExtendedLifetime((stores, plans)) {
      order.prefix(limit).map { hits[Int($0)].occurrence(stated) }
    }
    return Agenda(
      occurrences: occurrences, isTruncated: isTruncated, unknownCalendars: unknownCalendars.sorted())
  }

  private mutating func dropLater() {
    hits = order().prefix(limit).map { hits[Int($0)] }
    latest = hits.last?.start ?? .min
    isTruncated = true
  }

  /// The places of hits in the order of `OccurrenceOrder`.
  private func order() -> [UInt32] {
    let stated = stated
    return hits.order { one, other in
      if let isBefore = one.item.isBefore(other.item) { return isBefore }
      let (id, otherID) = (one.times(stated).idKey, other.times(stated).idKey)
      return id != otherID ? id < otherID : one.calendar < other.calendar
    }
  }
}
