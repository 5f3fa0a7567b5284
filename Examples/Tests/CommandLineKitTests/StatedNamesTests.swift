import CommandLineKit
import Testing

@Suite("Names beside addresses")
struct StatedNamesTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test("the coach and the clients of a session keep the names that are stated, in lists and in the calendar")
  func session() throws {
    let people = "--coach Núria_Pons_<nuria@gym.org> --client=Bob_Roig_<bob@x.org>"
    try gym.done("session book \(people) --at 2026-03-05T10:00")
    let list = try gym.done("session list").output
    #expect(list.contains("Núria Pons") && list.contains("Bob Roig"), "\(list)")
    let content = try gym.content.replacing("\r\n ", with: "")
    #expect(content.contains("CN=Núria Pons") && content.contains("CN=Bob Roig"), "\(content)")
    // Later requests know the names, and another one replaces them.
    let busy = try gym.refused("session book --coach nuria@gym.org --client eva@x.org --at 2026-03-05T10:30")
    #expect(busy[0].contains("Núria Pons is busy"), "\(busy)")
    try gym.done("session book --coach Núria_P._<NURIA@gym.org> --client eva@x.org --at 2026-03-06T10:30")
    #expect(try gym.content.contains("CN=Núria P."))
  }

  @Test("a member of a class keeps the name that is stated; other bookings do not change")
  func member() throws {
    let yoga = try gym.done(
      "class add Yoga --repeat every_wednesday --at 2026-03-04T18:00 --for 1h --places 2"
    ).lines[0]
    try gym.done("class book \(yoga) --on 2026-03-04 --member bob@x.org")
    try gym.done("class book \(yoga) --on 2026-03-11 --member ana@x.org")
    try gym.done("class book \(yoga) --on 2026-03-04 --member Ana_Pi_<ana@x.org>")
    let content = try gym.content.replacing("\r\n ", with: "")
    #expect(content.split(separator: "CN=Ana Pi").count == 2, "\(content)")
    #expect(try gym.done("class roster \(yoga) --on 2026-03-04").output.contains("Ana Pi"))
  }
}
