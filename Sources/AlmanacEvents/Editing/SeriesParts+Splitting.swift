internal import AlmanacRecurrence
internal import AlmanacTime

extension SeriesParts {
  /// The series before an instance and the one from it on, which shows the same as before under another UID.
  ///
  /// What an earlier override with RANGE=THISANDFUTURE says of the second part becomes the second part itself, or,
  /// where its rules cannot move so, an override of its first instance.
  ///
  /// - Parameter id: In the form of the start.
  /// - Returns: Also the move from recurrence ids of the old series to those of the new one.
  func split(
    at id: EventTime, newUID: String
  ) throws(EventError) -> (before: SeriesParts, after: SeriesParts, move: StartMove) {
    var sets: (before: RecurrenceSet, after: RecurrenceSet)
    do throws(RecurrenceViolation) { sets = try set.split(at: id, calendars: systems) } catch {
      throw EventError(.immovablePart, error.part.name, uid: main.item.uid, expected: error.expected)
    }
    let excepted = exceptions(splitAt: id)
    sets.before.exceptions += excepted.before
    sets.after.exceptions += excepted.after
    var before = self
    before.overrides = overrides.filter { key($0) < id.key }
    before.dropped = overrides.filter { key($0) >= id.key }
    before.restart(main.item.repeating(sets.before), at: sets.before.start)

    var item = main.item.repeating(sets.after)
    item.uid = newUID
    let later = before.dropped.map { part in
      var later = Part(number: nil, before: nil, item: part.item, holds: part.holds)
      later.item.uid = newUID
      if let id = part.item.recurrenceID, isDay(id) { later.item.recurrenceID = named(id) }
      return later
    }
    var after = SeriesParts(
      main: Part(number: nil, before: nil, item: item), overrides: later, start: sets.after.start,
      systems: systems)
    let plan = plan
    // One that names no instance is an override of the second part as it was.
    guard let place = plan.stretches.lastIndex(where: { $0.after <= id.key }), place > 0,
      plan.stretches[place].after < id.key || expansion.contains(id)
    else { return (before, after, StartMove(from: id, to: id)) }
    let first = plan.stretches[place].after == id.key ? id : plan.firstInstance(of: place, from: id.key)
    do throws(EventError) {
      let move = try after.takeIn(plan.stretches[place], at: id, firstShown: first)
      return (before, after, move)
    } catch {
      throw error.naming(main.item.uid, insteadOf: newUID)
    }
  }

  /// Makes the stretch that holds at the first instance the series itself.
  ///
  /// - Parameter firstShown: The first instance that it shows.
  /// - Throws: `immovable_part` where times of several a day became dates, which nothing but the first can say.
  private mutating func takeIn(
    _ stretch: SeriesPlan.Stretch, at id: EventTime, firstShown: EventTime?
  ) throws(EventError) -> StartMove {
    if stretch.after == id.key {
      let own = overrides.filter { key($0) == id.key }
      main.item.recurrence.exceptions += own.flatMap { exceptions(for: $0) }
      overrides = overrides.filter { key($0) != id.key }
    }
    var first = stretch.beginning(at: firstShown ?? id)
    first.uid = main.item.uid
    let move = StartMove(from: id, to: stretch.start(of: id))
    let moved: RecurrenceSet
    do throws(RecurrenceViolation) { moved = try set.moved(by: move) } catch {
      if let firstShown {
        guard stretch.isWhole(at: firstShown) else {
          throw EventError(.immovablePart, error.part.name, uid: main.item.uid, expected: error.expected)
        }
        overrides.append(Part(number: nil, before: nil, item: first))
      }
      return StartMove(from: id, to: id)
    }
    var recurrence = Recurrence(
      moved.rules, exclusionRules: moved.exclusionRules, additions: moved.additions,
      exceptions: moved.exceptions)
    // A stretch gives all its instances one length.
    recurrence.additions = recurrence.additions.map { RecurrenceDate($0.start) }
    first = first.starting(at: moved.start).alone(at: nil)
    first.recurrence = recurrence
    first.created = main.item.created
    for index in overrides.indices {
      overrides[index].item.recurrenceID = overrides[index].item.recurrenceID.map {
        self.moved($0, by: move)
      }
    }
    restart(first, at: moved.start)
    return move
  }
}

extension Item {
  /// The same item with other rules, from their start.
  fileprivate func repeating(_ set: RecurrenceSet) -> Item {
    var item = starting(at: set.start)
    item.recurrence = Recurrence(
      set.rules, exclusionRules: set.exclusionRules, additions: set.additions, exceptions: set.exceptions)
    return item
  }
}
