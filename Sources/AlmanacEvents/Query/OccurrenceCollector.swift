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
  private(set) var isTruncated = false
  /// What starts later is not wanted any more.
  private(set) var latest = Int64.max

  private var hits: [Hit] = []
  private var sources: [Source] = []
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

  /// Where hits come from.
  struct Source {
    let item: Item
    let calendar: Int32
    let kind: Kind
    /// Of a single.
    var instance: SingleEntry.Instance?
    /// Of a simple series: its length and the number of its window.
    var length: Int32 = 0
    var window: Int32 = 0

    enum Kind: UInt8 {
      case single, stated, date, floating, zoned
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

  private mutating func add(_ source: Source) -> Int32 {
    sources.append(source)
    return Int32(clamping: sources.count - 1)
  }

  mutating func add(_ entry: SingleEntry) {
    var (start, end) = (entry.start, entry.isMoment ? entry.start : entry.end)
    if entry.isLocal {
      start = windows[0].instant(ofWall: start)
      end = Swift.max(start, windows[0].instant(ofWall: end))
    }
    guard isWanted(start, end), filter.matches(entry.item) else { return }
    let source = add(
      Source(item: entry.item, calendar: calendar, kind: .single, instance: entry.instance))
    add(Hit(start: start, end: end, wall: 0, source: source, isDate: entry.isDate))
  }

  /// The instances of a simple series on some days of a block.
  ///
  /// - Parameter number: Of the window on the clocks of its zone.
  mutating func add(
    _ entry: RepeatingEntry, _ simple: RepeatingEntry.Simple, on days: UInt64, of block: DayBlock,
    window number: Int
  ) {
    guard filter.matches(entry.item) else { return }
    let length = Int64(simple.length)
    let kind: Source.Kind = simple.zone != 0 ? .zoned : simple.isDate ? .date : .floating
    let source = add(
      Source(
        item: entry.item, calendar: calendar, kind: kind, length: simple.length, window: Int32(number)))
    var days = days
    while days != 0 {
      let wall = Int64(block.first + days.trailingZeroBitCount) * 86_400 + Int64(simple.pattern.time)
      days &= days &- 1
      let start = windows[number].instant(ofWall: wall)
      let end = kind == .zoned ? start + length : Swift.max(start, windows[number].instant(ofWall: wall + length))
      guard isWanted(start, end) else { continue }
      if simple.hasExceptions, entry.isExcepted(wall) { continue }
      add(Hit(start: start, end: end, wall: wall, source: source, isDate: simple.isDate))
    }
  }

  /// The instances of any series.
  mutating func add(_ entry: RepeatingEntry) {
    guard let plan = entry.plan else { return }
    // The start of a simple series that is out of step stands by itself.
    let expansion = plan.expansion
    let left = entry.simple != nil && expansion.startIsOutOfStep ? expansion.set.start.key : nil
    for (index, stretch) in plan.stretches.enumerated() where filter.matches(stretch.item) {
      let source = add(Source(item: stretch.item, calendar: calendar, kind: .stated))
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
    return Agenda(occurrences: hits.map { occurrence($0) }, isTruncated: isTruncated)
  }

  private mutating func dropLater() {
    sort()
    guard hits.count > limit else { return }
    hits.removeLast(hits.count - limit)
    latest = hits.last?.start ?? .min
    isTruncated = true
  }

  private mutating func sort() {
    let (sources, stated) = (sources, stated)
    hits.sort { one, other in
      if one.start != other.start { return one.start < other.start }
      if one.isDate != other.isDate { return one.isDate }
      if one.end != other.end { return one.end > other.end }
      return Self.isBeforeAtSameTime(one, other, sources, stated)
    }
  }

  /// The rest of `OccurrenceOrder`.
  @inline(never)
  private static func isBeforeAtSameTime(
    _ one: Hit, _ other: Hit, _ sources: [Source], _ stated: [StatedTimes]
  ) -> Bool {
    let (source, otherSource) = (sources[Int(one.source)], sources[Int(other.source)])
    let (item, otherItem) = (source.item.content.fields, otherSource.item.content.fields)
    if item.summary != otherItem.summary { return item.summary < otherItem.summary }
    if item.uid != otherItem.uid { return item.uid < otherItem.uid }
    let (id, otherID) = (idKey(one, source, stated), idKey(other, otherSource, stated))
    if id != otherID { return id < otherID }
    return source.calendar < otherSource.calendar
  }

  private static func idKey(_ hit: Hit, _ source: Source, _ stated: [StatedTimes]) -> Int64 {
    switch source.kind {
    case .single: source.instance?.id.key ?? .min
    case .stated: stated[Int(hit.wall)].id.key
    case .date, .floating: hit.wall
    case .zoned: hit.start
    }
  }
}

/// Making occurrences of numbers.
extension OccurrenceCollector {
  private func occurrence(_ hit: Hit) -> Occurrence {
    let source = sources[Int(hit.source)]
    switch source.kind {
    case .single:
      let times = SingleEntry.times(of: source.item, source.instance)
      return Occurrence(
        source.item, from: times.start, to: times.end, recurrenceID: source.instance?.id,
        calendar: Int(source.calendar))
    case .stated:
      let times = stated[Int(hit.wall)]
      return Occurrence(
        source.item, from: times.start, to: times.end, recurrenceID: times.id, calendar: Int(source.calendar))
    case .date, .floating, .zoned:
      return instance(hit, source)
    }
  }

  /// An instance of a simple series.
  private func instance(_ hit: Hit, _ source: Source) -> Occurrence {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: hit.wall)
    guard source.kind == .zoned else {
      return Occurrence(
        instanceOf: source.item, from: source.kind == .date ? .date(local.date) : .floating(local),
        toLocal: local.adding(seconds: Int(source.length)), at: Instant(secondsSinceEpoch: 0),
        calendar: Int(source.calendar))
    }
    let window = Int(source.window)
    let start = ZonedDateTime(
      unchecked: local, in: windows[window].zone, at: Instant(secondsSinceEpoch: hit.start))
    let end = source.length == 0 ? hit.wall : windows[window].wall(at: hit.end, after: hit.wall)
    return Occurrence(
      instanceOf: source.item, from: .zoned(start), toLocal: CivilDateTime(uncheckedSecondsSinceEpoch: end),
      at: Instant(secondsSinceEpoch: hit.end), calendar: Int(source.calendar))
  }
}
