internal import AlmanacTime

/// Coded as its series, and the rosters of the dates for which something was asked.
extension ClassBook: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, series, rosters
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decode(StoredSchema.self, forKey: .schema)
    self.init(try container.decode([ClassSeries].self, forKey: .series))
    for roster in try container.decode([Roster].self, forKey: .rosters) { restore(roster) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(StoredSchema(), forKey: .schema)
    try container.encode(series, forKey: .series)
    try container.encode(
      rosters.keys.sorted(by: Key.isBefore).compactMap { rosters[$0] }, forKey: .rosters)
  }
}
