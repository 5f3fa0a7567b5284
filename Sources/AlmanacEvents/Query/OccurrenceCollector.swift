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
  private let calendars: CalendarSystems
  /// Calendars by which rules count that were met and are not known.
  private var unknownCalendars: Set<String> = []
  private(set) var isTruncated = false
  /// What starts later is not wanted any more.
  private(set) var latest = Int64.max

  private var hits: [Hit] = []
  private var sources: [Source] = []
  /// The items of stretches of series.
  private var stretchItems: [Item] = []
  /// What was gone through: it keeps the entries where they are while there are pointers to them.
  private var indexes: [OccurrenceIndex] = []
  private var stated: [StatedTimes] = []
  /// The window as the clocks of the zones met so far see it; the first are the viewer's.
  private(set) var windows: [ZoneWindow]

  /// An occurrence as numbers.
  struct Hit {
    /// Instants, in seconds; for the viewer.
    let start: Int64
    let end: Int64
    /// The digits of the start of an instance of a simple series; else where the stated times are.
    let wall: Int64
    let source: Int32
    let isDate: Bool
  }

  /// Where hits come from. Pointers in place of references, as counting those would cost more than all the rest.
  struct Source {
    let origin: Origin
    let calendar: Int32
    /// The first bytes of the item's name.
    let name: UInt64

    enum Origin {
      case single(UnsafePointer<SingleEntry>)
      /// A stretch of a series, by the number of its item.
      case stretch(Int)
      /// A simple series, with its length and the number of its window.
      case simple(UnsafePointer<RepeatingEntry>, length: Int32, window: Int32)
    }
  }

  /// An instance that only the plan of its series can tell.
  private struct StatedTimes {
    let id: EventTime
    let start: EventTime
    let end: EventTime
  }

  init(_ query: OccurrenceQuery, in window: Range<Instant>, viewer: Zone, startsOnly: Bool = false) {
    self.window = window
    self.viewer = viewer
    self.startsOnly = startsOnly
    filter = ItemFilter(query)
    calendars = query.calendars
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
  mutating func collect(_ index: OccurrenceIndex) {
    indexes.append(index)
    index.collect(into: &self)
  }

  private mutating func add(_ source: Source) -> Int32 {
    sources.append(source)
    return Int32(clamping: sources.count - 1)
  }

  /// - Parameter single: Of an index that is being collected.
  mutating func add(single: UnsafePointer<SingleEntry>) {
    var (start, end) = (
      single.pointee.start, single.pointee.isMoment ? single.pointee.start : single.pointee.end
    )
    if single.pointee.isLocal {
      start = windows[0].instant(ofWall: start)
      end = Swift.max(start, windows[0].instant(ofWall: end))
    }
    guard isWanted(start, end),
      filter.isOpen && !single.pointee.isTodo || filter.matches(single.pointee.item)
    else { return }
    let source = add(Source(origin: .single(single), calendar: calendar, name: single.pointee.name))
    add(Hit(start: start, end: end, wall: 0, source: source, isDate: single.pointee.isDate))
  }

  /// The instances of a simple series on some days of a block.
  ///
  /// - Parameter number: Of the window on the clocks of its zone.
  mutating func add(
    simple entry: UnsafePointer<RepeatingEntry>, _ simple: RepeatingEntry.Simple, on days: UInt64,
    of block: DayBlock,
    window number: Int
  ) {
    guard filter.isOpen && !simple.isTodo || filter.matches(entry.pointee.item),
      isEarlyEnough(days, of: block, at: simple.pattern.time)
    else { return }
    let source = add(
      Source(
        origin: .simple(entry, length: simple.length, window: Int32(number)), calendar: calendar,
        name: simple.name))
    let clock = windows[number].clock
    func instant(_ wall: Int64) -> Int64 {
      clock.instant(ofWall: wall) ?? windows[number].instant(ofWall: wall)
    }
    let length = Int64(simple.length)
    var days = days
    while days != 0 {
      let wall = Int64(block.first + days.trailingZeroBitCount) * 86_400 + Int64(simple.pattern.time)
      days &= days &- 1
      let start = instant(wall)
      let end = simple.zone != 0 ? start + length : Swift.max(start, instant(wall + length))
      guard isWanted(start, end) else { continue }
      if simple.hasExceptions, entry.pointee.isExcepted(wall) { continue }
      add(Hit(start: start, end: end, wall: wall, source: source, isDate: simple.isDate))
    }
  }

  /// Whether the first of some days begins before what is not wanted any more, on any clock.
  private func isEarlyEnough(_ days: UInt64, of block: DayBlock, at time: Int32) -> Bool {
    if latest == .max { return true }
    let wall = Int64(block.first + days.trailingZeroBitCount) * 86_400 + Int64(time)
    return wall - Int64(EventTime.longestShift) <= latest
  }

  /// The instances of any series.
  mutating func add(_ entry: RepeatingEntry) {
    // A simple series' plan has to be made first.
    if entry.simple != nil, !filter.matches(entry.item) { return }
    guard let plan = entry.plan?.knowing(calendars) else { return }
    if plan.stretches.contains(where: { filter.matches($0.item) }) {
      unknownCalendars.formUnion(plan.unknownCalendars)
    }
    // The start of a simple series that is out of step stands by itself.
    let expansion = plan.expansion
    let left = entry.simple != nil && expansion.startIsOutOfStep ? expansion.set.start.key : nil
    for (index, stretch) in plan.stretches.enumerated() where filter.matches(stretch.item) {
      stretchItems.append(stretch.item)
      let source = add(
        Source(
          origin: .stretch(stretchItems.count - 1), calendar: calendar,
          name: stretch.item.summary.leadingBytes))
      plan.occurrences(of: index, in: window, viewer: viewer) { id, start, end in
        if id.key == left { return true }
        let from = start.instant(in: viewer).secondsSinceEpoch
        let upTo = Swift.max(from, end.instant(in: viewer).secondsSinceEpoch)
        guard isWanted(from, upTo) else { return mayFollow(from) }
        guard from <= latest else {
          isTruncated = true
          return mayFollow(from)
        }
        stated.append(StatedTimes(id: id, start: start, end: end))
        add(Hit(start: from, end: upTo, wall: Int64(stated.count - 1), source: source, isDate: start.isDate))
        return true
      }
    }
  }
}

/// Putting in order.
extension OccurrenceCollector {
  mutating func finish() -> Agenda {
    sort()
    if hits.count > limit { dropLater() }
    return Agenda(
      occurrences: hits.map { occurrence($0) }, isTruncated: isTruncated,
      unknownCalendars: unknownCalendars.sorted())
  }

  private mutating func dropLater() {
    sort()
    guard hits.count > limit else { return }
    hits.removeLast(hits.count - limit)
    latest = hits.last?.start ?? .min
    isTruncated = true
  }

  private mutating func sort() {
    let (sources, stated, stretchItems) = (sources, stated, stretchItems)
    hits.sortByStart(
      name: { sources[Int($0.source)].name },
      then: { Self.isBeforeAtSameTime($0, $1, sources, stated, stretchItems) })
  }

  /// The rest of `OccurrenceOrder`.
  @inline(never)
  private static func isBeforeAtSameTime(
    _ one: Hit, _ other: Hit, _ sources: [Source], _ stated: [StatedTimes], _ stretchItems: [Item]
  ) -> Bool {
    let (source, otherSource) = (sources[Int(one.source)], sources[Int(other.source)])
    let (item, otherItem) = (item(of: source, stretchItems), item(of: otherSource, stretchItems))
    if let isBefore = item.summary.isBefore(otherItem.summary) { return isBefore }
    if let isBefore = item.uid.isBefore(otherItem.uid) { return isBefore }
    let (id, otherID) = (idKey(one, source, stated), idKey(other, otherSource, stated))
    return id != otherID ? id < otherID : source.calendar < otherSource.calendar
  }

  private static func idKey(_ hit: Hit, _ source: Source, _ stated: [StatedTimes]) -> Int64 {
    switch source.origin {
    case .single(let entry): entry.pointee.instance?.id.key ?? .min
    case .stretch: stated[Int(hit.wall)].id.key
    case .simple(let entry, _, _): entry.pointee.simple?.zone == 0 ? hit.wall : hit.start
    }
  }

  private static func item(of source: Source, _ stretchItems: [Item]) -> Item {
    switch source.origin {
    case .single(let entry): entry.pointee.item
    case .stretch(let number): stretchItems[number]
    case .simple(let entry, _, _): entry.pointee.item
    }
  }
}

/// Making occurrences of numbers.
extension OccurrenceCollector {
  private func occurrence(_ hit: Hit) -> Occurrence {
    let source = sources[Int(hit.source)]
    let calendar = Int(source.calendar)
    switch source.origin {
    case .single(let entry):
      let times = SingleEntry.times(of: entry.pointee.item, entry.pointee.instance)
      return Occurrence(
        entry.pointee.item, from: times.start, to: times.end, recurrenceID: entry.pointee.instance?.id,
        calendar: calendar)
    case .stretch(let number):
      let times = stated[Int(hit.wall)]
      return Occurrence(
        stretchItems[number], from: times.start, to: times.end, recurrenceID: times.id, calendar: calendar)
    case .simple(let entry, let length, let window):
      guard entry.pointee.simple?.zone == 0 else { return instance(hit, of: entry, Int(window), calendar) }
      let local = CivilDateTime(uncheckedSecondsSinceEpoch: hit.wall)
      return Occurrence(
        instanceOf: entry.pointee.item, from: hit.isDate ? .date(local.date) : .floating(local),
        toLocal: local.adding(seconds: Int(length)), at: Instant(secondsSinceEpoch: 0), calendar: calendar)
    }
  }

  /// An instance of a simple series in a zone.
  private func instance(
    _ hit: Hit, of entry: UnsafePointer<RepeatingEntry>, _ window: Int, _ calendar: Int
  ) -> Occurrence {
    let start = ZonedDateTime(
      unchecked: CivilDateTime(uncheckedSecondsSinceEpoch: hit.wall), in: windows[window].zone,
      at: Instant(secondsSinceEpoch: hit.start))
    let end =
      windows[window].clock.wall(at: hit.end, after: hit.wall)
      ?? windows[window].zone.local(at: Instant(secondsSinceEpoch: hit.end)).secondsSinceEpoch
    return Occurrence(
      instanceOf: entry.pointee.item, from: .zoned(start),
      toLocal: CivilDateTime(uncheckedSecondsSinceEpoch: hit.end == hit.start ? hit.wall : end),
      at: Instant(secondsSinceEpoch: hit.end), calendar: calendar)
  }
}
