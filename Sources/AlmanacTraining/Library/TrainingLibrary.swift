public import AlmanacEvents
internal import AlmanacScheduling
public import AlmanacTime

/// The machines, exercises and routines that coaches have made, each listed alphabetically.
///
/// A machine or exercise in use cannot be removed; the error names each use. A routine can always be removed, since
/// sessions and their records have copies of it.
///
/// An item is private to its coach or shared: ``sharing`` says what each coach may do with shared machines and exercises.
/// Nothing of one coach refers to a private item of another, and ``seen(by:)`` is the part that a coach may see. A change
/// names the coach who makes it (`by:`), whose rights are checked; without one it is the program's own and needs none.
/// ``refusals(of:)`` gives the reasons against a change without making it.
///
/// ```swift
/// var library = TrainingLibrary()
/// try library.add(Machine(id: "rack", coach: "marta", name: "Power rack"))
/// try library.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack"))
/// try library.add(Routine(id: "legs", coach: "marta", client: "joan", name: "Leg day", exercises: [.init("squat")]))
/// try library.removeMachine("rack")            // in_use: exercise squat
/// ```
public struct TrainingLibrary: Sendable, Hashable {
  /// The rights of each coach to the shared machines and exercises; none in a new library.
  public var sharing = SharingTerms()
  /// The shades for routines without a colour.
  public var palette: Palette
  var machineIndex = NameIndex<Machine>()
  var exerciseIndex = NameIndex<Exercise>()
  var routineIndex = NameIndex<Routine>()

  /// Creates an empty library, by default with the shades of steel blue.
  public init(palette: Palette = .standard) {
    self.palette = palette
  }

  /// All machines, alphabetically; equal names by identity.
  ///
  /// The order is close to the root collation of the Unicode Collation Algorithm (UTS #10), with a run of digits as one
  /// number: `Press 2` before `Press 10`. ``exercises`` and ``routines`` have the same order.
  public var machines: [Machine] { machineIndex.items }
  /// All exercises, alphabetically; equal names by identity.
  public var exercises: [Exercise] { exerciseIndex.items }
  /// All routines, alphabetically; equal names by identity.
  public var routines: [Routine] { routineIndex.items }

  /// All machines in the alphabetical order of a language.
  public func machines(in localization: Localization) -> [Machine] {
    machines.alphabetical(in: localization) { $0.name }
  }

  /// All exercises in the alphabetical order of a language.
  public func exercises(in localization: Localization) -> [Exercise] {
    exercises.alphabetical(in: localization) { $0.name }
  }

  /// All routines in the alphabetical order of a language.
  public func routines(in localization: Localization) -> [Routine] {
    routines.alphabetical(in: localization) { $0.name }
  }

  /// The machine of an identity, found in O(1); `nil` if there is none.
  public func machine(_ id: String) -> Machine? { machineIndex[id] }
  /// The exercise of an identity, found in O(1); `nil` if there is none.
  public func exercise(_ id: String) -> Exercise? { exerciseIndex[id] }
  /// The routine of an identity, found in O(1); `nil` if there is none.
  public func routine(_ id: String) -> Routine? { routineIndex[id] }

  /// The coaches of the items, each once in its canonical form, in the order of their bytes.
  public var coaches: [String] {
    let all = machines.map { $0.coach } + exercises.map { $0.coach } + routines.map { $0.coach }
    return Set(all.map { PersonKey($0).text }).sorted()
  }

  /// A library of one coach's items and of the shared ones that the coach may use.
  ///
  /// Shared items that the coach's routines and exercises name stay visible when the right is withdrawn.
  public func seen(by coach: String) -> TrainingLibrary {
    var seen = self
    let mayUse = sharing.allow(coach, .use)
    func isVisible(_ item: some LibraryItem, _ uses: Set<String?>) -> Bool {
      PersonKey.areSame(item.coach, coach) || item.isShared && (mayUse || uses.contains(item.id))
    }
    seen.routineIndex = routineIndex.filter { isVisible($0, []) }
    let exercises = Set<String?>(seen.routines.flatMap { $0.exercises.map { $0.exercise } })
    seen.exerciseIndex = exerciseIndex.filter { isVisible($0, exercises) }
    let machines = Set(seen.exercises.map { $0.machine })
    seen.machineIndex = machineIndex.filter { isVisible($0, machines) }
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
    return ExerciseSnapshot(
      id: exercise.id, name: exercise.name, machine: machine?.name, picture: machine?.picture,
      details: exercise.details.isEmpty ? nil : exercise.details,
      video: exercise.video.isEmpty ? nil : exercise.video)
  }
}

/// Coded as its items, with `sharing` and the base colour of `palette` unless they are those of a new library.
extension TrainingLibrary: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let palette: CalendarColor?
    let sharing: SharingTerms?
    let machines: [Machine]
    let exercises: [Exercise]
    let routines: [Routine]
  }

  /// Reads a library; an item that ``add(_:by:)-(Machine,_)`` or its siblings would refuse is an error. Routines without a
  /// colour get shades of the library's own palette.
  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    do throws(ColorError) { self.init(palette: try stored.palette.map(Palette.init(of:)) ?? .standard) } catch
    {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "palette: \(error)", underlyingError: error))
    }
    sharing = stored.sharing ?? SharingTerms()
    do throws(TrainingError) {
      for machine in stored.machines { try add(machine) }
      for exercise in stored.exercises { try add(exercise) }
      for routine in stored.routines { try add(routine) }
    } catch {
      throw error.decoding(decoder)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let stored = Stored(
      palette: palette == .standard ? nil : palette.base, sharing: sharing == SharingTerms() ? nil : sharing,
      machines: machines, exercises: exercises, routines: routines)
    try stored.encode(to: encoder)
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
  var isShared: Bool { get }
  /// The reasons why it cannot be in a library, whatever its identity.
  ///
  /// - Parameter editor: The coach who puts it there, and so must see what it names.
  func faults(in library: TrainingLibrary, by editor: String?) -> [TrainingError.Reason]
  /// The items that name it.
  func users(in library: TrainingLibrary) -> [LibraryUse]
}

/// An item that names another: an exercise with its machine, a routine with its exercises.
struct LibraryUse {
  let subject: String
  let parts: [TrainingError.NamedPart]
  let coach: String
  let isShared: Bool
  /// The property in which it names the other.
  let property: String
}

extension LibraryItem {
  var subject: String { "\(Self.kind) \(id)" }

  /// The item as people name it.
  var parts: [TrainingError.NamedPart] { [.init(kind: Self.kind, name: name.isBlank ? id : name)] }

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
}
