import CommandLineKit
import Testing

/// Coaches and pools have one grid: hours, closures and limits are those of the people, whatever else a session takes.
@Suite("Terms of session book and session slots")
struct SessionTermsTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test("a coach's hours and closures hold for a session that takes mats too")
  func hours() throws {
    let terms = "--coach eva --client bob --hours mon_10:00-11:00"
    for more in ["", " --resource mats:3/10"] {
      let sunday = try gym.refused("session book --at 2026-03-08T03:00 \(terms)\(more)")
      #expect(sunday.first?.contains("outside_hours") == true)
      let closed = try gym.refused("session book --at 2026-03-09T10:00 \(terms) --closed 2026-03-09\(more)")
      #expect(closed.first?.contains("closed") == true)
      let slots = try gym.done("session slots \(terms)\(more) --from 2026-03-02 --days 14")
      #expect(slots.lines.map { String($0.prefix(16)) } == ["2026-03-02 10:00", "2026-03-09 10:00"])
    }
    try gym.done("session book --at 2026-03-09T10:00 \(terms) --resource mats:3/10")
    #expect(try gym.sessions == ["eva bob mats"])
    // Without people the hours are those of the place.
    let mats = try gym.done(
      "slots --for 1h --resource mats:5/10 --hours mon_10:00-11:00 --from 2026-03-02 --days 7")
    #expect(mats.lines.map { String($0.prefix(16)) } == ["2026-03-02 10:00"])
  }

  @Test("limits of a day count the coach's sessions, not the uses of the mats")
  func limits() throws {
    try gym.done("session book --coach leo --client a --at 2026-03-03T10:00 --resource mats:1/10")
    try gym.done(
      "session book --coach mia --client b --at 2026-03-03T12:00 --resource mats:1/10 --per-day 1")
    for hour in [14, 16] { try gym.done("session book --coach eva --client c --at 2026-03-03T\(hour):00") }
    let third = "session book --coach eva --client d --at 2026-03-03T18:00 --per-day 2"
    for more in ["", " --resource mats:1/10"] {
      #expect(try gym.refused(third + more).first?.contains("daily_limit") == true)
    }
  }

  @Test("a coach who is named and one of two rooms")
  func coachAndRoom() throws {
    try gym.done("session book --coach eva --client bob --any-of room:r1,r2 --at 2026-03-03T10:00")
    try gym.done("session book --coach leo --client cyd --any-of room:r1,r2 --at 2026-03-03T10:00")
    #expect(try gym.sessions == ["eva bob r1", "leo cyd r2"])
    let third = "session book --coach mia --client dan --any-of room:r1,r2 --at 2026-03-03T10:00"
    #expect(try gym.refused(third).first?.contains("too_few") == true)
    #expect(
      try gym.refused("session book --coach eva --any-of leo --client b --at 2026-03-04T10:00", .usage).count
        == 1)
  }

  @Test(
    "each candidate has hours, closures, buffers, notice and limits of their own, in place of those for all")
  func ownTerms() throws {
    func serving(_ options: String) throws -> [String] {
      let slots = try gym.json(
        "slots --for 1h --any-of eva,leo --from 2026-03-02 --days 1 --explain \(options)")
      return slots["slots"].array.map { slot in
        let names = slot["chosen"].array.first?["names"].array.compactMap { $0.string } ?? []
        let start = slot["start"].string?.dropFirst(11).prefix(2) ?? ""
        return "\(start) \(names.joined(separator: ","))"
      }
    }
    let hours = "--hours mon_09:00-11:00 --hours leo=mon_10:00-12:00"
    #expect(try serving(hours) == ["09 eva", "10 eva", "11 leo"])
    #expect(try serving(hours + " --closed eva=2026-03-02") == ["09 ", "10 leo", "11 leo"])
    #expect(try serving(hours + " --notice 1h --notice eva=2d") == ["09 ", "10 leo", "11 leo"])
    try gym.done("session book --coach leo --client x --at 2026-03-02T10:00")
    #expect(try serving(hours + " --choose listed --buffer leo=30m") == ["09 eva", "10 eva", "11 "])
    #expect(try serving(hours + " --per-day leo=1 --per-day 5") == ["09 eva", "10 eva", "11 "])
    #expect(try serving(hours + " --per-day 1 --per-day leo=2") == ["09 eva", "10 eva", "11 leo"])
    let stranger = try gym.refused("slots --for 1h --any-of eva --hours leo=mon_10:00-12:00", .usage)
    #expect(stranger.first?.contains("expected one of eva") == true)
    #expect(try gym.refused("slots --for 1h --hours leo=mon_10:00-12:00", .usage).count == 1)
  }

  @Test("the time to travel to the place of a session")
  func travel() throws {
    try gym.done("session book --coach eva --client a --at 2026-03-03T10:00 --place Sants")
    let more = "--coach eva --client b --place Badalona --travel Sants,Badalona=40m"
    #expect(try gym.refused("session book --at 2026-03-03T11:30 \(more)").first?.contains("travel") == true)
    try gym.done("session book --at 2026-03-03T11:40 \(more)")
    #expect(try gym.refused("slots --for 1h --travel Sants=40m", .usage).count == 1)
  }

  @Test("a session goes to another place as it is booked there: a known one, in time")
  func newPlace() throws {
    for hour in ["10", "11", "12"] {
      try gym.done("session book --coach eva --client c\(hour) --at 2026-03-03T\(hour):00 --place Sants")
    }
    let uid = try #require(try gym.json("session list")["sessions"].array[1]["uid"].string)
    let edit = "session edit \(uid) --place Badalona"
    #expect(try gym.refused(edit).first?.contains("unknown_place") == true)
    #expect(try gym.refused("\(edit) --travel Sants,Badalona=40m").first?.contains("travel") == true)
    try gym.done("session move \(uid) --at 2026-03-03T13:40")
    try gym.done("\(edit) --travel Sants,Badalona=40m")
    try gym.done("session edit \(uid) --place Girona --new Girona")
    #expect(try gym.refused("session edit \(uid) --title x --travel Sants,Badalona=40m", .usage).count == 1)
  }

  @Test("so many of each pool, and only those with a tag")
  func needs() throws {
    let two = "session book --any-of eva,leo --any-of room:r1,r2,r3 --client a --at 2026-03-03T10:00"
    try gym.done(two + " --needs room=2")
    #expect(try gym.sessions == ["eva a r1 r2"])
    for wrong in ["--needs 2", "--needs hall=2", "--needs room=0", "--tagged stage", "--tagged hall=stage"] {
      #expect(try gym.refused("\(two) \(wrong)", .usage).count == 1)
    }
    let tags = "--tag leo=yoga,pilates --tag mia=yoga"
    try gym.done(
      "session book --any-of eva,leo,mia --tagged pilates \(tags) --client b --at 2026-03-04T10:00")
    #expect(try gym.sessions.last == "leo b")
    let nobody = try gym.refused(
      "session book --any-of eva,leo,mia --tagged boxing \(tags) --client b --at 2026-03-04T12:00", .usage)
    #expect(nobody.first?.contains("none of eva, leo, mia can serve with --tagged boxing") == true)
  }

  @Test("an amount of one of several pools, and a room that holds twelve")
  func amountsAndSizes() throws {
    let lanes = "session book --at 2026-03-03T10:00 --any-of lanes:poolA,poolB --amount 2 --choose listed"
    for expected in ["poolA", "poolB"] {
      let made = try gym.json("\(lanes) --capacity poolA=3 --capacity poolB=2")["session"]
      #expect(made["resources"].array.strings("name") == [expected])
      #expect(made["resources"].array.first?["amount"].int == 2)
    }
    // How much there is, earlier bookings have said.
    let full = try gym.refused(lanes)
    #expect(full.first?.contains("poolA: 1 free, 2 needed; poolB: 0 free, 2 needed") == true)
    let rooms =
      "session book --at 2026-03-04T10:00 --any-of room:r1,r2 --capacity r1=8 --capacity r2=12 --holds 12"
    #expect(try gym.json(rooms)["session"]["resources"].array.strings("name") == ["r2"])
    #expect(try gym.refused(rooms).first?.contains("r2: busy") == true)
  }

  @Test("each candidate has days ahead of their own, in place of those for all")
  func daysAhead() throws {
    let slots = "slots --for 1h --any-of eva,leo --hours 10:00-11:00 --days 4 --ahead 1 --ahead leo=2"
      .replacing("10:00", with: "mon-sun_10:00")
    #expect(
      try gym.done(slots).lines == [
        "2026-03-01 10:00–11:00  eva", "2026-03-02 10:00–11:00  eva", "2026-03-03 10:00–11:00  leo",
      ])
    let book = "session book --any-of eva,leo --client bob --at 2026-03-03T10:00 --ahead 1 --ahead leo=2"
    #expect(try gym.done("\(book) --explain").lines.last?.contains("not eva: can be booked") == true)
  }

  @Test("a start in the hour that clocks skip is reported, as add does")
  func skippedHour() throws {
    let run = try gym.done("session book --coach eva --client bob --at 2026-03-29T02:30")
    #expect(
      run.errors == ["almanac: clocks skip 02:30:00 on 2026-03-29; the item is at 03:30:00"])
    #expect(try gym.done("session list").lines.first?.hasPrefix("2026-03-29 03:30–04:30") == true)
    #expect(try gym.done("session book --coach eva --client bob --at 2026-03-30T02:30").errors.isEmpty)
  }
}
