internal import AlmanacComponents
internal import AlmanacTime

/// Coded as an object with `kind`: see `EventCalendar` for the keys. An item that is coded on its own or in a list, and not
/// in a calendar, has `schema` too.
extension Item: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    let word = try container.decode(String.self, forKey: "kind")
    guard let kind = Kind(rawValue: word) else {
      throw container.fault("kind", "\"\(word)\": expected event, todo or journal")
    }
    try self.init(kind, from: decoder)
  }

  fileprivate init(_ kind: Kind, from decoder: any Decoder) throws {
    self.init(ItemContent(ItemFields()), kind)
    let container = try decoder.container(keyedBy: TextKey.self)
    _ = try container.decode(StoredSchema.self, forKey: "schema")
    if let word = try container.decodeIfPresent(String.self, forKey: "kind"), word != kind.rawValue {
      throw container.fault("kind", "\"\(word)\": expected \(kind.rawValue)")
    }
    for field in ItemTable.fields { try field.coding?.decode(&self, container) }
    content.placeLeftovers(of: kind.component)
    // Throws, and says what is missing.
    if kind == .event, start == nil { start = try container.decode(EventTime.self, forKey: "start") }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encodeSchema(of: encoder)
    try container.encode(kind.rawValue, forKey: "kind")
    for field in ItemTable.fields { try field.coding?.encode(self, &container) }
  }
}

extension ItemContent {
  /// Moves unmodelled properties that have a field to that field, as older stored forms have them.
  fileprivate mutating func placeLeftovers(of kind: ComponentKind) {
    guard hasExtras else { return }
    for field in ItemTable.fields {
      guard let adopt = field.adopt, extras.unmodelled.hasProperty(field.name),
        field.properties.contains(where: { $0.isAllowed(in: kind) })
      else { continue }
      var (rest, kept): ([Property], [KeptParameters]) = ([], [])
      for line in extras.unmodelled.properties {
        guard line.isNamed(field.name), var more = adopt(line, &self) else {
          rest.append(line)
          continue
        }
        more.occurrence = kept.count
        if !more.parameters.isEmpty { kept.append(more) }
      }
      let parameters = extras.unmodelled.parameters
      let place = parameters.firstIndex { $0.property > field.name } ?? parameters.endIndex
      extras.unmodelled.parameters.insert(contentsOf: kept, at: place)
      extras.unmodelled.properties = rest
    }
  }
}

extension CalendarItem {
  /// Encodes the item as ``Item`` does, with its `kind`.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
}

/// Coded as an object, whose `start` must be there.
extension Event: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(content: try Item(.event, from: decoder).content)
  }
}

/// Coded as an object with no required field.
extension Todo: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(content: try Item(.todo, from: decoder).content)
  }
}

/// Coded as an object with no required field.
extension Journal: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(content: try Item(.journal, from: decoder).content)
  }
}

/// Coded as an object with `item`, `start`, `end`, `recurrenceID` where it is an instance of a series, and `calendar`.
extension Occurrence: Codable {
  private struct Form: Codable {
    let item: Item
    let start: EventTime
    let end: EventTime
    let recurrenceID: EventTime?
    let calendar: Int
  }

  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    self.init(
      form.item, from: form.start, to: form.end, recurrenceID: form.recurrenceID, calendar: form.calendar)
  }

  public func encode(to encoder: any Encoder) throws {
    try Form(item: item, start: start, end: end, recurrenceID: recurrenceID, calendar: calendar)
      .encode(to: encoder)
  }
}

extension CodingTable.Field {
  /// An extent: an end under a given name, a `duration`, or nothing.
  static func extent(
    _ path: any Path<Extent>, _ properties: [PropertyName] = [],
    end: @escaping @Sendable (Root) -> TextKey = { _ in "end" }
  ) -> Self {
    Self(keys: ["end", "due", "duration"], properties: properties) { (root, container) throws in
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
extension Extent: TableCoded {
  static let codingTable = CodingTable<Extent>(blank: Extent.implied, .extent(\.self))
}
