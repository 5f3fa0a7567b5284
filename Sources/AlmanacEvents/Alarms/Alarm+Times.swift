internal import AlmanacTime

extension Alarm {
  /// The most repetitions that are given of one alarm.
  public static let mostRepetitions = 1_000

  /// The number of the last repetition; 0 where there is only the first signal.
  var lastRepetition: Int {
    guard let repetition, interval > 0 else { return 0 }
    return Swift.max(0, Swift.min(repetition.count, Self.mostRepetitions))
  }

  /// Seconds on a wall clock from one signal to the next.
  var interval: Int { repetition?.interval.civilSeconds ?? 0 }

  /// Whether it has not been seen. Once the first signal has been acknowledged its repetitions are over too
  /// (RFC 9074 §6.1).
  func isPending(_ first: Instant) -> Bool {
    acknowledged.map { first > $0 } ?? true
  }

  /// The signals of one occurrence, or of an alarm at an instant, within a window, in order.
  ///
  /// - Parameter numbers: Which of the repetitions are asked for; all by default.
  func pendingTimes(
    from first: ZonedDateTime, in window: Range<Instant>, numbers: ClosedRange<Int> = 0...mostRepetitions
  ) -> [(instant: Instant, repetition: Int)] {
    guard isPending(first.instant) else { return [] }
    let from = window.lowerBound.distance(from: first.instant) - slack
    let upTo = window.upperBound.distance(from: first.instant) + slack
    return (repetitions(at: from...upTo) ?? 0...0).compactMap { number in
      let instant = first.adding(repetition?.interval ?? .zero, times: number).instant
      return numbers.contains(number) && window.contains(instant) ? (instant, number) : nil
    }
  }

  /// When it first goes off for an occurrence; `nil` for one at an instant, and where there is no time to count from.
  /// Days and weeks count on the clock of the item, dates and floating times on the viewer's.
  ///
  /// - Parameter isDefault: A default alarm counts from where a to-do is shown.
  func first(for occurrence: Occurrence, viewer: Zone, isDefault: Bool) -> ZonedDateTime? {
    guard case .relative(let offset, let anchor) = trigger else { return nil }
    let time =
      isDefault && anchor == .start && occurrence.item.kind == .todo
      ? occurrence.start : occurrence.time(of: anchor)
    return time.map { $0.zoned(in: viewer).adding(offset) }
  }
}

/// Where the occurrences are whose signals are in a window.
extension Alarm {
  /// Starts, or ends, whose signals of these numbers may be within a window.
  struct Sources {
    let window: Range<Instant>
    let numbers: ClosedRange<Int>
  }

  /// Seconds from an occurrence to its earliest signal and to its latest, wherever clocks change; `nil` for one at an
  /// instant.
  var reach: ClosedRange<Int>? {
    guard case .relative(let offset, _) = trigger else { return nil }
    return offset.civilSeconds - slack...offset.civilSeconds + interval * lastRepetition + slack
  }

  /// What to look through for the signals in a window: of each repetition the time that it needs and no more, in one
  /// where these overlap. Nothing is looked for that has been acknowledged.
  ///
  /// - Parameters:
  ///   - span: Seconds since 1970 in which the occurrences are.
  ///   - zones: On whose clocks days are counted, where that is known.
  func sources(
    of window: Range<Instant>, within span: ClosedRange<Int64>, zones: [Zone]? = nil
  ) -> [Sources] {
    guard case .relative(let offset, _) = trigger else { return [] }
    let slack = zones.map { self.slack(in: $0, around: window) } ?? self.slack
    let earliest = window.lowerBound.adding(seconds: -offset.civilSeconds - slack)
    let latest = window.upperBound.adding(seconds: slack - offset.civilSeconds)
    // Clocks of occurrences may be a day away from UTC.
    let begin = Instant(secondsSinceEpoch: span.lowerBound).adding(seconds: -86_400)
    let end = Instant(secondsSinceEpoch: span.upperBound).adding(seconds: 86_400)
    let distance = earliest.distance(from: end)...latest.distance(from: begin)
    guard let numbers = repetitions(at: distance) else { return [] }
    let seen = acknowledged?.adding(seconds: -offset.civilSeconds - slack) ?? Instant(secondsSinceEpoch: .min)
    func sources(_ numbers: ClosedRange<Int>) -> Sources? {
      let from = Swift.max(earliest.adding(seconds: -interval * numbers.upperBound), seen)
      let upTo = latest.adding(seconds: -interval * numbers.lowerBound)
      return from < upTo ? Sources(window: from..<upTo, numbers: numbers) : nil
    }
    if interval <= latest.seconds(since: earliest) { return sources(numbers).map { [$0] } ?? [] }
    return numbers.compactMap { sources($0...$0) }
  }

  /// The repetitions at some seconds after the first signal; `nil` when there are none.
  private func repetitions(at distance: ClosedRange<Int>) -> ClosedRange<Int>? {
    let last = lastRepetition
    guard last > 0 else { return distance.contains(0) ? 0...0 : nil }
    let low = Swift.max(0, -(-distance.lowerBound).flooredQuotient(interval))
    let high = Swift.min(last, distance.upperBound.flooredQuotient(interval))
    return low <= high ? low...high : nil
  }

  /// How far from its seconds on a wall clock a signal may be: days are counted on clocks that change.
  private var slack: Int {
    var isNominal = repetition.map { $0.interval.nominalDays != 0 } ?? false
    if case .relative(let offset, _) = trigger, offset.nominalDays != 0 { isNominal = true }
    return isNominal ? EventTime.longestDay : 0
  }

  /// The same on known clocks: nothing where they do not change meanwhile.
  private func slack(in zones: [Zone], around window: Range<Instant>) -> Int {
    guard slack > 0, case .relative(let offset, _) = trigger else { return slack }
    let reach = abs(offset.civilSeconds) + interval * lastRepetition + EventTime.longestDay
    let from = window.lowerBound.adding(seconds: -reach)
    let upTo = window.upperBound.adding(seconds: reach)
    // Over years it does not matter.
    guard upTo.seconds(since: from) < 366 * 86_400 else { return slack }
    let changes = zones.map { zone in
      let offsets = [zone.offset(at: from)] + zone.transitions(in: from..<upTo).map { $0.phase.offset }
      return (offsets.max() ?? 0) - (offsets.min() ?? 0)
    }
    return 2 * (changes.max() ?? 0)
  }
}

extension Instant {
  /// Seconds, bounded so that some more can be added.
  fileprivate func distance(from other: Instant) -> Int {
    Swift.max(-(1 << 60), Swift.min(seconds(since: other), 1 << 60))
  }
}

extension ZonedDateTime {
  /// So many times a length later: days on the wall clock, then the rest in exact time.
  fileprivate func adding(_ length: CalendarDuration, times: Int) -> ZonedDateTime {
    if times == 0 { return self }
    let days = adding(.days(length.nominalDays * times))
    guard length.exactSeconds != 0 else { return days }
    return days.instant.adding(seconds: length.exactSeconds * times).in(zone)
  }
}

extension Occurrence {
  /// The time from which an alarm counts; `nil` where there is none.
  fileprivate func time(of anchor: Alarm.Anchor) -> EventTime? {
    switch (item, anchor) {
    case (.event, .start): start
    case (.event, .end): end
    // Of a due date that is its first moment (RFC 5545 §3.8.6.3).
    case (.todo(let todo), .end): todo.due == nil ? nil : start
    case (.todo(let todo), .start): todo.start.map { startOfInstance(of: $0) } ?? start
    case (.journal, _): nil
    }
  }

  /// Of a to-do, which is shown where it is due, the start of this instance.
  private func startOfInstance(of first: EventTime) -> EventTime {
    guard let recurrenceID else { return first }
    guard let own = item.recurrenceID else { return recurrenceID }
    // An override that also moved later instances moved them as far.
    let distance = recurrenceID.local.seconds(since: own.conformed(to: recurrenceID).local)
    return first.with(local: first.local.adding(seconds: distance))
  }
}

extension EventTime {
  fileprivate func zoned(in viewer: Zone) -> ZonedDateTime {
    if case .zoned(let zoned) = self { zoned } else { local.in(viewer) }
  }
}
