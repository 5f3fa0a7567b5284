internal import AlmanacEvents
internal import AlmanacTime

/// The bar of an item in a row of days, in a lane in which no other bar overlaps it.
public struct Segment: Sendable, Hashable {
  /// The item; with `ViewOptions.Overflow.sliced` it may have several bars in a row.
  public let item: ViewItem
  /// The cells of the row that it covers, counted from 0.
  public let columns: Range<Int>
  /// The lane of the row, 0 at the top.
  public let lane: Int
  /// Whether the item has days before the first cell.
  public let continuesBefore: Bool
  /// Whether the item has days after the last cell.
  public let continuesAfter: Bool
}

extension [Segment] {
  /// The number of lanes of a row.
  package var laneCount: Int { (map(\.lane).max() ?? -1) + 1 }
}

/// The bars of one row of at most 62 days, and the number of items that each day hides.
///
/// Each item gets the lowest lane that is free over all its days. Lanes are never freed, so the search for each span of
/// days continues where the last one ended.
///
/// - Complexity: O(items + lanes) over the 28 spans of a week.
struct SegmentRow {
  private let days: [Int]
  private let options: ViewOptions
  /// The occupied columns of each lane, as bits.
  private var occupied: [UInt64] = []
  /// For each column, and for each span of several columns, a lane below which no lane is free over it.
  private var lowest: [Int]
  private var lowestOfSpans: [UInt64: Int] = [:]
  private(set) var segments: [Segment] = []
  /// The items without a lane on each day.
  private(set) var hidden: [[ViewItem]]
  /// The bars of each series by UID, counted once one of them may have too many.
  private var barsOfSeries: [String: Int]?

  /// - Parameter days: The days of the row as days since 1970-01-01, ascending.
  init(_ days: [Int], options: ViewOptions) {
    self.days = days
    self.options = options
    hidden = Array(repeating: [], count: days.count)
    lowest = Array(repeating: 0, count: days.count)
  }

  /// Adds an item. Items are added in order. Of one series at most a hundred are bars.
  ///
  /// - Parameter columns: The result of `columns(of:)`, or some of it.
  mutating func add(_ item: ViewItem, over columns: Range<Int>) {
    let (start, end) = (columns.lowerBound, columns.upperBound)
    if columns.isEmpty || item.isBackground { return }
    let isCounted = hasTooManyBars(item)
    if !isCounted, let lane = freeLane(over: columns) {
      while occupied.count <= lane { occupied.append(0) }
      occupied[lane] |= Self.bits(columns)
      segments.append(
        Segment(
          item: item, columns: columns, lane: lane,
          continuesBefore: item.days.lowerBound.daysSinceEpoch < days[start],
          continuesAfter: item.days.upperBound.daysSinceEpoch > days[end - 1]))
    } else if !isCounted, options.overflow == .sliced, columns.count > 1 {
      // The longest run of days from the left over which a lane is free; the first day is hidden if there is none.
      let run = (start + 1..<end).last { freeLane(over: start..<$0) != nil } ?? start + 1
      add(item, over: start..<run)
      add(item, over: run..<end)
    } else {
      for column in columns { hidden[column].append(item) }
    }
  }

  private mutating func hasTooManyBars(_ item: ViewItem) -> Bool {
    guard occupied.count >= ViewItem.maximumPerSeries else { return false }
    if barsOfSeries == nil {
      barsOfSeries = segments.reduce(into: [:]) { $0[$1.item.item.uid, default: 0] += 1 }
    }
    let count = barsOfSeries?[item.item.uid] ?? 0
    barsOfSeries?[item.item.uid] = count + 1
    return count >= ViewItem.maximumPerSeries
  }

  /// The lowest lane that is free over the columns and may be shown.
  private mutating func freeLane(over columns: Range<Int>) -> Int? {
    let bits = Self.bits(columns)
    var lane = columns.count == 1 ? lowest[columns.lowerBound] : lowestOfSpans[bits] ?? 0
    while lane < occupied.count, occupied[lane] & bits != 0 { lane += 1 }
    if columns.count == 1 { lowest[columns.lowerBound] = lane } else { lowestOfSpans[bits] = lane }
    return lane < min(max(options.maximumLanes ?? .max, 0), ViewItem.maximumPerDay) ? lane : nil
  }

  private static func bits(_ columns: Range<Int>) -> UInt64 {
    (1 << UInt64(columns.upperBound)) &- (1 << UInt64(columns.lowerBound))
  }

  /// The columns of the valid days on which an item is shown.
  func columns(of item: ViewItem) -> Range<Int> {
    let valid = options.validDays ?? CivilDate.min...CivilDate.max
    guard item.days.overlaps(valid) else { return 0..<0 }
    let own = item.days.clamped(to: valid)
    let first = days.firstIndex { $0 >= own.lowerBound.daysSinceEpoch } ?? days.count
    let end = days.lastIndex { $0 <= own.upperBound.daysSinceEpoch }.map { $0 + 1 } ?? 0
    return first..<max(first, end)
  }
}
