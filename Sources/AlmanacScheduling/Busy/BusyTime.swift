public import AlmanacEvents
public import AlmanacTime

/// The time somebody or something is taken, with by what: sorted once, asked often.
///
/// ```swift
/// let busy = BusyTime([work, home], in: week, viewer: madrid, owner: "mailto:ana@example.org")
/// busy.periods                    // joined, as free/busy
/// ```
public struct BusyTime: Sendable {
  /// What takes a stretch of time.
  public struct Item: Sendable, Hashable, Codable {
    /// Half-open. Empty ones take no time and are left out.
    public var interval: Range<Instant>
    /// The occurrence it stands for, if any.
    public var id: ItemID?
    public var summary: String
    public var kind: BusyKind
    /// Time that this item itself needs before and after it, beside what the policy of a new one asks for.
    public var bufferBefore: CalendarDuration
    public var bufferAfter: CalendarDuration
    /// Whether it counts towards limits of bookings per day and week.
    public var isBooking: Bool

    public init(
      _ interval: Range<Instant>, id: ItemID? = nil, summary: String = "", kind: BusyKind = .busy,
      bufferBefore: CalendarDuration = .zero, bufferAfter: CalendarDuration = .zero, isBooking: Bool = false
    ) {
      self.interval = interval
      self.id = id
      self.summary = summary
      self.kind = kind
      self.bufferBefore = bufferBefore
      self.bufferAfter = bufferAfter
      self.isBooking = isBooking
    }
  }

  /// What is taken as numbers, in order: all that looking for slots needs.
  let spans: SortedSpans
  private let source: BusySource
  /// Whether any item needs time around it.
  private let hasBuffers: Bool

  public static let none = BusyTime([])

  /// O(n log n).
  public init(_ items: [Item]) {
    let isTaking = { (item: Item) in !item.interval.isEmpty && item.kind != .free }
    let taking = items.allSatisfy(isTaking) ? items : items.filter(isTaking)
    let isSorted = zip(taking, taking.dropFirst()).allSatisfy { !Self.isBefore($1, $0) }
    let inOrder = isSorted ? taking : taking.sorted(by: Self.isBefore)
    source = .items(inOrder)
    hasBuffers = inOrder.contains { !$0.bufferBefore.isZero || !$0.bufferAfter.isZero }
    spans = SortedSpans(
      inOrder.enumerated().map { place, item in
        let seconds = item.interval.seconds
        return TakenSpan(start: seconds.lowerBound, end: seconds.upperBound, place: place)
      })
  }

  /// - Parameter spans: In any order; what takes them is in the source, and needs no time around it.
  init(_ spans: [TakenSpan], of source: BusySource) {
    self.spans = SortedSpans(spans)
    self.source = source
    hasBuffers = false
  }

  /// A total order, so that equal inputs give equal outputs.
  private static func isBefore(_ one: Item, _ other: Item) -> Bool {
    if one.interval.lowerBound != other.interval.lowerBound {
      return one.interval.lowerBound < other.interval.lowerBound
    }
    if one.interval.upperBound != other.interval.upperBound {
      return one.interval.upperBound > other.interval.upperBound
    }
    if one.summary != other.summary { return one.summary < other.summary }
    if one.id != other.id { return (one.id?.description ?? "") < (other.id?.description ?? "") }
    return one.kind.rawValue < other.kind.rawValue
  }
}

extension BusyTime {
  /// In order of start, the longer first; items that take no time or are `free` are not there. O(n).
  public var items: [Item] { source.items(of: spans) }

  /// What takes a stretch.
  func item(of span: TakenSpan) -> Item { source.item(of: span) }

  /// By place, if any needs time around it.
  var itemsWithBuffers: [Item]? {
    guard hasBuffers, case .items(let items) = source else { return nil }
    return items
  }

  /// Both together.
  public func merged(with other: BusyTime) -> BusyTime {
    BusyTime(items + other.items)
  }

  /// The items that overlap a half-open range, in order. O(n).
  public func items(overlapping range: Range<Instant>) -> [Item] {
    let seconds = range.seconds
    return spans.filter { ($0.start..<$0.end).overlaps(seconds) }.map { item(of: $0) }
  }
}

extension BusyTime: Hashable {
  public static func == (one: BusyTime, other: BusyTime) -> Bool { one.items == other.items }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(spans.count)
    for span in spans {
      hasher.combine(span.start)
      hasher.combine(span.end)
    }
  }
}

/// What takes time. Most of what calendars hold is never told of, so it becomes items only when it is.
enum BusySource: Sendable {
  /// In order.
  case items([BusyTime.Item])
  /// Occurrences, and items after them.
  case calendars(BusyOccurrences, [BusyTime.Item])

  func item(of span: TakenSpan) -> BusyTime.Item {
    switch self {
    case .items(let items): items[span.place]
    case .calendars(let found, let others):
      span.place < found.occurrences.count
        ? found.item(of: span) : others[span.place - found.occurrences.count]
    }
  }

  /// What takes some stretches, in their order.
  func items(of spans: SortedSpans) -> [BusyTime.Item] {
    switch self {
    case .items(let items): items
    case .calendars(let found, let others):
      spans.map { span in
        let place = span.place - found.occurrences.count
        return place < 0 ? found.item(of: span) : others[place]
      }
    }
  }
}
