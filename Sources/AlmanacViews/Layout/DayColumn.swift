public import AlmanacTime

/// The hours of one day with its items as boxes, those that overlap side by side.
///
/// Offsets are exact seconds since the start of the column, so that a day on which clocks change has its actual length
/// of 23, 25 or any other number of hours.
public struct DayColumn: Sendable, Hashable, Identifiable {
  /// The day whose hours are shown.
  public let date: CivilDate
  /// The zone of the clocks along the hours, that of the view.
  public let zone: Zone
  /// The first instant that is shown.
  public let start: Instant
  /// The length of the column in exact seconds.
  public let length: Int
  /// The items in order, each in a box of its own or in one that several share.
  public private(set) var boxes: [Box] = []
  /// The starts of the hours, and the changes of clocks.
  public let hours: [GridLine]
  /// The lines at and between hours.
  public let slots: [GridLine]
  /// The items that are its background (`ViewOptions.backgroundCategories`), in order, with their hours in seconds.
  public let background: [Background]
  /// The working hours, in seconds.
  public let business: [Range<Int>]
  /// The offset of the present, in seconds; `nil` when it is not in the column.
  public let now: Int?
  /// The items of the day that would have a box if the column began earlier, in order.
  package let earlier: [ViewItem]
  /// The items of the day that would have a box if the column ended later, in order.
  package let later: [ViewItem]
  private let options: HourOptions

  public var id: CivilDate { date }

  /// An item in the column, or several that share a place since no more fit side by side.
  public struct Box: Sendable, Hashable {
    /// The item, or the first one.
    public let item: ViewItem
    /// The items that share the box with the first one. A shared box is drawn as "+N more", where N counts all of them.
    public let others: [ViewItem]
    /// The part of its time that the column shows, in seconds; empty when it takes no time.
    public let time: Range<Int>
    /// The part to draw, which is longer than `time` where that is below the least height. Drawn parts never overlap.
    public let drawn: Range<Int>
    /// The columns side by side that it covers.
    public let columns: Range<Int>
    /// The number of columns of the items side by side.
    public let columnCount: Int
    /// Whether an item begins before the column.
    public let continuesBefore: Bool
    /// Whether an item ends after the column.
    public let continuesAfter: Bool

    /// All items of the box, in order.
    public var items: [ViewItem] { [item] + others }

    /// The left edge, 0 … 1 of the width.
    public var leading: Double { Double(columns.lowerBound) / Double(columnCount) }

    /// The right edge, 0 … 1 of the width.
    public var trailing: Double { Double(columns.upperBound) / Double(columnCount) }
  }

  /// An item that is the background of a part of the column.
  public struct Background: Sendable, Hashable {
    /// The event, which has one of the background categories.
    public let item: ViewItem
    /// The part of its time that the column shows, in seconds.
    public let time: Range<Int>
  }

  /// A line across the column with the time of the clocks there.
  public struct GridLine: Sendable, Hashable {
    /// The seconds since the start of the column.
    public let offset: Int
    /// The wall-clock time in the column's zone.
    public let local: CivilDateTime
    /// The times in the further zones of the options.
    public let others: [CivilDateTime]
    /// The abbreviation of the clocks, if they show the time twice.
    package let clock: String?
  }
}

extension DayColumn {
  /// Converts an offset in this column to the shared axis, by wall-clock time.
  ///
  /// Days side by side share one axis, best the longest of them, also where one lacks an hour or has one twice.
  public func offset(_ seconds: Int, along axis: DayColumn) -> Int {
    if length == axis.length, zone == axis.zone { return seconds }
    return axis.offset(ofWall: zone.local(at: start.adding(seconds: seconds)).seconds(since: date.startOfDay))
  }

  /// Converts a range of this column to the shared axis, from its first second to its last: a range that ends when
  /// clocks skip an hour ends before that hour.
  public func place(_ stretch: Range<Int>, along axis: DayColumn) -> Range<Int> {
    let from = offset(stretch.lowerBound, along: axis)
    guard !stretch.isEmpty else { return from..<from }
    return from..<max(from, offset(stretch.upperBound - 1, along: axis) + 1)
  }

  /// The ranges of a common axis that this day does not have: an hour that its clocks skip, or one that occurs twice on
  /// the axis only.
  public func gaps(along axis: DayColumn) -> [Range<Int>] {
    guard length != axis.length || zone != axis.zone else { return [] }
    let ends = hours.dropFirst().map(\.offset) + [length]
    return zip(hours, ends).map { place($0.offset..<max($1, $0.offset), along: axis) }.gaps(
      in: 0..<axis.length)
  }

  /// The offset at which the clocks show a time, in seconds after midnight.
  private func offset(ofWall wall: Int) -> Int {
    let instant = zone.instant(of: date.startOfDay.adding(seconds: wall))
    return min(max(instant.seconds(since: start), 0), length)
  }
}

extension DayColumn {
  /// - Parameter items: The items in order; those without a box on this day are ignored.
  init(_ date: CivilDate, items: [ViewItem], in zone: Zone, options: HourOptions, now instant: Instant?) {
    let window = Self.window(date, in: zone, options)
    let length = window.upperBound.seconds(since: window.lowerBound)
    let present = instant.map { $0.seconds(since: window.lowerBound) }
    self.date = date
    self.zone = zone
    self.options = options
    self.length = length
    start = window.lowerBound
    hours = Self.gridLines(in: window, every: 3600, zone, options)
    slots = Self.gridLines(in: window, every: min(max(options.slotMinutes, 1), 1440) * 60, zone, options)
    business = Self.business(date, in: window, zone, options)
    now = present.flatMap { (0..<length).contains($0) ? $0 : nil }
    let others = Self.isWhole(options) ? [] : Self.outside(window, items, of: Self.window(date, in: zone))
    earlier = others.filter { $0.start < window.lowerBound }
    later = others.filter { $0.start >= window.lowerBound }
    background = items.filter { $0.isBackground && $0.isIn(window) }.map { item in
      let from = max(item.start.seconds(since: window.lowerBound), 0)
      return Background(
        item: item, time: from..<max(from, min(item.end.seconds(since: window.lowerBound), length)))
    }
    layOut(items.filter { !$0.isLong && !$0.isBackground && $0.isIn(window) }, columns: .max, drawn: visible)
  }

  /// Whether columns have the hours of whole days.
  private static func isWhole(_ options: HourOptions) -> Bool {
    options.visible.lowerBound <= 0 && options.visible.upperBound >= 24
  }

  /// The items of a day that are wholly outside the window of its column.
  private static func outside(
    _ window: Range<Instant>, _ items: [ViewItem], of day: Range<Instant>
  ) -> [ViewItem] {
    items.filter { !$0.isLong && !$0.isBackground && $0.isIn(day) && !$0.isIn(window) }
  }

  /// The half-open range of instants of a day's column; without options that of the whole day.
  static func window(
    _ date: CivilDate, in zone: Zone, _ options: HourOptions = HourOptions()
  ) -> Range<Instant> {
    let first = min(max(options.visible.lowerBound, 0), 24)
    let last = min(max(options.visible.upperBound, first), 24)
    let start = zone.instant(of: date.startOfDay.adding(seconds: first * 3600))
    return start..<max(start, zone.instant(of: date.startOfDay.adding(seconds: last * 3600)))
  }

  /// Whether the day has no item with a box, also at other hours.
  package var isEmpty: Bool { boxes.isEmpty && earlier.isEmpty && later.isEmpty }

  /// Whether the column begins after the start of a box on the same day.
  package func cutsStart(of box: Box) -> Bool { box.continuesBefore && box.item.days.lowerBound == date }

  /// Whether the column ends before the end of a box on the same day.
  package func cutsEnd(of box: Box) -> Bool { box.continuesAfter && box.item.days.upperBound == date }

  /// The column with boxes for a drawing.
  ///
  /// - Parameters:
  ///   - limit: The most boxes side by side; `HourOptions.maximumColumns` may allow fewer.
  ///   - minutes: The minutes of a row, if boxes are to begin and end with rows.
  package func fitted(columns limit: Int, rows minutes: Int? = nil) -> DayColumn {
    let isFitted = boxes.allSatisfy { $0.columnCount <= limit }
    guard minutes != nil || !isFitted else { return self }
    var column = self
    column.layOut(boxes.flatMap(\.items), columns: limit, isSnapped: minutes != nil) { time in
      minutes.map { snapped(time, to: min(max($0, 1), 1440) * 60) } ?? visible(time)
    }
    return column
  }

  /// The number of items that rows of some minutes would show beside one that they follow.
  package func neighbours(inRowsOf minutes: Int) -> Int {
    let step = min(max(minutes, 1), 1440) * 60
    let times = boxes.flatMap(\.items).map { ($0.start.seconds(since: start), $0.end.seconds(since: start)) }
    let ends = times.filter { $0.0 < $0.1 }.map(\.1).sorted()
    return times.count { from, _ in
      let index = ends.partitioningIndex { $0 > from }
      guard index > 0, from > 0 else { return false }
      return (ends[index - 1] + step - 1) / step > from / step
    }
  }

  private mutating func layOut(
    _ items: [ViewItem], columns limit: Int, isSnapped: Bool = false, drawn: (Range<Int>) -> Range<Int>
  ) {
    let times = items.map { item in
      let from = max(item.start.seconds(since: start), 0)
      return from..<max(from, min(item.end.seconds(since: start), length))
    }
    let whole = times.map(drawn)
    let starts = whole.map(\.lowerBound).sorted()
    let shortEnds = Set(times.filter { $0.count < minimum }.map(\.upperBound))
    let parts = zip(times, whole).map { time, drawn -> Range<Int> in
      // An item is not drawn beyond its end where the next one begins, unless it would be too low for a text.
      let end = max(time.upperBound, time.lowerBound + (minimum + 1) / 2)
      guard !isSnapped, drawn.upperBound > end else { return drawn }
      // The last of several short ones in a row is as high as those before it.
      if shortEnds.contains(time.lowerBound), !time.isEmpty { return drawn.lowerBound..<end }
      let next = starts.partitioningIndex { $0 >= end }
      guard next < starts.count else { return drawn }
      return drawn.lowerBound..<min(drawn.upperBound, starts[next])
    }
    let layout = OverlapLayout(parts, by: times, columns: min(limit, options.maximumColumns ?? .max))
    let end = start.adding(seconds: length)
    boxes = layout.places.map { place in
      let own = [place.first] + place.others
      let from = own.reduce(length) { min($0, times[$1].lowerBound) }
      return Box(
        item: items[place.first], others: place.others.map { items[$0] },
        time: from..<own.reduce(from) { max($0, times[$1].upperBound) }, drawn: place.range,
        columns: place.columns, columnCount: place.count,
        continuesBefore: own.contains { items[$0].start < start },
        continuesAfter: own.contains { items[$0].end > end })
    }
  }

  /// The least height of a box, in seconds.
  private var minimum: Int { min(max(options.minimumMinutes, 1), 1440) * 60 }

  /// The range to draw: at least the least height, or what the day has left of it. It is moved up only where that is less than half,
  /// which is too low for a text.
  private func visible(_ time: Range<Int>) -> Range<Int> {
    guard time.count < minimum else { return time }
    let half = (minimum + 1) / 2
    let start = max(0, min(time.lowerBound, length - half))
    return start..<max(time.upperBound, start + half, min(start + minimum, length))
  }

  /// The range of whole rows to draw, at least one.
  private func snapped(_ time: Range<Int>, to step: Int) -> Range<Int> {
    let end = (length + step - 1) / step * step
    let first = min(time.lowerBound / step * step, max(end - step, 0))
    return first..<max((time.upperBound + step - 1) / step * step, first + step)
  }

  /// The lines at multiples of a step since midnight and at changes of clocks.
  private static func gridLines(
    in window: Range<Instant>, every step: Int, _ zone: Zone, _ options: HourOptions
  ) -> [GridLine] {
    var lines: [GridLine] = []
    var instant = window.lowerBound
    var change = zone.nextTransition(after: instant)?.instant
    // Clocks are set back by less than a day.
    let isCalm =
      zone.offset(at: window.lowerBound.adding(seconds: -86_400))
      == zone.offset(at: window.upperBound.adding(seconds: 86_400))
    while instant < window.upperBound {
      let local = zone.local(at: instant)
      lines.append(
        GridLine(
          offset: instant.seconds(since: window.lowerBound), local: local,
          others: options.zones.map { $0.local(at: instant) },
          clock: isCalm ? nil : zone.clock(at: instant)))
      let next = instant.adding(seconds: step - local.time.secondOfDay % step)
      if let turn = change, turn <= next {
        instant = turn
        change = zone.nextTransition(after: turn)?.instant
      } else {
        instant = next
      }
    }
    return lines
  }

  private static func business(
    _ date: CivilDate, in window: Range<Instant>, _ zone: Zone, _ options: HourOptions
  ) -> [Range<Int>] {
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

extension Zone {
  /// The abbreviation of the clocks at an instant, if they show its time twice: `CEST` and then `CET` for 02:30 of the night in
  /// which summer time ends. With it a time of day tells which of the two it is.
  ///
  /// ```swift
  /// print(local.time, zone.clock(at: instant) ?? "")
  /// ```
  public func clock(at instant: Instant) -> String? {
    guard case .fold = resolve(local(at: instant)) else { return nil }
    return phase(at: instant).abbreviation
  }
}

extension ViewItem {
  /// Whether it overlaps a window or begins in it.
  func isIn(_ window: Range<Instant>) -> Bool { (start..<end).overlapsOrBegins(in: window) }
}
