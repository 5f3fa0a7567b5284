internal import AlmanacEvents
internal import AlmanacTime

/// A range of opening hours, with the wall-clock time at which its grid of slots begins.
struct OpenWindow: Sendable, Hashable {
  var range: Range<Int64>
  /// The date on which it begins, to which it belongs.
  let date: CivilDate
  /// The wall-clock seconds of the stated start, which may lie in a gap.
  let anchor: Int64
  /// Whether an override replaces the hours: they are not open, but their slots are explained.
  var isReplaced = false

  static func isEarlier(_ one: OpenWindow, _ other: OpenWindow) -> Bool {
    (one.range.lowerBound, one.range.upperBound) < (other.range.lowerBound, other.range.upperBound)
  }
}

/// An availability resolved for a range of seconds.
struct OpenTime: Sendable {
  /// The zone of the availability.
  let zone: Zone
  /// The windows by start.
  let windows: [OpenWindow]
  /// The windows joined, within the range.
  let hours: IntervalSet
  /// The hours without the closures.
  let open: IntervalSet
  let closed: [(range: Range<Int64>, period: ClosedPeriod)]
  /// The statements of which hours are missing.
  private(set) var unexpanded: [UnexpandedSeries] = []

  init(_ availability: Availability, in range: Range<Int64>) {
    zone = availability.zone
    closed = availability.closures
      .map { [zone] in (range: $0.seconds(in: zone), period: $0) }
      .filter { !$0.range.isEmpty && $0.range.overlaps(range) }
    windows = Self.windows(of: availability, in: range, &unexpanded)
      .filter { !$0.range.isEmpty && $0.range.overlaps(range) }
      .sorted(by: OpenWindow.isEarlier)
    hours = IntervalSet(windows.filter { !$0.isReplaced }.map { $0.range }).intersection(IntervalSet([range]))
    open = hours.subtracting(IntervalSet(closed.map { $0.range }))
  }

  private init(_ one: OpenTime, _ other: OpenTime) {
    (zone, windows) = (one.zone, one.windows)
    hours = one.hours.intersection(other.hours)
    open = one.open.intersection(other.open)
    closed = one.closed + other.closed
    unexpanded = one.unexpanded + other.unexpanded
  }

  /// The time that is open in both, with the windows of this one.
  func intersection(_ other: OpenTime) -> OpenTime { OpenTime(self, other) }

  /// The usual hours, marked as replaced on dates with hours of their own, and those hours.
  private static func windows(
    of availability: Availability, in range: Range<Int64>, _ unexpanded: inout [UnexpandedSeries]
  ) -> [OpenWindow] {
    var clock = WallClock(availability.zone)
    let dates = dates(of: range, in: availability.zone)
    var windows = usualWindows(availability.pattern, on: dates, &clock, &unexpanded)
    let overrides = availability.overrides
    guard !overrides.isEmpty else { return windows }
    for index in windows.indices where overrides[windows[index].date] != nil {
      windows[index].isReplaced = true
    }
    for date in overrides.keys.filter({ dates.contains($0) }).sorted() {
      windows += (overrides[date] ?? []).inOrder.spans.map { clock.window($0, on: date) }
    }
    return windows
  }

  private static func usualWindows(
    _ pattern: Availability.Pattern, on dates: ClosedRange<CivilDate>, _ clock: inout WallClock,
    _ unexpanded: inout [UnexpandedSeries]
  ) -> [OpenWindow] {
    switch pattern {
    case .weekly(let hours):
      let usual = Weekday.allCases.map { hours[$0].spans }
      var windows: [OpenWindow] = []
      for date in dates {
        for span in usual[date.weekday.daysAfterMonday] { windows.append(clock.window(span, on: date)) }
      }
      return windows
    case .statements(let statements):
      let end = dates.upperBound.startOfDay.adding(seconds: 86_400)
      let range = clock.instant(of: dates.lowerBound.startOfDay)..<clock.instant(of: end)
      let time = StatedTime(statements, in: range, viewer: clock.zone)
      unexpanded = time.unexpanded
      return time.windows(&clock)
    }
  }

  /// The dates whose hours, which may last into the next day, can overlap a range.
  private static func dates(of range: Range<Int64>, in zone: Zone) -> ClosedRange<CivilDate> {
    guard !range.isEmpty else { return CivilDate.min...CivilDate.min }
    let first = zone.local(at: Instant(secondsSinceEpoch: range.lowerBound)).date.adding(days: -2)
    let last = zone.local(at: Instant(secondsSinceEpoch: range.upperBound - 1)).date
    return first...last
  }
}

/// Resolves hours of dates to instants; a time in a gap is the moment at which the clocks skip.
struct WallClock {
  let zone: Zone
  private var cursor: ZoneCursor

  init(_ zone: Zone) {
    self.zone = zone
    cursor = ZoneCursor(zone)
  }

  mutating func instant(of local: CivilDateTime) -> Int64 {
    if let gap = cursor.gap(at: local) {
      return cursor.instant(of: CivilDateTime(secondsSinceEpoch: gap.upperBound)).secondsSinceEpoch
    }
    return cursor.instant(of: local).secondsSinceEpoch
  }

  mutating func window(_ span: Range<Int>, on date: CivilDate) -> OpenWindow {
    let midnight = date.startOfDay
    let from = midnight.adding(seconds: span.lowerBound)
    let lower = instant(of: from)
    let upper = instant(of: midnight.adding(seconds: span.upperBound))
    return OpenWindow(range: lower..<Swift.max(lower, upper), date: date, anchor: from.secondsSinceEpoch)
  }

  /// The start of hours as a time of the date to which they belong. Where the clocks skip to another date then, it is the
  /// first skipped time, which is read with the offset before the gap (RFC 5545 §3.3.5).
  mutating func start(of hours: OpenWindow) -> ZonedDateTime {
    let start = Instant(secondsSinceEpoch: hours.range.lowerBound).in(zone)
    guard start.local.date != hours.date,
      let gap = cursor.gap(at: CivilDateTime(secondsSinceEpoch: hours.anchor))
    else { return start }
    let skipped = CivilDateTime(secondsSinceEpoch: gap.lowerBound).in(zone)
    return skipped.local.date == hours.date && skipped.instant == start.instant ? skipped : start
  }

  func local(at second: Int64) -> CivilDateTime {
    zone.local(at: Instant(secondsSinceEpoch: second))
  }
}
