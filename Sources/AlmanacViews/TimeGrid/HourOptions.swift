public import AlmanacTime

/// How the hours of a day are drawn.
public struct HourOptions: Sendable, Hashable {
  /// The hours of the clock that are shown, 0 … 24.
  public var visible: Range<Int>
  /// The lines between hours, in minutes: 1 … 1440.
  public var slotMinutes: Int
  /// A shorter item, or one that takes no time, has a box as if it lasted so many minutes: 1 … 1440.
  public var minimumMinutes: Int
  /// When people are at work.
  public var business: [BusinessHours]
  /// Further zones whose clocks are shown along the hours.
  public var zones: [Zone]

  public init(
    visible: Range<Int> = 0..<24, slotMinutes: Int = 30, minimumMinutes: Int = 30,
    business: [BusinessHours] = [], zones: [Zone] = []
  ) {
    self.visible = visible
    self.slotMinutes = slotMinutes
    self.minimumMinutes = minimumMinutes
    self.business = business
    self.zones = zones
  }

  /// Working hours of some weekdays, from a time to a time, not included; midnight is the end of the day.
  public struct BusinessHours: Sendable, Hashable {
    public var weekdays: Set<Weekday>
    public var start: CivilTime
    public var end: CivilTime

    public init(on weekdays: Set<Weekday>, from start: CivilTime, to end: CivilTime) {
      self.weekdays = weekdays
      self.start = start
      self.end = end
    }
  }
}
