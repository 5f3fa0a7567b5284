import CommandLineKit
import Testing

@Suite("class close: the closed dates, however the class is changed")
struct ClassClosureTests {
  private let gym: Gym
  private let yoga: String

  /// Yoga on Wednesdays at 18:00, closed from 24 December to 6 January.
  init() throws {
    gym = try Gym()
    yoga = try gym.done(
      "class add Yoga --repeat every_wednesday --at 2026-12-02T18:00 --for 1h --places 2"
    ).lines[0]
    try gym.done("class close --from 2026-12-24 --until 2027-01-06 --reason Nadal -y")
  }

  /// The days of two weeks and more on which a command shows the class as taking place.
  private func listed(_ command: String = "list") throws -> [String] {
    let items = try gym.json("\(command) --from 2026-12-16 --until 2027-01-15")["items"].array
    return items.filter { $0["status"].string != "cancelled" }.strings("start").map { String($0.prefix(10)) }
  }

  private func offered() throws -> [String] {
    let offers = try gym.json("class offers --member a --from 2026-12-16 --until 2027-01-15")["offers"].array
    return offers.filter { $0["bookable"].bool == true }.strings("start").map { String($0.prefix(10)) }
  }

  @Test(
    "an edit that moves the class leaves the closed period where it is, for every program",
    arguments: [
      "--at 2026-12-03T18:00", "--on 2026-12-09 --scope future --at 2026-12-10T18:00",
      "--on 2026-12-09 --scope all --at 2026-12-10T18:00", "--repeat every_thursday --at 2026-12-03T18:00",
    ])
  func moved(by change: String) throws {
    try gym.done("edit \(yoga) \(change)")
    let days = ["2026-12-17", "2027-01-07", "2027-01-14"]
    #expect(try listed() == days)
    #expect(try offered() == days)
  }

  @Test("new days of the class are closed in the period too")
  func newDays() throws {
    try gym.done("edit \(yoga) --rrule FREQ=WEEKLY;BYDAY=WE,FR")
    let days = [
      "2026-12-16", "2026-12-18", "2026-12-23", "2027-01-08", "2027-01-13", "2027-01-15",
    ]
    #expect(try listed() == days)
    #expect(try offered() == days)
  }

  @Test("an edit that is about neither times nor rules leaves the exceptions as they are")
  func titled() throws {
    let before = try gym.content.split(separator: "\r\n").filter { $0.hasPrefix("EXDATE") }
    #expect(!before.isEmpty)
    try gym.done("edit \(yoga) --title Ioga")
    #expect(try gym.content.split(separator: "\r\n").filter { $0.hasPrefix("EXDATE") } == before)
  }

  @Test("a closed date is opened again, alone, and stays open")
  func reopened() throws {
    try gym.done("class change \(yoga) --on 2026-12-30 --restore")
    #expect(try offered().contains("2026-12-30"))
    #expect(try listed() == ["2026-12-16", "2026-12-23", "2026-12-30", "2027-01-13"])
    try gym.done("class book \(yoga) --on 2026-12-30 --member a")
    try gym.done("class change \(yoga) --on 2026-12-30 --at 19:00 --restore")
    #expect(try offered() == ["2026-12-16", "2026-12-23", "2027-01-13"])
    #expect(try listed() == ["2026-12-16", "2026-12-23", "2026-12-30", "2027-01-13"])
    #expect(try gym.refused("class book \(yoga) --on 2027-01-06 --member a").first?.contains("Nadal") == true)
  }

  @Test("the help says how a date is opened, and that later classes are not closed")
  func help() throws {
    let help = try AlmanacRun("class", "close", "--help").output
    #expect(help.contains("--restore") && help.contains("added later"))
  }
}
