import CommandLineKit
import Foundation
import Testing

/// A calendar file with a library of two exercises on a machine and a routine of 2 + 1 sets.
struct WorkoutDesk {
  let folder: TemporaryFolder
  let path: String
  static let now = "2026-03-02T18:00"

  static let prepared = PreparedFiles { folder in
    let desk = WorkoutDesk(in: folder)
    for arguments in [
      ["machine", "add", "Rack"], ["exercise", "add", "Squat", "--machine", "rack"],
      ["exercise", "add", "Plank"],
      [
        "routine", "add", "Leg day", "--client", "joan", "--exercise", "Squat: 2x8 60kg rest 90s",
        "--exercise",
        "plank: 1x45s rest 30s",
      ],
    ] {
      try #require(try desk.run(arguments + ["--coach", "marta"]).status == .done)
    }
  }

  init() throws { self.init(in: try Self.prepared.copy()) }

  init(in folder: TemporaryFolder) {
    self.folder = folder
    path = folder.path("gym.ics")
  }

  func run(_ arguments: [String], input: String = "", now: String = now, isInteractive: Bool = false) throws
    -> AlmanacRun
  {
    try AlmanacRun(
      ["workout"] + arguments + ["-c", path, "--now", now], input: input,
      terminal: .init(isInteractive: isInteractive))
  }

  func run(_ arguments: String..., input: String = "", now: String = now) throws -> AlmanacRun {
    try run(arguments, input: input, now: now)
  }

  func json(_ arguments: String..., input: String = "") throws -> ReadJSON {
    try ReadJSON(run(arguments + ["--format", "json"], input: input).output)
  }

  func sessions() throws -> [String] {
    guard try folder.names.contains("gym.ics") else { return [] }
    let run = try AlmanacRun("session", "list", "-c", path, "--now", "2026-03-02T18:00", "--format", "json")
    return try ReadJSON(run.output)["sessions"].array.map { session in
      ["client", "start", "end", "state"].map { session[$0].string?.prefix(16) ?? "" }.joined(separator: " ")
    }
  }
}

@Suite("workout run")
struct RunWorkoutTests {
  private let desk: WorkoutDesk

  init() throws { desk = try WorkoutDesk() }

  @Test("R2 G4 a session from a routine, driven by times: rests, the last ten seconds, the next set")
  func run() throws {
    let run = try desk.run(
      "run", "leg day",
      input: """
        0:10 start
        0:40 done
        1:59 status
        2:00 status
        # the rest ends at 2:10
        2:10 status
        2:30 done
        3:00 reps 6
        3:00 note knee
        choose 2
        5:00 skip 2
        6:00 finish

        """)
    #expect(run.status == .done)
    #expect(
      run.lines == [
        "Leg day, joan, item-0", "1 Squat: 2 × (8× 60 kg rest 1:30)", "2 Plank: 0:45 rest 0:30",
        "0:10  next: Squat 1.1", "0:40  Squat 1.1 done, rest 1:30", "1:59  rest 0:11, then Squat 1.2",
        "2:00  rest 0:10 (last 10 seconds), then Squat 1.2", "2:10  Squat 1.1 complete, next: Squat 1.2",
        "2:10  next: Squat 1.2", "2:30  Squat 1.2 done, rest 1:30", "3:00  rest 1:00, then Plank 2.1",
        "3:00  rest 1:00, then Plank 2.1", "3:00  rest 1:00, then Plank 2.1",
        "5:00  Squat 1.2 complete, next: Plank 2.1",
        "2 of 3 sets done, 1 changed, 14 repetitions, 840 kg, 6:00", "  Squat 2: 6× 60 kg (-2×) – knee",
        "  Plank 1: skipped",
      ])
    // The session is in the calendar, from its start to its end.
    #expect(try desk.sessions() == ["joan 2026-03-02T18:00 2026-03-02T18:06 completed"])
    #expect(try AlmanacRun("validate", desk.path).output.isEmpty)
    #expect(try desk.folder.names.filter { !$0.hasPrefix(".") } == ["gym.ics", "gym.training.json"])
  }

  @Test("scripts find events, countdowns and the record in JSON")
  func json() throws {
    let value = try desk.json("run", "Leg day", input: "40s done\n2:05 status\n3:00 finish\n")
    #expect(value["version"].int == 2)
    #expect(value["state"].string == "finished")
    let steps = value["steps"].array
    #expect(steps.map { $0["time"].int } == [40, 125, 180])
    #expect(steps[0]["events"].array[0]["event"].string == "rest_started")
    #expect(steps[0]["rest"]["remaining"].int == 90)
    #expect(steps[1]["rest"]["remaining"].int == 5)
    #expect(steps[1]["rest"]["phase"].string == "last_ten_seconds")
    #expect(steps[2]["events"].array[0]["event"].string == "completed")
    #expect(steps[2]["rest"].isNull)
    let record = value["record"]
    #expect(record["done"].int == 1 && record["skipped"].int == 2 && record["seconds"].int == 180)
    let set = record["exercises"].array[0]["sets"].array[0]
    #expect(set["completion"].int == 40 && set["load"]["milligrams"].int == 60_000_000)
    #expect(record["routine"]["color"].string?.isEmpty == false)
  }

  @Test("G5 each repetition is timed as it happens, an exercise is added, and one is reverted")
  func free() throws {
    let value = try desk.json(
      "run", "--coach", "marta", "--client", "joan",
      input:
        "add Squat: 1x3 40kg\n5s start\n7s rep\n9s rep\n12s done\nadd Sled push\n20s skip 2\n30s back 2\nfinish\n"
    )
    let exercises = value["record"]["exercises"].array
    // An added exercise that is reverted leaves the session.
    #expect(exercises.map { $0["name"].string } == ["Squat"])
    let set = exercises[0]["sets"].array[0]
    #expect(set["repetitions"].int == 2)
    #expect(set["repetitionTimes"].array.map { $0.int } == [7, 9])
    #expect(value["record"]["routine"].isNull)
  }

  @Test("R3 a set whose rest is over is closed: the command is refused, and the session kept")
  func closed() throws {
    let run = try desk.run(
      ["run", "Leg day", "--format", "json"], input: "0:40 done\n2:20 load 1.1 +1\n3:00 finish\n")
    #expect(run.status == .refused)
    let refusal = try ReadJSON(run.output)["refused"].array[0]
    #expect(refusal["code"].string == "set_closed")
    #expect(refusal["message"].string == "line 2: set 1.1: the set is done")
    #expect(run.errors.contains { $0.contains("--resume item-0") })
    #expect(try desk.sessions().map { $0.hasSuffix("in_progress") } == [true])
    let resumed = try desk.run("run", "--resume", "item-0", input: "3:00 done\n5:00 finish\n")
    #expect(resumed.status == .done)
    #expect(resumed.lines.contains("2 of 3 sets done, 16 repetitions, 960 kg, 5:00"))
    #expect(try desk.sessions() == ["joan 2026-03-02T18:00 2026-03-02T18:05 completed"])
    #expect(try desk.run("run", "--resume", "item-0").status == .refused)
  }

  @Test("without a set it is the one that rests, and once its rest is over the next")
  func meant() throws {
    let value = try desk.json(
      "run", "Leg day", input: "1:00 done\n1:10 note hard\n3:00 note easy\n3:00 finish\n")
    let notes = value["record"]["exercises"].array[0]["sets"].array.map { $0["note"].string }
    #expect(notes == ["hard", "easy"])
  }

  @Test("R2 a refusal names the set that rests as people count it")
  func restingSet() throws {
    let run = try desk.run("run", "Leg day", "--format", "json", input: "0:40 done 1.1\n0:50 done 1.2\n")
    let refusal = try ReadJSON(run.output)["refused"].array[0]
    #expect(refusal["code"].string == "rest_running")
    #expect(refusal["message"].string == "line 2: set 1.1: another rest is running")
  }

  @Test("a refusal is printed, and the input continues")
  func typed() throws {
    let run = try desk.run(
      ["run", "Leg day"], input: "rest\nfly\n1:00 done\n0:30 done\n2:00 finish\n", isInteractive: true)
    #expect(run.status == .done)
    #expect(run.errors.first?.contains("not_resting") == true)
    #expect(run.errors.contains { $0.contains("fly is not a command") })
    #expect(run.errors.contains { $0.contains("time_runs_backwards") })
    #expect(run.questions.allSatisfy { $0 == "> " })
    #expect(run.lines.contains("1 of 3 sets done, 8 repetitions, 480 kg, 2:00"))
  }

  @Test("R4 discarding leaves nothing")
  func discarded() throws {
    let run = try desk.run("run", "Leg day", input: "1:00 done\n2:00 discard\n")
    #expect(run.status == .done && run.lines.last == "discarded")
    #expect(try desk.sessions().isEmpty)
    #expect(try desk.json("history")["records"].array.isEmpty)
    #expect(try desk.folder.content("gym.ics").contains("VEVENT") == false)
    #expect(try desk.folder.names.filter { !$0.hasPrefix(".") } == ["gym.ics", "gym.training.json"])
  }

  @Test("lines that end early leave the session to be resumed")
  func kept() throws {
    let run = try desk.run("run", "Leg day", input: "1:00 done\n")
    #expect(run.status == .done && run.lines.last == "saved: almanac workout run --resume item-0")
    let resumed = try desk.run("run", "--resume", "item-0", input: "2:20 status\n")
    #expect(resumed.lines.contains("1:00  rest 1:30, then Squat 1.2"))
    // The time of the last line is saved as well.
    #expect(try desk.run("run", "--resume", "item-0", input: "1:00 status\n").status == .refused)
  }

  @Test("a workout that is recorded for a booked session completes it")
  func booked() throws {
    let book = try AlmanacRun(
      "session", "book", "--coach", "marta", "--client", "joan", "--at", "2026-03-02T17:30", "-c", desk.path,
      "--now", "2026-03-01T08:00")
    let uid = try #require(book.lines.first)
    let run = try desk.run("run", "Leg day", "--session", uid, input: "1:00 done\n20:00 finish\n")
    #expect(run.status == .done)
    #expect(try desk.sessions() == ["joan 2026-03-02T18:00 2026-03-02T18:20 completed"])
    #expect(try desk.json("history")["records"].array.map { $0["session"].string } == [uid])
    // The session is recorded once.
    #expect(try desk.run("run", "Leg day", "--session", uid, input: "finish\n").status == .refused)
    #expect(try desk.json("history")["records"].array.count == 1)
  }

  @Test(
    "errors of wrong lines state what is accepted",
    arguments: [
      "fly", "choose 7", "load heavy", "1:99 done", "reps many", "done 1.9", "done 1.1 2", "time", "0:10",
    ])
  func wrong(line: String) throws {
    let run = try desk.run("run", "Leg day", input: line + "\n")
    #expect(run.status == .badData)
    #expect(run.errors.contains { $0.hasPrefix("standard input:1: ") && $0.contains("(expected ") })
  }

  @Test("unknown routines, and routines of another client or coach, are refused")
  func people() throws {
    #expect(try desk.run("run", "--client", "joan").status == .usage)
    #expect(try desk.run("run", "--coach", "marta").status == .usage)
    #expect(try desk.run("run", "Arm day").errors.first?.contains("not_found") == true)
    #expect(try desk.run("run", "Leg day", "--client", "pol").errors.first?.contains("not_assigned") == true)
    #expect(try desk.run("run", "Leg day", "--coach", "eva").errors.first?.contains("not_found") == true)
  }
}

@Suite("workout log and history")
struct LogWorkoutTests {
  private let desk: WorkoutDesk

  init() throws { desk = try WorkoutDesk() }

  @Test("G5 written down afterwards: done as prescribed except for stated values, without times")
  func log() throws {
    let value = try desk.json(
      "log", "Leg day", "--at", "2026-03-01T10:00", "--for", "50m", "--reps", "1.2 6", "--load", "1.2 62.5kg",
      "--skip", "2", "--note", "1.1 easy", "--exercise", "Squat: 1x20")
    let record = value["record"]
    #expect(record["done"].int == 3 && record["changed"].int == 1 && record["skipped"].int == 1)
    #expect(record["seconds"].int == 3000)
    let sets = record["exercises"].array[0]["sets"].array
    #expect(sets.map { $0["repetitions"].int } == [8, 6])
    #expect(sets[1]["load"]["text"].string == "62.5 kg")
    #expect(sets.allSatisfy { $0["completion"].isNull && $0["rest"].isNull })
    #expect(try desk.sessions() == ["joan 2026-03-01T10:00 2026-03-01T10:50 completed"])
  }

  @Test("a set that is refused is named as it is counted, with its option")
  func refusedSet() throws {
    let run = try desk.run(
      "log", "Leg day", "--at", "2026-03-01T10:00", "--for", "50m", "--load", "1.1 10001kg")
    #expect(run.status == .refused)
    #expect(run.errors.first?.contains("--load 1.1 10001kg: set 1.1: ") == true, "\(run.errors)")
  }

  @Test(
    "a training file with other content is named, with the place and what is missing",
    arguments: [
      ("{}", "there is no “version”"), ("[]", "this is not an object"), ("nothing", "this is not JSON"),
      (#"{"version":"x","library":{},"log":{}}"#, "version: this is not a number"),
    ])
  func otherContent(content: String, fault: String) throws {
    let file = try desk.folder.file("gym.training.json", content)
    let run = try desk.run("history")
    #expect(run.status == .badData && run.errors.count == 1)
    #expect(run.errors.first == "\(file): \(fault) (expected a file that almanac has written, or none)")
  }

  @Test("G6 the history in order of time with statistics, of a client, of a coach, of some days")
  func history() throws {
    _ = try desk.run("log", "Leg day", "--at", "2026-03-01T10:00", "--for", "1h")
    _ = try desk.run("log", "Leg day", "--at", "2026-02-20T10:00", "--for", "1h", "--skip", "1")
    _ = try desk.run(
      "log", "--coach", "marta", "--client", "pol", "--at", "2026-02-25T10:00", "--for", "1h", "--exercise",
      "Squat: 1x5 20kg")
    let value = try desk.json("history")
    #expect(
      value["records"].array.compactMap { $0["start"].string?.prefix(10) } == [
        "2026-02-20", "2026-02-25", "2026-03-01",
      ])
    let joan = try #require(value["clients"].array.first)
    #expect(joan["client"].string == "joan" && joan["sessions"].int == 2)
    // 4 of 6 assigned sets were done.
    #expect(joan["adherencePercent"].int == 67)
    #expect(joan["volume"]["milligrams"].int == 960_000_000)
    #expect(try desk.json("history", "--client", "pol")["records"].array.count == 1)
    #expect(try desk.json("history", "--coach", "eva")["records"].array.isEmpty)
    #expect(try desk.json("history", "--from", "2026-02-24")["records"].array.count == 2)
    let text = try desk.run("history", "--client", "joan", "--sets").lines
    #expect(text.first?.hasPrefix("2026-02-20 10:00  ● joan, Leg day") == true)
    #expect(text.contains("  Squat 1: skipped"))
    #expect(text.last?.hasPrefix("joan: 2 sessions, 4 sets, 16 repetitions, 960 kg, adherence 67 %") == true)
  }

  @Test("a booked session is completed when it was to be; one of the future is refused")
  func booked() throws {
    let book = try AlmanacRun(
      "session", "book", "--coach", "marta", "--client", "joan", "--at", "2026-03-02T16:00", "-c", desk.path,
      "--now", "2026-03-01T08:00")
    let uid = try #require(book.lines.first)
    #expect(try desk.run("log", "Leg day", "--session", uid).status == .done)
    #expect(try desk.sessions() == ["joan 2026-03-02T16:00 2026-03-02T17:00 completed"])
    let early = try desk.run("log", "Leg day", "--at", "2026-03-03T10:00", "--for", "1h")
    #expect(early.status == .refused && early.errors.first?.contains("too_early") == true)
    let unmeasured = try desk.run("log", "Leg day", "--at", "2026-03-03T10:00")
    #expect(unmeasured.errors.count == 1 && unmeasured.errors[0].contains("too_early"))
    #expect(try desk.json("history")["records"].array.count == 1)
    #expect(try desk.run("log", "Leg day").status == .usage)
  }

  @Test("undo reverts the record and the session together")
  func undo() throws {
    let before = try desk.folder.content("gym.training.json")
    _ = try desk.run("log", "Leg day", "--at", "2026-03-01T10:00", "--for", "1h")
    #expect(try AlmanacRun("undo", "-c", desk.path).status == .done)
    #expect(try desk.folder.content("gym.training.json") == before)
    #expect(try desk.folder.names.contains("gym.ics") == false)
  }

  @Test("a damaged file is named with its error, and unchanged")
  func damaged() throws {
    for content in ["{", "[]", "{\"version\":1,\"library\":{},\"log\":[]}"] {
      _ = try desk.folder.file("gym.training.json", content)
      let run = try desk.run("log", "Leg day", "--at", "2026-03-01T10:00")
      #expect(run.status == .badData)
      #expect(run.errors.first?.hasPrefix(desk.folder.path("gym.training.json")) == true)
      #expect(try desk.folder.content("gym.training.json") == content)
    }
  }
}

@Suite("workout routine, exercise and machine")
struct WorkoutLibraryTests {
  private let desk: WorkoutDesk

  init() throws { desk = try WorkoutDesk() }

  @Test("G7 added, listed alphabetically, renamed, deleted; items in use are kept, and their uses are listed")
  func library() throws {
    let exercises = try desk.json("exercise", "list")["exercises"].array
    #expect(exercises.map { $0["name"].string } == ["Plank", "Squat"])
    #expect(exercises.map { $0["machine"].string } == [nil, "item-0"])
    for (kind, name, user) in [
      ("machine", "Rack", "exercise Squat"), ("exercise", "Squat", "routine Leg day"),
    ] {
      let run = try desk.run(kind, "delete", name)
      #expect(
        run.status == .refused && run.errors.first?.contains("in_use: it is still in use: \(user) (") == true)
    }
    #expect(try desk.run("exercise", "rename", "Squat", "Deep squat").status == .done)
    #expect(try desk.run("routine", "list").output.contains("Deep squat 2 × (8× 60 kg rest 1:30)"))
    #expect(try desk.run("routine", "delete", "leg day").status == .done)
    #expect(try desk.run("exercise", "delete", "deep squat").status == .done)
    #expect(try desk.run("machine", "delete", "item-0").status == .done)
    #expect(try desk.json("machine", "list")["machines"].array.isEmpty)
  }

  @Test("G8 a coach sees and uses only their own")
  func coaches() throws {
    #expect(try desk.json("routine", "list", "--coach", "eva")["routines"].array.isEmpty)
    #expect(try desk.json("routine", "list", "--coach", "marta")["routines"].array.count == 1)
    #expect(
      try desk.run("routine", "add", "Mine", "--coach", "eva", "--exercise", "Squat").status == .refused)
    #expect(try desk.run("routine", "delete", "Leg day", "--coach", "eva").status == .refused)
  }

  @Test("R1 routines have colours of their own; a red, a blank name and sets that cannot be are refused")
  func rules() throws {
    _ = try desk.run("routine", "add", "Second", "--coach", "marta", "--client", "joan")
    let colors = try desk.json("routine", "list")["routines"].array.compactMap { $0["color"].string }
    #expect(Set(colors).count == 2)
    let red = try desk.run(
      "routine", "add", " ", "--coach", "marta", "--item-color", "crimson", "--format", "json")
    #expect(red.status == .refused)
    #expect(
      try ReadJSON(red.output)["refused"].array.compactMap { $0["code"].string } == [
        "empty_name", "reserved_color",
      ])
    for text in ["Squat: many", "Squat: 3x8 heavy", "Squat: 0x8", "Squat: 3x8 rest", ": 3x8"] {
      #expect(
        try desk.run("routine", "add", "Third", "--coach", "marta", "--exercise", text).status == .usage)
    }
  }
}
