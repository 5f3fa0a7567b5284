import CommandLineKit
import Testing

@Suite("class: the dates that a command names, and those that lists show")
struct ClassDateTests {
  private let gym: Gym
  private let yoga: String

  /// Yoga on Wednesdays at 18:00.
  init() throws {
    gym = try Gym()
    yoga = try gym.done(
      "class add Yoga --repeat every_wednesday --at 2026-03-04T18:00 --for 1h --places 2 --instructor Nuria "
        + "--location Sala_1 --note suau"
    ).lines[0]
  }

  private func starts(from: String, until: String) throws -> [String] {
    try gym.json("class offers --member z --from \(from) --until \(until)")["offers"].array.strings("start")
      .map { String($0.prefix(16)) }
  }

  @Test(
    "--at is the new time of the named date also where that was moved alone; the others move as far",
    arguments: ["future", "all"])
  func moved(_ scope: String) throws {
    try gym.done("class change \(yoga) --on 2026-03-11 --at 2026-03-12T19:00")
    try gym.done("class book \(yoga) --on 2026-03-12 --member ana")
    let run = try gym.done("class change \(yoga) --on 2026-03-12 --scope \(scope) --at 20:00")
    #expect(run.lines.first == "ana (Yoga, 2026-03-12 19:00): moved to 2026-03-12 20:00")
    let first = scope == "all" ? "2026-03-04T19:00" : "2026-03-04T18:00"
    #expect(
      try starts(from: "2026-03-04", until: "2026-03-20") == [first, "2026-03-12T20:00", "2026-03-18T19:00"])
  }

  @Test("the title and the note of a date are shown with it, and those of the class with the class")
  func ofOneDate() throws {
    try gym.done(
      "class change \(yoga) --on 2026-03-04 --title Pilates --note bring_socks --location none")
    for shown in ["show \(yoga) --on 2026-03-04", "class roster \(yoga) --on 2026-03-04"] {
      #expect(try gym.done(shown).output.contains("bring socks"))
    }
    let offers = "class offers --member ana --from 2026-03-04 --days 8"
    #expect(try gym.done(offers).lines.map { $0.contains("bring socks") } == [true, false])
    #expect(try gym.json(offers)["offers"].array.strings("note") == ["bring socks", ""])
    #expect(try gym.json(offers)["offers"].array.strings("location") == ["", "Sala 1"])
    let roster = try gym.json("class roster \(yoga) --on 2026-03-04")["rosters"].array
    #expect(roster.strings("note") == ["bring socks"])
    #expect(
      try gym.json("show \(yoga) --on 2026-03-04")["item"]["comments"].array.first?.string == "bring socks")
    for command in ["book", "cancel"] {
      let done = try gym.done("class \(command) \(yoga) --on 2026-03-04 --member ana")
      #expect(done.output.contains("Pilates") && !done.output.contains("Yoga"))
    }
    #expect(try gym.json("class list")["classes"].array.strings("title") == ["Yoga"])
    #expect(try gym.done("class list").output.contains("Yoga"))
  }

  @Test("who gets a place from the waiting list is named as the list names them")
  func namedInList() throws {
    for member in ["ana@x.example", "cyd@x.example"] {
      try gym.done("class book \(yoga) --on 2026-03-04 --member \(member)")
    }
    try gym.done("class book \(yoga) --on 2026-03-04 --member Bob_<bob@x.example> --waitlist")
    let freed = try gym.done("class cancel \(yoga) --on 2026-03-04 --member ana@x.example")
    #expect(freed.output.contains("Bob <bob@x.example>"))
  }

  @Test("a change that is not about the time leaves a moved date where it is")
  func notMoved() throws {
    try gym.done("class change \(yoga) --on 2026-03-11 --at 2026-03-12T19:00")
    // The time of the class is not that of its first date, which was moved.
    try gym.done("class change \(yoga) --on 2026-03-04 --at 10:00")
    try gym.done("class change \(yoga) --at 18:30")
    try gym.done("class change \(yoga) --on 2026-03-12 --scope future --title Ioga")
    #expect(
      try starts(from: "2026-03-04", until: "2026-03-20") == [
        "2026-03-04T10:00", "2026-03-12T19:00", "2026-03-18T18:30",
      ])
  }

  @Test("a class with a new rule begins on the first date of the rule, as a new class does")
  func repeated() throws {
    try gym.done("class book \(yoga) --on 2026-03-18 --member ana")
    let words = "class change \(yoga) --on 2026-03-18 --scope future --repeat every_thursday"
    let preview = try gym.done(words + " --dry-run")
    #expect(preview.lines == ["ana (Yoga, 2026-03-18 18:00): moved to 2026-03-19 18:00"])
    #expect(preview.errors.contains { $0.contains("the class begins on 2026-03-19") })
    try gym.done(words)
    #expect(
      try starts(from: "2026-03-09", until: "2026-03-27") == [
        "2026-03-11T18:00", "2026-03-19T18:00", "2026-03-26T18:00",
      ])
    // A rule that has the date begins there.
    let kept = try gym.done(
      "class change \(yoga) --on 2026-03-11 --scope future --repeat every_wednesday_and_friday")
    #expect(kept.errors.isEmpty)
    #expect(try starts(from: "2026-03-09", until: "2026-03-14") == ["2026-03-11T18:00", "2026-03-13T18:00"])
  }

  @Test(
    "a list shows the next date as it is: its own time, length, places, people and place, with the title of the class"
  )
  func next() throws {
    try gym.done(
      "class change \(yoga) --on 2026-03-04 --at 2026-03-05T19:30 --for 90m --title Ioga_al_parc --location Parc "
        + "--instructor Eva --details a_fora --places 20")
    let row = try #require(try gym.json("class list")["classes"].array.first)
    #expect(
      ["title", "time", "instructor", "location", "description"].map { row[$0].string } == [
        "Yoga", "19:30", "Eva", "Parc", "a fora",
      ])
    #expect(["minutes", "places", "free"].map { row[$0].int } == [90, 20, 20])
    let line = try #require(try gym.done("class list").lines.first)
    #expect(
      line.hasPrefix("19:30–21:00  Yoga · every Wednesday · Eva · Parc · a fora  2026-03-05: 20"))
  }

  @Test("offers and rosters name who instructs on the date, and where")
  func substitutes() throws {
    try gym.done("class change \(yoga) --on 2026-03-04 --instructor Eva --location Parc")
    let offers = try gym.json("class offers --member a --from 2026-03-04 --days 8")["offers"].array
    #expect(
      offers.strings("instructor") == ["Eva", "Nuria"] && offers.strings("location") == ["Parc", "Sala 1"])
    let roster = try gym.json("class roster \(yoga) --on 2026-03-04")["rosters"].array
    #expect(roster.strings("instructor") == ["Eva"] && roster.strings("location") == ["Parc"])
  }

  @Test("classes of one name are listed in order of time")
  func order() throws {
    for hour in ["20", "08", "19", "07"] {
      try gym.done("class add Zumba --repeat every_monday --at 2026-03-02T\(hour):00 --for 1h --places 2")
    }
    #expect(
      try gym.json("class list")["classes"].array.strings("time") == [
        "18:00", "07:00", "08:00", "19:00", "20:00",
      ]
    )
  }

  @Test("a wrong time of day is refused with the times of that day")
  func time() throws {
    let words = "class book \(yoga) --on 2026-03-04T17:30 --member a"
    #expect(
      try gym.refused(words) == [
        "almanac: \(yoga): not_a_class_day: the class does not run at that time, but at 18:00 (expected a time, such as --on 2026-03-04T18:00)"
      ])
    let next = try gym.json(words)["refused"].array.first?["next"].array.compactMap { $0.string } ?? []
    #expect(next.map { $0.prefix(16) } == ["2026-03-04T18:00"])
    #expect(
      try gym.refused("class book \(yoga) --on 2026-03-05T18:00 --member a").first?.contains("next runs")
        == true)
  }

  @Test("the refusals of a term name the dates")
  func term() throws {
    for member in ["a", "b"] { try gym.done("class book \(yoga) --on 2026-03-11 --member \(member)") }
    let refused = try gym.refused("class book \(yoga) --on 2026-03-04 --until 2026-03-18 --member c")
    #expect(refused.count == 1 && refused.first?.contains("2026-03-11: full") == true)
  }

  @Test("an ended and a split class name their last date")
  func last() throws {
    try gym.done("class end \(yoga) --before 2026-05-06")
    #expect(try gym.done("class list").lines.first?.contains("every Wednesday until 29 April 2026 ·") == true)
    try gym.done("class change \(yoga) --on 2026-04-08 --scope future --title Ioga")
    #expect(
      try gym.done("class list").lines.contains { $0.contains("Yoga · every Wednesday until 1 April 2026 ·") }
    )
  }

  @Test("a class has at least one place, also after a change")
  func places() throws {
    #expect(try gym.refused("class change \(yoga) --places 0", .usage).first?.contains("--places 0") == true)
  }

  @Test("times that clocks show twice have their abbreviation")
  func fold() throws {
    let night = try gym.done("class add Nit --repeat every_sunday --at 2026-10-25T02:30 --for 1h --places 1")
      .lines[0]
    #expect(
      try gym.done("class roster \(night) --on 2026-10-25").lines.first?.contains("02:30 CEST–02:30 CET")
        == true)
    let offers = try gym.done("class offers --member a --from 2026-10-25 --days 1").lines
    #expect(offers.first?.hasPrefix("2026-10-25 02:30 CEST–02:30 CET  Nit") == true)
    for (offset, client) in [("02:00", "b"), ("01:00", "c")] {
      try gym.done("session book --coach eva --client \(client) --at 2026-10-25T02:30+\(offset) --for 30m")
    }
    #expect(
      try gym.done("session list --from 2026-10-25 --days 1").lines.map { String($0.prefix(32)) } == [
        "2026-10-25 02:30 CEST–02:00 CET ", "2026-10-25 02:30 CET–03:00  eva,",
      ])
  }
}
