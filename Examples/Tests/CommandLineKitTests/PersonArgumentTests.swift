import CommandLineKit
import Testing

@Suite("a person with a name before the address")
struct PersonArgumentTests {
  @Test("is the person of that address: nobody is booked twice")
  func named() throws {
    let gym = try Gym()
    try gym.done(
      "session book --coach Zoe_<zoe@trainer.example> --client Ute_<ute@example.de> --at 2026-03-04T18:00")
    #expect(try gym.sessions == ["zoe@trainer.example ute@example.de"])
    #expect(
      try gym.refused("session book --coach zoe@trainer.example --client ann --at 2026-03-04T18:00").count
        == 1)
    let uid = try gym.done("class add Zumba --at 10:00 --for 1h --places 4 --repeat every_wednesday").lines[0]
    try gym.done("class book \(uid) --on 2026-03-04 --member ute@example.de")
    for member in ["Ute_<ute@example.de>", "\"Ute\"_<ute@example.de>", "<ute@example.de>"] {
      let again = try gym.refused("class book \(uid) --on 2026-03-04 --member \(member)")
      #expect(again.count == 1 && again[0].contains("already_booked"), "\(member)")
    }
    #expect(try gym.json("session list --client Ute_<ute@example.de>")["sessions"].array.count == 1)
    #expect(try !gym.content.contains("%3C"))
  }

  @Test("is a client of that name")
  func client() throws {
    let gym = try Gym()
    try gym.done("session clients add Zoë_Müller_<zoe@example.org> --coach Eva_<eva@example.org>")
    let clients = try gym.json("session clients list --coach eva@example.org")["clients"].array
    #expect(clients.strings("client") == ["zoe@example.org"] && clients.strings("name") == ["Zoë Müller"])
  }

  private static let zumba = Gym.prepared(
    "class add Zumba --at 10:00 --for 1h --places 4 --repeat every_wednesday")

  @Test(
    "a text with two addresses is nobody",
    arguments: [
      "ute@example.de,eva@example.de", "Ute <ute@example.de", "Ute <ute@example.de>,eva@example.de",
    ])
  func several(text: String) throws {
    let gym = try Gym(Self.zumba)
    let person = text.replacing(" ", with: "_")
    _ = try gym.refused("class book item-0 --on 2026-03-04 --member \(person)")
    _ = try gym.refused("session book --coach eva --client \(person) --at 2026-03-04T18:00")
    _ = try gym.refused("session clients add \(person) --coach eva")
    _ = try gym.refused("session list --client \(person)", .usage)
  }
}
