public import AlmanacEvents

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
