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

let package = Package(
  name: "almanac-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "almanac", targets: ["AlmanacCommand"])
  ],
  dependencies: [
    .package(name: "almanac", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "AlmanacCommand", dependencies: ["CommandLineKit", "AlmanacInternational"],
      swiftSettings: settings),
    // The same commands with ICU's calendar systems and locales: `almanac` runs it only when it needs them, so that
    // it starts without loading ICU's data.
    .executableTarget(
      name: "AlmanacInternational", dependencies: ["CommandLineKit", product("AlmanacFoundation")],
      swiftSettings: settings),
    .target(
      name: "CommandLineKit",
      dependencies: [
        product("Almanac"), product("AlmanacICS"), product("AlmanacRendering"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
)
