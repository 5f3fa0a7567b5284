public import AlmanacEvents
public import AlmanacICS

/// A three-way merge of iCalendar documents.
///
/// ```swift
/// let merge = try DocumentMerge(base: stored, ours: edited, theirs: fetched, policy: .newer)
/// save(merge.document.bytes)
/// ```
/// The result has the bytes of our document wherever the other side changed nothing. Calendars are matched by their
/// order; see ``CalendarMerge`` for the rules.
public struct DocumentMerge: Sendable, Hashable {
  public var document: ICSDocument
  /// The conflicts, settled ones included, with the index of their calendar in the document.
  public private(set) var conflicts: [Conflict] = []

  public struct Conflict: Sendable, Hashable {
    public let calendar: Int
    public let conflict: MergeConflict
  }

  /// - Parameters:
  ///   - base: The document from which both sides started; `nil` where it is not known, so that nothing is deleted.
  ///   - uids: The source of the UIDs of items that `both` copies.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    base: ICSDocument?, ours: ICSDocument, theirs: ICSDocument, policy: MergePolicy = .ask,
    uids: UIDSource = .random
  ) {
    document = ours
    if ours == theirs || theirs == base { return }
    if ours == base {
      document = theirs
      return
    }
    let (old, mine, others) = (base?.calendars ?? [], ours.calendars, theirs.calendars)
    var merged: [EventCalendar] = []
    for index in 0..<max(mine.count, others.count) {
      let before = index < old.count ? old[index] : nil
      guard index < mine.count, index < others.count else {
        // One side has no such calendar: it was added there, or removed here and is left away unless it was changed.
        let only = index < mine.count ? mine[index] : others[index]
        if only != before { merged.append(only) }
        continue
      }
      let merge = CalendarMerge(
        base: before ?? EventCalendar(), ours: mine[index], theirs: others[index], policy: policy, uids: uids)
      conflicts += merge.conflicts.map { Conflict(calendar: merged.count, conflict: $0) }
      merged.append(merge.calendar)
    }
    document.calendars = merged
  }

  /// The conflicts that the policy did not settle.
  public var unsettled: [Conflict] { conflicts.filter { $0.conflict.settlement == nil } }

  /// Settles a conflict in the document.
  public mutating func settle(_ conflict: Conflict, as side: MergeSide) {
    guard document.calendars.indices.contains(conflict.calendar) else { return }
    document.calendars[conflict.calendar].settle(conflict.conflict, as: side)
  }
}
