public import AlmanacTime
public import Foundation

extension Instant {
  /// The whole second in which a date lies: fractions are rounded down.
  ///
  /// A date outside `Instant.min ... Instant.max` gives the nearest of the two, one that is no number the first.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let earliest = Instant.min.secondsSinceEpoch
    let latest = Instant.max.secondsSinceEpoch
    // Comparisons with what is no number are false.
    if seconds >= Double(latest) {
      self = .max
    } else if seconds > Double(earliest) {
      self.init(secondsSinceEpoch: Int64(seconds))
    } else {
      self = .min
    }
  }
}

extension Date {
  /// The moment of an instant.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.secondsSinceEpoch))
  }
}
