internal import AlmanacTime

/// The starting times that opening hours give: every `step` on the wall clock, counted from the start of each stretch
/// of hours or from midnight.
///
/// Times that a change of clocks skips are not there; times that come twice are there twice.
struct SlotLattice: Sendable {
  private let windows: [OpenWindow]
  /// The latest end of a stretch up to each place.
  private let latestEnds: [Int64]
  private let step: Int64
  private let anchor: BookingPolicy.Anchor
  private let zone: Zone

  /// - Parameter windows: In order of start.
  init(_ windows: [OpenWindow], step: CalendarDuration, anchor: BookingPolicy.Anchor, zone: Zone) {
    self.windows = windows
    var latest = Int64.min
    latestEnds = windows.map { window in
      latest = Swift.max(latest, window.range.upperBound)
      return latest
    }
    self.step = Swift.max(60, Int64(step.civilSeconds))
    self.anchor = anchor
    self.zone = zone
  }

  /// All starting times within a range, in order.
  ///
  /// - Parameter replaced: Whether those of hours that an override replaced are wanted too.
  func starts(in range: Range<Int64>, replaced: Bool) -> [Int64] {
    var result: [Int64] = []
    var isInOrder = true
    for window in windows where replaced || !window.isReplaced {
      let stretch = window.range.clamped(to: range)
      var second = stretch.lowerBound
      while second < stretch.upperBound {
        let (offset, phase) = zone.offsetRange(at: Instant(secondsSinceEpoch: second))
        let end = Swift.min(stretch.upperBound, phase.upperBound.secondsSinceEpoch)
        var wall = firstWall(from: second + Int64(offset), in: window)
        while wall - Int64(offset) < end {
          let start = wall - Int64(offset)
          if let last = result.last, last >= start { isInOrder = false }
          result.append(start)
          wall = firstWall(from: wall + 1, in: window)
        }
        second = end
      }
    }
    return isInOrder ? result : Self.inOrder(result)
  }

  /// Stretches of hours may overlap across midnight.
  private static func inOrder(_ starts: [Int64]) -> [Int64] {
    var result: [Int64] = []
    for start in starts.sorted() where start != result.last { result.append(start) }
    return result
  }

  /// Whether a second lies within opening hours but is no starting time. Where stretches overlap, the one that began
  /// last decides.
  func isOff(_ second: Int64) -> Bool {
    var index = windowCount(startingUpTo: second) - 1
    while index >= 0, latestEnds[index] > second {
      let window = windows[index]
      if !window.isReplaced, window.range.contains(second) {
        let wall = second + Int64(zone.offset(at: Instant(secondsSinceEpoch: second)))
        return firstWall(from: wall, in: window) != wall
      }
      index -= 1
    }
    return false
  }

  private func windowCount(startingUpTo second: Int64) -> Int {
    var low = 0
    var high = windows.count
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].range.lowerBound <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first wall-clock second on the grid that is not earlier.
  private func firstWall(from wall: Int64, in window: OpenWindow) -> Int64 {
    switch anchor {
    case .opening:
      return window.anchor + Self.roundedUp(wall - window.anchor, to: step)
    case .midnight:
      let midnight = wall - wall.flooredRemainder(86_400)
      return Swift.min(midnight + Self.roundedUp(wall - midnight, to: step), midnight + 86_400)
    }
  }

  private static func roundedUp(_ length: Int64, to step: Int64) -> Int64 {
    let remainder = length.flooredRemainder(step)
    return remainder == 0 ? length : length - remainder + step
  }
}
