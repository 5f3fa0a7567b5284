import CommandLineKit
import Testing

@Suite("session book --repeat")
struct SessionSeriesTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test(
    "all or none: each date that fails is named with the reasons and the nearest free times",
    arguments: ["--any-of eva", "--coach eva"])
  func allOrNone(people: String) throws {
    for day in ["10", "24"] { try gym.done("session book --coach eva --client x --at 2026-03-\(day)T18:00") }
    let line = "session book \(people) --client bob --at 2026-03-03T18:00 --repeat every_tuesday_for_10_times"
    let errors = try gym.refused(line)
    #expect(errors.count == 2)
    #expect(errors[0].contains("2026-03-10 18:00: ") && errors[1].contains("2026-03-24 18:00: "))
    #expect(
      errors[0].contains(
        "(expected 2026-03-10 17:00, or 2026-03-10 19:00, or 2026-03-10 16:45, or --skip)"))
    let refused = try gym.json(line)["refused"].array
    #expect(
      refused.strings("start") == [
        "2026-03-10T18:00:00+01:00", "2026-03-24T18:00:00+01:00",
      ])
    #expect(refused[0]["alternatives"].array.count == 3)
    let booked = try gym.json(line + " --skip")["dates"].array
    #expect(
      booked.map { $0["session"]["coach"].string }
        == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map { [1, 3].contains($0) ? nil : "eva" })
    #expect(booked[0]["chosen"].array.first?["names"].array.compactMap { $0.string } == ["eva"])
    #expect(booked[1]["alternatives"].array.count == 3)
  }

  @Test("of very many reasons the first are printed, and the number of the others; JSON has all")
  func manyReasons() throws {
    let busy = "session book --coach eva --client x --at 2026-03-03T18:00 --repeat every_tuesday_for_30_times"
    try gym.done(busy)
    let line =
      "session book --coach eva --client bob --at 2026-03-03T18:00 --repeat every_tuesday_for_30_times"
    let errors = try gym.refused(line)
    #expect(errors.count == 21 && errors.last?.contains("10 more reasons") == true, "\(errors.count)")
    #expect(try gym.json(line)["refused"].array.count == 30)
  }

  @Test("the dates of a coach are within the hours, and nobody else is offered")
  func hours() throws {
    let line = "session book --coach eva --client bob --hours tue_17:00-20:00 --at 2026-03-03T18:00"
    try gym.done("session book --coach eva --client x --at 2026-03-10T18:00")
    let run = try gym.done("\(line) --repeat every_tuesday_for_3_times --skip")
    #expect(run.lines[1].hasSuffix("free: 2026-03-10 17:00, 2026-03-10 19:00, 2026-03-03 19:00"))
    let closed = line.replacing("tue", with: "wed")
    let errors = try gym.refused("\(closed) --repeat every_tuesday_for_3_times")
    #expect(errors.count { $0.contains("outside_hours: 2026-03-") } == 3)
  }

  @Test("who was chosen on each date, and why not the others")
  func chosen() throws {
    try gym.done("session book --coach eva --client x --at 2026-03-10T18:00")
    let line =
      "session book --any-of eva,leo --client bob --at 2026-03-03T18:00 --repeat every_tuesday_for_3_times"
    let dates = try gym.json(line)["dates"].array
    #expect(dates.map { $0["chosen"].array.first?["names"].array.first?.string } == ["leo", "leo", "eva"])
    let others = dates[1]["chosen"].array.first?["others"].array ?? []
    #expect(others.strings("name") == ["eva"])
    #expect(others.first?["reasons"].array.strings("code") == ["conflict"])
    let text = try gym.done(line.replacing("18:00", with: "20:00") + " --explain")
    #expect(text.lines.count == 6)
    #expect(text.lines[1].hasPrefix("  not "))
  }

  @Test(
    "a series of more than 500 dates is refused, with the last date that it may have",
    arguments: ["--coach", "--any-of"])
  func tooLong(option: String) throws {
    let line = "session book \(option) eva --client bob --at 2026-03-03T18:00 --repeat"
    for rule in ["every_day_for_501_times", "every_day"] {
      let errors = try gym.refused("\(line) \(rule)")
      #expect(errors.count == 1)
      #expect(errors.first?.contains("too_many_dates: the rule has more than 500 dates") == true)
      #expect(errors.first?.contains("by 2027-07-15 at the latest") == true)
    }
    // As many dates of a pool are booked below.
    guard option == "--coach" else { return }
    #expect(try gym.done("\(line) every_day_for_500_times").lines.count == 500)
  }

  @Test("500 weekly dates are booked, those far away too, and a refused one has alternatives in its week")
  func years() throws {
    try gym.done("session book --coach eva --client x --at 2033-03-01T18:00")
    let line = "session book --any-of eva --client bob --at 2026-03-03T18:00"
    let dates = try gym.json("\(line) --repeat every_tuesday_for_500_times --skip")["dates"].array
    #expect(dates.count == 500)
    let refused = dates.filter { !$0["refused"].array.isEmpty }
    #expect(refused.compactMap { $0["start"].string?.prefix(16) } == ["2033-03-01T18:00"])
    #expect(
      refused.first?["alternatives"].array.compactMap { $0.string?.prefix(16) } == [
        "2033-03-01T17:00", "2033-03-01T19:00", "2033-03-01T16:45",
      ])
  }

  @Test("a search for slots says where it ended")
  func searched() throws {
    let line = "slots --for 1h --any-of eva --hours mon_10:00-11:00 --from 2026-03-02 --until 2036-01-01"
    let run = try gym.run(line)
    #expect(run.status == .done && run.lines.count == 158)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("the search ended at 2029-03-06 00:00, after 1100 days") == true)
    #expect(try gym.json(line)["searchedUntil"].string?.prefix(10) == "2029-03-06")
    #expect(try gym.done(line.replacing("2036", with: "2028")).errors.isEmpty)
  }
}
