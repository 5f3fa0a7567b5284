internal import AlmanacRecurrence
internal import AlmanacTime

extension ScopedEdit {
  /// Takes the subject away.
  ///
  /// - Returns: Whether anything of the series is left.
  mutating func delete() -> Bool {
    switch subject {
    case .item, .series: return false
    case .instance(var parts, let shown):
      parts.except(shown, viewer: viewer)
      if parts.isEmpty { return false }
      results = [parts]
      passages = [.gone(id.series, at: shown.id, in: parts.start)]
    case .split(var before, _, let shown, let first):
      let from = first.inverse.moved(shown.id)
      before.drop(before.whole.snoozes(of: from, andLater: true, viewer: viewer))
      results = [before]
      let rest = Passage.Stretch(series: id.series, start: before.start, from: from)
      passages = [Passage(old: .instances(rest), new: nil)]
    }
    return true
  }
}

extension SeriesParts {
  /// Takes one occurrence away.
  fileprivate mutating func except(_ shown: Shown, viewer: Zone?) {
    var next: Part?
    if case .override(let index) = shown.source, overrides[index].item.overridesFuture {
      next = movedOn(index)
    }
    // What was put off of it is over with it.
    drop(snoozes(of: shown.id, andLater: false, viewer: viewer))
    let own = overrides.filter { key($0) == shown.id.key }
    let hidden = own.flatMap { exceptions(for: $0) }
    if expansion.contains(shown.id) { main.item.recurrence.exceptions.append(shown.id) }
    main.item.recurrence.exceptions += hidden
    dropped += own
    overrides = overrides.filter { key($0) != shown.id.key } + (next.map { [$0] } ?? [])
  }
}
