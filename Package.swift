// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// libical reads and writes the values of iCalendar on these platforms; elsewhere, and without the trait, Swift alone does.
let libicalPlatforms: [Platform] = [.linux, .macOS]
let libical = Target.Dependency.target(
  name: "CLibical", condition: .when(platforms: libicalPlatforms, traits: ["Libical"]))
let libicalSettings =
  settings + [.define("LIBICAL_DOOR", .when(platforms: libicalPlatforms, traits: ["Libical"]))]

/// One target a layer: a target imports only what stands below it, so the compiler keeps the order.
func layer(
  _ name: String, on dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
  settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(
  _ name: String, excluding data: [String] = [], on dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: data,
    swiftSettings: settings)
}

let package = Package(
  name: "almanac",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Almanac", targets: ["Almanac"]),
    .library(name: "AlmanacTime", targets: ["AlmanacTime"]),
    .library(name: "AlmanacRecurrence", targets: ["AlmanacRecurrence"]),
    .library(name: "AlmanacEvents", targets: ["AlmanacEvents"]),
    .library(name: "AlmanacICS", targets: ["AlmanacICS"]),
    .library(name: "AlmanacJSCalendar", targets: ["AlmanacJSCalendar"]),
    .library(name: "AlmanacSync", targets: ["AlmanacSync"]),
    .library(name: "AlmanacViews", targets: ["AlmanacViews"]),
    .library(name: "AlmanacScheduling", targets: ["AlmanacScheduling"]),
    .library(name: "AlmanacTraining", targets: ["AlmanacTraining"]),
    .library(name: "AlmanacRendering", targets: ["AlmanacRendering"]),
    .library(name: "AlmanacFiles", targets: ["AlmanacFiles"]),
    .library(name: "AlmanacFoundation", targets: ["AlmanacFoundation"]),
  ],
  traits: [
    .default(enabledTraits: ["Libical"]),
    .trait(
      name: "Libical", description: "Reads and writes the values of iCalendar by libical, on Linux and macOS."
    ),
  ],
  targets: [
    .systemLibrary(
      name: "CLibical",
      pkgConfig: pkgConfig,
      providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    // Swift's overlays of the C libraries of Linux lack <sys/xattr.h>, which access control lists are copied by.
    .systemLibrary(name: "CExtendedAttributes"),
    layer("AlmanacComponents"),
    layer("AlmanacTime", resources: [.embedInCode("Localization/Languages.txt")]),
    layer(
      "AlmanacRecurrence", on: ["AlmanacTime"], resources: [.embedInCode("Rule/Words/RulePhrases.txt")]),
    layer(
      "AlmanacEvents", on: ["AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"],
      resources: ["Color/Colors", "Phrases/DateWords", "Validation/EventPhrases"].map {
        .embedInCode("\($0).txt")
      }),
    layer(
      "AlmanacMapping", on: ["AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"],
      resources: ["WindowsZones", "WindowsPlaces", "WindowsPhrases"].map { .embedInCode("Zones/\($0).txt") }),
    layer(
      "AlmanacICS",
      on: [
        "AlmanacMapping", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents", libical,
      ],
      settings: libicalSettings),
    layer(
      "AlmanacJSCalendar",
      on: ["AlmanacMapping", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"]),
    layer(
      "AlmanacSync",
      on: [
        "AlmanacICS", "AlmanacMapping", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence",
        "AlmanacTime", "AlmanacComponents",
      ]),
    layer(
      "AlmanacViews", on: ["AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"],
      resources: [.embedInCode("ViewPhrases.txt")]),
    layer(
      "AlmanacScheduling", on: ["AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"],
      resources: [.embedInCode("Words/SchedulingPhrases.txt")]),
    layer(
      "AlmanacTraining",
      on: ["AlmanacViews", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"],
      resources: ["Log/ProgressPhrases", "TrainingPhrases"].map { .embedInCode("\($0).txt") }),
    layer(
      "AlmanacRendering",
      on: ["AlmanacViews", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"],
      resources: [.embedInCode("HTML/Page.css"), .embedInCode("Terminal/WideScalars.txt")]),
    layer(
      "AlmanacFiles",
      on: [
        "AlmanacSync", "AlmanacICS", "AlmanacJSCalendar", "AlmanacMapping", "AlmanacEvents",
        "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents", "CExtendedAttributes",
      ]),
    layer(
      "Almanac",
      on: ["AlmanacViews", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    layer(
      "AlmanacFoundation",
      on: [
        "Almanac", "AlmanacViews", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime",
        "AlmanacComponents",
      ]),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("AlmanacComponents"),
    tests("AlmanacMapping", on: ["AlmanacComponents", "AlmanacEvents", "AlmanacTime"]),
    tests("AlmanacTime", excluding: ["Frozen"]),
    tests(
      "AlmanacRecurrence", excluding: ["Set/Frozen"], on: ["AlmanacTime", libical],
      settings: libicalSettings),
    tests("AlmanacEvents", excluding: ["Coding/Frozen"], on: ["AlmanacRecurrence", "AlmanacTime"]),
    tests(
      "AlmanacICS", excluding: ["Corpus", "Frozen"],
      on: [
        "AlmanacFiles", "AlmanacJSCalendar", "AlmanacMapping", "AlmanacEvents", "AlmanacRecurrence",
        "AlmanacTime", libical,
      ],
      settings: libicalSettings),
    tests(
      "AlmanacJSCalendar",
      on: ["AlmanacICS", "AlmanacMapping", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    tests(
      "AlmanacSync", excluding: ["Frozen"],
      on: ["AlmanacICS", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    tests("AlmanacViews", on: ["AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    tests(
      "AlmanacScheduling", excluding: ["Frozen"],
      on: ["AlmanacViews", "AlmanacICS", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    tests(
      "AlmanacTraining", excluding: ["Frozen"],
      on: ["AlmanacViews", "AlmanacScheduling", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime"]),
    tests("AlmanacRendering", excluding: ["Golden"], on: ["AlmanacViews", "AlmanacEvents", "AlmanacTime"]),
    tests(
      "AlmanacFiles",
      on: ["AlmanacSync", "AlmanacICS", "AlmanacEvents", "AlmanacTime", "CExtendedAttributes"]),
    tests(
      "AlmanacFoundation",
      on: ["AlmanacViews", "AlmanacEvents", "AlmanacRecurrence", "AlmanacTime", "AlmanacComponents"]),
  ]
)

/// Debian's libical.pc also links icalss, icalvcal and Berkeley DB; the module map names what is needed.
/// Homebrew's headers are found only through pkg-config.
var pkgConfig: String? {
  #if os(macOS)
    "libical"
  #else
    nil
  #endif
}
