internal import AlmanacTime

/// Takes the reasons that the one judging function finds.
protocol ReasonSink {
  /// Whether nothing more is to be learnt.
  var isDone: Bool { get }
  mutating func add(_ reason: @autoclosure () -> Unavailability)
  /// - Parameter reasons: At least one.
  mutating func add(contentsOf reasons: @autoclosure () -> [Unavailability])
}

/// Only whether there is a reason: what listing asks.
struct FirstReason: ReasonSink {
  private(set) var isRefused = false

  var isDone: Bool { isRefused }

  mutating func add(_ reason: @autoclosure () -> Unavailability) {
    isRefused = true
  }

  mutating func add(contentsOf reasons: @autoclosure () -> [Unavailability]) {
    isRefused = true
  }
}

/// Every reason: what an explanation and a refusal say.
struct AllReasons: ReasonSink {
  private(set) var reasons: [Unavailability] = []

  var isDone: Bool { false }

  mutating func add(_ reason: @autoclosure () -> Unavailability) {
    reasons.append(reason())
  }

  mutating func add(contentsOf reasons: @autoclosure () -> [Unavailability]) {
    self.reasons += reasons()
  }
}

extension SlotGrid {
  /// The one function that decides whether a start can be booked. O(parties · log busy items).
  ///
  /// It changes nothing but where its searches begin for the next start: those of starts in order are short.
  mutating func examine(_ start: Int64, _ sink: inout some ReasonSink) {
    guard searched.seconds.contains(start) else { return sink.add(.notSearched) }
    let end = end(of: start)
    examineTimeOfBooking(start, &sink)
    if sink.isDone { return }
    if lattice.isOff(start) { sink.add(.offGrid) }
    for place in parties.indices {
      if sink.isDone { return }
      parties[place].examineHours(start, end, &sink)
      if sink.isDone { return }
      parties[place].examineBusy(start, end, &sink)
    }
    if sink.isDone { return }
    examineLimits(start, &sink)
  }

  private func examineTimeOfBooking(_ start: Int64, _ sink: inout some ReasonSink) {
    if let now {
      let latest = latestBooking(of: start)
      if now.secondsSinceEpoch > latest { sink.add(.tooLate(latest: Instant(secondsSinceEpoch: latest))) }
    }
    guard !bookable.seconds.contains(start) else { return }
    let date = zone.local(at: Instant(secondsSinceEpoch: start)).date
    sink.add(bookable.reason(for: date))
  }

  private func latestBooking(of start: Int64) -> Int64 {
    let notice = policy.minimumNotice
    if notice.nominalDays == 0 { return start &- Int64(notice.exactSeconds) }
    return Instant(secondsSinceEpoch: start).in(zone).adding(-notice).instant.secondsSinceEpoch
  }

  private func examineLimits(_ start: Int64, _ sink: inout some ReasonSink) {
    guard policy.dailyLimit != nil || policy.weeklyLimit != nil else { return }
    let date = zone.local(at: Instant(secondsSinceEpoch: start)).date
    if let limit = policy.dailyLimit, counts.bookings(on: date) >= limit { sink.add(.dailyLimit(limit)) }
    if let limit = policy.weeklyLimit, counts.bookings(inWeekOf: date) >= limit {
      sink.add(.weeklyLimit(limit))
    }
  }
}
