import CommandLineKit
import Foundation
import Testing

@Suite("Where new items are kept")
struct KeepingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func add(_ name: String, _ arguments: String..., variables: [String: String] = [:]) throws
    -> AlmanacRun
  {
    try AlmanacRun(
      ["add", "event", name, "--at", "2026-03-05T10:00"] + arguments,
      variables: variables.merging(["TZ": "Europe/Madrid"]) { one, _ in one })
  }

  @Test("a file keeps unmodelled content, byte for byte")
  func keepsForeign() throws {
    let foreign = "BEGIN:X-THING\r\nX-A;B=\"c\":d\r\nEND:X-THING\r\n"
    let before = Sample.course.replacing("END:VCALENDAR", with: foreign + "END:VCALENDAR")
      .replacing("SUMMARY:Essay", with: "X-ODD;P=1:long\r\n  line\r\nSUMMARY:Essay")
    let path = try folder.file("calendar.ics", before)
    #expect(try add("New", "-c", path).status == .done)
    let after = try folder.content("calendar.ics")
    #expect(after.contains("SUMMARY:New"))
    #expect(without(["BEGIN:VTIMEZONE", "BEGIN:VEVENT\r\nUID:item-0"], after) == before)
  }

  /// A text without the components that begin like this.
  private func without(_ beginnings: [String], _ text: String) -> String {
    var text = text
    for beginning in beginnings {
      let name = beginning.dropFirst("BEGIN:".count).prefix { $0.isLetter }
      guard let start = text.range(of: beginning),
        let end = text.range(of: "END:\(name)\r\n", range: start.upperBound..<text.endIndex)
      else { continue }
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return text
  }

  @Test("a folder gets a file an item, beside the existing ones")
  func vdir() throws {
    let other = Sample.calendar(Sample.event("a", ";VALUE=DATE:20260303", "a"))
    _ = try folder.file("a.ics", other)
    _ = try folder.file("displayname", "Work\n")
    #expect(try add("New", "-c", folder.path).status == .done)
    #expect(try add("Newer", "-c", folder.path, "--in", "Work").status == .done)
    #expect(try folder.names == [".almanac-undo", "a.ics", "displayname", "item-0.ics", "item-1.ics"])
    #expect(try folder.content("a.ics") == other)
    #expect(try folder.content("item-1.ics").contains("SUMMARY:Newer"))
  }

  @Test("with several folders the named one is used")
  func collections() throws {
    for name in ["home", "work"] {
      try folder.makeFolder(name)
      _ = try folder.file("\(name)/displayname", name.capitalized)
    }
    #expect(try add("New", "-c", folder.path, "--in", "Work").status == .done)
    #expect(try folder.content("work/item-0.ics").contains("SUMMARY:New"))
    #expect(try add("New", "-c", folder.path, "--in", "Play").status == .usage)
  }

  @Test("the default place is made by the first write")
  func defaultPlace() throws {
    #expect(try add("New", variables: ["XDG_DATA_HOME": folder.path("data")]).status == .done)
    #expect(try folder.content("data/almanac/item-0.ics").contains("SUMMARY:New"))
  }

  @Test("an item that is added ends its lines as the file does")
  func lineEndings() throws {
    let path = try folder.file("calendar.ics", Sample.course.replacing("\r\n", with: "\n"))
    #expect(try add("New", "-c", path).status == .done)
    let content = try folder.content("calendar.ics")
    #expect(content.contains("\nSUMMARY:New\n") && !content.unicodeScalars.contains("\r"))
  }

  @Test("an empty file is a calendar without items")
  func emptyFile() throws {
    let path = try folder.file("calendar.ics", "")
    #expect(try add("New", "-c", path).status == .done)
    #expect(try folder.content("calendar.ics").contains("SUMMARY:New"))
  }

  @Test("files that are not calendars, or cannot be written, are unchanged")
  func cannotWrite() throws {
    let path = try folder.file("calendar.ics", "no calendar\n")
    #expect(try add("New", "-c", path).status == .badData)
    #expect(try folder.content("calendar.ics") == "no calendar\n")
    #expect(try add("New", "-c", folder.path("none/calendar.ics")).status == .cannotWrite)
    #expect(try add("New", "-c", "-").status == .usage)
    #expect(try folder.names == ["calendar.ics"])
  }

  @Test("an event and a to-do of one UID are both shown, imported and changed, each separately")
  func kindsOfOneUID() throws {
    let todo = Sample.event("a", ";VALUE=DATE:20260303", "Essay").replacing("VEVENT", with: "VTODO")
    let both = Sample.calendar(Sample.event("a", ";VALUE=DATE:20260302", "Exam") + "\n" + todo)
    let source = try folder.file("both.ics", both)
    for own in ["own.ics", "own"] {
      if own == "own" { try folder.makeFolder(own) }
      let path = folder.path(own)
      for outcome in ["added", "unchanged"] {
        let run = try AlmanacRun("import", source, "-c", path, "--format", "json")
        #expect(
          try ReadJSON(run.output)["imported"].array.map { $0["outcome"].string } == [outcome, outcome])
      }
      #expect(try AlmanacRun("done", "a", "-c", path).status == .done)
      let doubtful = try AlmanacRun("edit", "a", "-c", path, "--title", "Oral exam")
      #expect(doubtful.errors.first?.contains("ambiguous") == true && doubtful.status == .refused)
      #expect(
        try AlmanacRun("edit", "a", "--kind", "event", "-c", path, "--title", "Oral exam").status == .done)
      let run = try AlmanacRun("show", "a", "-c", path)
      #expect(run.output.contains("Oral exam") && run.output.contains("Essay"))
      let list = try AlmanacRun("list", "-c", path, "--today", "2026-03-01", "--format", "json")
      #expect(try ReadJSON(list.output)["items"].array.map { $0["summary"].string } == ["Oral exam"])
    }
  }

  @Test("a new file has the properties of the imported calendar, but not its METHOD")
  func importingIntoNothing() throws {
    let own = [
      "NAME;LANGUAGE=de:Kurse", "X-WR-TIMEZONE:Europe/Berlin", "REFRESH-INTERVAL;VALUE=DURATION:P1D",
      "SOURCE;VALUE=URI:https://a.example/c.ics", "CATEGORIES:Study", "X-OTHER:kept",
    ]
    let event = "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nDTSTART:20260302T090000\nEND:VEVENT"
    let source = try folder.file(
      "course.ics", Sample.calendar("METHOD:PUBLISH\n" + own.joined(separator: "\n") + "\n" + event))
    #expect(try AlmanacRun("import", source, "-c", folder.path("new.ics")).status == .done)
    let lines = try folder.content("new.ics").split(whereSeparator: \.isNewline).map(String.init)
    for line in own { #expect(lines.contains(line)) }
    #expect(!lines.contains { $0.hasPrefix("METHOD") })
  }

  @Test("items of an imported file are added, replaced, or left")
  func importing() throws {
    let source = try folder.file("course.ics", Sample.course)
    let path = folder.path("own.ics")
    func outcomes(_ file: String) throws -> [String] {
      let run = try AlmanacRun("import", file, "-c", path, "--format", "json")
      #expect(run.status == .done)
      return try ReadJSON(run.output)["imported"].array.compactMap { $0["outcome"].string }
    }
    #expect(try outcomes(source) == ["added", "added", "added", "added"])
    #expect(try outcomes(source) == ["unchanged", "unchanged", "unchanged", "unchanged"])
    let changed = try folder.file("changed.ics", Sample.course.replacing("Aula 3", with: "Aula 4"))
    #expect(try outcomes(changed) == ["replaced", "unchanged", "unchanged", "unchanged"])
    #expect(try folder.content("own.ics").contains("LOCATION:Aula 4"))
    // Only one changed instance: the series and its other instance stay.
    let instance = try folder.file(
      "instance.ics",
      Sample.calendar(
        "BEGIN:VEVENT\nUID:algebra@example.com\nDTSTAMP:20260101T000000Z\n"
          + "RECURRENCE-ID;TZID=Europe/Madrid:20260316T090000\nDTSTART;TZID=Europe/Madrid:20260316T110000\n"
          + "SUMMARY:Later\nEND:VEVENT"))
    #expect(try outcomes(instance) == ["replaced"])
    let list = try AlmanacRun("list", "-c", path, "--from", "2026-03-02", "--until", "2026-03-17")
    for text in ["Àlgebra", "Àlgebra (moved)", "Later"] { #expect(list.output.contains(text)) }
    #expect(try outcomes(instance) == ["unchanged"])
  }

  /// A meeting as RFC 5546 sends it.
  private func meeting(_ lines: String, title: String = "Meeting", method: String = "") -> String {
    Sample.calendar(
      (method.isEmpty ? "" : "METHOD:\(method)\n") + "BEGIN:VEVENT\nUID:m\nDTSTART:20260303T090000Z\n"
        + "ORGANIZER:mailto:boss@example.org\nATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org\n"
        + "SUMMARY:\(title)\n\(lines)\nEND:VEVENT")
  }

  @Test(
    "messages about an item are refused with advice, and change nothing",
    arguments: ["REPLY", "COUNTER", "ADD", "CANCEL", "REFRESH", "DECLINECOUNTER", "X-OTHER"])
  func messages(method: String) throws {
    let own = try folder.file("own.ics", meeting("DTSTAMP:20260101T000000Z\nLOCATION:Room 1"))
    let before = try folder.content("own.ics")
    let message = try folder.file(
      "message.ics", meeting("DTSTAMP:20260201T000000Z\nSEQUENCE:1", title: "Reply", method: method))
    let run = try AlmanacRun("import", message, "-c", own, "--format", "json")
    #expect(run.status == .refused)
    let refused = try ReadJSON(run.output)["refused"].array
    #expect(refused.map { $0["code"].string } == ["message"] && refused.first?["uid"].string == "m")
    #expect(run.errors.count == 1 && run.errors.first?.contains("METHOD:\(method)") == true)
    #expect(try folder.content("own.ics") == before)
  }

  /// RFC 5546 §2.1.5: the higher SEQUENCE holds, then the later DTSTAMP.
  @Test(
    "a later state replaces an earlier one, an equal one only if it is not a message",
    arguments: [
      ("SEQUENCE:1\nDTSTAMP:20260301T000000Z", "older"), ("SEQUENCE:2\nDTSTAMP:20260101T000000Z", "older"),
      ("SEQUENCE:2\nDTSTAMP:20260201T000000Z", "replaced"),
      ("SEQUENCE:2\nDTSTAMP:20260301T000000Z", "replaced"),
      ("SEQUENCE:3\nDTSTAMP:20250101T000000Z", "replaced"),
    ])
  func precedence(lines: String, outcome: String) throws {
    for method in ["", "REQUEST", "PUBLISH"] {
      let own = try folder.file(
        "own.ics", meeting("SEQUENCE:2\nDTSTAMP:20260201T000000Z\nSTATUS:CANCELLED", title: "Cancelled"))
      let source = try folder.file("source.ics", meeting(lines, title: "Source", method: method))
      let run = try AlmanacRun("import", source, "-c", own, "--format", "json")
      #expect(run.status == .done)
      let isRepeated = !method.isEmpty && lines == "SEQUENCE:2\nDTSTAMP:20260201T000000Z"
      let expected = isRepeated ? "edited_here" : outcome
      #expect(try ReadJSON(run.output)["imported"].array.map { $0["outcome"].string } == [expected])
      let isKept = try folder.content("own.ics").contains("STATUS:CANCELLED")
      #expect(isKept == (expected != "replaced"))
    }
  }

  @Test(
    "a feed without DTSTAMP is imported anew each time, also in place of one with that of 1970",
    arguments: [
      "", "DTSTAMP:19700101T000000Z\n",
    ])
  func withoutStamps(stamp: String) throws {
    let own = folder.path("own.ics")
    for title in ["One", "Two", "Three"] {
      let line = title == "Two" ? stamp : ""
      let feed = try folder.file("feed.ics", meeting(line + "LOCATION:x", title: title))
      #expect(try AlmanacRun("import", feed, "-c", own).status == .done)
      #expect(try folder.content("own.ics").contains("SUMMARY:\(title)"))
    }
  }

  private func series(_ sequence: Int, _ stamp: String, _ more: String = "", override: String = "") -> String
  {
    let head = "UID:s\nSEQUENCE:\(sequence)\nDTSTAMP:\(stamp)\nSUMMARY:S\(sequence)\n"
    let main = "BEGIN:VEVENT\n\(head)DTSTART:20260302T090000Z\nRRULE:FREQ=DAILY;COUNT=5\n\(more)END:VEVENT\n"
    let changed =
      "BEGIN:VEVENT\n\(head)RECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T110000Z\nEND:VEVENT\n"
    return Sample.calendar((override == "alone" ? "" : main) + (override.isEmpty ? "" : changed))
  }

  @Test(
    "an earlier SEQUENCE brings back nothing by its overrides, whenever it was exported; a later one removes them"
  )
  func precedenceOfOverrides() throws {
    let own = try folder.file("own.ics", series(2, "20260201T000000Z", "STATUS:CANCELLED\n"))
    for override in ["with", "alone"] {
      let old = try folder.file("old.ics", series(1, "20260301T000000Z", override: override))
      let run = try AlmanacRun("import", old, "-c", own, "--format", "json")
      #expect(try ReadJSON(run.output)["imported"].array.map { $0["outcome"].string } == ["older"])
      #expect(try folder.content("own.ics").contains("RECURRENCE-ID") == false)
    }
    let both = try folder.file("both.ics", series(1, "20260301T000000Z", override: "with"))
    let new = try folder.file("new.ics", series(2, "20260201T000000Z"))
    #expect(try AlmanacRun("import", new, "-c", both).status == .done)
    #expect(try folder.content("both.ics").contains("RECURRENCE-ID") == false)
  }

  @Test("an instance that was changed after the state of the file is preserved when that is imported again")
  func laterInstances() throws {
    let source = try folder.file("course.ics", Sample.course)
    let own = folder.path("own.ics")
    #expect(try AlmanacRun("import", source, "-c", own).status == .done)
    #expect(
      try AlmanacRun(
        "edit", "algebra@example.com", "--on", "2026-03-16", "--location", "Aula 9", "-c", own, "--now",
        "2026-03-02T08:00"
      ).status == .done)
    let before = try folder.content("own.ics")
    let again = try AlmanacRun("import", source, "-c", own, "--format", "json")
    #expect(
      try ReadJSON(again.output)["imported"].array.map { $0["outcome"].string }
        == ["unchanged", "unchanged", "unchanged", "unchanged"])
    #expect(try folder.content("own.ics") == before)
  }

  @Test("an exported calendar is the same; bounds select the occurrences between them")
  func exporting() throws {
    let source = try folder.file("course.ics", Sample.course)
    let target = folder.path("out.ics")
    #expect(try AlmanacRun("export", "-c", source, "-o", target).status == .done)
    let list = { path in
      try AlmanacRun(["list", "-c", path, "--format", "json", "--from", "2026-01-01", "--days", "365"]).output
    }
    #expect(try list(source) == list(target))
    let part = try AlmanacRun("export", "-c", source, "--from", "2026-03-09", "--until", "2026-03-10")
    let uids = part.output.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(uids == ["UID:algebra@example.com", "UID:algebra@example.com"])
  }

  @Test("items without DTSTAMP get the time of the export")
  func stamps() throws {
    let parts = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"].map {
      "BEGIN:\($0)\nUID:\($0)\nDTSTART:20260303T090000Z\nEND:\($0)"
    }
    let source = try folder.file("source.ics", Sample.calendar(parts.joined(separator: "\n")))
    for command in [["export", "-c", source], ["convert", source, "-"]] {
      let run = try AlmanacRun(command + ["--now", "2026-03-01T09:00"])
      let stamps = run.output.components(separatedBy: "\r\n").filter { $0.hasPrefix("DTSTAMP") }
      #expect(stamps == Array(repeating: "DTSTAMP:20260301T080000Z", count: 4))
    }
  }

  @Test("with bounds an export has the free/busy time between them")
  func exportingBusyTime() throws {
    let statement = { (uid: String, times: String) -> String in
      "BEGIN:VFREEBUSY\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(times)\nEND:VFREEBUSY\n"
    }
    let source = try folder.file(
      "busy.ics",
      Sample.calendar(
        statement("march", "DTSTART:20260301T000000Z\nDTEND:20260401T000000Z")
          + statement("april", "FREEBUSY:20260410T080000Z/PT1H") + statement("any", "COMMENT:x")))
    for (from, expected) in [("2026-03-05", ["march", "any"]), ("2026-04-02", ["april", "any"])] {
      let part = try AlmanacRun("export", "-c", source, "--from", from, "--days", "20")
      let uids = part.output.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
      #expect(uids == expected.map { "UID:" + $0 })
    }
  }
}
