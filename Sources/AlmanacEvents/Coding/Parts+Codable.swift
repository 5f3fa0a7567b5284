import AlmanacComponents

// Words of open lists are coded as iCalendar has them, in upper case.
extension Classification: Codable {}
extension Alarm.Action: Codable {}
extension AttachedImage.Display: Codable {}
extension Conference.Feature: Codable {}
extension Attendee.Role: Codable {}
extension Attendee.Status: Codable {}
extension Attendee.Kind: Codable {}
extension Relation.Kind: Codable {}

/// `latitude` and `longitude` in degrees.
extension Geo: Codable {
  private enum Key: String, CodingKey {
    case latitude, longitude
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    do {
      try self.init(latitude: latitude, longitude: try container.decode(Double.self, forKey: .longitude))
    } catch let error as EventError {
      throw container.fault(.latitude, error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
  }
}

/// `uri` or `bytes` (base64), `mediaType`, `parameters`.
extension AttachedFile: Codable {
  private static let form = Form<AttachedFile>(
    .text("mediaType", \.mediaType), .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    let content: Content
    if let text = try container.decodeIfPresent(String.self, forKey: "bytes") {
      guard let bytes = Base64.decoded(text, isStrict: true) else {
        throw container.fault("bytes", "expected base64")
      }
      content = .bytes(bytes)
    } else {
      content = .uri(try container.decode(String.self, forKey: "uri"))
    }
    self = try Self.form.value(from: decoder, else: Self(content))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormKey.self)
    switch content {
    case .uri(let uri): try container.encode(uri, forKey: "uri")
    case .bytes(let bytes): try container.encode(Base64.encoded(bytes), forKey: "bytes")
    }
    try Self.form.encode(self, to: encoder)
  }
}

/// The fields of its file, and `displays`.
extension AttachedImage: Codable {
  private static let form = Form<AttachedImage>(.list("displays", \.displays))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(try AttachedFile(from: decoder)))
  }

  public func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try Self.form.encode(self, to: encoder)
  }
}

/// `uri`, `features`, `label`, `parameters`.
extension Conference: Codable {
  private static let form = Form<Conference>(
    .required("uri", \.uri), .list("features", \.features), .text("label", \.label),
    .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self("")) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `target`, `kind` (without one, `PARENT`), `parameters`.
extension Relation: Codable {
  private static let form = Form<Relation>(
    .required("target", \.target), .value("kind", \.kind, unless: .parent), .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: Self("")) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

/// `code`, `text`, `data`, `parameters`.
extension RequestStatus: Codable {
  private static let form = Form<RequestStatus>(
    .required("code", \.code), .text("text", \.text), .text("data", \.data),
    .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws {
    self = try Self.form.value(from: decoder, else: Self(code: "", text: ""))
  }

  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
