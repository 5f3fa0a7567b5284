import CommandLineKit
import Testing

@Suite("Answers without a time say why")
struct SlotReportTests {
  private let gym: Gym

  private static let prepared = Gym.prepared(
    "session book --coach eva --client bob --at 2026-03-03T10:00")

  init() throws { gym = try Gym(Self.prepared) }

  @Test("no slot within the hours, and none that is free")
  func slots() throws {
    let closed = "slots --for 1h --any-of eva --hours sun_10:00-11:00 --from 2026-03-02 --until 2026-03-03"
    for more in ["", " --explain"] {
      let run = try gym.done(closed + more)
      #expect(
        run.lines == [
          "outside_hours: no slot begins within the hours from 2026-03-02 00:00 to 2026-03-04 00:00"
        ])
    }
    let busy = "slots --for 1h --any-of eva --hours tue_10:00-11:00 --from 2026-03-03 --until 2026-03-03"
    #expect(
      try gym.done(busy).lines == ["too_few: none can serve (coach): eva: busy (1 start)"])
    #expect(try gym.json(busy)["reasons"].array.strings("code") == ["too_few"])
    #expect(try gym.json(busy + " --explain")["reasons"].array.isEmpty)
    let past = try gym.json("session slots --coach eva --from 2026-02-02 --until 2026-02-03")
    #expect(past["slots"].array.isEmpty && past["reasons"].array.strings("code") == ["too_late"])
    #expect(past["reasons"].array.first?["starts"].int == 48)
  }

  @Test("a start counts once for a reason, though several things have it")
  func starts() throws {
    try gym.done("session book --resource mats:9/10 --for 24h --at 2026-03-04T00:00")
    let day = "slots --for 1h --resource mats:3/10 --resource mats:8/10 --from 2026-03-04 --days 1"
    #expect(try gym.json(day)["reasons"].array.map { $0["starts"].int } == [24])
  }

  @Test("a pause and a notice of nothing are those of somebody for whom the common ones are not")
  func nothing() throws {
    let slots =
      "slots --for 30m --any-of eva,leo --hours tue_10:00-11:00 --from 2026-03-03 --until 2026-03-03"
    #expect(
      try gym.json(slots + " --buffer 2h --buffer eva=0m --notice 9d --notice eva=0m")["slots"].array.isEmpty)
    try gym.done(slots + " --buffer 15m --buffer-before 0m")
    #expect(try gym.refused(slots + " --every 0m", .usage).count == 1)
  }

  @Test("the calendar of a person has its hours, and an invitation that the person declined takes no time")
  func ownCalendar() throws {
    let stamp = "DTSTAMP:20260101T000000Z\r\n"
    let own = try gym.folder.file(
      "eva.ics",
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\nBEGIN:VEVENT\r\nUID:i\r\n\(stamp)"
        + "DTSTART:20260304T090000Z\r\nDURATION:PT1H\r\nORGANIZER:mailto:b@x.org\r\n"
        + "ATTENDEE;PARTSTAT=DECLINED:mailto:eva@x.org\r\nSUMMARY:I\r\nEND:VEVENT\r\n"
        + "BEGIN:VAVAILABILITY\r\nUID:v\r\n\(stamp)DTSTART:20260301T000000Z\r\nBEGIN:AVAILABLE\r\nUID:a\r\n"
        + "\(stamp)DTSTART:20260302T080000Z\r\nDTEND:20260302T110000Z\r\nRRULE:FREQ=DAILY\r\nEND:AVAILABLE\r\n"
        + "END:VAVAILABILITY\r\nEND:VCALENDAR\r\n")
    let slots =
      "session slots --coach eva@x.org --for 1h --from 2026-03-04 --until 2026-03-04 --with eva@x.org=\(own)"
    #expect(
      try gym.json(slots)["slots"].array.compactMap { $0["start"].string?.prefix(16) } == [
        "2026-03-04T09:00", "2026-03-04T10:00", "2026-03-04T11:00",
      ])
  }

  @Test("no hour for several people: the terms of the slots, or everybody who stands in the way")
  func find() throws {
    let late = try gym.refused("session find --people eva,leo --notice 2d --within 1d")
    #expect(late.count == 1)
    #expect(late.first?.contains("too_late: had to be booked by 2026-02-28 08:45") == true)
    let never = try gym.refused("session find --people eva --within 1h --hours sun_06:00-07:00")
    #expect(never.first?.contains("outside_hours: no slot begins within the hours") == true)
    let limited = try gym.json(
      "session find --people leo,eva --within 3d --per-day 1 --hours tue_11:00-12:00")["slots"].array
    let missing = limited.first?["missing"].array ?? []
    #expect(missing.strings("name") == ["eva"])
    #expect(missing.first?["reasons"].array.strings("code") == ["daily_limit"])
    let closed = try gym.done(
      "session find --people eva,leo --within 3d --hours tue_10:00-11:00 --closed 2026-03-03")
    // From Sunday at nine until Tuesday at ten are 49 hours.
    #expect(closed.lines == ["2026-03-03 10:00–11:00  without eva: closed, busy; leo: closed; score 49"])
    let own = try gym.done(
      "session find --people eva,leo --within 1w --hours mon-fri_09:00-18:00 --hours leo=thu_09:00-10:00")
    #expect(own.lines == ["2026-03-05 09:00–10:00  score 96"])
    // The order of the names does not matter, nor whose hours come first.
    for people in ["eva,leo", "leo,eva"] {
      let common = try gym.done(
        "session find --people \(people) --within 1w --hours eva=mon_09:00-11:30 --hours leo=mon_10:15-12:00")
      #expect(common.lines.allSatisfy { $0.hasPrefix("2026-03-02 10:") } && !common.lines.isEmpty)
      #expect(common.lines.first?.hasPrefix("2026-03-02 10:15–11:15") == true)
      let most = try gym.done(
        "session find --people \(people),mia --within 1w --hours tue_09:00-10:00 --hours eva=mon_09:00-10:00")
      #expect(most.lines.count == 1 && most.lines[0].hasPrefix("2026-03-03 09:00–10:00  without eva"))
    }
  }

  @Test("hours that one of several prefers decide between times, by the score that is printed")
  func preferences() throws {
    let find = "session find --people leo,mia --within 2d --hours mon_09:00-12:00 --limit 1"
    #expect(try gym.done(find).lines == ["2026-03-02 09:00–10:00  score 24"])
    let late = try gym.done("\(find) --prefer leo=mon_11:00-12:00")
    #expect(late.lines == ["2026-03-02 11:00–12:00  score 26"])
    // The hours of one take the place of those of all.
    let both = try gym.done("\(find) --prefer mon_09:00-10:00 --prefer LEO=mon_09:00-12:00")
    #expect(both.lines == ["2026-03-02 09:00–10:00  score 24"])
    #expect(try gym.refused("\(find) --prefer nobody=mon_09:00-10:00", .usage).count == 1)
  }
}
