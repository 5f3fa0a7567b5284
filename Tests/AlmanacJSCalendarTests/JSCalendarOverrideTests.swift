import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// `recurrenceOverrides` (RFC 8984 §4.3.5) and PatchObjects (§1.4.9).
@Suite("Overrides in JSCalendar")
struct JSCalendarOverrideTests {
  private let options = ICSOptions(uids: .seeded(1))

  private func series(_ overrides: String, _ more: String = "") -> String {
    """
    {"@type":"Event","uid":"u","updated":"2026-01-01T00:00:00Z","start":"2026-03-02T09:00:00","title":"T",\(more)
    "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily","count":4}],
    "recurrenceOverrides":{\(overrides)}}
    """
  }

  private func read(_ text: String) throws -> (document: ICSDocument, series: Series) {
    let document = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
    return (document, try #require(document.calendars[0].series(uid: "u")))
  }

  @Test(
    "A patch with an invalid pointer is rejected as a whole, reported and written again",
    arguments: [
      // Through a member that is missing, through an array, and one beside another that it is within.
      (#""title":"X","locations/9/name":"Y""#, "locations/9/name"),
      (#""title":"X","recurrence/0/count":2"#, "recurrence/0/count"),
      (#""title":"X","list/0":2"#, "list/0"),
      (#""title":"X","locations":{},"locations/1/name":"Y""#, "locations/1/name"),
      (#""title":"X","locations/1/name":"Y","locations/1":null"#, "locations/1/name"),
    ])
  func rejected(patch: String, pointer: String) throws {
    let text = series(
      #""2026-03-03T09:00:00":{\#(patch)},"2026-03-09T09:00:00":{\#(patch)},"2026-03-04T09:00:00":{"title":"Z"}"#,
      #""list":[1],"locations":{"1":{"@type":"Location","name":"Hall"}},"#)
    let (document, series) = try read(text)
    #expect(series.overrides.map(\.summary) == ["Z"])
    // The day that the rule does not give is one all the same.
    #expect(series.main?.recurrence.additions.map(\.start.description) == ["2026-03-09T09:00:00"])
    let told = document.diagnostics
    #expect(told.map(\.code) == [.badValue, .badValue] && told.allSatisfy { $0.message.contains(pointer) })
    #expect(told.map(\.line) == [3, 3] && told.allSatisfy { $0.property == "recurrenceOverrides" })
    for read in [document, try ICSDocument(parsing: document.text, options: options)] {
      #expect(try plainJSON(read.jsCalendar()) == plainJSON(text))
    }
  }

  @Test("Members that no patch may change are ignored; the rest of the patch applies")
  func ignored() throws {
    let (document, series) = try read(
      series(#""2026-03-03T09:00:00":{"uid":"x","privacy":"secret","title":"X"}"#))
    #expect(series.overrides.map(\.summary) == ["X"] && series.overrides.map(\.uid) == ["u"])
    #expect(series.overrides.map(\.classification) == [nil])
    #expect(document.diagnostics.map(\.code) == [.badValue, .badValue])
  }

  @Test(
    "Overrides repeat the texts of a large series up to a limit; later ones are reported and written again")
  func amplification() throws {
    let changes = (0..<200).map { day in
      "\"\(CivilDate(uncheckedDaysSinceEpoch: 20_000 + day))T09:00:00\":{\"title\":\"\(day)\"}"
    }
    let text = series(
      changes.joined(separator: ","),
      "\"description\":\"\(String(repeating: "d", count: 100_000))\",")
    var limits = ICSLimits.standard
    limits.componentBytes = 1_000_000
    let document = try ICSDocument(
      jsCalendar: Array(text.utf8), options: ICSOptions(limits: limits, uids: .seeded(1)))
    // No more than the limit and sixteen times the document, of which each change has a hundredth.
    let count = try #require(document.calendars[0].series(uid: "u")).overrides.count
    #expect((10...30).contains(count))
    #expect(document.bytes.count < 4_000_000)
    #expect(document.diagnostics.map(\.code) == [.tooManyValues])
    #expect(document.diagnostics.map(\.severity) == [.error])
    #expect(try plainJSON(document.jsCalendar()) == plainJSON(text))
    #expect(try read(text).series.overrides.count == 200)
  }

  @Test(
    "Of a series with a hundred rules only as many overrides are read as can be looked up in all of them")
  func manyRules() throws {
    let rule = "{\"@type\":\"RecurrenceRule\",\"frequency\":\"daily\"}"
    let rules = Array(repeating: rule, count: 50).joined(separator: ",")
    let changes = (0..<2100).map { day in
      "\"\(CivilDate(uncheckedDaysSinceEpoch: 20_600 + day))T09:00:00\":{\"title\":\"\(day)\"}"
    }
    let text = """
      {"@type":"Event","uid":"u","updated":"2026-01-01T00:00:00Z","start":"2026-05-04T09:00:00",
      "recurrenceRules":[\(rules)],"excludedRecurrenceRules":[\(rules)],
      "recurrenceOverrides":{\(changes.joined(separator: ","))}}
      """
    let document = try ICSDocument(jsCalendar: Array(text.utf8), options: ICSOptions(uids: .seeded(1)))
    // 200 000 searches in 100 rules.
    #expect(document.calendars[0].series(uid: "u")?.overrides.count == 2000)
    #expect(document.diagnostics.map(\.code) == [.tooManyValues])
    #expect(try plainJSON(document.jsCalendar()) == plainJSON(text))
  }

  @Test("Beyond the limit an additional instance is not shown without its change")
  func hidden() throws {
    let changes = (10..<30).map { "\"2026-05-\($0)T09:00:00\":{\"title\":\"\($0)\"}" }
    let text = series(
      changes.joined(separator: ","), "\"description\":\"\(String(repeating: "d", count: 20_000))\",")
    var limits = ICSLimits.standard
    limits.componentBytes = 10_000
    let options = ICSOptions(limits: limits, uids: .seeded(1))
    let document = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
    let series = try #require(document.calendars[0].series(uid: "u"))
    #expect(document.diagnostics.map(\.code) == [.tooManyValues])
    #expect((5..<20).contains(series.overrides.count))
    #expect(series.main?.recurrence.additions.map(\.start) == series.overrides.compactMap(\.recurrenceID))
    #expect(try plainJSON(document.jsCalendar()) == plainJSON(text))
    // Nor one that is not an event with its change.
    let lost = self.series(#""2026-05-10T09:00:00":{"start":null}"#)
    let (other, none) = try read(lost)
    #expect(none.main?.recurrence.additions == [] && none.overrides.isEmpty)
    #expect(other.diagnostics.map(\.code) == [.missingStart])
    #expect(try plainJSON(other.jsCalendar()) == plainJSON(lost))
  }

  @Test("Each rejected patch of a large series is reported, the errors of the series itself once")
  func large() throws {
    var limits = ICSLimits.standard
    (limits.properties, limits.diagnostics) = (100_000, 100_000)
    let options = ICSOptions(limits: limits, uids: .seeded(1))
    func codes(_ text: String) throws -> [Diagnostic.Code] {
      try ICSDocument(jsCalendar: Array(text.utf8), options: options).diagnostics.map(\.code)
    }
    let count = min(rounds(1_000), 4_000)
    let patches = (0..<count).map { day in
      "\"\(CivilDate(uncheckedDaysSinceEpoch: 20_000 + day))T09:00:00\":{\"a/b/c\":1}"
    }
    let members = (0..<count).map { "\"x\($0)\":1," }.joined()
    let touched = (0..<count).map { "\"y\($0)\":1" }.joined(separator: ",")
    let faults = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
    let rejected = try codes(series(patches.joined(separator: ","), members))
    #expect(rejected == Array(repeating: .badValue, count: patches.count))
    // The faults of the series are told once.
    let large = try codes(
      series("\"2026-03-03T09:00:00\":{\(touched)}", "\"keywords\":{\(faults)},"))
    #expect(large == Array(repeating: .badValue, count: count))
  }

  @Test("An empty patch adds an instance, and does not change one that the rule yields")
  func empty() throws {
    let text = series(#""2026-03-03T09:00:00":{},"2026-03-09T09:00:00":{}"#)
    let (document, series) = try read(text)
    #expect(series.overrides.isEmpty && document.diagnostics.isEmpty)
    #expect(!document.text.contains("RECURRENCE-ID"))
    #expect(try plainJSON(document.jsCalendar()) == plainJSON(text))
  }

  @Test("Items read are never longer than the limits for their iCalendar allow")
  func lines() throws {
    var limits = ICSLimits.standard
    limits.properties = 100
    let options = ICSOptions(limits: limits, uids: .seeded(1))
    let entries = [
      "alerts": #"{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"}}"#,
      "links": #"{"@type":"Link","href":"https://x.example"}"#,
      "locations": #"{"@type":"Location","name":"n"}"#,
      "participants": #"{"@type":"Participant","name":"n"}"#,
      "virtualLocations": #"{"@type":"VirtualLocation","uri":"https://x.example"}"#,
    ]
    for (number, (name, entry)) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
      func isRead(_ count: Int) throws -> Bool {
        let map = (0..<count).map { "\"k\($0)\":\(entry)" }.joined(separator: ",")
        let text =
          "{\"@type\":\"Event\",\"uid\":\"u\",\"start\":\"2026-01-01T09:00:00\",\"\(name)\":{\(map)}}"
        let document = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
        let isRead = document.calendars[0].count == 1
        #expect(document.diagnostics.map(\.code) == (isRead ? [] : [.tooManyProperties]), "\(name) \(count)")
        let again = try ICSDocument(parsing: document.text, options: options)
        #expect(again.calendars[0].count == document.calendars[0].count, "\(name) \(count)")
        #expect(again.diagnostics.filter { $0.code == .tooManyProperties } == [], "\(name) \(count)")
        return isRead
      }
      // The numbers on both sides of the limit, and others near and far.
      var (readable, unreadable) = (10, 100)
      while unreadable - readable > 1 {
        let middle = (readable + unreadable) / 2
        if try isRead(middle) { readable = middle } else { unreadable = middle }
      }
      for count in sample(1...100, oneIn: 4, seed: UInt64(number)) {
        #expect(try isRead(count) == (count <= readable), "\(name) \(count)")
      }
      #expect(try isRead(10) && !isRead(100), "\(name)")
    }
  }
}
