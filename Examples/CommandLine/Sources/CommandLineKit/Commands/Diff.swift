import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime
import ArgumentParser

/// `almanac diff`
struct Diff: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the differences between two calendars, item by item and property by property.",
    discussion: """
      Added items are marked +, removed ones -, changed ones ~ with the content lines before (-) and after (+). DTSTAMP \
      and the order of items are not compared. The exit code is 1 if there are differences. With --format tsv and in \
      templates each item is a row, and each calendar with changed properties of its own is one of kind calendar.
      """)

  @Argument(
    help: "The earlier calendar: a file, - for standard input, or a folder.", completion: .file())
  var before: String

  @Argument(help: "The later calendar.", completion: .file())
  var after: String

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let sides = try [before, after].map { path throws(CommandError) in
      try invocation.sources(at: [CalendarLocation(path)]).flatMap(\.content)
    }
    let (one, another) = (sides[0], sides[1])
    let differences = (0..<max(one.count, another.count)).map { index in
      CalendarDifference(
        from: index < one.count ? one[index] : EventCalendar(),
        to: index < another.count ? another[index] : EventCalendar())
    }
    let properties = differences.flatMap(\.properties)
    let items = differences.flatMap(\.items)
    switch common.format {
    case .text:
      for line in properties.flatMap(\.lines) + items.flatMap(\.lines) {
        invocation.output.writeLine(SafeText.singleLine(line))
      }
    case .tsv, .template:
      invocation.write(["version": .version, "rows": .array(differences.flatMap(\.rows))])
    default:
      invocation.write([
        "version": .version, "properties": .array(properties.map(\.json)),
        "items": .array(items.map(\.json)),
      ])
    }
    if !properties.isEmpty || !items.isEmpty { throw .ended(.refused, []) }
  }
}

extension CalendarStore.Source {
  /// Its calendars without names and UIDs that are derived from the file or folder: two items without a UID are the same one if
  /// they have the same content.
  fileprivate var content: [EventCalendar] {
    switch self {
    case .file(let file): return file.document.identifiedByContent.calendars
    case .directory(var directory):
      for index in directory.files.indices {
        directory.files[index].document = directory.files[index].document.identifiedByContent
      }
      return directory.calendars.map { calendar in
        var calendar = calendar
        if directory.name == nil, calendar.name == FileSystem.name(of: directory.path) { calendar.name = "" }
        return calendar
      }
    }
  }
}

extension CalendarDifference {
  /// The changed items, after them the properties of the calendar as a row with the same fields.
  fileprivate var rows: [JSON] {
    guard !properties.isEmpty else { return items.map(\.json) }
    let own: JSON = [
      "uid": .string(""), "kind": .string("calendar"), "recurrenceID": .null, "summary": .string(""),
      "change": .string("changed"), "properties": .array(properties.map(\.json)),
    ]
    return items.map(\.json) + [own]
  }
}

extension ItemChange {
  private var mark: (text: String, word: String) {
    if before == nil { return ("+", "added") }
    return after == nil ? ("-", "removed") : ("~", "changed")
  }

  private var title: String { (after ?? before)?.summary ?? "" }

  var lines: [String] {
    let head = "\(mark.text) \(id.kind.rawValue) \(id) \(title: title)"
    return [head] + (before == nil || after == nil ? [] : properties.flatMap(\.lines))
  }

  var json: JSON {
    [
      "uid": .string(id.uid), "kind": .string(id.kind.rawValue),
      "recurrenceID": JSON(id.recurrenceID?.description), "summary": .string(title),
      "change": .string(mark.word), "properties": .array(properties.map(\.json)),
    ]
  }
}

extension PropertyChange {
  fileprivate var lines: [String] { before.map { "  - " + $0 } + after.map { "  + " + $0 } }

  var json: JSON {
    [
      "name": .string(name), "key": .string(key), "before": .array(before.map { .string($0) }),
      "after": .array(after.map { .string($0) }),
    ]
  }
}
