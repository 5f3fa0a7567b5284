internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The splits of series by programs that do not state them: a side ends a series earlier than the base, and has one new series
/// of the same rule that begins on the day of the first instance that is gone. It has the title of the series, or its time of day.
struct ForeignSplits {
  private let base: EventCalendar
  private let side: EventCalendar
  /// The new series of the side by what they may have in common with a first part.
  private var added: [Continuation: [ItemID]] = [:]

  /// The common properties of a new series and the one that it continues: the day of its first instance, the rule, and the start,
  /// the title or both.
  private struct Continuation: Hashable {
    let day: CivilDate
    let kind: Item.Kind
    let rule: RecurrenceRule
    let start: EventTime?
    let title: String?

    /// From the closest one on.
    static func all(from start: EventTime, _ title: String, _ kind: Item.Kind, _ rule: RecurrenceRule)
      -> [Self]
    {
      [(start, title), (nil, title), (start, nil)].map {
        Self(day: start.date, kind: kind, rule: rule, start: $0, title: $1)
      }
    }
  }

  /// - Parameter changes: The items and series that the side changed or added.
  /// - Complexity: O(*changes*).
  init(of changes: [ItemID], in side: EventCalendar, since base: EventCalendar) {
    (self.base, self.side) = (base, side)
    for id in changes where base.item(id) == nil {
      guard let item = side.item(id), let start = item.anchor, let rule = Self.rule(item) else { continue }
      for continuation in Continuation.all(from: start, item.summary, item.kind, rule) {
        added[continuation, default: []].append(id)
      }
    }
  }

  /// The second part of a series that the side split without stating it; `nil` if several series may be it.
  func secondPart(of whole: ItemID) -> ItemID? {
    guard let old = base.item(whole), let cut = side.item(whole), let rule = Self.rule(old),
      Self.rule(cut) == rule, cut.recurrence.rules != old.recurrence.rules,
      !cut.relations.contains(where: { $0.kind == .next && !old.relations.contains($0) }),
      let instance = SplitAlignment.firstInstance(
        of: SeriesState(whole, in: base), after: SeriesState(whole, in: side))
    else { return nil }
    let parts = Continuation.all(from: instance, old.summary, whole.kind, rule).lazy.compactMap { added[$0] }
      .first
    return parts?.count == 1 ? parts?[0] : nil
  }

  /// The only rule of a series, without its end.
  private static func rule(_ item: Item) -> RecurrenceRule? {
    guard item.recurrence.rules.count == 1 else { return nil }
    var rule = item.recurrence.rules[0]
    rule.end = .never
    return rule
  }
}
