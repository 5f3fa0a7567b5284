import AlmanacEvents
import AlmanacRendering
import AlmanacTraining
import ArgumentParser

/// `almanac workout machine`
struct MachineCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "machine", abstract: "Manage machines.",
    subcommands: [
      AddMachine.self, ListKind<MachineKind>.self, RenameKind<MachineKind>.self, DeleteKind<MachineKind>.self,
    ])
}

/// `almanac workout exercise`
struct ExerciseCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise", abstract: "Manage the exercises of routines.",
    subcommands: [
      AddExercise.self, ListKind<ExerciseKind>.self, RenameKind<ExerciseKind>.self,
      DeleteKind<ExerciseKind>.self,
    ])
}

/// `almanac workout routine`
struct RoutineCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routine", abstract: "Manage routines for all clients, or assigned to one.",
    subcommands: [
      AddRoutine.self, ListKind<RoutineKind>.self, RenameKind<RoutineKind>.self, DeleteKind<RoutineKind>.self,
    ])
}

/// `almanac workout machine add`
struct AddMachine: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a machine, and print its id.")

  @OptionGroup
  var owner: OwnerOptions

  @Option(help: ArgumentHelp("A link to a picture, or its name.", valueName: "picture"))
  var picture: String?

  @Flag(help: "Share it with other coaches; workout share sets what they may do.")
  var shared = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.add("machine", owner, calendars, common) { (id, library) throws(CommandError) in
      try TrainingError.refusing(
        library.add(
          Machine(id: id, coach: owner.coach, name: owner.name, picture: picture, isShared: shared),
          by: owner.coach))
    }
  }
}

/// `almanac workout exercise add`
struct AddExercise: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an exercise, and print its id.")

  @OptionGroup
  var owner: OwnerOptions

  @Option(help: ArgumentHelp("The machine, by its id or its name.", valueName: "machine"))
  var machine: String?

  @Option(help: ArgumentHelp("A short remark.", valueName: "text"))
  var subtitle = ""

  @Option(help: ArgumentHelp("A text.", valueName: "text"))
  var details = ""

  @Option(help: ArgumentHelp("A link to a video.", valueName: "link"))
  var video = ""

  @Flag(help: "Share it with other coaches; its machine must be shared too.")
  var shared = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.add("exercise", owner, calendars, common) { (id, library) throws(CommandError) in
      var exercise = Exercise(
        id: id, coach: owner.coach, name: owner.name, subtitle: subtitle, details: details, video: video,
        isShared: shared)
      if let machine {
        exercise.machine = try MachineKind.element(named: machine, of: owner.coach, in: library).id
      }
      try TrainingError.refusing(library.add(exercise, by: owner.coach))
    }
  }
}

/// `almanac workout routine add`
struct AddRoutine: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a routine, and print its id.",
    discussion: "A routine without a colour gets an unused one, which is not red.")

  @OptionGroup
  var owner: OwnerOptions

  @Option(
    help: ArgumentHelp("The client to whom it is assigned.", valueName: "address"),
    transform: Person.identity(in:))
  var client: String?

  @Option(
    name: .customLong("exercise"),
    help: ArgumentHelp(
      "An exercise by its id or its name, with its sets: \"Squat: 3x8 60kg rest 90s\", \"Plank: 2x45s rest 30s\"; may be given several times.",
      valueName: "sets"),
    transform: EntryText.init(argument:))
  var exercises: [EntryText] = []

  @Option(help: ArgumentHelp("A text.", valueName: "text"))
  var details = ""

  @Option(help: ArgumentHelp("A note for the client.", valueName: "text"))
  var note = ""

  @Option(
    help: ArgumentHelp("A CSS name or #rrggbb, but no red.", valueName: "color"),
    transform: CalendarColor.init(_:))
  var itemColor: CalendarColor?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.add("routine", owner, calendars, common) { (id, library) throws(CommandError) in
      var routine = Routine(
        id: id, coach: owner.coach, client: client, name: owner.name, details: details, note: note,
        color: itemColor)
      for entry in exercises {
        let exercise = try ExerciseKind.element(named: entry.exercise, of: owner.coach, in: library)
        routine.exercises.append(.init(exercise.id, entry.sets))
      }
      try TrainingError.refusing(library.add(routine, by: owner.coach))
    }
  }
}

/// The name and the coach of a new element.
struct OwnerOptions: ParsableArguments {
  @Argument(help: "Its name.")
  var name: String

  @Option(
    help: ArgumentHelp("The coach to whom it belongs.", valueName: "address"), transform: Person.identity(in:)
  )
  var coach: String
}

extension Invocation {
  fileprivate mutating func add(
    _ kind: Phrase, _ owner: OwnerOptions, _ calendars: CalendarOptions, _ common: CommonOptions,
    _ body: (_ id: String, inout TrainingLibrary) throws(CommandError) -> Void
  ) throws(CommandError) {
    guard !owner.coach.isEmpty else { throw .usage("--coach is empty", expected: "an address or a name") }
    var store = try store(calendars, createsMissing: true)
    var training = try TrainingFile(try changeableLocations(calendars))
    let id = training.library.newID(environment.uids)
    try body(id, &training.library)
    try training.stage(in: &store)
    try save(store, "added \(kind) \(owner.name)")
    print(id, ["version": .version, "id": .string(id)], common)
  }
}

extension TrainingLibrary {
  /// An unused id.
  fileprivate func newID(_ uids: UIDSource) -> String {
    let used = Set(machines.map { $0.id } + exercises.map { $0.id } + routines.map { $0.id })
    for number in 0...used.count {
      let id = uids.uid(number: used.count &+ number)
      if !id.isEmpty, !used.contains(id) { return id }
    }
    return UIDSource.random.uid(number: used.count)
  }
}
