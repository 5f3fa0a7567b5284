internal import AlmanacRecurrence
internal import AlmanacTime

extension OccurrenceIndex {
  /// Gives the collector everything that may overlap its window. O(log n + what is there, and series that are open
  /// then).
  func collect(into collector: inout OccurrenceCollector) {
    let from = collector.window.lowerBound.secondsSinceEpoch
    let upTo = collector.window.upperBound.secondsSinceEpoch
    collectSingles(zoned, from, upTo, slack: 0, into: &collector)
    // Wherever the viewer is.
    let wallFrom = from.subtractingReportingOverflow(Self.offsets)
    let wallUpTo = upTo.addingReportingOverflow(Self.offsets)
    let reach = (
      wallFrom.overflow ? Int64.min : wallFrom.partialValue, wallUpTo.overflow ? Int64.max : wallUpTo.partialValue
    )
    collectSingles(local, reach.0, reach.1, slack: Self.offsets, into: &collector)
    collectSeries(bounded, reach.0, reach.1, into: &collector)
    collectSeries(endless, reach.0, reach.1, into: &collector)
  }

  /// No clock is further from UTC.
  private static let offsets: Int64 = 86_400

  private func collectSingles(
    _ tree: OrderedTree<SingleEntry>, _ from: Int64, _ upTo: Int64, slack: Int64,
    into collector: inout OccurrenceCollector
  ) {
    tree.forEachLeaf(where: { $0.start < upTo && $0.end > from && $0.start - slack <= collector.latest }) { leaf in
      for index in leaf.indices where leaf[index].start < upTo && leaf[index].end > from {
        collector.add(leaf[index])
      }
    }
  }

  private func collectSeries(
    _ tree: OrderedTree<RepeatingEntry>, _ from: Int64, _ upTo: Int64, into collector: inout OccurrenceCollector
  ) {
    guard tree.count > 0 else { return }
    let numbers = zones.enumerated().map { number, zone in
      collector.window(in: number == 0 ? collector.viewer : zone)
    }
    let clocks = ContiguousArray(numbers.map { collector.windows[$0].clock })
    let usesPatterns = numbers.map { collector.windows[$0].usesPatterns }
    let days = WindowDays(collector.windows)
    tree.forEachLeaf(where: { $0.first < upTo && $0.last > from && days.mayMeet($0) }) { leaf in
      for index in leaf.indices where leaf[index].first < upTo && leaf[index].last > from {
        guard let simple = leaf[index].simple, usesPatterns[Int(simple.zone)] else {
          collector.add(leaf[index])
          continue
        }
        let zone = Int(simple.zone)
        let days = simple.days(in: clocks[zone].block, clocks[zone])
        if days != 0 {
          collector.add(leaf[index], simple, on: days, of: clocks[zone].block, window: numbers[zone])
        }
        for block in collector.windows[numbers[zone]].laterBlocks {
          let days = simple.days(in: block, clocks[zone])
          if days != 0 { collector.add(leaf[index], simple, on: days, of: block, window: numbers[zone]) }
        }
      }
    }
  }
}

extension RepeatingEntry.Simple {
  /// The days of a block on which there are instances that may be within a window.
  fileprivate func days(in block: DayBlock, _ clock: WindowClock) -> UInt64 {
    let possible = clock.bits(of: block, at: Int64(pattern.time), lasting: Int64(length))
    return possible == 0 ? 0 : pattern.days(in: block, among: possible)
  }
}

/// The few days of a short window, on all clocks that are asked.
private struct WindowDays {
  /// The day before the window, and its days; empty for a window of more than a week, which is not worth asking.
  private var days: [DayFacts] = []

  init(_ windows: [ZoneWindow]) {
    let first = windows.reduce(Int64.max) { Swift.min($0, $1.clock.fromDay) } - 1
    let last = windows.reduce(Int64.min) { Swift.max($0, $1.clock.upToDay) }
    guard last - first <= 8, windows.allSatisfy({ $0.usesPatterns }) else { return }
    days = (first...last).map { DayFacts(CivilDate(daysSinceEpoch: Int($0))) }
  }

  /// Whether some of these series may have an instance in the window.
  func mayMeet(_ series: RepeatingEntry.Summary) -> Bool {
    if days.isEmpty || series.endTime > 2 * 86_400 { return true }
    // What ends by midnight cannot reach over from the day before.
    for index in (series.endTime > 86_400 ? 0 : 1)..<days.count where series.days.mayContain(days[index]) {
      return true
    }
    return false
  }
}
