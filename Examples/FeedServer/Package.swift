// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "almanac") }

// A package of its own, so that the other examples do not depend on an HTTP server.
let package = Package(
  name: "almanac-feed-server",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    ),
    // The HTTP server, without reading its configuration from files.
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
  ],
  targets: [
    // The feeds, and the links to members' own calendars.
    .target(
      name: "Feeds",
      dependencies: [
        product("Almanac"), product("AlmanacFiles"), product("AlmanacICS"), product("AlmanacRendering"),
        product("AlmanacSync"),
      ],
      swiftSettings: settings),
    // The server.
    .executableTarget(
      name: "serve",
      dependencies: [
        "Feeds", product("Almanac"), product("AlmanacFoundation"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FeedServerTests",
      dependencies: ["Feeds", "serve", product("Almanac"), product("AlmanacFiles"), product("AlmanacICS")],
      swiftSettings: settings),
  ]
)
