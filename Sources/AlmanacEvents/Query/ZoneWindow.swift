internal import AlmanacRecurrence
internal import AlmanacTime

/// A window of instants in the wall-clock times of one zone.
struct ZoneWindow {
  let zone: Zone
  let clock: WindowClock
  /// The days on which occurrences within the window may start; empty where patterns are not used.
  let blocks: ContiguousArray<DayPattern.Block>
  /// Whether patterns of days may be used: not where the window is so long that iterating is faster, nor where clocks skip a
  /// day nearby, so that two days can become one.
  let usesPatterns: Bool

  private static let maximumDays: Int64 = 1200

  init(_ window: Range<Instant>, in zone: Zone) {
    self.zone = zone
    let from = zone.wallClockBound(at: window.lowerBound, direction: -1)
    let upTo = zone.wallClockBound(at: window.upperBound, direction: 1)
    var cursor = ZoneCursor(zone)
    _ = cursor.instant(of: zone.local(at: window.upperBound))
    // The days of the window and of the longest simple instance before it, with a margin for changes of clocks.
    let first = from.flooredQuotient(86_400) - Int64(RepeatingEntry.Simple.longest / 86_400) - 3
    let last = Swift.max(first, upTo.flooredQuotient(86_400))
    clock = WindowClock(
      from: from, upTo: Swift.max(from, upTo), uniform: cursor.uniformRange, offset: cursor.offset)
    let before = CivilDateTime(secondsSinceEpoch: first * 86_400)
    usesPatterns =
      last - first <= Self.maximumDays
      && !zone.skipsDay(between: before, and: CivilDateTime(secondsSinceEpoch: upTo))
    let starts = stride(from: Int(first), through: Int(last), by: DayPattern.Block.length)
    blocks = usesPatterns ? ContiguousArray(starts.map { DayPattern.Block(from: $0) }) : []
  }

  /// The instant of a wall-clock time as `Zone.instant(of:)` gives it, in seconds.
  func instant(ofWall wall: Int64) -> Int64 {
    clock.instant(ofWall: wall) ?? zone.instant(of: CivilDateTime(secondsSinceEpoch: wall)).secondsSinceEpoch
  }

  /// The wall-clock time, in seconds, of an instant later than another wall-clock time.
  func wall(at instant: Int64, after wall: Int64) -> Int64 {
    clock.wall(at: instant, after: wall)
      ?? zone.local(at: Instant(secondsSinceEpoch: instant)).secondsSinceEpoch
  }
}

/// The numbers by which a query skips a series. They copy without counting references.
struct WindowClock {
  /// The window in wall-clock seconds, a little wider where clocks change.
  let from: Int64
  private(set) var upTo: Int64
  private let fromDay: Int64
  private let fromTime: Int64
  private var upToDay: Int64
  private var upToTime: Int64
  /// The wall-clock times around the window's end that have one offset.
  let uniform: Range<Int64>
  let offset: Int64

  init(from: Int64, upTo: Int64, uniform: Range<Int64>, offset: Int64) {
    self.from = from
    self.upTo = upTo
    fromDay = from.flooredQuotient(86_400)
    fromTime = from.flooredRemainder(86_400)
    upToDay = upTo.flooredQuotient(86_400)
    upToTime = upTo.flooredRemainder(86_400)
    self.uniform = uniform
    self.offset = offset
  }

  /// Ends the window after an instant, where the offset does not change soon after.
  mutating func end(at instant: Int64) {
    let wall = instant &+ offset &+ 1
    guard uniform.contains(wall), uniform.contains(wall &+ Int64(Zone.longestShift)) else { return }
    upTo = wall
    upToDay = wall.flooredQuotient(86_400)
    upToTime = wall.flooredRemainder(86_400)
  }

  /// The instant of a wall-clock time, in seconds; `nil` where another offset may apply.
  func instant(ofWall wall: Int64) -> Int64? {
    uniform.contains(wall) ? wall &- offset : nil
  }

  /// The wall-clock time, in seconds, of an instant later than another one; `nil` where another offset may apply.
  func wall(at instant: Int64, after wall: Int64) -> Int64? {
    let plain = instant &+ offset
    return uniform.contains(wall) && uniform.contains(plain) ? plain : nil
  }

  /// The days of a block on which a pattern's instances of a length may be within the window.
  ///
  /// - Parameter first: The first day of the block.
  @inline(__always)
  func bits(from first: Int, of pattern: DayPattern, lasting length: Int64) -> UInt64 {
    let time = Int64(pattern.time)
    // Clocks may change between the start and the window.
    let slack = length > 86_400 ? Int64(Zone.longestShift) : 0
    // Counting from the window's first day needs a division only where an instance is longer than a day.
    let missing = fromTime - length - slack - time
    let before: Int64 = missing > 0 ? 1 : missing > -86_400 ? 0 : missing / 86_400
    let low = Swift.max(fromDay + before, Int64(pattern.firstDay)) - Int64(first)
    let high = Swift.min(upToDay - (time < upToTime ? 0 : 1), Int64(pattern.lastDay)) - Int64(first)
    guard low < 64, high >= 0, low <= high else { return 0 }
    return (~0 &<< UInt64(Swift.max(low, 0))) & (~0 &>> UInt64(63 - Swift.min(high, 63)))
  }
}

extension Zone {
  fileprivate func skipsDay(between first: CivilDateTime, and last: CivilDateTime) -> Bool {
    if fixedOffset != nil { return false }
    let from = instant(of: first)
    var before = offset(at: from)
    for transition in transitions(in: from..<Swift.max(from, instant(of: last))) {
      if transition.phase.offset - before >= 86_400 / 2 { return true }
      before = transition.phase.offset
    }
    return false
  }
}

/// The times of occurrences that a query asks for, in seconds.
struct RequestedTimes {
  private let window: Range<Int64>
  /// Whether only occurrences that start in the window count, not all that overlap it.
  private let startsOnly: Bool

  init(_ window: Range<Instant>, startsOnly: Bool) {
    self.window = window.lowerBound.secondsSinceEpoch..<window.upperBound.secondsSinceEpoch
    self.startsOnly = startsOnly
  }

  func contains(_ start: Int64, _ end: Int64) -> Bool {
    start < window.upperBound && (start >= window.lowerBound || !startsOnly && end > window.lowerBound)
  }

  /// Whether a later instance may still be requested; a change of clocks may put it a little earlier than `start`.
  ///
  /// - Parameter latest: The start after which hits are no longer accepted.
  func mayFollow(_ start: Int64, latest: Int64) -> Bool {
    start &- Int64(Zone.longestShift) <= Swift.min(latest, window.upperBound)
  }
}
