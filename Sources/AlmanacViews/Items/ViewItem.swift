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

  /// Never changed. One reference, so that a view, which has an item in a cell, a bar and a list, copies at once.
  private final class Storage: Sendable {
    let values: Values

    init(_ values: Values) {
      self.values = values
    }
  }

  struct Values: Sendable, Hashable {
    let occurrence: Occurrence
    let color: CalendarColor
    let start: Instant
    let end: Instant
    let localStart: CivilDateTime
    let localEnd: CivilDateTime
    let days: ClosedRange<CivilDate>
    let counts: Bool
  }

  private let storage: Storage

  init(_ values: Values) {
    storage = Storage(values)
  }

  public var occurrence: Occurrence { storage.values.occurrence }

  /// As shown: never a red.
  public var color: CalendarColor { storage.values.color }

  public var start: Instant { storage.values.start }

  /// Not included; never before the start.
  public var end: Instant { storage.values.end }

  /// What clocks in the view's zone show at the start.
  public var localStart: CivilDateTime { storage.values.localStart }

  /// What clocks in the view's zone show at the end.
  public var localEnd: CivilDateTime { storage.values.localEnd }

  /// The days on which it is shown; the last is included. A night that ends before the next-day threshold is not.
  public var days: ClosedRange<CivilDate> { storage.values.days }

  /// Whether it counts for the colour of its days: cancelled events, closed to-dos and notes do not.
  public var counts: Bool { storage.values.counts }

  public var id: ID { ID(item: occurrence.id, calendar: occurrence.calendar) }

  public var item: Item { storage.values.occurrence.item }

  /// Whether it covers whole days.
  public var isAllDay: Bool { storage.values.occurrence.isAllDay }

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

extension ViewItem {
  public static func == (left: ViewItem, right: ViewItem) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.values)
  }
}

/// What a view shows of a calendar: its name and its colour.
public struct CalendarLabel: Sendable, Hashable {
  public var name: String
  /// Before any rule about reserved colours; `nil` when the calendar has none.
  public var color: CalendarColor?

  public init(name: String = "", color: CalendarColor? = nil) {
    self.name = name
    self.color = color
  }

  public init(_ calendar: EventCalendar) {
    self.init(name: calendar.name, color: calendar.color)
  }
}
