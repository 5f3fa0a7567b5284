import ArgumentParser

/// Which calendars a command is about.
struct CalendarOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .customLong("calendar")],
    help: ArgumentHelp(
      "An .ics file, - for standard input, or a folder of .ics files; may be given several times. "
        + "[default: $ALMANAC_CALENDAR, else $XDG_DATA_HOME/almanac, else ~/.local/share/almanac]",
      valueName: "path"))
  var paths: [String] = []
}

/// Where calendars are kept.
struct CalendarPlace: Sendable, Hashable {
  let path: String
  /// Whether nobody named it: then it may be missing, and is made when something is to be kept there.
  let isDefault: Bool

  /// The places that options and variables name.
  static func places(_ options: CalendarOptions, _ variables: [String: String]) -> [CalendarPlace] {
    guard options.paths.isEmpty else {
      return options.paths.map { CalendarPlace(path: $0, isDefault: false) }
    }
    if let path = variables["ALMANAC_CALENDAR"], !path.isEmpty {
      return [CalendarPlace(path: path, isDefault: false)]
    }
    // The specification has relative paths ignored.
    if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") {
      return [CalendarPlace(path: data + "/almanac", isDefault: true)]
    }
    return [CalendarPlace(path: (variables["HOME"] ?? "") + "/.local/share/almanac", isDefault: true)]
  }
}

extension CalendarPlace {
  /// The folder that it is, or in which the file lies to which it leads.
  var folder: String {
    if isFolder { return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
    return Platform.folder(of: Platform.destination(of: path))
  }

  /// Whether what is made there is a folder: the default place is, and what is written with a `/` at its end.
  var isFolderToBe: Bool { isDefault || path.hasSuffix("/") }

  /// Whether it is a folder, or to be one.
  var isFolder: Bool { Platform.entry(at: path) == .directory || isFolderToBe }

  /// The name under which its last changes are kept in its folder: that of the file, whatever link leads to it.
  var journalName: String {
    isFolder
      ? Self.journalSuffix : "." + Platform.name(of: Platform.destination(of: path)) + Self.journalSuffix
  }

  static let journalSuffix = ".almanac-undo"
}
