public import AlmanacEvents

extension TrainingLibrary {
  /// Adds a machine.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank.
  public mutating func add(_ machine: Machine) throws(TrainingError) {
    try insert(machine)
  }

  /// Adds an exercise.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, the machine not one
  ///   of this coach's.
  public mutating func add(_ exercise: Exercise) throws(TrainingError) {
    try insert(exercise)
  }

  /// Adds a routine.
  ///
  /// A routine without a colour gets the palette's first shade among those least used by routines of the same client, or,
  /// without a client, by routines without one.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, the colour a red, an
  ///   exercise not one of this coach's, a set that cannot be prescribed.
  /// - Returns: The routine with its colour.
  @discardableResult
  public mutating func add(
    _ routine: Routine, palette: Palette = .standard
  ) throws(TrainingError) -> Routine {
    let colored = colored(routine, from: palette)
    try insert(colored)
    return colored
  }

  /// Changes a machine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editMachine(
    _ id: String, _ change: (inout Machine) -> Void
  ) throws(TrainingError) -> Machine {
    try edit(id, change)
  }

  /// Changes an exercise.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editExercise(
    _ id: String, _ change: (inout Exercise) -> Void
  ) throws(TrainingError) -> Exercise {
    try edit(id, change)
  }

  /// Changes a routine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editRoutine(
    _ id: String, palette: Palette = .standard, _ change: (inout Routine) -> Void
  ) throws(TrainingError) -> Routine {
    let colored = colored(try edit(id, change), from: palette)
    routineIndex.insert(colored)
    return colored
  }

  /// Removes a machine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or ``TrainingError/Code/inUse`` with a reason
  ///   for each exercise that names it.
  @discardableResult
  public mutating func removeMachine(_ id: String) throws(TrainingError) -> Machine {
    try remove(id)
  }

  /// Removes an exercise.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or ``TrainingError/Code/inUse`` with a reason
  ///   for each routine that contains it.
  @discardableResult
  public mutating func removeExercise(_ id: String) throws(TrainingError) -> Exercise {
    try remove(id)
  }

  /// Removes a routine; its records do not change.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``.
  @discardableResult
  public mutating func removeRoutine(_ id: String) throws(TrainingError) -> Routine {
    try remove(id)
  }
}

extension TrainingLibrary {
  private func find<Item: LibraryItem>(_ id: String) throws(TrainingError) -> Item {
    guard let item = self[keyPath: Item.index][id] else {
      throw TrainingError(.init(.notFound, of: "\(Item.kind) \(id)", expected: "one in the library"))
    }
    return item
  }

  /// Adds an item that breaks no rule.
  private mutating func insert<Item: LibraryItem>(_ item: Item) throws(TrainingError) {
    var faults: [TrainingError.Reason] = []
    if item.id.isEmpty {
      faults.append(.init(.emptyIdentity, of: Item.kind, expected: "an identity"))
    } else {
      let isFree = self[keyPath: Item.index][item.id] == nil
      faults.require(isFree, .alreadyExists, of: item.subject, expected: "an identity that is free")
    }
    if let error = TrainingError(faults + item.faults(in: self)) { throw error }
    self[keyPath: Item.index].insert(item)
  }

  /// Makes a change that breaks no rule.
  private mutating func edit<Item: LibraryItem>(
    _ id: String, _ change: (inout Item) -> Void
  ) throws(TrainingError) -> Item {
    let old: Item = try find(id)
    var item = old
    change(&item)
    var faults: [TrainingError.Reason] = []
    faults.require(
      item.id == old.id && PersonKey.areSame(item.coach, old.coach), .inconsistent, of: item.subject,
      expected: "the identity and the coach unchanged")
    if let error = TrainingError(faults + item.faults(in: self)) { throw error }
    self[keyPath: Item.index].insert(item)
    return item
  }

  /// Removes an item that nothing uses.
  private mutating func remove<Item: LibraryItem>(_ id: String) throws(TrainingError) -> Item {
    let item: Item = try find(id)
    if let error = TrainingError(item.uses(in: self)) { throw error }
    self[keyPath: Item.index].remove(id)
    return item
  }

  /// The routine with the shade that the fewest other routines of its client have, if it has no colour.
  private func colored(_ routine: Routine, from palette: Palette) -> Routine {
    guard routine.color == nil else { return routine }
    var uses: [CalendarColor: Int] = [:]
    let client = routine.client.map { PersonKey($0) }
    for other in routines
    where other.id != routine.id && PersonKey.areSame(other.coach, routine.coach)
      && other.client.map({ PersonKey($0) }) == client
    {
      if let color = other.color { uses[color, default: 0] += 1 }
    }
    var colored = routine
    colored.color = palette.shades.min { uses[$0, default: 0] < uses[$1, default: 0] }
    return colored
  }
}

extension Machine: LibraryItem {
  static var kind: String { "machine" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Machine>> { \.machineIndex }

  func faults(in library: TrainingLibrary) -> [TrainingError.Reason] { nameFaults }

  func uses(in library: TrainingLibrary) -> [TrainingError.Reason] {
    library.exercises(usingMachine: id).map {
      .init(
        .inUse, of: $0.subject, "machine", expected: "an exercise that does not name the machine \(name)")
    }
  }
}

extension Exercise: LibraryItem {
  static var kind: String { "exercise" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Exercise>> { \.exerciseIndex }

  func faults(in library: TrainingLibrary) -> [TrainingError.Reason] {
    var faults = nameFaults
    // Another coach's machine is reported like one that does not exist.
    faults.require(
      machine.map { library.machineIndex.contains($0, of: coach) } ?? true, .notFound, of: subject, "machine",
      expected: "a machine of the same coach")
    return faults
  }

  func uses(in library: TrainingLibrary) -> [TrainingError.Reason] {
    library.routines(usingExercise: id).map {
      .init(.inUse, of: $0.subject, "exercises", expected: "a routine without the exercise \(name)")
    }
  }
}

extension Routine: LibraryItem {
  static var kind: String { "routine" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Routine>> { \.routineIndex }

  func faults(in library: TrainingLibrary) -> [TrainingError.Reason] {
    var faults = nameFaults
    faults.require(
      color?.isRed != true, .reservedColor, of: subject, "color", expected: "a colour that is not a red")
    faults.require(
      exercises.count <= TrainingLimits.exercises, .tooMany, of: subject, "exercises",
      expected: "at most 1000")
    for (position, entry) in exercises.enumerated() {
      let subject = "\(subject) exercise \(position)"
      faults.require(
        library.exerciseIndex.contains(entry.exercise, of: coach), .notFound, of: subject,
        expected: "an exercise of the same coach")
      faults += entry.sets.faults(of: subject)
    }
    return faults
  }

  func uses(in library: TrainingLibrary) -> [TrainingError.Reason] { [] }
}

extension [PrescribedSet] {
  /// The reasons why they cannot be the sets of an exercise.
  func faults(of subject: String) -> [TrainingError.Reason] {
    var faults: [TrainingError.Reason] = []
    faults.require(count <= TrainingLimits.sets, .tooMany, of: subject, "sets", expected: "at most 1000")
    for (position, set) in enumerated() { faults += set.faults(of: "\(subject) set \(position)") }
    return faults
  }
}
