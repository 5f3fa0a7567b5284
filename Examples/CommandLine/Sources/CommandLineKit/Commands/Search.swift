import AlmanacEvents
import AlmanacRendering
import ArgumentParser

/// `almanac search TEXT`
struct Search: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find items by what is in their name, their note, their place or their categories.",
    discussion: """
      Case does not matter. A series is told once, at its first start, beside its changed instances. Each line ends \
      with the UID by which show, edit, delete and done know the item.
      """)

  @Argument(help: "What to look for.")
  var text: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let query = OccurrenceQuery(includesClosedTodos: true, text: text)
    var found: [(item: Item, calendar: Int)] = []
    for (number, calendar) in setting.calendars.enumerated() {
      for item in calendar.currentItems
      where query.matches(item) || item.categories.contains(where: { query.matches(Journal($0)) }) {
        found.append((item, number))
      }
    }
    let list = setting.list(of: found)
    switch common.format {
    case .text: invocation.output.write(setting.renderer.text(setting.lines(list)))
    default: invocation.output.writeLine(JSON(list).text())
    }
  }
}
