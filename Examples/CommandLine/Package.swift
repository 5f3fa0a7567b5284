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

// A package of its own, so that AlmanacInternational is built beside `almanac`, but `almanac` is not linked to its
// dependencies.
let package = Package(
  name: "almanac-command-line",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CommandLineKit", targets: ["CommandLineKit"]),
    .library(name: "TOMLReading", targets: ["TOMLReading"]),
    .executable(name: "AlmanacInternational", targets: ["AlmanacInternational"]),
  ],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    ),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // The configuration file; a wrapper of toml++.
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // All commands.
    .target(
      name: "CommandLineKit",
      dependencies: [
        product("Almanac"), product("AlmanacFiles"), product("AlmanacICS"), product("AlmanacJSCalendar"),
        product("AlmanacSync"),
        product("AlmanacRendering"), product("AlmanacTraining"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Running/CommandPhrases.txt")], swiftSettings: settings),
    // The configuration file, read by a library that needs Foundation.
    .target(
      name: "TOMLReading", dependencies: ["CommandLineKit", .product(name: "TOMLKit", package: "TOMLKit")],
      swiftSettings: settings),
    // The same commands with the calendar systems and locales of ICU, and with a configuration file. `almanac` replaces itself by
    // this program only if a command needs them, and so starts without loading ICU's data.
    .executableTarget(
      name: "AlmanacInternational",
      dependencies: ["CommandLineKit", "TOMLReading", product("AlmanacFoundation")],
      swiftSettings: settings),
  ]
)
