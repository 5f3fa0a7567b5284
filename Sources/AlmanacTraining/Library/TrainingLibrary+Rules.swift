internal import AlmanacEvents
internal import AlmanacScheduling

extension TrainingLibrary {
  func identityFaults<Item>(_ item: Item, in shelf: Shelf<Item>) -> [TrainingError.Reason] {
    if item.id.isEmpty { return [.init(.emptyIdentity, of: Item.kind, expected: "an identity")] }
    return shelf[item.id] == nil
      ? [] : [.init(.alreadyExists, of: item.subject, expected: "an identity that is free")]
  }

  /// An edit that replaces the whole item must not make it another's.
  func ownershipFaults(_ item: some LibraryItem, id: String, coach: String) -> [TrainingError.Reason] {
    item.id == id && PersonKey.areSame(item.coach, coach)
      ? [] : [.init(.inconsistent, of: item.subject, expected: "the identity and the coach as they were")]
  }

  func faults(of machine: Machine) -> [TrainingError.Reason] {
    nameFaults(machine)
  }

  func faults(of exercise: Exercise) -> [TrainingError.Reason] {
    var reasons = nameFaults(exercise)
    // Another coach's machine is not there for this one, and must not be told from one that does not exist.
    if let machine = exercise.machine, !machineShelf.holds(machine, of: exercise.coach) {
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
      if !exerciseShelf.holds(entry.exercise, of: routine.coach) {
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

extension Shelf {
  /// Whether an item is there and a coach's, however the coach's address is written.
  fileprivate func holds(_ id: String, of coach: String) -> Bool {
    self[id].map { PersonKey.areSame($0.coach, coach) } ?? false
  }
}

extension [PrescribedSet] {
  /// Every reason why they cannot be the sets of an exercise.
  func faults(of subject: String) -> [TrainingError.Reason] {
    var reasons: [TrainingError.Reason] = []
    if count > TrainingLimits.sets {
      reasons.append(.init(.tooMany, of: subject, "sets", expected: "at most 1000"))
    }
    for (position, set) in enumerated() { reasons += set.faults(of: "\(subject) set \(position)") }
    return reasons
  }
}
