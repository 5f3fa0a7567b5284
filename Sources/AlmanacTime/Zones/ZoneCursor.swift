/// Turns many wall-clock times of one zone into instants, cheapest when they come in order: the range in which the
/// last offset holds is remembered, so neighbours cost no search.
///
/// ```swift
/// var cursor = ZoneCursor(try Zone("Europe/Madrid"))
/// let instants = times.map { cursor.instant(of: $0) }
/// ```
public struct ZoneCursor: Sendable {
  let table: ZoneTable
  /// The wall-clock times, in seconds, around the last one asked for in which one offset holds and no gap lies.
  public private(set) var settled: Range<Int64> = 0..<0
  /// In force in `settled`, in seconds east of Greenwich.
  public private(set) var offset: Int64 = 0

  public init(_ zone: Zone) {
    table = zone.table
  }

  /// The same as `Zone.instant(of:)`.
  public mutating func instant(of local: CivilDateTime) -> Instant {
    let wall = local.secondsSinceEpoch
    if !settled.contains(wall) { move(to: wall) }
    return Instant(secondsSinceEpoch: wall &- offset)
  }

  /// The gap in which a wall-clock time lies, as half-open wall-clock seconds; `nil` for a time that exists.
  public mutating func gap(at local: CivilDateTime) -> Range<Int64>? {
    let wall = local.secondsSinceEpoch
    if !settled.contains(wall) { move(to: wall) }
    guard wall >= settled.upperBound else { return nil }
    return settled.upperBound..<table.segment(at: wall, in: table.localStarts).upTo
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
    settled = segment.from..<Swift.max(segment.from, upTo)
  }
}
