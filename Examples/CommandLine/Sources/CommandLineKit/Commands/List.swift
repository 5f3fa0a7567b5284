import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac list`
struct List: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what happens, in order of time.",
    discussion: """
      Without bounds: everything from today on, of a series without an end one year, and what has no date. With \
      --from alone 30 days from it, with --until alone the 30 days before it.
      """)

  @Option(help: "From a date or a time on.", transform: EventTime.init(argument:))
  var from: EventTime?

  @Option(
    help: "Up to a date, which is included, or a time, which is not.", transform: EventTime.init(argument:))
  var until: EventTime?

  @Option(help: ArgumentHelp("So many days from --from or today.", valueName: "number"))
  var days: Int?

  @Option(help: "The headings: day, week, month or category.")
  var by = Choice(ListView.Grouping.day)

  @Option(help: "sections: under headings; table: one line an item, day | name.")
  var style = Choice(TextRenderer.ListStyle.sections)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if days != nil && until != nil {
      throw ValidationError("--days and --until both set the end (expected one)")
    }
    if let days, !(1...36_600).contains(days) {
      throw ValidationError("--days \(days) is out of range (expected 1 to 36600)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let window = try AgendaWindow(
      from: from, until: until, days: days, common, in: setting.zone, &invocation)
    let (occurrences, isTruncated) = window.agenda(of: setting.calendars, in: setting.zone)
    if isTruncated {
      invocation.complain(Complaint("there is more than is listed", expected: "closer bounds"))
    }
    let view = ListView(
      of: window.days(occurrences, in: setting.zone), occurrences: occurrences,
      undated: isUnbounded ? setting.calendars.undated : [],
      calendars: setting.calendars.map { CalendarLabel($0) }, in: setting.zone, by: by.value,
      today: setting.today,
      options: setting.options)
    switch common.format {
    case .text:
      invocation.output.write(setting.renderer.text(setting.renderer.lines(view, style: style.value)))
    case .json: invocation.output.writeLine(JSON(view).text())
    }
  }

  private var isUnbounded: Bool { from == nil && until == nil && days == nil }
}

extension [EventCalendar] {
  /// To-dos and notes that are on no day, with the number of their calendar.
  fileprivate var undated: [(Item, calendar: Int)] {
    enumerated().flatMap { number, calendar in
      calendar.items.filter { $0.start == nil && $0.recurrenceID == nil && $0.todo?.due == nil }
        .map { ($0, calendar: number) }
    }
  }
}
