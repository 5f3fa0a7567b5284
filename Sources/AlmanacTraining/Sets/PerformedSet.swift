public import AlmanacTime

/// A set as it was performed, in a session being recorded or in its record.
///
/// It begins with the prescribed values, so that a set done as prescribed needs no input. Times count from the start of
/// the session and are `nil` where they were not measured, as in a session recorded afterwards.
public struct PerformedSet: Sendable, Hashable, Codable {
  /// The state of a set: open, then resting, then done, or skipped.
  public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not done yet.
    case open
    /// Done; it can be changed until its rest ends, which after the last set is at once.
    case resting
    /// Done and closed.
    case done
    /// Not done and closed; its repetitions, load and time are `nil`.
    case skipped
  }

  /// The prescription; `nil` when there is none.
  public let prescribed: PrescribedSet?
  /// Whether it was added in the session, not assigned.
  public let isAdded: Bool
  /// The state; in a record `done` or `skipped`.
  public internal(set) var state = State.open
  /// The repetitions, as prescribed until they are counted or changed, 0 to 100 000; `nil` for none and in a skipped
  /// set.
  public internal(set) var repetitions: Int?
  /// The load, as prescribed until it is changed, 0 to 10 000 kg; `nil` for none and in a skipped set.
  public internal(set) var load: Load?
  /// The time of the work as prescribed or entered; ``measuredTime`` is the measured one.
  public internal(set) var time: Duration?
  /// A note on the set, which also a skipped one may have; empty for none.
  public internal(set) var note = ""
  /// The start of the work.
  public internal(set) var start: Duration?
  /// The time of each repetition that was counted singly; never more than ``repetitions``.
  public internal(set) var repetitionTimes: [Duration?] = []
  /// The end of the work.
  public internal(set) var completion: Duration?
  /// The length of the rest that was taken.
  public internal(set) var rest: Duration?
  /// Whether ``repetitions`` is the count so far, not the number to reach.
  var isCounting = false

  init(_ prescribed: PrescribedSet?, isAdded: Bool) {
    self.prescribed = prescribed
    self.isAdded = isAdded
    repetitions = prescribed?.repetitions
    load = prescribed?.load
    time = prescribed?.time
  }
}

extension PerformedSet {
  /// Whether it was done: closed or in its rest.
  public var isDone: Bool { state == .done || state == .resting }

  /// The time from the start of the work to its completion; `nil` unless both were measured.
  public var measuredTime: Duration? {
    guard let start, let completion else { return nil }
    return completion - start
  }

  /// The time that each counted repetition took, since the one before or the start of the set.
  public var repetitionDurations: [Duration?] {
    var earlier = start
    return repetitionTimes.map { time in
      defer { earlier = time }
      guard let time, let earlier else { return nil }
      return time - earlier
    }
  }

  /// The difference from the prescription; `nil` when there is none or the set was skipped.
  public var deviation: Deviation? {
    guard let prescribed, state != .skipped else { return nil }
    return Deviation(
      repetitions: prescribed.repetitions.map { (repetitions ?? 0) - $0 },
      load: (load ?? .none) - (prescribed.load ?? .none),
      time: prescribed.time.map { (time ?? .zero) - $0 })
  }

  /// Whether it was done and differs from its prescription.
  public var isChanged: Bool { isDone && deviation?.isZero == false }

  /// The load times the repetitions; none for a set that was not done.
  public var volume: Load {
    guard isDone, let load, let repetitions else { return .none }
    return load * repetitions
  }
}

extension PerformedSet: CustomStringConvertible {
  /// The work, as `6× 62.5 kg`; `skipped` for a skipped set.
  public var description: String {
    state == .skipped ? "skipped" : PrescribedSet.work(repetitions, time, load, in: .english)
  }
}

extension PerformedSet {
  mutating func changeRepetitions(to count: Int) {
    repetitions = count
    if repetitionTimes.count > count { repetitionTimes.removeLast(repetitionTimes.count - count) }
  }

  /// Counts a repetition; the first one counted replaces the prescribed number.
  mutating func countRepetition(at time: Duration?) {
    let before = isCounting ? repetitions ?? 0 : 0
    if !isCounting { repetitionTimes = [] }
    isCounting = true
    // Repetitions that were entered have no time.
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
    reset()
    (state, repetitions, load, time) = (.skipped, nil, nil, nil)
  }

  /// Reopens it. A done set preserves the values that were entered and loses the time of its completion.
  mutating func reopen() {
    if state == .skipped { reset() } else { (state, completion, rest) = (.open, nil, nil) }
  }

  /// Restores the prescribed values; the note does not change.
  private mutating func reset() {
    let note = note
    self = PerformedSet(prescribed, isAdded: isAdded)
    self.note = note
  }
}

/// An exercise of a session with its sets as performed.
public struct PerformedExercise: Sendable, Hashable, Codable {
  /// Its number in the session.
  public let number: Int
  /// The exercise as copied into the session.
  public internal(set) var exercise: ExerciseSnapshot
  /// The note of the routine.
  public let note: String
  /// Whether it was added in the session and is not part of the routine.
  public let isAdded: Bool
  /// The sets in order; an identity names one by its index.
  public internal(set) var sets: [PerformedSet]

  /// An exercise with a set for each prescription, or with one set without a prescription.
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

/// The difference of a performed set from its prescription; positive is more.
public struct Deviation: Sendable, Hashable {
  /// `nil` when no repetitions were prescribed.
  public let repetitions: Int?
  /// The difference of load; a missing one counts as none.
  public let load: Load
  /// `nil` when no time was prescribed.
  public let time: Duration?

  /// Whether all was done as prescribed.
  public var isZero: Bool { (repetitions ?? 0) == 0 && load == .none && (time ?? .zero) == .zero }
}

extension Deviation: CustomStringConvertible {
  /// The differences with their signs, as `-2×, +2.5 kg, +0:05`; empty where there are none.
  public var description: String { description(in: .english) }

  /// The differences in the numbers of a locale: `-2×, +2,5 kg`.
  public func description(in localization: Localization) -> String {
    var parts: [String] = []
    if let repetitions, repetitions != 0 { parts.append("\(repetitions > 0 ? "+" : "")\(repetitions)×") }
    if load != .none { parts.append((load > .none ? "+" : "") + "\(load)") }
    if let time, time != .zero { parts.append((time > .zero ? "+" : "") + time.clock) }
    return parts.map { localization.number($0) }.joined(separator: ", ")
  }
}
