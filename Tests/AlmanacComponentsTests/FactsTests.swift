import AlmanacComponents
import Testing

/// The facts of each property, compared with the lists of the RFCs.
@Suite("Facts of properties")
struct FactsTests {
  @Test("A property is found by its name, capitals and small letters alike")
  func names() {
    for property in PropertyName.allCases {
      #expect(PropertyName.named(property.text) == property)
      #expect(PropertyName.named(property.text.lowercased()) == property)
      #expect(PropertyName.named(property.text + "X") == nil)
    }
    #expect(Set(PropertyName.allCases.map(\.text)).count == PropertyName.allCases.count)
    #expect(PropertyName.named("") == nil)
  }

  /// The words of `eventprop`, `todoprop`, `jourprop`, `fbprop`, `alarmc`, `calprops` and so on.
  static let grammar: [(kind: ComponentKind, required: String, once: String, many: String)] = [
    // RFC 5545 §3.6.1, with RFC 7986 §4, RFC 9073 §5 and RFC 9253 §10.
    (
      .event, "DTSTAMP UID",
      "DTSTART CLASS CREATED DESCRIPTION GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS SUMMARY TRANSP URL RECURRENCE-ID DTEND DURATION COLOR",
      "RRULE ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE CONFERENCE IMAGE STYLED-DESCRIPTION STRUCTURED-DATA CONCEPT LINK REFID EXRULE"
    ),
    (
      .todo, "DTSTAMP UID",
      "CLASS COMPLETED CREATED DESCRIPTION DTSTART GEO LAST-MODIFIED LOCATION ORGANIZER PERCENT-COMPLETE PRIORITY RECURRENCE-ID SEQUENCE STATUS SUMMARY URL DUE DURATION COLOR ESTIMATED-DURATION",
      "RRULE ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE CONFERENCE IMAGE STYLED-DESCRIPTION STRUCTURED-DATA CONCEPT LINK REFID EXRULE"
    ),
    (
      .journal, "DTSTAMP UID",
      "CLASS CREATED DTSTART LAST-MODIFIED ORGANIZER RECURRENCE-ID SEQUENCE STATUS SUMMARY URL COLOR",
      // CONFERENCE is read there too.
      "RRULE ATTACH ATTENDEE CATEGORIES COMMENT CONTACT DESCRIPTION EXDATE RELATED-TO RDATE REQUEST-STATUS IMAGE STYLED-DESCRIPTION STRUCTURED-DATA CONCEPT LINK REFID EXRULE CONFERENCE"
    ),
    (
      .freeBusy, "DTSTAMP UID", "CONTACT DTSTART DTEND ORGANIZER URL",
      "ATTENDEE COMMENT FREEBUSY REQUEST-STATUS STYLED-DESCRIPTION CONCEPT LINK REFID"
    ),
    // RFC 5545 §3.6.6 with RFC 9074 §4 to §8.
    (
      .alarm, "ACTION TRIGGER", "DURATION REPEAT DESCRIPTION SUMMARY UID ACKNOWLEDGED PROXIMITY",
      "ATTACH ATTENDEE RELATED-TO CONCEPT LINK REFID"
    ),
    // RFC 5545 §3.6 with RFC 7986 §4.
    (
      .calendar, "PRODID VERSION", "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR",
      "NAME DESCRIPTION CATEGORIES IMAGE CONCEPT LINK REFID"
    ),
    (.timeZone, "TZID", "LAST-MODIFIED TZURL", ""),
    (.standard, "DTSTART TZOFFSETTO TZOFFSETFROM", "", "RRULE COMMENT RDATE TZNAME"),
    (.daylight, "DTSTART TZOFFSETTO TZOFFSETFROM", "", "RRULE COMMENT RDATE TZNAME"),
    // RFC 7953 §3.1.
    (
      .availability, "DTSTAMP UID",
      "BUSYTYPE CLASS CREATED DESCRIPTION DTSTART LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE SUMMARY URL DTEND DURATION",
      "CATEGORIES COMMENT CONTACT CONCEPT LINK REFID"
    ),
    (
      .available, "DTSTAMP DTSTART UID",
      "DTEND DURATION CREATED DESCRIPTION LAST-MODIFIED LOCATION RECURRENCE-ID SUMMARY SEQUENCE",
      "RRULE CATEGORIES COMMENT CONTACT EXDATE RDATE CONCEPT LINK REFID EXRULE"
    ),
    // RFC 9073 §7 with errata 6829 and 7381, and RFC 9253 §10.
    (
      .participant, "UID PARTICIPANT-TYPE",
      "CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE STATUS SUMMARY URL",
      "ATTACH CATEGORIES COMMENT CONTACT LOCATION REQUEST-STATUS RELATED-TO RESOURCES STRUCTURED-DATA STYLED-DESCRIPTION CONCEPT LINK REFID"
    ),
    (
      .location, "UID", "DESCRIPTION GEO LOCATION-TYPE NAME URL",
      "STRUCTURED-DATA STYLED-DESCRIPTION CONCEPT LINK REFID"
    ),
    (
      .resource, "UID", "DESCRIPTION GEO NAME RESOURCE-TYPE",
      "STRUCTURED-DATA STYLED-DESCRIPTION CONCEPT LINK REFID"
    ),
  ]

  @Test(
    "Each component may have the properties of its RFC, as often as it allows", arguments: grammar.map(\.kind)
  )
  func components(_ kind: ComponentKind) throws {
    let stated = try #require(Self.grammar.first { $0.kind == kind })
    func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
    func found(_ isWanted: (PropertyName) -> Bool) -> Set<String> {
      Set(PropertyName.allCases.filter { !$0.text.hasPrefix("X-") && isWanted($0) }.map(\.text))
    }
    #expect(found { $0.isRequired(in: kind) } == names(stated.required))
    #expect(found { $0.isSingle(in: kind) && !$0.isRequired(in: kind) } == names(stated.once))
    #expect(found { $0.isAllowed(in: kind) && !$0.isSingle(in: kind) } == names(stated.many))
    #expect(Self.grammar.count == ComponentKind.allCases.count)
  }

  @Test("Properties that RFC 5545 defines for other kinds of items are misplaced")
  func misplaced() {
    func names(_ kind: ComponentKind) -> Set<String> {
      Set(PropertyName.allCases.map(\.facts).filter { $0.isMisplaced(in: kind) }.map(\.name))
    }
    #expect(names(.event) == ["DUE", "COMPLETED", "ESTIMATED-DURATION", "PERCENT-COMPLETE"])
    #expect(names(.todo) == ["DTEND", "TRANSP"])
    #expect(
      names(.journal) == [
        "DTEND", "TRANSP", "DUE", "COMPLETED", "ESTIMATED-DURATION", "PERCENT-COMPLETE", "DURATION", "GEO",
        "LOCATION", "PRIORITY",
        "RESOURCES",
      ])
    #expect(names(.alarm).isEmpty)
  }

  @Test("A set contains the elements inserted, in any order")
  func sets() {
    let chosen = PropertyName.allCases.filter { $0.rawValue.isMultiple(of: 3) }
    let set = PropertySet(chosen.reversed())
    #expect(set == PropertySet(chosen))
    for property in PropertyName.allCases { #expect(set.contains(property) == chosen.contains(property)) }
    var more = set
    for property in PropertyName.allCases {
      let (isNew, isNewAgain) = (more.insert(property), more.insert(property))
      #expect(isNew == !chosen.contains(property))
      #expect(!isNewAgain)
    }
  }
}
