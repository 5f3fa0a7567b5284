public import AlmanacTime

/// The order in which occurrences are listed, the same for every program and every order of input.
///
/// By the instant of the start, dates and floating times on the viewer's clock; then whole days before times; then
/// the later end; then the name; then UID and recurrence id; then the place among the calendars that were asked.
///
/// ```swift
/// let order = OccurrenceOrder(viewer: madrid)
/// let sorted = found.sorted { order.isBefore($0, $1) }
/// ```
public struct OccurrenceOrder: Sendable {
  public let viewer: Zone

  public init(viewer: Zone) {
    self.viewer = viewer
  }

  /// Whether one is listed before the other. Names and UIDs compare by their Unicode scalars, the same in every
  /// language.
  public func isBefore(_ one: Occurrence, _ other: Occurrence) -> Bool {
    let (time, otherTime) = (one.interval(in: viewer), other.interval(in: viewer))
    if time.lowerBound != otherTime.lowerBound { return time.lowerBound < otherTime.lowerBound }
    if one.isAllDay != other.isAllDay { return one.isAllDay }
    if time.upperBound != otherTime.upperBound { return time.upperBound > otherTime.upperBound }
    return Self.isBeforeAtSameTime(one, other)
  }

  /// Of occurrences of the same times.
  private static func isBeforeAtSameTime(_ one: Occurrence, _ other: Occurrence) -> Bool {
    if let isBefore = one.item.summary.isBefore(other.item.summary) { return isBefore }
    if let isBefore = one.item.uid.isBefore(other.item.uid) { return isBefore }
    let (id, otherID) = (one.times.idKey, other.times.idKey)
    if id != otherID { return id < otherID }
    return one.calendar < other.calendar
  }
}
