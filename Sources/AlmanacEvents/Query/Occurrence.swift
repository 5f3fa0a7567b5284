public import AlmanacTime

/// One time at which an item happens: a single item, or an instance of a series, changed by an override or not.
///
/// For an event `start` to `end` is when it happens, the end not included. A to-do happens when it is due, else
/// when it starts, and takes no time, or its whole day when that is a date.
public struct Occurrence: Sendable, Hashable, Identifiable {
  /// What happens: of an instance that an override replaces, the override; else the item or the series.
  public let item: Item
  public let start: EventTime
  /// Not included; in the zone in which the item states its end.
  public let end: EventTime
  /// The start by the rules of the series, before any override; `nil` for a single item.
  public let recurrenceID: EventTime?
  /// Which of the calendars that were asked it comes from, counted from 0.
  public let calendar: Int

  public init(
    _ item: some CalendarItem, from start: EventTime, to end: EventTime, recurrenceID: EventTime? = nil,
    calendar: Int = 0
  ) {
    self.item = item.item
    self.start = start
    self.end = end
    self.recurrenceID = recurrenceID
    self.calendar = calendar
  }

  /// Stable over edits, exports and imports; the same item in two calendars has one.
  public var id: ItemID { ItemID(uid: item.uid, recurrenceID: recurrenceID) }

  /// Whether an override says what happens.
  public var isOverride: Bool { item.recurrenceID != nil }

  /// Whether it covers whole days.
  public var isAllDay: Bool { start.isDate }
}
