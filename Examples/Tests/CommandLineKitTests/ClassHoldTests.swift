import CommandLineKit
import Testing

@Suite("class hold: a hold that is over counts nowhere")
struct ClassHoldTests {
  private let gym: Gym
  private let (yoga, zumba): (String, String)
  private let later = "2026-03-01T09:30"

  /// A hold of the one place of Yoga, until ten past nine; Zumba overlaps.
  init() throws {
    gym = try Gym()
    let terms = "--repeat every_wednesday --for 1h --places 1"
    yoga = try gym.done("class add Yoga --at 2026-03-04T18:00 \(terms)").lines[0]
    zumba = try gym.done("class add Zumba --at 2026-03-04T18:30 \(terms)").lines[0]
    try gym.done("class hold \(yoga) --on 2026-03-04 --member a")
  }

  @Test("its member can book what overlaps, once it is over")
  func conflicts() throws {
    #expect(try gym.refused("class book \(zumba) --on 2026-03-04 --member a").count == 1)
    let offers = try gym.json("class offers --member a --from 2026-03-04 --days 1", at: later)["offers"].array
    #expect(offers.map { $0["bookable"].bool } == [true, true])
    try gym.done("class book \(zumba) --on 2026-03-04 --member a", at: later)
  }

  @Test("its member has time for a session")
  func sessions() throws {
    #expect(try gym.refused("session book --coach leo --client a --at 2026-03-04T17:45").count == 1)
    try gym.done("session book --coach leo --client a --at 2026-03-04T17:45", at: later)
  }

  @Test("it is in neither the calendar of its member nor among the holds of the statistics")
  func reports() throws {
    #expect(try gym.run("class calendar --member a").output.contains("SUMMARY:Yoga"))
    #expect(try gym.run("class calendar --member a", at: later).output.contains("SUMMARY:Yoga") == false)
    func numbers(_ now: String) throws -> [Int?] {
      let found = try gym.json("class stats --member a", at: now)["statistics"].array.first
      return ["made", "held", "expired"].map { found?[$0].int }
    }
    #expect(try numbers("2026-03-01T09:00") == [1, 1, 0])
    #expect(try numbers(later) == [1, 0, 1])
  }

  @Test("a change of the class calls no such hold off, and its place does not count")
  func changes() throws {
    try gym.done("class change \(yoga) --on 2026-03-04 --places 2")
    try gym.done("class book \(yoga) --on 2026-03-04 --member b", at: later)
    try gym.done("class change \(yoga) --on 2026-03-04 --places 1", at: later)
    let ended = try gym.run("class end \(yoga) --before 2026-03-04 --dry-run", at: later)
    #expect(ended.lines == ["b (Yoga, 2026-03-04 18:00): called off"])
  }
}
