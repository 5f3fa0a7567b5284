internal import AlmanacTime

/// Coded as an object with `end` or with `duration`, or with neither.
extension Extent: Codable {
  private enum Key: String, CodingKey {
    case end, duration
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let end = try container.decodeIfPresent(EventTime.self, forKey: .end) {
      self = .end(end)
    } else if let duration = try container.decodeIfPresent(CalendarDuration.self, forKey: .duration) {
      self = .duration(duration)
    } else {
      self = .implied
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .implied: break
    case .end(let end): try container.encode(end, forKey: .end)
    case .duration(let duration): try container.encode(duration, forKey: .duration)
    }
  }
}
