internal import AlmanacRecurrence
internal import AlmanacTime

extension ScopedEdit {
  /// Makes the subject as a change has it.
  ///
  /// - Returns: Whether it is to be otherwise than it was.
  /// - Throws: `EventError` with every rule that is broken and was not before.
  mutating func make(
    _ policy: ValidationPolicy, _ change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> Bool {
    let before = shown
    var after = before
    try change(&after)
    for field in ItemTable.identity { field.copy(before.content, &after.content) }
    var reasons: [EventError.Reason] = []
    if after.kind != before.kind {
      reasons.append(.init(.otherKind, uid: before.uid, expected: "\(before.kind.rawValue), as it was"))
    }
    reasons += newViolations(of: after, policy)
    if let error = EventError(reasons) { throw error }
    if after == before { return false }
    try make(after)
    if let error = EventError(newViolationsOfSeries(policy)) { throw error }
    return true
  }

  /// Makes the subject as it was changed to be.
  private mutating func make(_ edited: Item) throws(EventError) {
    switch subject {
    case .item(let number, let item):
      steps = [.init(number: number, before: item, after: edited)]
      if item.recurrenceID == nil, item.recurrence == .none, edited.recurrence != .none,
        let start = edited.anchor
      {
        let instance = Passage.Stretch(series: id.series, start: start, from: start, through: start)
        passages = [Passage(old: .item(id.series), new: .instances(instance))]
      }
    case .instance(var parts, let shown):
      parts.put(edited, for: shown)
      results = [parts]
    case .series(var parts, let shown):
      let old = parts
      let outcome = try parts.change(shown, to: edited)
      results = [parts]
      passages = Passage.followed(from: old, after: nil, to: parts, outcome.move, outcome.isRuledAnew)
    case .split(var before, var after, let shown, let first):
      let whole = before.whole
      let outcome = try after.change(shown, to: edited, isAnchored: true)
      before.link(&after)
      let from = first.inverse.moved(shown.id)
      before.drop(partedAlarms)
      results = [before, after]
      let move = StartMove(from: from, to: outcome.move.moved(shown.id))
      passages = Passage.followed(from: whole, after: from, to: after, move, outcome.isRuledAnew)
    }
  }

  /// What is wrong with the edited item and was not before: what a file brought in with faults can be edited like
  /// any other. Rules of a series are looked at when they have moved with its start.
  private func newViolations(of edited: Item, _ policy: ValidationPolicy) -> [EventError.Reason] {
    var (before, after) = (shown, edited)
    switch subject {
    case .item, .instance: break
    case .series, .split: (before.recurrence, after.recurrence) = (.none, .none)
    }
    return after.violations(policy, since: before)
  }

  /// What is wrong with the series that were made and was not before.
  private func newViolationsOfSeries(_ policy: ValidationPolicy) -> [EventError.Reason] {
    switch subject {
    case .item, .instance: []
    case .series(let parts, _), .split(_, let parts, _, _):
      results.last?.main.item.violations(policy, since: parts.main.item) ?? []
    }
  }

  /// Brings what was made into a calendar.
  func done(in calendar: inout EventCalendar, at now: Instant?) -> CalendarChange {
    var steps = steps.map { step in
      var item = step.after
      if let before = step.before { item?.revise(before, at: now) }
      return CalendarChange.Step(number: step.number, before: step.before, after: item)
    }
    var new: [Item] = []
    for parts in results {
      for part in [parts.main] + parts.overrides {
        var item = part.item
        if let number = part.number, let before = part.before {
          if item == before { continue }
          // What is superseded is no new state.
          if part.holds { item.revise(before, at: now) }
          steps.append(.init(number: number, before: before, after: item))
        } else {
          if part.holds, let now { item.write(at: now) }
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
    return CalendarChange(steps, identities: ItemIdentities(passages))
  }
}

extension Item {
  fileprivate func violations(_ policy: ValidationPolicy, since before: Item) -> [EventError.Reason] {
    let known = before.violations(policy)
    return violations(policy).filter { new in
      !known.contains { $0.code == new.code && $0.property == new.property }
    }
  }

  fileprivate mutating func write(at now: Instant) {
    stamp = Swift.max(now, stamp ?? now)
    lastModified = now
    if created == nil { created = now }
  }
}

extension SeriesParts {
  /// What one occurrence is to be instead.
  mutating func put(_ edited: Item, for shown: Shown) {
    guard case .override(let index) = shown.source else {
      var item = edited
      item.created = nil
      item.revise(shown.item, at: nil)
      overrides.append(Part(number: nil, before: nil, item: item))
      return
    }
    if overrides[index].item.overridesFuture, let next = movedOn(index) { overrides.append(next) }
    overrides[index].item = edited
  }

  /// As it was before it was split.
  var whole: SeriesParts {
    guard let before = main.before, let start = before.anchor else { return self }
    var main = main
    main.item = before
    return SeriesParts(main: main, overrides: overrides + dropped, start: start, systems: systems)
  }

  /// Says in both parts of a split series that they belong together (RFC 9253 §5). What followed the first part
  /// follows the second now.
  fileprivate mutating func link(_ after: inout SeriesParts) {
    let first = main.item.relations.first { $0.kind == .first }?.target ?? main.item.uid
    var relations = after.main.item.relations.filter { $0.kind != .first }
    relations.append(Relation(first, kind: .first))
    after.main.item.relations = relations
    after.main.item.content.fields.sequence = nil
    after.main.item.created = nil
    main.item.relations = main.item.relations.filter { $0.kind != .next }
    main.item.relations.append(Relation(after.main.item.uid, kind: .next))
  }
}

extension Passage {
  /// Where the instances of a series go, from one of them on.
  static func followed(
    from old: SeriesParts, after first: EventTime?, to new: SeriesParts, _ move: StartMove,
    _ isRuledAnew: Bool
  ) -> [Passage] {
    let ids = (SeriesID(old.main.item), SeriesID(new.main.item))
    if !isRuledAnew, move.isIdentity, ids.0 == ids.1 { return [] }
    var before = Stretch(series: ids.0, start: old.start, from: first)
    if new.isSingle {
      var only = before
      only.from = move.inverse.moved(new.start)
      only.through = only.from
      return [
        Passage(old: .instances(only), new: .item(ids.1)), Passage(old: .instances(before), new: nil),
      ]
    }
    var after = Stretch(series: ids.1, start: new.start, from: first.map { move.moved($0) })
    if isRuledAnew {
      (before.set, before.besides, before.systems) = (old.set, old.overrideIDs, Uncompared(old.systems))
      (after.set, after.besides, after.systems) = (new.set, new.overrideIDs, Uncompared(new.systems))
    }
    return [Passage(old: .instances(before), new: .instances(after), move: move)]
  }
}

extension SeriesParts {
  fileprivate var overrideIDs: [EventTime] {
    overrides.filter { $0.holds }.compactMap { $0.item.recurrenceID }
  }
}
