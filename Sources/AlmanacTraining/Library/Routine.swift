public import AlmanacEvents

/// An ordered list of exercises with their sets: a coach's own, or a workout assigned to a client.
///
/// ```swift
/// let legs = Routine(
///   id: "legs", coach: "marta", client: "joan", name: "Leg day", note: "Mind the left knee",
///   exercises: [
///     Routine.Entry("squat", sets: 4, of: PrescribedSet(repetitions: 8, load: .kilograms(60), rest: .seconds(120))),
///     Routine.Entry("plank", sets: 2, of: PrescribedSet(time: .seconds(45), rest: .seconds(30))),
///   ])
/// ```
public struct Routine: Sendable, Hashable, Codable, Identifiable {
  /// One exercise of a routine.
  public struct Entry: Sendable, Hashable, Codable {
    /// The exercise, by its identity; a routine may have the same one several times.
    public var exercise: String
    /// In order; without any, it is up to the session.
    public var sets: [PrescribedSet]
    public var note: String

    public init(_ exercise: String, _ sets: [PrescribedSet] = [], note: String = "") {
      self.exercise = exercise
      self.sets = sets
      self.note = note
    }

    /// A number of equal sets; a number below 0 is none, one beyond what a session takes is refused with it.
    public init(_ exercise: String, sets count: Int, of set: PrescribedSet, note: String = "") {
      let count = min(max(count, 0), TrainingLimits.sets + 1)
      self.init(exercise, Array(repeating: set, count: count), note: note)
    }
  }

  public let id: String
  /// Whose it is.
  public let coach: String
  /// The one it is assigned to; `nil` while it is for any client. A coach may be their own client.
  public var client: String?
  public var name: String
  public var details: String
  /// What the client shall mind.
  public var note: String
  /// Never a red. The library gives one when there is none.
  public var color: CalendarColor?
  public var exercises: [Entry]

  public init(
    id: String, coach: String, client: String? = nil, name: String, details: String = "", note: String = "",
    color: CalendarColor? = nil, exercises: [Entry] = []
  ) {
    self.id = id
    self.coach = coach
    self.client = client
    self.name = name
    self.details = details
    self.note = note
    self.color = color
    self.exercises = exercises
  }
}

/// What a session keeps of its routine: enough to be read when the library no longer has it.
public struct RoutineSnapshot: Sendable, Hashable, Codable {
  public let id: String
  public let name: String
  public let note: String
  public let color: CalendarColor?

  init(_ routine: Routine) {
    id = routine.id
    name = routine.name
    note = routine.note
    color = routine.color
  }
}

/// Something to train, kept once in a coach's library and used in many routines.
public struct Exercise: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// Whose it is.
  public let coach: String
  public var name: String
  /// Its technical name or a short remark.
  public var subtitle: String
  public var details: String
  /// A link to a video that shows it; empty for none.
  public var video: String
  /// The machine it is done on, by its identity.
  public var machine: String?

  public init(
    id: String, coach: String, name: String, subtitle: String = "", details: String = "",
    video: String = "", machine: String? = nil
  ) {
    self.id = id
    self.coach = coach
    self.name = name
    self.subtitle = subtitle
    self.details = details
    self.video = video
    self.machine = machine
  }
}

/// What a session keeps of an exercise: enough to be read when the library no longer has it.
public struct ExerciseSnapshot: Sendable, Hashable, Codable {
  public let id: String
  public let name: String
  /// The name of the machine.
  public let machine: String?

  public init(id: String, name: String, machine: String? = nil) {
    self.id = id
    self.name = name
    self.machine = machine
  }
}

/// A thing to train with, that exercises name.
public struct Machine: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// Whose it is.
  public let coach: String
  public var name: String

  public init(id: String, coach: String, name: String) {
    self.id = id
    self.coach = coach
    self.name = name
  }
}
