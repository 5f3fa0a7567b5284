import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac week`
struct Week: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show a week: a row per day with its item or \"several tasks\", or the hours side by side.")

  static let formats = OutputFormat.views

  @Argument(
    help: "A day of the week. [default: today]", completion: .dates, transform: CivilDate.init(argument:))
  var date: CivilDate?

  @Option(
    help: "rows: a row per day; hours: the days' hours side by side. [default: rows, for svg and html hours]")
  var style: Choice<WeekStyle>?

  @OptionGroup
  var names: HandleOptions

  @OptionGroup(title: "Hours")
  var hours: HoursOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var setting = try invocation.setting(calendars, common, of: identity).labelled(names.handles)
    setting.options.hours = hours.options(invocation.environment.configuration)
    let inPicture = style?.value ?? .hours
    let view = WeekView(
      of: date ?? setting.today, showing: setting.calendars, in: setting.zone, today: setting.today,
      now: setting.now, options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: { setting.renderer.lines(view, style: style?.value ?? .rows) }, json: { JSON(view) },
        svg: { $0.document(view, style: inPicture) }, html: { $0.document(view, style: inPicture) }),
      setting, common)
  }
}
