internal import AlmanacRecurrence
internal import AlmanacTime

/// Collects the occurrences that overlap a window, and sorts them.
///
/// Until the end an occurrence is a small `Hit`: times as numbers, and a reference to the item. The work is bounded however
/// often a series repeats, in one of two ways:
///
/// - With a limit the earliest hits are stored: at twice as many the later half is dropped, and later hits are no longer
///   accepted.
/// - Without a limit all items that happen once are stored, and series share a budget: each stores its first instances, as
///   many as leave the others the same share, and is reported as unexpanded when it has more. Series are collected before
///   all other items, so the hits that are cut are those of series.
struct OccurrenceCollector {
  let window: Range<Instant>
  let viewer: Zone
  let filter: ItemFilter
  /// A value of its own, since a closure that asks the collector copies all of it each time.
  private let requested: RequestedTimes
  /// The place of the calendar that is being collected.
  private var calendar: Int32 = 0
  private let limit: Int?
  private let budget: Int
  /// The part of the budget that one series may use; it falls as more series need more.
  private(set) var share: Int
  /// The number of hits above which series are cut to their shares, or hits to the limit. It grows where the first instances
  /// of all series are more, so that each cut follows as many further hits as it looks at.
  private var capacity: Int
  /// The series with instances that were not expanded.
  private var unexpanded: [UnexpandedSeries.Key: UnexpandedSeries] = [:]
  /// The items that take time, but at which time could not be read.
  private var doubtful: [UnexpandedSeries] = []
  /// The calendar systems of the calendar that is being collected.
  private var systems = CalendarSystems.gregorian
  /// The calendar systems of rules that are not among these.
  private var unknownCalendars: Set<String> = []
  private(set) var isTruncated = false
  /// The start, in seconds, after which hits are no longer accepted.
  private(set) var latest = Int64.max

  private var hits: [Hit] = []
  /// The times that a hit cannot store as numbers.
  private var separateTimes: [Box<SeparateTimes>] = []
  /// The owners of the items of hits, which hits refer to without retaining them.
  private var stores: [ItemStore] = []
  private var plans: [SeriesPlan] = []
  /// The window in the zones that occurred so far; the first is the viewer's.
  private(set) var windows: [ZoneWindow]

  /// The most instances of all series, outside the window or passed over, that may be skipped before the expansions end,
  /// although later instances may still be requested: ten times the budget.
  private let maximumSkipped: Int
  /// The number that each series may skip however many others have skipped.
  private static let leastSkipped = 1_000
  private var skipped = 0

  /// - Parameters:
  ///   - startsOnly: Whether only occurrences that start in the window are requested, not those that overlap it.
  ///   - rules: Where given, only items that are busy by them match.
  ///   - condition: Where given, only items that fulfil it match.
  init(
    _ query: OccurrenceQuery, in window: Range<Instant>, viewer: Zone, startsOnly: Bool = false,
    counting rules: BusyRules.Prepared? = nil, where condition: ((Item) -> Bool)? = nil
  ) {
    self.window = window
    self.viewer = viewer
    requested = RequestedTimes(window, startsOnly: startsOnly)
    filter = ItemFilter(query, counting: rules, where: condition)
    limit = query.limit.map { Swift.min(Swift.max(0, $0), 1 << 32) }
    budget = Swift.min(Swift.max(1, query.budget), 1 << 32)
    maximumSkipped = 10 * budget
    share = limit == nil ? budget : .max
    capacity = limit.map { 2 * $0 + 16 } ?? 2 * budget
    windows = [ZoneWindow(window, in: viewer)]
  }

  /// The index of the window in a zone.
  mutating func window(in zone: Zone) -> Int {
    if let known = windows.firstIndex(where: { $0.zone == zone }) { return known }
    windows.append(ZoneWindow(window, in: zone))
    return windows.count - 1
  }
}

// MARK: Collecting hits

extension OccurrenceCollector {
  /// Stores a hit unless there are enough earlier ones.
  private mutating func add(_ hit: Hit) {
    guard hit.start <= latest else {
      isTruncated = true
      return
    }
    hits.append(hit)
    if hits.count > capacity, let limit { dropLater(than: limit) }
  }

  /// Collects the occurrences of the stores of calendars.
  ///
  /// - Parameter first: The place of the first calendar among those of the query.
  mutating func collect(_ stores: [ItemStore], from first: Int = 0) {
    self.stores = stores
    for (number, store) in stores.enumerated() {
      calendar = Int32(clamping: first + number)
      systems = store.calendarSystems
      store.index.collectSeries(into: &self)
      store.index.collectUnread(into: &self)
    }
    if limit == nil { cutToShares() }
    for (number, store) in stores.enumerated() {
      calendar = Int32(clamping: first + number)
      store.index.collectSingles(into: &self)
    }
  }

  /// Cuts series to their shares when there are far too many instances. Called between series.
  mutating func cutIfOverCapacity() {
    if hits.count > capacity, limit == nil { cutToShares() }
  }

  /// Stores an item that happens once.
  mutating func add(single: UnsafePointer<SingleEntry>) {
    var (start, end) = (single.pointee.times.start, single.pointee.times.end)
    if single.pointee.isLocal {
      start = windows[0].instant(ofWall: start)
      end = Swift.max(start, windows[0].instant(ofWall: end))
    }
    guard requested.contains(start, end),
      filter.matches(single.pointee.item, isTodo: single.pointee.isTodo)
    else { return }
    add(
      Hit(
        single.pointee.item, name: single.pointee.name, in: calendar, from: start, to: end,
        single.pointee.times, separateTimes: &separateTimes))
  }

  /// Stores the instances of a simple series.
  ///
  /// - Parameters:
  ///   - days: The days of instances: bit *n* is *n* days after `first`.
  ///   - number: The index of the window in the zone of the series.
  @inline(__always)
  mutating func add(
    simple entry: UnsafePointer<RepeatingEntry>, _ simple: RepeatingEntry.Simple, on days: UInt64,
    after first: Int, window number: Int
  ) {
    guard filter.matches(UnownedItem(entry.pointee.item), isTodo: simple.isTodo),
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
      guard requested.contains(start, end) else { continue }
      if simple.hasExceptions, entry.pointee.isExcepted(wall) { continue }
      let isExact = simple.form == .zoned && end > start
      let endWall = isExact ? windows[number].wall(at: end, after: wall) : wall + length
      add(
        Hit(
          item, name: simple.name, in: calendar, from: start, to: end,
          walls: (wall, endWall), form: simple.form))
    }
  }

  /// Whether an occurrence at a time of a day may be early enough to be accepted, in any zone.
  private func isEarlyEnough(_ day: Int, at time: Int32) -> Bool {
    latest == .max || Int64(day) * 86_400 + Int64(time) - Int64(Zone.longestShift) <= latest
  }

  /// Stores the instances of any series.
  mutating func add(_ entry: RepeatingEntry) {
    // The plan of a simple series is made on demand.
    if entry.simple != nil, !filter.matches(entry.item) { return }
    guard let plan = entry.plan?.expanded(by: systems) else { return }
    cutIfOverCapacity()
    reportUnknownCalendar(of: plan)
    plans.append(plan)
    // A start that its rule does not produce has an entry of its own beside a simple series.
    let expansion = plan.expansion
    let separateStart = entry.simple != nil && expansion.startIsOutOfStep ? expansion.set.start : nil
    for (index, stretch) in plan.stretches.enumerated() where filter.matches(stretch.item) {
      let name = stretch.item.summary.leadingBytes
      let maximumHits = share < .max - hits.count ? hits.count + share : .max
      let maximumSkipped = Swift.max(Self.leastSkipped, self.maximumSkipped - skipped)
      var outside = 0
      let (requested, viewer, isInOrder, item) = (requested, viewer, plan.isInOrder, stretch.item)
      let result = plan.occurrences(
        of: index, in: window, viewer: viewer, maximumPassedOver: maximumSkipped
      ) { id, start, end in
        if id == separateStart { return true }
        let from = start.instant(in: viewer).secondsSinceEpoch
        let upTo = Swift.max(from, end.instant(in: viewer).secondsSinceEpoch)
        // An occurrence may start later than its instance, but not earlier.
        let earliestStart = isInOrder ? from : Swift.min(from, id.instant(in: viewer).secondsSinceEpoch)
        guard requested.contains(from, upTo) else {
          outside += 1
          if outside > maximumSkipped { reportUnexpanded(item, from: .min, in: calendar) }
          return outside <= maximumSkipped && requested.mayFollow(earliestStart, latest: latest)
        }
        guard from <= latest else {
          isTruncated = true
          return requested.mayFollow(earliestStart, latest: latest)
        }
        if hits.count >= maximumHits {
          reportUnexpanded(item, from: from, in: calendar)
          return false
        }
        let times = OccurrenceTimes(from: start, to: end, id: id, of: item)
        add(
          Hit(
            UnownedItem(item), name: name, in: calendar, from: from, to: upTo, times,
            separateTimes: &separateTimes))
        return true
      }
      skipped += outside + result.passedOver
      if !result.isWhole { reportUnexpanded(stretch.item, from: .min, in: calendar) }
    }
  }
}

// MARK: Sharing the budget

extension OccurrenceCollector {
  /// Reports that the instances of a series from a start on are not expanded.
  ///
  /// - Parameter start: The start of the first instance that is not expanded, in seconds; `.min` where it was not found.
  private mutating func reportUnexpanded(
    _ item: Item, from start: Int64, in calendar: Int32, unknownCalendar: String? = nil
  ) {
    let from = Swift.max(window.lowerBound, item.earliestAfterCut(at: start, viewer: viewer))
    report(
      UnexpandedSeries(
        uid: item.uid, kind: item.kind, calendar: Int(calendar), summary: item.summary, from: from,
        unknownCalendar: unknownCalendar))
  }

  private mutating func report(_ series: UnexpandedSeries) {
    if let other = unexpanded[series.key], other.from <= series.from { return }
    unexpanded[series.key] = series
  }

  /// Reports an item that may have times in the window which could not be read; in a query for busy time also one of which only
  /// these are not known.
  mutating func add(_ entry: UnreadEntry) {
    let range = entry.range(for: viewer)
    guard entry.lacksInstances || filter.busyOnly, range.overlaps(window), filter.matches(entry.item)
    else { return }
    let series = UnexpandedSeries(
      uid: entry.item.uid, kind: entry.item.kind, calendar: Int(calendar), summary: entry.item.summary,
      from: Swift.max(range.lowerBound, window.lowerBound), until: range.upperBound,
      unreadProperty: entry.property.text)
    if entry.lacksInstances { report(series) } else { doubtful.append(series) }
  }

  /// Reports that the instances of a series after its start are not known, as its rules count by a calendar system that is not
  /// among those of its calendar.
  private mutating func reportUnknownCalendar(of plan: SeriesPlan) {
    guard let unknown = plan.unknownCalendars.first, let reach = plan.reach,
      let item = plan.stretches.first(where: { filter.matches($0.item) })?.item
    else { return }
    unknownCalendars.formUnion(plan.unknownCalendars)
    let start = plan.expansion.set.start.instant(in: viewer)
    let last = reach.upperBound.saturatingAdd(Int64(Zone.longestShift))
    guard start < window.upperBound, last >= window.lowerBound.secondsSinceEpoch else { return }
    reportUnexpanded(item, from: start.secondsSinceEpoch, in: calendar, unknownCalendar: unknown)
  }

  /// The ranges of hits of each series, which are adjacent and in the order of its instances.
  private var series: [Range<Int>] {
    var series: [Range<Int>] = []
    var first = 0
    while first < hits.count {
      let (item, calendar) = (hits[first].item, hits[first].calendar)
      let next = hits[first...].firstIndex { !$0.item.isSame(as: item) || $0.calendar != calendar }
      series.append(first..<(next ?? hits.count))
      first = next ?? hits.count
    }
    return series
  }

  /// The first instances of a series that a share of the budget is enough for, at least one, and the part of the budget
  /// that they use; see `OccurrenceQuery.budget`.
  private func instances(
    of series: Range<Int>, withinShare share: Int
  ) -> (instances: Range<Int>, cost: Int) {
    let weight = hits[series.lowerBound].item.item.weight
    var total = 0
    for place in series {
      let start = Swift.max(hits[place].start, window.lowerBound.secondsSinceEpoch)
      let end = Swift.min(hits[place].end, window.upperBound.secondsSinceEpoch)
      let isLong = hits[place].end - hits[place].start > 86_400
      let cost = isLong ? weight * Int((end - start - 1) / 86_400 + 1) : weight
      if total + cost > share, place > series.lowerBound { return (series.lowerBound..<place, total) }
      total += cost
    }
    return (series, total)
  }

  /// Leaves each series its share of the budget, where they need more together: those that need less leave more to the
  /// others. The share only falls.
  private mutating func cutToShares() {
    let series = series
    let costs = series.map { instances(of: $0, withinShare: .max).cost }
    guard costs.reduce(0, +) > budget else { return }
    var rest = budget
    for (number, cost) in costs.sorted().enumerated() {
      let equal = Swift.max(1, rest / (series.count - number))
      if cost > equal {
        share = Swift.min(share, equal)
        break
      }
      rest -= cost
    }
    var kept: [Hit] = []
    for run in series {
      let affordable = instances(of: run, withinShare: share).instances
      kept += hits[affordable]
      if affordable.upperBound == run.upperBound { continue }
      let first = hits[affordable.upperBound]
      reportUnexpanded(first.item.item, from: first.start, in: first.calendar)
    }
    hits = kept
    capacity = Swift.max(capacity, 2 * kept.count)
  }
}

extension Item {
  /// The cost factor of the item: 1, plus 1 for each 256 bytes of listed text and for each 1 024 bytes of its description, its
  /// URL, the addresses of people, each 64 more, and its alarms, plus 1 for each category after the fourth, because a list by category
  /// repeats the item.
  package var weight: Int {
    var texts = uid.utf8.count + summary.utf8.count + location.utf8.count
    for category in categories { texts += category.utf8.count }
    var further = details.utf8.count + url.utf8.count + 64 * alarms.count
    if let organizer { further += organizer.address.utf8.count }
    for attendee in attendees { further += 64 + attendee.address.utf8.count }
    return 1 + texts / 256 + further / 1_024
      + Swift.max(0, categories.count - 4)
  }

  /// An instant before which no unexpanded instance starts.
  ///
  /// Instances come in wall-clock order. One in a gap is moved forward by the gap, so that later ones may precede it as
  /// instants; instances that an override moved or an added period lengthens may come earlier still.
  ///
  /// - Parameter second: The start of the first unexpanded instance.
  fileprivate func earliestAfterCut(at second: Int64, viewer: Zone) -> Instant {
    let mayBeOutOfOrder = kind == .todo && recurrence.additions.contains { $0.extent != nil }
    if second == .min || mayBeOutOfOrder { return .min }
    let start = Instant(secondsSinceEpoch: second)
    let earlier = start.adding(seconds: -Zone.longestShift)
    if recurrenceID != nil { return earlier }
    let change = (moment?.zone ?? viewer).offsetRange(at: start).range.lowerBound
    return change > earlier ? Swift.min(start, change) : start
  }
}

// MARK: Sorting

extension OccurrenceCollector {
  mutating func finish() -> Agenda {
    let (order, hits, separateTimes) = (order(), hits, separateTimes)
    if let limit, order.count > limit { isTruncated = true }
    let occurrences = withExtendedLifetime((stores, plans)) {
      order.prefix(limit ?? .max).map { hits[Int($0)].occurrence(separateTimes) }
    }
    return Agenda(
      found: occurrences, isTruncated: isTruncated, unexpanded: unexpanded.values.sorted(),
      doubtful: doubtful.sorted(), unknownCalendars: unknownCalendars.sorted(), skipped: skipped)
  }

  private mutating func dropLater(than limit: Int) {
    hits = order().prefix(limit).map { hits[Int($0)] }
    latest = hits.last?.start ?? .min
    isTruncated = true
  }

  /// The indices of hits in the order of `OccurrenceOrder`.
  private func order() -> [UInt32] {
    let separateTimes = separateTimes
    return hits.order { one, other in
      if let isBefore = one.item.isBefore(other.item) { return isBefore }
      let (id, otherID) = (one.times(separateTimes).idKey, other.times(separateTimes).idKey)
      return id != otherID ? id < otherID : one.calendar < other.calendar
    }
  }
}
