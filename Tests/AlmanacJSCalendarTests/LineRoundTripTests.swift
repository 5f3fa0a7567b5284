import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Testing

/// The content lines of the corpus after a passage through JSCalendar.
@Suite("Lines through JSCalendar and back")
struct LineRoundTripTests {
  private let options = ICSOptions(uids: .seeded(1))

  /// The lines that come back otherwise, marked with `-` as they were and with `+` as they are, each with the reason.
  private static let exceptions: [(pattern: String, reason: String)] = [
    (
      #"\+VCALENDAR: (UID|LAST-MODIFIED):.*"#,
      "a Group has a uid and a time of change (RFC 8984 §4.1.2, §4.1.6)"
    ),
    (#"\+VCALENDAR/.*: LAST-MODIFIED:.*"#, "an object has a time of change, that of DTSTAMP (§4.1.6)"),
    (#"[-+]VCALENDAR/VEVENT .*: (DTEND|DURATION)[:;].*"#, "an Event has a duration, and no end (§5.1.2)"),
    (
      #"[-+]VCALENDAR/VEVENT.*: X-DAMAGE:UID is missing"#,
      "an object has a uid (§4.1.2), by which lines are named here"
    ),
    (#"[-+]VCALENDAR/VEVENT UID:1: RDATE;VALUE=PERIOD.*:20260401T1[02]0000Z?/PT90M"#, Self.local),
    (#"[-+]VCALENDAR/VEVENT UID:sin-mixed-exceptions@.*: (EXDATE|RECURRENCE-ID).*"#, Self.local),
    (#"[-+]VCALENDAR/VEVENT UID:sin-mixed-exceptions@.* RECURRENCE-ID.*"#, Self.local),
    (#"[-+]VCALENDAR/.*: LINK;(VALUE=URI;)?LINKREL=SOURCE;.*"#, Self.typed),
    (#"[-+]VCALENDAR/.*: STRUCTURED-DATA;.*"#, Self.typed),
    (#"[-+]VCALENDAR/.*: (?i)x-lower;PAR=A:3"#, "names are in small letters in jCal (RFC 7265 §3.4)"),
  ]
  private static let local = "instances are named by the local time of their series (RFC 8984 §4.3.5)"
  private static let typed =
    "jCal states the type of each value, which is written first among the parameters (RFC 7265 §3.4)"

  @Test("Each component of the corpus round-trips with the same lines")
  func corpus() throws {
    let exceptions = try Self.exceptions.map { try Regex($0.pattern) }
    var unused = Set(exceptions.indices)
    for folder in ["Tests/AlmanacICSTests/Corpus", "Examples/Data"] {
      for file in try files(in: folder) {
        let document = try ICSDocument(parsing: file.bytes, options: options)
        let (before, after) = (ICSDocument(document.calendars), try passed(document))
        for line in changed(lines(of: before.text), lines(of: after.text)) {
          let known = try exceptions.firstIndex { try $0.wholeMatch(in: line) != nil }
          if let known { unused.remove(known) } else { Issue.record("\(file.name): \(line)") }
        }
        // The way there and back changes nothing the second time either.
        #expect(lines(of: try passed(after).text) == lines(of: after.text), "\(file.name)")
      }
    }
    #expect(unused.map { Self.exceptions[$0].reason } == [])
  }

  @Test("A calendar's lines round-trip with their parameters, also several of one name")
  func calendarLines() throws {
    let lines = [
      "NAME;LANGUAGE=en:Company", "NAME;LANGUAGE=de:Firma", "NAME:Company",
      "DESCRIPTION;LANGUAGE=en;ALTREP=\"cid:1\":Dates", "DESCRIPTION;LANGUAGE=de:Termine",
      "X-WR-CALNAME;X-A=1:Other", "X-WR-CALDESC:Dates", "CATEGORIES;LANGUAGE=en:A,B",
      "CATEGORIES;LANGUAGE=de:C", "REFRESH-INTERVAL;VALUE=DURATION;X-B=2:P1W",
      "X-WR-TIMEZONE;X-C=3:Europe/Madrid", "X-WR-TIMEZONE:US/Pacific", "COLOR;X-D=4:steelblue",
      "X-APPLE-CALENDAR-COLOR;X-E=5:#112233", "URL;X-F=6:https://example.org/",
      "SOURCE;VALUE=URI;X-G=7:https://example.org/a.ics",
      "IMAGE;VALUE=URI;DISPLAY=BADGE,THUMBNAIL;X-H=8:https://example.org/i.png", "X-UNKNOWN;X-I=9:1",
    ]
    let event = [
      "BEGIN:VEVENT", "UID:e", "DTSTAMP:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z",
      "DTSTART:20260302T090000Z", "END:VEVENT",
    ]
    for lines in [lines, lines.reversed()] + lines.map({ [$0] }) {
      let text = calendar(["UID:c", "LAST-MODIFIED:20260101T000000Z"] + lines + event)
      let document = try ICSDocument(parsing: text, options: options)
      let (before, after) = (ICSDocument(document.calendars), try passed(document))
      #expect(changed(self.lines(of: before.text), self.lines(of: after.text)) == [], "\(lines)")
    }
  }

  /// The document after the passage, written from the model as a new one is.
  private func passed(_ document: ICSDocument) throws -> ICSDocument {
    let json = document.jsCalendar(uids: .seeded(2))
    return ICSDocument(try JSCalendarDocument(parsing: Array(json.utf8), options: options).calendars)
  }

  /// The lines of only one text, marked with `-` if they are in the first and with `+` if they are in the second.
  private func changed(_ before: [String], _ after: [String]) -> [String] {
    func rest(_ lines: [String], without others: [String]) -> [String] {
      var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
      return lines.filter { line in
        let count = counts[line] ?? 0
        counts[line] = count - 1
        return count <= 0
      }
    }
    return rest(before, without: after).map { "-" + $0 } + rest(after, without: before).map { "+" + $0 }
  }

  /// The unfolded lines in order, each with the components around it. A component within an item is one line, because
  /// items may have several of one name.
  private func lines(of text: String) -> [String] {
    var (result, path, inner): ([String], [String], [String]) = ([], [], [])
    for line in text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init) {
      if line.hasPrefix("BEGIN:") { path.append(String(line.dropFirst(6))) }
      if path.count > 2 {
        inner.append(line)
      } else if path.count == 2, line.hasPrefix("UID:") || line.hasPrefix("RECURRENCE-ID") {
        path[1] += " " + line
      }
      if path.count <= 2 { result.append(path.joined(separator: "/") + ": " + line) }
      guard line.hasPrefix("END:") else { continue }
      path.removeLast()
      if path.count == 2 {
        result.append(path.joined(separator: "/") + ": " + inner.sorted().joined(separator: "|"))
        inner = []
      }
    }
    return result.sorted()
  }
}
