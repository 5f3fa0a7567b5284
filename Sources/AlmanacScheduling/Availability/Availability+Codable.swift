internal import AlmanacEvents
internal import AlmanacTime

/// Coded as an object with the days that have hours: `{"mon": ["09:00:00-13:00:00"]}`.
extension WeeklyHours: Codable {
  private struct Day: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ weekday: Weekday) { stringValue = weekday.name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Day.self)
    for weekday in Weekday.allCases {
      self[weekday] = try container.decodeIfPresent([OpeningHours].self, forKey: Day(weekday)) ?? []
    }
    for key in container.allKeys where !Weekday.allCases.contains(where: { $0.name == key.stringValue }) {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "expected days from mon to sun")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Day.self)
    for weekday in Weekday.allCases where !self[weekday].isEmpty {
      try container.encode(self[weekday], forKey: Day(weekday))
    }
  }
}

extension Weekday {
  fileprivate var name: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }
}

/// Coded as its text: `09:00:00-13:00:00`.
extension OpeningHours: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let times = try container.decode(String.self).split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2, let from = try? CivilTime(String(times[0])),
      let to = try? CivilTime(String(times[1]))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected hours such as 09:00:00-13:00:00")
    }
    self.init(from: from, to: to)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Coded as its zone, its `hours` or `statements`, the overrides by date, and the closures.
extension Availability: Codable {
  private enum Key: String, CodingKey {
    case schema, zone, hours, statements, overrides, closures
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    _ = try container.decode(StoredSchema.self, forKey: .schema)
    let zone = try container.decode(Zone.self, forKey: .zone)
    if let hours = try container.decodeIfPresent(WeeklyHours.self, forKey: .hours) {
      self.init(hours, in: zone)
    } else {
      self.init(try container.decode([AvailabilityStatement].self, forKey: .statements), in: zone)
    }
    let overrides = try container.decodeIfPresent([String: [OpeningHours]].self, forKey: .overrides) ?? [:]
    for (date, hours) in overrides {
      guard let date = try? CivilDate(date) else {
        throw DecodingError.dataCorruptedError(
          forKey: .overrides, in: container, debugDescription: "expected dates such as 2026-03-02")
      }
      self.overrides[date] = hours
    }
    closures = try container.decodeIfPresent([ClosedPeriod].self, forKey: .closures) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(StoredSchema(), forKey: .schema)
    try container.encode(zone, forKey: .zone)
    switch pattern {
    case .weekly(let hours): try container.encode(hours, forKey: .hours)
    case .statements(let statements): try container.encode(statements, forKey: .statements)
    }
    if !overrides.isEmpty {
      let texts = overrides.map { ($0.key.description, $0.value) }
      try container.encode(Dictionary(texts) { first, _ in first }, forKey: .overrides)
    }
    if !closures.isEmpty { try container.encode(closures, forKey: .closures) }
  }
}
