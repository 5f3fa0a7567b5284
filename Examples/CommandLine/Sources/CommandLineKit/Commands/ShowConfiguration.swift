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

  /// - Parameters:
  ///   - sources: The places that may state the value, the first of which does.
  ///   - standard: The source where none does.
  private init(
    _ name: String, _ value: String, _ sources: [(isUsed: Bool, name: String)], else standard: String
  ) {
    (self.name, self.value) = (name, value)
    source = sources.first { $0.isUsed }?.name ?? standard
  }

  static func all(
    _ calendars: CalendarOptions, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> [Setting] {
    let environment = invocation.environment
    let (file, original) = (environment.configuration, environment.originalVariables)
    func variable(_ name: String) -> (Bool, String) { (!(original[name]?.isEmpty ?? true), "$\(name)") }
    func configuration(_ value: Any?) -> (Bool, String) { (value != nil, "configuration") }
    let weekday = Localization.english.name(of: invocation.firstWeekday(common)).lowercased()
    let hours = file.hours.map { "\($0.lowerBound)-\($0.upperBound)" }
    let theme = common.theme ?? file.theme
    let me = IdentityOptions.configured(environment.variables).sorted().joined(separator: ", ")
    let settings = [
      Setting(
        "zone", invocation.zone(common).name,
        [(common.zone != nil, "--zone"), (original["TZ"] != nil, "$TZ"), configuration(file.zone)],
        else: "system"),
      Setting(
        "locale", common.locale ?? environment.locale ?? "en",
        [
          (common.locale != nil, "--locale"), variable("LC_ALL"), variable("LC_TIME"),
          configuration(file.locale), variable("LANG"),
        ], else: "default"),
      Setting(
        "first-weekday", weekday,
        [(common.firstWeekday != nil, "--first-weekday"), configuration(file.firstWeekday)], else: "locale"),
      Setting("hours", hours ?? "0-24", [configuration(hours)], else: "default"),
      Setting(
        "default-duration", file.defaultDuration.map { Length.text($0) } ?? "none",
        [configuration(file.defaultDuration)], else: "default"),
      Setting("theme", theme?.rawValue ?? "auto", [configuration(theme)], else: "default"),
      Setting(
        "me", me.isEmpty ? "none" : me,
        me.isEmpty ? [] : [variable("ALMANAC_ME"), (true, "configuration")], else: "default"),
    ]
    return settings + (try locations(calendars, file, variable("ALMANAC_CALENDAR"), &invocation))
  }

  private static func locations(
    _ calendars: CalendarOptions, _ file: Configuration, _ variable: (Bool, String),
    _ invocation: inout Invocation
  ) throws(CommandError) -> [Setting] {
    let sources = [
      (!calendars.paths.isEmpty, "--calendar"), variable, (!file.calendars.isEmpty, "configuration"),
    ]
    return try invocation.locations(calendars).enumerated().map { number, location in
      let known = file.calendars.first { $0.path == location.path }
      let note = number == 0 ? ", for new items" : ""
      return Setting(
        known.map { "calendar \($0.name)" } ?? "calendar", location.path,
        sources.map { ($0.0, $0.1 + note) }, else: "default" + note)
    }
  }
}
