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
    let windows = zones.enumerated().map { number, zone in
      collector.window(in: number == 0 ? collector.viewer : zone)
    }
    var clocks = windows[0]
    var zone: UInt8 = 0
    tree.forEachLeaf(where: { $0.first < upTo && $0.last > from }) { leaf in
      for index in leaf.indices where leaf[index].first < upTo && leaf[index].last > from {
        guard let simple = leaf[index].simple else {
          collector.add(leaf[index])
          continue
        }
        if simple.zone != zone {
          zone = simple.zone
          clocks = windows[Int(zone)]
        }
        if clocks.blocks.isEmpty {
          collector.add(leaf[index])
        } else {
          collector.add(simple, on: clocks) { leaf[index] }
        }
      }
    }
  }
}
