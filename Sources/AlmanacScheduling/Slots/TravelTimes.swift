internal import AlmanacEvents
public import AlmanacTime

/// The time that it takes to get from one place to another, which must stay free between commitments at the two.
///
/// ```swift
/// var travel = TravelTimes()
/// travel.set(.minutes(20), between: "Gràcia", and: "Sants")
/// travel["Sants", "Gràcia"]                        // 20 minutes
/// ```
public struct TravelTimes: Sendable, Hashable {
  private var times: [PersonKey: [PersonKey: CalendarDuration]] = [:]
  /// The time between two places for which none is set.
  public var otherwise: CalendarDuration

  /// Creates times in which no pair of places is set; `otherwise`, by default zero, applies to all.
  public init(otherwise: CalendarDuration = .zero) {
    self.otherwise = otherwise
  }

  /// No time between any places.
  public static let none = TravelTimes()

  /// Whether no two places have time between them.
  var isEmpty: Bool { times.isEmpty && otherwise.isZero }

  /// Sets the time in both directions.
  public mutating func set(_ time: CalendarDuration, between one: String, and other: String) {
    self[one, other] = time
    self[other, one] = time
  }

  /// The time from a place to another: zero within one place, and where a place is not known. The case of letters does not
  /// matter.
  public subscript(from: String, to: String) -> CalendarDuration {
    get {
      if from == to || from.isEmpty || to.isEmpty { return .zero }
      let (one, other) = (PersonKey(from), PersonKey(to))
      return one == other ? .zero : times[one]?[other] ?? otherwise
    }
    set { times[PersonKey(from), default: [:]][PersonKey(to)] = newValue }
  }
}
