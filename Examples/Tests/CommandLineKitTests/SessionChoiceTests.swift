import CommandLineKit
import Testing

@Suite("Who is chosen, and why not the others")
struct SessionChoiceTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  /// The coaches of bookings on consecutive days.
  private func coaches(_ days: ClosedRange<Int>, _ options: String) throws -> [String] {
    try days.map { day in
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
      let run = try gym.json("session book \(options) --client c --at \(date)T10:00")
      return run["session"]["coach"].string ?? "nobody"
    }
  }

  @Test("what is offered to a group is what it can book, and it moves only to a room that holds it")
  func sizeOfGroup() throws {
    let rooms = "--any-of room:r1,r2 --capacity r1=2 --capacity r2=20"
    let group = "--coach eva --client a --client b --client c \(rooms)"
    try gym.done("session book --coach x --client z --at 2026-03-03T18:00 --any-of room:r2 --capacity r2=20")
    let hours = "--hours tue_18:00-20:00 --from 2026-03-03 --until 2026-03-03"
    let offered = try gym.json("session slots \(group) \(hours)")["slots"].array.strings("start")
    #expect(offered.map { $0.prefix(16) } == ["2026-03-03T19:00"])
    #expect(try gym.run("session slots \(group) --places 21 \(hours)").status != .done)
    let booked = try gym.json("session book \(group) --at 2026-03-03T19:00")
    let uid = try #require(booked["session"]["uid"].string)
    #expect(try gym.refused("session move \(uid) --at 2026-03-03T18:00 \(rooms)").count == 1)
  }

  @Test("by weights, priority and the order of the list")
  func policies() throws {
    let weighed = try coaches(2...7, "--any-of eva,leo --weight eva=2")
    #expect(weighed.count { $0 == "eva" } == 4)
    #expect(try coaches(8...9, "--any-of eva,leo --priority leo=5") == ["leo", "leo"])
    #expect(try coaches(10...11, "--any-of mia,eva,leo --choose listed") == ["mia", "mia"])
    // In any spelling of an address.
    let mail = "--any-of a@x.org,b@x.org --priority mailto:B@x.org=1"
    #expect(try coaches(12...13, mail) == ["b@x.org", "b@x.org"])
  }

  @Test("one who is added later is booked next and then like the others, also in a reassignment")
  func newcomer() throws {
    #expect(try coaches(2...7, "--any-of eva,leo") == ["eva", "leo", "eva", "leo", "eva", "leo"])
    let three = try coaches(8...13, "--any-of eva,leo,mia")
    #expect(three.first == "mia" && three.count { $0 == "mia" } == 2)
    let substitutes = try gym.json("session reassign leo --to eva,mia,fresh --dry-run")["reassigned"].array
      .strings("to")
    #expect(substitutes.count == 5 && substitutes.count { $0 == "fresh" } <= 2)
  }

  @Test(
    "one who is added later gets a fair share of what is booked from then on, whatever is booked ahead",
    arguments: ["", " --choose fewest-in:9w"])
  func newcomerAmongBookingsAhead(rule: String) throws {
    try gym.done(
      "session book --any-of eva,leo --client reg --at 2026-03-02T08:00 --repeat every_day_for_60_times")
    let three = try coaches(9...14, "--any-of eva,leo,mia\(rule)")
    #expect(three.count { $0 == "mia" } == 2, "\(three)")
    #expect(Set(three.prefix(4)).count == 3)
    try gym.done(
      "session book --any-of eva,leo,nu\(rule) --client d --at 2026-03-02T12:00 --repeat every_day_for_30_times"
    )
    #expect((10...11).contains(try gym.sessions.count { $0 == "nu d" }))
  }

  @Test("a substitute who is new takes over a fair part, and gets a fair share afterwards")
  func newSubstitute() throws {
    for (coach, time, count) in [("eva", "08", 30), ("leo", "11", 40), ("mia", "12", 40)] {
      try gym.done(
        "session book --coach \(coach) --client c\(coach) --at 2026-03-02T\(time):00 --repeat every_day_for_\(count)_times"
      )
    }
    try gym.done("session reassign eva --to leo,mia,nu")
    let sessions = try gym.sessions
    for coach in ["leo", "mia", "nu"] {
      #expect((9...11).contains(sessions.count { $0 == "\(coach) ceva" }), "\(coach)")
    }
    let later = try coaches(15...23, "--any-of leo,mia,nu")
    #expect((2...4).contains(later.count { $0 == "nu" }), "\(later)")
  }

  @Test("a session is stored with the moment at which it was booked, which later changes leave")
  func created() throws {
    try gym.done("session book --coach eva --client bob --at 2026-03-09T10:00")
    func created() throws -> Substring? {
      try gym.content.split(separator: "\r\n").first { $0.hasPrefix("CREATED:20260301T") }
    }
    let before = try #require(try created())
    try gym.done("session move item-0 --at 11:00")
    #expect(try created() == before)
  }

  @Test("the fewest bookings less than four weeks away")
  func window() throws {
    for day in 2...4 { try gym.done("session book --coach eva --client x --at 2026-03-0\(day)T08:00") }
    try gym.done("session book --coach leo --client x --at 2026-06-01T08:00")
    let book = "session book --any-of eva,leo --client c --at 2026-06-03T10:00"
    #expect(try gym.json("\(book) --choose fewest-in:4w")["session"]["coach"].string == "eva")
    let slots = try gym.json(
      "slots --for 1h --any-of eva,leo --choose fewest-in:4w --from 2026-03-05T10:00 --until 2026-03-05T11:00"
    )
    #expect(slots["slots"].array.first?["chosen"].array.first?["names"].array.first?.string == "leo")
  }

  @Test("the same as the last time, if possible")
  func same() throws {
    try gym.done("session book --coach leo --client bob --at 2026-03-02T10:00")
    let book = "session book --any-of eva,leo --choose same --client bob"
    #expect(try gym.json("\(book) --at 2026-03-03T10:00")["session"]["coach"].string == "leo")
    try gym.done("session book --coach leo --client x --at 2026-03-04T10:00")
    #expect(try gym.json("\(book) --at 2026-03-04T10:00")["session"]["coach"].string == "eva")
  }

  @Test("everybody who was not chosen says why")
  func reasons() throws {
    try gym.done("session book --coach eva --client x --at 2026-03-03T10:00")
    let pool = "--any-of eva,leo,mia"
    let slots = "slots --for 1h \(pool) --from 2026-03-03T10:00 --until 2026-03-03T11:00"
    #expect(try gym.done("\(slots)").lines == ["2026-03-03 10:00–11:00  leo"])
    #expect(
      try gym.done("\(slots) --explain").lines == [
        "2026-03-03 10:00–11:00  leo; not eva: busy; not mia: goes after leo"
      ])
    let chosen = try gym.json("\(slots) --explain")["slots"].array.first?["chosen"].array.first
    #expect(chosen?["others"].array.strings("name") == ["eva", "mia"])
    let book = "session book \(pool) --client bob --at 2026-03-03T10:00 --explain"
    #expect(try gym.done(book).lines == ["item-1  leo, bob", "not eva: busy", "not mia: goes after leo"])
    let json = try gym.json("session book \(pool) --client cyd --at 2026-03-03T10:00")
    let others = json["chosen"].array.first?["others"].array ?? []
    #expect(others.map { $0["reasons"].array.strings("code") } == [["conflict"], ["conflict"]])
    let refused = try gym.json("session book \(pool) --client dan --at 2026-03-03T10:00")["refused"].array
    #expect(refused.first?["candidates"].array.strings("name") == ["eva", "leo", "mia"])
  }

  @Test("a session moves with whom it had, else with another, and says who cannot")
  func move() throws {
    try gym.done(
      "session book --any-of eva --any-of room:r1,r2 --resource mats:2/6 --client bob --at 2026-03-03T10:00")
    try gym.done("session book --coach eva --client x --at 2026-03-04T10:00")
    #expect(
      try gym.refused("session move item-0 --at 2026-03-04T10:00").first?.contains("eva is busy") == true)
    let moved = try gym.done("session move item-0 --at 2026-03-04T10:00 --any-of eva,leo")
    #expect(moved.lines == ["moved: leo, bob, r1, 2 mats, 2026-03-04T10:00:00", "not eva: busy"])
    #expect(try gym.sessions == ["leo bob r1 mats", "eva x"])
    let json = try gym.json("session move item-0 --at 2026-03-04T11:00 --any-of eva,leo")
    #expect(json["session"]["coach"].string == "leo" && json["replaced"].array.isEmpty)
    let late = try gym.refused("session move item-0 --at 03:00 --hours wed_09:00-18:00")
    #expect(late.first?.contains("outside_hours") == true)
    try gym.done("session move item-0 --at 12:00 --hours wed_09:00-18:00")
    #expect(try gym.refused("session move item-0 --at 12:00 --any-of eva --for 2h", .usage).count == 1)
    try gym.done("undo")
  }
}
