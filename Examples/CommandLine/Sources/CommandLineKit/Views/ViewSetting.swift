import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews

/// The calendars, the time and the options of a view.
struct ViewSetting: Sendable {
  let zone: Zone
  let now: Instant
  let today: CivilDate
  let calendars: [EventCalendar]
  var options: ViewOptions
  var renderer: TextRenderer
  /// Whether pictures and pages have the numbers of weeks.
  private(set) var hasWeekNumbersInPictures = true

  /// Shows or hides the numbers of weeks in all formats, if a choice is stated.
  mutating func showsWeekNumbers(_ choice: Bool?) {
    renderer.showsWeekNumbers = choice ?? false
    hasWeekNumbersInPictures = choice ?? true
  }

  /// The text of lines, which says so where there are none.
  func text(_ lines: [StyledText]) -> String {
    renderer.text(lines.isEmpty ? [StyledText(renderer.phrases.nothing, .dim)] : lines)
  }

  /// The words of refusals and results.
  var words: SchedulingWords { renderer.localization.schedulingWords(in: zone) }
}

extension Invocation {
  /// Reads the calendars and the common options for a view.
  ///
  /// - Parameter identity: The addresses of the viewer, if the command takes them.
  mutating func setting(
    _ calendars: CalendarOptions, _ common: CommonOptions, of identity: IdentityOptions? = nil
  ) throws(CommandError) -> ViewSetting {
    var setting = try setting(try self.calendars(calendars), common)
    if let identity { setting.options.me = identity.addresses(environment.variables) }
    return setting
  }

  /// The setting for calendars that were read before.
  mutating func setting(
    _ calendars: [EventCalendar], _ common: CommonOptions
  ) throws(CommandError) -> ViewSetting {
    let zone = zone(common)
    let now = now(common, in: zone)
    var renderer = TextRenderer(
      colors: colorDepth(common), background: theme(common).background(environment.variables),
      width: width(common))
    (renderer.localization, renderer.phrases) = try words(common)
    renderer.showsSigns = true
    let names = calendars.map { $0.name }
    if Set(names).count > 1 { renderer.calendarNames = names }
    var options = ViewOptions(renderer.localization)
    options.firstWeekday = firstWeekday(common)
    options.budget = common.budgeted().budget
    options.me = IdentityOptions.configured(environment.variables)
    return ViewSetting(
      zone: zone,
      now: now,
      today: zone.local(at: now).date,
      calendars: calendars,
      options: options,
      renderer: renderer)
  }

  /// The ground of colours: `--theme`, else that of the configuration.
  private func theme(_ options: CommonOptions) -> Theme {
    options.theme ?? environment.configuration.theme ?? .auto
  }

  /// The names in the language of `--locale`, else of the environment variables.
  func localization(_ options: CommonOptions) throws(CommandError) -> Localization {
    try words(options).0
  }

  /// The words of refusals and results in that language, in English with dates in digits, with the names of people that the
  /// arguments state.
  mutating func schedulingWords(_ options: CommonOptions) throws(CommandError) -> SchedulingWords {
    let localization = try localization(options)
    var words = localization.schedulingWords(in: zone(options))
    words.name = SchedulingWords.names(Person.names(in: environment.arguments.dropFirst()))
    return words
  }

  /// The names and phrases in that language.
  private func words(_ options: CommonOptions) throws(CommandError) -> (Localization, ViewPhrases) {
    if let name = options.locale, !name.isEmpty { return try words(named: name, isRequired: true) }
    guard let name = environment.locale else { return (.english, .english) }
    return try words(named: name, isRequired: false)
  }

  /// The names and phrases of a locale. Seven languages are built into the library; others need ICU.
  ///
  /// - Parameter isRequired: Whether to fail if the language is not available; otherwise English is used.
  private func words(named name: String, isRequired: Bool) throws(CommandError) -> (Localization, ViewPhrases)
  {
    let identifier = name.localeName
    let language = identifier.prefix { $0 != "_" && $0 != "-" }.lowercased()
    if ["c", "posix"].contains(language) { return (.english, .english) }
    guard identifier.isLocaleName else {
      if isRequired { throw .usage("there is no locale \(name)", expected: "a name such as de_AT") }
      return (.english, .english)
    }
    if Localization.all.contains(where: { $0.language.rawValue == language }) {
      let localization = Localization(identifier: identifier)
      return (localization, ViewPhrases(localization))
    }
    switch environment.international {
    case .here(_, let localize): return localize(identifier)
    case .elsewhere(let isInstalled, _) where isInstalled || isRequired: throw .needsInternational
    case .elsewhere, .absent: return (.english, .english)
    }
  }
}

extension String {
  /// The name of a locale without encoding and modifier: `sv_SE` of `sv_SE.UTF-8@euro`.
  var localeName: String { String(prefix { $0 != "." && $0 != "@" }) }

  /// Whether the text has the form of the name of a locale: a language of two to eight letters, and further parts. Locale data ends
  /// the program at some others.
  var isLocaleName: Bool {
    guard utf8.count <= 100 else { return false }
    let parts = split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    func isPart(_ part: Substring, _ lengths: ClosedRange<Int>, _ isAllowed: (Character) -> Bool) -> Bool {
      lengths.contains(part.count) && part.allSatisfy { $0.isASCII && isAllowed($0) }
    }
    return isPart(parts[0], 2...8) { $0.isLetter }
      && parts.dropFirst().allSatisfy { part in isPart(part, 1...8) { $0.isLetter || $0.isNumber } }
  }
}

extension Localization {
  fileprivate func schedulingWords(in zone: Zone) -> SchedulingWords {
    let words = SchedulingWords(self, in: zone)
    return words.localization.language == .english ? SchedulingWords(in: zone) : words
  }
}

// MARK: Output

/// A view in all output formats, each made when it is needed.
struct ShownView {
  /// The series of which instances are missing in the view.
  let unexpanded: [UnexpandedSeries]
  var text: () -> [StyledText]
  var json: () -> JSON
  var svg: ((SVGRenderer) -> String)?
  var html: ((HTMLRenderer) -> String)?
}

extension Invocation {
  /// Prints a view in the format of the options.
  ///
  /// - Throws: An error that names the series of which instances are missing; the view is printed all the same.
  mutating func show(
    _ view: ShownView, _ setting: ViewSetting, _ common: CommonOptions
  ) throws(CommandError) {
    let (localization, phrases) = (setting.renderer.localization, setting.renderer.phrases)
    switch common.format {
    case .text: output.write(setting.renderer.text(view.text()))
    case .json, .tsv, .template: write(view.json())
    case .svg:
      var renderer = SVGRenderer(localization: localization, width: common.width ?? 1000)
      renderer.phrases = phrases
      renderer.showsWeekNumbers = setting.hasWeekNumbersInPictures
      renderer.showsCalendars = !setting.renderer.calendarNames.isEmpty
      if theme(common) == .dark { renderer.theme = .dark }
      output.write(view.svg?(renderer) ?? "")
    case .html:
      var renderer = HTMLRenderer(localization: localization)
      renderer.phrases = phrases
      renderer.showsWeekNumbers = setting.hasWeekNumbersInPictures
      renderer.showsCalendars = !setting.renderer.calendarNames.isEmpty
      renderer.theme = HTMLRenderer.Theme(rawValue: theme(common).rawValue) ?? .automatic
      output.write(view.html?(renderer) ?? "")
    }
    try requireComplete(view.unexpanded, in: setting.zone)
  }

  /// Checks that no instances of series, and no days of an item, are missing in the output.
  ///
  /// - Throws: An error that names such items.
  mutating func requireComplete(_ unexpanded: [UnexpandedSeries], in zone: Zone) throws(CommandError) {
    if unexpanded.isEmpty { return }
    output.outlivesFailure = true
    var complaints = unexpanded.prefix(5).map { Complaint($0, in: zone) }
    if unexpanded.count > 5 {
      complaints.append(Complaint("\(unexpanded.count - 5) more items lack instances or days"))
    }
    throw .ended(.badData, complaints)
  }
}

extension Complaint {
  /// A message about a series of which instances are missing, or an item of which days are.
  init(_ series: UnexpandedSeries, in zone: Zone) {
    let name = series.summary.isEmpty ? "" : " (\(title: String(series.summary.prefix(60))))"
    let from = zone.local(at: series.from)
    if let unknown = series.unknownCalendar {
      self.init(
        "\(series.uid)\(name): repeats by the calendar \(unknown), which is not known; further dates from \(from) on are missing",
        expected: "RSCALE with a calendar that is known")
    } else if let unread = series.unreadProperty {
      self.init(
        "\(series.uid)\(name): \(unread) cannot be read; further times from \(from) on may be missing",
        expected: "\(unread) as RFC 5545 has it")
    } else {
      self.init(
        "\(series.uid)\(name): has too many instances or days; those from \(from) on are missing",
        expected: "an end by then, a rule that repeats less often, or a larger --budget")
    }
  }
}

extension UnexpandedSeries {
  /// The series as a member `incomplete` of an answer has it.
  func json(in zone: Zone) -> JSON {
    [
      "uid": .string(uid), "kind": .string(kind.rawValue), "summary": .string(summary),
      "from": .string(from.in(zone).description),
    ]
  }
}
