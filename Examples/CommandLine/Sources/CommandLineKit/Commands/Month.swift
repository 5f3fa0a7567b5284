import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac month`
struct Month: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "month",
    abstract: "Show a month as a grid: days in the colour of their item, red for several.",
    discussion: """
      A day with one item has a dot after its number, a day with several items a +. Today is in [ ], the selected day in \
      < >. Below the grid is the list of the selected day, else of today.
      """)

  static let formats = OutputFormat.views

  @Argument(
    help: ArgumentHelp("The month: 2026-03, march. [default: this month]", valueName: "month"),
    transform: YearMonth.init(argument:))
  var month: YearMonth?

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("The number of months.", valueName: "number"))
  var months: Int = 1

  @Option(help: "compact: numbers as in cal; boxed: the titles in the cells.")
  var style = Choice(TextRenderer.MonthStyle.compact)

  @Flag(
    inversion: .prefixedNo,
    help: "Show the numbers of the weeks. If not stated, pictures and pages have them, and text does not.")
  var weekNumbers: Bool?

  @Option(
    help: ArgumentHelp(
      "The most items of a day in boxes and pictures; the others are counted.", valueName: "number"))
  var rows: Int?

  @Option(help: "When a day is red: multiple: it has several items; differing: its items differ in colour.")
  var dayColor = Choice(DayColorPolicy.multiple)

  @Option(help: "Mark a day and list its items.", transform: CivilDate.init(argument:))
  var selected: CivilDate?

  @OptionGroup
  var names: HandleOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try requireRange("--months", months, 1...120)
    try requireRange("--rows", rows, 0...Int.max)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    var setting = try invocation.setting(calendars, common, of: identity).labelled(names.handles)
    setting.options.dayColor = dayColor.value
    setting.options.maximumLanes = rows
    setting.showsWeekNumbers(weekNumbers)
    let first = month ?? selected?.yearMonth ?? setting.today.yearMonth
    let views = views(from: first, setting)
    let isCut = views.count < months
    if isCut {
      let next = first.adding(months: views.count)
      invocation.output.outlivesFailure = true
      invocation.complain(
        Complaint("the months from \(next) on are not shown", expected: "fewer months or a larger --budget"))
    }
    try invocation.show(
      ShownView(
        unexpanded: views.flatMap { $0.unexpanded }.earliest,
        text: { lines(views, setting) }, json: { json(views) },
        svg: { $0.document(views) }, html: { $0.document(views) }),
      setting, common)
    if isCut { throw .ended(.badData, []) }
  }

  /// The months, up to the one with which their days show more than the budget: all are held until they are printed.
  private func views(from first: YearMonth, _ setting: ViewSetting) -> [MonthView] {
    var options = setting.options
    var views: [MonthView] = []
    while views.count < months, views.isEmpty || options.budget > 0 {
      let view = MonthView(
        of: first.adding(months: views.count), showing: setting.calendars, in: setting.zone,
        today: setting.today, selected: selected, options: options)
      options.budget = max(0, options.budget - view.cost)
      views.append(view)
    }
    return views
  }

  private func lines(_ views: [MonthView], _ setting: ViewSetting) -> [StyledText] {
    var lines: [StyledText] = []
    for view in views {
      if !lines.isEmpty { lines.append("") }
      lines += setting.renderer.lines(view, style: style.value)
      if selected == nil, let today = view[setting.today], today.isInMonth {
        lines += [""] + setting.renderer.lines(today)
      }
    }
    return lines
  }

  /// The value of one month, or of several as a list.
  private func json(_ views: [MonthView]) -> JSON {
    if let view = views.first, months == 1 { return JSON(view) }
    return ["version": .version, "months": .array(views.map { JSON($0) })]
  }
}
