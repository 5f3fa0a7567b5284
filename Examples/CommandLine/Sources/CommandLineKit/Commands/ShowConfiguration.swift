import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac config`
struct ShowConfiguration: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the settings that hold, and why.",
    discussion: """
      Options come first, then environment variables, then the configuration file, $XDG_CONFIG_HOME/almanac/config.toml, else \
      ~/.config/almanac/config.toml, for example:

      zone = "Europe/Madrid"
      locale = "ca_ES"
      first-weekday = "monday"
      hours = "8-20"
      default-duration = "1h"
      theme = "dark"
      me = ["ana@example.org"]
      default-calendar = "work"

      [calendars.work]
      path = "~/calendars/work"
      color = "steelblue"

      The locale of the file comes before $LANG, but after $LC_ALL and $LC_TIME.
      """)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let configuration = invocation.environment.configuration
    let settings = try Setting.all(calendars, common, &invocation)
    let state = configuration.path.isEmpty ? "none" : configuration.exists ? "read" : "not there"
    switch common.format {
    case .text:
      let width = settings.map { $0.name.count }.max() ?? 0
      let valueWidth = settings.map { DisplayWidth.of($0.value) }.max() ?? 0
      invocation.output.writeLine(
        SafeText.singleLine("\(configuration.path.isEmpty ? "configuration" : configuration.path): \(state)"))
      for setting in settings {
        let value = DisplayWidth.padded(SafeText.singleLine(setting.value), to: min(valueWidth, 40))
        invocation.output.writeLine(
          SafeText.singleLine("\(DisplayWidth.padded(setting.name, to: width))  \(value)  \(setting.source)"))
      }
    default:
      invocation.write([
        "version": .version, "settings": .array(settings.map { $0.json }),
        "file": .string(configuration.path), "exists": .bool(configuration.exists),
      ])
    }
  }
}

/// A setting with the reason for its value.
private struct Setting {
  let name: String
  let value: String
  let source: String

  var json: JSON { ["name": .string(name), "value": .string(value), "source": .string(source)] }

  static func all(
    _ calendars: CalendarOptions, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> [Setting] {
    let environment = invocation.environment
    let (file, original) = (environment.configuration, environment.originalVariables)
    func isSet(_ name: String) -> Bool { !(original[name]?.isEmpty ?? true) }
    let variable = ["LC_ALL", "LC_TIME"].first(where: isSet)
    let zoneSource =
      common.zone != nil
      ? "--zone" : original["TZ"] != nil ? "$TZ" : file.zone != nil ? "configuration" : "system"
    let localeSource =
      common.locale != nil
      ? "--locale"
      : variable.map { "$\($0)" }
        ?? (file.locale != nil ? "configuration" : isSet("LANG") ? "$LANG" : "default")
    let weekdaySource =
      common.firstWeekday != nil
      ? "--first-weekday" : file.firstWeekday != nil ? "configuration" : "locale"
    let calendarSource =
      !calendars.paths.isEmpty
      ? "--calendar"
      : isSet("ALMANAC_CALENDAR")
        ? "$ALMANAC_CALENDAR" : file.calendars.isEmpty ? "default" : "configuration"
    let locale = common.locale ?? environment.locale ?? "en"
    let zone = invocation.zone(common)
    let first = invocation.firstWeekday(common)
    let me = IdentityOptions.configured(environment.variables).sorted().joined(separator: ", ")
    var settings = [
      Setting(name: "zone", value: zone.name, source: zoneSource),
      Setting(name: "locale", value: locale, source: localeSource),
      Setting(
        name: "first-weekday", value: Localization.english.name(of: first).lowercased(), source: weekdaySource
      ),
    ]
    func add(_ name: String, _ value: String?, else standard: String) {
      settings.append(
        Setting(name: name, value: value ?? standard, source: value == nil ? "default" : "configuration"))
    }
    add("hours", file.hours.map { "\($0.lowerBound)-\($0.upperBound)" }, else: "0-24")
    add("default-duration", file.defaultDuration.map { Length.text($0) }, else: "none")
    add("theme", (common.theme ?? file.theme)?.rawValue, else: "auto")
    settings.append(
      Setting(
        name: "me", value: me.isEmpty ? "none" : me,
        source: me.isEmpty ? "default" : isSet("ALMANAC_ME") ? "$ALMANAC_ME" : "configuration"))
    for (number, location) in try invocation.locations(calendars).enumerated() {
      let known = file.calendars.first { $0.path == location.path }
      let name = known.map { "calendar \($0.name)" } ?? "calendar"
      settings.append(
        Setting(
          name: name, value: location.path, source: calendarSource + (number == 0 ? ", for new items" : "")))
    }
    return settings
  }
}
