import AlmanacEvents
import AlmanacRendering
import AlmanacTraining
import ArgumentParser

/// A kind of element of a training library: routines, exercises or machines, which have the same commands.
protocol LibraryKind: Sendable {
  associatedtype Element: Sendable, Identifiable where Element.ID == String

  /// The word in commands and messages, such as `routine`.
  static var word: String { get }
  static func elements(of library: TrainingLibrary) -> [Element]
  static func coach(_ element: Element) -> String
  static func name(_ element: Element) -> String
  /// The text after the name in a list.
  static func details(_ element: Element, in library: TrainingLibrary) -> String
  static func json(_ element: Element) -> [JSON.Member]
  static func rename(
    _ id: String, to name: String, by coach: String?, in library: inout TrainingLibrary
  ) throws(TrainingError)
  static func remove(_ id: String, by coach: String?, from library: inout TrainingLibrary)
    throws(TrainingError)
}

extension LibraryKind {
  /// The indefinite article of the word.
  static var article: String { word.first.map { "aeiou".contains($0) } == true ? "an" : "a" }

  /// The element of an id, or of a name in any case.
  static func element(
    named text: String, of coach: String?, in library: TrainingLibrary
  ) throws(CommandError) -> Element {
    let elements = elements(of: coach.map { library.seen(by: $0) } ?? library)
    if let element = elements.first(where: { $0.id == text }) { return element }
    return try elements.only(named: text, Phrase(stringLiteral: word), name: name)
  }
}

enum MachineKind: LibraryKind {
  static let word = "machine"

  static func elements(of library: TrainingLibrary) -> [Machine] { library.machines }
  static func coach(_ element: Machine) -> String { element.coach }
  static func name(_ element: Machine) -> String { element.name }

  static func details(_ element: Machine, in library: TrainingLibrary) -> String {
    [element.picture, element.isShared ? "shared" : nil].compactMap { $0 }.joined(separator: ", ")
  }

  static func json(_ element: Machine) -> [JSON.Member] {
    [.init("picture", JSON(element.picture)), .init("shared", .bool(element.isShared))]
  }

  static func rename(
    _ id: String, to name: String, by coach: String?, in library: inout TrainingLibrary
  ) throws(TrainingError) {
    try library.editMachine(id, by: coach) { $0.name = name }
  }

  static func remove(_ id: String, by coach: String?, from library: inout TrainingLibrary)
    throws(TrainingError)
  {
    try library.removeMachine(id, by: coach)
  }
}

enum ExerciseKind: LibraryKind {
  static let word = "exercise"

  static func elements(of library: TrainingLibrary) -> [Exercise] { library.exercises }
  static func coach(_ element: Exercise) -> String { element.coach }
  static func name(_ element: Exercise) -> String { element.name }

  static func details(_ element: Exercise, in library: TrainingLibrary) -> String {
    let machine = element.machine.flatMap { library.machine($0)?.name }
    let shared = element.isShared ? "shared" : nil
    return [machine, element.subtitle, element.details, element.video, shared].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  static func json(_ element: Exercise) -> [JSON.Member] {
    [
      .init("machine", JSON(element.machine)), .init("subtitle", .string(element.subtitle)),
      .init("details", .string(element.details)), .init("video", .string(element.video)),
      .init("shared", .bool(element.isShared)),
    ]
  }

  static func rename(
    _ id: String, to name: String, by coach: String?, in library: inout TrainingLibrary
  ) throws(TrainingError) {
    try library.editExercise(id, by: coach) { $0.name = name }
  }

  static func remove(_ id: String, by coach: String?, from library: inout TrainingLibrary)
    throws(TrainingError)
  {
    try library.removeExercise(id, by: coach)
  }
}

enum RoutineKind: LibraryKind {
  static let word = "routine"

  static func elements(of library: TrainingLibrary) -> [Routine] { library.routines }
  static func coach(_ element: Routine) -> String { element.coach }
  static func name(_ element: Routine) -> String { element.name }

  static func details(_ element: Routine, in library: TrainingLibrary) -> String {
    let exercises = element.exercises.map { entry in
      "\(library.exercise(entry.exercise)?.name ?? entry.exercise) "
        + WorkoutScript.joined(entry.sets.map(WorkoutScript.text))
    }
    return ((element.client.map { ["for \($0)"] } ?? []) + exercises).joined(separator: "; ")
  }

  static func json(_ element: Routine) -> [JSON.Member] {
    [
      .init("client", JSON(element.client)), .init("color", JSON(element.color?.description)),
      .init("details", .string(element.details)), .init("note", .string(element.note)),
      .init(
        "exercises",
        .array(
          element.exercises.map { entry in
            ["exercise": .string(entry.exercise), "sets": .array(entry.sets.map { $0.json })]
          })),
    ]
  }

  static func rename(
    _ id: String, to name: String, by coach: String?, in library: inout TrainingLibrary
  ) throws(TrainingError) {
    try library.editRoutine(id, by: coach) { $0.name = name }
  }

  static func remove(_ id: String, by coach: String?, from library: inout TrainingLibrary)
    throws(TrainingError)
  {
    try library.removeRoutine(id, by: coach)
  }
}

extension PrescribedSet {
  fileprivate var json: JSON {
    [
      "repetitions": repetitions.map { .int($0) } ?? .null, "load": load.map { JSON($0) } ?? .null,
      "time": JSON(seconds: time), "rest": JSON(seconds: rest),
    ]
  }
}
