package import AlmanacEvents
package import AlmanacTime

/// The way to typed values of iCalendar (RFC 5545 §3.3), one value at a time.
///
/// There are two doors: ``PureDoor`` is Swift alone, `LibicalDoor` asks libical. What they accept is the same, since both
/// check a value by ``ValueShape`` first: the refusal is Almanac's, the value is the door's.
///
/// A door has no state and may be used from any thread. Ranges are not checked: 30 February, hour 25 and second 60 are
/// read as they stand, and the caller decides. Blanks around a value are not accepted; the caller takes them off.
package protocol ValueDoor: Sendable {
  /// A DATE or DATE-TIME; `nil` unless ``ValueShape/isTime(_:)``.
  func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields?

  /// A DURATION; `nil` unless ``ValueShape/isDuration(_:)``.
  func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration?

  /// A UTC-OFFSET in seconds, east positive; `nil` unless ``ValueShape/isOffset(_:)``.
  func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// An INTEGER, which may be beyond the 32 bits of RFC 5545 §3.3.8; `nil` unless ``ValueShape/isInteger(_:)``.
  func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int?

  /// The two numbers of a GEO; `nil` unless ``ValueShape/isGeo(_:)``.
  func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)?

  /// A REQUEST-STATUS without parameters; `nil` unless ``ValueShape/isRequestStatus(_:)``.
  func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus?

  func append(_ time: TimeFields, to line: inout [UInt8])

  func append(_ duration: CalendarDuration, to line: inout [UInt8])

  /// - Parameter offset: In seconds, east positive; one that no zone can have is bounded.
  func append(offset: Int, to line: inout [UInt8])

  func append(_ number: Int, to line: inout [UInt8])

  func append(_ geo: Geo, to line: inout [UInt8])

  /// Appends a status without its parameters.
  func append(_ status: RequestStatus, to line: inout [UInt8])
}

/// Periods (RFC 5545 §3.3.9), which are two values around a slash.
extension ValueDoor {
  /// A PERIOD; `nil` unless ``ValueShape/isPeriod(_:)``.
  package func period(_ value: UnsafeBufferPointer<UInt8>) -> PeriodFields? {
    guard ValueShape.isPeriod(value), let (first, second) = ValueShape.parts(ofPeriod: value),
      let start = time(first)
    else { return nil }
    if let duration = duration(second) { return PeriodFields(start, .duration(duration)) }
    return time(second).map { PeriodFields(start, .end($0)) }
  }

  package func append(_ period: PeriodFields, to line: inout [UInt8]) {
    append(period.start, to: &line)
    line.append(UInt8(ascii: "/"))
    switch period.extent {
    case .end(let end): append(end, to: &line)
    case .duration(let duration): append(duration, to: &line)
    }
  }
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
    (self.year, self.month, self.day) = (year, month, day)
    (hour, minute, second) = (0, 0, 0)
    (isDate, isUTC) = (true, false)
  }

  /// A DATE-TIME.
  package init(
    _ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32, _ second: Int32,
    isUTC: Bool = false
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    isDate = false
    self.isUTC = isUTC
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
    hour = Int32(truncatingIfNeeded: local.time.hour)
    minute = Int32(truncatingIfNeeded: local.time.minute)
    second = Int32(truncatingIfNeeded: local.time.second)
  }

  /// A time in UTC.
  package init(_ instant: Instant) {
    self.init(instant.utc)
    isUTC = true
  }
}

/// The fields of a PERIOD.
package struct PeriodFields: Sendable, Hashable {
  package enum Extent: Sendable, Hashable {
    case end(TimeFields)
    case duration(CalendarDuration)
  }

  package var start: TimeFields
  package var extent: Extent

  package init(_ start: TimeFields, _ extent: Extent) {
    self.start = start
    self.extent = extent
  }
}
