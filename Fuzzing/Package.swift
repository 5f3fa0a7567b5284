// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "almanac-fuzzing",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))])
  ],
  targets: [
    // libFuzzer's driver, which -sanitize=fuzzer links.
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "RoundTripFuzzer",
      dependencies: [
        "CFuzzer", .product(name: "AlmanacICS", package: "almanac"),
        .product(name: "AlmanacEvents", package: "almanac"),
        .product(name: "AlmanacRecurrence", package: "almanac"),
        .product(name: "AlmanacTime", package: "almanac"),
      ],
      swiftSettings: settings),
  ]
)
