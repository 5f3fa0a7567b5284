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
    var reasons: [TrainingError.Reason] = []
    if repetitions == nil, time == nil {
      reasons.append(.init(.nothingPrescribed, of: subject, expected: "repetitions or a time"))
    }
    if let repetitions, !(1...TrainingLimits.repetitions.upperBound).contains(repetitions) {
      reasons.append(.init(.outOfRange, of: subject, "repetitions", expected: "1 to 100000"))
    }
    if let load, let fault = load.fault(of: subject) { reasons.append(fault) }
    if let time, let fault = time.fault(of: subject, "time") { reasons.append(fault) }
    if let fault = rest.fault(of: subject, "rest") { reasons.append(fault) }
    return reasons
  }
}

extension Load {
  func fault(of subject: String) -> TrainingError.Reason? {
    TrainingLimits.load.contains(self)
      ? nil : .init(.outOfRange, of: subject, "load", expected: "0 to 10000 kg")
  }
}

extension Duration {
  func fault(of subject: String, _ property: String) -> TrainingError.Reason? {
    TrainingLimits.duration.contains(self)
      ? nil : .init(.outOfRange, of: subject, property, expected: "0 to 24 hours")
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

private struct FileDuration {
  let duration: Duration
}

extension FileDuration: Codable {
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
