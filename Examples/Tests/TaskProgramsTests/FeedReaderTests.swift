import Almanac
import AlmanacICS
import AlmanacSync
import Foundation
import Testing

/// A subscription: the bytes of a URL, what they have next week, and their later states.
private struct FeedReader {
  let url: URL
  private(set) var calendar = EventCalendar()
  private(set) var record = FeedRecord()
  private(set) var problems: [String] = []

  init(_ url: URL) { self.url = url }

  /// Reads the feed; a state that would delete most of what came from it is left for the reader to confirm.
  mutating func refresh(now: Instant) throws -> FeedRefresh {
    let document = try ICSDocument(parsing: try Data(contentsOf: url))
    problems = document.diagnostics.map(\.description)
    let refresh = FeedRefresh(of: document, record: record, in: calendar)
    if !refresh.needsConsent { try calendar.apply(refresh, recordedIn: &record, at: now) }
    return refresh
  }

  func nextWeek(after today: CivilDate, in zone: Zone) throws -> [String] {
    let monday = today.startOfWeek(from: .monday).adding(days: 7)
    let week = QueryWindow(days: monday..<monday.adding(days: 7), in: zone).range
    return try calendar.occurrences(in: week, viewer: zone).map {
      "\($0.start.local.date) \($0.item.summary)"
    }
  }
}

private func feed(_ events: [String]) -> Data {
  let lines =
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Feed//EN"] + events + ["END:VCALENDAR", ""]
  return Data(lines.joined(separator: "\r\n").utf8)
}

private func event(_ uid: String, _ summary: String, _ start: String, _ more: String...) -> String {
  (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260301T000000Z", "DTSTART\(start)", "SUMMARY:\(summary)"] + more
    + ["END:VEVENT"]).joined(separator: "\r\n")
}

@Test("A feed: its diagnostics, next week, and what is gone after a refresh")
func feedReader() throws {
  let madrid = try Zone("Europe/Madrid")
  let now = try Instant("2026-03-04T10:00:00Z")  // a Wednesday
  let today = now.in(madrid).local.date
  let url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).ics")
  defer { try? FileManager.default.removeItem(at: url) }
  let talk = event("talk", "Talk", ";TZID=Europe/Madrid:20260310T180000", "DURATION:PT1H")
  let choir = event("choir", "Choir", ";VALUE=DATE:20260304", "RRULE:FREQ=WEEKLY")
  let broken = event("bad", "Broken", ":tomorrow")
  try feed([talk, choir, broken]).write(to: url)

  var reader = FeedReader(url)
  let first = try reader.refresh(now: now)
  #expect(first.imports.map(\.summary) == ["Talk", "Choir"])
  // The line that is no time, and the event that it leaves without a start.
  #expect(reader.problems.count == 2)
  #expect(reader.problems.allSatisfy { $0.contains("bad") })
  #expect(try reader.nextWeek(after: today, in: madrid) == ["2026-03-10 Talk", "2026-03-11 Choir"])

  // The talk is gone, the choir has another name.
  try feed([choir.replacingOccurrences(of: "SUMMARY:Choir", with: "SUMMARY:Great choir"), broken]).write(
    to: url)
  let second = try reader.refresh(now: now)
  #expect(second.deletions.map(\.uid) == ["talk"])
  #expect(try reader.nextWeek(after: today, in: madrid) == ["2026-03-11 Great choir"])

  // A download that was cut off deletes nothing.
  try feed([choir, talk]).prefix(150).write(to: url)
  let third = try reader.refresh(now: now)
  #expect(third.needsConsent)
  #expect(third.deletions.isEmpty)
  #expect(reader.calendar.events.count == 1)
}
