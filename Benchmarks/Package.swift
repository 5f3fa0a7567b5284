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
  name: "almanac-benchmarks",
  platforms: [.macOS(.v15)],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(
      name: "almanac", path: "..", traits: [.trait(name: "Libical", condition: .when(traits: ["Libical"]))])
  ],
  targets: [
    .systemLibrary(name: "CMeasuring"),
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "Workloads",
      dependencies: ["CMeasuring", "Measuring"]
        + [
          "Events", "Files", "ICS", "JSCalendar", "Recurrence", "Rendering", "Scheduling", "Sync", "Time",
          "Views",
        ].map { product("Almanac\($0)") },
      swiftSettings: settings),
    .executableTarget(
      name: "ConcurrentReading",
      dependencies: [
        product("AlmanacICS"), product("AlmanacJSCalendar"), product("AlmanacEvents"), product("AlmanacTime"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "StreamMemory", dependencies: ["Measuring", product("AlmanacICS"), product("AlmanacEvents")],
      swiftSettings: settings),
  ]
)
