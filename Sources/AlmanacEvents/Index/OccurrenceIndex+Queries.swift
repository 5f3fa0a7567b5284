internal import AlmanacRecurrence
internal import AlmanacTime

extension OccurrenceIndex {
  /// Passes all items that happen once and may overlap a collector's window to it.
  ///
  /// - Complexity: O(log *n* + entries in the window).
  func collectSingles(into collector: inout OccurrenceCollector) {
    let from = collector.window.lowerBound.secondsSinceEpoch
    let upTo = collector.window.upperBound.secondsSinceEpoch
    collectSingles(zoned, from, upTo, margin: 0, into: &collector)
    let localWindow = Self.localWindow(of: collector.window)
    collectSingles(local, localWindow.from, localWindow.upTo, margin: Self.longestOffset, into: &collector)
  }

  /// Passes all series that may have instances in a collector's window to it.
  ///
  /// - Complexity: O(log *n* + series that are open in the window).
  func collectSeries(into collector: inout OccurrenceCollector) {
    let localWindow = Self.localWindow(of: collector.window)
    var scan = SeriesScan(zones, from: localWindow.from, upTo: localWindow.upTo, for: &collector)
    scan.collect(bounded, into: &collector)
    scan.collect(endless, into: &collector)
  }

  /// Passes all items some of whose times could not be read to a collector.
  ///
  /// - Complexity: O(*n*) in the number of these.
  func collectUnread(into collector: inout OccurrenceCollector) {
    unread.forEachLeaf(where: { _ in true }) { leaf in
      for index in leaf.indices { collector.add(leaf[index]) }
    }
  }

  /// A window in wall-clock seconds, with a margin for every zone.
  private static func localWindow(of window: Range<Instant>) -> (from: Int64, upTo: Int64) {
    let (from, upTo) = (window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
    return (from.saturatingAdd(-longestOffset), upTo.saturatingAdd(longestOffset))
  }

  /// Whether any occurrence may end after an instant, for any viewer.
  func reaches(beyond instant: Instant) -> Bool {
    let second = instant.secondsSinceEpoch
    guard second < Instant.max.secondsSinceEpoch else { return false }
    let ends = [zoned.summary?.end, local.summary?.end, bounded.summary?.last, endless.summary?.last]
    return ends.contains { ($0 ?? .min) > second - Self.longestOffset }
  }

  /// Whether any occurrence may start before an instant, for any viewer.
  func begins(before instant: Instant) -> Bool {
    let second = instant.secondsSinceEpoch
    guard second > Instant.min.secondsSinceEpoch else { return false }
    let starts = [zoned.summary?.start, local.summary?.start, bounded.summary?.first, endless.summary?.first]
    return starts.contains { ($0 ?? .max) < second + Self.longestOffset }
  }

  /// More seconds than any clock is ahead of UTC or behind it.
  private static let longestOffset: Int64 = 86_400

  private func collectSingles(
    _ tree: OrderedTree<SingleEntry>, _ from: Int64, _ upTo: Int64, margin: Int64,
    into collector: inout OccurrenceCollector
  ) {
    tree.forEachLeaf(where: { $0.start < upTo && $0.end > from && $0.start - margin <= collector.latest }) {
      leaf in
      for index in leaf.indices where leaf[index].start < upTo && leaf[index].end > from {
        if let base = leaf.baseAddress { collector.add(single: base + index) }
      }
    }
  }
}

/// A scan of the series of an index, with the values that all of them share.
private struct SeriesScan {
  /// The window in wall-clock seconds, with a margin for every zone.
  private let from: Int64
  private let upTo: Int64
  /// The index of the collector's window for each zone of the index, and that window as numbers.
  private let windows: [Int]
  private var clocks: ContiguousArray<WindowClock>
  private let usesPatterns: [Bool]
  private var days: WindowDays
  private var latest: Int64
  /// The days of the current cycle: series of one cycle are adjacent, so these are found once for all of them.
  private var cycleDays = CycleDays()

  init(_ zones: [Zone], from: Int64, upTo: Int64, for collector: inout OccurrenceCollector) {
    self.from = from
    self.upTo = upTo
    windows = zones.indices.map { collector.window(in: $0 == 0 ? collector.viewer : zones[$0]) }
    let all = collector.windows
    clocks = ContiguousArray(windows.map { all[$0].clock })
    usesPatterns = windows.map { all[$0].usesPatterns }
    days = WindowDays(all)
    latest = collector.latest
  }

  mutating func collect(_ tree: OrderedTree<RepeatingEntry>, into collector: inout OccurrenceCollector) {
    let (from, upTo) = (from, upTo)
    tree.forEachLeaf(where: { $0.first < upTo && $0.last > from && days.mayContain($0) }) { leaf in
      collector.cutIfOverCapacity()
      for index in leaf.indices where leaf[index].first < upTo && leaf[index].last > from {
        if let simple = leaf[index].simple, usesPatterns[Int(simple.zone)] {
          if let base = leaf.baseAddress { collect(base + index, simple, into: &collector) }
        } else {
          collector.add(leaf[index])
        }
      }
    }
  }

  /// Inlined, so that the entry is read in place and not copied.
  @inline(__always)
  private mutating func collect(
    _ entry: UnsafePointer<RepeatingEntry>, _ simple: RepeatingEntry.Simple,
    into collector: inout OccurrenceCollector
  ) {
    if collector.latest != latest {
      latest = collector.latest
      for zone in clocks.indices { clocks[zone].end(at: latest) }
      days.upTo = clocks.reduce(Int64.min) { Swift.max($0, $1.upTo) }
    }
    let zone = Int(simple.zone)
    if cycleDays.zone != simple.zone || cycleDays.cycle != simple.pattern.cycle {
      let blocks = collector.windows[windows[zone]].blocks
      cycleDays = CycleDays(simple.pattern.cycle, zone: simple.zone, in: blocks)
    }
    for index in cycleDays.blocks.indices {
      let (first, daysOfCycle) = cycleDays.blocks[index]
      let possible = clocks[zone].bits(from: first, of: simple.pattern, lasting: Int64(simple.length))
      let days = daysOfCycle & possible
      if days != 0 {
        collector.add(simple: entry, simple, on: days, after: first, window: windows[zone])
      }
    }
  }
}

/// The days of a cycle in a window of one zone.
private struct CycleDays {
  private(set) var cycle: DayPattern.Cycle?
  private(set) var zone: UInt8 = 0
  /// The first day of each block of days, and the bits of the days that belong to the cycle.
  private(set) var blocks: ContiguousArray<(first: Int, days: UInt64)> = []

  init() {}

  init(_ cycle: DayPattern.Cycle, zone: UInt8, in blocks: ContiguousArray<DayPattern.Block>) {
    self.cycle = cycle
    self.zone = zone
    self.blocks = ContiguousArray(blocks.map { ($0.first, cycle.days(in: $0)) })
  }
}

/// The days of a short window in all zones of a query.
private struct WindowDays {
  /// The day before the window and its days; empty for a window of more than a week, for which the check costs more than it
  /// saves.
  private var days: [DayPattern.Union] = []
  private let first: Int64
  /// The window in wall-clock seconds.
  private let from: Int64
  var upTo: Int64

  init(_ windows: [ZoneWindow]) {
    from = windows.reduce(Int64.max) { Swift.min($0, $1.clock.from) }
    upTo = windows.reduce(Int64.min) { Swift.max($0, $1.clock.upTo) }
    first = from.flooredQuotient(86_400) - 1
    let last = upTo.flooredQuotient(86_400)
    guard last - first <= 8, windows.allSatisfy({ $0.usesPatterns }) else { return }
    days = (first...Swift.max(first, last)).map { DayPattern.Union(CivilDate(daysSinceEpoch: Int($0))) }
  }

  /// Whether some of these series may have an instance in the window.
  func mayContain(_ series: RepeatingEntry.Summary) -> Bool {
    if days.isEmpty || series.endTime > 86_400 * 2 { return true }
    var midnight = first * 86_400
    for index in days.indices {
      let isNear = midnight + Int64(series.startTime) < upTo && midnight + Int64(series.endTime) >= from
      if isNear, series.days.mayContain(days[index]) { return true }
      midnight += 86_400
    }
    return false
  }
}
