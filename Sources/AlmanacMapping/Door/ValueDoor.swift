package import AlmanacEvents
package import AlmanacTime

/// The way to typed values of iCalendar (RFC 5545 §3.3), one value at a time.
///
/// There are two doors: ``PureDoor`` is Swift alone, `LibicalDoor` asks libical. What they accept is the same: what
/// ``PureDoor`` refuses is refused, the value of the rest is the door's.
///
/// A door has no state and may be used from any thread. Ranges are not checked: 30 February, hour 25 and second 60 are
/// read as they are, and the caller decides. Blanks around a value are not accepted; the caller takes them off.
///
/// GEO and REQUEST-STATUS are only read through a door: libical rounds the one when it writes it and does not escape the
/// other. A PERIOD is two values around a slash, each of which passes by itself.
package protocol ValueDoor: Sendable {
  /// A DATE or DATE-TIME: `20260302`, `20260302T090000` or `20260302T090000Z`.
  func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields?

  /// A DURATION as `CalendarDuration.init(_:)` takes it: RFC 5545 §3.3.6 and, wider, small letters, hours followed by
  /// seconds, and weeks beside other parts. No part is above `Int32.max`.
  func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration?

  /// A UTC-OFFSET in seconds, east positive: `+hhmm` or `+hhmmss`, less than a day. A negative zero is none
  /// (RFC 5545 §3.3.14).
  func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// An INTEGER, which may be beyond the 32 bits of RFC 5545 §3.3.8: digits, with a sign or without, of an `Int`.
  func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// The two numbers of a GEO around a semicolon, each with at least one digit and at most one point, without exponents.
  func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)?

  /// A REQUEST-STATUS without parameters: two or three numbers with points between them, a semicolon, and any text.
  func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus?

  func append(_ time: TimeFields, to line: inout [UInt8])

  func append(_ duration: CalendarDuration, to line: inout [UInt8])

  /// - Parameter offset: In seconds, east positive; one that no zone can have is bounded.
  func append(offset: Int, to line: inout [UInt8])

  func append(_ number: Int, to line: inout [UInt8])
}

/// The fields of a DATE or DATE-TIME, not checked against the calendar or the clock.
package struct TimeFields: Sendable, Hashable {
  package var year: Int32
  package var month: Int32
  package var day: Int32
  /// 0 in a DATE, as are minute and second.
  package var hour: Int32
  package var minute: Int32
  package var second: Int32
  package var isDate: Bool
  /// Whether a Z ends it.
  package var isUTC: Bool

  /// A DATE.
  package init(_ year: Int32, _ month: Int32, _ day: Int32) {
    self.init(year, month, day, 0, 0, 0)
    isDate = true
  }

  /// A DATE-TIME.
  package init(
    _ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32, _ second: Int32,
    isUTC: Bool = false
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    (isDate, self.isUTC) = (false, isUTC)
  }
}

extension TimeFields {
  /// A date; one before the year 0, which iCalendar cannot write, has that year.
  package init(_ date: CivilDate) {
    let (year, month, day) = date.fields
    self.init(
      Int32(clamping: max(0, year)), Int32(truncatingIfNeeded: month), Int32(truncatingIfNeeded: day))
  }

  /// A floating time, or one whose zone stands beside it.
  package init(_ local: CivilDateTime) {
    self.init(local.date)
    isDate = false
    let clock = Int32(truncatingIfNeeded: local.time.secondOfDay)
    (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60)
  }

  /// A time in UTC.
  package init(_ instant: Instant) {
    self.init(instant.utc)
    isUTC = true
  }
}
