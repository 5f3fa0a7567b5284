internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The import of a series of a feed (``FeedRefresh``).
extension ImportedSeries {
  /// The present state with what a feed changed since an earlier state of it.
  func refreshed(_ present: [Item], since base: [Item]) -> ImportResult {
    if let old = base.first, let new = items.first, old.revision.isSent(after: new.revision) {
      return ImportResult(outcome: .older, before: present, after: present)
    }
    if isUnchanged(since: base) { return ImportResult(outcome: .unchanged, before: present, after: present) }
    return merged(with: present, since: base, .theirs)
  }

  /// Whether present items were sent with the series or after it, so that it has nothing that was not here before.
  func isKnown(to own: [Item]) -> Bool {
    let (key, states) = states(of: own)
    return items.allSatisfy { item in
      guard let state = states[key(item)] ?? own.main, let stamp = item.stamp, stamp.secondsSinceEpoch != 0
      else { return false }
      return stamp <= state.stamp ?? .min
    }
  }

  /// The present state with what a feed has beyond it, where no earlier state of the feed is known. Instances that were deleted here
  /// remain so, and alarms are the owner's.
  func united(with present: [Item]) -> ImportResult {
    let own = present.filter { $0.kind == kind }
    let (key, states) = states(of: own)
    let main = own.main
    let deleted = Set((main?.recurrence.exceptions ?? []).map { InstanceKey($0, in: main?.anchor) })
    let series = modified(self) { series in
      series.items = items.compactMap { item in
        if let id = item.recurrenceID, deleted.contains(InstanceKey(id, in: main?.anchor)) { return nil }
        return modified(item) { $0.alarms = (states[key(item)] ?? main ?? item).alarms }
      }
    }
    return series.merged(with: present, since: [], .ours)
  }

  /// The present state merged with that of a feed.
  private func merged(with present: [Item], since base: [Item], _ policy: MergePolicy) -> ImportResult {
    let merge = Self.merge(base, present, items, policy)
    let after = Array(merge.calendar.items)
    let isSame = Set(present.map(DistinctItem.init)) == Set(after.map(DistinctItem.init))
    let outcome = isSame ? ImportResult.Outcome.unchanged : .replaced
    return ImportResult(outcome: outcome, conflicts: merge.conflicts, before: present, after: after)
  }

  /// Whether the items differ from an earlier state of them in DTSTAMP at most.
  func isUnchanged(since base: [Item]) -> Bool { Set(items.map(\.unstamped)) == Set(base.map(\.unstamped)) }

  static func merge(
    _ base: [Item], _ ours: [Item], _ theirs: [Item], _ policy: MergePolicy = .theirs
  ) -> CalendarMerge {
    let states = [base, ours, theirs].map { EventCalendar().with(items: $0) }
    return CalendarMerge(base: states[0], ours: states[1], theirs: states[2], policy: policy)
  }
}
