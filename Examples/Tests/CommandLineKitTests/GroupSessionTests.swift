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
