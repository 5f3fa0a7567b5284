/// A place on the globe in degrees of WGS 84 (GEO, RFC 5545 §3.8.1.6).
public struct Geo: Sendable, Hashable {
  /// -90 … 90, north positive.
  public let latitude: Double
  /// -180 … 180, east positive.
  public let longitude: Double

  /// - Throws: `EventError` with code `out_of_range` for what is no place on the globe.
  public init(latitude: Double, longitude: Double) throws(EventError) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw EventError(
        .outOfRange, "GEO", expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
    self.latitude = latitude
    self.longitude = longitude
  }
}
