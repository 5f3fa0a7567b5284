internal import AlmanacRecurrence
internal import AlmanacTime

/// A series, as much of it as a query must see to pass it over; and of a simple one all that its occurrences need.
struct RepeatingEntry: TreeElement {
  /// Kept where it is needed for more than `simple`; else made again in the rare case that it is.
  private let keptPlan: SeriesPlan?
  let item: Item
  let number: Int32
  /// Wall-clock seconds of the series' own clock: nothing starts earlier, nothing ends later.
  let first: Int64
  let last: Int64
  /// `nil` where only the plan knows.
  let simple: Simple?

  /// A series of one length at one time of day, on days of a pattern.
  struct Simple: Sendable {
    let pattern: DayPattern
    /// The first bytes of the item's name, by which what starts together is sorted.
    let name: UInt64
    /// Seconds, exact in a zone, else on the wall clock.
    let length: Int32
    /// Of the index's zones; 0 is the viewer's.
    let zone: UInt8
    let form: OccurrenceTimes.Form
    let hasExceptions: Bool
    /// Whether it may be done, so that a query leaves it out.
    let isTodo: Bool
  }

  /// Series that fall on the same days stand together, among them those that begin in the same years, by the time of
  /// day: so whole leaves can be passed over.
  struct Key: Comparable, Sendable {
    let group: UInt32
    let era: Int32
    let time: Int32
    let first: Int64
    let number: Int32

    static func < (one: Key, other: Key) -> Bool {
      if one.group != other.group { return one.group < other.group }
      if one.era != other.era { return one.era < other.era }
      if one.time != other.time { return one.time < other.time }
      return one.first != other.first ? one.first < other.first : one.number < other.number
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
    /// Seconds into the day: the earliest start, and the latest end counted from the start's day.
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
  /// - Parameter zone: The number of a zone among the index's, `nil` when there are too many.
  init?(_ plan: SeriesPlan, number: Int, zone: (Zone) -> UInt8?) {
    guard let reach = plan.reach, let main = plan.stretches.first?.item else { return nil }
    item = main
    self.number = Int32(clamping: number)
    first = reach.lowerBound
    last = reach.upperBound
    let simple = Simple(plan, zone: zone)
    self.simple = simple
    keptPlan = simple?.hasExceptions == false ? nil : plan
  }

  /// The series made ready; `nil` for an item without a moment, which is none.
  var plan: SeriesPlan? {
    if let keptPlan { return keptPlan }
    return item.anchor.map { SeriesPlan(item, from: $0, overrides: []) }
  }

  /// Whether EXDATE or an override takes the place of an instance.
  func isExcepted(_ wall: Int64) -> Bool {
    keptPlan?.expansion.isExcepted(CivilDateTime(secondsSinceEpoch: wall)) ?? false
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
    hasExceptions = !expansion.set.exceptions.isEmpty
    isTodo = plan.stretches[0].item.kind == .todo
  }

  /// Longer ones are left to the plan.
  static let longest = 20 * 86_400
}

extension InstanceShape {
  /// The length when every instance has the same and its end is on the clock of its start.
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
