import AlmanacEvents
import AlmanacRendering
import ArgumentParser

/// `almanac search TEXT`
struct Search: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find items by a text in their name, note, location or categories.",
    discussion: """
      Case and accents do not matter. A series is listed once, at its first start, and so are its changed instances. Each line begins \
      with the handle of the item for show, edit, delete and done, and ends with its UID where \
      the line has room for it.
      """)

  @Argument(help: "The text to search for.")
  var text: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common).labelled(common.format == .text)
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
    default:
      let late = LateTodos(of: setting.calendars, at: setting.now, in: setting.zone, matching: .all)
      let missed = Dictionary(late.entries.map { (JSON.string($0.occurrence.item.uid), $0.missed) }) {
        $0 + $1
      }
      invocation.write(
        JSON(list).withItems { items in
          items.map { item in
            let count = missed[item["uid"] ?? .null] ?? 0
            return item.adding(.lateness(count > 0, missed: count))
          }
        })
    }
  }
}
