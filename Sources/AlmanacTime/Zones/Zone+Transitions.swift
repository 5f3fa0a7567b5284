extension Zone {
  /// The transitions within a half-open range of instants, in order, computed as they are asked for.
  ///
  /// ```swift
  /// let year = try Instant("2026-01-01T00:00:00Z")..<Instant("2027-01-01T00:00:00Z")
  /// try Zone("Europe/Madrid").transitions(in: year).map { $0.instant }     // 29 March and 25 October, 01:00 UTC
  /// ```
  public func transitions(in range: Range<Instant>) -> ZoneTransitions {
    ZoneTransitions(table: table, range: range)
  }

  /// The first transition after an instant, if there is one. O(log transitions).
  public func nextTransition(after instant: Instant) -> ZoneTransition? {
    var iterator = transitions(in: instant.adding(seconds: 1)..<Instant(secondsSinceEpoch: .max))
      .makeIterator()
    return iterator.next()
  }

  /// The last transition at or before an instant, which began what is in force then, if there is one.
  /// O(log transitions).
  public func lastTransition(notAfter instant: Instant) -> ZoneTransition? {
    let segment = table.segment(at: instant.secondsSinceEpoch, in: table.starts)
    guard segment.from > Int64.min else { return nil }
    return ZoneTransition(Instant(secondsSinceEpoch: segment.from), table.phase(segment.index))
  }
}

/// The transitions of a zone within a range of instants.
public struct ZoneTransitions: Sequence, Sendable {
  let table: ZoneTable
  let range: Range<Instant>

  public func makeIterator() -> Iterator {
    Iterator(
      table: table, position: ZoneTable.bounded(range.lowerBound.secondsSinceEpoch),
      end: ZoneTable.bounded(range.upperBound.secondsSinceEpoch))
  }

  public struct Iterator: IteratorProtocol {
    let table: ZoneTable
    /// No transition before this has still to be given.
    var position: Int64
    let end: Int64

    public mutating func next() -> ZoneTransition? {
      let before = table.segment(at: position - 1, in: table.starts)
      guard before.upTo < end else { return nil }
      position = before.upTo + 1
      return ZoneTransition(Instant(secondsSinceEpoch: before.upTo), table.phase(before.index + 1))
    }
  }
}
