// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let almanac = Target.Dependency.product(name: "Almanac", package: "almanac")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// A package of its own, so that the other examples do not depend on a database.
let package = Package(
  name: "almanac-sqlite-bookings",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    ),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Books in a database that several processes share.
    .target(name: "SQLiteStore", dependencies: [almanac, grdb], swiftSettings: settings),
    // The race: many processes book one class.
    .executableTarget(
      name: "SQLiteBookings", dependencies: ["SQLiteStore", almanac], swiftSettings: settings),
    .testTarget(
      name: "SQLiteStoreTests", dependencies: ["SQLiteStore", "SQLiteBookings", almanac, grdb],
      swiftSettings: settings),
  ]
)
