import CommandLineKit
import Foundation
import Testing

/// The calendars of classes and of members.
extension ClassTests {
  @Test("the instructor of the classes is in the published calendar, beside the participants")
  func organizer() throws {
    let published = try run("class", "calendar", "--organizer", "Gym <gym@example.org>")
    #expect(published.output.contains("METHOD:PUBLISH"))
    #expect(published.output.contains("ORGANIZER;CN=Gym:mailto:gym@example.org"))
    #expect(try run("class", "calendar", "--organizer", "nobody").status == .usage)
    _ = try run(
      "class", "add", "Judo", "--repeat", "every friday", "--at", "18:00", "--for", "1h", "--places", "5",
      "--organizer", "gym@example.org")
    let booked = try run("class", "book", "item-1", "--on", "2026-03-06", "--member", "eva@example.org")
    #expect(booked.status == .done)
    let events = try folder.content("gym.ics").components(separatedBy: "BEGIN:VEVENT")
    let taken = events.filter { $0.contains("ATTENDEE") }
    #expect(taken.count == 1 && taken.allSatisfy { $0.contains("ORGANIZER:mailto:gym@example.org") })
  }

  @Test("a member's calendar has the instructor and that the member attends, or neither")
  func organizerOfMember() throws {
    _ = try run(
      "class", "add", "Judo", "--repeat", "every friday", "--at", "18:00", "--for", "1h", "--places", "1",
      "--organizer", "Gym <gym@example.org>")
    for member in ["bob@example.org", "eva@example.org"] {
      _ = try run("class", "book", "item-1", "--on", "2026-03-06", "--member", member, "--waitlist")
    }
    _ = try book("eva@example.org")
    func lines(_ more: String...) throws -> [[String]] {
      let arguments = ["class", "calendar", "--member", "eva@example.org", "-c", path] + more
      let text = try AlmanacRun(arguments).output.replacing("\r\n ", with: "")
      return text.components(separatedBy: "BEGIN:VEVENT").dropFirst().map { event in
        event.components(separatedBy: "\r\n").filter {
          $0.hasPrefix("SUMMARY") || $0.hasPrefix("ORGANIZER") || $0.hasPrefix("ATTENDEE")
        }.sorted()
      }
    }
    // A class without an organizer has no attendees either.
    let own = try lines()
    #expect(own.count == 2 && own.contains(["SUMMARY:Yoga"]))
    let judo = try #require(own.first { $0.contains("SUMMARY:Judo") })
    #expect(judo.count == 3 && judo.contains("ORGANIZER;CN=Gym:mailto:gym@example.org"))
    #expect(judo[0].hasSuffix(":mailto:eva@example.org") && judo[0].contains("PARTSTAT=TENTATIVE"))
    let stated = try lines("--organizer", "club@example.org")
    #expect(stated.count == 2 && stated.allSatisfy { $0.count == 3 })
    #expect(stated.allSatisfy { $0.contains("ORGANIZER:mailto:club@example.org") })
    let yoga = try #require(stated.first { $0.contains("SUMMARY:Yoga") })
    #expect(yoga[0].contains("PARTSTAT=ACCEPTED"))
    // The published calendar names the organizers, but no members.
    let published = try run("class", "calendar").output
    #expect(published.contains("ORGANIZER;CN=Gym:mailto:gym@example.org") && !published.contains("ATTENDEE"))
  }

  @Test(
    "K1 a date has a title, a description, a colour and a category of its own, and a class two times on a day"
  )
  func ownDescription() throws {
    let changed = try run(
      "class", "change", "item-0", "--on", "2026-03-04", "--title", "Guest yoga", "--details", "Bring a mat",
      "--item-color", "gold", "--category", "Guest", "--yes")
    #expect(changed.status == .done, "\(changed.errors)")
    let text = try folder.content("gym.ics").replacing("\r\n ", with: "")
    for line in ["SUMMARY:Guest yoga", "DESCRIPTION:Bring a mat", "COLOR:gold", "CATEGORIES:Guest"] {
      #expect(text.contains(line + "\r\n"), "\(line)")
    }
    _ = try run("class", "book", "item-0", "--on", "2026-03-04", "--member", "ana@example.org")
    let own = try run("class", "calendar", "--member", "ana@example.org").output
    for line in ["SUMMARY:Guest yoga", "COLOR:gold", "CATEGORIES:Guest"] { #expect(own.contains(line)) }
    #expect(try run("class", "list", "--weekday", "wednesday").output.contains("Yoga"))
    _ = try run(
      "class", "add", "Zumba", "--rrule", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,18", "--at", "2026-03-02T09:00",
      "--for", "45m", "--places", "5")
    let monday = try ReadJSON(run("class", "list", "--weekday", "monday", "--format", "json").output)
    #expect(
      monday["classes"].array.filter { $0["title"].string == "Zumba" }.map { $0["time"].string } == [
        "09:00", "18:00",
      ])
  }

  @Test("the calendars of classes and of members have one text while the classes do not change")
  func stableText() throws {
    _ = try book("ana@example.org")
    for arguments in [["class", "calendar"], ["class", "calendar", "--member", "ana@example.org"]] {
      func text(_ now: String) throws -> String {
        try AlmanacRun(arguments + ["-c", path, "--now", now]).output
      }
      let first = try text("2026-02-24T10:00")
      #expect(first.contains("BEGIN:VEVENT") && first.contains("DTSTAMP:20260224T080000Z"))
      #expect(try text("2026-02-27T10:00") == first)
      _ = try run("class", "change", yoga, "--location", "Sala 3", "--yes", now: "2026-02-24T11:00")
      #expect(try text("2026-02-27T10:00").contains("DTSTAMP:20260224T100000Z"))
      _ = try run("undo", now: "2026-02-24T11:00")
    }
  }

  @Test("a calendar that has the booking of one member does not replace it by that of another")
  func twoMembers() throws {
    let family = folder.path("family.ics")
    var runs: [AlmanacRun] = []
    for member in ["ana", "bob"] {
      _ = try book("\(member)@example.org")
      let own = try run(
        "class", "calendar", "--member", "\(member)@example.org", "--organizer", "gym@example.org"
      ).output
      runs.append(try AlmanacRun("import", folder.file("\(member).ics", own), "-c", family))
    }
    #expect(runs.map(\.status) == [.done, .refused])
    #expect(
      runs[1].errors.first?.contains("booked_by_other: the calendar has the booking of ana@example.org")
        == true)
    let stored = try folder.content("family.ics").replacing("\r\n ", with: "")
    #expect(stored.contains("mailto:ana@example.org") && !stored.contains("mailto:bob@example.org"))
  }
}
