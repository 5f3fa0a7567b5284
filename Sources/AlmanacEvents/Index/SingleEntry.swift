internal import AlmanacTime

/// Something that happens once, where it is: an item that does not repeat, an override, or a start that its own rule
/// does not produce.
struct SingleEntry: TreeElement {
  /// Seconds since 1970: of the instant where the start has a zone, else on the wall clock.
  let start: Int64
  /// Not included, and later than the start also for what takes no time.
  let end: Int64
  let number: Int32
  let isDate: Bool
  /// Whether it takes no time.
  let isMoment: Bool
  /// Whether the viewer's clock decides when it is.
  let isLocal: Bool
  /// Whether it may be done, so that a query leaves it out.
  let isTodo: Bool
  /// The first bytes of the item's name, by which what starts together is sorted.
  let name: UInt64
  let item: Item
  /// What the item alone does not say.
  let instance: Instance?

  /// The series' instance that this is.
  final class Instance: Sendable {
    let id: EventTime
    let start: EventTime
    let end: EventTime

    init(id: EventTime, start: EventTime, end: EventTime) {
      self.id = id
      self.start = start
      self.end = end
    }
  }

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
    self.init(item, number: number, from: times.start, to: times.end, instance: nil)
  }

  /// An override, or the start of a series.
  init(_ item: Item, number: Int, from start: EventTime, to end: EventTime, id: EventTime) {
    self.init(
      item, number: number, from: start, to: end, instance: Instance(id: id, start: start, end: end))
  }

  /// A start and an end of one form, which `InstanceShape` sees to.
  private init(_ item: Item, number: Int, from start: EventTime, to end: EventTime, instance: Instance?) {
    self.start = start.key
    self.end = Swift.max(end.key, self.start + 1)
    self.number = Int32(clamping: number)
    isDate = start.isDate
    isMoment = end.key <= start.key
    isLocal = start.zone == nil
    isTodo = item.kind == .todo
    name = item.summary.leadingBytes
    self.item = item
    self.instance = instance
  }

  /// The start and the end as they are stated.
  static func times(of item: Item, _ instance: Instance?) -> (start: EventTime, end: EventTime) {
    if let instance { return (instance.start, instance.end) }
    guard let anchor = item.anchor else { return (.date(.min), .date(.min)) }
    return InstanceShape(item, from: anchor).times(of: anchor)
  }
}
