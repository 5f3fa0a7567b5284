import AlmanacComponents
import CLibical

/// The components that libical keeps and prints under their own names.
enum KnownComponent {
  /// What others travel as, since libical 3.0 drops what it does not know.
  static let carrier = ICAL_VPOLL_COMPONENT

  static func kind(named name: String) -> icalcomponent_kind? {
    switch name {
    case "VCALENDAR": ICAL_VCALENDAR_COMPONENT
    case "VEVENT": ICAL_VEVENT_COMPONENT
    case "VTODO": ICAL_VTODO_COMPONENT
    case "VJOURNAL": ICAL_VJOURNAL_COMPONENT
    case "VFREEBUSY": ICAL_VFREEBUSY_COMPONENT
    case "VALARM": ICAL_VALARM_COMPONENT
    case "VTIMEZONE": ICAL_VTIMEZONE_COMPONENT
    case "STANDARD": ICAL_XSTANDARD_COMPONENT
    case "DAYLIGHT": ICAL_XDAYLIGHT_COMPONENT
    case "VAVAILABILITY": ICAL_VAVAILABILITY_COMPONENT
    case "AVAILABLE": ICAL_XAVAILABLE_COMPONENT
    default: nil
    }
  }

  /// Whether ``kind(named:)`` has a kind for that name, without making a string of it.
  static func isNamed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    if AlmanacComponents.isNamed(name, "VEVENT") || AlmanacComponents.isNamed(name, "VALARM") {
      return true
    }
    switch first & 0xDF {
    case UInt8(ascii: "V"), UInt8(ascii: "S"), UInt8(ascii: "D"), UInt8(ascii: "A"):
      return kind(named: String(decoding: name, as: UTF8.self).uppercased()) != nil
    default: return false
    }
  }
}
