import AlmanacTraining

/// One line of what happens in a session: `0:40 done`, `1:50 reps 6`, `skip 2.1`; without a time it happens now.
///
/// Exercises and sets are counted from 1; without one, what is meant is the set that rests or else the next one.
struct WorkoutLine: Sendable {
  enum Command: Sendable {
    case session(RecorderCommand)
    /// Where the session is.
    case status
  }

  /// `nil` where the line says none.
  let time: Duration?
  let command: Command

  /// - Parameter now: When it happens, unless the line says: a rest that is over by then is not a rest.
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
        "\(reader.words.joined(separator: " ")) is too much", expected: "nothing after \(verb)")
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
  enum Meant { case next, resting }

  var words: [String]
  let session: SessionRecorder

  mutating func word(_ what: String) throws -> String {
    guard !words.isEmpty else { throw ArgumentFault("something is missing", expected: what) }
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

  /// The set that the next word names, else the one that is meant.
  mutating func set(_ meant: Meant) throws -> SetID {
    if let parts = words.first?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
      let place = Int(parts[0]), let number = Int(parts[1])
    {
      let word = words.removeFirst()
      guard let exercise = session.exercise(at: place), exercise.sets.indices.contains(number &- 1) else {
        throw ArgumentFault("there is no set \(word)", expected: "exercise and set, from 1.1 on")
      }
      return SetID(exercise: exercise.number, set: number - 1)
    }
    let resting = session.countdown(at: session.elapsed)?.set
    guard let set = meant == .resting ? resting ?? session.next : session.next else {
      throw ArgumentFault("no set is left", expected: "one that is named, such as 1.1")
    }
    return set
  }

  /// `8`, or `+1` and `-1` for more and fewer.
  mutating func repetitions() throws -> SetChange {
    let word = try word("a number of repetitions")
    guard let number = Int(word) else {
      throw ArgumentFault("\(word) is not a number", expected: "8, +1 or -1")
    }
    return word.hasPrefix("+") || word.hasPrefix("-") ? .addRepetitions(number) : .repetitions(number)
  }

  /// `42.5kg`, or `+1` and `-1` for steps.
  mutating func load() throws -> SetChange {
    let word = try word("a weight")
    if word.hasPrefix("+") || word.hasPrefix("-"), let steps = Int(word) { return .stepLoad(steps) }
    return .load(try LoadText.read(word))
  }
}

extension SessionRecorder {
  /// The exercise at a place, counted from 1.
  func exercise(at place: Int) -> PerformedExercise? {
    exercises.indices.contains(place &- 1) ? exercises[place - 1] : nil
  }

  /// A set as people count: `1.1` for the first.
  func label(_ set: SetID) -> String {
    let place = exercises.firstIndex { $0.number == set.exercise } ?? 0
    return "\(place + 1).\(set.set + 1)"
  }
}

extension TrainingLibrary {
  /// What a session keeps of the exercise of an id or a name.
  func snapshot(named text: String) -> ExerciseSnapshot? {
    let id = exercise(text)?.id ?? exercises.first { $0.name.lowercased() == text.lowercased() }?.id
    return id.flatMap { snapshot(ofExercise: $0) }
  }
}
