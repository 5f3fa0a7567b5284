public import AlmanacTime

/// The hours of one day with its items as boxes, those that overlap side by side.
///
/// Places are exact seconds since the column begins, so that a day on which clocks change is drawn as long as it is:
/// 23, 25 or any other number of hours.
public struct DayColumn: Sendable, Hashable, Identifiable {
  public let date: CivilDate
  public let zone: Zone
  /// The first instant that is shown.
  public let start: Instant
  /// Seconds of exact time that are shown.
  public let length: Int
  /// In order of start, the longer first.
  public let boxes: [Box]
  /// Where the hours of the clock begin, and where clocks change.
  public let hours: [Mark]
  /// Where the lines between hours are, those at the hours included.
  public let slots: [Mark]
  /// When people are at work, in seconds.
  public let business: [Range<Int>]
  /// Where the present is, in seconds, when it lies in the column.
  public let now: Int?

  public var id: CivilDate { date }

  /// An item in the column.
  public struct Box: Sendable, Hashable {
    public let item: ViewItem
    /// The part of it that the column shows, in seconds; empty when it takes no time.
    public let time: Range<Int>
    /// What is drawn: the same, or longer where that would be too short to see. Boxes are kept apart by it.
    public let drawn: Range<Int>
    /// Which of the columns side by side it takes.
    public let columns: Range<Int>
    /// How many columns the items beside each other have: the width of the whole.
    public let columnCount: Int
    /// Whether it began before the column does.
    public let continuesBefore: Bool
    /// Whether it ends after the column does.
    public let continuesAfter: Bool

    /// The left edge, 0 … 1 of the width.
    public var leading: Double { Double(columns.lowerBound) / Double(columnCount) }

    /// The right edge, 0 … 1 of the width.
    public var trailing: Double { Double(columns.upperBound) / Double(columnCount) }
  }

  /// A line across the column with what clocks show there.
  public struct Mark: Sendable, Hashable {
    /// In seconds.
    public let offset: Int
    public let local: CivilDateTime
    /// What clocks in the further zones of the options show there.
    public let others: [CivilDateTime]
  }
}

extension DayColumn {
  /// Where a place of this column lies along the hours of another day, by what clocks show: days side by side share
  /// one axis, also where one of them lacks an hour or has one twice. The axis is best the longest of them.
  public func offset(_ seconds: Int, along axis: DayColumn) -> Int {
    if length == axis.length, zone == axis.zone { return seconds }
    return axis.offset(ofWall: zone.local(at: start.adding(seconds: seconds)).seconds(since: date.startOfDay))
  }

  /// Where a stretch of this column lies along the hours of another day: from its first second to its last, so that what
  /// ends when clocks skip an hour ends before that hour.
  public func place(_ stretch: Range<Int>, along axis: DayColumn) -> Range<Int> {
    let from = offset(stretch.lowerBound, along: axis)
    guard !stretch.isEmpty else { return from..<from }
    return from..<max(from, offset(stretch.upperBound - 1, along: axis) + 1)
  }

  /// Stretches of an axis that are no time of this day: an hour that its clocks skip, or one that only the clocks of the
  /// axis show twice.
  public func gaps(along axis: DayColumn) -> [Range<Int>] {
    guard length != axis.length || zone != axis.zone else { return [] }
    var gaps: [Range<Int>] = []
    var end = 0
    for (index, mark) in hours.enumerated() {
      let next = index + 1 < hours.count ? hours[index + 1].offset : length
      let own = place(mark.offset..<max(next, mark.offset), along: axis)
      if own.lowerBound > end { gaps.append(end..<own.lowerBound) }
      end = max(end, own.upperBound)
    }
    return end < axis.length ? gaps + [end..<axis.length] : gaps
  }

  /// Where clocks of this day show a time so many seconds after midnight.
  private func offset(ofWall wall: Int) -> Int {
    let instant = zone.instant(of: date.startOfDay.adding(seconds: wall))
    return min(max(instant.seconds(since: start), 0), length)
  }

  /// The same day on a grid: boxes begin and end at multiples of so many minutes, each at least one long, and are laid
  /// out anew so that they still do not overlap. What is drawn row by row needs it.
  public func snapped(toMinutes minutes: Int) -> DayColumn {
    let step = min(max(minutes, 1), 1440) * 60
    let end = (length + step - 1) / step * step
    let drawn = boxes.map { box in
      let first = min(box.time.lowerBound / step * step, max(end - step, 0))
      let last = (box.time.upperBound + step - 1) / step * step
      return first..<max(last, first + step)
    }
    return DayColumn(
      date: date, zone: zone, start: start, length: length, boxes: Box.placed(boxes, drawn: drawn),
      hours: hours,
      slots: slots, business: business, now: now)
  }
}

extension DayColumn.Box {
  /// The boxes laid out by what is drawn of each.
  static func placed(_ boxes: [DayColumn.Box], drawn: [Range<Int>]) -> [DayColumn.Box] {
    let places = OverlapLayout(drawn).places
    return boxes.indices.map { index in
      let box = boxes[index]
      return DayColumn.Box(
        item: box.item, time: box.time, drawn: drawn[index], columns: places[index].columns,
        columnCount: places[index].count, continuesBefore: box.continuesBefore,
        continuesAfter: box.continuesAfter)
    }
  }
}

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
