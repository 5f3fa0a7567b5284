// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let almanac = Target.Dependency.product(name: "Almanac", package: "almanac")

// A package of its own, so that the other examples do not depend on a database.
let package = Package(
  name: "almanac-postgres-bookings",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    )
  ],
  targets: [
    // PostgreSQL's own client library, since no driver in Swift is as widely built.
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Books in a database that several machines share.
    .target(
      name: "PostgresStore", dependencies: [almanac, "CPostgres"], resources: [.embedInCode("schema.sql")],
      swiftSettings: settings),
    // The race of many processes for one class, and the measurement beside a hand-written transaction.
    .executableTarget(
      name: "PostgresBookings", dependencies: ["PostgresStore", almanac], swiftSettings: settings),
    .testTarget(
      name: "PostgresStoreTests", dependencies: ["PostgresStore", "PostgresBookings", almanac],
      swiftSettings: settings),
  ]
)
