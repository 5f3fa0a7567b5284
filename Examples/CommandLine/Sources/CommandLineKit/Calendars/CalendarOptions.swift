import AlmanacFiles
import ArgumentParser

/// The calendars that a command reads or changes.
struct CalendarOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .customLong("calendar")],
    help: ArgumentHelp(
      "An .ics file, - for standard input, or a folder of .ics files; may be given several times. "
        + "[default: $ALMANAC_CALENDAR, else $XDG_DATA_HOME/almanac, else ~/.local/share/almanac]",
      valueName: "path"), completion: .file(extensions: ["ics"]))
  var paths: [String] = []
}

extension CalendarLocation {
  /// The locations that options and variables name.
  static func locations(_ options: CalendarOptions, _ variables: [String: String]) -> [CalendarLocation] {
    guard options.paths.isEmpty else { return options.paths.map { CalendarLocation($0) } }
    if let path = variables["ALMANAC_CALENDAR"], !path.isEmpty { return [CalendarLocation(path)] }
    // The XDG specification says that relative paths are ignored.
    if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") {
      return [CalendarLocation(data + "/almanac", isOptional: true)]
    }
    return [CalendarLocation((variables["HOME"] ?? "") + "/.local/share/almanac", isOptional: true)]
  }

  private init(_ path: String, isOptional: Bool = false) {
    self.init(path, isOptional: isOptional, companions: [Self.training, Self.feeds])
  }

  /// The name of the file with the training log.
  static let training = "training.json"

  /// The name of the file with the records of feeds.
  static let feeds = "feeds.json"
}
