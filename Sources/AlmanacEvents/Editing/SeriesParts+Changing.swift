internal import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

extension SeriesParts {
  /// The effect of a change on the identities of the instances.
  struct Outcome {
    /// The move from recurrence ids before the change to those after it.
    let move: StartMove
    /// Whether the series may have other instances than before.
    let changesInstances: Bool
  }

  /// Changes the series as one of its occurrences was changed.
  ///
  /// The main item gets every field that was changed; an override gets those that it has not changed itself, and the
  /// edited occurrence gets all of them. A moved start moves all instances except overrides that were moved before.
  ///
  /// - Parameter isAnchored: Whether new rules start at the edited occurrence itself. Otherwise the start moves only by
  ///   as much as the edit moves the occurrence: if an override had moved a Monday to a Tuesday, and the edit leaves it
  ///   there, the new rules still start on the Monday.
  mutating func change(
    _ effective: Effective, to edited: Item, isAnchored: Bool = false
  ) throws(EventError) -> Outcome {
    let old = self
    guard let from = effective.item.anchor, let to = edited.anchor else {
      throw EventError(.missingDate, "DTSTART", uid: main.item.uid, expected: "a start to count from")
    }
    let recurrence = effective.item.recurrence
    let hasNewRules =
      recurrence.rules != edited.recurrence.rules
      || recurrence.exclusionRules != edited.recurrence.exclusionRules
    let wall = StartMove(from: isAnchored && hasNewRules ? effective.id : from, to: to)
    let move = StartMove(from: start, to: wall.moved(start))
    if !move.isIdentity, !hasNewRules, recurrence != .none, let unread = main.item.unreadInstances {
      throw EventError([], and: .unreadTimes(unread.text, uid: main.item.uid))
    }
    let edit = Edit(effective, edited, move: move, own: StartMove(from: from, to: to), series: old)

    var item = main.item
    edit.difference.apply(to: &item, sparing: nil)
    item = edit.retimed(item, at: move.to, takesLength: edit.hasNewLength)
    item.content.series.recurrence = try edit.recurrence(keepingRules: !hasNewRules)
    if hasNewRules { item.content.replaceUnmodelled(.rrule) }
    if !move.isIdentity { edit.moveParameters(of: main.item.recurrence, in: &item) }
    if edit.hasNewLength, effective.hasOwnLength { item.recurrence.dropLength(at: move.moved(effective.id)) }
    restart(item, at: move.to)
    for index in overrides.indices { edit.apply(to: &overrides[index], at: index) }
    if !move.isIdentity, item.recurrence != .none { exclude(old.hidden.map { move.moved($0) }) }
    let changesInstances = recurrence != edited.recurrence
    if changesInstances { dropOrphans(since: old, move, edited: effective) }
    return Outcome(move: move, changesInstances: changesInstances)
  }

  /// Removes the overrides whose instance the old rules produced and the new ones do not. One with
  /// RANGE=THISANDFUTURE is continued from the next instance on.
  private mutating func dropOrphans(since old: SeriesParts, _ move: StartMove, edited: Effective) {
    let (before, after) = (old.expansion, expansion)
    func isLost(_ index: Int) -> Bool {
      guard let was = old.overrides[index].item.recurrenceID?.conformed(to: old.start),
        let id = overrides[index].item.recurrenceID?.conformed(to: start)
      else { return false }
      return before.contains(was) && !after.contains(id)
    }
    let lost = overrides.indices.filter(isLost)
    let hidden = lost.flatMap { index -> [EventTime] in
      guard overrides[index].isCurrent, let id = overrides[index].item.recurrenceID, isDay(id) else {
        return []
      }
      return old.hidden(by: old.overrides[index])?.filter { after.contains($0) } ?? [id]
    }
    let continued = continuations(
      of: lost.filter { overrides[$0].isCurrent && overrides[$0].item.overridesFuture })
    dropped += lost.map { overrides[$0] }
    let isDropped = Set(lost)
    overrides = overrides.indices.filter { !isDropped.contains($0) }.map { overrides[$0] } + continued
    if main.item.recurrence != .none { main.item.recurrence.exceptions += hidden }
  }
}

extension Recurrence {
  fileprivate mutating func dropLength(at id: EventTime) {
    additions = additions.map { addition in
      InstanceKey(addition.start, in: id) == InstanceKey(id) ? RecurrenceDate(addition.start) : addition
    }
  }
}

/// An edit of one occurrence, to be applied to the series and its overrides.
private struct Edit {
  let effective: SeriesParts.Effective
  let edited: Item
  /// The move of the series' start and of the recurrence ids.
  let move: StartMove
  /// The move of the edited occurrence.
  let own: StartMove
  let series: SeriesParts
  let hasNewLength: Bool
  let difference: ItemDifference

  init(
    _ effective: SeriesParts.Effective, _ edited: Item, move: StartMove, own: StartMove, series: SeriesParts
  ) {
    self.effective = effective
    self.edited = edited
    self.move = move
    self.own = own
    self.series = series
    difference = ItemDifference(before: effective.item, after: edited)
    // In another zone the same length may be another number of seconds.
    let kept = effective.item.starting(at: own.to)
    hasNewLength = edited.extent != kept.extent && !effective.item.isAsLong(as: edited)
  }

  /// An item moved to a new start, with the length of the edited item or its own. A to-do without a start gets one if the edited
  /// item has it.
  func retimed(_ item: Item, at start: EventTime, takesLength: Bool) -> Item {
    var moved = item.starting(at: start)
    let changesForm = item.anchor?.isDate != start.isDate
    let getsStart = item.start == nil && edited.start != nil
    if getsStart { moved.content.setStart(start) }
    if takesLength || changesForm || getsStart {
      moved.content.fields.extent = edited.starting(at: start).extent
    }
    return moved
  }

  /// The rules of the series after the edit.
  func recurrence(keepingRules keepsRules: Bool) throws(EventError) -> Recurrence {
    var result = edited.recurrence
    if move.isIdentity || result == .none { return result }
    var old = series.set
    if !keepsRules { (old.recurrence.rules, old.recurrence.exclusionRules) = ([], []) }
    let moved: Recurrence
    do throws(RecurrenceViolation) { moved = try old.moved(by: move).recurrence } catch {
      throw EventError(.immovablePart, error.part.name, uid: edited.uid, expected: error.expected)
    }
    if keepsRules { (result.rules, result.exclusionRules) = (moved.rules, moved.exclusionRules) }
    if result.additions == effective.item.recurrence.additions { result.additions = moved.additions }
    if result.exceptions == effective.item.recurrence.exceptions { result.exceptions = moved.exceptions }
    return result
  }

  /// Moves the dates to which unmodelled parameters of RDATE and EXDATE belong.
  ///
  /// - Parameter old: The recurrence before the edit.
  func moveParameters(of old: Recurrence, in item: inout Item) {
    guard item.unmodelled.parameters.contains(where: { !$0.values.isEmpty }) else { return }
    var moved: [PropertyName: [String: [String]]] = [:]
    for exception in old.exceptions {
      let texts = series.set.instances(excludedBy: exception).map { move.moved($0).value }
      moved[.exdate, default: [:]][exception.value] = texts
    }
    if old.additions.count == item.recurrence.additions.count {
      for (old, new) in zip(old.additions, item.recurrence.additions) {
        moved[.rdate, default: [:]][old.value] = [new.value]
      }
    }
    item.unmodelled.parameters = item.unmodelled.parameters.map { kept in
      let texts = PropertyName.named(kept.property).flatMap { moved[$0] }
      return KeptParameters(
        kept.property, occurrence: kept.occurrence, kept.parameters,
        values: kept.values.flatMap { texts?[$0] ?? [$0] })
    }
  }

  /// Changes an override.
  func apply(to part: inout SeriesParts.Member, at index: Int) {
    let before = part.item
    if !move.isIdentity, let id = before.recurrenceID {
      part.item.recurrenceID = series.moved(id, by: move)
    }
    guard part.isCurrent else { return }
    let isEdited = isEdited(index)
    difference.apply(to: &part.item, sparing: isEdited ? nil : series.main.item)
    let takesLength = hasNewLength && (isEdited || before.isAsLong(as: series.main.item))
    guard let start = before.start else {
      if takesLength { part.item.content.fields.extent = edited.extent }
      return
    }
    var moved = start
    if isEdited {
      moved = own.moved(start)
    } else if !move.isIdentity, before.isInPlace(in: series.start) {
      moved = move.moved(series.set.instance(at: start))
    }
    part.item = retimed(part.item, at: moved, takesLength: takesLength)
  }

  private func isEdited(_ index: Int) -> Bool {
    switch effective.source {
    case .main: false
    case .override(let edited), .stretch(let edited): edited == index
    }
  }
}

extension EventTime {
  /// The value that states the time in a list of dates: see ``KeptParameters``.
  fileprivate var value: String {
    switch self {
    case .date(let date): date.formatted(.basic)
    case .floating(let local): local.formatted(.basic)
    case .zoned(let zoned) where zoned.zone.fixedOffset == 0 || zoned != zoned.local.in(zoned.zone):
      zoned.instant.formatted(.basic)
    case .zoned(let zoned): zoned.local.formatted(.basic)
    }
  }
}

extension RecurrenceDate {
  /// The value that states the date or the period.
  fileprivate var value: String {
    switch extent {
    case nil: start.value
    case .duration(let duration): start.value + "/" + duration.description
    case .end(let end): start.value + "/" + end.conformed(to: start).value
    }
  }
}

extension Item {
  /// Whether both state the same length in the same way.
  fileprivate func isAsLong(as other: Item) -> Bool {
    switch (extent, other.extent) {
    case (.end(let mine), .end(let others)):
      let hasOwnZone = (mine.zone != start?.zone, others.zone != other.start?.zone)
      if hasOwnZone.0 != hasOwnZone.1 || hasOwnZone.0 && mine.zone != others.zone { return false }
      return length == other.length || length.seconds != nil && length.seconds == other.length.seconds
    case (.duration(let one), .duration(let another)):
      return one == another && start?.isDate == other.start?.isDate
    case (.implied, .implied): return true
    default: return false
    }
  }
}

extension InstanceShape.Length {
  /// The length in seconds, where it is a number of seconds.
  fileprivate var seconds: Int? {
    switch self {
    case .wall(let seconds), .exact(let seconds, _): seconds
    case .none, .days, .nominal, .shifted: nil
    }
  }
}

/// The fields in which an item was changed, without its identity, times, rules and revision.
struct ItemDifference {
  private let fields: [ItemField]
  private let before: ItemContent
  private let after: ItemContent

  init(before: Item, after: Item) {
    let (before, after) = (before.content, after.content)
    fields = ItemTable.content.filter { !$0.isEqual(before, after) }
    (self.before, self.after) = (before, after)
  }

  /// Copies the changed fields to another item of the series. Attendees are compared one by one, so that an added or removed
  /// attendee is also added or removed in instances with other answers.
  ///
  /// - Parameter base: If given, fields in which `item` already differs from it are left alone; `nil` changes every
  ///   field.
  func apply(to item: inout Item, sparing base: Item?) {
    var content = item.content
    let base = base?.content ?? content
    for field in fields {
      if field.properties == [.attendee] {
        content.extras.attendees = content.extras.attendees.changed(
          from: before.extras.attendees, to: after.extras.attendees)
      } else if field.isEqual(base, content) {
        field.copy(after, &content)
      }
    }
    item.content = content
  }
}

extension [Attendee] {
  /// The attendees with the changes that were made to another list. An attendee who differs here stays as here.
  fileprivate func changed(from before: [Attendee], to after: [Attendee]) -> [Attendee] {
    if self == before { return after }
    let (old, new) = (before.byPerson, after.byPerson)
    let kept = compactMap { attendee -> Attendee? in
      let key = PersonKey(attendee.address)
      guard let former = old[key] else { return attendee }
      guard var changed = new[key] else { return nil }
      var other = attendee
      other.copyAnswer(of: former)
      if other != former || former == changed { return attendee }
      if attendee != former { changed.copyAnswer(of: attendee) }
      return changed
    }
    let own = byPerson
    return kept
      + after.filter { old[PersonKey($0.address)] == nil && own[PersonKey($0.address)] == nil }
  }
}

extension Attendee {
  /// Copies the answer of the person in another state.
  package mutating func copyAnswer(of other: Attendee) {
    (status, delegates, sentBy) = (other.status, other.delegates, other.sentBy)
  }
}
