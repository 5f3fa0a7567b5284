import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac week`
struct Week: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a week: a row a day with its item or \"several tasks\", or the hours side by side.")

  static let formats = OutputFormat.allCases

  @Argument(help: "A day of the week. [default: today]", transform: CivilDate.init(argument:))
  var date: CivilDate?

  @Option(help: "rows: a row a day; hours: the days' hours side by side.")
  var style = Choice(WeekStyle.rows)

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let view = WeekView(
      of: date ?? setting.today, showing: setting.calendars, in: setting.zone, today: setting.today,
      now: setting.now, options: setting.options)
    invocation.show(
      ShownView(
        text: { setting.renderer.lines(view, style: style.value) }, json: { JSON(view) },
        svg: { $0.document(view) }, html: { $0.document(view) }),
      setting, common)
  }
}
