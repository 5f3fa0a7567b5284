import AlmanacTraining

/// A command line in a session: `0:40 done`, `1:50 reps 6`, `skip 2.1`. Without a time, the command happens now.
///
/// Exercises and sets are counted from 1. Without one, the command concerns the set in its rest, or the next set.
struct WorkoutLine: Sendable {
  enum Command: Sendable {
    case session(RecorderCommand)
    /// Shows the state of the session.
    case status
  }

  /// The time since the start; `nil` if the line states none.
  let time: Duration?
  let command: Command

  /// - Parameter now: The time of a line without one. A rest that is over by then does not count.
  /// - Throws: `ArgumentFault`.
  init(
    _ text: String, in session: SessionRecorder, at now: Duration? = nil, _ library: TrainingLibrary
  ) throws {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var time: Duration?
    if let first = words.first, first.utf8.first.map({ (48...57).contains($0) }) == true {
      time = try TimeText.length(first)
      words.removeFirst()
    }
    self.time = time
    guard let verb = words.first else { throw ArgumentFault("there is no command", expected: Self.verbs) }
    var then = session
    if let moment = time ?? now { _ = try? then.advance(to: moment) }
    var reader = WorkoutWords(words: Array(words.dropFirst()), session: then)
    command = try Self.command(verb, &reader, library)
    guard reader.words.isEmpty else {
      throw ArgumentFault(
        "unexpected words: \(reader.words.joined(separator: " "))", expected: "nothing more after \(verb)")
    }
  }

  private static let verbs =
    "choose, add, start, rep, done, reps, load, time, note, skip, back, rest, leave, status, finish or discard"

  private static func command(
    _ verb: String, _ reader: inout WorkoutWords, _ library: TrainingLibrary
  ) throws -> Command {
    switch verb {
    case "choose": return .session(.choose(exercise: try reader.exercise()))
    case "add":
      let entry = try EntryText(argument: reader.rest())
      let snapshot = library.snapshot(named: entry.exercise)
      return .session(
        .add(snapshot ?? ExerciseSnapshot(id: entry.exercise, name: entry.exercise), sets: entry.sets))
    case "start": return .session(.start(try reader.set(.next)))
    case "rep": return .session(.repetition(try reader.set(.next)))
    case "done": return .session(.complete(try reader.set(.next)))
    case "reps": return .session(.change(try reader.set(.resting), try reader.repetitions()))
    case "load": return .session(.change(try reader.set(.resting), try reader.load()))
    case "time":
      return .session(.change(try reader.set(.resting), .time(try TimeText.length(reader.word("a time")))))
    case "note": return .session(.note(try reader.set(.resting), reader.rest()))
    case "skip":
      return .session(try reader.isExercise ? .skipExercise(reader.exercise()) : .skip(reader.set(.next)))
    case "back":
      return .session(
        try reader.isExercise ? .takeBackExercise(reader.exercise()) : .takeBack(reader.set(.resting)))
    case "rest": return .session(.endRest)
    case "leave": return .session(.leave)
    case "finish": return .session(.finish)
    case "discard": return .session(.discard)
    case "status": return .status
    default: throw ArgumentFault("\(verb) is not a command", expected: verbs)
    }
  }
}

/// The words after a command.
private struct WorkoutWords {
  enum DefaultSet { case next, resting }

  var words: [String]
  let session: SessionRecorder

  mutating func word(_ expected: String) throws -> String {
    guard !words.isEmpty else { throw ArgumentFault("a word is missing", expected: expected) }
    return words.removeFirst()
  }

  mutating func rest() -> String {
    defer { words = [] }
    return words.joined(separator: " ")
  }

  /// Whether the next word is the number of an exercise.
  var isExercise: Bool { words.first.flatMap { Int($0) } != nil }

  mutating func exercise() throws -> Int {
    let word = try word("the number of an exercise")
    guard let number = Int(word), let exercise = session.exercise(at: number) else {
      throw ArgumentFault("there is no exercise \(word)", expected: "1 to \(session.exercises.count)")
    }
    return exercise.number
  }

  /// The set that the next word names, else the default.
  mutating func set(_ defaultSet: DefaultSet) throws -> SetID {
    if let parts = words.first?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
      let position = Int(parts[0]), let number = Int(parts[1])
    {
      let word = words.removeFirst()
      guard let exercise = session.exercise(at: position), exercise.sets.indices.contains(number &- 1) else {
        throw ArgumentFault("there is no set \(word)", expected: "exercise and set, from 1.1 on")
      }
      return SetID(exercise: exercise.number, set: number - 1)
    }
    let resting = session.countdown(at: session.elapsed)?.set.id
    guard let set = defaultSet == .resting ? resting ?? session.next : session.next else {
      throw ArgumentFault("all sets are done", expected: "a set such as 1.1")
    }
    return set
  }

  /// A number of repetitions, `8`, or a difference, `+1` or `-1`.
  mutating func repetitions() throws -> SetChange {
    let word = try word("a number of repetitions")
    guard let number = Int(word) else {
      throw ArgumentFault("\(word) is not a number", expected: "8, +1 or -1")
    }
    return word.hasPrefix("+") || word.hasPrefix("-") ? .addRepetitions(number) : .repetitions(number)
  }

  /// A weight, `42.5kg`, or a number of steps, `+1` or `-1`.
  mutating func load() throws -> SetChange {
    let word = try word("a weight")
    if word.hasPrefix("+") || word.hasPrefix("-"), let steps = Int(word) { return .stepLoad(steps) }
    return .load(try LoadText.read(word))
  }
}

extension SessionRecorder {
  /// The exercise at a position, from 1.
  func exercise(at position: Int) -> PerformedExercise? {
    exercises.indices.contains(position &- 1) ? exercises[position - 1] : nil
  }

  /// The label of a set: `1.1` for the first set of the first exercise.
  func label(_ set: SetID) -> String {
    let index = exercises.firstIndex { $0.number == set.exercise } ?? 0
    return "\(index + 1).\(set.set + 1)"
  }
}

extension TrainingLibrary {
  /// The snapshot of the exercise of an id or a name, which a session stores.
  func snapshot(named text: String) -> ExerciseSnapshot? {
    let id = exercise(text)?.id ?? exercises.first { $0.name.lowercased() == text.lowercased() }?.id
    return id.flatMap { snapshot(ofExercise: $0) }
  }
}
