internal import AlmanacRecurrence
internal import AlmanacTime

/// Coded as an object with `rules`, `exclusionRules`, `additions` and `exceptions`; lists that are empty are not
/// written.
extension Recurrence: Codable {
  private enum Key: String, CodingKey {
    case rules, exclusionRules, additions, exceptions
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      try container.decodeIfPresent([RecurrenceRule].self, forKey: .rules) ?? [],
      exclusionRules: try container.decodeIfPresent([RecurrenceRule].self, forKey: .exclusionRules) ?? [],
      additions: try container.decodeIfPresent([RecurrenceDate].self, forKey: .additions) ?? [],
      exceptions: try container.decodeIfPresent([EventTime].self, forKey: .exceptions) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if !rules.isEmpty { try container.encode(rules, forKey: .rules) }
    if !exclusionRules.isEmpty { try container.encode(exclusionRules, forKey: .exclusionRules) }
    if !additions.isEmpty { try container.encode(additions, forKey: .additions) }
    if !exceptions.isEmpty { try container.encode(exceptions, forKey: .exceptions) }
  }
}
