public import AlmanacTime

/// How far an item reaches from its start: DTEND or DUE, DURATION, or neither.
///
/// In a series an end fixes one exact length for all instances, a duration a nominal one, whose days and weeks
/// follow the wall clock (RFC 5545 §3.8.5.3).
public enum Extent: Sendable, Hashable {
  /// Nothing is stated: an event on a date lasts that day, one at a time takes no time, a to-do is due at no time.
  case implied
  /// Not included: the first moment, or the first day, after.
  case end(EventTime)
  case duration(CalendarDuration)

  /// The end, not included, of an event that starts at `start`.
  public func end(from start: EventTime) -> EventTime {
    switch self {
    case .end(let end): return end
    case .duration(let duration): return start.adding(duration)
    case .implied:
      if case .date(let date) = start { return .date(date.adding(days: 1)) }
      return start
    }
  }
}
