import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac list`
struct List: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List items in order of time.",
    discussion: """
      Without bounds: to-dos that are late, the items of a week from today on, those without a date or that could be begun \
      before, and how many items come later. --all lists everything still to come, one year of a series without an end. A \
      date alone means that day, a period such as next week, weekend or december all of its days; --from alone the 30 days from it, --until alone the 30 days before it, \
      and the day itself if it is a date.
      """)

  static let formats = OutputFormat.views

  @Argument(
    help: "A day, or a period such as next week. [default: the week from today on]", completion: .dates,
    transform: ClosedRange.init(argument:))
  var date: ClosedRange<CivilDate>?

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "What")
  var query: QueryOptions

  @Flag(help: "Everything from today on.")
  var all = false

  @Flag(help: "Only overdue to-dos; a series is one line, with the number of missed instances.")
  var overdue = false

  @OptionGroup
  var names: HandleOptions

  @Option(help: "The headings: day, week, month or category.")
  var by = Choice(ListView.Grouping.day)

  @Option(help: "sections: under headings; table: one line per item, day | name.")
  var style = Choice(TextRenderer.ListStyle.sections)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if all && !(bounds.isEmpty && !overdue && date == nil) {
      throw ValidationError(
        "--all is without bounds (expected no date, --from, --until, --days or --overdue)")
    }
    if date != nil && !bounds.isEmpty {
      throw ValidationError("a date does not go with bounds (expected no --from, --until or --days)")
    }
  }

  /// The bounds of the options, with those of a day or a month.
  private var stated: BoundsOptions {
    var bounds = bounds
    if let date { (bounds.from, bounds.until) = (.date(date.lowerBound), .date(date.upperBound)) }
    return bounds
  }

  /// The days that are listed without bounds.
  private static let defaultDays = 7

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common, of: identity).labelled(names.handles)
    let bounds = stated
    let wanted = common.budgeted(query.query)
    let labels = setting.calendars.map { CalendarLabel($0) }
    let isOpen = bounds.isEmpty
    let late =
      isOpen || overdue
      ? LateTodos(
        of: setting.calendars, within: try bounds.range(common, in: setting.zone, &invocation),
        at: setting.now, in: setting.zone, matching: wanted) : LateTodos()
    if overdue { return try show(late, setting, &invocation) }
    let undated = isOpen ? setting.undated.filter { wanted.matches($0.0) } : []
    let contents: ViewContents
    let days: ClosedRange<CivilDate>
    var later: Int?
    if isOpen, !all {
      let week = setting.upcoming(days: Self.defaultDays, matching: wanted)
      contents = ViewContents(
        week.found, unexpanded: week.unexpanded, undated: undated, calendars: labels)
      days = setting.today...setting.today.adding(days: Self.defaultDays - 1)
      later = week.later
    } else {
      let window = try AgendaWindow(bounds, common, in: setting.zone, &invocation)
      let agenda = window.agenda(of: setting.calendars, in: setting.zone, matching: wanted).filter {
        !isOpen || !$0.isOverdue(at: setting.now, viewer: setting.zone)
      }
      contents = ViewContents(agenda, undated: undated, calendars: labels)
      days = window.days(agenda.found, in: setting.zone)
    }
    let view = ListView(
      of: days, showing: contents, in: setting.zone, by: by.value, today: setting.today,
      options: setting.options)
    var whole = view.preceded(
      by: setting.list(of: late.entries.map { $0.occurrence }), under: setting.todoPhrases.overdue)
    whole.laterCount = later ?? 0
    let decoration = setting.decoration(of: late)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: {
          setting.lines(late, then: setting.renderer.lines(view, style: style.value), later: later ?? 0)
        },
        json: { setting.json(late, view, later: later) },
        svg: { $0.document(whole, decoration: decoration) },
        html: { $0.document(whole, decoration: decoration) }),
      setting, common)
  }

  /// Prints overdue to-dos alone.
  private func show(
    _ late: LateTodos, _ setting: ViewSetting, _ invocation: inout Invocation
  ) throws(CommandError) {
    let view = setting.list(of: late.entries.map { $0.occurrence })
    let nothing = StyledText(setting.renderer.phrases.nothing, .dim)
    let decoration = setting.decoration(of: late)
    try invocation.show(
      ShownView(
        unexpanded: [], text: { late.entries.isEmpty ? [nothing] : setting.lines(late) },
        json: { ["version": .version, "items": .array(setting.json(late))] },
        svg: { $0.document(view, decoration: decoration) },
        html: { $0.document(view, decoration: decoration) }),
      setting, common)
  }
}

extension ViewSetting {
  /// A number of days from today on. The last representable day ends with its last second.
  func days(_ count: Int) -> Range<Instant> {
    let start = zone.instant(of: today.startOfDay)
    return start..<max(start, zone.instant(of: today.startOfDay.adding(seconds: count * 86_400)))
  }

  /// The occurrences of a number of days from today on, without to-dos that are late, and the number of items that occur later
  /// alone, a series counted once.
  ///
  /// Series without an end are expanded for a year. If that leaves too little of the budget for the days, these are expanded
  /// alone.
  fileprivate func upcoming(
    days count: Int, matching query: OccurrenceQuery
  ) -> (found: [Occurrence], unexpanded: [UnexpandedSeries], later: Int) {
    let range = days(count)
    let end = range.upperBound
    let open = calendars.agenda(
      from: range.lowerBound, endlessUntil: end.in(zone).adding(.days(AgendaWindow.endlessDays)).instant,
      viewer: zone, matching: query)
    let isLater = { [zone] (occurrence: Occurrence) in occurrence.start.instant(in: zone) >= end }
    let shown = withoutDeclined(open.found)
    var (found, unexpanded) = (shown.filter { !isLater($0) }, open.unexpanded.filter { $0.from < end })
    if !unexpanded.isEmpty {
      let near = calendars.agenda(in: range, viewer: zone, matching: query)
      (found, unexpanded) = (near.found, near.unexpanded)
    }
    found.removeAll { $0.isOverdue(at: now, viewer: zone) }
    let later = Set(shown.lazy.filter(isLater).map(SeriesPlace.init))
    return (found, unexpanded, later.subtracting(found.map(SeriesPlace.init)).count)
  }

  /// A series, or an item that occurs once, in a calendar.
  private struct SeriesPlace: Hashable {
    let id: ItemID
    let calendar: Int

    init(_ occurrence: Occurrence) {
      id = ItemID(uid: occurrence.item.uid, kind: occurrence.item.kind)
      calendar = occurrence.calendar
    }
  }

  /// Late to-dos, then the lines of a view, and how many items come later.
  func lines(_ late: LateTodos, then lines: [StyledText], later: Int) -> [StyledText] {
    let late = self.lines(late)
    let more = StyledText("\(renderer.phrases.more(later))  (almanac list --all)", .dim)
    return late + (late.isEmpty ? [] : [""]) + lines + (later > 0 ? ["", more] : [])
  }

  /// The object of a list, with late to-dos before its items, and the number of items that come later.
  func json(_ late: LateTodos, _ view: ListView, later: Int?) -> JSON {
    let overdue = Set(
      view.items.map { $0.occurrence }.filter { $0.isOverdue(at: now, viewer: zone) }
        .map { [JSON.string($0.item.uid), .string($0.start.description)] })
    let object = JSON(view).withItems { items in
      json(late)
        + items.map { item in
          item.adding(.lateness(overdue.contains([item["uid"] ?? .null, item["start"] ?? .null])))
        }
    }
    return later.map { object.adding([.init("later", .int($0))]) } ?? object
  }
}

extension JSON {
  /// The object of a list with other items.
  func withItems(_ change: ([JSON]) -> [JSON]) -> JSON {
    guard case .object(var members) = self, let index = members.firstIndex(where: { $0.name == "items" }),
      case .array(let items) = members[index].value
    else { return self }
    members[index] = .init("items", .array(change(items)))
    return .object(members)
  }
}

extension ViewSetting {
  /// To-dos and notes without a date, and those that could be begun before today.
  var undated: [(Item, calendar: Int)] { items { $0.start == nil && $0.todo?.due == nil } + begun }

  /// Open to-dos without a due time that could be begun before today. They are not late.
  var begun: [(Item, calendar: Int)] {
    let today = zone.instant(of: today.startOfDay)
    return items { item in
      guard let start = item.start, item.todo?.extent == .implied else { return false }
      return !item.isRecurring && !item.isClosed && start.instant(in: zone) < today
    }
  }

  /// The items that are no instances of series, with the index of their calendar. Records of clients are excluded.
  private func items(where isIncluded: (Item) -> Bool) -> [(Item, calendar: Int)] {
    calendars.enumerated().flatMap { number, calendar in
      calendar.currentItems
        .filter { $0.recurrenceID == nil && isIncluded($0) && (try? ClientRecord($0)) == nil }
        .map { ($0, calendar: number) }
    }
  }
}
