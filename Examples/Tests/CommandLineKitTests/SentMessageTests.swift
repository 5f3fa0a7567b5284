import CommandLineKit
import Foundation
import Testing

extension MessageTests {
  @Test(
    "clients and members are invited, and informed of changes, each by a message without the others' names")
  func changes() throws {
    let (own, gym) = (folder.path("gym.ics"), "gym@example.org")
    func almanac(_ arguments: String...) throws {
      let run = try AlmanacRun(arguments + ["-c", own, "--now", now])
      #expect(run.status == .done, "\(run.errors)")
    }
    /// The methods and recipients of the messages about some changes.
    func messages(_ changes: () throws -> Void) throws -> [String] {
      let before = try folder.file("before.ics", folder.content("gym.ics"))
      try changes()
      let run = try AlmanacRun("messages", before, own, "--me", gym, "--now", now, "--format", "json")
      return try ReadJSON(run.output)["messages"].array.map { message in
        let people = message["to"].array.compactMap { $0.string }
        let text = message["text"].string ?? ""
        #expect(["ana", "eva", "bob"].count { text.contains("\($0)@example.org") } == 1, "\(text)")
        return "\(message["method"].string ?? "") \(people.joined(separator: " "))"
      }
    }
    try almanac(
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
      "--places", "2",
      "--organizer", gym)
    let (ana, eva, bob) = ("mailto:ana@example.org", "mailto:eva@example.org", "mailto:bob@example.org")
    let day = ["--on", "2026-03-02"]
    let invited = try messages {
      try almanac(
        "session", "book", "--coach", gym, "--client", "bob@example.org", "--at", "2026-03-03T10:00")
      for member in ["ana", "eva"] {
        try almanac("class", "book", "item-0", day[0], day[1], "--member", "\(member)@example.org")
      }
    }
    #expect(invited.sorted() == ["REQUEST \(ana)", "REQUEST \(bob)", "REQUEST \(eva)"])
    let moved = try messages {
      try almanac("session", "move", "item-1", "--at", "11:00")
      try almanac("class", "cancel", "item-0", day[0], day[1], "--member", "ana@example.org")
    }
    #expect(moved.sorted() == ["CANCEL \(ana)", "REQUEST \(bob)"])
    #expect(try messages { try almanac("session", "cancel", "item-1") } == ["CANCEL \(bob)"])
    #expect(try messages {}.isEmpty)
    #expect(try AlmanacRun("messages", own, own).status == .usage)
  }

  @Test(
    "the messages of an undone edit are later than those of the edit, and so is the calendar",
    arguments: ["own.ics", "own"])
  func undoneEdit(_ name: String) throws {
    if !name.hasSuffix(".ics") { try folder.makeFolder(name) }
    let own = folder.path(name)
    func almanac(_ arguments: String...) throws {
      let run = try AlmanacRun(arguments + ["-c", own, "--now", now])
      #expect(run.status == .done, "\(run.errors)")
    }
    func deliver(since before: String) throws {
      let run = try AlmanacRun("messages", before, own, "--me", "boss@example.org", "--now", now)
      #expect(run.status == .done && run.errors.isEmpty, "\(run.errors)")
      let received = try receive(folder.file("sent.ics", run.output), into: "ana.ics", me: "ana@example.org")
      #expect(received.status == .done, "\(received.errors)")
    }
    func state() throws -> String {
      try folder.file("before.ics", try AlmanacRun("export", "-c", own).output)
    }
    let empty = try folder.file("empty.ics", Sample.calendar(""))
    try almanac(
      "add", "event", "Weekly", "--at", "2026-03-10T10:00", "--for", "1h", "--repeat", "every week",
      "--organizer",
      "boss@example.org", "--attendee", "ana@example.org")
    try deliver(since: empty)
    for arguments in [
      "edit Weekly --on 2026-03-17 --at 14:00 --me boss@example.org", "undo",
      "edit Weekly --on 2026-03-17 --scope all --at 15:00 --me boss@example.org",
    ] {
      let before = try state()
      let words = arguments.split(separator: " ").map(String.init)
      #expect(try AlmanacRun(words + ["-c", own, "--now", now]).status == .done)
      try deliver(since: before)
      let shown = try ["ana.ics", name].map {
        try AlmanacRun("list", "--from", "2026-03-17", "--days", "1", "-c", folder.path($0), "--now", now)
          .lines
          .filter { $0.contains("Weekly") }.map { $0.prefix(20) }
      }
      #expect(shown[0] == shown[1], "\(arguments)")
    }
  }

  @Test("a calendar that cannot be changed keeps its SEQUENCE, which is reported")
  func unchangeable() throws {
    let invitation = try folder.content(URL(filePath: request(2)).lastPathComponent)
    let before = try folder.file("before.ics", invitation.replacing("METHOD:REQUEST\r\n", with: ""))
    let after = invitation.replacing("METHOD:REQUEST\r\n", with: "").replacing(
      "SEQUENCE:2", with: "SEQUENCE:1"
    )
    .replacing("T090000Z", with: "T100000Z")
    let run = try AlmanacRun("messages", before, "-", "--me", "boss@example.org", "--now", now, input: after)
    #expect(run.status == .done && run.output.contains("SEQUENCE:3\r\n"))
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("m: its SEQUENCE is lower than that of its messages") == true)
  }

  @Test("a class without an organizer sends no messages, and says so")
  func withoutOrganizer() throws {
    let own = folder.path("gym.ics")
    func almanac(_ arguments: String...) throws {
      #expect(try AlmanacRun(arguments + ["-c", own, "--now", now]).status == .done)
    }
    try almanac(
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
      "--places", "2")
    let before = try folder.file("before.ics", folder.content("gym.ics"))
    try almanac("class", "book", "item-0", "--on", "2026-03-02", "--member", "ana@example.org")
    let run = try AlmanacRun("messages", before, own, "--me", "gym@example.org", "--now", now)
    #expect(run.status == .done && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains("Yoga: no organizer, so its members get no messages") == true)
  }
}
