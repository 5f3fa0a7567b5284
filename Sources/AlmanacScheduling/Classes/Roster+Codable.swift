internal import AlmanacTime

/// Coded as what it is made of: the terms, the version, the bookings and the answers to requests with keys, so that
/// a store can keep one value a date and replace it when its version is still the one that was read.
extension Roster: Codable {
  private enum Key: String, CodingKey {
    case schema, occurrence, version, bookings, answers
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    _ = try container.decode(StoredSchema.self, forKey: .schema)
    let answers = try container.decodeIfPresent([String: Answer].self, forKey: .answers)
    self.init(
      of: try container.decode(ClassOccurrence.self, forKey: .occurrence),
      version: try container.decode(Int.self, forKey: .version),
      bookings: try container.decode([Booking].self, forKey: .bookings), answers: answers ?? [:])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(StoredSchema(), forKey: .schema)
    try container.encode(occurrence, forKey: .occurrence)
    try container.encode(version, forKey: .version)
    try container.encode(bookings, forKey: .bookings)
    if !answers.isEmpty { try container.encode(answers, forKey: .answers) }
  }
}
