import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac day`
struct Day: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show the hours of a day, with overlapping items side by side.")

  static let formats = OutputFormat.views

  @Argument(help: "The day. [default: today]", completion: .dates, transform: CivilDate.init(argument:))
  var date: CivilDate?

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
    let view = DayView(
      of: date ?? setting.today, showing: setting.calendars, in: setting.zone, today: setting.today,
      now: setting.now, options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: { setting.renderer.lines(view) }, json: { JSON(view) }, svg: { $0.document(view) },
        html: { $0.document(view) }),
      setting, common)
  }
}
