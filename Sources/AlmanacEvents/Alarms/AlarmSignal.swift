public import AlmanacTime

/// One time at which an alarm goes off.
public struct AlarmSignal: Sendable, Hashable {
  public let instant: Instant
  public let alarm: Alarm
  /// The item whose alarm it is: of an instance that an override replaces, the override.
  public let item: Item
  /// What it reminds of; `nil` for an alarm at an instant, which goes off once whatever repeats.
  public let occurrence: Occurrence?
  /// 0 for the first signal, then counting the repetitions.
  public let repetition: Int
  /// Whether the item has no alarm of its own, and this is one of the defaults.
  public let isDefault: Bool
  /// The place of the alarm among the item's, or among the defaults.
  public let index: Int
  /// Which of the calendars that were asked it comes from, counted from 0.
  public let calendar: Int
}

extension AlarmSignal {
  /// The order in which signals are given: by instant; then by UID, kind and occurrence; then by the places of the
  /// calendar, the item, the alarm and the repetition.
  public static func isBefore(_ one: AlarmSignal, _ other: AlarmSignal) -> Bool {
    if one.instant != other.instant { return one.instant < other.instant }
    if let isBefore = one.item.uid.isBefore(other.item.uid) { return isBefore }
    let (kind, otherKind) = (one.item.kind, other.item.kind)
    if kind != otherKind { return kind.rawValue < otherKind.rawValue }
    let (id, otherID) = (
      one.occurrence?.recurrenceID?.key ?? .min, other.occurrence?.recurrenceID?.key ?? .min
    )
    if id != otherID { return id < otherID }
    if one.calendar != other.calendar { return one.calendar < other.calendar }
    // An alarm at an instant is of no occurrence: the series comes before its overrides.
    let (item, otherItem) = (one.item.recurrenceID?.key ?? .min, other.item.recurrenceID?.key ?? .min)
    if item != otherItem { return item < otherItem }
    if one.index != other.index { return one.index < other.index }
    return one.repetition < other.repetition
  }
}

/// The alarms of items that have none: one list for whole days, one for times.
public struct DefaultAlarms: Sendable, Hashable {
  public var allDay: [Alarm]
  public var timed: [Alarm]

  public init(allDay: [Alarm] = [], timed: [Alarm] = []) {
    self.allDay = allDay
    self.timed = timed
  }

  public static let none = DefaultAlarms()

  /// The defaults of an item.
  public func alarms(for item: some CalendarItem) -> [Alarm] {
    item.item.moment?.isDate ?? false ? allDay : timed
  }
}
