import CommandLineKit
import Testing

@Suite("session: series, live, afterwards")
struct SessionRecordTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sessions.ics")
  }

  private func run(_ arguments: String..., now: String = "2026-03-02T08:00") throws -> AlmanacRun {
    try AlmanacRun(["session"] + arguments + ["-c", path, "--now", now])
  }

  private func sessions() throws -> [ReadJSON] {
    try ReadJSON(try run("list", "--format", "json").output)["sessions"].array
  }

  @Test("a series is booked whole, or without the dates in conflict, which are named")
  func series() throws {
    #expect(
      try run("book", "--coach", "eva", "--client", "cyd", "--at", "2026-03-10T10:30").status == .done)
    let series = [
      "session", "book", "--coach", "eva", "--client", "bob", "--at", "2026-03-03T10:00", "--repeat",
      "every tuesday until 2026-03-17", "-c", path, "--now", "2026-03-02T08:00", "--format", "json",
    ]
    let refused = try AlmanacRun(series)
    #expect(refused.status == .refused)
    let conflict = try #require(try ReadJSON(refused.output)["refused"].array.first)
    #expect(conflict["code"].string == "conflict" && conflict["of"].string == "eva")
    #expect(conflict["conflict"]["start"].string == "2026-03-10T10:30:00+01:00")
    #expect(try sessions().count == 1)
    let skipped = try AlmanacRun(series + ["--skip"])
    #expect(skipped.status == .done)
    let dates = try ReadJSON(skipped.output)["dates"].array
    #expect(dates.map { $0["refused"].array.count } == [0, 1, 0])
    #expect(try sessions().count == 3)
  }

  @Test("begun and ended live, planned or not; planned and actual times are both shown")
  func live() throws {
    _ = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-02T10:00")
    #expect(try run("start", "item-0", now: "2026-03-02T10:05").status == .done)
    // Nobody has two sessions at the same time.
    #expect(try run("start", "--coach", "eva", "--client", "cyd", now: "2026-03-02T10:10").status == .refused)
    #expect(try run("complete", "item-0", now: "2026-03-02T10:50").status == .done)
    #expect(
      try run("start", "--coach", "eva", "--client", "cyd", now: "2026-03-02T11:00").lines == ["item-1"])
    #expect(try run("complete", "item-1", now: "2026-03-02T11:20").status == .done)
    let all = try sessions()
    #expect(all.compactMap { $0["state"].string } == ["completed", "completed"])
    #expect(all.first?["planned"].string?.prefix(16) == "2026-03-02T10:00")
    #expect(all.first?["started"].string?.prefix(16) == "2026-03-02T10:05")
    #expect(all.last?["planned"].string == nil && all.last?["ended"].string?.prefix(16) == "2026-03-02T11:20")
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test("R4 the start of a planned session is taken back")
  func abandoned() throws {
    let uid = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-02T10:00").lines[0]
    #expect(try run("abandon", uid).status == .refused)
    #expect(try run("start", uid, now: "2026-03-02T10:01").status == .done)
    #expect(try run("abandon", uid, now: "2026-03-02T10:05").status == .done)
    let session = try #require(try sessions().first)
    #expect(
      session["state"].string == "scheduled" && session["start"].string?.hasPrefix("2026-03-02T10:00") == true
    )
  }

  @Test("written down afterwards, planned or not")
  func afterwards() throws {
    _ = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-02T10:00")
    let done = try run("complete", "item-0", "--from", "10:10", "--until", "10:40", now: "2026-03-02T12:00")
    #expect(done.status == .done)
    #expect(try sessions().first?["ended"].string?.prefix(16) == "2026-03-02T10:40")
    let record = [
      "record", "--coach", "eva", "--client", "bob", "--from", "2026-03-01T10:00", "--until", "10:45",
    ]
    #expect(try AlmanacRun(["session"] + record + ["-c", path, "--now", "2026-03-02T12:00"]).status == .done)
    #expect(
      try AlmanacRun(["session"] + record + ["-c", path, "--now", "2026-03-02T12:00"]).status == .refused)
    #expect(try sessions().count == 2)
  }

  @Test("a cancellation is late after the given time; place and note change")
  func late() throws {
    _ = try run("book", "--coach", "eva", "--client", "bob", "--at", "2026-03-02T10:00")
    #expect(try run("edit", "item-0", "--place", "Park").status == .done)
    #expect(try sessions().first?["place"].string == "Park")
    #expect(
      try run("cancel", "item-0", "--free-until", "24h").lines.first?.hasPrefix("cancelled late") == true)
    #expect(try sessions().first?["state"].string == "cancelled_late")
  }

  @Test(
    "a wrong command line",
    arguments: [["start"], ["start", "x", "--coach", "a", "--client", "b"], ["start", "--coach", "a"]])
  func usage(arguments: [String]) throws {
    #expect(try AlmanacRun(["session"] + arguments + ["-c", path]).status == .usage)
  }
}
