import AlmanacComponents
import AlmanacEvents

/// The value of GEO (RFC 5545 §3.8.1.6), `41.5;2.25`, and the URI that JSCalendar has instead (RFC 5870).
extension Geo {
  /// Reads the value of GEO.
  package init?(written value: String) {
    let parts = value.split(separator: ";").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let geo = try? Geo(latitude: latitude, longitude: longitude)
    else { return nil }
    self = geo
  }

  /// `geo:41.5,2.25`
  package var uri: String { "geo:" + written.replacing(";", with: ",") }

  package init?(uri: String) {
    guard uri.hasPrefix("geo:") else { return nil }
    let numbers = uri.dropFirst(4).prefix { $0 != ";" }.split(separator: ",").map { Double($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      let geo = try? Geo(latitude: latitude, longitude: longitude)
    else { return nil }
    self = geo
  }

  /// Digits without exponent, as many as tell the number.
  package var written: String { Self.digits(latitude) + ";" + Self.digits(longitude) }

  private static func digits(_ degrees: Double) -> String {
    let text = degrees.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
      exponent < 0
    else { return text }
    let digits = text[..<mark].filter { $0 != "." && $0 != "-" }
    return (degrees < 0 ? "-0." : "0.") + String(repeating: "0", count: -exponent - 1) + digits
  }
}

extension Component {
  var geo: Geo? {
    get { value("GEO").flatMap(Geo.init(written:)) }
    set { if newValue != geo { set(newValue?.written, "GEO") } }
  }
}
