import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac today`, and `almanac` alone
struct Today: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show to-dos that are late, today, and what comes next; almanac alone does the same.",
    discussion: "Each line ends with the handle of the item for show, edit, done and delete.")

  /// The number of items after today from which on no further days are shown.
  private static let upcoming = 5
  private static let longest = 366

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common, of: identity).labelled(common.format == .text)
    let query = common.budgeted()
    let late = LateTodos(of: setting.calendars, at: setting.now, in: setting.zone, matching: query)
    let range = setting.days(Self.longest)
    let agenda = setting.calendars.agenda(in: range, viewer: setting.zone, matching: query)
    let found = setting.withoutDeclined(agenda.found).filter {
      !$0.isOverdue(at: setting.now, viewer: setting.zone)
    }
    let last = setting.lastDay(of: found, count: Self.upcoming)
    let end = setting.zone.instant(of: last.startOfDay.adding(seconds: 86_400))
    let missing = agenda.unexpanded.filter { $0.from < end }
    let view = ListView(
      of: setting.today...last,
      showing: ViewContents(
        found.filter { $0.start.instant(in: setting.zone) < end }, unexpanded: missing,
        undated: setting.begun, calendars: setting.calendars.map { CalendarLabel($0) }),
      in: setting.zone, today: setting.today, options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: {
          setting.lines(late, then: setting.withToday(setting.renderer.lines(view), view), later: 0)
        },
        json: { setting.json(late, view, later: nil) }),
      setting, common)
    explainFirstUse(in: &invocation)
  }

  /// Says where the calendar will be and how to begin, if there is none.
  private func explainFirstUse(in invocation: inout Invocation) {
    guard common.format == .text, let locations = try? invocation.locations(calendars),
      locations.allSatisfy({ $0.isOptional && FileSystem.kind(of: $0.path) == nil }),
      let first = locations.first
    else { return }
    invocation.output.writeLine("")
    let lines: [Phrase] = [
      "There is no calendar yet. The first item makes one in \(first.path):",
      "  almanac add \"Lunch with Ana tomorrow 12-13\"",
      "  almanac add todo \"Pay the rent\" --at friday",
      "Other calendars: -c PATH, or $ALMANAC_CALENDAR. All commands: almanac --help",
    ]
    for line in lines { invocation.write(line) }
  }
}

extension ViewSetting {
  /// The last day to show: that of the given number of occurrences after today, or today.
  fileprivate func lastDay(of found: [Occurrence], count: Int) -> CivilDate {
    let days = found.map { zone.local(at: $0.start.instant(in: zone)).date }.filter { $0 > today }.sorted()
    return days.isEmpty ? today : days[min(count, days.count) - 1]
  }

  /// The lines with today's heading also if nothing is on today.
  fileprivate func withToday(_ lines: [StyledText], _ view: ListView) -> [StyledText] {
    if case .day(today)? = view.sections.first?.key { return lines }
    let heading =
      StyledText(renderer.localization.date(today, .full), .bold)
      + StyledText("  \(renderer.phrases.today)", .dim)
    let nothing = StyledText("  \(renderer.phrases.nothing)", .dim)
    return [heading, nothing] + (view.isEmpty ? [] : [""] + lines)
  }
}
