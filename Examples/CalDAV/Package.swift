// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "almanac")
}

// A package of its own, so that no other one is linked to what HTTP and XML take: Foundation and its XMLParser, which is libxml2.
let package = Package(
  name: "almanac-caldav",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CalDAV", targets: ["CalDAV"]),
    .library(name: "CalDAVBookings", targets: ["CalDAVBookings"]),
    .executable(name: "almanac-remote-http", targets: ["almanac-remote-http"]),
  ],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    )
  ],
  targets: [
    // A client of CalDAV servers, and a collection of one as a side of a synchronization.
    .target(
      name: "CalDAV", dependencies: [product("Almanac"), product("AlmanacICS"), product("AlmanacSync")],
      swiftSettings: settings),
    // The program that `almanac sync` runs for a URL.
    .executableTarget(
      name: "almanac-remote-http", dependencies: ["CalDAV", product("AlmanacSync")], swiftSettings: settings),
    // A calendar of classes on a server as the store of their bookings.
    .target(
      name: "CalDAVBookings",
      dependencies: ["CalDAV", product("Almanac"), product("AlmanacICS"), product("AlmanacSync")],
      swiftSettings: settings),
    // Radicale and Xandikos, each in a folder of its own.
    .target(name: "DAVServers", dependencies: ["CalDAV", product("AlmanacSync")], swiftSettings: settings),
    // The race of many processes for one class.
    .executableTarget(
      name: "CalDAVRace", dependencies: ["CalDAV", "CalDAVBookings", "DAVServers", product("Almanac")],
      swiftSettings: settings),
    .testTarget(
      name: "CalDAVTests",
      dependencies: [
        "CalDAV", "CalDAVBookings", "CalDAVRace", "DAVServers", "almanac-remote-http", product("Almanac"),
        product("AlmanacICS"), product("AlmanacSync"),
      ],
      exclude: ["liar.py"],
      swiftSettings: settings),
  ]
)
