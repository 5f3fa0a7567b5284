import AlmanacEvents
import Testing

@testable import AlmanacMapping

@Suite("GEO and geo: URIs")
struct GeoTests {
  @Test(
    "One reading of GEO: two plain numbers around a semicolon",
    arguments: [
      ("41.5;2.25", true), ("-41.5;+2", true), ("4e1;2", false), ("0x1p3;2", false), (";;41;2", false),
      ("41.5", false), ("1;2;3", false), ("91;0", false), ("nan;0", false),
    ])
  func values(value: String, isPlace: Bool) {
    #expect((Geo(written: value) != nil) == isPlace)
    let uri = "geo:" + value.replacing(";", with: ",")
    // A third number is an altitude (RFC 5870 §3.4.2).
    #expect((Geo(uri: uri) != nil) == (isPlace || value == "1;2;3"))
  }
}
