internal import AlmanacTime

/// Takes what may overlap a window, keeps what does, and puts it in order.
///
/// Of more than the limit the earliest are kept: once twice as many are there, the later half is dropped, and
/// nothing later than the rest is taken any more. So the work is bounded however often something repeats.
struct OccurrenceCollector {
  let window: Range<Instant>
  let viewer: Zone
  let filter: ItemFilter
  /// The place of the calendar that is being asked.
  var calendar = 0
  private let limit: Int
  private var found: [Found] = []
  private var latest = Int64.max
  private(set) var isTruncated = false

  private struct Found {
    let start: Int64
    let end: Int64
    let occurrence: Occurrence

    static func isBefore(_ one: Found, _ other: Found) -> Bool {
      if one.start != other.start { return one.start < other.start }
      if one.occurrence.isAllDay != other.occurrence.isAllDay { return one.occurrence.isAllDay }
      if one.end != other.end { return one.end > other.end }
      return OccurrenceOrder.isBeforeAtSameTime(one.occurrence, other.occurrence)
    }
  }

  init(_ query: OccurrenceQuery, in window: Range<Instant>, viewer: Zone) {
    self.window = window
    self.viewer = viewer
    filter = ItemFilter(query)
    limit = Swift.max(0, query.limit)
  }

  /// - Returns: Whether an occurrence that starts no earlier could still be wanted.
  mutating func add(_ item: Item, from start: EventTime, to end: EventTime, id: EventTime?) -> Bool {
    let from = start.instant(in: viewer)
    let upTo = end.instant(in: viewer)
    guard from < window.upperBound, upTo > window.lowerBound || window.contains(from) else { return true }
    guard from.secondsSinceEpoch <= latest else {
      isTruncated = true
      return false
    }
    found.append(
      Found(
        start: from.secondsSinceEpoch, end: upTo.secondsSinceEpoch,
        occurrence: Occurrence(item, from: start, to: end, recurrenceID: id, calendar: calendar)))
    if found.count > 2 * limit + 64 { drop() }
    return true
  }

  private mutating func drop() {
    found.sort(by: Found.isBefore)
    guard found.count > limit else { return }
    found.removeLast(found.count - limit)
    latest = found.last?.start ?? .min
    isTruncated = true
  }

  mutating func finish() -> Agenda {
    found.sort(by: Found.isBefore)
    if found.count > limit { drop() }
    return Agenda(occurrences: found.map { $0.occurrence }, isTruncated: isTruncated)
  }
}
