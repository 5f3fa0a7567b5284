internal import AlmanacTime

/// A participant made ready: open time as sorted ranges, busy time with its buffers as sorted seconds.
struct SlotParty: Sendable {
  private let name: String
  /// `nil` at all hours.
  private let time: OpenTime?
  private let busy: BusyTime
  /// For each busy item in order of padded start: when a slot must have ended, when one may begin.
  private let starts: [Int64]
  private let ends: [Int64]
  /// The latest of the ends up to each place.
  private let latestEnds: [Int64]
  /// The place in `busy.spans`.
  private let places: [Int]

  init(_ participant: SlotParticipant, in range: Range<Int64>, buffers: Buffers) {
    name = participant.name
    time = participant.availability.map { OpenTime($0, in: range) }
    busy = participant.busy
    let padded = Self.padded(participant.busy, in: range, buffers)
    starts = padded.map { $0.start }
    ends = padded.map { $0.end }
    places = padded.map { $0.place }
    var latest = Int64.min
    latestEnds = padded.map { item in
      latest = Swift.max(latest, item.end)
      return latest
    }
  }

  private struct Padded {
    let start: Int64
    let end: Int64
    let place: Int
  }

  /// A slot that begins before an item must end, with the gap between the two, before the item starts, and the other
  /// way round.
  private static func padded(
    _ busy: BusyTime, in range: Range<Int64>, _ buffers: Buffers
  ) -> [Padded] {
    let plainBefore = buffers.gap(.zero, buffers.before)
    let plainAfter = buffers.gap(buffers.after, .zero)
    let items = busy.itemsWithBuffers
    var result: [Padded] = []
    result.reserveCapacity(busy.spans.count)
    for (place, span) in busy.spans.enumerated() {
      var (gapAfterSlot, gapBeforeSlot) = (plainAfter, plainBefore)
      if let items {
        gapAfterSlot = buffers.gap(buffers.after, items[span.place].bufferBefore)
        gapBeforeSlot = buffers.gap(items[span.place].bufferAfter, buffers.before)
      }
      let start = span.start.saturatingAdd(-gapAfterSlot)
      let end = span.end.saturatingAdd(gapBeforeSlot)
      guard start < range.upperBound, end > range.lowerBound else { continue }
      result.append(Padded(start: start, end: end, place: place))
    }
    if zip(result, result.dropFirst()).contains(where: { $0.start > $1.start }) {
      result.sort { ($0.start, $0.place) < ($1.start, $1.place) }
    }
    return result
  }

  func examineHours(_ start: Int64, _ end: Int64, _ sink: inout some ReasonSink) {
    guard let time, !time.open.covers(start..<end) else { return }
    if !time.hours.covers(start..<end) { sink.add(.outsideHours(of: name)) }
    for closed in time.closed where closed.range.overlaps(start..<end) {
      sink.add(.closed(closed.period, of: name))
    }
  }

  func examineBusy(_ start: Int64, _ end: Int64, _ sink: inout some ReasonSink) {
    let count = count(startingBefore: end)
    guard count > 0, latestEnds[count - 1] > start else { return }
    // Backwards as far as anything can still reach the slot, then forwards to report in order.
    var first = count - 1
    while first > 0, latestEnds[first - 1] > start { first -= 1 }
    for index in first..<count where ends[index] > start {
      let span = busy.spans[places[index]]
      let overlaps = (span.start..<span.end).overlaps(start..<end)
      sink.add(
        overlaps ? .conflict(busy.item(of: span), of: name) : .buffer(busy.item(of: span), of: name))
      if sink.isDone { return }
    }
  }

  /// O(log n).
  private func count(startingBefore second: Int64) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Int64 {
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
