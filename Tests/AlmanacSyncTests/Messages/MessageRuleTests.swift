import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// The restriction tables of RFC 5546 §3.2, §3.4 and §3.5.
@Suite("Required and forbidden properties of messages")
struct MessageRuleTests {
  /// A table: the properties with the presence 1 or 1+ whose absence is a fault, and those with the presence 0.
  struct Rule: Sendable, CustomTestStringConvertible {
    let section: String
    let method: String
    let component: String
    let required: [String]
    let forbidden: [String]

    init(_ section: String, _ method: String, _ component: String, _ required: String, not forbidden: String)
    {
      (self.section, self.method, self.component) = (section, method, component)
      self.required = required.split(separator: " ").map(String.init)
      self.forbidden = forbidden.split(separator: " ").map(String.init)
    }

    var testDescription: String { "§\(section) METHOD:\(method) of a \(component)" }
  }

  /// All but ATTENDEE, COMMENT, RECURRENCE-ID, REQUEST-STATUS and SEQUENCE.
  static let content =
    "ATTACH CATEGORIES CLASS CONTACT CREATED DESCRIPTION DTEND DTSTART EXDATE GEO LAST-MODIFIED LOCATION PRIORITY "
    + "RDATE RELATED-TO RESOURCES RRULE STATUS SUMMARY TRANSP URL VALARM"
  static let contentOfTodo = content.replacing("DTEND", with: "DUE").replacing(
    "TRANSP", with: "PERCENT-COMPLETE")

  // Not among the required ones: SUMMARY, DESCRIPTION, SEQUENCE and PRIORITY, which may be empty or 0; DTSTART of to-dos
  // and journal entries, which RFC 5545 §3.6 does not require; ATTENDEE of DECLINECOUNTER, which nobody needs; ORGANIZER of
  // REPLY, which Exchange leaves out.
  static let rules = [
    Rule("3.2.1", "PUBLISH", "VEVENT", "DTSTAMP DTSTART ORGANIZER", not: "ATTENDEE REQUEST-STATUS"),
    Rule("3.2.2", "REQUEST", "VEVENT", "ATTENDEE DTSTAMP DTSTART ORGANIZER", not: "REQUEST-STATUS"),
    Rule("3.2.3", "REPLY", "VEVENT", "ATTENDEE DTSTAMP", not: "VALARM"),
    Rule(
      "3.2.4", "ADD", "VEVENT", "DTSTAMP DTSTART ORGANIZER",
      not: "EXDATE RDATE RECURRENCE-ID REQUEST-STATUS RRULE"),
    Rule("3.2.5", "CANCEL", "VEVENT", "DTSTAMP ORGANIZER", not: "REQUEST-STATUS VALARM"),
    Rule(
      "3.2.6", "REFRESH", "VEVENT", "ATTENDEE DTSTAMP ORGANIZER",
      not: content + " REQUEST-STATUS SEQUENCE"),
    Rule("3.2.7", "COUNTER", "VEVENT", "DTSTAMP DTSTART ORGANIZER", not: ""),
    Rule("3.2.8", "DECLINECOUNTER", "VEVENT", "DTSTAMP ORGANIZER", not: content),
    Rule("3.4.1", "PUBLISH", "VTODO", "DTSTAMP ORGANIZER", not: "ATTENDEE REQUEST-STATUS"),
    Rule("3.4.2", "REQUEST", "VTODO", "ATTENDEE DTSTAMP ORGANIZER", not: "REQUEST-STATUS"),
    Rule("3.4.3", "REPLY", "VTODO", "ATTENDEE DTSTAMP", not: "VALARM"),
    Rule(
      "3.4.4", "ADD", "VTODO", "DTSTAMP DTSTART ORGANIZER",
      not: "EXDATE RDATE RECURRENCE-ID REQUEST-STATUS RRULE"),
    Rule("3.4.5", "CANCEL", "VTODO", "DTSTAMP ORGANIZER", not: "REQUEST-STATUS VALARM"),
    Rule(
      "3.4.6", "REFRESH", "VTODO", "ATTENDEE DTSTAMP",
      not: contentOfTodo + " COMMENT ORGANIZER REQUEST-STATUS SEQUENCE"),
    Rule("3.4.7", "COUNTER", "VTODO", "ATTENDEE DTSTAMP ORGANIZER", not: ""),
    Rule("3.4.8", "DECLINECOUNTER", "VTODO", "DTSTAMP ORGANIZER", not: "VALARM"),
    Rule("3.5.1", "PUBLISH", "VJOURNAL", "DTSTAMP ORGANIZER", not: "ATTENDEE REQUEST-STATUS"),
    Rule(
      "3.5.2", "ADD", "VJOURNAL", "DTSTAMP DTSTART ORGANIZER",
      not: "ATTENDEE EXDATE RDATE RECURRENCE-ID REQUEST-STATUS RRULE"),
    Rule("3.5.3", "CANCEL", "VJOURNAL", "DTSTAMP ORGANIZER", not: "ATTENDEE REQUEST-STATUS"),
  ]

  /// A line of each property.
  private static let samples = [
    "ATTACH": "ATTACH:https://example.org/a", "ATTENDEE": "ATTENDEE:mailto:ana@example.org",
    "CATEGORIES": "CATEGORIES:a", "CLASS": "CLASS:PRIVATE", "COMMENT": "COMMENT:c", "CONTACT": "CONTACT:c",
    "CREATED": "CREATED:20260101T000000Z", "DESCRIPTION": "DESCRIPTION:d", "DTEND": "DTEND:20260303T100000Z",
    "DTSTAMP": "DTSTAMP:20260301T000000Z", "DTSTART": "DTSTART:20260303T090000Z",
    "DUE": "DUE:20260303T100000Z", "EXDATE": "EXDATE:20260304T090000Z", "GEO": "GEO:1;2",
    "LAST-MODIFIED": "LAST-MODIFIED:20260101T000000Z", "LOCATION": "LOCATION:l",
    "ORGANIZER": "ORGANIZER:mailto:boss@example.org", "PERCENT-COMPLETE": "PERCENT-COMPLETE:5",
    "PRIORITY": "PRIORITY:1", "RDATE": "RDATE:20260305T090000Z",
    "RECURRENCE-ID": "RECURRENCE-ID:20260303T090000Z", "RELATED-TO": "RELATED-TO:other",
    "REQUEST-STATUS": "REQUEST-STATUS:2.0;Success", "RESOURCES": "RESOURCES:r", "RRULE": "RRULE:FREQ=DAILY",
    "SEQUENCE": "SEQUENCE:1", "STATUS": "STATUS:CANCELLED", "SUMMARY": "SUMMARY:s",
    "TRANSP": "TRANSP:TRANSPARENT",
    "URL": "URL:https://example.org/", "X-PROPERTY": "X-PROPERTY:x",
    "VALARM": "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nEND:VALARM",
  ]

  /// The properties of a kind of component.
  private static func properties(_ component: String) -> [String] {
    let others: Set<String> =
      switch component {
      case "VEVENT": ["DUE", "PERCENT-COMPLETE"]
      case "VTODO": ["DTEND", "TRANSP"]
      default:
        ["DUE", "PERCENT-COMPLETE", "DTEND", "TRANSP", "GEO", "LOCATION", "PRIORITY", "RESOURCES", "VALARM"]
      }
    return samples.keys.filter { !others.contains($0) }.sorted()
  }

  private func receipt(_ rule: Rule, _ properties: [String]) throws -> MessageReceipt {
    let lines = properties.compactMap { Self.samples[$0] }.map { $0.hasPrefix("BEGIN") ? "\($0)" : $0 }
    let text = messageText(rule.method, rule.component, ["UID:m"] + lines)
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    var calendar = EventCalendar()
    return calendar.receive(message, me: ["ana@example.org"], at: now)
  }

  @Test("a message without a required property is refused, with the section", arguments: rules)
  func required(rule: Rule) throws {
    #expect(try receipt(rule, rule.required).refusals.allSatisfy { $0.code != "missing_property" })
    for name in rule.required {
      let refusals = try receipt(rule, rule.required.filter { $0 != name }).refusals
      #expect(refusals == [.missingProperty(name, section: rule.section)])
    }
  }

  @Test("a property that the table forbids is ignored and reported, any other is not", arguments: rules)
  func forbidden(rule: Rule) throws {
    for name in Self.properties(rule.component) {
      let properties = Array(Set(rule.required + ["DTSTART", name])).sorted()
      let expected = Set(properties.filter { rule.forbidden.contains($0) })
      #expect(Set(try receipt(rule, properties).ignored) == expected, "\(name)")
    }
  }

  @Test(
    "a message that is made has what its table requires, empty where it has to be, and nothing that it forbids",
    arguments: rules)
  func making(rule: Rule) throws {
    let (boss, ana, now) = ("mailto:boss@example.org", "mailto:ana@example.org", now)
    let isJournal = rule.component == "VJOURNAL"
    let all = Self.properties(rule.component).filter {
      !["STATUS", "SUMMARY", "DESCRIPTION", "SEQUENCE", "PRIORITY", "RECURRENCE-ID"].contains($0)
    }
    let lines = all.compactMap { Self.samples[$0] }.flatMap { $0.split(separator: "\r\n").map(String.init) }
    let own = try calendar(file(["BEGIN:\(rule.component)", "UID:m"] + lines + ["END:\(rule.component)"]))
    let item = try #require(own.items.first { _ in true })
    let id = item.id
    let message: SchedulingMessage?
    switch rule.method {
    case "PUBLISH": message = try own.publication(of: "m", kind: item.kind, at: now)
    case "REQUEST": message = try own.request(for: id, by: [boss], at: now)
    case "REPLY":
      var copy = own
      message = try copy.answer(id, .accepted, by: [ana], at: now).messages.first
    case "ADD" where !isJournal:
      let instance = ItemID(uid: "m", kind: item.kind, recurrenceID: item.start)
      message = try own.addition(of: instance, by: [boss], at: now)
    case "CANCEL" where !isJournal: message = try own.cancellation(of: id, by: [boss], at: now)
    case "REFRESH": message = try own.refresh(for: id, by: [ana], at: now)
    case "COUNTER": message = try own.counter(item, by: [ana], at: now)
    case "DECLINECOUNTER":
      let counter = try own.counter(item, by: [ana], at: now)
      message = SchedulingMessage(declining: counter, of: ana, at: now)
    default: message = nil
    }
    guard let message else { return }
    let names = try ICSDocument(parsing: message.text).text.replacing("\r\n ", with: "")
      .split(separator: "\r\n").map { String($0.prefix { $0 != ":" && $0 != ";" }) }
    var required = rule.required
    switch (rule.method, rule.component) {
    case ("PUBLISH", "VJOURNAL"): break
    case ("PUBLISH", _), ("REQUEST", _), ("ADD", _), ("COUNTER", _):
      required += ["SUMMARY"] + (rule.component == "VTODO" ? ["PRIORITY"] : [])
    case ("REPLY", _): required += ["ORGANIZER"]
    case ("DECLINECOUNTER", "VTODO"): required += ["ATTENDEE", "SEQUENCE"]
    default: break
    }
    if ["ADD", "CANCEL"].contains(rule.method) { required += ["SEQUENCE"] }
    for name in required + ["UID"] { #expect(names.count { $0 == name } == 1, "\(name) in \(names)") }
    let forbidden = rule.forbidden + ["VALARM"]
    for name in forbidden { #expect(!names.contains(name), "\(name) in \(names)") }
    #expect(SchedulingMessage.messages(in: try ICSDocument(parsing: message.text)).count == 1)
  }
}
