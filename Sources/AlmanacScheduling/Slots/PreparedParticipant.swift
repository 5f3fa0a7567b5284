internal import AlmanacEvents
internal import AlmanacTime

/// A participant prepared for a search: open time as sorted ranges, and busy time with the buffers around it.
///
/// Each search begins where the last one ended, so that those of ascending starts are short.
struct PreparedParticipant: Sendable {
  private let name: String
  /// The opening hours; `nil` for all hours.
  let time: OpenTime?
  private var taken: TakenTime
  /// The place at which the last search in the open time ended.
  private var hint = 0

  init(_ participant: SlotParticipant, in range: Range<Int64>, buffers: Buffers) {
    name = participant.name
    time = participant.availability.map { OpenTime($0, in: range) }
    taken = TakenTime(participant.busy, buffers)
  }

  mutating func examineHours(_ start: Int64, _ end: Int64, _ reasons: inout ReasonCollector) {
    guard let time, !time.open.covers(start..<end, near: &hint) else { return }
    if !time.hours.covers(start..<end) { reasons.add(.outsideHours(of: name)) }
    for closed in time.closed where closed.range.overlaps(start..<end) {
      reasons.add(.closed(closed.period, of: name))
    }
  }

  mutating func examineBusy(_ start: Int64, _ end: Int64, _ reasons: inout ReasonCollector) {
    if taken.isFree(start, end) { return }
    reasons.add(contentsOf: taken.reasons(against: start, end, of: name))
  }
}

/// The busy time of a participant, with the time that must stay free before and after each item.
///
/// The spans are used unchanged if no item has buffers of its own, as all then need the same.
struct TakenTime: Sendable {
  private let busy: BusyTime
  /// The busy spans by start.
  private let spans: SortedSpans
  /// The seconds that must stay free between a slot and a span after it, and between a span and a slot after it; 0 where
  /// the spans include them.
  private let gapAfterSlot: Int64
  private let gapBeforeSlot: Int64
  /// The place at which the last search ended.
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

  /// Whether a slot ends early enough before each span or begins late enough after it.
  ///
  /// Complexity: O(log distance from the last slot).
  mutating func isFree(_ start: Int64, _ end: Int64) -> Bool {
    !spans.overlaps(start.saturatingAdd(-gapBeforeSlot), end.saturatingAdd(gapAfterSlot), near: &hint)
  }

  /// The first items that a slot overlaps or comes too close to, by start.
  ///
  /// Complexity: O(log *n* + items up to the last one found).
  func reasons(against start: Int64, _ end: Int64, of name: String) -> [Unavailability] {
    let lower = start.saturatingAdd(-gapBeforeSlot)
    var reasons: [Unavailability] = []
    for place in spans.places(from: lower, upTo: end.saturatingAdd(gapAfterSlot))
    where spans[place].end > lower {
      if reasons.count >= ReasonCollector.mostReasons { break }
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
