import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Alarms as their definition has them: every occurrence of a long time, each with every alarm that it has.
private struct NaiveAlarms {
  let items: [Item]
  let viewer: Zone

  func instants(in window: Range<Instant>) -> [String] {
    let wide =
      window.lowerBound.adding(seconds: -86_400 * 800)..<window.upperBound.adding(seconds: 86_400 * 800)
    var found: [String] = []
    for occurrence in NaiveQuery(items: items, viewer: viewer).occurrences(in: wide) {
      if occurrence.item.isCancelled { continue }
      for alarm in occurrence.item.alarms {
        guard case .relative(let offset, let anchor) = alarm.trigger, let time = time(occurrence, anchor)
        else { continue }
        var next = zoned(time).adding(offset)
        for number in 0...(alarm.repetition?.count ?? 0) {
          if window.contains(next.instant) {
            found.append("\(next.instant) \(occurrence.item.uid) \(number)")
          }
          if let repetition = alarm.repetition { next = next.adding(repetition.interval) }
        }
      }
    }
    return found.sorted()
  }

  private func time(_ occurrence: Occurrence, _ anchor: Alarm.Anchor) -> EventTime? {
    switch (occurrence.item.kind, anchor) {
    case (.journal, _): nil
    case (.todo, .end): occurrence.item.todo?.due == nil ? nil : occurrence.end
    // Only to-dos without a length are made with an alarm at the start.
    case (_, .start): occurrence.start
    case (.event, .end): occurrence.end
    }
  }

  private func zoned(_ time: EventTime) -> ZonedDateTime {
    if case .zoned(let zoned) = time { zoned } else { time.local.in(viewer) }
  }
}

@Suite("Alarms of random calendars")
struct AlarmPropertyTests {
  /// - Parameter reach: How many times further than some days some alarms reach.
  @Test("are equal to those of the definition", arguments: 0..<rounds(7), [1, 100])
  func sameAsNaive(_ seed: Int, reach: Int) throws {
    var random = RandomCalendar(seed: UInt64(seed) &+ 900)
    var items = random.items(12)
    for index in items.indices where random.chance(2, in: 3) {
      if items[index].kind == .todo, items[index].extent != .implied { continue }
      items[index].alarms = (0..<random.number(1...2)).map { _ in
        let reach = random.chance(1, in: 2) ? 1 : reach
        let minutes = random.number(-3000 * reach...3000 * reach)
        let offset =
          random.chance(1, in: 3)
          ? CalendarDuration.days(random.number(-3 * reach...3 * reach)) : .minutes(minutes)
        let repetition =
          random.chance(1, in: 3)
          ? Alarm.Repetition(random.number(0...3), every: .minutes(random.number(1...2000 * reach))) : nil
        return Alarm(.relative(offset, to: random.chance(1, in: 3) ? .end : .start), repetition: repetition)
      }
    }
    var calendar = EventCalendar()
    calendar.insert(items)
    // An edit here and there, so that the index is not as it was built.
    for _ in 0..<5 {
      let item = random.one(of: Array(calendar.items))
      var change = item
      if random.chance(1, in: 2) { change.alarms = [Alarm(.before(.minutes(random.number(0...90))))] }
      if change.kind == .todo { change.alarms = [] }
      _ = try? calendar.update(change, at: nil)
    }
    let viewer = random.zone()
    let naive = NaiveAlarms(items: Array(calendar.items), viewer: viewer)
    for _ in 0..<4 {
      let start = random.local().in(.utc).instant
      let window = start..<start.adding(seconds: random.one(of: [3600, 86_400, 86_400 * 40]))
      let signals = try calendar.alarms(in: window, viewer: viewer)
      #expect(
        signals.map { "\($0.instant) \($0.item.uid) \($0.repetition)" }.sorted() == naive.instants(in: window)
      )
      #expect(signals == signals.sorted(by: AlarmSignal.isBefore))
      let next = try calendar.nextAlarms(
        after: window.lowerBound.adding(seconds: -1), count: 3, viewer: viewer)
      let first = Array(signals.prefix(3))
      #expect(next.prefix(first.count) == first[...])
    }
  }
}
