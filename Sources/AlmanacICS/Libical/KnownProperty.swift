import AlmanacComponents

/// The properties that Almanac reads, by the names of their RFCs.
enum KnownProperty: UInt8, CaseIterable, Sendable {
  case acknowledged, action, attach, attendee, busyType, calendarAddress, calscale, categories, classification
  case color, comment, completed, concept, conference, contact, created, description, dtend, dtstamp, dtstart
  case due, duration, exdate, exrule, freebusy, geo, image, lastModified, link, location, locationType,
    method, name
  case organizer, participantType, percentComplete, priority, prodid, proximity, rdate, recurrenceID, refid
  case refreshInterval, relatedTo, `repeat`, requestStatus, resourceType, resources, rrule, sequence, source
  case status, structuredData, styledDescription, summary, transp, trigger, tzid, tzname, tzoffsetFrom
  case tzoffsetTo, tzurl, uid, url, version

  /// What its value is made of, unless a VALUE parameter says otherwise.
  enum Shape: UInt8, Sendable {
    case text, textList, time, timeList, periodList, duration, trigger, integer, token, address, geo,
      recurrence
    case offset, attachment, requestStatus
    /// Read from its content line alone: libical 3.0 has no type for it.
    case unknownToLibical
  }

  var name: StaticString { Self.table[Int(rawValue)].name }
  var shape: Shape { Self.table[Int(rawValue)].shape }

  /// The name as a string.
  var text: String { name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }

  /// In the order of the cases.
  private static let table: [(name: StaticString, shape: Shape)] = [
    ("ACKNOWLEDGED", .time), ("ACTION", .token), ("ATTACH", .attachment), ("ATTENDEE", .address),
    ("BUSYTYPE", .token), ("CALENDAR-ADDRESS", .unknownToLibical), ("CALSCALE", .text),
    ("CATEGORIES", .textList), ("CLASS", .token), ("COLOR", .text), ("COMMENT", .text), ("COMPLETED", .time),
    ("CONCEPT", .unknownToLibical), ("CONFERENCE", .address), ("CONTACT", .text), ("CREATED", .time),
    ("DESCRIPTION", .text), ("DTEND", .time), ("DTSTAMP", .time), ("DTSTART", .time), ("DUE", .time),
    ("DURATION", .duration), ("EXDATE", .timeList), ("EXRULE", .recurrence), ("FREEBUSY", .periodList),
    ("GEO", .geo), ("IMAGE", .attachment), ("LAST-MODIFIED", .time), ("LINK", .unknownToLibical),
    ("LOCATION", .text), ("LOCATION-TYPE", .unknownToLibical), ("METHOD", .token), ("NAME", .text),
    ("ORGANIZER", .address), ("PARTICIPANT-TYPE", .unknownToLibical), ("PERCENT-COMPLETE", .integer),
    ("PRIORITY", .integer), ("PRODID", .text), ("PROXIMITY", .unknownToLibical), ("RDATE", .timeList),
    ("RECURRENCE-ID", .time), ("REFID", .unknownToLibical), ("REFRESH-INTERVAL", .duration),
    ("RELATED-TO", .text), ("REPEAT", .integer), ("REQUEST-STATUS", .requestStatus),
    ("RESOURCE-TYPE", .unknownToLibical), ("RESOURCES", .textList), ("RRULE", .recurrence),
    ("SEQUENCE", .integer), ("SOURCE", .address), ("STATUS", .token), ("STRUCTURED-DATA", .unknownToLibical),
    ("STYLED-DESCRIPTION", .unknownToLibical), ("SUMMARY", .text), ("TRANSP", .token), ("TRIGGER", .trigger),
    ("TZID", .text), ("TZNAME", .text), ("TZOFFSETFROM", .offset), ("TZOFFSETTO", .offset),
    ("TZURL", .address),
    ("UID", .text), ("URL", .address), ("VERSION", .text),
  ]

  /// Finds a property by its name, capitals and small letters alike.
  static func named(_ bytes: UnsafeBufferPointer<UInt8>) -> KnownProperty? {
    var slot = hash(bytes)
    while let candidate = slots[slot] {
      if isNamed(bytes, candidate.name) { return candidate }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Open addressing over 256 slots, a quarter of them filled.
  private static let slots: [KnownProperty?] = {
    var slots = [KnownProperty?](repeating: nil, count: 256)
    for property in allCases {
      var slot = property.name.withUTF8Buffer { hash($0) }
      while slots[slot] != nil { slot = (slot + 1) & 255 }
      slots[slot] = property
    }
    return slots
  }()

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in 0..<bytes.count { hash = (hash ^ UInt32(bytes[index] & 0xDF)) &* 16_777_619 }
    return Int((hash ^ hash >> 11) & 255)
  }
}
