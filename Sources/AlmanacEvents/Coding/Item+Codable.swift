internal import AlmanacTime

/// Coded as an object with `kind`: see `EventCalendar` for the keys. An item that is coded by itself, and not in a
/// calendar or a list, has `schema` too.
extension Item: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    switch try container.decode(String.self, forKey: "kind") {
    case Kind.event.rawValue: self = .event(try Event(from: decoder))
    case Kind.todo.rawValue: self = .todo(try Todo(from: decoder))
    case Kind.journal.rawValue: self = .journal(try Journal(from: decoder))
    case let other: throw container.fault("kind", "\"\(other)\": expected event, todo or journal")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormKey.self)
    if encoder.codingPath.isEmpty { try container.encode(StoredSchema(), forKey: "schema") }
    try container.encode(kind.rawValue, forKey: "kind")
    try ItemForm.times.encode(self, to: encoder)
    try ItemForm.texts.encode(self, to: encoder)
    try ItemForm.parts.encode(self, to: encoder)
  }
}

/// Coded as an object, whose `start` must be there.
extension Event: Codable {
  public init(from decoder: any Decoder) throws {
    var item = Event("", from: CivilDate.min).item
    try ItemForm.read(&item, from: decoder)
    let container = try decoder.container(keyedBy: FormKey.self)
    self.init(content: item.content)
    start = try container.decode(EventTime.self, forKey: "start")
  }

  public func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
}

/// Coded as an object, whose fields may all be left out.
extension Todo: Codable {
  public init(from decoder: any Decoder) throws {
    var item = Todo("").item
    try ItemForm.read(&item, from: decoder)
    self.init(content: item.content)
  }

  public func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
}

/// Coded as an object, whose fields may all be left out.
extension Journal: Codable {
  public init(from decoder: any Decoder) throws {
    var item = Journal("").item
    try ItemForm.read(&item, from: decoder)
    self.init(content: item.content)
  }

  public func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
}

/// The fields of items, whatever their kind.
enum ItemForm {
  static let times = Form<Item>(
    .text("uid", \.uid), .optional("recurrenceID", \.recurrenceID),
    .value("overridesFuture", \.overridesFuture, unless: false), .text("summary", \.summary),
    .optional("start", \.content.fields.start), .extent(\.extent) { $0.kind == .todo ? "due" : "end" })

  static let texts = Form<Item>(
    .value("recurrence", \.recurrence, unless: .none), .text("description", \.details),
    .text("location", \.location), .list("categories", \.categories), .optional("color", \.color),
    .word("status", \.content.fields.status), .word("transparency", \.content.fields.transparency),
    .optional("classification", \.classification), .optional("priority", \.content.fields.priority),
    .optional("sequence", \.content.fields.sequence), .optional("stamp", \.stamp),
    .optional("created", \.created),
    .optional("lastModified", \.lastModified), .optional("completed", \.content.extras.completed),
    .optional("percentComplete", \.content.extras.percentComplete))

  static let parts = Form<Item>(
    .optional("geo", \.geo), .list("resources", \.resources), .list("contacts", \.contacts),
    .list("comments", \.comments), .text("url", \.url), .list("conferences", \.conferences),
    .list("images", \.images), .list("attachments", \.attachments), .optional("organizer", \.organizer),
    .list("attendees", \.attendees), .list("relations", \.relations), .list("alarms", \.alarms),
    .list("requestStatuses", \.requestStatuses), .value("unmodelled", \.unmodelled, unless: Unmodelled()))

  static func read(_ item: inout Item, from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    _ = try container.decode(StoredSchema.self, forKey: "schema")
    if let kind = try container.decodeIfPresent(String.self, forKey: "kind"), kind != item.kind.rawValue {
      throw container.fault("kind", "\"\(kind)\": expected \(item.kind.rawValue)")
    }
    item = try times.value(from: decoder, else: item)
    item = try texts.value(from: decoder, else: item)
    item = try parts.value(from: decoder, else: item)
  }
}

extension Form.Field {
  /// How far something reaches: as an end, under whatever name, as `duration`, or not at all.
  static func extent(
    _ path: any Path<Extent>, end: @escaping @Sendable (Root) -> FormKey = { _ in "end" }
  ) -> Self {
    Self { (root, container) throws in
      switch root[keyPath: path] {
      case .implied: break
      case .end(let time): try container.encode(time, forKey: end(root))
      case .duration(let duration): try container.encode(duration, forKey: "duration")
      }
    } decode: { (root, container) throws in
      let end = end(root)
      let time = try container.decodeIfPresent(EventTime.self, forKey: end)
      let duration = try container.decodeIfPresent(CalendarDuration.self, forKey: "duration")
      if time != nil, duration != nil {
        throw container.fault("duration", "expected \(end.stringValue) or duration, not both")
      }
      root[keyPath: path] = time.map { .end($0) } ?? duration.map { .duration($0) } ?? .implied
    }
  }
}

/// Coded as an object: `end`, `duration`, or neither.
extension Extent: Codable {
  private static let form = Form<Extent>(.extent(\.self))

  public init(from decoder: any Decoder) throws { self = try Self.form.value(from: decoder, else: .implied) }
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}
