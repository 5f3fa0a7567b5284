public import AlmanacEvents
public import AlmanacTime

/// The time somebody or something is taken, with by what: sorted once, asked often.
///
/// ```swift
/// let busy = BusyTime([work, home], in: week, viewer: madrid, owner: "mailto:ana@example.org")
/// busy.periods                    // joined, as free/busy
/// ```
public struct BusyTime: Sendable, Hashable {
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

  /// In order of start, then of end; items that take no time or are `free` are not there.
  public let items: [Item]

  public static let none = BusyTime([])

  /// O(n log n).
  public init(_ items: [Item]) {
    let isTaking = { (item: Item) in !item.interval.isEmpty && item.kind != .free }
    let taking = items.allSatisfy(isTaking) ? items : items.filter(isTaking)
    let isSorted = zip(taking, taking.dropFirst()).allSatisfy { !Self.isBefore($1, $0) }
    self.items = isSorted ? taking : taking.sorted(by: Self.isBefore)
  }

  /// A total order, so that equal inputs give equal outputs.
  private static func isBefore(_ one: Item, _ other: Item) -> Bool {
    if one.interval.lowerBound != other.interval.lowerBound {
      return one.interval.lowerBound < other.interval.lowerBound
    }
    if one.interval.upperBound != other.interval.upperBound {
      return one.interval.upperBound < other.interval.upperBound
    }
    if one.summary != other.summary { return one.summary < other.summary }
    if one.id != other.id { return (one.id?.description ?? "") < (other.id?.description ?? "") }
    return one.kind.rawValue < other.kind.rawValue
  }

  /// Both together.
  public func merged(with other: BusyTime) -> BusyTime {
    BusyTime(items + other.items)
  }

  /// The items that overlap a half-open range, in order. O(n).
  public func items(overlapping range: Range<Instant>) -> [Item] {
    items.filter { $0.interval.overlaps(range) }
  }
}
