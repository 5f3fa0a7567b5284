import CommandLineKit
import Testing

@Suite("Group sessions, and bookings of things alone")
struct GroupSessionTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test("clients join a group up to its places, and leave it")
  func group() throws {
    let booked = try gym.done(
      "session book --coach eva --client ana --client bob --places 3 --at 2026-03-03T10:00")
    #expect(booked.lines == ["item-0"])
    #expect(
      try gym.done("session join item-0 --client cyd").lines == [
        "joined: eva, ana, bob, cyd, 2026-03-03T10:00:00"
      ])
    #expect(try gym.refused("session join item-0 --client dan").first?.contains("full") == true)
    #expect(try gym.refused("session join item-0 --client cyd").first?.contains("already_joined") == true)
    try gym.done("session leave item-0 --client ana")
    #expect(try gym.refused("session leave item-0 --client ana").first?.contains("not_joined") == true)
    #expect(try gym.sessions == ["eva bob cyd"])
    #expect(try gym.done("session list").lines.first?.contains(" · 2/3") == true)
    try gym.done("session edit item-0 --title Pilates")
    #expect(try gym.done("session list").lines.first?.contains("  Pilates  eva, bob, cyd") == true)
    #expect(try gym.json("session list")["sessions"].array.strings("title") == ["Pilates"])
    let content = try gym.content.replacing("\r\n ", with: "")
    #expect(content.contains("x-almanac:bob") && !content.contains("x-almanac:ana"))
    try gym.done("session join item-0 --client dan")
    #expect(try gym.refused("session book --coach leo --client dan --at 2026-03-03T10:30").count == 1)
    #expect(try AlmanacRun("validate", gym.path).output.isEmpty)
  }

  @Test("two files in which clients joined are merged as far as places last, and who has none is named")
  func mergedFiles() throws {
    let folder = try TemporaryFolder()
    func run(_ name: String, _ words: String, at time: String = "10:00") throws -> AlmanacRun {
      try AlmanacRun(
        words.split(separator: " ").map(String.init) + [
          "-c", folder.path(name), "--now", "2026-03-01T\(time)",
        ])
    }
    _ = try folder.file("s.ics", Sample.calendar(""))
    let book = "session book --coach eva --client a@x.org --places 3 --title Pilates --at 2026-03-06T10:00"
    #expect(try run("s.ics", book).status == .done)
    let uid = try #require(
      ReadJSON(run("s.ics", "session list --format json").output)["sessions"].array.strings("uid").first)
    for (name, clients) in [("o.ics", [("c", "10:30")]), ("t.ics", [("d", "10:20"), ("e", "10:10")])] {
      _ = try folder.file(name, folder.content("s.ics"))
      for (client, time) in clients {
        #expect(try run(name, "session join \(uid) --client \(client)@x.org", at: time).status == .done)
      }
    }
    let paths = ["s.ics", "o.ics", "t.ics"].map(folder.path)
    let merged = try AlmanacRun(["merge"] + paths + ["-o", folder.path("m.ics")])
    #expect(merged.status == .done)
    #expect(merged.errors.count == 1 && merged.errors[0].contains("c@x.org has no place, as none is left"))
    let list = try run("m.ics", "session list").output
    #expect(
      list.contains("eva, a@x.org, e@x.org, d@x.org") && list.contains("3/3") && !list.contains("c@x.org"))
    #expect(try run("m.ics", "session leave \(uid) --client d@x.org").status == .done)
    // Who accepted in another program has a place while there is one.
    let text = try folder.content("m.ics").replacing(
      "END:VEVENT",
      with:
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:f@x.org\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:g@x.org\r\nEND:VEVENT"
    )
    _ = try folder.file("m.ics", text)
    let others = try run("m.ics", "session list").output
    #expect(
      others.contains("e@x.org, f@x.org") && others.contains("3/3") && others.contains("no place for g@x.org")
    )
  }

  @Test("a group begins empty; a session needs a client or places, a court neither coach nor client")
  func withoutClients() throws {
    try gym.done("session book --any-of eva,leo --places 6 --title Pilates --at 2026-03-03T10:00")
    #expect(try gym.done("session list").lines.first?.contains("  Pilates  ") == true)
    try gym.done("session join item-0 --client bob")
    #expect(try gym.sessions == ["eva bob"])
    #expect(try gym.refused("session book --coach eva --at 2026-03-03T12:00", .usage).count == 1)
    for number in 1...2 {
      let run = try gym.done("session book --any-of court:c1,c2 --at 2026-03-04T10:00")
      #expect(run.lines.first?.hasSuffix("  c\(number)") == true)
    }
    let third = "session book --any-of court:c1,c2 --at 2026-03-04T10:00"
    #expect(try gym.refused(third).first?.contains("c1: busy; c2: busy") == true)
    try gym.done("session book --resource mats:3/10 --at 2026-03-05T10:00")
    try gym.done("session move item-1 --at 11:00")
    try gym.done("session cancel item-2")
    try gym.done("session book --any-of court:c2 --client ana --at 2026-03-04T10:00")
    #expect(try gym.refused("session book --at 2026-03-04T10:00", .usage).count == 1)
    #expect(
      try gym.refused("session book --coach eva --client a --places 0 --at 2026-03-04T10:00", .usage).count
        == 1)
  }
}
