internal import AlmanacRecurrence
internal import AlmanacTime

/// Coded as a list of changes, each a list of passages: `old`, `new` where they are not gone, `move` (`from` and `to`).
/// A place is `uid`, and `kind` unless it is an event, alone, or the instances of a series: `start`, `from`, `through`, `recurrence`, `besides`.
extension ItemIdentities: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    changes = try decoder.singleValueContainer().decode([[Passage]].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(changes)
  }
}

extension Passage: Codable {
  private enum Key: String, CodingKey {
    case old, new, move, from, to
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      old: try container.decode(Place.self, forKey: .old),
      new: try container.decodeIfPresent(Place.self, forKey: .new))
    guard container.contains(.move) else { return }
    let ends = try container.nestedContainer(keyedBy: Key.self, forKey: .move)
    move = StartMove(
      from: try ends.decode(EventTime.self, forKey: .from), to: try ends.decode(EventTime.self, forKey: .to))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(old, forKey: .old)
    try container.encodeIfPresent(new, forKey: .new)
    guard let move else { return }
    var ends = container.nestedContainer(keyedBy: Key.self, forKey: .move)
    try ends.encode(move.from, forKey: .from)
    try ends.encode(move.to, forKey: .to)
  }
}

extension Passage.Place: Codable {
  private enum Key: String, CodingKey {
    case uid, kind, start, from, through, recurrence, recurrenceStart, besides
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let series = SeriesID(
      uid: try container.decode(String.self, forKey: .uid),
      kind: try container.decodeIfPresent(Item.Kind.self, forKey: .kind) ?? .event)
    guard let start = try container.decodeIfPresent(EventTime.self, forKey: .start) else {
      self = .item(series)
      return
    }
    var stretch = Passage.Stretch(series: series, start: start)
    stretch.from = try container.decodeIfPresent(EventTime.self, forKey: .from)
    stretch.through = try container.decodeIfPresent(EventTime.self, forKey: .through)
    if let recurrence = try container.decodeIfPresent(Recurrence.self, forKey: .recurrence) {
      let first = try container.decodeIfPresent(EventTime.self, forKey: .recurrenceStart) ?? start
      stretch.set = recurrence.set(from: first)
    }
    stretch.besides = try container.decodeIfPresent([EventTime].self, forKey: .besides) ?? []
    self = .instances(stretch)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .item(let series):
      try encode(series, to: &container)
    case .instances(let stretch):
      try encode(stretch.series, to: &container)
      try container.encode(stretch.start, forKey: .start)
      try container.encodeIfPresent(stretch.from, forKey: .from)
      try container.encodeIfPresent(stretch.through, forKey: .through)
      if let set = stretch.set {
        try container.encode(Recurrence(set), forKey: .recurrence)
        if set.start != stretch.start { try container.encode(set.start, forKey: .recurrenceStart) }
      }
      if !stretch.besides.isEmpty { try container.encode(stretch.besides, forKey: .besides) }
    }
  }
}

extension Passage.Place {
  private func encode(_ series: SeriesID, to container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(series.uid, forKey: .uid)
    if series.kind != .event { try container.encode(series.kind, forKey: .kind) }
  }
}

extension Recurrence {
  fileprivate init(_ set: RecurrenceSet) {
    self.init(
      set.rules, exclusionRules: set.exclusionRules, additions: set.additions, exceptions: set.exceptions)
  }
}
