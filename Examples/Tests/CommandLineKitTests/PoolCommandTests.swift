import CommandLineKit
import Testing

/// A gym of three coaches: any of them, resources, series, times for several people, substitutes.
@Suite("Choices: slots, session book, find and reassign")
struct PoolCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("sessions.ics")
  }

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-02T08:00"])
  }

  @discardableResult
  private func book(
    _ client: String, at: String, _ others: String..., options: [String] = [], status: ProgramStatus = .done
  ) throws -> AlmanacRun {
    let run = try AlmanacRun(
      ["session", "book", "--client", client, "--at", at] + others + options + [
        "-c", path, "--now", "2026-03-02T08:00",
      ])
    #expect(run.status == status, "\(run.errors)")
    return run
  }

  @Test(
    "any of the coaches, in fairness; what slots lists is booked, what it does not list is refused with its reasons"
  )
  func anyOf() throws {
    var coaches: [String] = []
    for (client, day) in [("a", "03"), ("b", "04"), ("c", "05")] {
      let run = try book(client, at: "2026-03-\(day)T18:00", "--any-of", "eva,leo,mia", "--format", "json")
      coaches.append(try ReadJSON(run.output)["session"]["coach"].string ?? "")
    }
    #expect(coaches.sorted() == ["eva", "leo", "mia"])
    // Only Leo is left on the first evening, so that two are too many.
    try book("d", at: "2026-03-03T18:00", "--any-of", "mia")
    let terms = ["--any-of", "eva,leo,mia", "--hours", "tue 17:00-20:00"]
    let slots = try AlmanacRun(["slots", "--for", "1h"] + terms + ["-c", path, "--now", "2026-03-02T08:00"])
    #expect(slots.lines.map { String($0.dropFirst(11).prefix(5)) } == ["17:00", "18:00", "19:00"])
    #expect(slots.lines[1].hasSuffix("leo"))
    let two = try AlmanacRun(
      ["slots", "--for", "1h", "--needs", "2", "--explain"] + terms + [
        "-c", path, "--now", "2026-03-02T08:00",
      ])
    #expect(two.lines[1].contains("too_few"))
    #expect(two.lines[1].contains("eva: busy"))
    try book("e", at: "2026-03-03T18:00", "--any-of", "eva,leo,mia")
    let full = try book("f", at: "2026-03-03T18:00", "--any-of", "eva,leo,mia", status: .refused)
    #expect(full.errors.first?.contains("too_few") == true)
  }

  @Test("who may not serve says so; a pool that is too small, and a room that is, are named")
  func ineligible() throws {
    let tags = ["--any-of", "eva,leo,mia", "--tag", "eva=yoga", "--tag", "leo=yoga", "--tagged", "Yoga"]
    let json = try book("d", at: "2026-03-04T18:00", "--format", "json", "--explain", options: tags)
    #expect(json.output.contains("mia") && json.output.contains("unsuitable"))
    let two = try book("e", at: "2026-03-04T18:00", options: tags + ["--needs", "3"], status: .usage)
    #expect(two.errors.first?.contains("eva, leo of eva, leo, mia can serve with --tagged Yoga") == true)
    let rooms = ["--coach", "leo", "--any-of", "room:r1,r2", "--capacity", "r1=10", "--capacity", "r2=12"]
    let group = try book("ann", at: "2026-03-05T14:30", "--places", "11", options: rooms)
    #expect(group.output.contains("r2"))
    let explained = try book(
      "cho", at: "2026-03-07T14:30", "--holds", "11", "--format", "json", "--explain", options: rooms)
    #expect(explained.output.contains("\"code\":\"insufficient\""))
    let large = try book("bob", at: "2026-03-06T14:30", "--places", "20", options: rooms, status: .usage)
    #expect(large.errors.first?.contains("none of r1, r2 can serve with room for 20") == true)
  }

  @Test("a cancelled booking does not say how much there is; contradictory values are refused")
  func contradictions() throws {
    try book("a", at: "2026-03-03T18:00", "--resource", "mats:6/10")
    let second = try book("b", at: "2026-03-05T18:00", "--resource", "mats:2/20", "--format", "json")
    let uid = try ReadJSON(second.output)["uid"].string ?? ""
    #expect(try run("session", "cancel", uid).status == .done)
    try book("c", at: "2026-03-03T18:00", "--resource", "mats:9", status: .refused)
    for (options, part) in [
      (["--resource", "mats:3/10", "--resource", "mats:3/12"], "10 and 12 of mats"),
      (
        ["--any-of", "mia", "--hours", "wed 08:00-09:00", "--hours", "wed 10:00-11:00"],
        "--hours is stated twice"
      ),
      (
        ["--any-of", "mia", "--hours", "mia=wed 08:00-09:00", "--hours", "mia=wed 10:00-11:00"],
        "twice for mia"
      ),
      (["--any-of", "mia", "--travel", "A,B=50m", "--travel", "B,A=10m"], "B and A are"),
    ] {
      let run = try book("d", at: "2026-03-04T18:00", options: options, status: .usage)
      #expect(run.errors.first?.contains(part) == true, "\(run.errors)")
    }
  }

  @Test(
    "what find finds is booked, at the starting times of anybody's hours; people stated twice are all of them"
  )
  func findAndBook() throws {
    try book("x", at: "2026-03-03T18:00", "--coach", "leo")
    let hours = ["--hours", "eva=mon 12:15-13:15", "--hours", "leo=mon 12:10-13:40"]
    let found = try AlmanacRun(
      [
        "session", "find", "--people", "eva", "--people", "leo", "--within", "3w", "--for", "1h", "--format",
        "json",
      ]
        + hours + ["-c", path, "--now", "2026-03-02T14:00"])
    #expect(found.output.contains("2026-03-09T12:15"))
    let booked = try book("eva", at: "2026-03-09T12:15", options: ["--coach", "leo"] + hours)
    #expect(booked.status == .done)
  }

  @Test("so much of a resource, and one of two rooms")
  func resources() throws {
    let more = ["--any-of", "room:r1,r2", "--resource", "mats:6/10"]
    let first = try AlmanacRun(
      ["session", "book", "--any-of", "eva", "--client", "a", "--at", "2026-03-03T18:00"] + more
        + ["-c", path, "--now", "2026-03-02T08:00"])
    #expect(first.lines.first?.hasSuffix("eva, a, r1, 6 mats") == true)
    let second = try AlmanacRun(
      ["session", "book", "--any-of", "leo", "--client", "b", "--at", "2026-03-03T18:30"] + more
        + ["-c", path, "--now", "2026-03-02T08:00"])
    #expect(second.status == .refused)
    #expect(second.errors.first?.contains("insufficient: 4 free, 6 needed (mats)") == true)
    try book(
      "b", at: "2026-03-03T18:30", "--any-of", "leo", "--any-of", "room:r1,r2", "--resource", "mats:4/10")
    let listed = try run("session", "list", "--format", "json")
    let sessions = try ReadJSON(listed.output)["sessions"].array
    #expect(
      sessions.map { $0["resources"].array.map { $0["name"].string ?? "" } } == [
        ["r1", "mats"], ["r2", "mats"],
      ])
    // The sessions of nobody are those of things alone.
    let things = try run("session", "list", "--coach", "", "--format", "json")
    #expect(things.status == .done)
    #expect(try ReadJSON(things.output)["sessions"].array.isEmpty)
    // Read again, the resources are busy.
    let third = try book(
      "c", at: "2026-03-03T18:15", "--any-of", "mia", "--any-of", "room:r1,r2", status: .refused)
    #expect(third.errors.first?.contains("r1: busy") == true)
  }

  @Test("ten Tuesdays: a refused date has the nearest free times beside it")
  func series() throws {
    try book("x", at: "2026-03-10T18:00", "--any-of", "eva")
    let all = try book(
      "bob", at: "2026-03-03T18:00", "--any-of", "eva", "--repeat", "every tuesday for 10 times",
      status: .refused)
    #expect(all.errors.count == 1)
    let skipped = try book(
      "bob", at: "2026-03-03T18:00", "--any-of", "eva", "--repeat", "every tuesday for 10 times", "--skip")
    #expect(skipped.lines.count == 10)
    #expect(skipped.lines[1].contains("free: 2026-03-10 17:00, 2026-03-10 19:00, 2026-03-10 16:45"))
  }

  @Test("an hour for several people, or who stands in the way")
  func find() throws {
    try book("bob", at: "2026-03-02T17:00", "--any-of", "eva")
    let hours = ["--hours", "mon 17:00-19:00"]
    let found = try AlmanacRun(
      ["session", "find", "--people", "eva,leo,bob", "--within", "1d"] + hours
        + ["-c", path, "--now", "2026-03-02T08:00"])
    #expect(found.lines.map { String($0.dropFirst(11).prefix(11)) } == ["18:00–19:00"])
    try book("cyd", at: "2026-03-02T18:00", "--any-of", "leo")
    let partial = try AlmanacRun(
      ["session", "find", "--people", "eva,leo,bob", "--within", "1d", "--format", "json"] + hours
        + ["-c", path, "--now", "2026-03-02T08:00"])
    let value = try ReadJSON(partial.output)
    #expect(value["complete"].bool == false)
    let best = value["slots"].array.first
    #expect(best?["missing"].array.map { $0["name"].string ?? "" } == ["leo"])
    let never = try run("session", "find", "--people", "eva", "--within", "1h", "--hours", "sun 10:00-11:00")
    #expect(never.status == .refused)
  }

  @Test(
    "the sessions of a coach who is ill go to others, previewed; none of them if one cannot, unless it is left out"
  )
  func reassign() throws {
    try book("a", at: "2026-03-03T18:00", "--any-of", "eva")
    try book("b", at: "2026-03-04T18:00", "--any-of", "eva")
    try book("c", at: "2026-03-04T18:00", "--any-of", "leo")
    let before = try folder.content("sessions.ics")
    let preview = try run("session", "reassign", "eva", "--to", "leo,mia", "--dry-run")
    #expect(preview.lines == ["2026-03-03T18:00:00  a  eva → mia", "2026-03-04T18:00:00  b  eva → mia"])
    #expect(try folder.content("sessions.ics") == before)
    let refused = try run("session", "reassign", "eva", "--to", "leo")
    #expect(refused.status == .refused && refused.errors.first?.contains("leo: busy") == true)
    #expect(try folder.content("sessions.ics") == before)
    let some = try run("session", "reassign", "eva", "--to", "leo", "--skip")
    #expect(some.lines.count == 2 && some.lines[0].hasSuffix("eva → leo"))
    let listed = try ReadJSON(run("session", "list", "--format", "json").output)["sessions"].array
    #expect(listed.map { $0["coach"].string ?? "" } == ["leo", "eva", "leo"])
    #expect(try run("undo").status == .done)
    #expect(try folder.content("sessions.ics") == before)
  }
}
