/// The offset and the name of a zone's clocks between two transitions.
public struct ZonePhase: Sendable, Hashable {
  /// Seconds east of Greenwich, less than 26 hours in either direction (RFC 8536 §3.2).
  public let offset: Int
  /// Whether the source of the zone calls it daylight saving time (RFC 8536 §3.2); it does not affect `offset`.
  public let isDaylight: Bool
  /// The label of clocks, such as `CEST`.
  public let abbreviation: String

  /// Creates a phase; the offset in seconds is bounded to ±93 599.
  public init(offset: Int, isDaylight: Bool, abbreviation: String) {
    self.offset = Self.bounded(offset)
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }

  static let maxOffset = 93_599

  static func bounded(_ offset: Int) -> Int {
    Swift.min(Swift.max(offset, -maxOffset), maxOffset)
  }
}

/// The instant at which a zone changes from one phase to the next.
public struct ZoneTransition: Sendable, Hashable {
  /// The first instant of `phase`.
  public let instant: Instant
  /// In force from the instant on.
  public let phase: ZonePhase

  /// Creates the transition to a phase at an instant.
  public init(_ instant: Instant, _ phase: ZonePhase) {
    self.instant = instant
    self.phase = phase
  }
}

/// Sorted transitions of one zone, looked up from both sides: by instant and by wall-clock time.
///
/// The table of a zone whose yearly rule has no end contains 400 years of it; the Gregorian calendar then repeats,
/// and later times are looked up at their place in that era. So each lookup is a binary search at any distance.
final class ZoneTable: Sendable {
  let name: String
  let initial: ZonePhase
  /// The phases, each once: a zone has a few, in which it is hundreds of times.
  private let kinds: [ZonePhase]
  /// The index in `kinds` of each phase in turn.
  private let kindIndexes: [UInt32]
  /// The instants at which the phases begin.
  let starts: [Int64]
  /// The offsets of the phases, stored apart for speed.
  let offsets: [Int]
  /// Wall-clock times from which each phase's own offset resolves: times in a gap and the first pass of a fold
  /// still belong to the phase before.
  let localStarts: [Int64]
  /// Whether the last 400 years of transitions repeat for ever.
  let repeats: Bool
  /// The POSIX rule from which the repeated years were computed, if any.
  let posixRule: String?

  static let eraSeconds = Int64(Gregorian.daysPerEra) * 86_400

  /// Creates a table of transitions in ascending order; those that change nothing are dropped, and of those at the
  /// same instant the last one counts.
  init(
    name: String, initial: ZonePhase, transitions: [ZoneTransition], repeats: Bool, posixRule: String? = nil
  ) {
    var indexes: [ZonePhase: UInt32] = [:]
    var kinds: [ZonePhase] = []
    var phases: [UInt32] = []
    var starts: [Int64] = []
    phases.reserveCapacity(transitions.count)
    starts.reserveCapacity(transitions.count)
    for transition in transitions {
      let start = transition.instant.secondsSinceEpoch
      if starts.last == start {
        starts.removeLast()
        phases.removeLast()
      }
      guard transition.phase != phases.last.map({ kinds[Int($0)] }) ?? initial else { continue }
      let index = indexes[transition.phase] ?? UInt32(kinds.count)
      if index == kinds.count {
        kinds.append(transition.phase)
        indexes[transition.phase] = index
      }
      phases.append(index)
      starts.append(start)
    }
    self.name = name
    self.initial = initial
    self.kinds = kinds
    kindIndexes = phases
    self.starts = starts
    self.posixRule = posixRule
    // A rule that changes nothing (daylight saving all year) leaves an era without transitions: none to repeat.
    let end = transitions.last?.instant.secondsSinceEpoch ?? 0
    self.repeats = repeats && starts.count > 1 && starts.last.map { end - $0 < Self.eraSeconds } ?? false
    let offsets = phases.map { kinds[Int($0)].offset }
    self.offsets = offsets
    localStarts = offsets.indices.map { index in
      let before = index == 0 ? initial.offset : offsets[index - 1]
      return starts[index] + Int64(Swift.max(before, offsets[index]))
    }
  }

  /// Creates a table with the transitions of another one, which share their memory.
  init(_ other: ZoneTable, named name: String) {
    self.name = name
    (initial, kinds, kindIndexes) = (other.initial, other.kinds, other.kindIndexes)
    (starts, offsets, localStarts) = (other.starts, other.offsets, other.localStarts)
    (repeats, posixRule) = (other.repeats, other.posixRule)
  }

  /// Whether the offsets are the same at every instant, however far either table is written out.
  func hasSameRules(as other: ZoneTable) -> Bool {
    if starts == other.starts && offsets == other.offsets && initial.offset == other.initial.offset
      && repeats == other.repeats
    {
      return true
    }
    var end = Swift.max(starts.last ?? 0, other.starts.last ?? 0)
    if repeats || other.repeats { end += Self.eraSeconds }
    var time = -Instant.bound
    while time <= end {
      let mine = segment(at: time, in: starts)
      let theirs = other.segment(at: time, in: other.starts)
      guard offset(mine.index) == other.offset(theirs.index) else { return false }
      time = Swift.min(mine.upTo, theirs.upTo)
    }
    return true
  }

  /// The multiple of 400 years to subtract from a time beyond the table before the lookup.
  private func shift(of time: Int64, in keys: [Int64]) -> Int64 {
    guard repeats, let last = keys.last, time >= last else { return 0 }
    return ((time - last) / Self.eraSeconds + 1) * Self.eraSeconds
  }

  /// The last key that is not later than the time: its index (-1 before the first), and the range around it.
  func segment(at anyTime: Int64, in keys: [Int64]) -> (index: Int, from: Int64, upTo: Int64) {
    // The end of a segment, from which a search goes on, may be any number.
    let time = Instant(secondsSinceEpoch: anyTime).secondsSinceEpoch
    let shift = shift(of: time, in: keys)
    let next = keys.partitioningIndex { $0 > time - shift }
    let from = next == 0 ? Int64.min : keys[next - 1] + shift
    let upTo = next == keys.count ? Int64.max : keys[next] + shift
    return (next - 1, from, upTo)
  }

  /// The transitions in order.
  var transitions: [ZoneTransition] {
    starts.indices.map { ZoneTransition(Instant(secondsSinceEpoch: starts[$0]), phase($0)) }
  }

  func phase(_ index: Int) -> ZonePhase {
    index < 0 ? initial : kinds[Int(kindIndexes[index])]
  }

  func offset(_ index: Int) -> Int {
    index < 0 ? initial.offset : offsets[index]
  }
}
