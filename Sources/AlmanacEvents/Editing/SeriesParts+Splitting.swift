internal import AlmanacRecurrence
internal import AlmanacTime

/// A series and the two parts into which it is split.
struct SplitSeries {
  let whole: SeriesParts
  var before: SeriesParts
  var after: SeriesParts
  /// The move from recurrence ids of the whole to those of the second part.
  let move: StartMove
}

extension SeriesParts {
  /// Splits the series into the part before an instance and the part from it on, which shows the same occurrences under
  /// another UID.
  ///
  /// The last override with RANGE=THISANDFUTURE up to the instance becomes the second part itself. It becomes an override of the
  /// first instance in which it has an effect, if the rules of the series cannot be moved as it moves its instances. It stays an
  /// override, if it is one of the instance itself and the rules do not produce that instance.
  ///
  /// - Parameter id: The recurrence id of the instance, in the form of the series' start: a date, floating or zoned.
  func split(at id: EventTime, newUID: String) throws(EventError) -> SplitSeries {
    var sets: (before: RecurrenceSet, after: RecurrenceSet)
    do throws(RecurrenceViolation) { sets = try set.split(at: id, calendars: systems) } catch {
      throw EventError(.immovablePart, error.part.name, uid: main.item.uid, expected: error.expected)
    }
    let excepted = exceptions(splitAt: id)
    sets.before.recurrence.exceptions += excepted.before
    sets.after.recurrence.exceptions += excepted.after
    var before = self
    let firstKey = key(id)
    before.overrides = overrides.filter { key($0) < firstKey }
    before.dropped = overrides.filter { key($0) >= firstKey }
    before.restart(main.item.repeating(sets.before), at: sets.before.start)

    var item = main.item.repeating(sets.after)
    item.uid = newUID
    let later = before.dropped.map { member in
      var later = Member(number: nil, before: nil, item: member.item, isCurrent: member.isCurrent)
      later.item.uid = newUID
      if let id = member.item.recurrenceID, isDay(id) { later.item.recurrenceID = recurrenceID(for: id) }
      return later
    }
    var after = SeriesParts(
      main: Member(number: nil, before: nil, item: item), overrides: later, start: sets.after.start,
      systems: systems)
    let plan = plan
    // An override with RANGE=THISANDFUTURE, of this instance or of an earlier one, decides what the second part shows.
    // If it is the override of this very instance and the rules do not produce the instance, it stays an override.
    guard let place = plan.stretches.lastIndex(where: { $0.after.map { $0 <= firstKey } ?? false }),
      let own = plan.stretches[place].after, own < firstKey || expansion.contains(id)
    else { return SplitSeries(whole: self, before: before, after: after, move: StartMove(from: id, to: id)) }
    let first = own == firstKey ? id : plan.firstInstance(of: place, from: id)
    do throws(EventError) {
      let move = try after.applyStretch(plan.stretches[place], at: id, firstInstance: first)
      return SplitSeries(whole: self, before: before, after: after, move: move)
    } catch {
      throw error.naming(main.item.uid, insteadOf: newUID)
    }
  }

  /// Applies the override of a stretch (RANGE=THISANDFUTURE) to the series itself, so that the series shows the stretch
  /// without an override.
  ///
  /// - Parameters:
  ///   - id: The instance at which the series begins.
  ///   - firstInstance: The first instance from `id` on that the stretch shows, or `id` if the override is its own; `nil` if
  ///     none is left.
  /// - Throws: `immovable_part` if several instances of one day would become one date.
  private mutating func applyStretch(
    _ stretch: SeriesPlan.Stretch, at id: EventTime, firstInstance: EventTime?
  ) throws(EventError) -> StartMove {
    let firstKey = key(id)
    if stretch.after == firstKey {
      let own = overrides.filter { key($0) == firstKey }
      main.item.recurrence.exceptions += own.flatMap { exceptions(for: $0) }
      overrides = overrides.filter { key($0) != firstKey }
    }
    var first = stretch.beginning(at: firstInstance ?? id)
    first.uid = main.item.uid
    let move = StartMove(from: id, to: stretch.start(of: id))
    let moved: RecurrenceSet
    do throws(RecurrenceViolation) { moved = try set.moved(by: move) } catch {
      if let firstInstance {
        guard stretch.isWhole(at: firstInstance) else {
          throw EventError(.immovablePart, error.part.name, uid: main.item.uid, expected: error.expected)
        }
        overrides.append(Member(number: nil, before: nil, item: first))
      }
      return StartMove(from: id, to: id)
    }
    var recurrence = moved.recurrence
    // All instances of a stretch have one length.
    recurrence.additions = recurrence.additions.map { RecurrenceDate($0.start) }
    first = first.starting(at: moved.start).asInstance(nil)
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
  /// The same item with the start and the rules of a recurrence set.
  fileprivate func repeating(_ set: RecurrenceSet) -> Item {
    var item = starting(at: set.start)
    item.recurrence = set.recurrence
    return item
  }
}
