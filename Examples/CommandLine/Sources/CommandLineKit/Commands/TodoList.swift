import AlmanacEvents
import AlmanacRecurrence
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac todo`
struct TodoList: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "todo",
    abstract: "List open to-dos: late ones first, then by due time and priority.",
    discussion: """
      A series is one line, with its next open instance and the number of those that were missed. Each line ends with the \
      handle of the to-do for done, edit, show and delete.
      """)

  @Flag(help: "Also those that are done or cancelled.")
  var all = false

  @Option(
    name: .customLong("category"),
    help: ArgumentHelp("Only to-dos of this category, in any case.", valueName: "name"),
    completion: .categories)
  var categories: [String] = []

  @Option(
    help: ArgumentHelp("Only to-dos with this text in their name, note or location.", valueName: "text"))
  var text = ""

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common).labelled(common.format == .text)
    var query = OccurrenceQuery(categories: categories, text: text)
    query.kinds = [.todo]
    let late = LateTodos(of: setting.calendars, at: setting.now, in: setting.zone, matching: query)
    let lateUIDs = Set(late.entries.map { $0.occurrence.item.uid })
    let others = setting.otherTodos(besides: lateUIDs, matching: query, all: all)
    switch common.format {
    case .text:
      var lines = setting.lines(late)
      if !lines.isEmpty, !others.isEmpty { lines.append("") }
      lines += setting.lines(others)
      invocation.output.write(setting.text(lines))
    default:
      invocation.write([
        "version": .version, "items": .array(setting.json(late) + setting.json(others)),
      ])
    }
  }
}

/// A to-do of a list, or the next open instance of one that repeats.
struct ListedTodo: Sendable {
  let item: Item
  /// `nil` for a to-do without a date.
  var occurrence: Occurrence?
  let calendar: Int

  /// The occurrence of a to-do is at its due time.
  var due: EventTime? { item.todo?.due == nil ? nil : occurrence?.start }

  /// The time from which it can be begun.
  var start: EventTime? { item.todo?.start == nil ? nil : occurrence?.recurrenceID ?? item.todo?.start }
}

extension ViewSetting {
  /// The to-dos that are not late, in order of due time, priority and name; those without a date last, closed ones after them.
  fileprivate func otherTodos(
    besides late: Set<String>, matching query: OccurrenceQuery, all: Bool
  ) -> [ListedTodo] {
    var todos: [ListedTodo] = []
    var query = query
    query.includesClosedTodos = all
    for (number, calendar) in calendars.enumerated() {
      var seen = late
      for item in calendar.currentItems where item.kind == .todo && query.matches(item) {
        if (try? ClientRecord(item)) != nil { continue }
        if !item.isRecurring, item.isClosed {
          if all { todos.append(ListedTodo(single: item, calendar: number)) }
          continue
        }
        guard seen.insert(item.uid).inserted else { continue }
        if item.isRecurring || item.recurrenceID != nil {
          if let next = calendar.nextOpen(of: item.uid, kind: .todo, at: now, viewer: zone) {
            let occurrence = Occurrence(
              next.item, from: next.start, to: next.end, recurrenceID: next.recurrenceID, calendar: number)
            todos.append(ListedTodo(item: next.item, occurrence: occurrence, calendar: number))
          } else if all {
            todos.append(ListedTodo(single: item, calendar: number))
          }
        } else {
          todos.append(ListedTodo(single: item, calendar: number))
        }
      }
    }
    func key(_ todo: ListedTodo) -> (Int, Instant, Int, String, String) {
      let time = todo.due ?? todo.start
      return (
        todo.item.isClosed ? 2 : time == nil ? 1 : 0, time?.instant(in: zone) ?? .max,
        todo.item.priority == 0 ? 10 : todo.item.priority, todo.item.summary, todo.item.uid
      )
    }
    return todos.sorted { key($0) < key($1) }
  }

  fileprivate func lines(_ todos: [ListedTodo]) -> [StyledText] {
    let days = todos.map { todo in
      todo.due.map { day($0) } ?? todo.start.map { todoPhrases.from(day($0)) } ?? ""
    }
    let width = days.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(todos, days).map { todo, when in
      let item = todo.item
      var line = beginning(of: item, DisplayWidth.padded(when, to: width), in: todo.calendar)
      if let due = todo.due, let start = todo.start, start != due {
        line.append(" · \(todoPhrases.from(day(start)))", .dim)
      }
      if let percent = item.todo?.percentComplete, percent > 0, percent < 100 {
        line.append(" · \(percent)%", .dim)
      }
      for rule in item.recurrence.rules {
        line.append(" · \(rule.description(in: renderer.localization, zone: zone))", .dim)
      }
      return labelled(line, item)
    }
  }

  fileprivate func json(_ todos: [ListedTodo]) -> [JSON] {
    let dated = json(of: todos.compactMap { $0.occurrence })
    return todos.compactMap { todo in
      let value: JSON?
      if let occurrence = todo.occurrence {
        value = dated[occurrence.id]
      } else {
        var items: [JSON] = []
        if case .array(let found)? = JSON(list(of: [], undated: [(todo.item, todo.calendar)]))["items"] {
          items = found
        }
        value = items.first
      }
      return value?.adding(.lateness(false))
    }
  }
}

extension ListedTodo {
  fileprivate init(single item: Item, calendar: Int) {
    let occurrence = item.span.map {
      Occurrence(item, from: $0.start, to: $0.end, recurrenceID: item.recurrenceID, calendar: calendar)
    }
    self.init(item: item, occurrence: occurrence, calendar: calendar)
  }
}
