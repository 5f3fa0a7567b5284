import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

@Suite("Many zones that a document defines")
struct ManyZonesTests {
  /// A calendar with a zone of its own that changes twice a year from 1600 on, and an event in it.
  ///
  /// - Parameter start: The time of day of the changes.
  private func calendar(_ number: Int, changingAt start: CivilTime = .midnight) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//example//example//EN
    BEGIN:VTIMEZONE
    TZID:Zone \(number)
    BEGIN:STANDARD
    DTSTART:16000301T\(start.formatted(.basic))
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY
    END:STANDARD
    BEGIN:STANDARD
    DTSTART:16001001T\(start.formatted(.basic))
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:\(number)
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Zone \(number):20260702T090000
    SUMMARY:Event
    END:VEVENT
    END:VCALENDAR

    """
  }

  @Test("beyond a million changes of offset, zones are reported and their times read without a zone")
  func limit() throws {
    let count = 650
    let document = try ICSDocument(
      parsing: (0..<count).map { calendar($0, changingAt: try CivilTime($0 / 60, $0 % 60)) }.joined())
    let starts = starts(in: document)
    let (inZone, without) = (try Instant("2026-07-02T07:00:00Z"), try Instant("2026-07-02T09:00:00Z"))
    #expect(starts.count == count)
    let read = starts.prefix { $0 == inZone }.count
    #expect(read > 500 && read < count && starts[read...].allSatisfy { $0 == without })
    let reported = document.diagnostics.filter { $0.code == .unknownZone }
    #expect(reported.count == count - read)
  }

  @Test("zones of many names that change at the same times count once")
  func shared() throws {
    let document = try ICSDocument(parsing: (0..<650).map { calendar($0) }.joined())
    let start = try Instant("2026-07-02T07:00:00Z")
    #expect(starts(in: document) == Array(repeating: start, count: 650))
    #expect(document.diagnostics.isEmpty)
    let zones = document.calendars.flatMap { $0.items }.compactMap { $0.start?.zone }
    #expect(Set(zones.map { $0.name }).count == 650)
    #expect(zones.allSatisfy { $0.hasSameRules(as: zones[0]) })
  }

  private func starts(in document: ICSDocument) -> [Instant?] {
    document.calendars.flatMap { $0.items }.map { $0.start?.instant(in: .utc) }
  }
}
