/// The properties that Almanac reads: those of RFC 5545, 7953, 7986, 9073, 9074 and 9253 and of the IETF's
/// draft on tasks, some of other programs, and its own. See ``facts`` for the rules of each.
package enum PropertyName: UInt8, CaseIterable, Sendable {
  case acknowledged, action, attach, attendee, busyType, calendarAddress, calscale, categories, classification
  case color, comment, completed, concept, conference, contact, created, description, dtend, dtstamp, dtstart
  case due, duration, estimatedDuration, exdate, exrule, freebusy, geo, image, lastModified, link, location
  case locationType, method, name, organizer, participantType, percentComplete, priority, prodid, proximity
  case rdate, recurrenceID, refid, refreshInterval, relatedTo, `repeat`, requestStatus, resourceType
  case resources, rrule, sequence, source, status, structuredData, styledDescription, summary, transp, trigger
  case tzid, tzname, tzoffsetFrom, tzoffsetTo, tzurl, uid, url, version
  // Properties of other programs.
  case calendarName, calendarDetails, calendarZone, publishedTTL, appleCalendarColor, licLocation
  case altDescription, allDayEvent, allDayOfMSN, busyStatus, googleConference, teamsMeeting, appleLocation
  case travelDuration
  // Properties of Almanac.
  case exactColor

  /// - Parameter name: In any case.
  /// - Complexity: O(n) in the length of the name, which is hashed once.
  package static func named(_ name: UnsafeBufferPointer<UInt8>) -> PropertyName? {
    var slot = hash(name)
    while let candidate = slots[slot] {
      if isNamed(name, candidate.bytes) { return candidate }
      slot = (slot + 1) & 255
    }
    return nil
  }

  package static func named(_ name: String) -> PropertyName? { name.withBytes { named($0) } }

  /// Open addressing; a third of the slots are filled.
  private static let slots: [PropertyName?] = {
    var slots = [PropertyName?](repeating: nil, count: 256)
    for property in allCases {
      var slot = property.bytes.withUTF8Buffer { hash($0) }
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

/// A set of properties.
package struct PropertySet: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var numbers = SmallNumberSet()

  package init() {}

  private init(_ numbers: SmallNumberSet) { self.numbers = numbers }

  package init(arrayLiteral elements: PropertyName...) { self.init(elements) }

  package init(_ elements: some Sequence<PropertyName>) {
    for element in elements { insert(element) }
  }

  package func contains(_ property: PropertyName) -> Bool { numbers.contains(Int(property.rawValue)) }

  /// - Returns: Whether the property was inserted; `false` if the set contained it already.
  @discardableResult
  package mutating func insert(_ property: PropertyName) -> Bool { numbers.insert(Int(property.rawValue)) }

  package func isDisjoint(with other: PropertySet) -> Bool { intersection(other).numbers.isEmpty }

  package func union(_ other: PropertySet) -> PropertySet { PropertySet(numbers.union(other.numbers)) }

  package func intersection(_ other: PropertySet) -> PropertySet {
    PropertySet(numbers.intersection(other.numbers))
  }

  package func subtracting(_ other: PropertySet) -> PropertySet {
    PropertySet(numbers.subtracting(other.numbers))
  }
}
