internal import AlmanacEvents
internal import AlmanacTime

/// A participant prepared for a search: open time as sorted ranges, and busy time with the time that must stay free
/// before and after each item.
///
/// Each search begins where the last one ended, so that those of ascending starts are short.
struct PreparedParticipant: Sendable {
  private let name: String
  /// The opening hours; `nil` for all hours.
  let time: OpenTime?
  private let busy: BusyTime
  /// The busy spans by start: unchanged if no item has buffers of its own, as all then need the same.
  private let taken: SortedSpans
  /// The seconds that must stay free between a slot and a span after it, and between a span and a slot after it; 0 where
  /// the spans include them.
  private let gapAfterSlot: Int64
  private let gapBeforeSlot: Int64
  /// The places at which the last searches in the open time and in the spans ended.
  private var openHint = 0
  private var busyHint = 0

  init(_ participant: SlotParticipant, in range: Range<Int64>, buffers: Buffers) {
    name = participant.name
    time = participant.availability.map { OpenTime($0, in: range) }
    busy = participant.busy
    guard let items = busy.itemsWithBuffers else {
      taken = busy.taken
      gapAfterSlot = buffers.gap(buffers.after, .zero)
      gapBeforeSlot = buffers.gap(.zero, buffers.before)
      return
    }
    let padded = busy.taken.spans.map { span in
      let item = items[span.place]
      return BusySpan(
        start: span.start.saturatingAdd(-buffers.gap(buffers.after, item.bufferBefore)),
        end: span.end.saturatingAdd(buffers.gap(item.bufferAfter, buffers.before)), place: span.place)
    }
    taken = SortedSpans(padded)
    (gapAfterSlot, gapBeforeSlot) = (0, 0)
  }

  /// The hours and the series that are not known in full before an instant.
  func unexpanded(before end: Instant) -> [UnexpandedSeries] {
    (time?.unexpanded ?? []) + busy.unexpanded.filter { $0.from < end }
  }

  /// - Complexity: O(log distance from the last slot).
  mutating func examineHours(_ start: Int64, _ end: Int64, _ reasons: inout ReasonCollector) {
    guard let time, !time.open.covers(start..<end, near: &openHint) else { return }
    let slot = start..<end
    if time.hours.ranges(within: slot) != [slot] { reasons.add(.outsideHours(of: name)) }
    for closed in time.closed where closed.range.overlaps(slot) {
      reasons.add(.closed(closed.period, of: name))
    }
  }

  /// Whether a slot ends early enough before each span and begins late enough after it.
  ///
  /// - Complexity: O(log distance from the last slot).
  mutating func examineBusy(_ start: Int64, _ end: Int64, _ reasons: inout ReasonCollector) {
    let (lower, upper) = (start.saturatingAdd(-gapBeforeSlot), end.saturatingAdd(gapAfterSlot))
    guard taken.overlaps(lower, upper, near: &busyHint) else { return }
    reasons.add(contentsOf: conflicts(with: start..<end, from: lower, upTo: upper))
  }

  /// The first items that a slot overlaps or comes too close to, by start.
  ///
  /// - Complexity: O(log *n* + items up to the last one found).
  private func conflicts(with slot: Range<Int64>, from lower: Int64, upTo upper: Int64) -> [Unavailability] {
    let taking = taken.spans[taken.places(from: lower, upTo: upper)].lazy.filter { $0.end > lower }
    return taking.prefix(ReasonCollector.maximumPerStart).map { span in
      let item = busy.item(span)
      if item.kind == .unexpanded { return .unexpanded(item, of: name) }
      return item.interval.seconds.overlaps(slot) ? .conflict(item, of: name) : .buffer(item, of: name)
    }
  }
}
