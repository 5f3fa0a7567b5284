/// The types of jCal values (RFC 7265 §3.6) and which property has which when nothing else is said.
enum JCalType {
  /// In small letters; `unknown` for properties of no known type, whose values stay as they stand.
  static func standard(of property: KnownProperty?) -> String {
    guard let property else { return "unknown" }
    switch property {
    case .attendee, .organizer, .calendarAddress: return "cal-address"
    case .concept, .link, .structuredData: return "uri"
    default: break
    }
    switch property.shape {
    case .text, .textList, .token, .requestStatus, .unknownToLibical: return "text"
    case .time, .timeList: return "date-time"
    case .periodList: return "period"
    case .duration, .trigger: return "duration"
    case .integer: return "integer"
    case .address, .attachment: return "uri"
    case .geo: return "float"
    case .recurrence: return "recur"
    case .offset: return "utc-offset"
    }
  }

  /// Whether a property's value is a list at commas; one of a property that is not known is, where its type has none.
  static func isList(_ property: KnownProperty?, _ type: String) -> Bool {
    guard let property else {
      return [
        "integer", "float", "boolean", "date", "date-time", "time", "period", "duration", "utc-offset",
      ].contains(type)
    }
    // RFC 9073 §6.1.
    if property == .locationType { return true }
    switch property.shape {
    case .textList, .timeList, .periodList: return true
    default: return false
    }
  }

  /// Of which type a property without a standard one must always say what it is.
  static func mustSayType(_ property: KnownProperty?) -> Bool {
    switch property {
    case .image, .conference, .source, .refreshInterval, .structuredData, .styledDescription, .link: true
    default: false
    }
  }
}
