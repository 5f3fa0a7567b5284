/// What became of one set, in a session that is being recorded or in the record of one.
///
/// It begins with what was prescribed, so that a set done as prescribed needs no entry. Times are since the
/// start of the session, and absent where nobody measured them: a session recorded afterwards has none.
public struct PerformedSet: Sendable, Hashable, Codable {
  public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// Still to do.
    case open
    /// Done and still to be changed, until its rest ends.
    case resting
    /// Done and closed.
    case done
    case skipped
  }

  /// `nil` when nobody said what it should be.
  public let prescribed: PrescribedSet?
  /// Whether it was added in the session, so that nobody had assigned it.
  public let isAdded: Bool
  public internal(set) var state: State
  public internal(set) var repetitions: Int?
  public internal(set) var load: Load?
  /// How long the work lasted, as prescribed or as stated; see ``measuredTime`` for what was measured.
  public internal(set) var time: Duration?
  public internal(set) var note: String
  /// When the work began.
  public internal(set) var start: Duration?
  /// When each repetition was done, as far as they were counted one by one: never more of them than
  /// ``repetitions``.
  public internal(set) var repetitionTimes: [Duration?]
  /// When the work was done.
  public internal(set) var completion: Duration?
  /// How long the rest was, as taken.
  public internal(set) var rest: Duration?
  /// Whether ``repetitions`` is a count of those done so far, no longer a number to reach.
  var isCounting: Bool

  init(_ prescribed: PrescribedSet?, isAdded: Bool) {
    self.prescribed = prescribed
    self.isAdded = isAdded
    state = .open
    repetitions = prescribed?.repetitions
    load = prescribed?.load
    time = prescribed?.time
    note = ""
    repetitionTimes = []
    isCounting = false
  }
}

extension PerformedSet {
  /// Whether it was done: closed or in its rest.
  public var isDone: Bool { state == .done || state == .resting }

  /// Whether its values can be changed: it is open or in its rest.
  public var isEditable: Bool { state == .open || state == .resting }

  /// How long the work lasted, from its start to its completion; `nil` unless both were measured.
  public var measuredTime: Duration? {
    guard let start, let completion else { return nil }
    return completion - start
  }

  /// How long each counted repetition took: since the one before, the first since the start of the set.
  public var repetitionDurations: [Duration?] {
    var earlier = start
    return repetitionTimes.map { time in
      defer { earlier = time }
      guard let time, let earlier else { return nil }
      return time - earlier
    }
  }

  /// How far it lies from its prescription; `nil` when there was none or the set was skipped.
  public var deviation: Deviation? {
    guard let prescribed, state != .skipped else { return nil }
    return Deviation(
      repetitions: prescribed.repetitions.map { (repetitions ?? 0) - $0 },
      load: (load ?? .none) - (prescribed.load ?? .none),
      time: prescribed.time.map { (time ?? .zero) - $0 })
  }

  /// Whether it was done otherwise than prescribed.
  public var isChanged: Bool { isDone && deviation?.isZero == false }

  /// The load times the repetitions; of a set that was not done, none.
  public var volume: Load {
    guard isDone, let load, let repetitions else { return .none }
    return load * repetitions
  }
}

extension PerformedSet {
  mutating func changeRepetitions(to count: Int) {
    repetitions = count
    if repetitionTimes.count > count { repetitionTimes.removeLast(repetitionTimes.count - count) }
  }

  /// Counts one more; the first one counted begins from none, whatever was prescribed.
  mutating func countRepetition(at time: Duration?) {
    let before = isCounting ? repetitions ?? 0 : 0
    if !isCounting { repetitionTimes = [] }
    isCounting = true
    // Those that were added by hand have no time.
    while repetitionTimes.count < before { repetitionTimes.append(nil) }
    repetitionTimes.append(time)
    repetitions = before + 1
  }

  /// Begins the work, again if it had begun.
  mutating func begin(at time: Duration?) {
    if isCounting { repetitions = prescribed?.repetitions }
    isCounting = false
    repetitionTimes = []
    start = time
  }

  mutating func skip() {
    let note = note
    self = PerformedSet(prescribed, isAdded: isAdded)
    (state, repetitions, load, time) = (.skipped, nil, nil, nil)
    self.note = note
  }

  /// Opens it again: a done one keeps what was entered and forgets when it was done.
  mutating func takeBack() {
    if state == .skipped {
      let note = note
      self = PerformedSet(prescribed, isAdded: isAdded)
      self.note = note
    } else {
      (state, completion, rest) = (.open, nil, nil)
    }
  }
}

/// An exercise of a session with what became of its sets.
public struct PerformedExercise: Sendable, Hashable, Codable {
  /// Its number in the session.
  public let number: Int
  public let exercise: ExerciseSnapshot
  /// What the routine says about it.
  public let note: String
  /// Whether it was added to the session and is not of its routine.
  public let isAdded: Bool
  public internal(set) var sets: [PerformedSet]

  /// Unfolds a prescription into its sets; without one there is a set of which nothing is prescribed.
  init(number: Int, _ exercise: ExerciseSnapshot, _ sets: [PrescribedSet], note: String, isAdded: Bool) {
    self.number = number
    self.exercise = exercise
    self.note = note
    self.isAdded = isAdded
    let prescriptions: [PrescribedSet?] = sets.isEmpty ? [nil] : sets
    self.sets = prescriptions.map { PerformedSet($0, isAdded: isAdded) }
  }

  var subject: String { "exercise \(number)" }
}

/// How far what was performed lies from what was prescribed: positive is more.
public struct Deviation: Sendable, Hashable {
  /// `nil` when no repetitions were prescribed.
  public let repetitions: Int?
  /// A prescription without a load counts as none.
  public let load: Load
  /// `nil` when no time was prescribed.
  public let time: Duration?

  /// Whether all was done as prescribed.
  public var isZero: Bool { (repetitions ?? 0) == 0 && load == .none && (time ?? .zero) == .zero }
}
