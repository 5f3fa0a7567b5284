internal import AlmanacTime

/// A participant made ready: open time as sorted ranges, busy time with what must stay free around it.
///
/// Being asked about starts in order costs least: each search begins where the last one ended.
struct SlotParty: Sendable {
  private let name: String
  /// `nil` at all hours.
  let time: OpenTime?
  private var taken: TakenTime
  /// Where the last search in the open time ended.
  private var hint = 0

  init(_ participant: SlotParticipant, in range: Range<Int64>, buffers: Buffers) {
    name = participant.name
    time = participant.availability.map { OpenTime($0, in: range) }
    taken = TakenTime(participant.busy, buffers)
  }

  mutating func examineHours(_ start: Int64, _ end: Int64, _ sink: inout some ReasonSink) {
    guard let time, !time.open.covers(start..<end, near: &hint) else { return }
    if !time.hours.covers(start..<end) { sink.add(.outsideHours(of: name)) }
    for closed in time.closed where closed.range.overlaps(start..<end) {
      sink.add(.closed(closed.period, of: name))
    }
  }

  mutating func examineBusy(_ start: Int64, _ end: Int64, _ sink: inout some ReasonSink) {
    if taken.isFree(start, end) { return }
    sink.add(contentsOf: taken.reasons(against: start, end, of: name))
  }
}
