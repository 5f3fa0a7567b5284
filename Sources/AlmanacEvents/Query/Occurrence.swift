public import AlmanacTime

/// One time at which an item happens: a single item, or an instance of a series, changed by an override or not.
///
/// For an event `start` to `end` is when it happens, the end not included. A to-do happens when it is due, else
/// when it starts, and takes no time, or its whole day when that is a date.
public struct Occurrence: Sendable, Hashable, Identifiable {
  /// What happens: of an instance that an override replaces, the override; else the item or the series.
  public let item: Item
  public let start: EventTime
  /// Which of the calendars that were asked it comes from, counted from 0.
  public let calendar: Int
  private let storedEnd: End
  private let instance: Instance

  /// In most cases the end is of the start's form and in its zone: then it refers to nothing of its own.
  private enum End: Sendable, Hashable {
    case alike(CivilDateTime, Instant)
    case other(EventTime)
  }

  private enum Instance: Sendable, Hashable {
    case none
    /// The recurrence id is the start.
    case start
    case other(EventTime)
  }

  public init(
    _ item: some CalendarItem, from start: EventTime, to end: EventTime, recurrenceID: EventTime? = nil,
    calendar: Int = 0
  ) {
    self.item = item.item
    self.start = start
    self.calendar = calendar
    storedEnd = Self.stored(end, after: start)
    if let recurrenceID {
      instance = recurrenceID == start ? .start : .other(recurrenceID)
    } else {
      instance = .none
    }
  }

  /// An instance of a series whose end is on the clock of its start.
  init(
    instanceOf item: Item, from start: EventTime, toLocal end: CivilDateTime, at instant: Instant,
    calendar: Int
  ) {
    self.item = item
    self.start = start
    self.calendar = calendar
    storedEnd = .alike(end, instant)
    instance = .start
  }

  private static func stored(_ end: EventTime, after start: EventTime) -> End {
    switch (start, end) {
    case (.date, .date), (.floating, .floating):
      return .alike(end.local, Instant(secondsSinceEpoch: 0))
    case (.zoned(let begin), .zoned(let end)) where begin.zone == end.zone:
      return .alike(end.local, end.instant)
    default:
      return .other(end)
    }
  }
}

extension Occurrence {
  /// Not included; in the zone in which the item states its end.
  public var end: EventTime {
    switch (storedEnd, start) {
    case (.other(let end), _): return end
    case (.alike(let local, _), .date): return .date(local.date)
    case (.alike(let local, _), .floating): return .floating(local)
    case (.alike(let local, let instant), .zoned(let begin)):
      return .zoned(ZonedDateTime(unchecked: local, in: begin.zone, at: instant))
    }
  }

  /// The start by the rules of the series, before any override; `nil` for a single item.
  public var recurrenceID: EventTime? {
    switch instance {
    case .none: nil
    case .start: start
    case .other(let id): id
    }
  }

  /// Stable over edits, exports and imports; the same item in two calendars has one.
  public var id: ItemID { ItemID(uid: item.uid, recurrenceID: recurrenceID) }

  /// Whether an override says what happens.
  public var isOverride: Bool { item.recurrenceID != nil }

  /// Whether it covers whole days.
  public var isAllDay: Bool { start.isDate }

  /// From start to end as instants, dates and floating times being on the viewer's clock.
  public func interval(in viewer: Zone) -> Range<Instant> {
    let from = start.instant(in: viewer)
    return from..<Swift.max(from, end.instant(in: viewer))
  }
}
