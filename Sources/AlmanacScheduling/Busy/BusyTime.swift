public import AlmanacEvents
public import AlmanacTime

/// The busy time of a person or a thing, with its items: sorted once, for many queries.
///
/// ```swift
/// let rules = BusyRules(owner: "mailto:ana@example.org")
/// let busy = BusyTime([work, home], in: week, viewer: madrid, rules: rules)
/// busy.periods                    // joined, as free/busy
/// ```
public struct BusyTime: Sendable {
  /// Something that takes time.
  public struct Item: Sendable, Hashable, Codable {
    /// Half-open. Empty ones are ignored.
    public var interval: Range<Instant>
    /// The identity of the occurrence, if there is one.
    public var id: ItemID?
    /// The title: SUMMARY (RFC 5545 §3.8.1.12), shown in the reasons of refusals; empty where the reader may not see it.
    public var summary: String
    /// The kind of FREEBUSY time (FBTYPE, RFC 5545 §3.2.9). Items of kind `free` are ignored; every other kind is
    /// busy.
    public var kind: BusyKind
    /// Free time that this item itself needs before and after it, beside that of the policy of a new booking.
    public var bufferBefore: CalendarDuration
    /// The free time after it. `Buffers.combination` of the policy decides whether it and the `before` of the policy
    /// add up or the longer one applies.
    public var bufferAfter: CalendarDuration
    /// Whether it counts towards the limits of bookings per day and week.
    public var isBooking: Bool
    /// The amount that it takes of a resource; `nil` for all of it.
    public var amount: Int?
    /// The place: LOCATION (RFC 5545 §3.8.1.7), for the time to travel; `nil` if unknown.
    public var location: String?
    /// The calendar system because of which the time of an item of kind `unexpanded` is unknown; not coded.
    var unknownCalendar: String?
    /// The property that could not be read, because of which the time of an item of kind `unexpanded` is unknown; not coded.
    var unreadProperty: String?

    private enum CodingKeys: String, CodingKey {
      case interval, id, summary, kind, bufferBefore, bufferAfter, isBooking, amount
      case location = "place"
    }

    /// Creates an item, by default without an identity: busy, without buffers, and not counted towards the limits.
    public init(
      _ interval: Range<Instant>, id: ItemID? = nil, summary: String = "", kind: BusyKind = .busy,
      bufferBefore: CalendarDuration = .zero, bufferAfter: CalendarDuration = .zero, isBooking: Bool = false,
      amount: Int? = nil, location: String? = nil
    ) {
      self.interval = interval
      self.id = id
      self.summary = summary
      self.kind = kind
      self.bufferBefore = bufferBefore
      self.bufferAfter = bufferAfter
      self.isBooking = isBooking
      self.amount = amount
      self.location = location
    }
  }

  /// The busy time as numbers, in order: all that a search for slots reads.
  let taken: SortedSpans
  /// The item of a span. Few of the occurrences of a calendar are ever shown, so each becomes an item only when it is
  /// asked for.
  let item: @Sendable (BusySpan) -> Item
  /// The items by the index of their span; `nil` if no item has buffers.
  let itemsWithBuffers: [Item]?

  /// No busy time.
  public static let none = BusyTime([])

  /// Items of zero length, and those that are `free`, are ignored.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(_ items: [Item]) {
    let inOrder = items.filter { !$0.interval.isEmpty && $0.kind != .free }.sorted(by: Self.isBefore)
    item = { inOrder[$0.place] }
    let hasBuffers = inOrder.contains { !$0.bufferBefore.isZero || !$0.bufferAfter.isZero }
    itemsWithBuffers = hasBuffers ? inOrder : nil
    taken = SortedSpans(inOrder.enumerated().map { BusySpan($1.interval.seconds, place: $0) })
  }

  /// - Parameters:
  ///   - spans: In any order.
  ///   - item: The item of a span, which has no buffers.
  init(_ spans: [BusySpan], item: @escaping @Sendable (BusySpan) -> Item) {
    self.init(SortedSpans(spans), item: item)
  }

  /// The busy time with one item more.
  ///
  /// - Complexity: O(*n*), or O(*n* log *n*) where items have buffers.
  func adding(_ new: Item) -> BusyTime {
    guard itemsWithBuffers == nil else { return BusyTime(items + [new]) }
    // Places of items that are added are negative.
    let place = -1 - taken.spans.count { $0.place < 0 }
    let item = item
    return BusyTime(taken.inserting(BusySpan(new.interval.seconds, place: place))) {
      $0.place == place ? new : item($0)
    }
  }

  private init(_ taken: SortedSpans, item: @escaping @Sendable (BusySpan) -> Item) {
    (self.taken, self.item, itemsWithBuffers) = (taken, item, nil)
  }

  /// A total order, so that equal inputs give equal outputs.
  private static func isBefore(_ one: Item, _ other: Item) -> Bool {
    let times = (one.interval.lowerBound, other.interval.upperBound)
    let others = (other.interval.lowerBound, one.interval.upperBound)
    if times != others { return times < others }
    if one.summary != other.summary { return one.summary < other.summary }
    if one.id != other.id { return (one.id?.description ?? "") < (other.id?.description ?? "") }
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    return (one.amount ?? .max, one.location ?? "") < (other.amount ?? .max, other.location ?? "")
  }

  /// All items in order of start, the longer first.
  ///
  /// - Complexity: O(*n*).
  public var items: [Item] { taken.spans.map(item) }

  /// The items that overlap a half-open range, in order.
  ///
  /// - Complexity: O(*n*).
  public func items(overlapping range: Range<Instant>) -> [Item] {
    let seconds = range.seconds
    return taken.spans.filter { ($0.start..<$0.end).overlaps(seconds) }.map(item)
  }
}

extension BusyTime: Hashable {
  public static func == (one: BusyTime, other: BusyTime) -> Bool { one.items == other.items }

  public func hash(into hasher: inout Hasher) { hasher.combine(items) }
}

/// Ranges of time that may overlap, in order, each with the latest end up to its index: those that overlap a range are
/// found without a look at the others.
struct SortedSpans: Sendable {
  let spans: [BusySpan]
  private let latestEnds: [Int64]
  /// The latest ends of the spans in pairs, of pairs of pairs, and so on, in a tree: node `i` is above nodes `2i` and `2i + 1`, and
  /// the second half are the spans.
  private let latestInTree: [Int64]

  /// - Parameter unsorted: In any order.
  init(_ unsorted: [BusySpan]) { self.init(sorted: unsorted.sorted(by: Self.isBefore)) }

  /// The longer first; a total order, so that equal inputs give equal outputs.
  private static func isBefore(_ one: BusySpan, _ other: BusySpan) -> Bool {
    (one.start, other.end, one.place) < (other.start, one.end, other.place)
  }

  /// The ranges with one more.
  ///
  /// - Complexity: O(*n*).
  func inserting(_ span: BusySpan) -> SortedSpans {
    var spans = spans
    spans.insert(span, at: spans.partitioningIndex { Self.isBefore(span, $0) })
    return SortedSpans(sorted: spans)
  }

  private init(sorted: [BusySpan]) {
    spans = sorted
    var latest = Int64.min
    latestEnds = spans.map { span in
      latest = Swift.max(latest, span.end)
      return latest
    }
    var leaves = 1
    while leaves < sorted.count { leaves *= 2 }
    var tree = [Int64](repeating: .min, count: 2 * leaves)
    for (index, span) in sorted.enumerated() { tree[leaves + index] = span.end }
    for node in stride(from: leaves - 1, through: 1, by: -1) {
      tree[node] = Swift.max(tree[2 * node], tree[2 * node + 1])
    }
    latestInTree = tree
  }

  /// Whether any starts before `end` and ends after `start`.
  ///
  /// - Parameter hint: The place at which the last search ended.
  /// - Complexity: O(log *d*) in the distance from the last search.
  func overlaps(_ start: Int64, _ end: Int64, near hint: inout Int) -> Bool {
    let count = spans.partitioningIndex(near: &hint) { $0.start >= end }
    return count > 0 && latestEnds[count - 1] > start
  }

  /// The first spans that start before `end` and end after `start`, in order.
  ///
  /// - Parameter most: The most spans to find.
  /// - Complexity: O((1 + *k*) log *n*) for *k* spans that are found, however many others begin before them.
  func overlapping(_ start: Int64, _ end: Int64, most: Int = .max) -> [BusySpan] {
    let count = spans.partitioningIndex { $0.start >= end }
    let leaves = latestInTree.count / 2
    var found: [BusySpan] = []
    // The nodes to be visited, the first one last, each with its first span and its number of spans.
    var nodes = [(node: 1, first: 0, length: leaves)]
    while found.count < most, let (node, first, length) = nodes.popLast() {
      guard first < count, latestInTree[node] > start else { continue }
      if node >= leaves {
        found.append(spans[first])
      } else {
        let half = length / 2
        nodes.append((2 * node + 1, first + half, half))
        nodes.append((2 * node, first, half))
      }
    }
    return found
  }
}
