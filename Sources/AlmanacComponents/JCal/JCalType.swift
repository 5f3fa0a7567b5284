/// The types of jCal values (RFC 7265 §3.6) and which property has which when nothing else is said.
enum JCalType {
  /// In small letters; `unknown` for properties of no known type, whose values stay as they stand.
  static func standard(of property: PropertyName?) -> String {
    (property?.facts.type ?? .unknown).rawValue
  }

  /// Whether a property's value is a list at commas; one of a property that is not known is, where its type has none.
  static func isList(_ property: PropertyName?, _ type: String) -> Bool {
    guard let property, property.facts.type != .unknown else {
      return [
        "integer", "float", "boolean", "date", "date-time", "time", "period", "duration", "utc-offset",
      ].contains(type)
    }
    return property.facts.structure == .list
  }

  /// Whether a property must always say of which type it is.
  static func mustSayType(_ property: PropertyName?) -> Bool { property?.facts.mustSayType ?? false }
}
