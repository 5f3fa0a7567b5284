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
  let spans: [Span]
  private let source: BusySource

  /// A stretch that is taken, in seconds since 1970, and the place of what takes it.
  struct Span: Sendable, Hashable {
    let start: Int64
    let end: Int64
    let place: Int
  }

  public static let none = BusyTime([])

  /// O(n log n).
  public init(_ items: [Item]) {
    let isTaking = { (item: Item) in !item.interval.isEmpty && item.kind != .free }
    let taking = items.allSatisfy(isTaking) ? items : items.filter(isTaking)
    let isSorted = zip(taking, taking.dropFirst()).allSatisfy { !Self.isBefore($1, $0) }
    let inOrder = isSorted ? taking : taking.sorted(by: Self.isBefore)
    source = .items(inOrder)
    spans = inOrder.enumerated().map { place, item in
      let seconds = item.interval.seconds
      return Span(start: seconds.lowerBound, end: seconds.upperBound, place: place)
    }
  }

  /// - Parameter spans: In any order; what takes them is in the source.
  init(_ spans: [Span], of source: BusySource) {
    let isSorted = zip(spans, spans.dropFirst()).allSatisfy { !Self.isBefore($1, $0) }
    self.spans = isSorted ? spans : spans.sorted(by: Self.isBefore)
    self.source = source
  }

  private static func isBefore(_ one: Span, _ other: Span) -> Bool {
    if one.start != other.start { return one.start < other.start }
    return one.end != other.end ? one.end > other.end : one.place < other.place
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
  public var items: [Item] {
    if case .items(let items) = source { return items }
    return spans.map { source.item(at: $0.place) }
  }

  /// What takes a stretch.
  func item(of span: Span) -> Item { source.item(at: span.place) }

  /// The time that each stretch needs around it, by place; `nil` where none needs any.
  var itemsWithBuffers: [Item]? {
    guard case .items(let items) = source,
      items.contains(where: { !$0.bufferBefore.isZero || !$0.bufferAfter.isZero })
    else { return nil }
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

  func item(at place: Int) -> BusyTime.Item {
    switch self {
    case .items(let items): items[place]
    case .calendars(let found, let others):
      place < found.occurrences.count ? found.item(at: place) : others[place - found.occurrences.count]
    }
  }
}

/// What happens in calendars, and how it is looked at.
struct BusyOccurrences: Sendable {
  let occurrences: [Occurrence]
  let viewer: Zone
  let rules: BusyRules
  let countsSessions: Bool

  /// The stretches that are taken.
  var spans: [BusyTime.Span] {
    var result: [BusyTime.Span] = []
    result.reserveCapacity(occurrences.count)
    for (place, occurrence) in occurrences.enumerated() where rules.kind(of: occurrence) != nil {
      let taken = occurrence.interval(in: viewer).seconds
      if taken.isEmpty { continue }
      result.append(BusyTime.Span(start: taken.lowerBound, end: taken.upperBound, place: place))
    }
    return result
  }

  func item(at place: Int) -> BusyTime.Item {
    let occurrence = occurrences[place]
    return BusyTime.Item(
      occurrence.interval(in: viewer), id: occurrence.id, summary: occurrence.item.summary,
      kind: rules.kind(of: occurrence) ?? .busy, isBooking: countsSessions && occurrence.item.isSession)
  }
}
