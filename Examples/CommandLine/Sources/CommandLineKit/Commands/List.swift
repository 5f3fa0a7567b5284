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
      Without bounds: all items from today on, one year of a series without an end, and items without a date. --from alone \
      means the 30 days from it, --until alone the 30 days before it, and the day itself if it is a date.
      """)

  static let formats = OutputFormat.allCases

  private static let overdueDays = 3653

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "What")
  var query: QueryOptions

  @Flag(help: "Everything from today on, as without bounds.")
  var all = false

  @Flag(help: "Only overdue to-dos, without bounds those of the last ten years.")
  var overdue = false

  @Option(help: "The headings: day, week, month or category.")
  var by = Choice(ListView.Grouping.day)

  @Option(help: "sections: under headings; table: one line per item, day | name.")
  var style = Choice(TextRenderer.ListStyle.sections)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if all && !(bounds.isEmpty && !overdue) {
      throw ValidationError("--all is without bounds (expected no --from, --until, --days or --overdue)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    var window = try AgendaWindow(bounds, common, in: setting.zone, &invocation)
    if overdue, bounds.isEmpty {
      let past = setting.now.in(setting.zone).adding(.days(-Self.overdueDays)).instant
      window = .bounded(past..<setting.now.adding(seconds: 1))
    }
    var wanted = common.budgeted(query.query)
    if overdue { wanted.kinds = [.todo] }
    var agenda = window.agenda(of: setting.calendars, in: setting.zone, matching: wanted)
    if overdue { agenda = agenda.filter { $0.isOverdue(at: setting.now, viewer: setting.zone) } }
    let view = ListView(
      of: window.days(agenda.found, in: setting.zone),
      showing: ViewContents(
        agenda,
        undated: bounds.isEmpty && !overdue ? setting.calendars.undated.filter { wanted.matches($0.0) } : [],
        calendars: setting.calendars.map { CalendarLabel($0) }), in: setting.zone, by: by.value,
      today: setting.today, options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: { setting.renderer.lines(view, style: style.value) }, json: { JSON(view) },
        svg: { $0.document(view) }, html: { $0.document(view) }),
      setting, common)
  }
}

extension [EventCalendar] {
  /// To-dos and notes without a date, with the index of their calendar. Records of clients are excluded.
  fileprivate var undated: [(Item, calendar: Int)] {
    enumerated().flatMap { number, calendar in
      calendar.currentItems.filter { $0.start == nil && $0.recurrenceID == nil && $0.todo?.due == nil }
        .filter { (try? ClientRecord($0)) == nil }
        .map { ($0, calendar: number) }
    }
  }
}
