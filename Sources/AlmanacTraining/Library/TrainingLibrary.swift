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

/// What a library keeps: something with an identity, an owner and a name to list it by.
protocol LibraryItem: Sendable, Hashable, Identifiable where ID == String {
  /// What reasons call it.
  static var kind: String { get }
  var coach: String { get }
  var name: String { get }
}

extension LibraryItem {
  var subject: String { "\(Self.kind) \(id)" }
}

extension Machine: LibraryItem {
  static var kind: String { "machine" }
}

extension Exercise: LibraryItem {
  static var kind: String { "exercise" }
}

extension Routine: LibraryItem {
  static var kind: String { "routine" }
}

/// Items of one kind, found by identity and listed by name (those of the same name by identity).
///
/// Finding is O(1), a change O(log n) comparisons and one shift.
struct Shelf<Item: LibraryItem>: Sendable, Hashable {
  private struct Place: Sendable, Hashable, Comparable {
    let key: AlphabeticalKey
    let id: String

    init(_ item: Item) {
      key = AlphabeticalKey(item.name)
      id = item.id
    }

    static func < (lhs: Place, rhs: Place) -> Bool {
      lhs.key == rhs.key ? lhs.id < rhs.id : lhs.key < rhs.key
    }
  }

  private var byID: [String: Item] = [:]
  private var places: [Place] = []

  subscript(id: String) -> Item? { byID[id] }

  var items: [Item] { places.compactMap { byID[$0.id] } }

  /// Puts an item in, in place of the one with its identity.
  mutating func put(_ item: Item) {
    _ = remove(item.id)
    let place = Place(item)
    places.insert(place, at: index(of: place))
    byID[item.id] = item
  }

  mutating func remove(_ id: String) -> Item? {
    guard let item = byID.removeValue(forKey: id) else { return nil }
    let index = index(of: Place(item))
    if places.indices.contains(index) { places.remove(at: index) }
    return item
  }

  func filter(_ isKept: (Item) -> Bool) -> Shelf {
    var kept = Shelf()
    kept.places = places.filter { byID[$0.id].map(isKept) ?? false }
    kept.byID = byID.filter { isKept($0.value) }
    return kept
  }

  /// Where a place is, or would be.
  private func index(of place: Place) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
