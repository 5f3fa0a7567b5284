internal import AlmanacRecurrence
internal import AlmanacTime

/// A series in the index: the values by which a query skips it and, for a simple series, all that its occurrences need.
struct RepeatingEntry: TreeElement {
  /// The plan where `simple` is not enough; else the plan is made again on demand, which is rare.
  private let storedPlan: SeriesPlan?
  let item: Item
  let number: Int32
  /// The bounds of all occurrences, in wall-clock seconds of the series' zone.
  let first: Int64
  let last: Int64
  /// The pattern of a simple series; `nil` where the plan has to be expanded.
  let simple: Simple?

  /// A series of one length at one time of day, on days of a pattern.
  struct Simple: Sendable {
    let pattern: DayPattern
    /// The first bytes of the item's summary, by which occurrences of one start are sorted.
    let name: UInt64
    /// The length in seconds, exact in a zone, else on the wall clock.
    let length: Int32
    /// The number of the zone in the index; 0 is the viewer's.
    let zone: UInt8
    let form: OccurrenceTimes.Form
    let hasExceptions: Bool
    /// Whether the item is a to-do, which queries leave out once it is done.
    let isTodo: Bool
  }

  /// The order of series: by the days of their pattern, then by the years in which they begin, then by time of day, so that
  /// a query can skip whole leaves.
  struct Key: Comparable, Sendable {
    let group: UInt32
    let era: Int32
    let time: Int32
    let first: Int64
    let number: Int32

    static func < (one: Key, other: Key) -> Bool {
      (one.group, one.era, one.time, one.first, one.number)
        < (other.group, other.era, other.time, other.first, other.number)
    }
  }

  var key: Key {
    Key(
      group: simple?.pattern.cycle.group ?? .max, era: Int32(clamping: first >> Self.eraBits),
      time: simple?.pattern.time ?? 0, first: first, number: number)
  }

  /// A little more than four years.
  private static let eraBits: Int64 = 27

  struct Summary: TreeSummary {
    private(set) var first = Int64.max
    private(set) var last = Int64.min
    private(set) var days = DayPattern.Union()
    /// The earliest start in seconds of the day, and the latest end in seconds from midnight of the start's day.
    private(set) var startTime = Int32.max
    private(set) var endTime = Int32.min

    mutating func add(_ entry: RepeatingEntry) {
      first = Swift.min(first, entry.first)
      last = Swift.max(last, entry.last)
      guard let simple = entry.simple else {
        days = .all
        startTime = .min
        endTime = .max
        return
      }
      days.add(simple.pattern)
      startTime = Swift.min(startTime, simple.pattern.time)
      endTime = Swift.max(endTime, simple.pattern.time + simple.length)
    }

    mutating func merge(_ other: Summary) {
      first = Swift.min(first, other.first)
      last = Swift.max(last, other.last)
      days.merge(other.days)
      startTime = Swift.min(startTime, other.startTime)
      endTime = Swift.max(endTime, other.endTime)
    }
  }
}

extension RepeatingEntry {
  /// - Parameter zone: Returns the number of a zone in the index; `nil` when there are too many.
  init?(_ plan: SeriesPlan, number: Int, zone: (Zone) -> UInt8?) {
    guard let reach = plan.reach, let main = plan.stretches.first?.item else { return nil }
    item = main
    self.number = Int32(clamping: number)
    first = reach.lowerBound
    last = reach.upperBound
    let simple = Simple(plan, zone: zone)
    self.simple = simple
    storedPlan = simple?.hasExceptions == false ? nil : plan
  }

  /// The plan of the series; `nil` for an item without a time.
  var plan: SeriesPlan? {
    if let storedPlan { return storedPlan }
    return item.anchor.map { SeriesPlan(item, from: $0, overrides: []) }
  }

  /// Whether EXDATE or an override removes an instance.
  func isExcepted(_ wall: Int64) -> Bool {
    storedPlan?.expansion.isExcepted(CivilDateTime(secondsSinceEpoch: wall)) ?? false
  }
}

extension RepeatingEntry.Simple {
  fileprivate init?(_ plan: SeriesPlan, zone number: (Zone) -> UInt8?) {
    let expansion = plan.expansion
    let start = expansion.set.start
    guard plan.unknownCalendars.isEmpty, plan.stretches.count == 1,
      let length = plan.stretches[0].shape.simpleLength(from: start),
      let pattern = expansion.dayPattern, let zone = start.zone.map(number) ?? 0
    else { return nil }
    self.pattern = pattern
    name = plan.stretches[0].item.summary.leadingBytes
    self.length = length
    self.zone = zone
    form = OccurrenceTimes.Form(start)
    hasExceptions = !expansion.set.recurrence.exceptions.isEmpty
    isTodo = plan.stretches[0].item.kind == .todo
  }

  /// The longest length of a simple series, in seconds.
  static let longest = 20 * 86_400
}

extension InstanceShape {
  /// The length in seconds, where all instances have the same and end in the zone of their start.
  fileprivate func simpleLength(from start: EventTime) -> Int32? {
    let seconds: Int
    switch (kind, length) {
    case (.event, .none): seconds = 0
    case (.event, .days(let days)): seconds = days * 86_400
    case (.event, .wall(let wall)): seconds = wall
    case (.event, .exact(let exact, let zone)) where start.zone == zone: seconds = exact
    case (.event, .nominal(let duration)) where start.zone == nil || duration.nominalDays == 0:
      seconds = duration.civilSeconds
    case (.journal, _), (.todo, .none): seconds = start.isDate ? 86_400 : 0
    default: return nil
    }
    return seconds <= RepeatingEntry.Simple.longest ? Int32(seconds) : nil
  }
}
