internal import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

/// A calendar as JSON, or in any other form that a coder has. The form is stable: keys are only ever added.
///
/// ```json
/// {
///   "version": 1,
///   "name": "Spring term",
///   "color": "steelblue",
///   "items": [
///     {"kind": "event", "uid": "algebra", "summary": "Algebra",
///      "start": "2026-03-02T09:00:00+01:00[Europe/Madrid]", "duration": "PT90M",
///      "recurrence": {"rules": ["FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24"]},
///      "alarms": [{"trigger": {"offset": "-PT15M"}}]},
///     {"kind": "todo", "uid": "essay", "summary": "Essay", "due": "2026-03-20", "percentComplete": 40}
///   ]
/// }
/// ```
/// Absent and empty values are not written, and unknown keys are ignored. Lists preserve their order, items
/// that of the document.
///
/// - **Times**: in a zone in the form of RFC 9557; floating without an offset, `2026-03-02T09:00:00`; dates
///   `2026-03-02`; instants in UTC, `2026-03-02T08:00:00Z`. Durations as in RFC 5545 §3.3.6, rules as the value of an
///   RRULE, colours as a CSS name or `#rrggbb`. Words such as a status are iCalendar's, in upper case.
/// - **Calendar**: `version` (1), `name`, `description`, `color`, `uid`, `zone`, `method`, `categories`, `images`,
///   `url`, `source`, `refreshInterval`, `lastModified`, `zones`, `items`, `freeBusy`, `availabilities`, `unmodelled`.
/// - **Items**: `kind` (`event`, `todo`, `journal`), `uid`, `recurrenceID`, `overridesFuture`, `summary`, `start`
///   (events must have one), `end` (for a to-do `due`) or `duration`, `recurrence` (`rules`, `exclusionRules`,
///   `additions`, `exceptions`), `description`, `location`, `categories`, `color`, `status`, `transparency`,
///   `classification`, `priority`, `sequence`, `stamp`, `created`, `lastModified`, `completed`, `percentComplete`,
///   `estimatedDuration`, `geo`, `resources`, `contacts`, `comments`, `url`, `concepts`, `referenceIDs`, `travelTime`, `conferences`, `images`, `attachments`, `organizer`,
///   `attendees`, `relations`, `alarms`, `requestStatuses`, `unmodelled`.
/// - **Zones** that the encoder's `zoneDatabase` does not have as they are (a VTIMEZONE of a file's own) are written
///   out in `zones`, as `ZoneRules`, and apply to the whole calendar. An item that is coded on its own has none:
///   where the reader's database lacks its zone's name, it becomes one of the stated offset.
///
/// Reading throws `DecodingError` with the path of what is wrong and what was expected.
extension EventCalendar: Codable {
  static let codingTable = CodingTable<EventCalendar>(
    blank: EventCalendar(), .text("name", \.name, [.name, .calendarName]),
    .text("description", \.details, [.description, .calendarDetails]),
    .optional("color", \.color, [.color, .appleCalendarColor]), .text("uid", \.uid, [.uid]),
    .optional("zone", \.zone, [.calendarZone]), .text("method", \.method, [.method]),
    .list("categories", \.categories, [.categories]), .list("images", \.images, [.image]),
    .text("url", \.url, [.url]), .text("source", \.source, [.source]),
    .optional("refreshInterval", \.refreshInterval, [.refreshInterval, .publishedTTL]),
    .optional("lastModified", \.lastModified, [.lastModified]), .list("freeBusy", \.freeBusy),
    .list("availabilities", \.availabilities), .unmodelled(\.unmodelled, [.concept, .link, .refid]))

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: TextKey.self)
    _ = try container.decode(StoredSchema.self, forKey: "version")
    let zones = try container.decodeIfPresent([ZoneRules].self, forKey: "zones") ?? []
    try decoder.decoding(with: zones.map { $0.zone }) {
      self = try Self.codingTable.value(from: decoder)
      let items = try container.decodeIfPresent([Item].self, forKey: "items") ?? []
      // Items are stored unchanged: not even a UID is added.
      store.set(items.enumerated().map { ($0.offset, $0.element) })
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(StoredSchema(), forKey: "version")
    try container.encodeZones(of: encoder) { container in
      try Self.codingTable.encode(self, to: encoder)
      if count > 0 { try container.encode(Array(items), forKey: "items") }
    }
  }
}

/// Coded as `version`, `zones`, `steps` and `identities`; each step has the item `before` and `after`, which are left
/// out where there is none, `twin` where the item may be beside another of its identity, and the item's `number` in the
/// calendar on which the change was made.
extension CalendarChange: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    _ = try container.decode(StoredSchema.self, forKey: "version")
    let zones = try container.decodeIfPresent([ZoneRules].self, forKey: "zones") ?? []
    self = try decoder.decoding(with: zones.map { $0.zone }) {
      CalendarChange(
        try container.decode([Step].self, forKey: "steps"),
        identities: try container.decodeIfPresent(ItemIdentities.self, forKey: "identities") ?? .unchanged)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(StoredSchema(), forKey: "version")
    try container.encodeZones(of: encoder) { container in
      try container.encode(steps, forKey: "steps")
      if identities != .unchanged { try container.encode(identities, forKey: "identities") }
    }
  }
}

extension CalendarChange.Step: TableCoded {
  static let codingTable = CodingTable<CalendarChange.Step>(
    blank: Self(number: 0), .required("number", \.number), .optional("before", \.before),
    .optional("after", \.after), .value("twin", \.allowsDuplicate, unless: false))
}

extension KeyedEncodingContainer<TextKey> {
  /// Encodes values, and the zones that occur in them.
  fileprivate mutating func encodeZones(
    of encoder: any Encoder, in values: (inout Self) throws -> Void
  ) throws {
    let zones = try encoder.zonesToEncode { try values(&self) }
    if !zones.isEmpty { try encode(zones.map { ZoneRules($0) }, forKey: "zones") }
  }
}
