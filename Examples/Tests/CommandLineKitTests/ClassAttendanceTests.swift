import CommandLineKit
import Testing

@Suite("class: holds, terms, attendance, changes")
struct ClassAttendanceTests {
  private let folder: TemporaryFolder
  private let path: String
  private let yoga = "item-0"

  /// Mondays and Wednesdays from 25 February on; two places, one of them through the web.
  private static let prepared = PreparedFiles { folder in
    let run = try AlmanacRun(
      "class", "add", "Yoga", "--repeat", "every monday and wednesday", "--at", "18:00", "--for", "1h",
      "--places", "2", "--instructor", "Ana", "--channel", "web=1", "--free-cancellation", "2h",
      "--promote-until", "1h", "--holds-for", "5m", "--places-per-booking", "2", "-c",
      folder.path("gym.ics"), "--now", "2026-02-24T09:00")
    try #require(run.status == .done && run.lines == ["item-0"])
  }

  init() throws {
    folder = try Self.prepared.copy()
    path = folder.path("gym.ics")
  }

  private func run(_ arguments: String..., now: String = "2026-02-24T09:00", input: String = "") throws
    -> AlmanacRun
  {
    try AlmanacRun(arguments + ["-c", path, "--now", now], input: input)
  }

  /// A request about Monday, 2 March.
  private func monday(_ word: String, _ member: String?, _ more: String..., now: String = "2026-02-24T09:00")
    throws
    -> AlmanacRun
  {
    try AlmanacRun(
      ["class", word, yoga, "--on", "2026-03-02"] + (member.map { ["--member", $0] } ?? []) + more
        + ["-c", path, "--now", now])
  }

  private func refused(_ run: AlmanacRun) throws -> [ReadJSON] {
    #expect(run.status == .refused)
    return try ReadJSON(run.output)["refused"].array
  }

  @Test("under a locale results and refusals are in its language alone")
  func language() throws {
    let locale = ["--locale", "es_ES"]
    _ = try monday("book", "a")
    let full = try AlmanacRun(
      ["class", "book", yoga, "--on", "2026-03-02", "--member", "b", "--places", "2"] + locale
        + ["-c", path, "--now", "2026-02-24T09:00"])
    #expect(full.status == .refused && full.errors.count == 1)
    #expect(full.errors.allSatisfy { $0.contains("plaza") && !$0.contains("expected") })
    let listed = try run("class", "list", "--locale", "es_ES").lines
    #expect(listed.first?.contains("plazas libres") == true && !listed.joined().contains("free"))
    let stats = try run("class", "stats", "--locale", "es_ES").lines
    #expect(stats == ["Yoga: 1 reserva (confirmada: 1)"])
    let offers = try run("class", "offers", "--member", "c", "--days", "9", "--locale", "es_ES").lines
    #expect(offers.count >= 2 && offers.allSatisfy { $0.contains("plazas libres") })
    let moved = try run(
      "class", "change", yoga, "--on", "2026-03-02", "--at", "19:00", "--dry-run", "--locale", "es_ES")
    #expect(moved.lines.count == 1 && moved.lines[0].contains("nueva hora:"))
  }

  private func states() throws -> [String] {
    let run = try run("class", "roster", yoga, "--on", "2026-03-02", "--format", "json")
    return try ReadJSON(run.output)["rosters"].array.flatMap { $0["members"].array }.map {
      "\($0["member"].string ?? "") \($0["state"].string ?? "")"
    }
  }

  @Test("a hold reserves a place until its end, and the free place then goes to the waiting list")
  func holds() throws {
    #expect(try monday("hold", "a").status == .done)
    #expect(try monday("book", "b").status == .done)
    #expect(try monday("book", "c", "--waitlist").status == .done)
    #expect(try states() == ["a held", "b confirmed", "c waiting"])
    #expect(try monday("confirm", "b", "--format", "json").status == .refused)
    let settled = try monday("settle", nil, "--format", "json", now: "2026-02-24T09:05")
    #expect(try ReadJSON(settled.output)["promoted"].array.compactMap { $0.string } == ["c"])
    #expect(try states() == ["b confirmed", "c confirmed"])
    #expect(
      try refused(monday("confirm", "a", "--format", "json")).compactMap { $0["code"].string } == [
        "not_booked"
      ])
  }

  @Test("shares of channels, places per booking, and reasons with what they are about")
  func reasons() throws {
    #expect(try monday("book", "a", "--channel", "web").status == .done)
    let full = try refused(monday("book", "b", "--channel", "web", "--places", "2", "--format", "json"))
    #expect(full.compactMap { $0["code"].string } == ["full", "channel_full"])
    #expect(full.first?["free"].int == 1 && full.last?["limit"].int == 1)
    let many = try refused(monday("book", "b", "--places", "3", "--format", "json"))
    #expect(many.compactMap { $0["code"].string } == ["invalid_places", "full"])
    let wrong = try refused(
      run("class", "book", yoga, "--on", "2026-03-03", "--member", "b", "--format", "json"))
    #expect(
      wrong.first?["next"].array.compactMap { $0.string } == ["2026-03-04", "2026-03-09", "2026-03-11"])
  }

  @Test("a term is booked whole, or without the unavailable dates")
  func term() throws {
    _ = try monday("book", "x", "--places", "2")
    let term = [
      "class", "book", yoga, "--on", "2026-03-02", "--until", "2026-03-09", "--member", "a", "-c", path,
    ]
    let none = try refused(AlmanacRun(term + ["--now", "2026-02-24T09:00", "--format", "json"]))
    #expect(none.compactMap { $0["code"].string } == ["full"] && none.first?["on"].string == "2026-03-02")
    let some = try AlmanacRun(term + ["--now", "2026-02-24T09:00", "--skip", "--format", "json"])
    #expect(some.status == .done)
    let dates = try ReadJSON(some.output)["dates"].array
    #expect(dates.compactMap { $0["outcome"].string } == ["refused", "confirmed", "confirmed"])
  }

  @Test("a term of more than 500 dates is refused")
  func longTerm() throws {
    let run = try AlmanacRun(
      "class", "book", yoga, "--on", "2026-03-02", "--until", "2099-03-02", "--member", "a", "-c", path,
      "--now",
      "2026-02-24T09:00")
    #expect(run.status == .refused && run.errors.count == 1)
    #expect(
      run.errors.first?.contains("too_many_dates: ") == true && run.errors[0].contains("more than 500 dates"))
  }

  @Test("checked in, not come, cancelled late, counted")
  func attendance() throws {
    for member in ["a", "b"] { _ = try monday("book", member) }
    #expect(try monday("check-in", "a").status == .refused)
    #expect(try monday("check-in", "a", now: "2026-03-02T17:30").lines == ["checked in: Yoga, 2026-03-02"])
    #expect(try monday("no-show", nil, now: "2026-03-02T18:10").status == .refused)
    #expect(try monday("no-show", nil, now: "2026-03-02T18:16").status == .done)
    _ = try run("class", "book", yoga, "--on", "2026-03-04", "--member", "a")
    let late = try run(
      "class", "cancel", yoga, "--on", "2026-03-04", "--member", "a", now: "2026-03-04T17:00")
    #expect(late.lines == ["cancelled late: Yoga, 2026-03-04"])
    #expect(
      try run("class", "stats").lines == ["Yoga: 3 bookings (checked in: 1; missed: 1; cancelled late: 1)"])
    let own = try ReadJSON(try run("class", "stats", "--member", "a", "--format", "json").output)
    let counted = try #require(own["statistics"].array.first)
    #expect(counted["made"].int == 2 && counted["checked_in"].int == 1 && counted["missed"].int == 0)
  }

  @Test("a substitute, fewer places, another time or a cancellation on one date; bookings are listed first")
  func changes() throws {
    for member in ["a", "b"] { _ = try monday("book", member) }
    #expect(
      try refused(monday("change", nil, "--places", "1", "--format", "json")).compactMap { $0["code"].string }
        == ["places_taken"])
    #expect(try monday("change", nil, "--instructor", "Bea", "--location", "Hall").status == .done)
    let moved = try monday("change", nil, "--at", "19:00", "--dry-run")
    #expect(moved.lines == ["a", "b"].map { "\($0) (Yoga, 2026-03-02 18:00): moved to 2026-03-02 19:00" })
    #expect(try monday("change", nil, "--at", "19:00").status == .done)
    let offers = try run(
      "class", "offers", "--member", "c", "--from", "2026-03-02", "--days", "3", "--format", "json")
    let dates = try ReadJSON(offers.output)["offers"].array
    #expect(
      dates.map { "\($0["start"].string?.prefix(16) ?? "") \($0["bookable"].bool ?? false)" } == [
        "2026-03-02T19:00 false", "2026-03-04T18:00 true",
      ])
    let asked = try monday("change", nil, "--cancel", "Bea is ill")
    #expect(asked.status == .refused && asked.questions.count == 1)
    #expect(try monday("change", nil, "--cancel", "Bea is ill", "--yes").status == .done)
    #expect(
      try refused(monday("book", "c", "--format", "json")).compactMap { $0["code"].string }.contains(
        "class_cancelled"))
    #expect(try run("class", "change", yoga, "--places", "9").status == .done)
    let roster = try run("class", "roster", yoga, "--on", "2026-03-04", "--format", "json")
    #expect(try ReadJSON(roster.output)["rosters"].array.first?["places"].int == 9)
    #expect(try AlmanacRun("validate", path).output.isEmpty)
  }

  @Test(
    "a wrong command line",
    arguments: [
      ["book", "item-0", "--on", "2026-03-02", "--member", "a", "--skip"],
      ["book", "item-0", "--on", "2026-03-02", "--member", "a", "--until", "2026-03-01"],
      ["change", "item-0", "--cancel", "x"], ["change", "item-0"],
      ["change", "item-0", "--scope", "future", "--places", "3"],
      ["change", "item-0", "--on", "2026-03-02", "--scope", "all", "--cancel", "x"],
      ["change", "item-0", "--at", "2026-03-05T18:00"], ["end", "item-0"],
      ["stats", "item-0", "--member", "a"],
      ["add", "X", "--at", "18:00", "--for", "1h", "--places", "3", "--channel", "web"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try AlmanacRun(["class"] + arguments + ["-c", path]).status == .usage)
  }
}
