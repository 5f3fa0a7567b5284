import CommandLineKit
import Testing

@Suite("session reassign")
struct ReassignmentTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test("a room that is closed gives its sessions to another, which is busy then")
  func rooms() throws {
    try gym.done("session book --any-of eva --any-of room:r1,r2 --client bob --at 2026-03-03T18:00")
    let made = try gym.done("session reassign r1 --to r2")
    #expect(made.lines == ["2026-03-03T18:00:00  bob  r1 → r2"])
    #expect(try gym.sessions == ["eva bob r2"])
    #expect(try gym.content.contains("RESOURCES:room=r2\r\n"))
    #expect(
      try gym.refused("session book --any-of leo --any-of room:r2 --client cyd --at 2026-03-03T18:00").first?
        .contains("r2: busy") == true)
    // A substitute for the coach leaves the room.
    try gym.done("session reassign eva --to mia")
    #expect(try gym.sessions == ["mia bob r2"])
    #expect(try gym.refused("session book --any-of room:r2 --at 2026-03-03T18:00").count == 1)
  }

  @Test("--from alone means all sessions from then on, however far ahead")
  func withoutEnd() throws {
    for day in ["2026-03-03", "2026-03-09", "2026-09-07"] {
      try gym.done("session book --coach eva --client bob --at \(day)T18:00")
    }
    let made = try gym.done("session reassign eva --to leo --from 2026-03-04")
    #expect(made.lines.map { $0.prefix(10) } == ["2026-03-09", "2026-09-07"])
    #expect(try gym.sessions == ["eva bob", "leo bob", "leo bob"])
    #expect(try gym.json("session list --from 2026-03-04")["sessions"].array.count == 2)
    #expect(try gym.json("session list --until 2026-03-09")["sessions"].array.count == 2)
  }

  @Test("an amount goes to a resource that has as much free")
  func amounts() throws {
    try gym.done("session book --resource poolA:5/6 --at 2026-03-03T10:00")
    let four = try gym.refused("session reassign poolA --to poolB --capacity poolB=4")
    let unknown = try gym.refused("session reassign poolA --to poolB --dry-run", .usage)
    #expect(unknown.first?.contains("no booking says how much of poolB there is") == true)
    #expect(four.first?.contains("poolB: 4 free, 5 needed") == true)
    try gym.done("session book --resource poolC:2/8 --at 2026-03-03T10:00")
    try gym.done("session reassign poolA --to poolC")
    #expect(try gym.sessions == [" poolC", " poolC"])
    #expect(try gym.content.replacing("\r\n ", with: "").contains("capacity=8"))
    #expect(try gym.refused("session reassign poolC --to poolB --capacity 4", .usage).count == 1)
  }

  @Test("resources that another program added to a session, or took out, stay so when it changes")
  func foreignResources() throws {
    try gym.done(
      "session book --any-of eva --any-of room:r1 --client bob --at 2026-03-03T18:00 --resource mats:2/6")
    let text = try gym.content
    #expect(text.contains("RESOURCES:room=r1,mats:2/6\r\n"))
    _ = try gym.folder.file(
      "sessions.ics", text.replacing("RESOURCES:room=r1,mats:2/6", with: "RESOURCES:r1,beamer"))
    try gym.done("session reassign r1 --to r2")
    #expect(try gym.content.contains("RESOURCES:room=r2,beamer\r\n"))
    #expect(try gym.sessions == ["eva bob r2 beamer"])
  }

  @Test("a substitute is chosen by shares, by priority or in the order that is listed")
  func choice() throws {
    for day in 3...8 { try gym.done("session book --coach eva --client c\(day) --at 2026-03-0\(day)T10:00") }
    func substitutes(_ options: String) throws -> [String] {
      let run = try gym.json("session reassign eva --to mia,leo --dry-run \(options)")
      return run["reassigned"].array.strings("to")
    }
    #expect(try substitutes("--choose listed") == ["mia", "mia", "mia", "mia", "mia", "mia"])
    #expect(try substitutes("--priority leo=1") == ["leo", "leo", "leo", "leo", "leo", "leo"])
    let shared = try substitutes("--weight leo=2")
    #expect(shared.count { $0 == "leo" } == 4 && shared.count { $0 == "mia" } == 2)
    #expect(try gym.refused("session reassign eva --to mia --weight leo=2", .usage).count == 1)
    #expect(try gym.refused("session reassign eva --to mia --choose same", .usage).count == 1)
  }

  @Test("each session that nobody can take over is named, with the reasons")
  func impossible() throws {
    try gym.done("session book --coach eva --client bob --at 2026-03-03T10:00")
    try gym.done("session book --coach eva --client cyd --at 2026-03-04T10:00")
    try gym.done("session book --coach leo --client dan --at 2026-03-04T10:00")
    let errors = try gym.refused("session reassign eva --to leo")
    #expect(errors.count == 1)
    #expect(errors.first?.contains("item-1: too_few: 2026-03-04 10:00, cyd: ") == true)
    #expect(errors.first?.contains("leo: busy") == true)
    let value = try gym.json("session reassign eva --to leo")["refused"].array
    #expect(value.strings("start") == ["2026-03-04T10:00:00+01:00"])
    #expect(value.first?["candidates"].array.strings("name") == ["leo"])
  }

  @Test("candidates have hours and limits of their own")
  func ownTerms() throws {
    try gym.done("session book --coach eva --client bob --at 2026-03-03T10:00")
    try gym.done("session book --coach eva --client cyd --at 2026-03-03T12:00")
    let run = try gym.json("session reassign eva --to leo,mia --dry-run --hours leo=tue_09:00-11:00")
    #expect(run["reassigned"].array.strings("to").last == "mia")
    let limited = try gym.json(
      "session reassign eva --to leo,mia --dry-run --skip --per-day mia=0 --per-day leo=1")
    #expect(limited["reassigned"].array.strings("to") == ["leo"])
    #expect(limited["impossible"].array.count == 1)
  }

  @Test("a dry run is refused as the real run is")
  func dryRun() throws {
    for (coach, client, hour) in [("eva", "a", "10"), ("eva", "b", "12"), ("leo", "c", "10")] {
      try gym.done("session book --coach \(coach) --client \(client) --at 2026-03-03T\(hour):00")
    }
    let words = "session reassign eva --to leo"
    let real = try gym.refused(words)
    #expect(real.count == 1)
    #expect(try gym.refused(words + " --dry-run") == real)
    // The preview shows both those that can be given and those that cannot.
    let preview = try gym.json(words + " --dry-run")
    #expect(preview["reassigned"].array.count == 1 && preview["impossible"].array.count == 1)
    #expect(try gym.run(words + " --dry-run").lines.count == 2)
    #expect(try gym.done(words + " --skip --dry-run").lines == gym.done(words + " --skip").lines)
    // Now none can be given.
    #expect(try gym.refused(words + " --skip --dry-run") == gym.refused(words + " --skip"))
  }

  @Test("a room for a group, or with a least capacity, goes to one that holds as many")
  func capacities() throws {
    let rooms = "--any-of eva --any-of room:r1,r2 --capacity r1=12 --capacity r2=2 --client bob"
    try gym.done("session book \(rooms) --holds room=12 --at 2026-03-03T10:00")
    let unknown = try gym.refused("session reassign r1 --to r2", .usage)
    #expect(unknown.first?.contains("--capacity r2=12") == true)
    #expect(
      try gym.refused("session reassign r1 --to r2 --capacity r2=2").first?
        .contains("r2: 2 free, 12 needed") == true)
    try gym.done("session reassign r1 --to r3 --capacity r3=12")
    // A group of twelve in a room of a known size.
    try gym.done("session book \(rooms) --places 12 --at 2026-03-04T10:00")
    #expect(try gym.refused("session reassign r1 --to r2").count == 1)
    #expect(try gym.refused("session reassign r1 --to r2 --capacity r2=11").count == 1)
    try gym.done("session reassign r1 --to r2 --capacity r2=12")
    try gym.done("session book --any-of table:t1,t2 --holds 4 --capacity t1=4 --at 2026-03-05T10:00")
    #expect(try gym.refused("session reassign t1 --to t2 --capacity t2=2").count == 1)
    #expect(try gym.refused("session reassign t1 --to t2 --capacity t2=4 --holds 5").count == 1)
    try gym.done("session reassign t1 --to t2 --capacity t2=4")
  }

  @Test("only those take over who can do what is asked for")
  func tags() throws {
    try gym.done(
      "session book --any-of eva,leo --tagged yoga --tag eva=yoga --client bob --at 2026-03-03T10:00")
    let words = "session reassign eva --to leo,mia --tagged yoga"
    #expect(try gym.refused(words).first?.contains("leo") == true)
    try gym.done(words + " --tag mia=yoga")
    #expect(try gym.sessions == ["mia bob"])
    #expect(try gym.refused("session reassign mia --to leo --tagged coach=yoga", .usage).count == 1)
  }

  @Test("one who is known in another role only takes over after --new alone")
  func roles() throws {
    try gym.done("session book --any-of eva --any-of room:r1 --client bob --at 2026-03-03T18:00")
    let refused = try gym.refused("session reassign eva --to r1")
    #expect(
      refused == ["almanac: other_role: r1 is here room, and not coach (expected another, or --new r1)"])
    #expect(try gym.refused("session reassign eva --to bob").first?.contains("other_role") == true)
    #expect(try gym.refused("session reassign r1 --to eva").first?.contains("other_role") == true)
    try gym.done("session book --coach leo --client r9 --at 2026-03-04T18:00")
    try gym.done("session reassign eva --to r9 --new r9")
    #expect(try gym.sessions.first == "r9 bob r1")
  }
}
