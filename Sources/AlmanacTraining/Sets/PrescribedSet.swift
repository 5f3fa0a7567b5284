/// The prescription of one set of an exercise: repetitions, a time or both, the load, and the rest after it.
///
/// ```swift
/// PrescribedSet(repetitions: 10, load: .kilograms(40), rest: .seconds(90))
/// PrescribedSet(time: .seconds(45), rest: .seconds(30))                      // a plank
/// ```
///
/// Any values can be stored; a library or a session refuses values that no set can have.
public struct PrescribedSet: Sendable, Hashable {
  public var repetitions: Int?
  public var load: Load?
  /// The time of the work.
  public var time: Duration?
  /// The length of the rest after the work.
  public var rest: Duration

  public init(
    repetitions: Int? = nil, load: Load? = nil, time: Duration? = nil, rest: Duration = .zero
  ) {
    self.repetitions = repetitions
    self.load = load
    self.time = time
    self.rest = rest
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
  private enum CodingKeys: String, CodingKey {
    case repetitions, load, time, rest
  }

  /// Reads a set; a missing rest is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      repetitions: try container.decodeIfPresent(Int.self, forKey: .repetitions),
      load: try container.decodeIfPresent(Load.self, forKey: .load),
      time: try container.decodeIfPresent(FileDuration.self, forKey: .time)?.duration,
      rest: try container.decodeIfPresent(FileDuration.self, forKey: .rest)?.duration ?? .zero)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(repetitions, forKey: .repetitions)
    try container.encodeIfPresent(load, forKey: .load)
    try container.encodeIfPresent(time.map { FileDuration(duration: $0) }, forKey: .time)
    try container.encode(FileDuration(duration: rest), forKey: .rest)
  }
}

/// A duration that is coded as a number if it has whole seconds.
private struct FileDuration: Codable {
  let duration: Duration

  init(duration: Duration) { self.duration = duration }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Int64.self) {
      duration = .seconds(seconds)
    } else {
      duration = try container.decode(Duration.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (seconds, rest) = duration.components
    if rest == 0 { try container.encode(seconds) } else { try container.encode(duration) }
  }
}
