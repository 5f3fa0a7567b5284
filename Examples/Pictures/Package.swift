// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "almanac") }

/// The pictures of the documentation, and those that `.ci/pictures` looks at by machine.
let package = Package(
  name: "almanac-pictures",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "../..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]
    )
  ],
  targets: [
    .executableTarget(
      name: "Pictures",
      dependencies: [product("Almanac"), product("AlmanacRendering"), product("AlmanacFoundation")],
      swiftSettings: settings)
  ]
)
