import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac list`
struct List: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "List items in order of time.",
    discussion: """
      Without bounds: to-dos that are late, the items of a week from today on, those without a date, and how many items come \
      later. --all lists everything still to come, one year of a series without an end. A date alone means that day, \
      --from alone the 30 days from it, --until alone the 30 days before it, and the day itself if it is a date.
      """)

  static let formats = OutputFormat.views

  private static let overdueDays = 3653

  @Argument(help: "A day. [default: the week from today on]", transform: CivilDate.init(argument:))
  var date: CivilDate?

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "What")
  var query: QueryOptions

  @Flag(help: "Everything from today on.")
  var all = false

  @Flag(help: "Only overdue to-dos, without bounds those of the last ten years.")
  var overdue = false

  @Flag(help: "Show the handles by which commands name the items.")
  var handles = false

  @Option(help: "The headings: day, week, month or category.")
  var by = Choice(ListView.Grouping.day)

  @Option(help: "sections: under headings; table: one line per item, day | name.")
  var style = Choice(TextRenderer.ListStyle.sections)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

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

  /// The bounds of the options, with a date as a day.
  private var stated: BoundsOptions {
    var bounds = bounds
    if let date { (bounds.from, bounds.days) = (.date(date), 1) }
    return bounds
  }

  /// The days that are listed without bounds.
  private static let defaultDays = 7

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common).labelled(handles)
    let bounds = stated
    let isOpen = bounds.isEmpty && !overdue
    var wanted = common.budgeted(query.query)
    if overdue { wanted.kinds = [.todo] }
    var late = LateTodos()
    let labels = setting.calendars.map { CalendarLabel($0) }
    let undated = isOpen ? setting.calendars.undated.filter { wanted.matches($0.0) } : []
    if isOpen { late = LateTodos(of: setting.calendars, at: setting.now, in: setting.zone, matching: wanted) }
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
      var window = try AgendaWindow(bounds, common, in: setting.zone, &invocation)
      if overdue, bounds.isEmpty {
        let past = setting.now.in(setting.zone).adding(.days(-Self.overdueDays)).instant
        window = .bounded(past..<setting.now.adding(seconds: 1))
      }
      let agenda = window.agenda(of: setting.calendars, in: setting.zone, matching: wanted).filter {
        overdue
          ? $0.isOverdue(at: setting.now, viewer: setting.zone)
          : !isOpen || !$0.isLate(at: setting.now, viewer: setting.zone)
      }
      contents = ViewContents(agenda, undated: undated, calendars: labels)
      days = window.days(agenda.found, in: setting.zone)
    }
    let view = ListView(
      of: days, showing: contents, in: setting.zone, by: by.value, today: setting.today,
      options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: {
          setting.lines(late, then: setting.renderer.lines(view, style: style.value), later: later ?? 0)
        },
        json: { setting.json(late, view, later: later) },
        svg: { $0.document(view) }, html: { $0.document(view) }),
      setting, common)
  }
}

extension ViewSetting {
  /// A number of days from today on.
  func days(_ count: Int) -> Range<Instant> {
    zone.instant(of: today.startOfDay)..<zone.instant(of: today.adding(days: count).startOfDay)
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
    var (found, unexpanded) = (open.found.filter { !isLater($0) }, open.unexpanded.filter { $0.from < end })
    if !unexpanded.isEmpty {
      let near = calendars.agenda(in: range, viewer: zone, matching: query)
      (found, unexpanded) = (near.found, near.unexpanded)
    }
    found.removeAll { $0.isLate(at: now, viewer: zone) }
    let later = Set(open.found.lazy.filter(isLater).map(SeriesPlace.init))
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
    guard case .object(var members) = JSON(view),
      let index = members.firstIndex(where: { $0.name == "items" }),
      case .array(let items) = members[index].value
    else { return JSON(view) }
    members[index] = .init("items", .array(json(late) + items))
    if let later { members.append(.init("later", .int(later))) }
    return .object(members)
  }
}

extension [EventCalendar] {
  /// To-dos and notes without a date, with the index of their calendar. Records of clients are excluded.
  var undated: [(Item, calendar: Int)] {
    enumerated().flatMap { number, calendar in
      calendar.currentItems.filter { $0.start == nil && $0.recurrenceID == nil && $0.todo?.due == nil }
        .filter { (try? ClientRecord($0)) == nil }
        .map { ($0, calendar: number) }
    }
  }
}
