internal import AlmanacTime

extension Alarm {
  /// The most repetitions that are given of one alarm.
  public static let mostRepetitions = 1_000

  /// The signals of one occurrence, or of an alarm at an instant, that have not been seen, in order.
  ///
  /// Once the first has been acknowledged its repetitions are over too (RFC 9074 §6.1).
  func pendingTimes(from first: ZonedDateTime) -> [(instant: Instant, repetition: Int)] {
    if let acknowledged, first.instant <= acknowledged { return [] }
    var times = [(first.instant, 0)]
    guard let repetition, repetition.interval.civilSeconds > 0 else { return times }
    var next = first
    for number in 0..<Swift.max(0, Swift.min(repetition.count, Self.mostRepetitions)) {
      next = next.adding(repetition.interval)
      times.append((next.instant, number + 1))
    }
    return times
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

  /// Seconds from the start or end of an occurrence to the earliest and to the latest signal, and some more.
  var reach: ClosedRange<Int>? {
    guard case .relative(let offset, _) = trigger else { return nil }
    let slack = 2 * EventTime.longestDay
    let count = repetition.map { Swift.max(0, Swift.min($0.count, Self.mostRepetitions)) } ?? 0
    let repeats = Swift.max(0, repetition?.interval.civilSeconds ?? 0) * count
    return offset.civilSeconds - slack...offset.civilSeconds + repeats + slack
  }
}

extension Occurrence {
  /// The time from which an alarm counts; `nil` where there is none.
  fileprivate func time(of anchor: Alarm.Anchor) -> EventTime? {
    switch (item, anchor) {
    case (.event, .start): start
    case (.event, .end): end
    case (.todo(let todo), .end): todo.due == nil ? nil : end
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
