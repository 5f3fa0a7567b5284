/// A set as files have it: `{"repetitions":8,"load":60000000,"time":45,"rest":90}`.
///
/// Loads are milligrams. Whole seconds are a number, so that a file can be written by hand; what is finer is written as
/// Swift writes a `Duration`.
extension PrescribedSet: Codable {
  private enum CodingKeys: String, CodingKey {
    case repetitions, load, time, rest
  }

  /// Reads what ``encode(to:)`` wrote; a rest that is left out is none.
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

private struct FileDuration: Codable {
  let duration: Duration

  init(duration: Duration) {
    self.duration = duration
  }

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
