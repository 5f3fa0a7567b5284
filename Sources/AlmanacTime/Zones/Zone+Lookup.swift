/// Which instant is meant by a wall-clock time that a zone skips (a gap) or shows twice (a fold).
public enum Disambiguation: Sendable, Hashable {
  /// In a fold the first; in a gap moved forward by the gap's length. What RFC 5545 and the big calendars do.
  case compatible
  /// In a fold the first; in a gap moved back by the gap's length.
  case earlier
  /// In a fold the second; in a gap moved forward by the gap's length.
  case later
  /// Neither: an error.
  case refuse
}

/// What a wall-clock time means in a zone.
public enum LocalResolution: Sendable, Hashable {
  /// It happens once.
  case unique(Instant)
  /// It does not happen; the values are what it gives when read with the offset before and after the transition.
  case gap(later: Instant, earlier: Instant)
  /// It happens twice.
  case fold(first: Instant, second: Instant)
}

extension Zone {
  /// The offset in force at an instant, in seconds east of Greenwich. O(log transitions).
  public func offset(at instant: Instant) -> Int {
    table.offset(table.segment(at: instant.secondsSinceEpoch, in: table.starts).index)
  }

  /// The offset in force at an instant, in seconds east of Greenwich, and the half-open range of instants around it
  /// for which it holds. O(log transitions).
  public func offsetRange(at instant: Instant) -> (offset: Int, range: Range<Instant>) {
    let (index, from, upTo) = table.segment(at: instant.secondsSinceEpoch, in: table.starts)
    return (table.offset(index), Instant(secondsSinceEpoch: from)..<Instant(secondsSinceEpoch: upTo))
  }

  /// What is in force at an instant. O(log transitions).
  public func phase(at instant: Instant) -> ZonePhase {
    table.phase(table.segment(at: instant.secondsSinceEpoch, in: table.starts).index)
  }

  /// What clocks show at an instant; beyond the range of `CivilDateTime`, its end.
  public func local(at instant: Instant) -> CivilDateTime {
    CivilDateTime(
      secondsSinceEpoch: ZoneTable.bounded(instant.secondsSinceEpoch) + Int64(offset(at: instant)))
  }

  /// The instant of a wall-clock time: in a fold the first, in a gap moved forward by the gap (RFC 5545 §3.3.5).
  public func instant(of local: CivilDateTime) -> Instant {
    let index = table.segment(at: local.secondsSinceEpoch, in: table.localStarts).index
    return Instant(secondsSinceEpoch: local.secondsSinceEpoch &- Int64(table.offset(index)))
  }

  /// The instant of a wall-clock time, gaps and folds decided by the caller.
  ///
  /// - Throws: `TimeError` with code `ambiguousTime`, only with `.refuse`.
  public func instant(of local: CivilDateTime, _ choice: Disambiguation) throws(TimeError) -> Instant {
    switch (resolve(local), choice) {
    case (.unique(let instant), _): return instant
    case (.gap(let later, _), .compatible), (.gap(let later, _), .later): return later
    case (.gap(_, let earlier), .earlier): return earlier
    case (.fold(let first, _), .compatible), (.fold(let first, _), .earlier): return first
    case (.fold(_, let second), .later): return second
    case (.gap, .refuse):
      throw TimeError(.ambiguousTime, expected: "a time that exists in \(name): \(local) is skipped")
    case (.fold, .refuse):
      throw TimeError(.ambiguousTime, expected: "a time that happens once in \(name): \(local) happens twice")
    }
  }

  /// Whether a wall-clock time happens once, twice or never. O(log transitions).
  public func resolve(_ local: CivilDateTime) -> LocalResolution {
    let wall = local.secondsSinceEpoch
    let (index, _, upTo) = table.segment(at: wall, in: table.localStarts)
    let offset = Int64(table.offset(index))
    let instant = Instant(secondsSinceEpoch: wall &- offset)
    // The next phase may already be on the wall (a fold), or this one no longer (a gap).
    if upTo != Int64.max {
      let next = Int64(table.offset(nextIndex(after: index)))
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

  private func nextIndex(after index: Int) -> Int {
    index + 1 < table.phases.count ? index + 1 : index
  }
}
