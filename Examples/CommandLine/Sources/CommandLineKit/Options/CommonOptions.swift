import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// The options that every command takes.
struct CommonOptions: ParsableArguments {
  @Option(
    help: "The zone in which times are shown: an IANA name. [default: $TZ, else the system's]",
    completion: .zones, transform: Zone.init(argument:))
  var zone: Zone?

  @Option(
    help: ArgumentHelp("Fix the clock at a time, such as 2026-03-02T09:00.", valueName: "time"),
    transform: EventTime.init(argument:))
  var now: EventTime?

  @Option(
    help: ArgumentHelp("Fix the clock at the beginning of a day.", valueName: "date"),
    transform: CivilDate.init(argument:))
  var today: CivilDate?

  @Option(help: "The language of names and phrases, such as ca_ES. [default: $LC_ALL, $LC_TIME, $LANG]")
  var locale: String?

  @Option(help: "The day that begins a week. [default: that of the region of the locale, else monday]")
  var firstWeekday: FirstWeekday?

  @Option(
    help: "Colour the output: auto, always or never. The colour of an item is --item-color.",
    completion: .list(ColorChoice.allValueStrings), transform: ColorChoice.init(text:))
  var color: ColorChoice = .auto

  @Option(help: "The ground of colours: auto, light or dark. [default: that of the configuration, else auto]")
  var theme: Theme?

  @Option(
    help: ArgumentHelp(
      "The form of the output: text, json or tsv, for views also svg or html; or a template with fields of JSON such as "
        + "'{start} {summary}'.", valueName: "format"),
    completion: .list(OutputFormat.allValueStrings), transform: OutputFormat.init(text:))
  var format: OutputFormat = .text

  @Option(
    help:
      "The width of the output in columns, of svg in pixels. [default: $COLUMNS, else the terminal's, else 80]"
  )
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "The most instances of series to expand, where each day of a long one counts, and slots to list. [default: 100000]",
      valueName: "number"))
  var budget: Int?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the output to a file, which is replaced as a whole.", valueName: "file"),
    completion: .file())
  var output: String?

  private static let largestBudget = 100_000_000

  /// A query with the budget of `--budget`.
  func budgeted(_ query: OccurrenceQuery = .all) -> OccurrenceQuery {
    var query = query
    if let budget { query.budget = budget }
    return query
  }

  func validate() throws {
    try requireRange("--width", width, 1...10_000)
    try requireRange("--budget", budget, 1...Self.largestBudget)
    if output?.isEmpty == true {
      throw ValidationError("--output is empty (expected a file, or - for standard output)")
    }
    if now != nil && today != nil {
      throw ValidationError("--now and --today both fix the clock (expected one)")
    }
    if now?.isDate == true { throw ValidationError("--now is a date (expected a time, or --today)") }
  }
}

/// The value of `--theme`.
enum Theme: String, ExpressibleByArgument, CaseIterable {
  case auto, light, dark

  /// The terminal's ground: that of the option, else the one that rxvt, Konsole and others name in `COLORFGBG`.
  func background(_ variables: [String: String]) -> TextRenderer.Background {
    switch self {
    case .light: return .light
    case .dark: return .dark
    case .auto:
      guard let last = variables["COLORFGBG"]?.split(separator: ";").last, let color = Int(last) else {
        return .unknown
      }
      return color == 7 || color > 8 ? .light : .dark
    }
  }
}

extension Zone {
  /// Reads the name of a zone.
  init(argument name: String) throws {
    do throws(TimeError) { try self.init(name) } catch {
      guard let near = Suggestions.zones(near: name) else { throw ArgumentFault(error) }
      throw ArgumentFault("there is no zone \(name)", expected: near)
    }
  }
}

/// An option whose values are the cases of an enumeration of the library, named by their raw values.
struct Choice<Value>: ExpressibleByArgument
where Value: RawRepresentable<String> & CaseIterable & Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map { $0.rawValue } }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { value.rawValue }
}

/// The value of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  init(text: String) throws {
    if let choice = ColorChoice(rawValue: text) {
      self = choice
    } else if (try? CalendarColor(text)) != nil {
      throw ArgumentFault("--color \(text) is the colour of an item", expected: "--item-color \(text)")
    } else {
      throw ArgumentFault("\(text) is no choice of colours", expected: "auto, always or never")
    }
  }

  /// The number of colours to use.
  ///
  /// With `auto` the first of these decides: `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, and whether the output is a terminal
  /// (no-color.org, bixense.com/clicolors).
  func depth(_ variables: [String: String], isTerminal: Bool) -> ColorDepth {
    guard isColored(variables, isTerminal: isTerminal) else { return .none }
    let colors = variables["COLORTERM"]
    if colors == "truecolor" || colors == "24bit" { return .trueColor }
    return variables["TERM"]?.contains("256color") == true ? .ansi256 : .ansi16
  }

  private func isColored(_ variables: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = variables["NO_COLOR"], !value.isEmpty { return false }
    if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    return isTerminal && variables["TERM"] != "dumb"
  }
}

/// The day that begins a week, as typed.
enum FirstWeekday: String, ExpressibleByArgument, CaseIterable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var weekday: Weekday {
    switch self {
    case .monday: .monday
    case .tuesday: .tuesday
    case .wednesday: .wednesday
    case .thursday: .thursday
    case .friday: .friday
    case .saturday: .saturday
    case .sunday: .sunday
    }
  }
}

extension Invocation {
  /// The day that begins a week: `--first-weekday`, else that of the configuration, else the one of the region of the locale,
  /// else Monday.
  ///
  /// For scripts environment variables do not decide.
  func firstWeekday(_ options: CommonOptions) -> Weekday {
    if let day = options.firstWeekday ?? environment.configuration.firstWeekday { return day.weekday }
    if options.locale?.isEmpty ?? true, options.format.isForScripts { return .monday }
    return (try? localization(options))?.firstWeekday ?? .monday
  }
}
