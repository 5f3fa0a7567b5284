public import AlmanacEvents
public import AlmanacTime

/// An occurrence as a view shows it: with its colour, and its times and days in the view's zone.
public struct ViewItem: Sendable, Hashable, Identifiable {
  /// The same occurrence in every view of the same calendars.
  public struct ID: Sendable, Hashable {
    public let item: ItemID
    /// Counted from 0 in the order in which the calendars were given.
    public let calendar: Int
  }

  public let occurrence: Occurrence
  /// As shown: never a red.
  public let color: CalendarColor
  public let start: Instant
  /// Not included; never before the start.
  public let end: Instant
  /// What clocks in the view's zone show at the start.
  public let localStart: CivilDateTime
  /// What clocks in the view's zone show at the end.
  public let localEnd: CivilDateTime
  /// The days on which it is shown; the last is included. A night that ends before the next-day threshold is not.
  public let days: ClosedRange<CivilDate>
  /// Whether it counts for the colour of its days: cancelled events, closed to-dos and notes do not.
  public let counts: Bool

  public var id: ID { ID(item: occurrence.id, calendar: occurrence.calendar) }

  public var item: Item { occurrence.item }

  /// Whether it covers whole days.
  public var isAllDay: Bool { occurrence.isAllDay }

  /// Whether it is shown on more than one day.
  public var isMultiDay: Bool { days.lowerBound != days.upperBound }

  /// Its length in exact seconds.
  public var seconds: Int { end.seconds(since: start) }

  /// Whether it stands above the hours rather than among them: whole days, and what lasts a day or longer.
  public var isLong: Bool { isAllDay || seconds >= 86_400 }

  /// Whether it was called off.
  public var isCancelled: Bool { item.isCancelled }

  /// Whether it is a to-do that is done.
  public var isCompleted: Bool { item.todo?.isCompleted ?? false }
}
