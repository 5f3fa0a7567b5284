internal import AlmanacTime

/// Makes the columns of days from items.
struct ColumnMaker {
  let zone: Zone
  let options: HourOptions
  let now: Instant?

  /// The instants that a day's column shows.
  func window(_ date: CivilDate) -> Range<Instant> {
    let first = min(max(options.visible.lowerBound, 0), 24)
    let last = min(max(options.visible.upperBound, first), 24)
    let start = instant(of: date, hour: first)
    return start..<max(start, instant(of: date, hour: last))
  }

  private func instant(of date: CivilDate, hour: Int) -> Instant {
    zone.instant(of: date.startOfDay.adding(seconds: hour * 3600))
  }

  /// - Parameter items: In order; those that are no boxes of this day are left out.
  func column(_ date: CivilDate, items: [ViewItem]) -> DayColumn {
    let window = window(date)
    let length = window.upperBound.seconds(since: window.lowerBound)
    let boxes = items.filter { !$0.isLong && $0.isIn(window) }.map { item in
      let from = max(item.start.seconds(since: window.lowerBound), 0)
      let to = min(item.end.seconds(since: window.lowerBound), length)
      return DayColumn.Box(
        item: item, time: from..<max(from, to), drawn: 0..<1, columns: 0..<1, columnCount: 1,
        continuesBefore: item.start < window.lowerBound, continuesAfter: item.end > window.upperBound)
    }
    let current = now.map { $0.seconds(since: window.lowerBound) }
    return DayColumn(
      date: date, zone: zone, start: window.lowerBound, length: length,
      boxes: DayColumn.Box.placed(boxes, drawn: boxes.map { drawn($0.time, in: length) }),
      hours: marks(in: window, every: 3600),
      slots: marks(in: window, every: min(max(options.slotMinutes, 1), 1440) * 60),
      business: business(date, in: window), now: current.flatMap { (0..<length).contains($0) ? $0 : nil })
  }

  /// At least the minimum, moved up where the day ends too soon for it.
  private func drawn(_ time: Range<Int>, in length: Int) -> Range<Int> {
    let minimum = min(max(options.minimumMinutes, 1), 1440) * 60
    guard time.count < minimum else { return time }
    let start = max(0, min(time.lowerBound, length - minimum))
    return start..<max(time.upperBound, start + minimum)
  }

  /// Where clocks show a multiple of a step since midnight, and where they change.
  func marks(in window: Range<Instant>, every step: Int) -> [DayColumn.Mark] {
    var marks: [DayColumn.Mark] = []
    var instant = window.lowerBound
    var change = zone.nextTransition(after: instant)?.instant
    while instant < window.upperBound {
      let local = zone.local(at: instant)
      marks.append(
        DayColumn.Mark(
          offset: instant.seconds(since: window.lowerBound), local: local,
          others: options.zones.map { $0.local(at: instant) }))
      let next = instant.adding(seconds: step - local.time.secondOfDay % step)
      if let turn = change, turn <= next {
        instant = turn
        change = zone.nextTransition(after: turn)?.instant
      } else {
        instant = next
      }
    }
    return marks
  }

  private func business(_ date: CivilDate, in window: Range<Instant>) -> [Range<Int>] {
    options.business.compactMap { hours in
      guard hours.weekdays.contains(date.weekday) else { return nil }
      let endOfDay = hours.end == .midnight ? 86_400 : hours.end.secondOfDay
      let from = max(zone.instant(of: date.at(hours.start)), window.lowerBound)
      let to = min(zone.instant(of: date.startOfDay.adding(seconds: endOfDay)), window.upperBound)
      guard from < to else { return nil }
      return from.seconds(since: window.lowerBound)..<to.seconds(since: window.lowerBound)
    }
  }
}

extension ViewItem {
  /// Whether it takes some of a stretch of time, or starts in it when it takes none.
  func isIn(_ window: Range<Instant>) -> Bool {
    start < window.upperBound && (end > window.lowerBound || start >= window.lowerBound)
  }
}
