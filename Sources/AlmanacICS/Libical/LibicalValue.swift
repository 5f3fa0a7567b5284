import CLibical

/// A value that libical prints as it should be.
enum LibicalValue {
  case date(icaltimetype)
  case dateTime(icaltimetype)
  case integer(Int32)

  /// `nil` for what libical 3.0 would lose or change.
  init?(_ value: OutputValue, for property: KnownProperty) {
    switch (value, property.shape) {
    case (.time(let time), .time):
      guard let fields = Self.fields(of: time) else { return nil }
      self = time.isDate ? .date(fields) : .dateTime(fields)
    case (.integer(let number), .integer):
      guard let number = Int32(exactly: number) else { return nil }
      self = .integer(number)
    default: return nil
    }
  }

  private static func fields(of time: LibicalTime) -> icaltimetype? {
    // libical prints later years as zeros.
    guard 1...2500 ~= time.year, 1...12 ~= time.month, 1...31 ~= time.day, 0...23 ~= time.hour,
      0...59 ~= time.minute, 0...60 ~= time.second
    else { return nil }
    var fields = icaltimetype()
    fields.year = Int32(time.year)
    fields.month = Int32(time.month)
    fields.day = Int32(time.day)
    if time.isDate {
      fields.is_date = 1
      return fields
    }
    fields.hour = Int32(time.hour)
    fields.minute = Int32(time.minute)
    fields.second = Int32(time.second)
    if time.isUTC { fields.zone = LibicalLibrary.utc }
    return fields
  }

  func isSameKind(as other: LibicalValue) -> Bool {
    switch (self, other) {
    case (.date, .date), (.dateTime, .dateTime), (.integer, .integer): true
    default: false
    }
  }

  func made() -> OpaquePointer? {
    switch self {
    case .date(let fields): icalvalue_new_date(fields)
    case .dateTime(let fields): icalvalue_new_datetime(fields)
    case .integer(let number): icalvalue_new_integer(number)
    }
  }

  /// - Parameter native: Made by ``made()`` of a value of the same kind.
  func set(_ native: OpaquePointer) {
    switch self {
    case .date(let fields): icalvalue_set_date(native, fields)
    case .dateTime(let fields): icalvalue_set_datetime(native, fields)
    case .integer(let number): icalvalue_set_integer(native, number)
    }
  }
}
