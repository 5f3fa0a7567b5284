internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The splits of series by programs that do not state them: a side ends a series earlier than the base, and has one new series
/// of the same rule that begins on the day of the first instance that is gone. It has the title of the series, or its time of day.
struct ForeignSplits {
  private let base: EventCalendar
  private let side: EventCalendar
  /// The new series of the side by the days on which they begin.
  private let added: [CivilDate: [Item]]

  /// - Parameter changes: The items and series that the side changed or added.
  /// - Complexity: O(*changes*).
  init(of changes: [ItemID], in side: EventCalendar, since base: EventCalendar) {
    (self.base, self.side) = (base, side)
    let items = changes.lazy.filter { base.item($0) == nil }.compactMap { side.item($0) }
    added = Dictionary(grouping: items.filter { $0.anchor != nil }) { $0.anchor?.date ?? .min }
  }

  /// The second part of a series that the side split without stating it.
  func secondPart(of whole: ItemID) -> ItemID? {
    guard let old = base.item(whole), let cut = side.item(whole), let rule = Self.rule(old),
      Self.rule(cut) == rule, cut.recurrence.rules != old.recurrence.rules,
      !cut.relations.contains(where: { $0.kind == .next && !old.relations.contains($0) }),
      let instance = SplitAlignment.firstInstance(
        of: SeriesState(whole, in: base), after: SeriesState(whole, in: side))
    else { return nil }
    let parts = (added[instance.date] ?? []).filter { item in
      guard item.kind == whole.kind, Self.rule(item) == rule, let start = item.anchor else { return false }
      return item.summary == old.summary || start == instance
    }
    // Several series may be split on one day.
    let titled = parts.filter { $0.summary == old.summary }
    let found = titled.isEmpty ? parts : titled
    return found.count == 1 ? found[0].id : nil
  }

  /// The only rule of a series, without its end.
  private static func rule(_ item: Item) -> RecurrenceRule? {
    guard item.recurrence.rules.count == 1 else { return nil }
    var rule = item.recurrence.rules[0]
    rule.end = .never
    return rule
  }
}
