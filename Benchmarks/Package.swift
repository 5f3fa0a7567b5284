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
    // The peer that is measured in the same run: libical's own recurrence, which the library never calls.
    .systemLibrary(name: "CIcal", providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    .systemLibrary(name: "CHeap"),
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "RecurrenceBenchmark",
      dependencies: ["CIcal", "Measuring", product("AlmanacRecurrence"), product("AlmanacTime")],
      swiftSettings: settings),
    .executableTarget(
      name: "EventsBenchmark",
      dependencies: [
        "CHeap", "CIcal", "Measuring", product("AlmanacICS"), product("AlmanacEvents"),
        product("AlmanacTime"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "SchedulingBenchmark",
      dependencies: [
        "Measuring", product("AlmanacScheduling"), product("AlmanacEvents"), product("AlmanacRecurrence"),
        product("AlmanacTime"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "SyncBenchmark",
      dependencies: ["Measuring", product("AlmanacSync"), product("AlmanacICS"), product("AlmanacEvents")],
      swiftSettings: settings),
    .executableTarget(
      name: "ViewsBenchmark",
      dependencies: [
        "Measuring", product("AlmanacRendering"), product("AlmanacViews"), product("AlmanacEvents"),
        product("AlmanacTime"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ICSBenchmark",
      dependencies: [
        "CIcal", "Measuring", product("AlmanacICS"), product("AlmanacJSCalendar"), product("AlmanacEvents"),
      ],
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
    .executableTarget(
      name: "RecurrenceAllocations", dependencies: [product("AlmanacRecurrence"), product("AlmanacTime")],
      swiftSettings: settings),
  ]
)
