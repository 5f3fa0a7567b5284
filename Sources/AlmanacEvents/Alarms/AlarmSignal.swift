public import AlmanacTime

/// One time at which an alarm goes off.
public struct AlarmSignal: Sendable, Hashable {
  public let instant: Instant
  public let alarm: Alarm
  /// The item whose alarm it is; the override where one replaces the instance.
  public let item: Item
  /// The occurrence of which it reminds; `nil` for an alarm at an instant, which goes off once in a series.
  public let occurrence: Occurrence?
  /// 0 for the first signal, then the number of the repetition.
  public let repetition: Int
  /// Whether it is a default alarm, of an item without alarms of its own.
  public let isDefault: Bool
  /// The index of the alarm among the item's, or among the defaults.
  public let index: Int
  /// The place of its calendar among those of the query, counted from 0.
  public let calendar: Int
}

extension AlarmSignal {
  /// The order in which signals are listed: by instant; then by UID, kind and occurrence; then by the places of calendar,
  /// item, alarm and repetition.
  public static func isBefore(_ one: AlarmSignal, _ other: AlarmSignal) -> Bool {
    if one.instant != other.instant { return one.instant < other.instant }
    if let isBefore = one.item.uid.isBefore(other.item.uid) { return isBefore }
    let (kind, otherKind) = (one.item.kind, other.item.kind)
    if kind != otherKind { return kind.rawValue < otherKind.rawValue }
    let (id, otherID) = (
      one.occurrence?.recurrenceID?.seconds ?? .min, other.occurrence?.recurrenceID?.seconds ?? .min
    )
    if id != otherID { return id < otherID }
    if one.calendar != other.calendar { return one.calendar < other.calendar }
    // An alarm at an instant has no occurrence: the main item comes before its overrides.
    let (item, otherItem) = (
      one.item.recurrenceID?.seconds ?? .min, other.item.recurrenceID?.seconds ?? .min
    )
    if item != otherItem { return item < otherItem }
    if one.index != other.index { return one.index < other.index }
    return one.repetition < other.repetition
  }
}

/// Alarms for items that have none of their own: one list for items of whole days, one for items at times.
public struct DefaultAlarms: Sendable, Hashable {
  public var allDay: [Alarm]
  public var timed: [Alarm]

  public init(allDay: [Alarm] = [], timed: [Alarm] = []) {
    self.allDay = allDay
    self.timed = timed
  }

  public static let none = DefaultAlarms()

  /// The default alarms of an item.
  public func alarms(for item: some CalendarItem) -> [Alarm] {
    item.item.moment?.isDate ?? false ? allDay : timed
  }
}
