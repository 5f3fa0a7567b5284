/// The value types, with jCal's names (RFC 5545 §3.3, RFC 7265 §3.6).
package enum ValueType: String, Sendable {
  case binary, boolean, date, duration, float, integer, period, recur, text, time, unknown, uri
  case calAddress = "cal-address"
  case dateTime = "date-time"
  case offset = "utc-offset"
}

/// The RFCs' rules for a property, and the parameters that the model represents.
package struct PropertyFacts: Sendable {
  /// The separation of values on a line.
  package enum Structure: Sendable {
    case one
    /// Any number of values, separated by commas.
    case list
    /// The fields of one value, separated by semicolons.
    case fields
  }

  /// The name in upper case.
  package let name: String
  package let bytes: StaticString
  /// The value types allowed, the default type first.
  package let types: [ValueType]
  package let structure: Structure
  /// Whether a VALUE parameter is required although the type has a default.
  package let requiresValueType: Bool
  /// The parameters that the model represents: VALUE, TZID and the property's own; empty for a property of unknown
  /// type, which no RFC defines.
  fileprivate let parameters: [String]
  /// The numbers allowed in a property of type INTEGER.
  fileprivate let range: ClosedRange<Int>
  /// The properties whose values another program, or Almanac, repeats in it.
  fileprivate let repeated: PropertySet
  /// The components that require it, those that allow it at most once, and all that allow it.
  fileprivate let required, single, kinds: ComponentKinds

  fileprivate init(
    _ name: StaticString, _ types: ValueType..., as structure: Structure = .one,
    requiresValueType: Bool = false, with parameters: [String] = [],
    in range: ClosedRange<Int> = 0...Int(Int32.max), repeating repeated: PropertySet = [],
    required: ComponentKinds = [], once: ComponentKinds = [], many: ComponentKinds = []
  ) {
    self.name = name.description
    self.bytes = name
    (self.types, self.structure, self.requiresValueType) = (types, structure, requiresValueType)
    self.parameters = types == [.unknown] ? [] : ["VALUE", "TZID"] + parameters
    (self.range, self.repeated) = (range, repeated)
    (self.required, single, kinds) = (required, required.union(once), required.union(once).union(many))
  }

  /// The default type; `unknown` for a property that no RFC defines.
  package var type: ValueType { types[0] }

  /// Whether other items allow it and those of this kind do not (RFC 5545 §3.6.1 to §3.6.3).
  package func isMisplaced(in kind: ComponentKind) -> Bool {
    ComponentKinds.items.contains(kind) && !kinds.contains(kind) && !kinds.isDisjoint(with: .items)
  }
}

extension PropertyName {
  package var facts: PropertyFacts { Self.facts[Int(rawValue)] }

  // Separate accessors, because copying the whole struct for each property is slow.

  package var bytes: StaticString { Self.facts[Int(rawValue)].bytes }

  /// The name in upper case.
  package var text: String { Self.facts[Int(rawValue)].name }

  /// The parameters that the model represents.
  package var parameters: [String] { Self.facts[Int(rawValue)].parameters }

  /// The numbers allowed in a property of type INTEGER.
  package var range: ClosedRange<Int> { Self.facts[Int(rawValue)].range }

  /// The properties whose values another program, or Almanac, repeats in it.
  package var repeated: PropertySet { Self.facts[Int(rawValue)].repeated }

  package func isAllowed(in kind: ComponentKind) -> Bool { kind.properties.contains(self) }

  package func isRequired(in kind: ComponentKind) -> Bool {
    Self.facts[Int(rawValue)].required.contains(kind)
  }

  /// Whether it may occur at most once.
  package func isSingle(in kind: ComponentKind) -> Bool { Self.facts[Int(rawValue)].single.contains(kind) }

  fileprivate static let facts = allCases.map(\.stated)

  /// The facts as the RFCs state them; CONFERENCE is also allowed in journals,
  /// because programs write it there.
  private var stated: PropertyFacts {
    switch self {
    case .acknowledged: .init("ACKNOWLEDGED", .dateTime, once: .alarm)
    case .action: .init("ACTION", .text, required: .alarm)
    case .attach:
      .init("ATTACH", .uri, .binary, with: ["ENCODING", "FMTTYPE"], many: [.items, .alarm, .participant])
    case .attendee: .init("ATTENDEE", .calAddress, with: Self.ofAttendees, many: [.items, .freeBusy, .alarm])
    case .busyType: .init("BUSYTYPE", .text, once: .availability)
    case .calendarAddress: .init("CALENDAR-ADDRESS", .calAddress, once: .participant)
    case .calscale: .init("CALSCALE", .text, once: .calendar)
    case .categories:
      .init("CATEGORIES", .text, as: .list, many: [.items, .calendar, .availabilities, .participant])
    case .classification: .init("CLASS", .text, once: [.items, .availability])
    case .color: .init("COLOR", .text, once: [.items, .calendar])
    case .comment:
      .init("COMMENT", .text, many: [.items, .freeBusy, .observances, .availabilities, .participant])
    case .completed: .init("COMPLETED", .dateTime, once: .todo)
    case .concept: .init("CONCEPT", .uri, many: Self.anywhere)
    case .conference:
      .init("CONFERENCE", .uri, requiresValueType: true, with: ["FEATURE", "LABEL"], many: .items)
    case .contact: .init("CONTACT", .text, once: .freeBusy, many: [.items, .availabilities, .participant])
    case .created: .init("CREATED", .dateTime, once: [.items, .availabilities, .participant])
    case .description:
      .init(
        "DESCRIPTION", .text, once: [.event, .todo, .alarm, .availabilities, .details],
        many: [.journal, .calendar])
    case .dtend: .init("DTEND", .dateTime, .date, once: [.event, .freeBusy, .availabilities])
    case .dtstamp:
      .init("DTSTAMP", .dateTime, required: [.items, .freeBusy, .availabilities], once: .participant)
    case .dtstart:
      .init(
        "DTSTART", .dateTime, .date, required: [.observances, .available],
        once: [.items, .freeBusy, .availability])
    case .due: .init("DUE", .dateTime, .date, once: .todo)
    case .duration: .init("DURATION", .duration, once: [.event, .todo, .alarm, .availabilities])
    case .estimatedDuration: .init("ESTIMATED-DURATION", .duration, once: .todo)
    case .exdate: .init("EXDATE", .dateTime, .date, as: .list, many: [.items, .available])
    case .exrule: .init("EXRULE", .recur, many: [.items, .available])
    case .freebusy: .init("FREEBUSY", .period, as: .list, with: ["FBTYPE"], many: .freeBusy)
    case .geo: .init("GEO", .float, as: .fields, once: [.event, .todo, .details])
    case .image:
      .init(
        "IMAGE", .uri, .binary, requiresValueType: true, with: ["ENCODING", "FMTTYPE", "DISPLAY"],
        many: [.items, .calendar])
    case .lastModified:
      .init("LAST-MODIFIED", .dateTime, once: [.items, .calendar, .timeZone, .availabilities, .participant])
    case .link:
      .init(
        "LINK", .uri, .text, requiresValueType: true, with: ["LINKREL", "LABEL", "FMTTYPE"],
        many: Self.anywhere)
    case .location: .init("LOCATION", .text, once: [.event, .todo, .availabilities], many: .participant)
    case .locationType: .init("LOCATION-TYPE", .text, as: .list, once: .location)
    case .method: .init("METHOD", .text, once: .calendar)
    case .name: .init("NAME", .text, once: [.location, .resource], many: .calendar)
    case .organizer:
      .init("ORGANIZER", .calAddress, with: ["CN", "SENT-BY"], once: [.items, .freeBusy, .availability])
    case .participantType: .init("PARTICIPANT-TYPE", .text, required: .participant)
    case .percentComplete: .init("PERCENT-COMPLETE", .integer, in: 0...100, once: .todo)
    case .priority:
      .init("PRIORITY", .integer, in: 0...9, once: [.event, .todo, .availability, .participant])
    case .prodid: .init("PRODID", .text, required: .calendar)
    case .proximity: .init("PROXIMITY", .text, once: .alarm)
    case .rdate:
      .init("RDATE", .dateTime, .date, .period, as: .list, many: [.items, .observances, .available])
    case .recurrenceID:
      .init("RECURRENCE-ID", .dateTime, .date, with: ["RANGE"], once: [.items, .available])
    case .refid: .init("REFID", .text, many: Self.anywhere)
    case .refreshInterval: .init("REFRESH-INTERVAL", .duration, requiresValueType: true, once: .calendar)
    case .relatedTo:
      .init("RELATED-TO", .text, .uri, with: ["RELTYPE"], many: [.items, .alarm, .participant])
    case .repeat: .init("REPEAT", .integer, once: .alarm)
    case .requestStatus: .init("REQUEST-STATUS", .text, as: .fields, many: [.items, .freeBusy, .participant])
    case .resourceType: .init("RESOURCE-TYPE", .text, once: .resource)
    case .resources: .init("RESOURCES", .text, as: .list, many: [.event, .todo, .participant])
    case .rrule: .init("RRULE", .recur, many: [.items, .observances, .available])
    case .sequence: .init("SEQUENCE", .integer, once: [.items, .availabilities, .participant])
    case .source: .init("SOURCE", .uri, requiresValueType: true, once: .calendar)
    case .status: .init("STATUS", .text, once: [.items, .participant])
    case .structuredData:
      .init("STRUCTURED-DATA", .uri, .text, .binary, requiresValueType: true, many: [.items, .details])
    case .styledDescription:
      .init("STYLED-DESCRIPTION", .text, .uri, requiresValueType: true, many: [.items, .freeBusy, .details])
    case .summary: .init("SUMMARY", .text, once: [.items, .alarm, .availabilities, .participant])
    case .transp: .init("TRANSP", .text, once: .event)
    case .trigger: .init("TRIGGER", .duration, .dateTime, with: ["RELATED"], required: .alarm)
    case .tzid: .init("TZID", .text, required: .timeZone)
    case .tzname: .init("TZNAME", .text, many: .observances)
    case .tzoffsetFrom: .init("TZOFFSETFROM", .offset, required: .observances)
    case .tzoffsetTo: .init("TZOFFSETTO", .offset, required: .observances)
    case .tzurl: .init("TZURL", .uri, once: .timeZone)
    case .uid:
      .init(
        "UID", .text, required: [.items, .freeBusy, .availabilities, .details],
        once: [.alarm, .calendar])
    case .url:
      .init("URL", .uri, once: [.items, .freeBusy, .calendar, .availability, .location, .participant])
    case .version: .init("VERSION", .text, required: .calendar)
    case .calendarName: .init("X-WR-CALNAME", .unknown, many: .calendar)
    case .calendarDetails: .init("X-WR-CALDESC", .unknown, many: .calendar)
    case .calendarZone: .init("X-WR-TIMEZONE", .unknown, many: .calendar)
    case .publishedTTL: .init("X-PUBLISHED-TTL", .unknown, many: .calendar)
    case .appleCalendarColor: .init("X-APPLE-CALENDAR-COLOR", .unknown, many: .calendar)
    case .licLocation: .init("X-LIC-LOCATION", .unknown, many: .timeZone)
    case .altDescription: .init("X-ALT-DESC", .unknown, repeating: [.description], many: .items)
    case .allDayEvent: .init("X-MICROSOFT-CDO-ALLDAYEVENT", .unknown, many: .items)
    case .allDayOfMSN: .init("X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", .unknown, many: .items)
    case .busyStatus:
      .init("X-MICROSOFT-CDO-BUSYSTATUS", .unknown, repeating: [.transp, .status], many: .items)
    case .googleConference: .init("X-GOOGLE-CONFERENCE", .unknown, repeating: [.conference], many: .items)
    case .teamsMeeting:
      .init("X-MICROSOFT-SKYPETEAMSMEETINGURL", .unknown, repeating: [.conference], many: .items)
    case .appleLocation:
      .init("X-APPLE-STRUCTURED-LOCATION", .unknown, repeating: [.location, .geo], many: .items)
    case .travelDuration: .init("X-APPLE-TRAVEL-DURATION", .duration, requiresValueType: true, once: .items)
    case .exactColor: .init("X-ALMANAC-COLOR", .unknown, repeating: [.color], many: .items)
    }
  }

  private static let ofAttendees = [
    "CN", "CUTYPE", "ROLE", "PARTSTAT", "RSVP", "MEMBER", "DELEGATED-TO", "DELEGATED-FROM", "SENT-BY",
  ]

  /// The components that allow the properties of RFC 9253 §8.
  private static let anywhere: ComponentKinds = [
    .items, .freeBusy, .alarm, .calendar, .availabilities, .details,
  ]
}

extension ComponentKind {
  /// The properties that may occur in it.
  package var properties: PropertySet { Self.properties[Int(rawValue)] }

  private static let properties = allCases.map { kind in
    PropertySet(PropertyName.allCases.filter { $0.facts.kinds.contains(kind) })
  }
}
