public import AlmanacTime

/// The hours of one day with its items as boxes, those that overlap side by side.
///
/// Offsets are exact seconds since the start of the column, so that a day on which clocks change has its actual length
/// of 23, 25 or any other number of hours.
public struct DayColumn: Sendable, Hashable, Identifiable {
  public let date: CivilDate
  public let zone: Zone
  /// The first instant that is shown.
  public let start: Instant
  /// The length of the column in exact seconds.
  public let length: Int
  /// The items by start, longer ones first.
  public let boxes: [Box]
  /// The starts of the hours, and the changes of clocks.
  public let hours: [Mark]
  /// The lines at and between hours.
  public let slots: [Mark]
  /// The working hours, in seconds.
  public let business: [Range<Int>]
  /// The offset of the present, in seconds; `nil` when it is not in the column.
  public let now: Int?

  public var id: CivilDate { date }

  /// An item in the column.
  public struct Box: Sendable, Hashable {
    public let item: ViewItem
    /// The part of it that the column shows, in seconds; empty when it takes no time.
    public let time: Range<Int>
    /// The part to draw, which is longer than `time` where that is below the least height. Drawn parts never overlap.
    public let drawn: Range<Int>
    /// The columns side by side that it covers.
    public let columns: Range<Int>
    /// The number of columns of the items side by side.
    public let columnCount: Int
    /// Whether the item begins before the column.
    public let continuesBefore: Bool
    /// Whether the item ends after the column.
    public let continuesAfter: Bool

    /// The left edge, 0 … 1 of the width.
    public var leading: Double { Double(columns.lowerBound) / Double(columnCount) }

    /// The right edge, 0 … 1 of the width.
    public var trailing: Double { Double(columns.upperBound) / Double(columnCount) }
  }

  /// A line across the column with the time of the clocks there.
  public struct Mark: Sendable, Hashable {
    /// The seconds since the start of the column.
    public let offset: Int
    public let local: CivilDateTime
    /// The times in the further zones of the options.
    public let others: [CivilDateTime]
  }
}

extension DayColumn {
  /// The offset on a common axis of an offset of this column, by the time of the clocks.
  ///
  /// Days side by side share one axis, best the longest of them, also where one lacks an hour or has one twice.
  public func offset(_ seconds: Int, along axis: DayColumn) -> Int {
    if length == axis.length, zone == axis.zone { return seconds }
    return axis.offset(ofWall: zone.local(at: start.adding(seconds: seconds)).seconds(since: date.startOfDay))
  }

  /// The range on a common axis of a range of this column, from its first second to its last: a range that ends when
  /// clocks skip an hour ends before that hour.
  public func place(_ stretch: Range<Int>, along axis: DayColumn) -> Range<Int> {
    let from = offset(stretch.lowerBound, along: axis)
    guard !stretch.isEmpty else { return from..<from }
    return from..<max(from, offset(stretch.upperBound - 1, along: axis) + 1)
  }

  /// The ranges of a common axis that are no time of this day: an hour that its clocks skip, or one that occurs twice on
  /// the axis only.
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

  /// The offset at which the clocks show a time, in seconds after midnight.
  private func offset(ofWall wall: Int) -> Int {
    let instant = zone.instant(of: date.startOfDay.adding(seconds: wall))
    return min(max(instant.seconds(since: start), 0), length)
  }

  /// The column with boxes that begin and end at multiples of some minutes, for drawing in rows. The boxes are laid out
  /// anew so that they do not overlap.
  package func snapped(toMinutes minutes: Int) -> DayColumn {
    let step = min(max(minutes, 1), 1440) * 60
    let end = (length + step - 1) / step * step
    let drawn = boxes.map { box in
      let first = min(box.time.lowerBound / step * step, max(end - step, 0))
      let last = (box.time.upperBound + step - 1) / step * step
      return first..<max(last, first + step)
    }
    return DayColumn(
      date: date, zone: zone, start: start, length: length, boxes: Box.placed(boxes, drawn: drawn),
      hours: hours, slots: slots, business: business, now: now)
  }
}

extension DayColumn.Box {
  /// The boxes laid out by the ranges to draw.
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

/// Makes the columns of days from their items.
struct ColumnMaker {
  let zone: Zone
  let options: HourOptions
  let now: Instant?

  /// The half-open range of instants of a day's column.
  func window(_ date: CivilDate) -> Range<Instant> {
    let first = min(max(options.visible.lowerBound, 0), 24)
    let last = min(max(options.visible.upperBound, first), 24)
    let start = instant(of: date, hour: first)
    return start..<max(start, instant(of: date, hour: last))
  }

  private func instant(of date: CivilDate, hour: Int) -> Instant {
    zone.instant(of: date.startOfDay.adding(seconds: hour * 3600))
  }

  /// - Parameter items: The items in order; those without a box on this day are left out.
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

  /// The range to draw: at least the least height, moved up where the day ends before it.
  private func drawn(_ time: Range<Int>, in length: Int) -> Range<Int> {
    let minimum = min(max(options.minimumMinutes, 1), 1440) * 60
    guard time.count < minimum else { return time }
    let start = max(0, min(time.lowerBound, length - minimum))
    return start..<max(time.upperBound, start + minimum)
  }

  /// The lines at multiples of a step since midnight and at changes of clocks.
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
  /// Whether it overlaps a range, or starts in it when it takes no time.
  func isIn(_ window: Range<Instant>) -> Bool {
    start < window.upperBound && (end > window.lowerBound || start >= window.lowerBound)
  }
}
