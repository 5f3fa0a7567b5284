internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// The machines, exercises and routines that coaches have made, each listed alphabetically.
///
/// A machine or exercise in use cannot be removed; the error names each use. A routine can always be removed, since
/// sessions and their records have copies of it. Nothing of one coach refers to an item of another, and ``seen(by:)`` is
/// the part that a coach may see.
///
/// ```swift
/// var library = TrainingLibrary()
/// try library.add(Machine(id: "rack", coach: "marta", name: "Power rack"))
/// try library.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack"))
/// try library.add(Routine(id: "legs", coach: "marta", client: "joan", name: "Leg day", exercises: [.init("squat")]))
/// try library.removeMachine("rack")            // in_use: exercise squat
/// ```
public struct TrainingLibrary: Sendable, Hashable {
  var machineIndex = NameIndex<Machine>()
  var exerciseIndex = NameIndex<Exercise>()
  var routineIndex = NameIndex<Routine>()

  public init() {}

  /// All machines, alphabetically; equal names by identity.
  ///
  /// The order is close to the root collation of the Unicode Collation Algorithm (UTS #10), with a run of digits as one
  /// number: `Press 2` before `Press 10`. ``exercises`` and ``routines`` have the same order.
  public var machines: [Machine] { machineIndex.items }
  public var exercises: [Exercise] { exerciseIndex.items }
  public var routines: [Routine] { routineIndex.items }

  public func machine(_ id: String) -> Machine? { machineIndex[id] }
  public func exercise(_ id: String) -> Exercise? { exerciseIndex[id] }
  public func routine(_ id: String) -> Routine? { routineIndex[id] }

  /// A library of one coach's items only.
  public func seen(by coach: String) -> TrainingLibrary {
    var seen = TrainingLibrary()
    seen.machineIndex = machineIndex.filter { PersonKey.areSame($0.coach, coach) }
    seen.exerciseIndex = exerciseIndex.filter { PersonKey.areSame($0.coach, coach) }
    seen.routineIndex = routineIndex.filter { PersonKey.areSame($0.coach, coach) }
    return seen
  }

  /// The routines of a client, alphabetically.
  public func routines(assignedTo client: String) -> [Routine] {
    routines.filter { routine in routine.client.map { PersonKey.areSame($0, client) } ?? false }
  }

  /// The exercises that name a machine and so prevent its removal.
  public func exercises(usingMachine id: String) -> [Exercise] {
    exercises.filter { $0.machine == id }
  }

  /// The routines that name an exercise and so prevent its removal.
  public func routines(usingExercise id: String) -> [Routine] {
    routines.filter { routine in routine.exercises.contains { $0.exercise == id } }
  }

  /// The copy of an exercise for a session; `nil` when the library has no such exercise.
  public func snapshot(ofExercise id: String) -> ExerciseSnapshot? {
    guard let exercise = exerciseIndex[id] else { return nil }
    let machine = exercise.machine.flatMap { machineIndex[$0] }
    return ExerciseSnapshot(id: exercise.id, name: exercise.name, machine: machine?.name)
  }
}

extension TrainingLibrary: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let machines: [Machine]
    let exercises: [Exercise]
    let routines: [Routine]
  }

  /// Reads a library; an item that ``add(_:)-(Machine)`` or its siblings would refuse is an error.
  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init()
    do throws(TrainingError) {
      for machine in stored.machines { try add(machine) }
      for exercise in stored.exercises { try add(exercise) }
      for routine in stored.routines { try add(routine) }
    } catch {
      throw error.decoding(decoder)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try Stored(machines: machines, exercises: exercises, routines: routines).encode(to: encoder)
  }
}

/// An item of a library: it has an identity, an owner and a name.
protocol LibraryItem: Sendable, Hashable, Identifiable where ID == String {
  /// The kind in reasons, such as `machine`.
  static var kind: String { get }
  /// The items of its kind in a library.
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Self>> { get }
  var coach: String { get }
  var name: String { get }
  /// The reasons why it cannot be in a library, whatever its identity.
  func faults(in library: TrainingLibrary) -> [TrainingError.Reason]
  /// The reasons why it cannot be removed, one for each item that uses it.
  func uses(in library: TrainingLibrary) -> [TrainingError.Reason]
}

extension LibraryItem {
  var subject: String { "\(Self.kind) \(id)" }

  var nameFaults: [TrainingError.Reason] {
    name.isBlank ? [.init(.emptyName, of: subject, "name", expected: "a name")] : []
  }
}

/// Items of one kind, found by identity and listed by name; items of one name by identity.
///
/// - Complexity: O(1) to find an item, O(*n*) for a change.
struct NameIndex<Item: LibraryItem>: Sendable, Hashable {
  private var byID: [String: Item] = [:]
  private var keys: [AlphabeticalKey] = []

  subscript(id: String) -> Item? { byID[id] }

  var items: [Item] { keys.compactMap { byID[$0.id] } }

  /// Adds an item in place of the one with its identity.
  mutating func insert(_ item: Item) {
    remove(item.id)
    let key = AlphabeticalKey(item.name, id: item.id)
    keys.insert(key, at: keys.partitioningIndex { $0 >= key })
    byID[item.id] = item
  }

  mutating func remove(_ id: String) {
    byID[id] = nil
    keys.removeAll { $0.id == id }
  }

  func filter(_ isIncluded: (Item) -> Bool) -> NameIndex {
    var index = NameIndex()
    index.byID = byID.filter { isIncluded($0.value) }
    index.keys = keys.filter { index.byID[$0.id] != nil }
    return index
  }

  /// Whether it has an item of a coach, in any spelling of the coach's address.
  func contains(_ id: String, of coach: String) -> Bool {
    self[id].map { PersonKey.areSame($0.coach, coach) } ?? false
  }
}
