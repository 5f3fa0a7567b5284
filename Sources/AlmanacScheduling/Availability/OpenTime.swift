internal import AlmanacEvents
internal import AlmanacTime

/// One stretch of opening hours on one date, with the wall-clock time at which its grid of slots begins.
struct OpenWindow: Sendable, Hashable {
  let range: Range<Int64>
  /// Wall-clock seconds of the stated start, which may lie in a gap.
  let anchor: Int64
  /// Whether an override took the hours away: shown when slots are explained, never open.
  let isReplaced: Bool
}

/// An availability worked out for a range of seconds.
struct OpenTime: Sendable {
  /// In order of start.
  private(set) var windows: [OpenWindow] = []
  /// The windows joined, within the range.
  let hours: IntervalSet
  /// What the closures leave of the hours.
  let open: IntervalSet
  let closed: [(range: Range<Int64>, period: ClosedPeriod)]

  init(_ availability: Availability, in range: Range<Int64>) {
    let zone = availability.zone
    closed = availability.closures
      .map { (range: $0.seconds(in: zone), period: $0) }
      .filter { !$0.range.isEmpty && $0.range.overlaps(range) }
    var windows: [OpenWindow] = []
    switch availability.pattern {
    case .weekly(let hours):
      Self.add(hours, availability.overrides, in: range, zone, to: &windows)
    case .statements(let statements):
      Self.add(statements, availability.overrides, in: range, zone, to: &windows)
    }
    hours = IntervalSet(windows.filter { !$0.isReplaced }.map { $0.range }).intersection(IntervalSet([range]))
    open = hours.subtracting(IntervalSet(closed.map { $0.range }))
    self.windows = windows
  }

  private static func add(
    _ hours: WeeklyHours, _ overrides: [CivilDate: [OpeningHours]], in range: Range<Int64>, _ zone: Zone,
    to windows: inout [OpenWindow]
  ) {
    var resolver = WallClock(zone)
    let usual = Weekday.allCases.map { hours[$0].spans }
    for date in dates(of: range, in: zone) {
      let own = overrides.isEmpty ? nil : overrides[date]?.inOrder.spans
      if own != nil {
        for span in usual[date.weekday.daysAfterMonday] {
          windows.append(resolver.window(span, on: date, isReplaced: true))
        }
      }
      for span in own ?? usual[date.weekday.daysAfterMonday] {
        let window = resolver.window(span, on: date, isReplaced: false)
        guard !window.range.isEmpty, window.range.overlaps(range) else { continue }
        windows.append(window)
      }
    }
    if zip(windows, windows.dropFirst()).contains(where: { $0.range.lowerBound > $1.range.lowerBound }) {
      windows.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    }
  }

  private static func add(
    _ statements: [AvailabilityStatement], _ overrides: [CivilDate: [OpeningHours]], in range: Range<Int64>,
    _ zone: Zone, to windows: inout [OpenWindow]
  ) {
    var resolver = WallClock(zone)
    let stated = StatedTime(statements, in: range, viewer: zone).open
    let dates = overrides.keys.sorted().map { date in
      resolver.instant(of: date.startOfDay)..<resolver.instant(of: date.adding(days: 1).startOfDay)
    }
    for free in stated.subtracting(IntervalSet(dates)).ranges {
      windows.append(OpenWindow(range: free, anchor: resolver.wall(at: free.lowerBound), isReplaced: false))
    }
    for date in overrides.keys.sorted() {
      for span in (overrides[date] ?? []).inOrder.spans {
        let window = resolver.window(span, on: date, isReplaced: false)
        if !window.range.isEmpty, window.range.overlaps(range) { windows.append(window) }
      }
    }
    windows.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  }

  /// The dates whose hours, which may last into the next day, can reach into a range.
  private static func dates(of range: Range<Int64>, in zone: Zone) -> Range<CivilDate> {
    guard !range.isEmpty else { return CivilDate.min..<CivilDate.min }
    let first = zone.local(at: Instant(secondsSinceEpoch: range.lowerBound)).date.adding(days: -2)
    let last = zone.local(at: Instant(secondsSinceEpoch: range.upperBound - 1)).date
    return first..<last.adding(days: 1)
  }
}

/// Turns hours of dates into instants: in a gap the moment at which the clocks skip.
struct WallClock {
  private let zone: Zone
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

  mutating func window(_ span: Range<Int>, on date: CivilDate, isReplaced: Bool) -> OpenWindow {
    let midnight = date.startOfDay
    let from = midnight.adding(seconds: span.lowerBound)
    let lower = instant(of: from)
    let upper = instant(of: midnight.adding(seconds: span.upperBound))
    return OpenWindow(
      range: lower..<Swift.max(lower, upper), anchor: from.secondsSinceEpoch, isReplaced: isReplaced)
  }

  func wall(at second: Int64) -> Int64 {
    zone.local(at: Instant(secondsSinceEpoch: second)).secondsSinceEpoch
  }
}
