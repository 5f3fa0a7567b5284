import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac calendars`
struct ListCalendars: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendars",
    abstract: "List the calendars with their colours, their numbers of items and where they lie.",
    discussion: "The first is the one to which add adds items; --in names another.")

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let sources = try invocation.sources(calendars)
    let configuration = invocation.environment.configuration
    let listed = sources.flatMap { ListedCalendar.all(of: $0, configuration) }
    let (depth, language) = (invocation.colorDepth(common), invocation.language)
    switch common.format {
    case .text:
      let width = listed.map { DisplayWidth.of($0.title) }.max() ?? 0
      for calendar in listed {
        var line = StyledText("● ", calendar.color.map { .text($0) } ?? .plain)
        line.append(DisplayWidth.padded(SafeText.singleLine(calendar.title), to: width))
        line.append("  \(calendar.counts(in: language))  \(SafeText.singleLine(calendar.path))", .dim)
        invocation.output.writeLine(line.rendered(depth))
      }
    default:
      invocation.write(["version": .version, "calendars": .array(listed.map { $0.json })])
    }
  }
}

/// A calendar of the command line's locations.
struct ListedCalendar {
  let title: String
  let path: String
  let color: CalendarColor?
  private(set) var events = 0
  private(set) var todos = 0
  private(set) var notes = 0

  static func all(of source: CalendarStore.Source, _ configuration: Configuration) -> [ListedCalendar] {
    switch source {
    case .directory(let directory):
      let stated = configuration.calendar(at: directory.path)
      var own = ListedCalendar(
        title: stated?.title(besides: directory.title) ?? directory.title, path: directory.path,
        color: stated?.color ?? directory.color ?? directory.calendars.lazy.compactMap { $0.color }.first)
      own.count(directory.calendars)
      return [own]
    case .file(let file):
      return file.calendars.map { calendar in
        let calendar = configuration.style(calendar, at: file.path)
        var own = ListedCalendar(title: calendar.name, path: file.path, color: calendar.color)
        own.count([calendar])
        return own
      }
    }
  }

  private mutating func count(_ calendars: [EventCalendar]) {
    for calendar in calendars {
      for series in Set(calendar.items.map { ItemID(uid: $0.uid, kind: $0.kind) }) {
        switch series.kind {
        case .event: events += 1
        case .todo: todos += 1
        case .journal: notes += 1
        }
      }
    }
  }

  /// `12 events, 3 to-dos`.
  func counts(in language: Localization) -> String {
    let phrases: [(count: Int, phrase: Phrase)] = [
      (events, events == 1 ? "1 event" : "\(events) events"),
      (todos, todos == 1 ? "1 to-do" : "\(todos) to-dos"),
      (notes, notes == 1 ? "1 note" : "\(notes) notes"),
    ]
    let parts = phrases.filter { $0.count > 0 }.map { $0.phrase.text(in: language) }
    return parts.isEmpty ? ("empty" as Phrase).text(in: language) : parts.joined(separator: ", ")
  }

  var json: JSON {
    [
      "name": .string(title), "path": .string(path), "color": JSON(color?.description),
      "events": .int(events), "todos": .int(todos), "journals": .int(notes),
    ]
  }
}
