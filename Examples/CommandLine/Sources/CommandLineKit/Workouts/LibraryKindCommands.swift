import AlmanacEvents
import AlmanacRendering
import AlmanacViews
import AlmanacTraining
import ArgumentParser

/// `almanac workout routine list`, and the same for exercises and machines.
struct ListKind<Kind: LibraryKind>: AlmanacCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "List the \(Kind.word)s in alphabetical order.")
  }

  @Option(
    help: ArgumentHelp("Only elements visible to this coach.", valueName: "address"),
    transform: Person.identity(in:))
  var coach: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let locations = try invocation.locations(calendars)
    let library = try TrainingFile(locations).library
    let elements = Kind.elements(of: coach.map { library.seen(by: $0) } ?? library)
      .alphabetical(in: setting.renderer.localization) { Kind.name($0) }
    guard common.format == .text else {
      let values = elements.map { element in
        JSON.object(
          [
            .init("id", .string(element.id)), .init("name", .string(Kind.name(element))),
            .init("coach", .string(Kind.coach(element))),
          ] + Kind.json(element))
      }
      return invocation.write(
        JSON.object([.init("version", .version), .init("\(Kind.word)s", .array(values))]))
    }
    let lines = elements.map { element in
      let details = Kind.details(element, in: library)
      return StyledText(Kind.name(element))
        + StyledText("\(details.isEmpty ? "" : "  \(details)")  \(element.id)", .dim)
    }
    invocation.output.write(setting.text(lines))
  }
}

/// `almanac workout routine rename`, and the same for exercises and machines.
struct RenameKind<Kind: LibraryKind>: AlmanacCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "rename", abstract: "Rename \(Kind.article) \(Kind.word).")
  }

  @Argument(help: "The id or the name.")
  var element: String

  @Argument(help: "The new name.")
  var name: String

  @Option(
    help: ArgumentHelp("The coach to whom it belongs.", valueName: "address"), transform: Person.identity(in:)
  )
  var coach: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.change(Kind.self, element, of: coach, "renamed", calendars, common) {
      (id, library) throws(TrainingError) in try Kind.rename(id, to: name, by: coach, in: &library)
    }
  }
}

/// `almanac workout routine delete`, and the same for exercises and machines.
struct DeleteKind<Kind: LibraryKind>: AlmanacCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete",
      abstract: "Delete \(Kind.article) \(Kind.word), unless it is used; its uses are then listed.")
  }

  @Argument(help: "The id or the name.")
  var element: String

  @Option(
    help: ArgumentHelp("The coach to whom it belongs.", valueName: "address"), transform: Person.identity(in:)
  )
  var coach: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.change(Kind.self, element, of: coach, "deleted", calendars, common) {
      (id, library) throws(TrainingError) in try Kind.remove(id, by: coach, from: &library)
    }
  }
}

extension Invocation {
  fileprivate mutating func change<Kind: LibraryKind>(
    _ kind: Kind.Type, _ text: String, of coach: String?, _ action: Phrase, _ calendars: CalendarOptions,
    _ common: CommonOptions, _ body: (_ id: String, inout TrainingLibrary) throws(TrainingError) -> Void
  ) throws(CommandError) {
    var store = try store(calendars, createsMissing: true)
    var training = try TrainingFile(try changeableLocations(calendars))
    let element = try kind.element(named: text, of: coach, in: training.library)
    do throws(TrainingError) { try body(element.id, &training.library) } catch {
      throw CommandError(error, in: training.library)
    }
    try training.stage(in: &store)
    let line: Phrase = "\(action) \(Phrase(stringLiteral: kind.word)) \(kind.name(element))"
    try save(store, line)
    print(line, ["version": .version, "id": .string(element.id)], common)
  }
}
