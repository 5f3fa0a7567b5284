import AlmanacContentLines
import CLibical

/// Makes libical properties of those values that libical prints as they should be.
enum LibicalProperties {
  /// `nil` when the line must be protected from libical.
  static func make(
    _ property: KnownProperty, _ parameters: [ContentParameter], _ value: OutputValue
  ) -> OpaquePointer? {
    let kind = LibicalLibrary.kinds[Int(property.rawValue)]
    guard kind != ICAL_NO_PROPERTY, parameters.allSatisfy(isFaithful), let made = make(value, for: property)
    else {
      return nil
    }
    guard let native = icalproperty_new(kind) else {
      icalvalue_free(made)
      return nil
    }
    icalproperty_set_value(native, made)
    for parameter in parameters where parameter.name != "VALUE" {
      guard let added = make(parameter) else {
        icalproperty_free(native)
        return nil
      }
      icalproperty_add_parameter(native, added)
    }
    return native
  }

  private static func make(_ value: OutputValue, for property: KnownProperty) -> OpaquePointer? {
    switch (value, property.shape) {
    case (.text(let text), .text):
      // libical escapes and folds a character at a time: what must be folded anyway is folded here.
      guard text.utf8.count < 64, isPlain(text) else { return nil }
      return icalvalue_new_text(text)
    case (.time(let time), .time):
      return make(time)
    case (.integer(let number), .integer):
      guard let number = Int32(exactly: number) else { return nil }
      return icalvalue_new_integer(number)
    case (.address(let text), .address):
      guard isPlain(text) else { return nil }
      return property == .attendee || property == .organizer
        ? icalvalue_new_caladdress(text) : icalvalue_new_uri(text)
    default:
      return nil
    }
  }

  private static func make(_ time: LibicalTime) -> OpaquePointer? {
    // libical prints later years as zeros.
    guard 1...2500 ~= time.year, 1...12 ~= time.month, 1...31 ~= time.day, 0...23 ~= time.hour,
      0...59 ~= time.minute, 0...60 ~= time.second
    else { return nil }
    var fields = icaltime_null_time()
    fields.year = Int32(time.year)
    fields.month = Int32(time.month)
    fields.day = Int32(time.day)
    if time.isDate {
      fields.is_date = 1
      return icalvalue_new_date(fields)
    }
    fields.hour = Int32(time.hour)
    fields.minute = Int32(time.minute)
    fields.second = Int32(time.second)
    if time.isUTC { fields.zone = LibicalLibrary.utc }
    return icalvalue_new_datetime(fields)
  }

  /// Text that libical prints without loss: not empty, nothing at its ends that it trims, no control characters.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else {
      return false
    }
    func hasControls(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A) || $0 == 0x7F }
    }
    return !(text.utf8.withContiguousStorageIfAvailable { hasControls($0) } ?? hasControls(text.utf8))
  }

  /// libical 3.0 keeps one value a parameter and knows `^` escapes by halves.
  private static func isFaithful(_ parameter: ContentParameter) -> Bool {
    guard parameter.values.count == 1, let value = parameter.values.first, !value.isEmpty else {
      return false
    }
    return !value.utf8.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "\"")
    }
  }

  private static func make(_ parameter: ContentParameter) -> OpaquePointer? {
    let value = parameter.values.first ?? ""
    switch parameter.name {
    case "TZID": return icalparameter_new_tzid(value)
    case "CN": return icalparameter_new_cn(value)
    case "LANGUAGE": return icalparameter_new_language(value)
    case "ALTREP": return icalparameter_new_altrep(value)
    case "PARTSTAT", "ROLE", "CUTYPE", "RELTYPE", "RELATED":
      let kind = icalparameter_string_to_kind(parameter.name)
      return icalparameter_new_from_value_string(kind, value)
    default: return nil
    }
  }
}
