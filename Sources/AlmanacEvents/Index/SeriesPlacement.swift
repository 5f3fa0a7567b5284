internal import AlmanacRecurrence
internal import AlmanacTime

/// The entries of one series in the index.
struct SeriesPlacement: Sendable {
  /// The entries of the current overrides, or of an item that happens once.
  private(set) var singles: [SingleEntry] = []
  /// The plan of a series, with the number of its main item.
  private(set) var series: (plan: SeriesPlan, number: Int)?
  /// The entries of items some of whose times could not be read.
  private(set) var unread: [UnreadEntry] = []

  /// No entries.
  static let none = SeriesPlacement([])

  /// - Parameter entries: All items of a series, in the order of the document.
  init(_ entries: [NumberedItem]) {
    if entries.count == 1 {
      place(entries[0])
    } else if !entries.isEmpty {
      place(entries)
    }
  }

  /// - Parameter only: The only item of its series.
  init(_ only: NumberedItem) { place(only) }

  private mutating func place(_ only: NumberedItem) {
    if !only.item.content.hasSeries {
      singles = SingleEntry(only.item, number: only.number).map { [$0] } ?? []
      if only.item.content.hasExtras { placeUnread(only) }
    } else {
      place([only])
    }
  }

  private mutating func place(_ entries: [NumberedItem]) {
    let (main, overrides) = entries.currentItems
    let start = main?.item.anchor
    for override in overrides { place(override, series: start) }
    guard let main, let start else { return }
    if overrides.isEmpty, main.item.recurrence == .none {
      if let single = SingleEntry(main.item, number: main.number) { singles.append(single) }
    } else {
      series = (SeriesPlan(main.item, from: start, overrides: overrides.map { $0.item }), main.number)
    }
    placeUnread(main, plan: series?.plan)
  }

  private mutating func placeUnread(_ item: NumberedItem, plan: SeriesPlan? = nil, series: EventTime? = nil) {
    if let entry = UnreadEntry(item.item, number: item.number, plan: plan, series: series) {
      unread.append(entry)
    }
  }

  private mutating func place(_ override: NumberedItem, series: EventTime?) {
    guard let start = override.item.anchor, let stated = override.item.recurrenceID else { return }
    let times = InstanceShape(override.item, from: start).times(of: start)
    let id = series.map { stated.conformed(to: $0) } ?? stated
    singles.append(
      SingleEntry(override.item, number: override.number, from: times.start, to: times.end, id: id))
    placeUnread(override, series: series)
  }
}

/// A single occurrence in the index: of an item that does not repeat, of an override, or of a start that its own rule does
/// not produce.
struct SingleEntry: TreeElement {
  /// An uncounted reference, so that an edit copies entries as plain bytes. The store's tree of items owns the item.
  let item: UnownedItem
  let number: Int32
  let times: OccurrenceTimes
  /// The first bytes of the item's summary, by which occurrences of one start are sorted.
  let name: UInt64

  /// Whether the item is a to-do, which queries leave out once it is done.
  var isTodo: Bool { item.kind == .todo }

  /// The start in seconds since 1970: of the instant where it has a zone, else on the wall clock.
  var start: Int64 { times.start }

  /// The end, not included, which is at least one second after the start.
  var end: Int64 { Swift.max(times.end, times.start + 1) }

  /// Whether the time depends on the viewer's zone.
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
  /// - Returns: `nil` for an item without a time.
  init?(_ item: Item, number: Int) {
    guard let anchor = item.anchor else { return nil }
    let times = InstanceShape(item, from: anchor).times(of: anchor)
    self.init(item, number: number, from: times.start, to: times.end, id: nil)
  }

  /// - Parameters:
  ///   - start: A start of the same form as the end.
  ///   - id: The recurrence id of an override or of the start of a series.
  init(_ item: Item, number: Int, from start: EventTime, to end: EventTime, id: EventTime?) {
    self.item = UnownedItem(item)
    times = OccurrenceTimes(from: start, to: end, id: id, of: item)
    name = item.summary.leadingBytes
    self.number = Int32(clamping: number)
  }
}
