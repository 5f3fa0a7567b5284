internal import AlmanacEvents

extension TrainingLibrary {
  /// Adds a machine. The editor is the coach who adds it; `nil` is the program itself.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, or the coach may not add
  ///   it.
  public mutating func add(_ machine: Machine, by editor: String? = nil) throws(TrainingError) {
    try insert(machine, by: editor)
  }

  /// Adds an exercise.
  ///
  /// - Throws: ``TrainingError`` with every reason, as for a machine, or the machine is neither one of this coach's nor a
  ///   shared one.
  public mutating func add(_ exercise: Exercise, by editor: String? = nil) throws(TrainingError) {
    try insert(exercise, by: editor)
  }

  /// Adds a routine.
  ///
  /// A routine without a colour gets the first shade of ``palette`` that no routine of the same client has, or, without a
  /// client, no routine without one. After the twenty shades come those of neighbouring hues, so that many routines still
  /// differ; none is a red.
  ///
  /// - Throws: ``TrainingError`` with every reason: the identity is empty or taken, the name blank, the colour a red, an
  ///   exercise neither one of this coach's nor a shared one, a set that cannot be prescribed.
  /// - Returns: The routine with its colour.
  @discardableResult
  public mutating func add(_ routine: Routine, by editor: String? = nil) throws(TrainingError) -> Routine {
    let colored = colored(routine)
    try insert(colored, by: editor)
    return colored
  }

  /// Changes a machine. The editor is the coach who changes it; `nil` is the program itself.
  ///
  /// - Throws: ``TrainingError`` with code `TrainingError.Code.notFound`, `TrainingError.Code.notPermitted`, or as for
  ///   adding; `TrainingError.Code.inUse` when it is no longer shared and other coaches use it.
  @discardableResult
  public mutating func editMachine(
    _ id: String, by editor: String? = nil, _ change: (inout Machine) -> Void
  ) throws(TrainingError) -> Machine {
    try edit(id, by: editor, change)
  }

  /// Changes a machine by a closure that may throw any error; the library is then unchanged.
  @_disfavoredOverload
  @discardableResult
  public mutating func editMachine(
    _ id: String, by editor: String? = nil, _ change: (inout Machine) throws -> Void
  ) throws -> Machine {
    try rethrowing(change) { try editMachine(id, by: editor, $0) }
  }

  /// Changes an exercise.
  ///
  /// - Throws: ``TrainingError`` as for a machine.
  @discardableResult
  public mutating func editExercise(
    _ id: String, by editor: String? = nil, _ change: (inout Exercise) -> Void
  ) throws(TrainingError) -> Exercise {
    try edit(id, by: editor, change)
  }

  /// Changes an exercise by a closure that may throw any error; the library is then unchanged.
  @_disfavoredOverload
  @discardableResult
  public mutating func editExercise(
    _ id: String, by editor: String? = nil, _ change: (inout Exercise) throws -> Void
  ) throws -> Exercise {
    try rethrowing(change) { try editExercise(id, by: editor, $0) }
  }

  /// Changes a routine.
  ///
  /// - Throws: ``TrainingError`` with code `TrainingError.Code.notFound`, or as for adding.
  @discardableResult
  public mutating func editRoutine(
    _ id: String, by editor: String? = nil, _ change: (inout Routine) -> Void
  ) throws(TrainingError) -> Routine {
    let colored = colored(try edit(id, by: editor, change))
    routineIndex.insert(colored)
    return colored
  }

  /// Changes a routine by a closure that may throw any error; the library is then unchanged.
  @_disfavoredOverload
  @discardableResult
  public mutating func editRoutine(
    _ id: String, by editor: String? = nil, _ change: (inout Routine) throws -> Void
  ) throws -> Routine {
    try rethrowing(change) { try editRoutine(id, by: editor, $0) }
  }

  /// Removes a machine.
  ///
  /// - Throws: ``TrainingError`` with code `TrainingError.Code.notFound`, `TrainingError.Code.notPermitted`, or
  ///   `TrainingError.Code.inUse` with a reason for each exercise that names it. Exercises that the coach does not see are
  ///   one reason together.
  @discardableResult
  public mutating func removeMachine(
    _ id: String, by editor: String? = nil
  ) throws(TrainingError) -> Machine { try remove(id, by: editor) }

  /// Removes an exercise.
  ///
  /// - Throws: ``TrainingError`` as for a machine, with a reason for each routine that contains it.
  @discardableResult
  public mutating func removeExercise(
    _ id: String, by editor: String? = nil
  ) throws(TrainingError) -> Exercise { try remove(id, by: editor) }

  /// Removes a routine; its records do not change.
  ///
  /// - Throws: ``TrainingError`` with code `TrainingError.Code.notFound`.
  @discardableResult
  public mutating func removeRoutine(
    _ id: String, by editor: String? = nil
  ) throws(TrainingError) -> Routine { try remove(id, by: editor) }

  /// Every reason for which a change would be refused; empty when it would not. The library does not change.
  ///
  /// ```swift
  /// let reasons = library.refusals { library throws(TrainingError) in
  ///   try library.removeExercise("squat", by: "pau")
  /// }
  /// let mayDelete = reasons.isEmpty
  /// ```
  public func refusals(
    of change: (inout TrainingLibrary) throws(TrainingError) -> Void
  ) -> [TrainingError.Reason] {
    var draft = self
    do throws(TrainingError) { try change(&draft) } catch { return error.reasons }
    return []
  }
}

extension TrainingLibrary {
  /// The item of an identity, if a coach sees it. One that the coach does not see is reported like one that does not exist.
  private func find<Item: LibraryItem>(_ id: String, by editor: String?) throws(TrainingError) -> Item {
    guard let item = self[keyPath: Item.index][id], sees(item, editor) else {
      throw TrainingError(.init(.notFound, of: "\(Item.kind) \(id)", expected: "one in the library"))
    }
    return item
  }

  private func sees(_ item: some LibraryItem, _ coach: String?) -> Bool {
    sees(ofCoach: item.coach, isShared: item.isShared, coach)
  }

  /// Whether a coach sees what is of a coach: their own, and what is shared with them.
  private func sees(ofCoach owner: String, isShared: Bool, _ coach: String?) -> Bool {
    coach.map { PersonKey.areSame(owner, $0) || isShared && sharing.allow($0, .use) } ?? true
  }

  /// Whether an item may name another: one of the same coach or a shared one, which the editor sees.
  func mayName<Item: LibraryItem>(
    _ id: String, _ type: Item.Type, of coach: String, by editor: String?
  ) -> Bool {
    guard let item = self[keyPath: Item.index][id] else { return false }
    return PersonKey.areSame(item.coach, coach) || item.isShared && sees(item, editor)
  }

  /// The reason why a coach may not add, change or remove an item.
  ///
  /// - Parameter isNew: Whether it is added or becomes shared.
  private func prohibition(
    _ item: some LibraryItem, by editor: String?, isNew: Bool = false
  ) -> [TrainingError.Reason] {
    guard let editor else { return [] }
    let isOwn = PersonKey.areSame(item.coach, editor)
    var reasons: [TrainingError.Reason] = []
    if item.isShared {
      reasons.require(
        sharing.allow(editor, isOwn ? .contribute : .curate),
        isOwn && isNew ? .sharingNotPermitted : .notPermitted, of: item.subject,
        expected: isOwn ? "a coach who may share" : "its coach, or one who curates what is shared",
        named: item.parts)
    } else {
      reasons.require(isOwn, .notPermitted, of: item.subject, expected: "its coach", named: item.parts)
    }
    return reasons
  }

  /// The uses of an item as reasons why it cannot be removed, or not be private any more.
  private func reasons(
    _ item: some LibraryItem, _ uses: [LibraryUse], by editor: String?
  ) -> [TrainingError.Reason] {
    let visible = uses.filter { sees(ofCoach: $0.coach, isShared: $0.isShared, editor) }
    var reasons = visible.map { use in
      TrainingError.Reason(
        .inUse, of: use.subject, use.property,
        expected: "one without the \(type(of: item).kind) \(item.name)", named: use.parts)
    }
    if visible.count < uses.count {
      reasons.append(
        .init(
          .inUse, of: item.subject, expected: "a \(type(of: item).kind) that no other coach uses",
          named: item.parts))
    }
    return reasons
  }

  /// Adds an item that breaks no rule.
  private mutating func insert<Item: LibraryItem>(_ item: Item, by editor: String?) throws(TrainingError) {
    var faults = prohibition(item, by: editor, isNew: true)
    faults.require(item.coach, of: Item.kind, "coach")
    if item.id.isEmpty {
      faults.append(.init(.emptyIdentity, of: Item.kind, expected: "an identity"))
    } else {
      let isFree = self[keyPath: Item.index][item.id] == nil
      faults.require(
        isFree, .alreadyExists, of: item.subject, expected: "an identity that is free", named: item.parts)
    }
    if let error = TrainingError(faults + item.faults(in: self, by: editor)) { throw error }
    self[keyPath: Item.index].insert(item)
  }

  /// Makes a change that breaks no rule.
  private mutating func edit<Item: LibraryItem>(
    _ id: String, by editor: String?, _ change: (inout Item) -> Void
  ) throws(TrainingError) -> Item {
    let old: Item = try find(id, by: editor)
    var item = old
    change(&item)
    var faults = prohibition(old, by: editor)
    if faults.isEmpty, item.isShared, !old.isShared { faults = prohibition(item, by: editor, isNew: true) }
    faults.require(
      item.id == old.id && PersonKey.areSame(item.coach, old.coach), .inconsistent, of: item.subject,
      expected: "the identity and the coach unchanged")
    if old.isShared, !item.isShared {
      let others = old.users(in: self).filter { $0.isShared || !PersonKey.areSame($0.coach, old.coach) }
      faults += reasons(old, others, by: editor)
    }
    if let error = TrainingError(faults + item.faults(in: self, by: editor)) { throw error }
    self[keyPath: Item.index].insert(item)
    return item
  }

  /// Removes an item that nothing uses.
  private mutating func remove<Item: LibraryItem>(
    _ id: String, by editor: String?
  ) throws(TrainingError) -> Item {
    let item: Item = try find(id, by: editor)
    let uses = reasons(item, item.users(in: self), by: editor)
    if let error = TrainingError(prohibition(item, by: editor) + uses) { throw error }
    self[keyPath: Item.index].remove(id)
    return item
  }

  /// The routine with a colour that no other routine of its client has, if it has none.
  private func colored(_ routine: Routine) -> Routine {
    guard routine.color == nil else { return routine }
    let client = routine.client.map { PersonKey($0) }
    let others = routines.filter { other in
      other.id != routine.id && PersonKey.areSame(other.coach, routine.coach)
        && other.client.map { PersonKey($0) } == client
    }
    var colored = routine
    colored.color = palette.color(leastUsedIn: others.compactMap { $0.color })
    return colored
  }
}

extension Palette {
  /// The first of the shades, and then of those of neighbouring hues, that the fewest of `colors` use.
  fileprivate func color(leastUsedIn colors: [CalendarColor]) -> CalendarColor? {
    var uses: [CalendarColor: Int] = [:]
    for color in colors { uses[color, default: 0] += 1 }
    if let free = shades.first(where: { uses[$0] == nil }) { return free }
    let all = shades + neighbours.flatMap { $0.shades }
    return all.min { uses[$0, default: 0] < uses[$1, default: 0] }
  }

  /// The palettes of the hues 50° apart, nearest first, without those of a red. A grey has the hues of a pale colour.
  private var neighbours: [Palette] {
    let base = base.oklch
    return [1, -1, 2, -2, 3, -3].compactMap { turn in
      let hue = OKLCH(
        lightness: 0.6, chroma: max(base.chroma, 0.08),
        hue: (base.hue + 50 * Double(turn) + 360).truncatingRemainder(dividingBy: 360))
      return try? Palette(of: CalendarColor(hue))
    }
  }
}

extension Machine: LibraryItem {
  static var kind: String { "machine" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Machine>> { \.machineIndex }

  func faults(in library: TrainingLibrary, by editor: String?) -> [TrainingError.Reason] { nameFaults }

  func users(in library: TrainingLibrary) -> [LibraryUse] {
    library.exercises(usingMachine: id).map {
      LibraryUse(
        subject: $0.subject, parts: $0.parts, coach: $0.coach, isShared: $0.isShared, property: "machine")
    }
  }
}

extension Exercise: LibraryItem {
  static var kind: String { "exercise" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Exercise>> { \.exerciseIndex }

  func faults(in library: TrainingLibrary, by editor: String?) -> [TrainingError.Reason] {
    var faults = nameFaults
    guard let machine else { return faults }
    let mayName = library.mayName(machine, Machine.self, of: coach, by: editor)
    faults.require(
      mayName, .notFound, of: subject, "machine", expected: "a machine of the same coach or a shared one",
      named: parts + [.init(kind: "machine", name: machine)])
    faults.require(
      !isShared || !mayName || library.machine(machine)?.isShared == true, .notShared, of: subject, "machine",
      expected: "a machine that is shared too", named: parts + (library.machine(machine)?.parts ?? []))
    return faults
  }

  func users(in library: TrainingLibrary) -> [LibraryUse] {
    library.routines(usingExercise: id).map {
      LibraryUse(
        subject: $0.subject, parts: $0.parts, coach: $0.coach, isShared: false, property: "exercises")
    }
  }
}

extension Routine: LibraryItem {
  static var kind: String { "routine" }
  static var index: WritableKeyPath<TrainingLibrary, NameIndex<Routine>> { \.routineIndex }

  var isShared: Bool { false }

  func faults(in library: TrainingLibrary, by editor: String?) -> [TrainingError.Reason] {
    var faults = nameFaults
    if let client { faults.require(client, of: subject, "client") }
    faults.require(
      color?.isRed != true, .reservedColor, of: subject, "color", expected: "a colour that is not a red")
    faults.require(
      exercises.count <= TrainingLimits.exercises, .tooMany, of: subject, "exercises",
      expected: "at most 1000")
    for (position, entry) in exercises.enumerated() {
      let subject = "\(subject) exercise \(position)"
      faults.require(
        library.mayName(entry.exercise, Exercise.self, of: coach, by: editor), .notFound, of: subject,
        expected: "an exercise of the same coach or a shared one",
        named: parts + [.init(kind: "exercise", name: entry.exercise)])
      faults += entry.sets.faults(of: subject)
    }
    return faults
  }

  func users(in library: TrainingLibrary) -> [LibraryUse] { [] }
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
