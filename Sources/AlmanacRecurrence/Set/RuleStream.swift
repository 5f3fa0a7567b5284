internal import AlmanacTime

/// One instance as the streams of a set see it.
struct KeyedTime {
  /// By what instances are ordered and told apart: the instant where the start has a zone, else the wall-clock time.
  var key: Int64
  /// The wall-clock time that the rule gave.
  var local: Int64
  /// The index of the addition it came from, or -1.
  var addition = -1
}

/// The instances of one rule in order of their keys.
///
/// Wall-clock times come in order, and so do their instants, but for one case: a time in a gap is moved forward and
/// may then come after times that follow it, or be one with them.
struct RuleStream {
  private var iterator: RecurrenceIterator
  private var cursor: ZoneCursor
  /// Times around a gap that had to be put in order, the next one last.
  private var waiting: [KeyedTime] = []
  /// Nothing later is given.
  private let lastKey: Int64

  /// - Parameter zone: Of the start; UTC for starts without one, whose keys are wall-clock times.
  init(_ sequence: RecurrenceSequence, zone: Zone, lastKey: Int64 = .max) {
    iterator = sequence.makeIterator()
    cursor = ZoneCursor(zone)
    self.lastKey = lastKey
  }

  var outcome: ExpansionOutcome { iterator.outcome }

  mutating func next() -> KeyedTime? {
    if !waiting.isEmpty { return waiting.removeLast() }
    guard let local = iterator.next() else { return nil }
    let wall = local.secondsSinceEpoch
    let key = cursor.instant(of: local).secondsSinceEpoch
    if cursor.settled.contains(wall) { return key <= lastKey ? KeyedTime(key: key, local: wall) : nil }
    return nextAroundGap(local, key)
  }

  /// Takes all times up to where those moved out of the gap can still matter, and puts them in order.
  ///
  /// Of equal instants the one stays whose digits the clock shows.
  @inline(never)
  private mutating func nextAroundGap(_ local: CivilDateTime, _ key: Int64) -> KeyedTime? {
    guard let gap = cursor.gap(at: local) else { return KeyedTime(key: key, local: local.secondsSinceEpoch) }
    let end = gap.upperBound + (gap.upperBound - gap.lowerBound)
    var times = [KeyedTime(key: key, local: local.secondsSinceEpoch)]
    while let next = iterator.next() {
      let key = cursor.instant(of: next).secondsSinceEpoch
      times.append(KeyedTime(key: key, local: next.secondsSinceEpoch))
      if next.secondsSinceEpoch >= end { break }
    }
    times.sort { ($0.key, $1.local) < ($1.key, $0.local) }
    for time in times where time.key <= lastKey && waiting.last?.key != time.key { waiting.append(time) }
    waiting.reverse()
    return waiting.popLast()
  }
}
