internal import AlmanacRecurrence
internal import AlmanacTime

/// A window of instants as the clocks of one zone see it.
final class ZoneWindow: Sendable {
  let zone: Zone
  /// Wall-clock seconds in which everything within the window happens; a little more where clocks change.
  let wall: Range<Int64>
  /// The days of the window and of `RepeatingEntry.Simple.longest` before it; none where the window is so long that
  /// iterating costs less, or where clocks skip a day nearby, so that two days can become one.
  let blocks: ContiguousArray<DayBlock>
  /// The wall-clock times around the window's end in which one offset holds.
  private let settled: Range<Int64>
  private let offset: Int64

  init(_ window: Range<Instant>, in zone: Zone) {
    self.zone = zone
    var cursor = ZoneCursor(zone)
    let from = Self.wall(at: window.lowerBound, &cursor, zone, margin: -EventTime.longestShift)
    let upTo = Self.wall(at: window.upperBound, &cursor, zone, margin: EventTime.longestShift)
    wall = from..<Swift.max(from, upTo)
    settled = cursor.settled
    offset = cursor.offset
    let first = from.flooredQuotient(86_400) - Int64(RepeatingEntry.Simple.longest / 86_400) - 3
    let last = upTo.flooredQuotient(86_400)
    let before = CivilDateTime(secondsSinceEpoch: first * 86_400)
    if last - first > Self.mostDays
      || zone.skipsDay(between: before, and: CivilDateTime(secondsSinceEpoch: upTo))
    {
      blocks = []
    } else {
      let starts = stride(from: first, through: Swift.max(first, last), by: DayBlock.length)
      blocks = ContiguousArray(starts.map { DayBlock(from: Int($0)) })
    }
  }

  private static let mostDays: Int64 = 1200

  private static func wall(at instant: Instant, _ cursor: inout ZoneCursor, _ zone: Zone, margin: Int) -> Int64 {
    let local = zone.local(at: instant)
    _ = cursor.instant(of: local)
    let wall = local.secondsSinceEpoch
    let distance = Int64(EventTime.longestShift)
    let isSettled = cursor.settled.contains(wall - distance) && cursor.settled.contains(wall + distance)
    return isSettled ? wall : wall + Int64(margin)
  }

  /// The days of a block on which what starts at a time of day, and lasts so long, may be within the window.
  func bits(of block: DayBlock, at time: Int64, lasting length: Int64) -> UInt64 {
    // Clocks may change between the start and the window.
    let slack = length > 86_400 ? Int64(EventTime.longestShift) : 0
    let low = (wall.lowerBound - length - slack - time + 86_399).flooredQuotient(86_400) - Int64(block.first)
    let high = (wall.upperBound - 1 - time).flooredQuotient(86_400) - Int64(block.first)
    guard low < 64, high >= 0, low <= high else { return 0 }
    return (~0 << UInt64(Swift.max(low, 0))) & (~0 >> UInt64(63 - Swift.min(high, 63)))
  }

  /// The same as `Zone.instant(of:)`, in seconds.
  func instant(ofWall wall: Int64) -> Int64 {
    if settled.contains(wall) { return wall &- offset }
    return zone.instant(of: CivilDateTime(secondsSinceEpoch: wall)).secondsSinceEpoch
  }

  /// What clocks show, in seconds, at an instant that is a length after a wall-clock time.
  func wall(at instant: Int64, after wall: Int64) -> Int64 {
    let plain = instant &+ offset
    if settled.contains(wall), settled.contains(plain) { return plain }
    return zone.local(at: Instant(secondsSinceEpoch: instant)).secondsSinceEpoch
  }
}

extension Zone {
  fileprivate func skipsDay(between first: CivilDateTime, and last: CivilDateTime) -> Bool {
    if fixedOffset != nil { return false }
    var before = offset(at: instant(of: first))
    for transition in transitions(in: instant(of: first)..<Swift.max(instant(of: first), instant(of: last))) {
      if transition.phase.offset - before >= 86_400 / 2 { return true }
      before = transition.phase.offset
    }
    return false
  }
}
