internal import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

extension ScopedEdit {
  /// Applies a change to the subject.
  ///
  /// - Parameter splitsUnchanged: Whether a series is split also where the change leaves the item as it was.
  /// - Returns: Whether anything is to be stored.
  /// - Throws: `EventError` with every rule that is broken and was not before.
  mutating func apply(
    _ policy: ValidationPolicy?, splitsUnchanged: Bool = false,
    _ change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> Bool {
    let before = effective
    var after = before
    try change(&after)
    for field in ItemTable.identity { field.copy(before.content, &after.content) }
    after.anchorAlarms(since: before)
    var reasons: [EventError.Reason] = []
    if after.kind != before.kind {
      reasons.append(.init(.otherKind, uid: before.uid, expected: "\(before.kind.rawValue), as it was"))
    }
    reasons += newViolations(of: after)
    reasons += after.violations(policy ?? after.ownPolicy, ofChangesSince: before)
    if let error = EventError(reasons) { throw error }
    if after == before, !(splitsUnchanged && isSplit) { return false }
    try apply(after)
    if let error = EventError(newViolationsOfSeries()) { throw error }
    return true
  }

  /// Applies an edited item to the subject.
  private mutating func apply(_ edited: Item) throws(EventError) {
    switch subject {
    case .item(let number, let item):
      steps = [.init(number: number, before: item, after: edited)]
      if item.recurrenceID == nil, item.recurrence == .none, edited.recurrence != .none,
        let start = edited.anchor
      {
        let instance = IdentityMapping.Span(series: id.series, start: start, from: start, through: start)
        mappings = [IdentityMapping(old: .init(series: id.series), new: instance)]
      }
    case .instance(var parts, let effective):
      parts.storeOverride(edited, for: effective, by: me)
      results = [parts]
    case .series(var parts, let effective):
      let old = parts
      let outcome = try parts.change(effective, to: edited)
      results = [parts]
      mappings = IdentityMapping.mappings(
        from: old, after: nil, to: parts, outcome.move, outcome.changesInstances)
    case .split(var split, let effective):
      let outcome = try split.after.change(effective, to: edited, isAnchored: true)
      if effective.item.isOrganized(by: me), edited.isRescheduled(from: effective.item) {
        split.after.main.item.askAgain(except: me)
        for index in split.after.overrides.indices { split.after.overrides[index].item.askAgain(except: me) }
      }
      split.before.relate(to: &split.after)
      split.before.drop(lostAlarms)
      results = [split.before, split.after]
      let from = split.move.inverse.moved(effective.id)
      let move = StartMove(from: from, to: outcome.move.moved(effective.id))
      mappings = IdentityMapping.mappings(
        from: split.whole, after: from, to: split.after, move, outcome.changesInstances)
    }
  }

  /// The faults of the edited item that it did not have before, so that an item that was imported with faults can be
  /// edited. Rules of a series are checked later, once they have moved with its start.
  private func newViolations(of edited: Item) -> [EventError.Reason] {
    var (before, after) = (effective, edited)
    switch subject {
    case .item, .instance: break
    case .series, .split: (before.recurrence, after.recurrence) = (.none, .none)
    }
    return after.violations(since: before)
  }

  /// The faults of the resulting series that it did not have before.
  private func newViolationsOfSeries() -> [EventError.Reason] {
    let before: SeriesParts
    switch subject {
    case .item, .instance: return []
    case .series(let parts, _): before = parts
    case .split(let split, _): before = split.after
    }
    return results.last?.main.item.violations(since: before.main.item) ?? []
  }

  /// Stores the results in a calendar.
  func done(in calendar: inout EventCalendar, at now: Instant?) -> CalendarChange {
    var steps = steps.map { step in
      var item = step.after
      if let before = step.before { item?.revise(before, at: now, by: me) }
      return CalendarChange.Step(number: step.number, before: step.before, after: item)
    }
    var new: [Item] = []
    for parts in results {
      for part in [parts.main] + parts.overrides {
        var item = part.item
        if let number = part.number, let before = part.before {
          if item == before { continue }
          // A superseded item does not get a new revision.
          if part.isCurrent { item.revise(before, at: now, by: me) }
          // Recipients of a removed override compare its SEQUENCE with that of the series, which must therefore be higher.
          if part.item.recurrenceID == nil, item.sequence > before.sequence {
            item.sequence = Swift.max(item.sequence, parts.highestSequence &+ 1)
          }
          steps.append(.init(number: number, before: before, after: item))
        } else {
          if part.isCurrent, let now {
            item.markChanged(at: now, byOrganizer: item.isOrganized(by: me))
            item.created = item.created ?? now
          }
          new.append(item)
        }
      }
      for part in parts.dropped {
        if let number = part.number { steps.append(.init(number: number, before: part.before, after: nil)) }
      }
    }
    let first = calendar.store.nextNumber
    steps += new.enumerated().map { .init(number: first + $0, before: nil, after: $1) }
    calendar.store.set(steps.map { ($0.number, $0.after) })
    return CalendarChange(steps, identities: ItemIdentities(mappings))
  }
}

extension Item {
  fileprivate func violations(since before: Item) -> [EventError.Reason] {
    let known = before.violations(.standard)
    return violations(.standard).filter { new in
      !known.contains { $0.code == new.code && $0.property == new.property }
    }
  }
}

extension Item {
  /// The name of the X- property that records to which revision of the item an attendee answered last.
  package static let answerRecord = "X-ALMANAC-ANSWER"
}

extension SeriesParts {
  /// The highest SEQUENCE of an override before the edit.
  fileprivate var highestSequence: Int {
    (overrides + dropped).compactMap { $0.before?.sequence }.max() ?? 0
  }

  /// Makes the edited item the override of an occurrence.
  mutating func storeOverride(_ edited: Item, for effective: Effective, by me: Set<String>) {
    guard case .override(let index) = effective.source else {
      var item = edited
      item.created = nil
      item.revise(effective.item, at: nil, by: me)
      overrides.append(Member(number: nil, before: nil, item: item))
      return
    }
    if overrides[index].item.overridesFuture { overrides += continuations(of: [index]) }
    overrides[index].item = edited
  }

  /// Relates the two parts of a split series to each other (RFC 9253 §5). A part that followed the first one follows the
  /// second one now.
  mutating func relate(to after: inout SeriesParts) {
    let first = main.item.relations.first { $0.kind == .first }?.target ?? main.item.uid
    var relations = after.main.item.relations.filter { $0.kind != .first }
    relations.append(Relation(first, kind: .first))
    after.main.item.relations = relations
    after.main.item.content.fields.sequence = nil
    after.main.item.created = nil
    // The recorded answers refer to revisions of the first series.
    after.main.item.unmodelled.properties.removeAll(named: Item.answerRecord)
    main.item.relations = main.item.relations.filter { $0.kind != .next }
    main.item.relations.append(Relation(after.main.item.uid, kind: .next))
  }
}

extension IdentityMapping {
  /// The mappings of the instances of a series, from one of them on.
  static func mappings(
    from old: SeriesParts, after first: EventTime?, to new: SeriesParts, _ move: StartMove,
    _ changesInstances: Bool
  ) -> [IdentityMapping] {
    let ids = (SeriesID(old.main.item), SeriesID(new.main.item))
    if !changesInstances, move.isIdentity, ids.0 == ids.1 { return [] }
    var before = Span(series: ids.0, start: old.start, from: first)
    if new.isSingle {
      var only = before
      only.from = move.inverse.moved(new.start)
      only.through = only.from
      return [
        IdentityMapping(old: only, new: Span(series: ids.1)), IdentityMapping(old: before, new: nil),
      ]
    }
    var after = Span(series: ids.1, start: new.start, from: first.map { move.moved($0) })
    if changesInstances {
      (before.recurrence, before.additionalIDs) = (old.main.item.recurrence, old.overrideIDs)
      (after.recurrence, after.additionalIDs) = (new.main.item.recurrence, new.overrideIDs)
      (before.systems, after.systems) = (old.systems, new.systems)
    }
    return [IdentityMapping(old: before, new: after, move: move)]
  }
}
