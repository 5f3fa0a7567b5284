import CommandLineKit
import Foundation
import Testing

@Suite("workout progress and sharing")
struct WorkoutProgressTests {
  private let desk: WorkoutDesk

  /// Two sessions of the routine, the second with a heavier first set.
  private static let prepared = PreparedFiles(from: WorkoutDesk.prepared) { folder in
    for (day, load) in [("2026-03-02", "60kg"), ("2026-03-09", "62.5kg")] {
      let run = try WorkoutDesk(in: folder).run(
        ["log", "leg day", "--at", "\(day)T18:00", "--for", "1h", "--load", "1.1 \(load)"],
        now: "2026-03-10T12:00")
      try #require(run.status == .done)
    }
  }

  init() throws { desk = WorkoutDesk(in: try Self.prepared.copy()) }

  @Test("G6 the series of each exercise, with the named formula")
  func text() throws {
    let run = try desk.run("progress", "--client", "joan", "--zone", "UTC")
    #expect(run.status == .done)
    // Eight repetitions of 62.5 kg by Epley: 79.17 kg; two sets of a plank have no load.
    #expect(
      run.lines == [
        "Plank", "  2026-03-02  0:45, 1 set", "  2026-03-09  0:45, 1 set",
        "Squat",
        "  2026-03-02  60 kg, 2 sets, 16 repetitions, volume 960 kg, estimated 1RM (Epley) 76 kg",
        "  2026-03-09  62.5 kg, 2 sets, 16 repetitions, volume 980 kg, estimated 1RM (Epley) 79.2 kg",
      ])
    #expect(try desk.run("progress", "--client", "pere").lines == ["Nothing on"])
  }

  @Test("loads have the decimal separator of the locale")
  func separators() throws {
    let german = try desk.run("progress", "--client", "joan", "--zone", "UTC", "--locale", "de_DE").output
    #expect(german.contains("  62,5 kg, ") && german.contains(" 79,2 kg") && !german.contains("62.5"))
    let swiss = try desk.run("progress", "--client", "joan", "--zone", "UTC", "--locale", "de_CH").output
    #expect(swiss.contains("  62.5 kg, "))
  }

  @Test("a right is given to a coach who can be named only", arguments: ["@", " pau@x", "mailto:"])
  func nobody(coach: String) throws {
    let run = try desk.run("share", "curate", "--coach", coach)
    #expect(run.status == .usage && run.errors.first?.contains("names nobody") == true)
  }

  @Test("G6 as JSON, in a period, and by another formula")
  func json() throws {
    let value = try desk.json(
      "progress", "squat", "--client", "joan", "--formula", "brzycki", "--from", "2026-03-03", "--until",
      "2026-03-31")
    #expect(value["formula"].string == "brzycki")
    let points = value["exercises"].array.first?["points"].array ?? []
    #expect(points.map { $0["date"].string } == ["2026-03-09"])
    // 36 · 62.5 / 29 kg.
    #expect(value["exercises"].array.first?["strongest"].string == points.first?["record"].string)
    let maximum = points.first?["estimatedMaximum"]["milligrams"].int ?? 0
    #expect(abs(Double(maximum) / 1_000_000 - 77.586) < 0.001)
  }

  @Test("G6 a picture shows one exercise, whose name is asked for where there are several")
  func picture() throws {
    let svg = try desk.run("progress", "squat", "--client", "joan", "--format", "svg", "--locale", "ca_ES")
    #expect(svg.status == .done && svg.output.hasPrefix("<?xml") && svg.output.contains("càrrega màxima"))
    let several = try desk.run("progress", "--client", "joan", "--format", "svg")
    #expect(several.status == .usage && several.errors.contains { $0.contains("Plank, Squat") })
    let volume = try desk.run(
      "progress", "squat", "--client", "joan", "--format", "svg", "--measure", "volume")
    #expect(volume.output.contains("980 kg"))
  }

  @Test("R5 the history by the moment of completion")
  func completion() throws {
    let long = try desk.run(
      ["log", "--client", "pere", "--coach", "pau", "--at", "2026-03-01T20:00", "--for", "3d"],
      now: "2026-03-10T12:00")
    try #require(long.status == .done)
    func starts(_ arguments: String...) throws -> [String] {
      try ReadJSON(desk.run(["history", "--format", "json", "--zone", "UTC"] + arguments).output)["records"]
        .array
        .map { String(($0["start"].string ?? "").prefix(10)) }
    }
    #expect(try starts() == ["2026-03-01", "2026-03-02", "2026-03-09"])
    #expect(try starts("--by", "completion") == ["2026-03-02", "2026-03-01", "2026-03-09"])
  }

  @Test("R1 exercises are shared, used and changed by the coaches that may")
  func sharing() throws {
    func codes(_ arguments: [String]) throws -> [String] {
      try ReadJSON(desk.run(arguments + ["--format", "json"]).output)["refused"].array
        .compactMap { $0["code"].string }
    }
    #expect(
      try codes(["exercise", "add", "Row", "--shared", "--coach", "marta"]) == ["sharing_not_permitted"])
    let early = try desk.run("exercise", "add", "Row", "--shared", "--coach", "marta")
    #expect(
      early.errors.first?.contains("may not share it: exercise Row (expected workout share contribute")
        == true)
    #expect(try desk.run("share", "contribute").status == .done)
    #expect(try desk.run("exercise", "add", "Row", "--shared", "--coach", "marta").status == .done)
    let pau = try desk.json("exercise", "list", "--coach", "pau")
    #expect(pau["exercises"].array.map { $0["name"].string } == ["Row"])
    #expect(
      try desk.run("routine", "add", "Back", "--coach", "pau", "--exercise", "Row: 3x8").status == .done)
    #expect(try codes(["exercise", "rename", "Row", "Rudern", "--coach", "pau"]) == ["not_permitted"])
    #expect(try desk.run("share", "curate", "--coach", "pau").status == .done)
    #expect(try desk.run("exercise", "rename", "Row", "Rudern", "--coach", "pau").status == .done)
    #expect(try codes(["exercise", "delete", "Rudern", "--coach", "marta"]) == ["in_use"])
  }

  @Test("G7 a machine has a picture; a removed client's routines are deleted where that is said")
  func removal() throws {
    #expect(
      try desk.run("machine", "add", "Bench", "--picture", "bench.jpg", "--coach", "marta").status == .done)
    let machines = try desk.json("machine", "list")["machines"].array
    #expect(machines.map { $0["picture"].string } == ["bench.jpg", nil])
    let routines = try desk.json("routine", "list")["routines"].array.compactMap { $0["name"].string }
    func remove(_ more: String..., input: String = "") throws -> AlmanacRun {
      try AlmanacRun(
        [
          "session", "clients", "remove", "joan", "--coach", "marta", "--routines", "delete", "-c", desk.path,
          "--now", "2026-03-20T12:00",
        ] + more, input: input)
    }
    let preview = try remove("--dry-run")
    #expect(preview.status == .done && !preview.lines.isEmpty)
    #expect(preview.lines.allSatisfy { line in routines.contains { line.hasPrefix($0) } })
    #expect(try remove(input: "n\n").status == .refused)
    #expect(try desk.json("routine", "list")["routines"].array.count == routines.count)
    #expect(try remove("--yes").status == .done)
    #expect(try desk.json("routine", "list")["routines"].array.isEmpty)
    #expect(try desk.json("history")["records"].array.count == 2)
  }
}
