internal import AlmanacTime

/// Something that happens once, where it is: an item that does not repeat, an override, or a start that its own rule
/// does not produce.
struct SingleEntry: TreeElement {
  /// Not counted: the store's tree of items keeps it alive beside the index, so that an edit copies leaves of entries
  /// as plain bytes.
  private let content: UnownedContent
  let times: OccurrenceTimes
  /// The first bytes of the item's name, by which what starts together is sorted.
  let name: UInt64
  let number: Int32
  private let kind: Item.Kind

  var item: UnownedItem { UnownedItem(content, kind) }

  /// Whether it may be done, so that a query leaves it out.
  var isTodo: Bool { kind == .todo }

  /// Seconds since 1970: of the instant where the start has a zone, else on the wall clock.
  var start: Int64 { times.start }

  /// Not included, and later than the start also for what takes no time.
  var end: Int64 { Swift.max(times.end, times.start + 1) }

  /// Whether the viewer's clock decides when it is.
  var isLocal: Bool { times.form != .zoned }

  struct Key: Comparable, Sendable {
    let start: Int64
    let number: Int32

    static func < (one: Key, other: Key) -> Bool {
      one.start != other.start ? one.start < other.start : one.number < other.number
    }
  }

  var key: Key { Key(start: start, number: number) }

  struct Summary: TreeSummary {
    private(set) var start = Int64.max
    private(set) var end = Int64.min

    mutating func add(_ entry: SingleEntry) {
      start = Swift.min(start, entry.start)
      end = Swift.max(end, entry.end)
    }

    mutating func merge(_ other: Summary) {
      start = Swift.min(start, other.start)
      end = Swift.max(end, other.end)
    }
  }
}

extension SingleEntry {
  /// - Returns: `nil` for an item that has no moment.
  init?(_ item: Item, number: Int) {
    guard let anchor = item.anchor else { return nil }
    let times = InstanceShape(item, from: anchor).times(of: anchor)
    self.init(item, number: number, from: times.start, to: times.end, id: nil)
  }

  /// A start and an end of one form, which `InstanceShape` sees to.
  ///
  /// - Parameter id: Of an override, or of the start of a series.
  init(_ item: Item, number: Int, from start: EventTime, to end: EventTime, id: EventTime?) {
    content = UnownedContent(item.content)
    kind = item.kind
    times = OccurrenceTimes(from: start, to: end, id: id, of: item)
    name = item.summary.leadingBytes
    self.number = Int32(clamping: number)
  }
}
