import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Edits of lists")
struct ListEditTests {
  /// The lines of a document with an event that repeats daily at nine UTC from 1 March 2026, after an edit of it.
  private func edited(_ lines: [String], _ edit: (inout Event) -> Void) throws -> [String] {
    let text = calendar(
      ["BEGIN:VEVENT", "UID:q", "DTSTAMP:20260101T000000Z", "DTSTART:20260301T090000Z", "RRULE:FREQ=DAILY"]
        + lines + ["END:VEVENT"])
    var document = try ICSDocument(parsing: text)
    var event = try #require(try document.onlyItem().event)
    edit(&event)
    try document.calendars[0].update(event, at: nil)
    #expect(try ICSDocument(parsing: document.text).onlyItem().recurrence == event.recurrence)
    let all = document.text.split(separator: "\r\n").map(String.init)
    let rule = try #require(all.firstIndex { $0.hasPrefix("RRULE") })
    return Array(all[(rule + 1)...].prefix { $0 != "SEQUENCE:1" && $0 != "END:VEVENT" })
  }

  private func day(_ day: Int) throws -> EventTime {
    .utc(try Instant("2026-03-0\(day)T09:00:00Z"))
  }

  @Test("An added exception goes to the last line if it has its form; everything else is unchanged")
  func oneMore() throws {
    for (before, after) in [
      (["EXDATE:20260303T090000Z"], ["EXDATE:20260303T090000Z,20260306T090000Z"]),
      (
        ["EXDATE;X-WHY=holiday:20260303T090000Z", "X-BETWEEN:1", "EXDATE:20260304T090000Z"],
        ["EXDATE;X-WHY=holiday:20260303T090000Z", "X-BETWEEN:1", "EXDATE:20260304T090000Z,20260306T090000Z"]
      ),
      (
        ["exdate:20260304T090000Z", "EXDATE;X-WHY=holiday:20260303T090000Z", "X-BEHIND:1"],
        [
          "exdate:20260304T090000Z", "EXDATE;X-WHY=holiday:20260303T090000Z", "EXDATE:20260306T090000Z",
          "X-BEHIND:1",
        ]
      ),
      (
        ["EXDATE:20260303T090000Z", "EXDATE:never,20260304T090000Z"],
        ["EXDATE:20260303T090000Z", "EXDATE:never,20260304T090000Z", "EXDATE:20260306T090000Z"]
      ),
      (
        ["EXDATE:20260304T090000Z,2026-03-05 09:00:00Z"],
        ["EXDATE:20260304T090000Z,2026-03-05 09:00:00Z,20260306T090000Z"]
      ),
    ] {
      let more = try day(6)
      #expect(try edited(before) { $0.recurrence.exceptions.append(more) } == after)
    }
  }

  @Test("An exception that goes is taken out of its line, and a line without one goes")
  func oneLess() throws {
    for (before, after) in [
      (
        ["EXDATE;X-WHY=a:20260303T090000Z,20260304T090000Z", "EXDATE:never,20260305T090000Z"],
        ["EXDATE;X-WHY=a:20260303T090000Z", "EXDATE:never,20260305T090000Z"]
      ),
      (
        ["EXDATE:20260303T090000Z", "EXDATE:2026-03-04 09:00:00Z", "EXDATE:20260305T090000Z"],
        ["EXDATE:20260303T090000Z", "EXDATE:20260305T090000Z"]
      ),
      (["EXDATE:never,20260304T090000Z"], ["EXDATE:never"]),
      (["EXDATE;X-WHY=a:20260304T090000Z"], []),
    ] {
      let gone = try day(4)
      #expect(try edited(before) { $0.recurrence.exceptions.removeAll { $0 == gone } } == after)
    }
  }

  @Test("Parameters of dates move with their series")
  func moved() throws {
    let lines = [
      "EXDATE;X-WHY=ill:20260303T090000Z,20260304T090000Z", "EXDATE:20260305T090000Z",
      "RDATE;X-WHY=more:20260304T110000Z", "RDATE;VALUE=PERIOD;X-WHY=long:20260305T110000Z/PT1H",
      "RDATE;VALUE=PERIOD;X-WHY=end:20260306T110000Z/20260306T130000Z",
    ]
    let expected = [
      "EXDATE;X-WHY=ill:20260303T103000Z,20260304T103000Z", "EXDATE:20260305T103000Z",
      "RDATE;X-WHY=more:20260304T123000Z", "RDATE;VALUE=PERIOD;X-WHY=long:20260305T123000Z/PT1H",
      "RDATE;VALUE=PERIOD;X-WHY=end:20260306T123000Z/20260306T143000Z",
    ]
    func text(_ start: String, _ lines: [String]) -> String {
      calendar(
        ["BEGIN:VEVENT", "UID:q", "DTSTAMP:20260101T000000Z", "DTSTART:\(start)", "RRULE:FREQ=DAILY"] + lines
          + ["END:VEVENT"])
    }
    var document = try ICSDocument(parsing: text("20260301T090000Z", lines))
    let first = ItemID(uid: "q", recurrenceID: .utc(try Instant("2026-03-01T09:00:00Z")))
    try document.calendars[0].edit(first, scope: .all, at: nil) {
      $0.move(to: EventTime.utc(try! Instant("2026-03-01T10:30:00Z")))
    }
    #expect(document.text.replacing("SEQUENCE:1\r\n", with: "") == text("20260301T103000Z", expected))
  }

  @Test("Parameters stay with their dates when everything is written anew")
  func normalized() throws {
    let lines = ["EXDATE;X-WHY=holiday:20260303T090000Z", "EXDATE:20260304T090000Z,20260305T090000Z"]
    let dates = [
      "RDATE;X-WHY=b;VALUE=PERIOD:20260304T110000Z/PT1H", "RDATE;VALUE=PERIOD:20260305T110000Z/PT1H",
    ]
    let text = calendar(
      ["BEGIN:VEVENT", "UID:q", "DTSTAMP:20260101T000000Z", "DTSTART:20260301T090000Z", "RRULE:FREQ=DAILY"]
        + lines.reversed() + dates + ["END:VEVENT"])
    let written = try ICSDocument(parsing: text).text(.normalized).split(separator: "\r\n").map(String.init)
    for line in lines { #expect(written.contains(line)) }
    #expect(written.contains("RDATE;VALUE=PERIOD;X-WHY=b:20260304T110000Z/PT1H"))
    #expect(written.contains(dates[1]))
  }

  @Test("Written anew twice, repeated dates are in the same lines")
  func repeated() throws {
    let days = ["20260303", "20260304", "20260303", "20260305", "20260303"].map { "EXDATE;VALUE=DATE:" + $0 }
    let text = calendar(
      [
        "BEGIN:VEVENT", "UID:q", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260301",
        "RRULE:FREQ=DAILY",
      ]
        + days + ["EXDATE;X-WHY=a:20260303"] + days.reversed() + [
          "EXDATE;X-WHY=b:20260303,20260304", "END:VEVENT",
        ])
    let once = try ICSDocument(parsing: text).text(.normalized)
    #expect(try ICSDocument(parsing: once).text(.normalized) == once)
    let written = once.replacing("\r\n ", with: "").split(separator: "\r\n").filter { $0.hasPrefix("EXDATE") }
    #expect(
      written.prefix(2) == [
        "EXDATE;VALUE=DATE;X-WHY=a:20260303", "EXDATE;VALUE=DATE;X-WHY=b:20260304,20260303",
      ])
    #expect(written.count == 3)
  }

  @Test("Categories keep their lines and their order")
  func categories() throws {
    let lines = ["CATEGORIES;LANGUAGE=ca:Esport, Lleure", "CATEGORIES:one\\, two"]
    #expect(
      try edited(lines) { $0.categories.append("three") }
        == [lines[0], "CATEGORIES:one\\, two,three"])
    #expect(
      try edited(lines) { $0.categories.removeFirst() } == ["CATEGORIES;LANGUAGE=ca: Lleure", lines[1]])
    let plain = ["CATEGORIES:a,b", "CATEGORIES:c"]
    #expect(try edited(plain) { $0.categories.removeLast() } == ["CATEGORIES:a,b"])
    #expect(try edited(plain) { $0.categories = ["c", "a"] } == ["CATEGORIES:c,a"])
    #expect(try edited(plain) { $0.categories = [] } == [])
  }

  @Test(
    "A new exception is written with the TZID of its line, though another component has another for the zone")
  func ownTZID() throws {
    let text = calendar(
      [
        "BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=W. Europe Standard Time:20260302T090000", "END:VEVENT",
        "BEGIN:VEVENT", "UID:b", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Madrid:20260301T090000",
        "RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Berlin:20260303T090000", "END:VEVENT",
      ])
    var document = try ICSDocument(parsing: text)
    var event = try #require(document.calendars[0].items.first { $0.uid == "b" }?.event)
    let berlin = try Zone("Europe/Berlin")
    event.recurrence.exceptions.append(.zoned(try CivilDateTime("2026-03-04T09:00").in(berlin)))
    try document.calendars[0].update(event, at: nil)
    #expect(document.text.contains("\r\nEXDATE;TZID=Europe/Berlin:20260303T090000,20260304T090000\r\n"))
  }
}
