// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let products = [
  "Almanac", "AlmanacEvents", "AlmanacFiles", "AlmanacICS", "AlmanacJSCalendar", "AlmanacRecurrence",
  "AlmanacScheduling", "AlmanacSync", "AlmanacTime",
]

let package = Package(
  name: "almanac-fuzzing",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]),
    .package(
      name: "almanac-command-line", path: "../Examples/CommandLine",
      traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]),
  ],
  targets: [
    // libFuzzer's driver, which -sanitize=fuzzer links.
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzzer",
      dependencies: ["CFuzzer", .product(name: "CommandLineKit", package: "almanac-command-line")]
        + products.map { .product(name: $0, package: "almanac") },
      swiftSettings: settings),
  ]
)
