internal import AlmanacEvents
internal import AlmanacTime

/// Busy time as slots meet it: each stretch that is taken, with what must stay free before and after it.
///
/// Where only the slot asks for time around it, all stretches need the same, and they are used as they are.
struct TakenTime: Sendable {
  private let busy: BusyTime
  /// In order of start.
  private let spans: SortedSpans
  /// What must stay free, in seconds, from a slot to a stretch after it and from a stretch to a slot after it; 0 when
  /// it is part of the spans.
  private let gapAfterSlot: Int64
  private let gapBeforeSlot: Int64
  /// Where the last search ended.
  private var hint = 0

  init(_ busy: BusyTime, _ buffers: Buffers) {
    self.busy = busy
    guard let items = busy.itemsWithBuffers else {
      spans = busy.spans
      gapAfterSlot = buffers.gap(buffers.after, .zero)
      gapBeforeSlot = buffers.gap(.zero, buffers.before)
      return
    }
    let padded = busy.spans.map { span in
      let item = items[span.place]
      return BusySpan(
        start: span.start.saturatingAdd(-buffers.gap(buffers.after, item.bufferBefore)),
        end: span.end.saturatingAdd(buffers.gap(item.bufferAfter, buffers.before)), place: span.place)
    }
    spans = SortedSpans(padded)
    (gapAfterSlot, gapBeforeSlot) = (0, 0)
  }

  /// Whether a slot fits: whether it ends early enough before each stretch or begins late enough after it.
  /// O(log distance from the last slot).
  mutating func isFree(_ start: Int64, _ end: Int64) -> Bool {
    !spans.overlaps(start.saturatingAdd(-gapBeforeSlot), end.saturatingAdd(gapAfterSlot), near: &hint)
  }

  /// What keeps a slot from fitting, in order. O(log n + those between the first and the last).
  func reasons(against start: Int64, _ end: Int64, of name: String) -> [Unavailability] {
    let lower = start.saturatingAdd(-gapBeforeSlot)
    var reasons: [Unavailability] = []
    for place in spans.places(from: lower, upTo: end.saturatingAdd(gapAfterSlot))
    where spans[place].end > lower {
      let item = busy.item(of: spans[place])
      if item.kind == .unexpanded {
        reasons.append(.unexpanded(item, of: name))
        continue
      }
      let overlaps = item.interval.seconds.overlaps(start..<end)
      reasons.append(overlaps ? .conflict(item, of: name) : .buffer(item, of: name))
    }
    return reasons
  }
}

extension Int64 {
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
