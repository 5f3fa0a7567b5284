public import AlmanacTime

/// What can say when an item starts or ends: a date, a wall-clock time, a time in a zone.
public protocol EventTimeConvertible {
  var eventTime: EventTime { get }
}

extension EventTime: EventTimeConvertible {
  public var eventTime: EventTime { self }
}

extension CivilDate: EventTimeConvertible {
  public var eventTime: EventTime { .date(self) }
}

extension CivilDateTime: EventTimeConvertible {
  public var eventTime: EventTime { .floating(self) }
}

extension ZonedDateTime: EventTimeConvertible {
  public var eventTime: EventTime { .zoned(self) }
}
