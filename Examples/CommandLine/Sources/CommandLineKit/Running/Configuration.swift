import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime

/// The configuration file, `$XDG_CONFIG_HOME/almanac/config.toml`, else `~/.config/almanac/config.toml`: TOML 1.0.
///
/// ```toml
/// zone = "Europe/Madrid"
/// first-weekday = "monday"
/// default-calendar = "work"
///
/// [calendars.work]
/// path = "~/calendars/work"
/// color = "steelblue"
/// ```
struct Configuration: Sendable {
  /// A calendar with the name by which options name it.
  struct Calendar: Sendable, Hashable {
    let name: String
    let path: String
    /// The colour in which it is shown, in place of its own.
    var color: CalendarColor?
    /// The name under which it is shown, in place of its own.
    var title: String?
  }

  /// A folder and what it is synchronized with, as stated.
  struct Pair: Sendable, Hashable {
    let name: String
    var values: [String: [String]]
  }

  private(set) var path = ""
  private(set) var exists = false
  private(set) var calendars: [Calendar] = []
  private(set) var pairs: [Pair] = []
  private(set) var defaultCalendar: String?
  private(set) var zone: String?
  private(set) var locale: String?
  private(set) var firstWeekday: FirstWeekday?
  /// The hours that days and weeks show.
  private(set) var hours: Range<Int>?
  private(set) var defaultDuration: CalendarDuration?
  private(set) var theme: Theme?
  private(set) var me: [String] = []

  private static let keys = [
    "zone", "locale", "first-weekday", "hours", "default-duration", "default-calendar", "theme", "me",
    "calendars", "sync",
  ]

  init() {}

  /// Reads the file that environment variables name; without it nothing is set.
  ///
  /// - Parameter environment: The environment, from which the other program reads the file if this one has no reader of TOML.
  /// - Throws: A usage error that names the file, and the line or the key.
  init(_ environment: Environment) throws(CommandError) {
    let variables = environment.variables
    let home = variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    // The XDG specification says that relative paths are ignored.
    guard
      let folder = variables["XDG_CONFIG_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil })
        ?? home.map({ $0 + "/.config" })
    else { return }
    path = folder + "/almanac/config.toml"
    guard FileSystem.kind(of: path) != nil else { return }
    let bytes = try FileError.refusing(FileSystem.read(path, limit: 1 << 20))
    exists = true
    guard let parse = environment.readTOML else {
      guard case .elsewhere(let isInstalled, _) = environment.international, isInstalled else {
        throw .ended(
          .noInput,
          [
            Complaint(
              "this program reads no configuration", expected: "AlmanacInternational beside it", file: path)
          ])
      }
      throw .needsInternational
    }
    let table: ConfigurationTable
    do throws(ConfigurationFault) { table = try parse(String(decoding: bytes, as: UTF8.self)) } catch {
      throw .ended(.usage, [Complaint(error.message, expected: "TOML 1.0", file: path, line: error.line)])
    }
    do throws(Fault) { try read(table, home: home ?? "") } catch {
      throw .ended(.usage, [Complaint(error.message, expected: Phrase(error.expected), file: path)])
    }
  }

  /// A fault of a value.
  fileprivate struct Fault: Error {
    let message: String
    let expected: String?
  }

  private mutating func read(_ table: ConfigurationTable, home: String) throws(Fault) {
    try Self.checkKeys(of: table, among: Self.keys, in: "")
    func value<Value>(_ key: String, _ parse: (String) throws -> Value) throws(Fault) -> Value? {
      guard let text = try Self.text(table, key, "") else { return nil }
      do { return try parse(text) } catch let fault as ArgumentFault {
        throw Fault(message: "\(key): \(fault.description)", expected: nil)
      } catch {
        throw Fault(message: "\(key) is \(text)", expected: "another value")
      }
    }
    zone = try value("zone") { name in
      _ = try Zone(argument: name)
      return name
    }
    locale = try Self.text(table, "locale", "")
    firstWeekday = try value("first-weekday") { text in
      guard let day = FirstWeekday(rawValue: text) else {
        throw ArgumentFault("\(text) is no weekday", expected: "monday to sunday")
      }
      return day
    }
    hours = try value("hours", HoursOptions.read(_:))
    defaultDuration = try value("default-duration", Length.read(_:))
    theme = try value("theme") { text in
      guard let theme = Theme(rawValue: text) else {
        throw ArgumentFault("\(text) is no theme", expected: "auto, light or dark")
      }
      return theme
    }
    me = try (Self.texts(table, "me", "") ?? []).map { (text) throws(Fault) in
      guard IdentityOptions.isPerson(text) else {
        throw Fault(message: "me: \(Person.fault(text))", expected: nil)
      }
      return Person.identity(in: text)
    }
    try readCalendars(table, home: home)
    pairs = try Self.tables(table, "sync").map { (name, table) throws(Fault) in
      var values: [String: [String]] = [:]
      for key in table.keys { values[key] = try Self.texts(table, key, "sync.\(name).") }
      return Pair(name: name, values: values)
    }
  }

  private mutating func readCalendars(_ table: ConfigurationTable, home: String) throws(Fault) {
    calendars = try Self.tables(table, "calendars").map { (name, table) throws(Fault) in
      try Calendar(name, table, home: home)
    }
    defaultCalendar = try Self.text(table, "default-calendar", "")
    if let name = defaultCalendar, !calendars.contains(where: { $0.name == name }) {
      let names = calendars.map { $0.name }.joined(separator: ", ")
      throw Fault(
        message: "default-calendar is \(name)", expected: names.isEmpty ? "a [calendars.\(name)]" : names)
    }
  }

  /// The tables of a table, by name.
  private static func tables(_ table: ConfigurationTable, _ key: String) throws(Fault) -> [(
    String, ConfigurationTable
  )] {
    guard let value = table[key] else { return [] }
    guard let group = value.table else {
      throw Fault(message: "\(key) is no table", expected: "[\(key).NAME]")
    }
    var tables: [(String, ConfigurationTable)] = []
    for name in group.keys.sorted() {
      guard let table = group[name]?.table else {
        throw Fault(message: "\(key).\(name) is no table", expected: "[\(key).\(name)]")
      }
      tables.append((name, table))
    }
    return tables
  }

  fileprivate static func text(_ table: ConfigurationTable, _ key: String, _ prefix: String)
    throws(Fault) -> String?
  {
    guard let value = table[key] else { return nil }
    guard let text = value.text else {
      throw Fault(message: "\(prefix)\(key) is no text", expected: "a text in quotes")
    }
    return text
  }

  /// A text, or a list of texts.
  fileprivate static func texts(
    _ table: ConfigurationTable, _ key: String, _ prefix: String
  ) throws(Fault) -> [String]? {
    guard let value = table[key] else { return nil }
    if let text = value.text { return [text] }
    let texts = value.list?.map { $0.text } ?? [nil]
    let known = texts.compactMap { $0 }
    guard known.count == texts.count else {
      throw Fault(message: "\(prefix)\(key) is no list of texts", expected: "texts in quotes")
    }
    return known
  }

  fileprivate static func checkKeys(
    of table: ConfigurationTable, among known: [String], in prefix: String
  ) throws(Fault) {
    for key in table.keys.sorted() where !known.contains(key) {
      let near = Suggestions.near(key, among: known)
      throw Fault(
        message: "\(prefix)\(key) is unknown",
        expected: near.isEmpty ? known.joined(separator: ", ") : near.joined(separator: " or "))
    }
  }
}

extension Configuration.Calendar {
  fileprivate init(_ name: String, _ table: ConfigurationTable, home: String) throws(Configuration
    .Fault)
  {
    let prefix = "calendars.\(name)."
    try Configuration.checkKeys(of: table, among: ["path", "color", "name"], in: prefix)
    guard let path = try Configuration.text(table, "path", prefix) else {
      throw Configuration.Fault(message: "calendars.\(name) has no path", expected: "path = \"…\"")
    }
    self.name = name
    self.path = path.hasPrefix("~/") ? home + path.dropFirst() : path
    title = try Configuration.text(table, "name", prefix)
    if let text = try Configuration.text(table, "color", prefix) {
      guard let color = try? CalendarColor(text) else {
        throw Configuration.Fault(message: "\(prefix)color is \(text)", expected: "a CSS name or #rrggbb")
      }
      self.color = color
    }
  }
}

/// The values of a table of the configuration file by key.
public typealias ConfigurationTable = [String: ConfigurationValue]

/// A value of the configuration file.
public enum ConfigurationValue: Sendable, Hashable {
  case text(String)
  case list([ConfigurationValue])
  case table(ConfigurationTable)
  /// A number, a truth value or a date, of which the configuration has none.
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var table: ConfigurationTable? { if case .table(let table) = self { table } else { nil } }
  var list: [ConfigurationValue]? { if case .list(let list) = self { list } else { nil } }
}

/// A syntax error of a configuration, with its line, from 1.
public struct ConfigurationFault: Error, Sendable {
  let message: String
  let line: Int

  public init(_ message: String, line: Int) { (self.message, self.line) = (message, line) }
}
