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
  var calendar = 0
  private let limit: Int
  private(set) var isTruncated = false
  /// What starts later is not wanted any more.
  private(set) var latest = Int64.max

  private var hits: [Hit] = []
  private var sources: [Source] = []
  private var stated: [StatedTimes] = []
  /// The window as the clocks of the zones met so far see it.
  private var windows: [ZoneWindow] = []

  /// An occurrence as numbers.
  private struct Hit {
    /// Instants, in seconds; for the viewer.
    let start: Int64
    let end: Int64
    /// The digits of the start of an instance of a simple series; else where the stated times are.
    let wall: Int64
    let source: Int32
    let isDate: Bool
  }

  /// Where hits come from.
  private struct Source {
    let item: Item
    let calendar: Int
    let kind: Kind

    enum Kind {
      case single(SingleEntry.Instance?)
      case simple(RepeatingEntry.Simple, ZoneWindow)
      case stated
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
    return start &- Int64(EventTime.longestShift) <= end || start < Int64.min / 2
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
      start = viewer.instant(of: CivilDateTime(secondsSinceEpoch: start)).secondsSinceEpoch
      end = viewer.instant(of: CivilDateTime(secondsSinceEpoch: end)).secondsSinceEpoch
      end = Swift.max(start, end)
    }
    guard isWanted(start, end), filter.matches(entry.item) else { return }
    let source = add(Source(item: entry.item, calendar: calendar, kind: .single(entry.instance)))
    add(Hit(start: start, end: end, wall: 0, source: source, isDate: entry.isDate))
  }

  /// The window as the clocks of a zone see it.
  mutating func window(in zone: Zone) -> ZoneWindow {
    if let known = windows.first(where: { $0.zone == zone }) { return known }
    let made = ZoneWindow(window, in: zone)
    windows.append(made)
    return made
  }

  /// The instances of a simple series, on the clocks of its zone.
  ///
  /// - Parameter entry: The series; a closure, so that it is only touched where there are instances.
  mutating func add(
    _ simple: RepeatingEntry.Simple, on clocks: ZoneWindow, _ entry: () -> RepeatingEntry
  ) {
    let (length, time) = (Int64(simple.length), Int64(simple.pattern.time))
    for block in clocks.blocks {
      let possible = clocks.bits(of: block, at: time, lasting: length)
      let days = simple.pattern.days(in: block, among: possible)
      if days != 0 { add(simple, on: clocks, days, from: block.first, entry()) }
    }
  }

  private mutating func add(
    _ simple: RepeatingEntry.Simple, on clocks: ZoneWindow, _ days: UInt64, from first: Int, _ entry: RepeatingEntry
  ) {
    var days = days
    var source: Int32?
    while days != 0 {
      let wall = Int64(first + days.trailingZeroBitCount) * 86_400 + Int64(simple.pattern.time)
      days &= days &- 1
      let start = clocks.instant(ofWall: wall)
      let length = Int64(simple.length)
      let end = simple.zone == 0 ? Swift.max(start, clocks.instant(ofWall: wall + length)) : start + length
      guard isWanted(start, end) else { continue }
      if start > latest {
        isTruncated = true
        continue
      }
      if simple.hasExceptions, entry.isExcepted(wall) { continue }
      if source == nil {
        if !filter.matches(entry.item) { return }
        source = add(Source(item: entry.item, calendar: calendar, kind: .simple(simple, clocks)))
      }
      add(Hit(start: start, end: end, wall: wall, source: source ?? 0, isDate: simple.isDate))
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
  private static func isBefore(_ one: Hit, _ other: Hit, _ isBeforeAtSameTime: (Hit, Hit) -> Bool) -> Bool {
    if one.start != other.start { return one.start < other.start }
    if one.isDate != other.isDate { return one.isDate }
    if one.end != other.end { return one.end > other.end }
    return isBeforeAtSameTime(one, other)
  }

  @inline(never)
  private func isBeforeAtSameTime(_ one: Hit, _ other: Hit) -> Bool {
    let name = sources[Int(one.source)].item.summary
    let otherName = sources[Int(other.source)].item.summary
    if name != otherName { return name < otherName }
    return OccurrenceOrder.isBeforeAtSameTime(occurrence(one), occurrence(other))
  }

  private mutating func dropLater() {
    sort()
    guard hits.count > limit else { return }
    hits.removeLast(hits.count - limit)
    latest = hits.last?.start ?? .min
    isTruncated = true
  }

  private mutating func sort() {
    var hits: [Hit] = []
    swap(&hits, &self.hits)
    hits.sort { Self.isBefore($0, $1, isBeforeAtSameTime) }
    self.hits = hits
  }

  mutating func finish() -> Agenda {
    sort()
    if hits.count > limit { dropLater() }
    return Agenda(occurrences: hits.map { occurrence($0) }, isTruncated: isTruncated)
  }

  private func occurrence(_ hit: Hit) -> Occurrence {
    let source = sources[Int(hit.source)]
    switch source.kind {
    case .simple(let simple, let clocks):
      return simple.occurrence(source.item, hit.wall, hit.start, hit.end, clocks, source.calendar)
    case .stated:
      let times = stated[Int(hit.wall)]
      return Occurrence(
        source.item, from: times.start, to: times.end, recurrenceID: times.id, calendar: source.calendar)
    case .single(let instance):
      let times = SingleEntry.times(of: source.item, instance)
      return Occurrence(
        source.item, from: times.start, to: times.end, recurrenceID: instance?.id, calendar: source.calendar)
    }
  }
}

extension RepeatingEntry.Simple {
  /// - Parameters:
  ///   - wall: The digits of the start, in seconds.
  ///   - start: Its instant.
  ///   - end: The instant of the end.
  fileprivate func occurrence(
    _ item: Item, _ wall: Int64, _ start: Int64, _ end: Int64, _ window: ZoneWindow, _ calendar: Int
  ) -> Occurrence {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: wall)
    guard zone != 0 else {
      return Occurrence(
        instanceOf: item, from: isDate ? .date(local.date) : .floating(local),
        toLocal: local.adding(seconds: Int(length)), at: Instant(secondsSinceEpoch: 0), calendar: calendar)
    }
    let from = ZonedDateTime(unchecked: local, in: window.zone, at: Instant(secondsSinceEpoch: start))
    let localEnd = length == 0 ? wall : window.wall(at: end, after: wall)
    return Occurrence(
      instanceOf: item, from: .zoned(from), toLocal: CivilDateTime(uncheckedSecondsSinceEpoch: localEnd),
      at: Instant(secondsSinceEpoch: end), calendar: calendar)
  }
}
