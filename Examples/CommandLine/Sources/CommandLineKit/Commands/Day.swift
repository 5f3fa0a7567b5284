import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac day`
struct Day: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the hours of a day, items that overlap side by side.")

  static let formats = OutputFormat.allCases

  @Argument(help: "The day. [default: today]", transform: CivilDate.init(argument:))
  var date: CivilDate?

  @Option(
    help: ArgumentHelp("The hours to show, such as 8-20. [default: 0-24]", valueName: "from-to"),
    transform: hours(_:))
  var hours: Range<Int>?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var setting = try invocation.setting(calendars, common)
    if let hours { setting.options.hours.visible = hours }
    let view = DayView(
      of: date ?? setting.today, showing: setting.calendars, in: setting.zone, today: setting.today,
      now: setting.now, options: setting.options)
    invocation.show(
      ShownView(
        text: { setting.renderer.lines(view) }, json: { JSON(view) }, svg: { $0.document(view) },
        html: { $0.document(view) }),
      setting, common)
  }
}

private func hours(_ text: String) throws -> Range<Int> {
  let bounds = text.split(separator: "-").map { Int($0) }
  guard bounds.count == 2, let first = bounds[0], let end = bounds[1], first < end, end <= 24 else {
    throw ArgumentFault("\(text) is no range of hours", expected: "two hours from 0 to 24, such as 8-20")
  }
  return first..<end
}
