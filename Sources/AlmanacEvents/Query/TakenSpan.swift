package import AlmanacTime

/// A stretch of time that is taken, in seconds since 1970, and the place of what takes it among others.
package struct TakenSpan: Sendable, Hashable {
  package let start: Int64
  /// Not included.
  package let end: Int64
  package let place: Int

  package init(start: Int64, end: Int64, place: Int) {
    self.start = start
    self.end = end
    self.place = place
  }
}

extension [Occurrence] {
  /// The time that events take, whoever attends them, in the order of the occurrences.
  ///
  /// The occurrences are looked at in place: to copy each would cost more than all that is asked of it.
  ///
  /// - Parameter tentatively: Whether what is tentative counts.
  package func takenSpans(viewer: Zone, tentatively: Bool) -> [TakenSpan] {
    var clock = ZoneCursor(viewer)
    var result: [TakenSpan] = []
    result.reserveCapacity(count)
    withUnsafeBufferPointer { occurrences in
      for place in occurrences.indices
      where UnownedItem(occurrences[place].item).takesTime(tentatively: tentatively) {
        let interval = occurrences[place].times.interval(in: viewer, &clock)
        if interval.isEmpty { continue }
        result.append(
          TakenSpan(
            start: interval.lowerBound.secondsSinceEpoch, end: interval.upperBound.secondsSinceEpoch,
            place: place))
      }
    }
    return result
  }
}
