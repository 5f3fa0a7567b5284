internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// The machines, exercises and routines that coaches have made, each listed alphabetically.
///
/// What is in use cannot be removed: the refusal names where it is used. A routine can always be removed, since
/// sessions and their records keep what they need of it. Nothing of one coach refers to what is another's, and
/// ``seen(by:)`` is what a coach may see.
///
/// ```swift
/// var library = TrainingLibrary()
/// try library.add(Machine(id: "rack", coach: "marta", name: "Power rack"))
/// try library.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack"))
/// try library.add(Routine(id: "legs", coach: "marta", client: "joan", name: "Leg day", exercises: [.init("squat")]))
/// try library.removeMachine("rack")            // in_use: exercise squat
/// ```
public struct TrainingLibrary: Sendable, Hashable {
  var machineShelf = Shelf<Machine>()
  var exerciseShelf = Shelf<Exercise>()
  var routineShelf = Shelf<Routine>()

  public init() {}

  /// In the order of ``AlphabeticalKey``; equal names by identity. So are ``exercises`` and ``routines``.
  public var machines: [Machine] { machineShelf.items }
  public var exercises: [Exercise] { exerciseShelf.items }
  public var routines: [Routine] { routineShelf.items }

  public func machine(_ id: String) -> Machine? { machineShelf[id] }
  public func exercise(_ id: String) -> Exercise? { exerciseShelf[id] }
  public func routine(_ id: String) -> Routine? { routineShelf[id] }

  /// The part that is this coach's: a library in which nothing else exists.
  public func seen(by coach: String) -> TrainingLibrary {
    var seen = TrainingLibrary()
    seen.machineShelf = machineShelf.filter { PersonKey.areSame($0.coach, coach) }
    seen.exerciseShelf = exerciseShelf.filter { PersonKey.areSame($0.coach, coach) }
    seen.routineShelf = routineShelf.filter { PersonKey.areSame($0.coach, coach) }
    return seen
  }

  /// The workouts of a client, alphabetically.
  public func routines(assignedTo client: String) -> [Routine] {
    routines.filter { routine in routine.client.map { PersonKey.areSame($0, client) } ?? false }
  }

  /// The exercises that a machine cannot be removed for.
  public func exercises(usingMachine id: String) -> [Exercise] {
    exercises.filter { $0.machine == id }
  }

  /// The routines that an exercise cannot be removed for.
  public func routines(usingExercise id: String) -> [Routine] {
    routines.filter { routine in routine.exercises.contains { $0.exercise == id } }
  }

  /// What a session keeps of an exercise; `nil` when it is not here.
  public func snapshot(ofExercise id: String) -> ExerciseSnapshot? {
    guard let exercise = exerciseShelf[id] else { return nil }
    let machine = exercise.machine.flatMap { machineShelf[$0] }
    return ExerciseSnapshot(id: exercise.id, name: exercise.name, machine: machine?.name)
  }
}

extension TrainingLibrary: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, machines, exercises, routines
  }

  /// Reads what ``encode(to:)`` wrote; what ``add(_:)-(Machine)`` and its siblings would refuse is an error here
  /// too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decode(StoredSchema.self, forKey: .schema)
    let machines = try container.decode([Machine].self, forKey: .machines)
    let exercises = try container.decode([Exercise].self, forKey: .exercises)
    let routines = try container.decode([Routine].self, forKey: .routines)
    self.init()
    do throws(TrainingError) {
      for machine in machines { try add(machine) }
      for exercise in exercises { try add(exercise) }
      for routine in routines { try add(routine) }
    } catch {
      throw error.decoding(decoder)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(StoredSchema(), forKey: .schema)
    try container.encode(machines, forKey: .machines)
    try container.encode(exercises, forKey: .exercises)
    try container.encode(routines, forKey: .routines)
  }
}
