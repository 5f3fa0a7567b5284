internal import AlmanacTime

/// `trigger`, `action` (without one, `DISPLAY`), `repeat` (`count` and `interval`), `summary`, `description`,
/// `attendees`, `attachments`, `uid`, `acknowledged`, `relations`, `unmodelled`.
extension Alarm: Codable {
  private static let form = Form<Alarm>(
    .required("trigger", \.trigger), .value("action", \.action, unless: .display),
    .optional("repeat", \.repetition), .text("summary", \.summary), .text("description", \.details),
    .list("attendees", \.attendees), .list("attachments", \.attachments), .text("uid", \.uid),
    .optional("acknowledged", \.acknowledged), .list("relations", \.relations),
    .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(.absolute(.min)))
  }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `offset` (a duration, negative before) with `relativeTo` (`start`, which may be left out, or `end`); or `when`, an
/// instant.
extension Alarm.Trigger: Codable {
  private enum Key: String, CodingKey {
    case offset, relativeTo, when
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let when = try container.decodeIfPresent(Instant.self, forKey: .when) {
      self = .absolute(when)
      return
    }
    let offset = try container.decode(CalendarDuration.self, forKey: .offset)
    switch try container.decodeIfPresent(String.self, forKey: .relativeTo) {
    case nil, "start": self = .relative(offset, to: .start)
    case "end": self = .relative(offset, to: .end)
    case let other?: throw container.fault(.relativeTo, "\"\(other)\": expected start or end")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .absolute(let when): try container.encode(when, forKey: .when)
    case .relative(let offset, let anchor):
      try container.encode(offset, forKey: .offset)
      if anchor == .end { try container.encode("end", forKey: .relativeTo) }
    }
  }
}

/// `count` and `interval`.
extension Alarm.Repetition: Codable {
  private static let form = Form<Alarm.Repetition>(
    .required("count", \.count), .required("interval", \.interval))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(0, every: .zero))
  }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
