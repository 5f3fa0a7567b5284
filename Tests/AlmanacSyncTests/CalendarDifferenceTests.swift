import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Foundation
import Testing

@Suite("Differences of calendars")
struct CalendarDifferenceTests {
  private func difference(_ before: String, _ after: String) throws -> CalendarDifference {
    CalendarDifference(from: try calendar(before), to: try calendar(after))
  }

  @Test("equal calendars, DTSTAMP, and the order of lines and items are no difference")
  func equal() throws {
    let (one, another) = (event("a", "DTSTART:20260302", "SUMMARY:A"), event("b", "DTSTART:20260303"))
    let restamped = another.map { $0.hasPrefix("DTSTAMP") ? "DTSTAMP:20270101T000000Z" : $0 }
    #expect(try difference(file(one, another), file(restamped, one)).isEmpty)
    let reordered = meeting(["CATEGORIES:weekly,work"])
    #expect(try difference(meeting(), reordered).items.isEmpty)
  }

  @Test("nor is DTSTAMP of busy and of available time")
  func stampOfStatements() throws {
    func text(_ stamp: String, _ end: String) -> String {
      file(
        [
          "BEGIN:VFREEBUSY", "UID:f", "DTSTAMP:\(stamp)", "FREEBUSY:20260314T100000Z/\(end)", "END:VFREEBUSY",
        ],
        [
          "BEGIN:VAVAILABILITY", "UID:v", "DTSTAMP:\(stamp)", "BEGIN:AVAILABLE", "UID:w", "DTSTAMP:\(stamp)",
          "DTSTART:20260314T100000Z", "DURATION:\(end)", "END:AVAILABLE", "END:VAVAILABILITY",
        ])
    }
    let (one, other) = ("20260101T000000Z", "20270101T000000Z")
    #expect(try difference(text(one, "PT4H"), text(other, "PT4H")).isEmpty)
    #expect(
      try difference(text(one, "PT4H"), text(other, "PT5H")).properties.map(\.name)
        == ["VFREEBUSY", "VAVAILABILITY"])
  }

  @Test("items are added, removed and changed")
  func items() throws {
    let found = try difference(
      file(event("a", "DTSTART:20260302", "SUMMARY:A"), event("b", "DTSTART:20260302")),
      file(event("c", "DTSTART:20260302"), event("a", "DTSTART:20260302", "SUMMARY:Z")))
    #expect(found.items.map(\.id.uid) == ["a", "b", "c"])
    #expect(found.items.map { $0.before != nil } == [true, true, false])
    #expect(found.items.map { $0.after != nil } == [true, false, true])
  }

  @Test("a single value, members of sets and entries of lists are distinguished")
  func properties() throws {
    let before = meeting(["ATTENDEE;CN=Ana:mailto:ana@example.org", "ATTENDEE:mailto:bob@example.org"])
    let after = meeting([
      "SUMMARY:Retrospective", "CATEGORIES:work,monthly", "X-MOOD:tense",
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=Ana:MAILTO:Ana@example.org", "ATTENDEE:mailto:cleo@example.org",
    ])
    let changes = try #require(try difference(before, after).items.first).properties
    func change(_ name: String, _ key: String = "") -> PropertyChange? {
      changes.first { $0.name == name && $0.key == key }
    }
    #expect(change("SUMMARY")?.before == ["SUMMARY:Review"])
    #expect(change("SUMMARY")?.after == ["SUMMARY:Retrospective"])
    #expect(change("CATEGORIES", "weekly")?.after == [])
    #expect(change("CATEGORIES", "monthly")?.before == [])
    #expect(change("CATEGORIES", "work") == nil)
    #expect(change("ATTENDEE", "ana@example.org")?.before == ["ATTENDEE;CN=Ana:mailto:ana@example.org"])
    #expect(change("ATTENDEE", "bob@example.org")?.after == [])
    #expect(change("ATTENDEE", "cleo@example.org")?.before == [])
    #expect(changes.contains { $0.before == ["X-MOOD:calm"] && $0.after == ["X-MOOD:tense"] })
    #expect(changes.count == 7)
  }

  @Test("an override whose RECURRENCE-ID is written in another zone is the same one")
  func overrides() throws {
    let series = event(
      "s", "DTSTART;TZID=Europe/Madrid:20260302T090000", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:S")
    let local = event(
      "s", "RECURRENCE-ID;TZID=Europe/Madrid:20260304T090000",
      "DTSTART;TZID=Europe/Madrid:20260304T110000", "SUMMARY:S")
    let utc = event(
      "s", "RECURRENCE-ID:20260304T080000Z", "DTSTART;TZID=Europe/Madrid:20260304T110000",
      "SUMMARY:Other")
    let items = try difference(file(series, local), file(series, utc)).items
    #expect(items.count == 1)
    #expect(items.first?.properties.map(\.name) == ["SUMMARY"])
  }

  @Test("properties of the calendar itself")
  func header() throws {
    func named(_ name: String) -> String {
      file().replacingOccurrences(of: "VERSION:2.0\r\n", with: "VERSION:2.0\r\nNAME:\(name)\r\n")
    }
    let changes = try difference(named("Home"), named("Work")).properties
    #expect(changes.contains { $0.before == ["NAME:Home"] && $0.after == ["NAME:Work"] })
  }

  @Test("two states of an item have one digest exactly where they state the same")
  func versions() throws {
    func version(_ text: String) throws -> ItemVersion {
      ItemVersion(try #require(Array(try calendar(text).items).first))
    }
    let first = try version(meeting())
    #expect(try version(meeting(["DTSTAMP:20270101T000000Z"])).digest == first.digest)
    #expect(try version(meeting(["CATEGORIES:weekly,work"])).digest == first.digest)
    for line in ["SUMMARY:review", "X-MOOD:tense", "LOCATION;LANGUAGE=en:Room 1", "SEQUENCE:1"] {
      #expect(try version(meeting([line])).digest != first.digest, "\(line)")
    }
  }

  @Test("a parameter that the model has no place for is shown with the value of its property")
  func parameters() throws {
    let (before, after) = (meeting(), meeting(["SUMMARY;LANGUAGE=de:Review"]))
    let change = try #require(
      CalendarDifference(from: calendar(before), to: calendar(after)).items.first?.properties.first)
    #expect(
      change.name == "SUMMARY" && change.before.isEmpty && change.after == ["SUMMARY;LANGUAGE=de:Review"])
  }
}
