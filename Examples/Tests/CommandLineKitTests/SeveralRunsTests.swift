import CommandLineKit
import Testing

@Suite("classes that run several times a day")
struct SeveralRunsTests {
  private let gym: Gym

  /// A class with two places at 10:00 and at 12:00 on Mondays.
  private static let prepared = Gym.prepared(
    "class add Zumba --rrule FREQ=WEEKLY;BYDAY=MO;BYHOUR=10,12 --at 2026-03-02T10:00 --for 1h --places 2")

  init() throws { gym = try Gym(Self.prepared) }

  /// The start and the members of each run on a date.
  private func rosters(_ on: String = "2026-03-09") throws -> [[String]] {
    try gym.json("class roster item-0 --on \(on)")["rosters"].array.map { roster in
      [String(roster["start"].string?.dropFirst(11).prefix(5) ?? "")]
        + roster["members"].array.strings("member")
    }
  }

  @Test(
    "a date alone is refused with the times",
    arguments: [
      "book --member ana", "hold --member ana", "cancel --member ana", "confirm --member ana",
      "check-in --member ana", "no-show", "settle", "change --at 18:00", "change --cancel Festa",
      "change --title Guest", "change --scope future --title Guest",
    ])
  func dateAlone(command: String) throws {
    let words = command.split(separator: " ", maxSplits: 1)
    let rest = words.dropFirst().joined()
    let errors = try gym.refused("class \(words[0]) item-0 --on 2026-03-09 \(rest)")
    #expect(
      errors.count == 1
        && errors[0].contains("ambiguous: the class runs several times on that day: 10:00, 12:00"))
    #expect(errors[0].contains("--on 2026-03-09T10:00"))
  }

  @Test("a time names one run, which the result names")
  func named() throws {
    let later = try gym.done("class book item-0 --on 2026-03-09T12:00 --member ana")
    #expect(later.lines == ["confirmed: Zumba, 2026-03-09T12:00"])
    try gym.done("class book item-0 --on 2026-03-09T10:00 --member ana")
    #expect(try rosters() == [["10:00", "ana"], ["12:00", "ana"]])
    #expect(try rosters("2026-03-09T12:00") == [["12:00", "ana"]])
    try gym.done("class cancel item-0 --on 2026-03-09T12:00 --member ana")
    #expect(try rosters() == [["10:00", "ana"], ["12:00"]])
    let none = try gym.refused("class book item-0 --on 2026-03-09T11:00 --member ana")
    #expect(none.count == 1 && none[0].contains("not run at that time, but at 10:00, 12:00"))
    let term = try gym.done("class book item-0 --on 2026-03-09T12:00 --until 2026-03-23 --member bob")
    #expect(
      term.lines == ["2026-03-09", "2026-03-16", "2026-03-23"].map { "\($0)T12:00  confirmed" })
  }

  @Test("a change concerns the named run alone, also after it was moved")
  func changed() throws {
    try gym.done("class change item-0 --on 2026-03-09T10:00 --at 18:00 -y")
    #expect(try rosters() == [["12:00"], ["18:00"]])
    try gym.done("class change item-0 --on 2026-03-09T18:00 --title Guest -y")
    try gym.done("class change item-0 --on 2026-03-09T12:00 --cancel Festa -y")
    let shown = try gym.json("class roster item-0 --on 2026-03-09")["rosters"].array
    #expect(shown.strings("title") == ["Zumba", "Guest"])
    #expect(shown.map { $0["refused"].string } == ["class_cancelled", nil])
    for member in ["ana", "bob"] {
      try gym.done("class book item-0 --on 2026-03-16T10:00 --member \(member)")
      try gym.done("class book item-0 --on 2026-03-16T12:00 --member \(member)")
    }
    let errors = try gym.refused("class change item-0 --places 1 -y")
    #expect(errors.count == 2)
    for (error, time) in zip(errors, ["10:00", "12:00"]) {
      #expect(error.contains("2026-03-16T\(time): 2 places"))
    }
  }

  @Test("two runs that begin at the same time are named by their original starts")
  func sameStart() throws {
    for command in [
      "class book item-0 --on 2026-03-09T12:00 --member ana",
      "class book item-0 --on 2026-03-09T12:00 --member cyd",
      "class change item-0 --on 2026-03-09T10:00 --at 12:00 -y",
    ] {
      try gym.done(command)
    }
    let shown = try gym.done("class roster item-0 --on 2026-03-09").lines
    #expect(
      shown.filter { $0.contains("Zumba") }.map { $0.contains("original start 10:00") } == [true, false])
    let offers = try gym.done("class offers --member eva --from 2026-03-09 --days 1 --locale es-ES").lines
    #expect(offers.map { $0.contains("inicio original 10:00") } == [true, false])
    #expect(offers.map { $0.contains("inicio original 12:00") } == [false, true])
    let json = try gym.json("class offers --member eva --from 2026-03-09 --days 1")["offers"].array
    #expect(json.map { $0["recurrenceID"].string?.dropFirst(11).prefix(5) } == ["10:00", "12:00"])
    #expect(json.map { $0["bookable"].bool } == [true, false])
    let booked = try gym.done("class book item-0 --on 2026-03-09T10:00 --member eva").lines
    #expect(booked == ["confirmed: Zumba, 2026-03-09T10:00"])
    #expect(try rosters().map { $0.dropFirst().sorted() } == [["eva"], ["ana", "cyd"]])
  }
}
