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

func commandLine(_ name: String) -> Target.Dependency {
  .product(name: name, package: "almanac-command-line")
}

let package = Package(
  name: "almanac-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "almanac", targets: ["AlmanacCommand"])
  ],
  dependencies: [
    .package(name: "almanac", path: ".."),
    .package(name: "almanac-command-line", path: "CommandLine"),
  ],
  targets: [
    // AlmanacInternational is built with it, to stand in the same folder; an executable is not linked.
    .executableTarget(
      name: "AlmanacCommand",
      dependencies: [commandLine("CommandLineKit"), commandLine("AlmanacInternational")],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineKitTests",
      dependencies: [commandLine("CommandLineKit"), "AlmanacCommand", product("Almanac")],
      swiftSettings: settings),
  ]
)
