internal import AlmanacTime

/// As opening hours, which belong to the dates on which they begin.
extension StatedTime {
  /// The windows and the time about which nobody speaks, in order of start.
  ///
  /// A window belongs to the date on which it begins, as weekly hours do. One that lasts longer than a day is cut at
  /// each midnight, and so is time about which nobody speaks: each part belongs to its own date.
  func windows(_ clock: inout WallClock) -> [OpenWindow] {
    var result: [OpenWindow] = []
    for grant in grants {
      let start = clock.local(at: grant.stated.lowerBound)
      if grant.stated.upperBound <= clock.instant(of: start.adding(seconds: 86_400)) {
        result.append(OpenWindow(range: grant.range, date: grant.date, anchor: start.secondsSinceEpoch))
      } else {
        result += Self.days(of: grant.range, &clock)
      }
    }
    for range in unspoken.ranges { result += Self.days(of: range, &clock) }
    return Self.joined(result)
  }

  /// A stretch of time, date by date.
  private static func days(of range: Range<Int64>, _ clock: inout WallClock) -> [OpenWindow] {
    var result: [OpenWindow] = []
    var date = clock.local(at: range.lowerBound).date
    var lower = range.lowerBound
    while lower < range.upperBound {
      let next = date.adding(days: 1)
      let upper = next > date ? clock.instant(of: next.startOfDay) : range.upperBound
      if upper > lower {
        let anchor = clock.local(at: lower).secondsSinceEpoch
        result.append(
          OpenWindow(range: lower..<Swift.min(upper, range.upperBound), date: date, anchor: anchor))
        lower = upper
      }
      date = next
    }
    return result
  }

  /// What overlaps on a date is one stretch; what only touches stays two, since each starts its own grid of slots.
  private static func joined(_ windows: [OpenWindow]) -> [OpenWindow] {
    var result: [OpenWindow] = []
    for window in windows.sorted(by: OpenWindow.isEarlier) {
      if let last = result.last, last.date == window.date, window.range.lowerBound < last.range.upperBound {
        result[result.count - 1].range =
          last.range.lowerBound..<Swift.max(last.range.upperBound, window.range.upperBound)
      } else {
        result.append(window)
      }
    }
    return result
  }
}
