package import AlmanacEvents
package import AlmanacTime

/// An implementation of iCalendar's value types (RFC 5545 §3.3) that reads and writes one value at a time.
///
/// There are two doors: ``PureDoor`` is written in Swift, `LibicalDoor` calls libical. Both accept the same
/// values: values that ``PureDoor`` rejects are rejected, the others are read by the door.
///
/// A document's text passes through the door of its options. Values outside documents are read and written by
/// ``PureDoor``, the default of readers and writers.
///
/// A door has no state and may be used from any thread. Ranges are not checked: 30 February, hour 25 and
/// second 60 are returned as they are, and the caller validates them. Blanks around a value are not accepted;
/// the caller removes them.
///
/// GEO and REQUEST-STATUS are only read through a door: when writing, libical rounds the former and does not
/// escape the latter. A PERIOD is two values separated by a slash, each of which is read separately.
package protocol ValueDoor: Sendable {
  /// A DATE or DATE-TIME: `20260302`, `20260302T090000` or `20260302T090000Z`.
  func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields?

  /// A DURATION as accepted by `CalendarDuration.init(_:)`: RFC 5545 §3.3.6 and, in addition, lower case,
  /// hours followed by seconds, and weeks beside other parts. No part exceeds `Int32.max`.
  func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration?

  /// A UTC-OFFSET in seconds, east positive: `+hhmm` or `+hhmmss`, less than a day. A negative zero is
  /// invalid (RFC 5545 §3.3.14).
  func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// An INTEGER: digits with an optional sign that fit an `Int`, which may exceed the
  /// 32 bits of RFC 5545 §3.3.8.
  func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// The two numbers of a GEO, separated by a semicolon, each with at least one digit and at most one point,
  /// without exponents.
  func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)?

  /// A REQUEST-STATUS without parameters: two or three numbers separated by points,
  /// a semicolon, and any text.
  func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus?

  func append(_ time: TimeFields, to line: inout [UInt8])

  func append(_ duration: CalendarDuration, to line: inout [UInt8])

  /// - Parameter offset: The offset in seconds, east positive; limited to the range that RFC 8536 allows.
  func append(offset: Int, to line: inout [UInt8])

  func append(_ number: Int, to line: inout [UInt8])
}

/// The fields of a DATE or DATE-TIME, not validated against the calendar or the clock.
package struct TimeFields: Sendable, Hashable {
  package var year: Int32
  package var month: Int32
  package var day: Int32
  /// The hour; 0 in a DATE, as are minute and second.
  package var hour: Int32
  package var minute: Int32
  package var second: Int32
  package var isDate: Bool
  /// Whether the value ends with Z.
  package var isUTC: Bool

  /// Creates the fields of a DATE.
  package init(_ year: Int32, _ month: Int32, _ day: Int32) {
    self.init(year, month, day, 0, 0, 0)
    isDate = true
  }

  /// Creates the fields of a DATE-TIME.
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
  /// Creates the fields of a date; a year before 0, which iCalendar cannot represent, becomes 0.
  package init(_ date: CivilDate) {
    let (year, month, day) = date.fields
    self.init(
      Int32(clamping: max(0, year)), Int32(truncatingIfNeeded: month), Int32(truncatingIfNeeded: day))
  }

  /// Creates the fields of a floating time, or of one with a TZID.
  package init(_ local: CivilDateTime) {
    self.init(local.date)
    isDate = false
    let clock = Int32(truncatingIfNeeded: local.time.secondOfDay)
    (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60)
  }

  /// Creates the fields of a time in UTC.
  package init(_ instant: Instant) {
    self.init(instant.utc)
    isUTC = true
  }
}
