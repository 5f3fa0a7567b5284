internal import AlmanacTime

/// `start`, `end`, `kind` (without one, `BUSY`), `parameters`.
extension BusyPeriod: Codable {
  private static let form = Form<BusyPeriod>(
    .required("start", \.start), .required("end", \.end), .value("kind", \.kind, unless: .busy),
    .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(from: .min, to: .min))
  }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `uid`, `stamp`, `start`, `end`, `periods`, `organizer`, `attendees`, `contact`, `url`, `comments`,
/// `requestStatuses`, `unmodelled`.
extension FreeBusy: Codable {
  private static let form = Form<FreeBusy>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .optional("start", \.start), .optional("end", \.end),
    .list("periods", \.periods), .optional("organizer", \.organizer), .list("attendees", \.attendees),
    .text("contact", \.contact), .text("url", \.url), .list("comments", \.comments),
    .list("requestStatuses", \.requestStatuses), .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self()) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `uid`, `stamp`, `start`, `end` or `duration`, `busyKind`, `priority`, `summary`, `description`, `location`,
/// `categories`, `organizer`, `url`, `windows`, `unmodelled`.
extension AvailabilityStatement: Codable {
  private static let form = Form<AvailabilityStatement>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .optional("start", \.start), .extent(\.extent),
    .optional("busyKind", \.busyKind), .value("priority", \.priority, unless: 0), .text("summary", \.summary),
    .text("description", \.details), .text("location", \.location), .list("categories", \.categories),
    .optional("organizer", \.organizer), .text("url", \.url), .list("windows", \.windows),
    .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self()) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `start`, `end` or `duration`, `recurrence`, `recurrenceID`, `uid`, `stamp`, `summary`, `description`, `location`,
/// `categories`, `unmodelled`.
extension AvailabilityStatement.Window: Codable {
  private static let form = Form<AvailabilityStatement.Window>(
    .text("uid", \.uid), .optional("stamp", \.stamp), .required("start", \.start), .extent(\.extent),
    .optional("recurrenceID", \.recurrenceID), .value("recurrence", \.recurrence, unless: .none),
    .text("summary", \.summary), .text("description", \.details), .text("location", \.location),
    .list("categories", \.categories), .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(from: CivilDate.min))
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
