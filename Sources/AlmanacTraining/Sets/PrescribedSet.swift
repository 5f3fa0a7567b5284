public import AlmanacTime

/// The prescription of one set of an exercise: repetitions, a time or both, the load, and the rest after it.
///
/// ```swift
/// PrescribedSet(repetitions: 10, load: .kilograms(40), rest: .seconds(90))
/// PrescribedSet(time: .seconds(45), rest: .seconds(30))                      // a plank
/// ```
///
/// Any values can be stored; a library or a session refuses values that no set can have.
public struct PrescribedSet: Sendable, Hashable {
  /// The number of repetitions, of which a library accepts 1 to 100 000; `nil` for a set by time.
  public var repetitions: Int?
  /// The load, of which a library accepts 0 to 10 000 kg; `nil` for an exercise without weights.
  public var load: Load?
  /// The time of the work.
  public var time: Duration?
  /// The length of the rest after the work.
  public var rest: Duration

  /// Creates a prescription, by default without a rest; a library accepts one with repetitions or a time.
  public init(
    repetitions: Int? = nil, load: Load? = nil, time: Duration? = nil, rest: Duration = .zero
  ) {
    self.repetitions = repetitions
    self.load = load
    self.time = time
    self.rest = rest
  }
}

extension PrescribedSet: CustomStringConvertible {
  /// The work without the rest: `8× 60 kg`, `0:45`.
  public var description: String { description(in: .english) }

  /// The work without the rest in the numbers of a locale: `8× 62,5 kg`.
  public func description(in localization: Localization) -> String {
    Self.work(repetitions, time, load, in: localization)
  }

  static func work(
    _ repetitions: Int?, _ time: Duration?, _ load: Load?, in localization: Localization
  ) -> String {
    [
      repetitions.map { "\(localization.number($0))×" }, time.map { localization.withDigits($0.clock) },
      load.map { $0.description(in: localization) },
    ]
    .compactMap { $0 }.joined(separator: " ")
  }
}

extension Duration {
  /// Minutes and seconds, `1:30`, or with hours `1:02:30`; whole seconds towards zero.
  var clock: String {
    let (sign, total) = (components.seconds < 0 ? "-" : "", components.seconds.magnitude)
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    return sign + (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(total % 60))"
  }
}

extension PrescribedSet {
  /// The reasons why it cannot be prescribed.
  func faults(of subject: String) -> [TrainingError.Reason] {
    var faults: [TrainingError.Reason] = []
    let counts = 1...TrainingLimits.repetitions.upperBound
    faults.require(
      repetitions != nil || time != nil, .nothingPrescribed, of: subject, expected: "repetitions or a time")
    faults.require(
      counts.contains(repetitions ?? 1), .outOfRange, of: subject, "repetitions", expected: "1 to 100000")
    faults.require(load ?? .none, of: subject)
    faults.require(time ?? .zero, of: subject, "time")
    faults.require(rest, of: subject, "rest")
    return faults
  }
}

extension [TrainingError.Reason] {
  /// Adds a reason if no set can have a load.
  mutating func require(_ load: Load, of subject: String) {
    require(TrainingLimits.load.contains(load), .outOfRange, of: subject, "load", expected: "0 to 10000 kg")
  }

  /// Adds a reason if no set can have a time or a rest.
  mutating func require(_ duration: Duration, of subject: String, _ property: String) {
    require(
      TrainingLimits.duration.contains(duration), .outOfRange, of: subject, property,
      expected: "0 to 24 hours")
  }
}

/// Coded as `{"repetitions":8,"load":60000000,"time":45,"rest":90}`.
///
/// Loads are milligrams. Whole seconds are a number, so that a file can be written by hand; other durations are coded as
/// Swift codes a `Duration`.
extension PrescribedSet: Codable {
  private struct Stored: Codable {
    let repetitions: Int?
    let load: Load?
    let time: FileDuration?
    let rest: FileDuration?
  }

  /// Reads a set; a missing rest is none.
  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(
      repetitions: stored.repetitions, load: stored.load, time: stored.time?.duration,
      rest: stored.rest?.duration ?? .zero)
  }

  public func encode(to encoder: any Encoder) throws {
    let stored = Stored(
      repetitions: repetitions, load: load, time: time.map { FileDuration(duration: $0) },
      rest: FileDuration(duration: rest))
    try stored.encode(to: encoder)
  }
}

/// A duration that is coded as a number if it has whole seconds.
private struct FileDuration: Codable {
  let duration: Duration

  init(duration: Duration) { self.duration = duration }

  init(from decoder: any Decoder) throws {
    if let seconds = try? Int64(from: decoder) {
      duration = .seconds(seconds)
    } else {
      duration = try Duration(from: decoder)
    }
  }

  func encode(to encoder: any Encoder) throws {
    let (seconds, rest) = duration.components
    if rest == 0 { try seconds.encode(to: encoder) } else { try duration.encode(to: encoder) }
  }
}
