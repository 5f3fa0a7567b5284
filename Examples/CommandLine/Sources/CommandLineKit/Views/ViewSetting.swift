import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews

/// What every view is made with.
struct ViewSetting: Sendable {
  let zone: Zone
  let now: Instant
  let today: CivilDate
  let calendars: [EventCalendar]
  var options: ViewOptions
  var renderer: TextRenderer
}

extension Invocation {
  /// Reads the calendars and what the common options say about views.
  mutating func setting(
    _ calendars: CalendarOptions, _ common: CommonOptions
  ) throws(CommandError) -> ViewSetting {
    try setting(try self.calendars(calendars), common)
  }

  /// The same for calendars that are at hand.
  mutating func setting(
    _ calendars: [EventCalendar], _ common: CommonOptions
  ) throws(CommandError) -> ViewSetting {
    let zone = zone(common)
    let now = now(common, in: zone)
    var renderer = TextRenderer(colors: colorDepth(common), width: width(common))
    (renderer.localization, renderer.phrases) = try words(common)
    var options = ViewOptions(firstWeekday: common.firstWeekday.weekday)
    options.budget = common.budgeted().budget
    return ViewSetting(
      zone: zone,
      now: now,
      today: zone.local(at: now).date,
      calendars: calendars,
      options: options,
      renderer: renderer)
  }

  /// `--locale`, else what the variables say of the language of times: its names.
  func localization(_ options: CommonOptions) throws(CommandError) -> Localization {
    try words(options).0
  }

  /// The names and the phrases of that language.
  private func words(_ options: CommonOptions) throws(CommandError) -> (Localization, ViewPhrases) {
    if let name = options.locale, !name.isEmpty { return try words(named: name, isAsked: true) }
    for variable in ["LC_ALL", "LC_TIME", "LANG"] {
      guard let name = environment.variables[variable], !name.isEmpty else { continue }
      return try words(named: name, isAsked: false)
    }
    return (.english, .english)
  }

  /// The library knows seven languages; others are those of ICU.
  ///
  /// - Parameter isAsked: Whether it is better to fail than to do without.
  private func words(named name: String, isAsked: Bool) throws(CommandError) -> (Localization, ViewPhrases) {
    // Without encoding and modifier: sv_SE.UTF-8@euro.
    let identifier = String(name.prefix { $0 != "." && $0 != "@" })
    let language = identifier.prefix { $0 != "_" && $0 != "-" }.lowercased()
    if ["c", "posix"].contains(language) { return (.english, .english) }
    if Localization.all.contains(where: { $0.language.rawValue == language }) {
      let localization = Localization(identifier: identifier)
      return (localization, ViewPhrases(localization))
    }
    switch environment.international {
    case .here(_, let localize): return localize(identifier)
    case .elsewhere(let isThere, _) where isThere || isAsked: throw .needsInternational
    case .elsewhere, .absent: return (.english, .english)
    }
  }
}
