import AlmanacEvents
import AlmanacFiles
import ArgumentParser

/// The calendars that a command reads or changes.
struct CalendarOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .customLong("calendar")],
    help: ArgumentHelp(
      "An .ics file, - for standard input, a folder of .ics files, or a name that almanac calendars lists; repeatable. "
        + "[default: $ALMANAC_CALENDAR, separated by colons, else the configuration, else $XDG_DATA_HOME/almanac]",
      valueName: "path"), completion: .file(extensions: ["ics"]))
  var paths: [String] = []

  /// The same without stated calendars.
  var usual: CalendarOptions {
    var options = self
    options.paths = []
    return options
  }
}

/// The calendar to which a command adds an item.
struct DestinationOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The calendar, as almanac calendars lists it. [default: the first]", valueName: "name"),
    completion: .calendars)
  var name: String?
}

extension CalendarLocation {
  /// The locations that options, variables and the configuration name, in this order of precedence.
  static func locations(
    _ options: CalendarOptions, _ variables: [String: String], _ configuration: Configuration
  ) -> [CalendarLocation] {
    guard options.paths.isEmpty else {
      return options.paths.map { configured($0, variables, configuration) }
    }
    if let paths = variables["ALMANAC_CALENDAR"], !paths.isEmpty {
      return self.paths(in: paths).map { configured($0, variables, configuration) }
    }
    if !configuration.calendars.isEmpty {
      return configuration.orderedCalendars.map { configured($0.name, variables, configuration) }
    }
    // The XDG specification says that relative paths are ignored.
    if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") {
      return [CalendarLocation(data + "/almanac", isOptional: true)]
    }
    return [CalendarLocation((variables["HOME"] ?? "") + "/.local/share/almanac", isOptional: true)]
  }

  /// The calendar of a name in the configuration, else of a path. One of the configuration may be missing below the person's folder
  /// until something is added to it; elsewhere it is perhaps on a disk that is not mounted.
  private static func configured(
    _ name: String, _ variables: [String: String], _ configuration: Configuration
  ) -> CalendarLocation {
    guard let path = configuration.path(named: name) else { return CalendarLocation(name) }
    let home = variables["HOME"] ?? ""
    return CalendarLocation(path, isOptional: !home.isEmpty && path.hasPrefix(home + "/"))
  }

  /// The paths of a list that is separated by colons, as `PATH` is; a path that exists as a whole is one.
  static func paths(in list: String) -> [String] {
    if FileSystem.kind(of: list) != nil { return [list] }
    return list.split(separator: ":").map(String.init)
  }

  private init(_ path: String, isOptional: Bool = false) {
    self.init(path, isOptional: isOptional, companions: [Self.training, Self.feeds, Self.running("*")])
  }

  /// The same location; one that is missing and has not the ending of a file is made as a folder, which has a file for each item.
  var asFolder: CalendarLocation {
    let name = FileSystem.name(of: path).lowercased()
    let isFile = ["ics", "ical", "icalendar", "ifb", "vcs", "json", "txt"].contains {
      name.hasSuffix("." + $0)
    }
    guard !isFile, !path.hasSuffix("/"), path != "-", FileSystem.kind(of: path) == nil else { return self }
    return CalendarLocation(path + "/", isOptional: isOptional)
  }

  /// The name of the file with the training log.
  static let training = "training.json"

  /// The name of the file of a running workout.
  static func running(_ key: String) -> String { "running-\(key).json" }

  /// The name of the file with the records of feeds.
  static let feeds = "feeds.json"
}

extension [CalendarLocation] {
  /// The locations, each once by whichever path, without the files of folders that are among them.
  var distinct: [CalendarLocation] {
    let folders = Set(
      filter { FileSystem.kind(of: $0.path) == .directory }.map { FileSystem.place(of: $0.path) })
    var seen: Set<String> = []
    return filter { location in
      guard location.path != "-" else { return seen.insert("-").inserted }
      let place = FileSystem.place(of: location.path)
      let isInFolder = place.hasSuffix(".ics") && folders.contains(FileSystem.parent(of: place))
      return !isInFolder && seen.insert(place).inserted
    }
  }
}

extension Configuration {
  /// The path of a calendar by its name; `nil` for another name. A file or a folder of that name in the working directory is
  /// `./name`.
  func path(named name: String) -> String? {
    let found = calendars.first { $0.name == name } ?? calendars.first { $0.title == name }
    let isPath = name.contains("/") || FileSystem.kind(of: name) != nil
    return (found ?? (isPath ? nil : calendars.first { $0.name.lowercased() == name.lowercased() }))?.path
  }

  /// The calendars with the default one first.
  var orderedCalendars: [Calendar] {
    calendars.filter { $0.name == defaultCalendar } + calendars.filter { $0.name != defaultCalendar }
  }

  /// The calendar of the configuration at a path.
  func calendar(at path: String) -> Calendar? {
    calendars.first { FileSystem.isSameFile($0.path, path) }
  }

  /// Gives a calendar that was read at a path the name and the colour that are stated for it.
  func style(_ calendar: EventCalendar, at path: String) -> EventCalendar {
    guard let own = self.calendar(at: path) else { return calendar }
    var calendar = calendar
    calendar.name = own.title(besides: calendar.name)
    if let color = own.color { calendar.color = color }
    return calendar
  }
}

extension Configuration.Calendar {
  /// The name under which it is shown: the stated one, else its own, and for a calendar that has only the name of its file or folder
  /// the one by which the configuration lists it.
  func title(besides own: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let isNamed = !own.isEmpty && own != file && own + ".ics" != file
    return title ?? (isNamed ? own : name)
  }
}
