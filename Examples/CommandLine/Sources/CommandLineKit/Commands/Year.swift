import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac year`
struct Year: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "year",
    abstract: "Show a year as twelve small months, days in the colour of their items.")

  static let formats = OutputFormat.views

  @Argument(
    help: ArgumentHelp("The year: 2027, \"next year\". [default: this year]", valueName: "year"),
    transform: year(_:))
  var year: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Show the numbers of the weeks. If not stated, pictures and pages have them, and text does not.")
  var weekNumbers: Bool?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let year, !(-9999...9999).contains(year) {
      throw ValidationError("\(year) is out of range (expected a year from -9999 to 9999)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    var setting = try invocation.setting(calendars, common, of: identity)
    setting.showsWeekNumbers(weekNumbers)
    let view = YearView(
      of: year ?? setting.today.year, showing: setting.calendars, in: setting.zone, today: setting.today,
      options: setting.options)
    try invocation.show(
      ShownView(
        unexpanded: view.unexpanded,
        text: { setting.renderer.lines(view) }, json: { JSON(view) }, svg: { $0.document(view) },
        html: { $0.document(view) }),
      setting, common)
  }
}

/// Reads a year in digits, of which two are those of 2000 to 2099, or that of a date in words.
private func year(_ text: String) throws -> Int {
  try Int(text).map { text.utf8.count == 2 && $0 >= 0 ? 2_000 + $0 : $0 }
    ?? DateContext.read(text, isSaid: false).start.date.year
}
