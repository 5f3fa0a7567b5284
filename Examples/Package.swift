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

/// A short program that shows the library in one kind of application.
func example(_ name: String, on dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["ExampleSupport", product("Almanac"), product("AlmanacICS")] + dependencies,
    path: name, swiftSettings: settings)
}

/// The trait of this package, passed on.
let libical: Set<Package.Dependency.Trait> = [.trait(name: "Libical", condition: .when(traits: ["Libical"]))]

let package = Package(
  name: "almanac-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "almanac", targets: ["AlmanacCommand"])
  ],
  traits: [.default(enabledTraits: ["Libical"]), .trait(name: "Libical")],
  dependencies: [
    .package(name: "almanac", path: "..", traits: libical),
    .package(name: "almanac-command-line", path: "CommandLine", traits: libical),
    .package(name: "almanac-caldav", path: "CalDAV", traits: libical),
  ],
  targets: [
    // The other programs are dependencies only to be built into the same folder; an executable is not linked.
    .executableTarget(
      name: "AlmanacCommand",
      dependencies: [
        commandLine("CommandLineKit"), commandLine("AlmanacInternational"),
        .product(name: "almanac-remote-http", package: "almanac-caldav"),
      ],
      swiftSettings: settings,
      // With the libraries of Swift in the program, it starts in two thirds of the time. FoundationEssentials needs the two libraries
      // that are named here; gold would warn of a call of `mktemp` in it, lld does not. The tests do not depend on this target, as
      // they would be linked with the same settings, and the toolchain has no static Testing.
      linkerSettings: [
        .unsafeFlags(["-static-stdlib", "-use-ld=lld"], .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCollections", .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCShims", .when(platforms: [.linux])),
      ]),
    // The arguments and the output of the example programs.
    .target(
      name: "ExampleSupport", dependencies: [product("Almanac"), product("AlmanacICS")], path: "Support",
      swiftSettings: settings),
    example("UniversityCalendar", on: [product("AlmanacRendering")]),
    example("PersonalTrainer", on: [product("AlmanacTraining")]),
    example("GymClasses", on: []),
    example("RemoteTrainer", on: [product("AlmanacTraining")]),
    example("LeagueSeason", on: []),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "UniversityCalendar", "PersonalTrainer", "GymClasses", "RemoteTrainer", "LeagueSeason",
      ],
      swiftSettings: settings),
    // A month bound to a screen, in SwiftUI where there is one.
    .target(
      name: "MonthScreen", dependencies: [product("Almanac")], path: "MonthScreen", swiftSettings: settings),
    // The main screens of each system as view models, on the public API alone.
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "MonthScreen", product("Almanac"), product("AlmanacRendering"), product("AlmanacTraining"),
      ],
      swiftSettings: settings),
    // Ten tasks as somebody new to the library writes them from its documentation.
    .testTarget(
      name: "TaskProgramsTests",
      dependencies: [
        product("Almanac"), product("AlmanacICS"), product("AlmanacSync"), product("AlmanacTraining"),
        product("AlmanacFoundation"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineKitTests",
      dependencies: [
        commandLine("CommandLineKit"), commandLine("TOMLReading"), product("Almanac"),
        product("AlmanacFiles"),
      ],
      exclude: ["Hostile"],
      swiftSettings: settings),
  ]
)
