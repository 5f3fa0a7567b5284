/// The choice of an instant for a wall-clock time that a zone skips (a gap) or shows twice (a fold).
public enum Disambiguation: Sendable, Hashable {
  /// In a fold the first; in a gap moved forward by the gap's length, as in RFC 5545 and most calendars.
  case compatible
  /// In a fold the first; in a gap moved back by the gap's length.
  case earlier
  /// In a fold the second; in a gap moved forward by the gap's length.
  case later
  /// An error in both cases.
  case refuse
}

/// The instants of a wall-clock time in a zone.
public enum LocalResolution: Sendable, Hashable {
  /// The time happens once.
  case unique(Instant)
  /// The time does not happen; the instants are those with the offset before and after the transition.
  case gap(later: Instant, earlier: Instant)
  /// The time happens twice.
  case fold(first: Instant, second: Instant)
}

extension Zone {
  /// The offset in force at an instant, in seconds east of Greenwich.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  public func offset(at instant: Instant) -> Int {
    table.offset(table.segment(at: instant.secondsSinceEpoch, in: table.starts).index)
  }

  /// The offset in force at an instant, in seconds east of Greenwich, and the half-open range of instants around it
  /// with that offset.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  package func offsetRange(at instant: Instant) -> (offset: Int, range: Range<Instant>) {
    let (index, from, upTo) = table.segment(at: instant.secondsSinceEpoch, in: table.starts)
    return (table.offset(index), Instant(secondsSinceEpoch: from)..<Instant(secondsSinceEpoch: upTo))
  }

  /// The earliest or the latest wall-clock second that may happen at an instant: further out where clocks change nearby.
  ///
  /// - Parameter direction: -1 for the earliest, 1 for the latest.
  package func wallClockBound(at instant: Instant, direction: Int64) -> Int64 {
    let margin = Int64(Zone.longestShift)
    let bounded = Swift.min(
      Swift.max(instant.secondsSinceEpoch, Instant.min.secondsSinceEpoch), Instant.max.secondsSinceEpoch)
    if let offset = fixedOffset { return bounded + Int64(offset) }
    let (offset, range) = offsetRange(at: Instant(secondsSinceEpoch: bounded))
    let wall = bounded + Int64(offset)
    let isFarFromChange =
      range.contains(Instant(secondsSinceEpoch: bounded - margin))
      && range.contains(Instant(secondsSinceEpoch: bounded + margin))
    return isFarFromChange ? wall : wall + direction * margin
  }

  /// The phase in force at an instant.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  public func phase(at instant: Instant) -> ZonePhase {
    table.phase(table.segment(at: instant.secondsSinceEpoch, in: table.starts).index)
  }

  /// The wall-clock time at an instant; beyond the range of `CivilDateTime`, its end.
  public func local(at instant: Instant) -> CivilDateTime {
    CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch + Int64(offset(at: instant)))
  }

  /// The instant of a wall-clock time: in a fold the first, in a gap moved forward by the gap (RFC 5545 §3.3.5).
  public func instant(of local: CivilDateTime) -> Instant {
    let index = table.segment(at: local.secondsSinceEpoch, in: table.localStarts).index
    return Instant(secondsSinceEpoch: local.secondsSinceEpoch &- Int64(table.offset(index)))
  }

  /// The instant of a wall-clock time, with a choice for gaps and folds.
  ///
  /// - Throws: `TimeError` with code `skippedTime` or `ambiguousTime`, only with `.refuse`.
  public func instant(of local: CivilDateTime, _ choice: Disambiguation) throws(TimeError) -> Instant {
    switch (resolve(local), choice) {
    case (.unique(let instant), _): return instant
    case (.gap(let later, _), .compatible), (.gap(let later, _), .later): return later
    case (.gap(_, let earlier), .earlier): return earlier
    case (.fold(let first, _), .compatible), (.fold(let first, _), .earlier): return first
    case (.fold(_, let second), .later): return second
    case (.gap, .refuse):
      throw TimeError(.skippedTime, expected: "a time that exists in \(name): \(local) is skipped")
    case (.fold, .refuse):
      throw TimeError(.ambiguousTime, expected: "a time that happens once in \(name): \(local) happens twice")
    }
  }

  /// The instants of a wall-clock time, which happens once, twice or never.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  public func resolve(_ local: CivilDateTime) -> LocalResolution {
    let wall = local.secondsSinceEpoch
    let (index, _, upTo) = table.segment(at: wall, in: table.localStarts)
    let offset = Int64(table.offset(index))
    let instant = Instant(secondsSinceEpoch: wall &- offset)
    // Clocks may already show the next phase (a fold), or no longer this one (a gap).
    if upTo != Int64.max {
      let next = Int64(table.offset(Swift.min(index + 1, table.starts.count - 1)))
      let transition = upTo - Swift.max(offset, next)
      if next > offset, wall >= transition + offset {
        return .gap(later: instant, earlier: Instant(secondsSinceEpoch: wall &- next))
      }
      if next < offset, wall >= transition + next {
        return .fold(first: instant, second: Instant(secondsSinceEpoch: wall &- next))
      }
    }
    return .unique(instant)
  }
}

extension Zone {
  /// The transitions within a half-open range of instants, in order, computed lazily.
  ///
  /// ```swift
  /// let year = try Instant("2026-01-01T00:00:00Z")..<Instant("2027-01-01T00:00:00Z")
  /// try Zone("Europe/Madrid").transitions(in: year).map { $0.instant }     // 29 March and 25 October, 01:00 UTC
  /// ```
  public func transitions(in range: Range<Instant>) -> some Sequence<ZoneTransition> {
    let end = range.upperBound.secondsSinceEpoch
    return sequence(state: range.lowerBound.secondsSinceEpoch) { [table] position in
      let before = table.segment(at: position - 1, in: table.starts)
      guard before.upTo < end else { return nil }
      position = before.upTo + 1
      return ZoneTransition(Instant(secondsSinceEpoch: before.upTo), table.phase(before.index + 1))
    }
  }

  /// The first transition after an instant, if there is one.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  public func nextTransition(after instant: Instant) -> ZoneTransition? {
    transitions(in: instant.adding(seconds: 1)..<Instant(secondsSinceEpoch: .max)).first { _ in true }
  }

  /// The last transition at or before an instant, which began the phase in force then, if there is one.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  public func lastTransition(notAfter instant: Instant) -> ZoneTransition? {
    let segment = table.segment(at: instant.secondsSinceEpoch, in: table.starts)
    guard segment.from > Int64.min else { return nil }
    return ZoneTransition(Instant(secondsSinceEpoch: segment.from), table.phase(segment.index))
  }
}

extension Zone {
  /// The wall-clock time in a gap that resolves to an instant: 02:30 at the instant at which the clocks show 03:30; `nil` for none.
  package func skippedTime(at instant: Instant) -> CivilDateTime? {
    guard fixedOffset == nil, let change = lastTransition(notAfter: instant) else { return nil }
    let before = offset(at: change.instant.adding(seconds: -1))
    guard instant.seconds(since: change.instant) < offset(at: instant) - before else { return nil }
    return CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch + Int64(before))
  }
}

/// A converter of many wall-clock times of one zone into instants. It caches the range of the last offset, so times
/// in order need no search.
///
/// ```swift
/// var cursor = ZoneCursor(try Zone("Europe/Madrid"))
/// let instants = times.map { cursor.instant(of: $0) }
/// ```
public struct ZoneCursor: Sendable {
  let table: ZoneTable
  /// The half-open range of wall-clock seconds around the last converted time with one offset and without a gap.
  package private(set) var uniformRange: Range<Int64> = 0..<0
  /// The offset in `uniformRange`, in seconds east of Greenwich.
  package private(set) var offset: Int64 = 0

  /// Creates a converter for a zone. Its first conversion searches the transitions, as does one far from the last.
  public init(_ zone: Zone) {
    table = zone.table
  }

  /// The same as `Zone.instant(of:)`.
  public mutating func instant(of local: CivilDateTime) -> Instant {
    let wall = local.secondsSinceEpoch
    if !uniformRange.contains(wall) { move(to: wall) }
    return Instant(secondsSinceEpoch: wall &- offset)
  }

  /// The gap that contains a wall-clock time, as half-open wall-clock seconds; `nil` for a time that exists.
  package mutating func gap(at local: CivilDateTime) -> Range<Int64>? {
    let wall = local.secondsSinceEpoch
    if !uniformRange.contains(wall) { move(to: wall) }
    guard wall >= uniformRange.upperBound else { return nil }
    return uniformRange.upperBound..<table.segment(at: wall, in: table.localStarts).upTo
  }

  @inline(never)
  private mutating func move(to wall: Int64) {
    let segment = table.segment(at: wall, in: table.localStarts)
    offset = Int64(table.offset(segment.index))
    var upTo = segment.upTo
    if upTo != Int64.max {
      // A gap before the next phase begins where this one's clocks stop.
      upTo -= Swift.max(0, Int64(table.offset(segment.index + 1)) - offset)
    }
    uniformRange = segment.from..<Swift.max(segment.from, upTo)
  }
}
