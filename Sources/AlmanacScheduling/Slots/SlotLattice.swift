internal import AlmanacTime

/// The starting times of opening hours: every `step` on the wall clock, counted from the start of each range of hours or
/// from midnight.
///
/// Times that a change of clocks skips are left out; times that occur twice are starting times twice. An immutable object, so
/// that searches read it without copying it.
final class SlotLattice: Sendable {
  /// A range of opening hours.
  private struct OpenRange: Sendable {
    let window: OpenWindow
    /// The offset from UTC during all of it, in seconds; `nil` where it changes.
    let offset: Int64?
    /// The latest end of this range and those before it.
    let latestEnd: Int64
  }

  /// The ranges by start.
  private let openRanges: [OpenRange]
  private let step: Int64
  private let anchor: BookingPolicy.Anchor
  private let zone: Zone

  /// - Parameter windows: The opening hours by start.
  init(_ windows: [OpenWindow], step: CalendarDuration, anchor: BookingPolicy.Anchor, zone: Zone) {
    var phase: (offset: Int64, range: Range<Int64>) = (0, 0..<0)
    var latest = Int64.min
    openRanges = windows.map { window in
      if !phase.range.contains(window.range.lowerBound) {
        phase = zone.offsetInSeconds(at: window.range.lowerBound)
      }
      latest = Swift.max(latest, window.range.upperBound)
      let offset = window.range.upperBound <= phase.range.upperBound ? phase.offset : nil
      return OpenRange(window: window, offset: offset, latestEnd: latest)
    }
    self.step = Swift.max(60, Int64(step.civilSeconds))
    self.anchor = anchor
    self.zone = zone
  }

  /// The starting times within a range, ascending.
  ///
  /// - Parameter replaced: Whether those of hours that an override replaces are included.
  func starts(in range: Range<Int64>, replaced: Bool) -> [Int64] {
    var result: [Int64] = []
    for open in openRanges where replaced || !open.window.isReplaced {
      let part = open.window.range.clamped(to: range)
      if let offset = open.offset {
        append(part, of: open.window, offset, to: &result)
      } else {
        var rest = part
        while !rest.isEmpty {
          let phase = zone.offsetInSeconds(at: rest.lowerBound)
          append(rest.clamped(to: phase.range), of: open.window, phase.offset, to: &result)
          rest = Swift.min(rest.upperBound, phase.range.upperBound)..<rest.upperBound
        }
      }
    }
    // Hours may overlap across midnight.
    return result.sorted().joiningNeighbours { $0 == $1 ? $0 : nil }
  }

  /// - Parameter part: The part of the window with this offset from UTC.
  private func append(
    _ part: Range<Int64>, of window: OpenWindow, _ offset: Int64, to result: inout [Int64]
  ) {
    var wall = firstWall(from: part.lowerBound + offset, in: window)
    while wall - offset < part.upperBound {
      result.append(wall - offset)
      wall = anchor == .opening ? wall + step : firstWall(from: wall + 1, in: window)
    }
  }

  /// Whether a second is a starting time; `nil` outside of opening hours. Where ranges overlap, the one that begins last
  /// decides.
  ///
  /// - Parameter hint: The place at which the last search ended.
  func isStart(_ second: Int64, near hint: inout Int) -> Bool? {
    var index = openRanges.partitioningIndex(near: &hint) { $0.window.range.lowerBound > second } - 1
    while index >= 0, openRanges[index].latestEnd > second {
      let window = openRanges[index].window
      if !window.isReplaced, window.range.contains(second) {
        let wall = second + (openRanges[index].offset ?? zone.offsetInSeconds(at: second).offset)
        return firstWall(from: wall, in: window) == wall
      }
      index -= 1
    }
    return nil
  }

  /// The first wall-clock second on the grid from a second on.
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

extension Zone {
  /// The offset from UTC and the range in which it applies, in seconds since 1970.
  fileprivate func offsetInSeconds(at second: Int64) -> (offset: Int64, range: Range<Int64>) {
    let (offset, range) = offsetRange(at: Instant(secondsSinceEpoch: second))
    return (Int64(offset), range.seconds)
  }
}
