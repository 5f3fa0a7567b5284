internal import AlmanacTime

/// The bar of an item in a row of days, in a lane in which no other bar overlaps it.
public struct Segment: Sendable, Hashable {
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

/// Assigns the items of a row of at most 62 days to lanes: each to the lowest that is free over all its days.
///
/// Lanes are never freed, so the search for each span of days continues where the last one ended.
///
/// Complexity: O(items + lanes) over the 28 spans of a week.
struct LaneFiller {
  /// The occupied columns of each lane, as bits.
  private var taken: [UInt64] = []
  /// For each span of columns, a lane below which no lane is free over it.
  private var lowest: [UInt64: Int] = [:]

  /// The lowest lane that is free over the columns, below the limit.
  mutating func lane(for columns: Range<Int>, below limit: Int = .max) -> Int? {
    let mask = Self.mask(columns)
    var lane = lowest[mask] ?? 0
    while lane < taken.count, taken[lane] & mask != 0 { lane += 1 }
    lowest[mask] = lane
    return lane < limit ? lane : nil
  }

  mutating func occupy(_ columns: Range<Int>, lane: Int) {
    while taken.count <= lane { taken.append(0) }
    taken[lane] |= Self.mask(columns)
  }

  private static func mask(_ columns: Range<Int>) -> UInt64 {
    columns.reduce(0) { $0 | 1 << $1 }
  }
}

/// The bars of one row of days, and the number of items that each day hides.
struct SegmentRow {
  private let days: [Int]
  private let limit: Int
  private let overflow: ViewOptions.Overflow
  private let validDays: ClosedRange<CivilDate>
  private var lanes = LaneFiller()
  private(set) var segments: [Segment] = []
  private(set) var hidden: [Int]

  /// - Parameter days: The days of the row as days since 1970-01-01, ascending, at most 62.
  init(_ days: [Int], options: ViewOptions) {
    self.days = days
    limit = options.maximumRows.map { max($0, 0) } ?? .max
    overflow = options.overflow
    validDays = options.validDays ?? CivilDate.min...CivilDate.max
    hidden = Array(repeating: 0, count: days.count)
  }

  /// Adds an item, in the lowest free lane. Items are added in order.
  ///
  /// - Parameter columns: The result of `columns(of:)`.
  mutating func add(_ item: ViewItem, over columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    if let lane = lanes.lane(for: columns, below: limit) {
      place(item, columns, lane)
    } else if overflow == .whole {
      for column in columns { hidden[column] += 1 }
    } else {
      slice(item, columns)
    }
  }

  /// Adds an item as bars over the longest runs of days, from the left, over which a lane is free.
  private mutating func slice(_ item: ViewItem, _ columns: Range<Int>) {
    var start = columns.lowerBound
    while start < columns.upperBound {
      var end = columns.upperBound
      while end > start {
        if let lane = lanes.lane(for: start..<end, below: limit) {
          place(item, start..<end, lane)
          break
        }
        end -= 1
      }
      if end == start {
        hidden[start] += 1
        end += 1
      }
      start = end
    }
  }

  private mutating func place(_ item: ViewItem, _ columns: Range<Int>, _ lane: Int) {
    lanes.occupy(columns, lane: lane)
    segments.append(
      Segment(
        item: item, columns: columns, lane: lane,
        continuesBefore: item.days.lowerBound.daysSinceEpoch < days[columns.lowerBound],
        continuesAfter: item.days.upperBound.daysSinceEpoch > days[columns.upperBound - 1]))
  }

  /// The columns of the valid days on which an item is shown.
  func columns(of item: ViewItem) -> Range<Int> {
    guard item.days.overlaps(validDays) else { return 0..<0 }
    let own = item.days.clamped(to: validDays)
    let first = days.firstIndex { $0 >= own.lowerBound.daysSinceEpoch } ?? days.count
    let end = days.lastIndex { $0 <= own.upperBound.daysSinceEpoch }.map { $0 + 1 } ?? 0
    return first..<max(first, end)
  }
}

/// Makes the cells and bars of consecutive weeks from the items of all of them.
struct RowMaker {
  let cells: CellMaker

  struct Row {
    let days: [DayCell]
    let segments: [Segment]
  }

  /// - Parameters:
  ///   - starts: The first day of each row, seven days apart, as days since 1970-01-01.
  ///   - items: The items in order.
  ///   - month: The month that is shown; `nil` where all days belong.
  func rows(_ starts: [Int], items: [ViewItem], month: YearMonth?) -> [Row] {
    var positions = starts.map { _ in [Int]() }
    guard let first = starts.first else { return [] }
    for (position, item) in items.enumerated() {
      let from = max(item.days.lowerBound.daysSinceEpoch - first, 0) / 7
      let to = (item.days.upperBound.daysSinceEpoch - first).flooredQuotient(7)
      guard from <= min(to, starts.count - 1) else { continue }
      for row in from...min(to, starts.count - 1) { positions[row].append(position) }
    }
    let options = cells.options
    return starts.indices.map { index in
      let days = options.weekdays.map { starts[index] + $0.days(after: options.firstWeekday) }
      return row(days, positions[index].map { items[$0] }, month: month)
    }
  }

  /// - Parameter numbers: The days as days since 1970-01-01, ascending.
  func row(_ numbers: [Int], _ items: [ViewItem], month: YearMonth?) -> Row {
    var segments = SegmentRow(numbers, options: cells.options)
    var itemsByDay = numbers.map { _ in [ViewItem]() }
    for item in items {
      let columns = segments.columns(of: item)
      segments.add(item, over: columns)
      for column in columns { itemsByDay[column].append(item) }
    }
    let days = numbers.indices.map { column in
      var cell = cells.cell(numbers[column], in: month, items: itemsByDay[column])
      cell.hiddenCount = segments.hidden[column]
      return cell
    }
    return Row(days: days, segments: segments.segments)
  }
}
