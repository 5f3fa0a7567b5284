public import AlmanacEvents
internal import AlmanacTime

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
    /// The identity of the exercise; a routine may have one several times.
    public var exercise: String
    /// The sets in order; an empty array leaves them to the session.
    public var sets: [PrescribedSet]
    /// A note on the exercise, which is ``SetLine/exerciseNote`` of its sets; empty for none.
    public var note: String

    /// Creates an exercise; without sets, a session gives it one set without a prescription.
    public init(_ exercise: String, _ sets: [PrescribedSet] = [], note: String = "") {
      self.exercise = exercise
      self.sets = sets
      self.note = note
    }

    /// Creates an exercise with 0 … 1 000 equal sets. A smaller number counts as 0; the library refuses a greater
    /// one.
    public init(_ exercise: String, sets count: Int, of set: PrescribedSet, note: String = "") {
      let count = min(max(count, 0), TrainingLimits.sets + 1)
      self.init(exercise, Array(repeating: set, count: count), note: note)
    }
  }

  public let id: String
  /// The owner.
  public let coach: String
  /// The client to whom it is assigned; `nil` for any client. A coach may be their own client.
  public var client: String?
  /// The name; the library refuses one of nothing but spaces.
  public var name: String
  /// A description, which sessions do not copy; may be empty.
  public var details: String
  /// A note for the client.
  public var note: String
  /// The colour, never a red; the library gives a routine one that has none.
  public var color: CalendarColor?
  /// The exercises in order, at most 1 000.
  public var exercises: [Entry]
  private var schema = StoredSchema()

  /// Creates a routine, by default for any client and without a colour. Its properties are checked when it is added
  /// to a library.
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

/// The copy of a routine in a session, which stays readable when the library no longer has the routine.
public struct RoutineSnapshot: Sendable, Hashable, Codable {
  /// The identity of the routine, by which the log finds its sessions.
  public let id: String
  /// The name of the routine when the session began.
  public let name: String
  /// The note for the client when the session began; empty for none.
  public let note: String
  /// The colour of the routine when the session began.
  public let color: CalendarColor?

  init(_ routine: Routine) {
    id = routine.id
    name = routine.name
    note = routine.note
    color = routine.color
  }
}

/// An exercise of a library, used in many routines.
public struct Exercise: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// The coach who made it.
  public let coach: String
  /// The name; the library refuses one of nothing but spaces.
  public var name: String
  /// Its technical name or a short remark.
  public var subtitle: String
  /// The way in which the exercise is done; empty for none.
  public var details: String
  /// A link to a video that shows it; empty for none.
  public var video: String
  /// The identity of its machine.
  public var machine: String?
  private var shared: Bool?
  private var schema = StoredSchema()

  /// Creates an exercise, by default private and without a machine. Its properties are checked when it is added to a
  /// library.
  public init(
    id: String, coach: String, name: String, subtitle: String = "", details: String = "",
    video: String = "", machine: String? = nil, isShared: Bool = false
  ) {
    self.id = id
    self.coach = coach
    self.name = name
    self.subtitle = subtitle
    self.details = details
    self.video = video
    self.machine = machine
    self.isShared = isShared
  }

  /// Whether other coaches see it and use it, as ``TrainingLibrary/sharing`` says; its machine is then shared too.
  public var isShared: Bool {
    get { shared == true }
    set { shared = newValue ? true : nil }
  }
}

/// The copy of an exercise in a session, which stays readable when the library no longer has the exercise.
public struct ExerciseSnapshot: Sendable, Hashable, Codable {
  /// The identity of the exercise, by which progress and statistics combine sessions.
  public let id: String
  /// The name of the exercise when it was added to the session.
  public let name: String
  /// The name of the machine.
  public let machine: String?
  /// The picture of the machine; `nil` in a record.
  public let picture: String?
  /// The way in which the exercise is done; `nil` in a record.
  public let details: String?
  /// The link to a video; `nil` in a record.
  public let video: String?

  /// Creates a copy, also of an exercise that no library has.
  public init(
    id: String, name: String, machine: String? = nil, picture: String? = nil, details: String? = nil,
    video: String? = nil
  ) {
    self.id = id
    self.name = name
    self.machine = machine
    self.picture = picture
    self.details = details
    self.video = video
  }

  /// The part that a record preserves.
  var summary: ExerciseSnapshot { ExerciseSnapshot(id: id, name: name, machine: machine) }
}

/// A machine of a library, named by exercises.
public struct Machine: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// The coach who made it.
  public let coach: String
  /// The name; the library refuses one of nothing but spaces.
  public var name: String
  /// A link to a picture, or the name of one in the program's own storage; `nil` for none.
  public var picture: String?
  private var shared: Bool?
  private var schema = StoredSchema()

  /// Creates a machine, by default private. Its properties are checked when it is added to a library.
  public init(id: String, coach: String, name: String, picture: String? = nil, isShared: Bool = false) {
    self.id = id
    self.coach = coach
    self.name = name
    self.picture = picture
    self.isShared = isShared
  }

  /// Whether other coaches see it and use it, as ``TrainingLibrary/sharing`` says.
  public var isShared: Bool {
    get { shared == true }
    set { shared = newValue ? true : nil }
  }
}
