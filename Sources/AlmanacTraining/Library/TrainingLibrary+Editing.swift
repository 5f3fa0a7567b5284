public import AlmanacEvents
internal import AlmanacScheduling

extension TrainingLibrary {
  /// Adds a machine.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank.
  public mutating func add(_ machine: Machine) throws(TrainingError) {
    try check(identityFaults(machine, in: machineIndex) + faults(of: machine))
    machineIndex.insert(machine)
  }

  /// Adds an exercise.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, the machine not one
  ///   of this coach's.
  public mutating func add(_ exercise: Exercise) throws(TrainingError) {
    try check(identityFaults(exercise, in: exerciseIndex) + faults(of: exercise))
    exerciseIndex.insert(exercise)
  }

  /// Adds a routine.
  ///
  /// A routine without a colour gets the shade that the fewest routines of its client have, or of those without a client
  /// where it has none; of several the first in the palette.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, the colour a red, an
  ///   exercise not one of this coach's, a set that cannot be prescribed.
  /// - Returns: The routine with its colour.
  @discardableResult
  public mutating func add(
    _ routine: Routine, palette: Palette = .standard
  ) throws(TrainingError) -> Routine {
    try check(identityFaults(routine, in: routineIndex) + faults(of: routine))
    let colored = colored(routine, from: palette)
    routineIndex.insert(colored)
    return colored
  }

  /// Changes a machine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editMachine(
    _ id: String, _ change: (inout Machine) -> Void
  ) throws(TrainingError) -> Machine {
    let machine = try changed(id, in: machineIndex, change, faults: faults)
    machineIndex.insert(machine)
    return machine
  }

  /// Changes an exercise.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editExercise(
    _ id: String, _ change: (inout Exercise) -> Void
  ) throws(TrainingError) -> Exercise {
    let exercise = try changed(id, in: exerciseIndex, change, faults: faults)
    exerciseIndex.insert(exercise)
    return exercise
  }

  /// Changes a routine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or as for adding.
  @discardableResult
  public mutating func editRoutine(
    _ id: String, palette: Palette = .standard, _ change: (inout Routine) -> Void
  ) throws(TrainingError) -> Routine {
    let routine = try changed(id, in: routineIndex, change, faults: faults)
    _ = routineIndex.remove(id)
    let colored = colored(routine, from: palette)
    routineIndex.insert(colored)
    return colored
  }

  /// Removes a machine.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or ``TrainingError/Code/inUse`` with a reason
  ///   for each exercise that names it.
  @discardableResult
  public mutating func removeMachine(_ id: String) throws(TrainingError) -> Machine {
    let machine = try find(id, in: machineIndex)
    try check(
      exercises(usingMachine: id).map { user in
        .init(
          .inUse, of: user.subject, "machine",
          expected: "an exercise that does not name the machine \(machine.name)")
      })
    _ = machineIndex.remove(id)
    return machine
  }

  /// Removes an exercise.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``, or ``TrainingError/Code/inUse`` with a reason
  ///   for each routine that contains it.
  @discardableResult
  public mutating func removeExercise(_ id: String) throws(TrainingError) -> Exercise {
    let exercise = try find(id, in: exerciseIndex)
    try check(
      routines(usingExercise: id).map { user in
        .init(
          .inUse, of: user.subject, "exercises", expected: "a routine without the exercise \(exercise.name)")
      })
    _ = exerciseIndex.remove(id)
    return exercise
  }

  /// Removes a routine; its records do not change.
  ///
  /// - Throws: ``TrainingError`` with code ``TrainingError/Code/notFound``.
  @discardableResult
  public mutating func removeRoutine(_ id: String) throws(TrainingError) -> Routine {
    let routine = try find(id, in: routineIndex)
    _ = routineIndex.remove(id)
    return routine
  }
}

extension TrainingLibrary {
  private func find<Item>(_ id: String, in index: NameIndex<Item>) throws(TrainingError) -> Item {
    guard let item = index[id] else {
      throw TrainingError(.init(.notFound, of: "\(Item.kind) \(id)", expected: "one of the library's"))
    }
    return item
  }

  /// The item of an identity with a change that breaks no rule.
  private func changed<Item>(
    _ id: String, in index: NameIndex<Item>, _ change: (inout Item) -> Void,
    faults: (Item) -> [TrainingError.Reason]
  ) throws(TrainingError) -> Item {
    let old = try find(id, in: index)
    var item = old
    change(&item)
    try check(ownershipFaults(item, id: old.id, coach: old.coach) + faults(item))
    return item
  }

  private func check(_ reasons: [TrainingError.Reason]) throws(TrainingError) {
    if let error = TrainingError(reasons) { throw error }
  }

  private func colored(_ routine: Routine, from palette: Palette) -> Routine {
    guard routine.color == nil else { return routine }
    var uses: [CalendarColor: Int] = [:]
    let client = routine.client.map { PersonKey($0) }
    for other in routineIndex.items
    where PersonKey.areSame(other.coach, routine.coach) && other.client.map({ PersonKey($0) }) == client {
      if let color = other.color { uses[color, default: 0] += 1 }
    }
    var colored = routine
    colored.color = palette.shades.min { uses[$0, default: 0] < uses[$1, default: 0] }
    return colored
  }
}

extension TrainingLibrary {
  func identityFaults<Item>(_ item: Item, in index: NameIndex<Item>) -> [TrainingError.Reason] {
    if item.id.isEmpty { return [.init(.emptyIdentity, of: Item.kind, expected: "an identity")] }
    return index[item.id] == nil
      ? [] : [.init(.alreadyExists, of: item.subject, expected: "an identity that is free")]
  }

  /// The faults of an edit that changes the identity or the owner.
  func ownershipFaults(_ item: some LibraryItem, id: String, coach: String) -> [TrainingError.Reason] {
    item.id == id && PersonKey.areSame(item.coach, coach)
      ? [] : [.init(.inconsistent, of: item.subject, expected: "the identity and the coach as they were")]
  }

  func faults(of machine: Machine) -> [TrainingError.Reason] {
    nameFaults(machine)
  }

  func faults(of exercise: Exercise) -> [TrainingError.Reason] {
    var reasons = nameFaults(exercise)
    // Another coach's machine is reported like one that does not exist.
    if let machine = exercise.machine, !machineIndex.contains(machine, of: exercise.coach) {
      reasons.append(
        .init(.notFound, of: exercise.subject, "machine", expected: "a machine of the same coach"))
    }
    return reasons
  }

  func faults(of routine: Routine) -> [TrainingError.Reason] {
    var reasons = nameFaults(routine)
    if let color = routine.color, color.isRed {
      reasons.append(.init(.reservedColor, of: routine.subject, "color", expected: "a colour that is no red"))
    }
    if routine.exercises.count > TrainingLimits.exercises {
      reasons.append(.init(.tooMany, of: routine.subject, "exercises", expected: "at most 1000"))
    }
    for (position, entry) in routine.exercises.enumerated() {
      let subject = "\(routine.subject) exercise \(position)"
      if !exerciseIndex.contains(entry.exercise, of: routine.coach) {
        reasons.append(.init(.notFound, of: subject, expected: "an exercise of the same coach"))
      }
      reasons += entry.sets.faults(of: subject)
    }
    return reasons
  }

  private func nameFaults(_ item: some LibraryItem) -> [TrainingError.Reason] {
    item.name.isBlank ? [.init(.emptyName, of: item.subject, "name", expected: "a name")] : []
  }
}

extension NameIndex {
  /// Whether it has an item of a coach, in any spelling of the coach's address.
  fileprivate func contains(_ id: String, of coach: String) -> Bool {
    self[id].map { PersonKey.areSame($0.coach, coach) } ?? false
  }
}

extension [PrescribedSet] {
  /// The reasons why they cannot be the sets of an exercise.
  func faults(of subject: String) -> [TrainingError.Reason] {
    var reasons: [TrainingError.Reason] = []
    if count > TrainingLimits.sets {
      reasons.append(.init(.tooMany, of: subject, "sets", expected: "at most 1000"))
    }
    for (position, set) in enumerated() { reasons += set.faults(of: "\(subject) set \(position)") }
    return reasons
  }
}
