import AlmanacEvents
import AlmanacICS
import AlmanacTime
import TestSupport
import Testing

@Suite("Lines of the calendar itself")
struct CalendarLineTests {
  private func exported(_ lines: [String]) throws -> (document: ICSDocument, lines: [Substring]) {
    let document = try ICSDocument(parsing: calendar(lines))
    let text = document.text(.normalized)
    let lines = text.split(separator: "\r\n")
    let again = try ICSDocument(parsing: text).text(.normalized)
    #expect(again.split(separator: "\r\n").sorted() == lines.sorted())
    return (document, lines)
  }

  @Test("What they say in parameters is written anew")
  func parameters() throws {
    let (document, lines) = try exported([
      "NAME;LANGUAGE=ca;X-A=1:Classes", "DESCRIPTION;ALTREP=\"cid:1\":What is on",
      "X-WR-CALNAME;VALUE=TEXT:Classes", "SOURCE;VALUE=URI;X-B=2:https://a.example/c.ics",
      "X-PUBLISHED-TTL;VALUE=DURATION:PT1H", "CATEGORIES;LANGUAGE=en:SPORT",
    ])
    #expect(lines.contains("NAME;LANGUAGE=ca;X-A=1:Classes"))
    #expect(lines.contains("DESCRIPTION;ALTREP=\"cid:1\":What is on"))
    #expect(lines.contains("X-WR-CALNAME;VALUE=TEXT:Classes"))
    #expect(lines.contains("SOURCE;VALUE=URI;X-B=2:https://a.example/c.ics"))
    #expect(lines.contains("X-PUBLISHED-TTL;VALUE=DURATION:PT1H"))
    #expect(lines.contains("CATEGORIES;LANGUAGE=en:SPORT"))
    var edited = document
    edited.calendars[0].name = "Courses"
    #expect(edited.text.contains("NAME;LANGUAGE=ca;X-A=1:Courses\r\n"))
  }

  @Test("A line that says nothing leaves the word to the next of its name")
  func empty() throws {
    let (document, lines) = try exported([
      "DESCRIPTION;X-A=1:", "DESCRIPTION;X-B=2:What is on", "X-WR-CALNAME:", "X-WR-CALNAME:Classes",
    ])
    #expect(document.calendars[0].details == "What is on")
    #expect(document.calendars[0].name == "Classes")
    #expect(lines.contains("DESCRIPTION;X-B=2:What is on"))
  }

  @Test("Nor does one that says nothing come before one that the calendar has besides its name")
  func emptyBesides() throws {
    let (document, lines) = try exported(["X-WR-CALNAME:Old", "X-WR-CALNAME:", "NAME:New"])
    #expect(document.calendars[0].name == "New")
    #expect(lines.filter { $0.contains("NAME") } == ["X-WR-CALNAME:Old", "NAME:New"])
  }

  @Test(
    "Where a program's own lines say more than the calendar's name, all of them are kept, the first one first"
  )
  func again() throws {
    let (document, lines) = try exported(["X-WR-CALNAME:One", "X-WR-CALNAME:One", "X-WR-CALNAME:Two"])
    #expect(
      lines.filter { $0.contains("NAME") } == [
        "X-WR-CALNAME:One", "X-WR-CALNAME:One", "X-WR-CALNAME:Two", "NAME:One",
      ])
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(again.text(.normalized) == document.text(.normalized))
  }

  @Test(
    "Repeated properties, in any order, are written the same when they are read again",
    arguments: [
      ("NAME:", "X-WR-CALNAME:", ["A", "B", ""]), ("DESCRIPTION:", "X-WR-CALDESC:", ["A", "B", ""]),
      ("REFRESH-INTERVAL;VALUE=DURATION:", "X-PUBLISHED-TTL:", ["PT1H", "PT2H", "soon"]),
      ("COLOR:", "X-APPLE-CALENDAR-COLOR:", ["#112233", "steelblue", ""]),
      ("X-WR-TIMEZONE:", "X-WR-TIMEZONE;X-A=1:", ["Europe/Madrid", "US/Pacific", "Nowhere"]),
    ])
  func everyOrder(_ one: String, _ other: String, _ values: [String]) throws {
    let choices = [one, other].flatMap { name in values.map { name + $0 } }
    var sequences: [[String]] = [[]]
    for length in 0..<3 {
      sequences += sequences.filter { $0.count == length }.flatMap { lines in choices.map { lines + [$0] } }
    }
    for lines in sample(sequences, oneIn: 4) {
      let document = try ICSDocument(parsing: calendar(lines))
      let text = document.text(.normalized)
      let again = try ICSDocument(parsing: text)
      #expect(
        again.text(.normalized).split(separator: "\r\n").sorted() == text.split(separator: "\r\n").sorted(),
        "\(lines)")
      let (before, after) = (document.calendars[0], again.calendars[0])
      #expect(
        before.name == after.name && before.details == after.details && before.color == after.color,
        "\(lines)")
      #expect(before.refreshInterval == after.refreshInterval && before.zone == after.zone, "\(lines)")
    }
  }

  @Test(
    "A second description is preserved when the first changes, also one with the same text",
    arguments: ["x", "y"])
  func secondDescription(text: String) throws {
    var document = try ICSDocument(parsing: calendar(["DESCRIPTION:x", "DESCRIPTION:\(text)"]))
    let before = document.calendars[0].unmodelled.properties
    document.calendars[0].details = "z"
    let again = try ICSDocument(parsing: document.text).calendars[0]
    #expect(again.details == "z" && before.map(\.value) == [text])
    #expect(again.unmodelled.properties == before)
  }

  @Test("An invalid time is not written beside the valid one")
  func lastModified() throws {
    let (document, lines) = try exported(["LAST-MODIFIED:soon", "LAST-MODIFIED:20260101T000000Z"])
    #expect(lines.filter { $0.hasPrefix("LAST-MODIFIED") } == ["LAST-MODIFIED:20260101T000000Z"])
    #expect(document.codes.contains("bad_time"))
  }

  @Test("A second zone or colour does not take the place of the first")
  func twice() throws {
    let zones = ["X-WR-TIMEZONE:Europe/Madrid", "X-WR-TIMEZONE;VALUE=TEXT:US/Pacific"]
    let zoned = try exported(zones)
    #expect(zoned.document.calendars[0].zone?.name == "Europe/Madrid")
    #expect(zoned.lines.filter { $0.hasPrefix("X-WR-TIMEZONE") } == zones.map { Substring($0) })
    let colors = ["X-APPLE-CALENDAR-COLOR:#123456", "X-APPLE-CALENDAR-COLOR:#ABCDEF"]
    let colored = try exported(colors)
    let again = try ICSDocument(parsing: colored.document.text(.normalized))
    #expect(again.calendars[0].color == colored.document.calendars[0].color)
    #expect(colored.lines.filter { $0.hasPrefix("X-APPLE") }.map { $0.uppercased() } == colors)
  }
}

@Suite("Lines of a calendar that say nothing")
struct EmptyCalendarLineTests {
  @Test(
    "Their parameters are not those of the next line of the name",
    arguments: ["URL", "SOURCE", "METHOD", "UID"])
  func parameters(property: String) throws {
    let document = try ICSDocument(parsing: calendar(["\(property);X-A=1:", "\(property);X-A=2:PUBLISH"]))
    let lines = document.text(.normalized).split(separator: "\r\n").filter { $0.hasPrefix(property) }
    #expect(lines.count == 1 && lines[0].hasSuffix("X-A=2:PUBLISH") && !lines[0].contains("X-A=1"))
  }
}
