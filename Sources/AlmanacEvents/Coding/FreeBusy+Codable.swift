internal import AlmanacTime

/// `start`, `end`, `kind` (without one, `BUSY`), `parameters`.
extension BusyPeriod: Codable {
  private enum Key: String, CodingKey {
    case start, end, kind, parameters
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      from: try container.decode(Instant.self, forKey: .start),
      to: try container.decode(Instant.self, forKey: .end),
      try container.decodeIfPresent(BusyKind.self, forKey: .kind) ?? .busy,
      parameters: try container.decodeIfPresent([Parameter].self, forKey: .parameters) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    if kind != .busy { try container.encode(kind, forKey: .kind) }
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
  }
}

/// `uid`, `stamp`, `start`, `end`, `periods`, `organizer`, `attendees`, `contact`, `url`, `comments`,
/// `requestStatuses`, `unmodelled`.
extension FreeBusy: Codable {
  private static let form = Form<FreeBusy>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .optional("start", \.start), .optional("end", \.end),
    .list("periods", \.periods), .optional("organizer", \.organizer), .list("attendees", \.attendees),
    .text("contact", \.contact), .text("url", \.url), .list("comments", \.comments),
    .list("requestStatuses", \.requestStatuses), .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.form.decode(into: &self, from: decoder)
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `uid`, `stamp`, `start`, `end` or `duration`, `busyKind`, `priority`, `summary`, `description`, `location`,
/// `categories`, `organizer`, `url`, `windows`, `unmodelled`.
extension AvailabilityStatement: Codable {
  private static let form = Form<AvailabilityStatement>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .optional("start", \.start),
    .optional("busyKind", \.busyKind), .value("priority", \.priority, unless: 0), .text("summary", \.summary),
    .text("description", \.details), .text("location", \.location), .list("categories", \.categories),
    .optional("organizer", \.organizer), .text("url", \.url), .list("windows", \.windows),
    .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws {
    self.init(extent: try Extent(from: decoder))
    try Self.form.decode(into: &self, from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try extent.encode(to: encoder)
    try Self.form.encode(self, to: encoder)
  }
}

/// `start`, `end` or `duration`, `recurrence`, `recurrenceID`, `uid`, `stamp`, `summary`, `description`, `location`,
/// `categories`, `unmodelled`.
extension AvailabilityStatement.Window: Codable {
  private static let form = Form<AvailabilityStatement.Window>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .optional("recurrenceID", \.recurrenceID),
    .value("recurrence", \.recurrence, unless: .none), .text("summary", \.summary),
    .text("description", \.details), .text("location", \.location), .list("categories", \.categories),
    .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    self.init(
      from: try container.decode(EventTime.self, forKey: "start"), extent: try Extent(from: decoder))
    try Self.form.decode(into: &self, from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormKey.self)
    try container.encode(start, forKey: "start")
    try extent.encode(to: encoder)
    try Self.form.encode(self, to: encoder)
  }
}
