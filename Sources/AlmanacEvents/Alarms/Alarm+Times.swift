internal import AlmanacTime

extension Alarm {
  /// The most repetitions of one alarm that queries give.
  package static let maximumRepetitions = 1_000

  /// The number of the last repetition; 0 where the alarm does not repeat.
  var lastRepetition: Int {
    guard let repetition, interval > 0 else { return 0 }
    return Swift.max(0, Swift.min(repetition.count, Self.maximumRepetitions))
  }

  /// The wall-clock seconds from one signal to the next.
  var interval: Int { repetition?.interval.civilSeconds ?? 0 }

  /// Whether the alarm is not acknowledged. Acknowledging the first signal ends its repetitions too (RFC 9074 §6.1).
  func isPending(_ first: Instant) -> Bool {
    acknowledged.map { first > $0 } ?? true
  }

  /// The pending signals of one occurrence, or of an alarm at an instant, within a window, in order.
  ///
  /// - Parameter numbers: The requested repetitions; all by default.
  /// - Returns: The signals, and how many more were tried that a change of clocks might have moved into the window.
  func pendingTimes(
    from first: ZonedDateTime, in window: Range<Instant>, numbers: ClosedRange<Int> = 0...maximumRepetitions
  ) -> (times: [(instant: Instant, repetition: Int)], tried: Int) {
    guard isPending(first.instant) else { return ([], 0) }
    let slack = first.zone.fixedOffset == nil ? slack : 0
    let from = window.lowerBound.distance(from: first.instant) - slack
    let upTo = window.upperBound.distance(from: first.instant) + slack
    let near = repetitions(at: from...upTo) ?? 0...0
    let times = near.compactMap { number -> (instant: Instant, repetition: Int)? in
      let instant = first.adding(repetition?.interval ?? .zero, times: number).instant
      return numbers.contains(number) && window.contains(instant) ? (instant, number) : nil
    }
    return (times, near.count - times.count)
  }

  /// The first signal for an occurrence; `nil` for an alarm at an instant, and where there is no time to count from. Days
  /// and weeks are counted in the zone of the item; dates and floating times are read in the viewer's.
  ///
  /// - Parameter isDefault: Whether this is a default alarm, which counts from the time at which a to-do is shown.
  func first(for occurrence: Occurrence, viewer: Zone, isDefault: Bool) -> ZonedDateTime? {
    guard case .relative(let offset, let anchor) = trigger else { return nil }
    let time =
      isDefault && anchor == .start && occurrence.item.kind == .todo
      ? occurrence.start : occurrence.time(of: anchor)
    return time.map { $0.zoned(in: viewer).adding(offset) }
  }
}

// MARK: Ranges of occurrences whose signals are in a window

extension Alarm {
  /// A range of starts, or of ends, whose signals of some numbers may be within a window.
  struct OccurrenceRange {
    let window: Range<Instant>
    let numbers: ClosedRange<Int>
  }

  /// Bounds of the seconds from an occurrence to its signals, in any zone; `nil` for an alarm at an instant.
  var reach: ClosedRange<Int>? {
    guard case .relative(let offset, _) = trigger else { return nil }
    return offset.civilSeconds - slack...offset.civilSeconds + interval * lastRepetition + slack
  }

  /// The ranges to search for the signals in a window: one for each repetition, or a single one where they overlap.
  /// Acknowledged signals are excluded.
  ///
  /// - Parameters:
  ///   - span: The bounds of all occurrences, in seconds since 1970.
  ///   - zones: The zones in which days are counted; `nil` for any zone.
  func sources(
    of window: Range<Instant>, within span: ClosedRange<Int64>, zones: [Zone]? = nil
  ) -> [OccurrenceRange] {
    guard case .relative(let offset, _) = trigger else { return [] }
    let slack = zones.map { self.slack(in: $0, around: window) } ?? self.slack
    let earliest = window.lowerBound.adding(seconds: -offset.civilSeconds - slack)
    let latest = window.upperBound.adding(seconds: slack - offset.civilSeconds)
    // The clocks of occurrences may be a day ahead of UTC or behind it.
    let begin = Instant(secondsSinceEpoch: span.lowerBound).adding(seconds: -86_400)
    let end = Instant(secondsSinceEpoch: span.upperBound).adding(seconds: 86_400)
    let distance = earliest.distance(from: end)...latest.distance(from: begin)
    guard let numbers = repetitions(at: distance) else { return [] }
    let seen = acknowledged?.adding(seconds: -offset.civilSeconds - slack) ?? Instant(secondsSinceEpoch: .min)
    func sources(_ numbers: ClosedRange<Int>) -> OccurrenceRange? {
      let from = Swift.max(earliest.adding(seconds: -interval * numbers.upperBound), seen)
      let upTo = latest.adding(seconds: -interval * numbers.lowerBound)
      return from < upTo ? OccurrenceRange(window: from..<upTo, numbers: numbers) : nil
    }
    if interval <= latest.seconds(since: earliest) { return sources(numbers).map { [$0] } ?? [] }
    return numbers.compactMap { sources($0...$0) }
  }

  /// The repetitions within a range of seconds after the first signal; `nil` when there are none.
  private func repetitions(at distance: ClosedRange<Int>) -> ClosedRange<Int>? {
    let last = lastRepetition
    guard last > 0 else { return distance.contains(0) ? 0...0 : nil }
    let low = Swift.max(0, -(-distance.lowerBound).flooredQuotient(interval))
    let high = Swift.min(last, distance.upperBound.flooredQuotient(interval))
    return low <= high ? low...high : nil
  }

  /// The most seconds by which a change of clocks may move a signal, in any zone.
  private var slack: Int {
    var isNominal = repetition.map { $0.interval.nominalDays != 0 } ?? false
    if case .relative(let offset, _) = trigger, offset.nominalDays != 0 { isNominal = true }
    return isNominal ? EventTime.longestDay : 0
  }

  /// The most seconds by which a change of clocks in some zones may move a signal.
  private func slack(in zones: [Zone], around window: Range<Instant>) -> Int {
    guard slack > 0, case .relative(let offset, _) = trigger else { return slack }
    let reach = abs(offset.civilSeconds) + interval * lastRepetition + EventTime.longestDay
    let from = window.lowerBound.adding(seconds: -reach)
    let upTo = window.upperBound.adding(seconds: reach)
    // For years the general bound is close enough.
    guard upTo.seconds(since: from) < 366 * 86_400 else { return slack }
    let changes = zones.map { zone in
      let offsets = [zone.offset(at: from)] + zone.transitions(in: from..<upTo).map { $0.phase.offset }
      return (offsets.max() ?? 0) - (offsets.min() ?? 0)
    }
    return 2 * (changes.max() ?? 0)
  }
}

extension Instant {
  /// The distance in seconds, bounded so that sums do not overflow.
  fileprivate func distance(from other: Instant) -> Int {
    Swift.max(-(1 << 60), Swift.min(seconds(since: other), 1 << 60))
  }
}

extension ZonedDateTime {
  /// This time and a multiple of a length: days on the wall clock, then the rest in exact time.
  fileprivate func adding(_ length: CalendarDuration, times: Int) -> ZonedDateTime {
    if times == 0 { return self }
    let days = adding(.days(length.nominalDays * times))
    guard length.exactSeconds != 0 else { return days }
    return days.instant.adding(seconds: length.exactSeconds * times).in(zone)
  }
}

extension Occurrence {
  /// The time from which an alarm counts; `nil` where the occurrence has none.
  fileprivate func time(of anchor: Alarm.Anchor) -> EventTime? {
    switch (item, anchor) {
    case (.event, .start): start
    case (.event, .end): end
    // A due date means its first moment (RFC 5545 §3.8.6.3).
    case (.todo(let todo), .end): todo.due == nil ? nil : start
    case (.todo(let todo), .start): todo.start.map { startOfInstance(of: $0) } ?? start
    case (.journal, _): nil
    }
  }

  /// The start of this instance of a to-do, whose occurrence is at the due time.
  private func startOfInstance(of first: EventTime) -> EventTime {
    guard let recurrenceID else { return first }
    guard let own = item.recurrenceID else { return recurrenceID }
    // An override with RANGE=THISANDFUTURE moves later instances as far as its own.
    let distance = recurrenceID.local.seconds(since: own.conformed(to: recurrenceID).local)
    return first.with(local: first.local.adding(seconds: distance))
  }
}

extension EventTime {
  fileprivate func zoned(in viewer: Zone) -> ZonedDateTime {
    zonedTime ?? local.in(viewer)
  }
}
