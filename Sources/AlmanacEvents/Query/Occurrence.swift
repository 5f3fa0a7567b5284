public import AlmanacTime

/// One time at which an item happens: a single item, or an instance of a series, changed by an override or not.
///
/// For an event `start` to `end` is when it happens, the end not included. A to-do happens when it is due, else
/// when it starts, and takes no time, or its whole day when that is a date.
public struct Occurrence: Sendable, Hashable, Identifiable {
  /// What happens: of an instance that an override replaces, the override; else the item or the series.
  public let item: Item
  let times: OccurrenceTimes
  private let place: Int32

  public init(
    _ item: some CalendarItem, from start: EventTime, to end: EventTime, recurrenceID: EventTime? = nil,
    calendar: Int = 0
  ) {
    let item = item.item
    self.init(
      item, OccurrenceTimes(from: start, to: end, id: recurrenceID, of: item),
      calendar: Int32(clamping: calendar))
  }

  init(_ item: Item, _ times: OccurrenceTimes, calendar: Int32) {
    self.item = item
    self.times = times
    place = calendar
  }
}

extension Occurrence {
  public var start: EventTime { times.start(of: item) }

  /// Not included; in the zone in which the item states its end.
  public var end: EventTime { times.end(of: item) }

  /// The start by the rules of the series, before any override; `nil` for a single item.
  public var recurrenceID: EventTime? { times.id(of: item) }

  /// Which of the calendars that were asked it comes from, counted from 0.
  public var calendar: Int { Int(place) }

  /// Stable over edits, exports and imports; the same item in two calendars has one.
  public var id: ItemID { ItemID(uid: item.uid, kind: item.kind, recurrenceID: recurrenceID) }

  /// Whether an override says what happens.
  public var isOverride: Bool { item.recurrenceID != nil }

  /// Whether it covers whole days.
  public var isAllDay: Bool { times.form == .date }

  /// From start to end as instants, dates and floating times being on the viewer's clock.
  public func interval(in viewer: Zone) -> Range<Instant> { times.interval(in: viewer) }
}
