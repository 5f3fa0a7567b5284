import CommandLineKit
import Foundation
import Testing

/// Two members have the places of the class on Monday, 9 March.
@Suite("Classes and sessions in files that another program changed")
struct ForeignClassTests {
  private static let booked = Gym.prepared(
    "class add Yoga --repeat every_monday --at 2026-03-02T18:00 --for 1h --places 2",
    "class book item-0 --on 2026-03-09 --member ana", "class book item-0 --on 2026-03-09 --member bob")
  private static let session = Gym.prepared(
    "session book --coach eva --client ana --at 2026-03-02T10:00 --for 1h")
  private static let start = "DTSTART;TZID=Europe/Madrid:20260302T180000"
  private static let id = "RECURRENCE-ID;TZID=Europe/Madrid:20260309T180000"

  /// The files after another program replaced texts.
  private func gym(_ files: PreparedFiles, _ texts: (String, String)...) throws -> Gym {
    let gym = try Gym(files)
    var content = try gym.content
    for (old, new) in texts {
      try #require(content.contains(old), "\(content)")
      content = content.replacing(old, with: new)
    }
    _ = try gym.folder.file("sessions.ics", content)
    return gym
  }

  @Test(
    "bookings follow a class that was moved without them, and one with a date as RECURRENCE-ID is read",
    arguments: [
      (start, "DTSTART;TZID=Europe/Madrid:20260302T190000", "19:00"),
      (id, "RECURRENCE-ID;VALUE=DATE:20260309", "18:00"), (id, "RECURRENCE-ID:20260309T180000Z", "18:00"),
    ])
  func followed(old: String, new: String, time: String) throws {
    let gym = try gym(Self.booked, (old, new))
    let offer = try #require(
      gym.json("class offers --member zoe --from 2026-03-09 --days 1")["offers"].array.first)
    #expect(offer["refused"].array.strings("code") == ["full"])
    #expect(offer["start"].string?.contains("T\(time)") == true)
    let roster = try #require(gym.json("class roster item-0 --on 2026-03-09")["rosters"].array.first)
    #expect(roster["members"].array.strings("member") == ["ana", "bob"])
    #expect(
      try gym.refused("class book item-0 --on 2026-03-09 --member zoe").contains { $0.contains("full: ") })
    let isNamed = !new.contains("VALUE=DATE")
    #expect(try AlmanacRun("validate", gym.path).output.contains("unmatched_bookings") == isNamed)
    try gym.done("class cancel item-0 --on 2026-03-09 --member ana")
    try gym.done("class book item-0 --on 2026-03-09 --member zoe")
    let shown = try gym.json("list --from 2026-03-09 --days 1")["items"].array.strings("start")
    #expect(shown.count == 1 && shown[0].contains("T\(time)"))
    #expect(try gym.content.components(separatedBy: "RECURRENCE-ID").count == 2)
    #expect(!(try AlmanacRun("validate", gym.path).output.contains("unmatched_bookings")))
    try gym.done("undo")
  }

  @Test("dates that bookings of no date may be of are closed, and said to be, until the item is deleted")
  func closed() throws {
    let gym = try gym(Self.booked, ("20260302T180000", "20260303T180000"), ("BYDAY=MO", "BYDAY=TU"))
    let offers = try gym.json("class offers --member zoe --from 2026-03-03 --days 15")["offers"].array
    #expect(
      offers.map { $0["refused"].array.strings("code").first } == [
        "unmatched_bookings", "unmatched_bookings", nil,
      ])
    #expect(offers.map { $0["free"].int } == [0, 0, 2])
    let errors = try gym.refused("class book item-0 --on 2026-03-10 --member zoe")
    #expect(errors.contains { $0.contains("ana, bob") && $0.contains("is no date of the class") })
    #expect(errors.contains { $0.contains("unmatched_bookings: ") })
    #expect(try gym.run("class list").output.contains("may be of this date"))
    try gym.done("edit item-0 --on 2026-03-09T18:00 --at 2026-03-10T18:00")
    try gym.done("class book item-0 --on 2026-03-03 --member zoe")
    #expect(
      try gym.refused("class book item-0 --on 2026-03-10 --member zoe").contains { $0.contains("full: ") })
    try gym.done("undo")
    try gym.done("undo")
    try gym.done("delete item-0 --on 2026-03-09T18:00 --scope this --yes")
    try gym.done("class book item-0 --on 2026-03-10 --member zoe")
  }

  @Test(
    "a session that cannot be read as one keeps its people from being booked",
    arguments: [
      "DTSTART;TZID=Foo/Bar:20260302T100000", "DTSTART:20260302T100000",
    ])
  func unreadSession(start: String) throws {
    let gym = try gym(Self.session, ("DTSTART;TZID=Europe/Madrid:20260302T100000", start))
    let slots =
      "session slots --coach eva --client zoe --for 1h --hours mon-sun_10:00-12:00 --from 2026-03-02 --days 1"
    let offered = try gym.run(slots + " --format json")
    #expect(offered.status == .badData)
    let value = try ReadJSON(offered.output)
    #expect(value["slots"].array.isEmpty && value["reasons"].array.strings("code") == ["unread"])
    let errors = try gym.refused(
      "session book --coach eva --client zoe --at 2026-03-02T10:00 --for 1h --new zoe")
    #expect(errors.contains { $0.contains("unread: ") }, "\(errors)")
    // A time without a zone is that of those who ask for no coach; one in an unknown zone is not known to anybody.
    let plain = try gym.run("slots --for 1h --hours mon-sun_10:00-12:00 --from 2026-03-02 --days 1")
    let isKnown = !start.contains("TZID")
    #expect(plain.status == (isKnown ? .done : .badData), "\(plain.errors)")
    if isKnown { #expect(plain.lines.count == 1) }
  }

  @Test(
    "one that takes no time keeps nobody from being booked",
    arguments: ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"])
  func freeSession(line: String) throws {
    let gym = try gym(
      Self.session, ("DTSTART;TZID=Europe/Madrid:20260302T100000", "DTSTART:20260302T100000\r\n\(line)"),
      ("STATUS:CONFIRMED\r\n", ""))
    try gym.done("session book --coach eva --client zoe --at 2026-03-02T10:00 --for 1h --new zoe")
  }

  @Test("classes are offered and listed as they are booked: not beside items that cannot be read")
  func unreadItems() throws {
    for event in [
      Sample.event("x", ":20260230T090000Z", "X"),
      Sample.event("x", ":20260228T090000Z", "X", "RRULE:FREQ=DAYLY\n"),
    ] {
      let gym = try gym(
        Self.booked, ("END:VCALENDAR", event.replacing("\n", with: "\r\n") + "\r\nEND:VCALENDAR"))
      for command in [
        "class offers --member zoe --from 2026-03-16 --days 1", "class list",
        "class roster item-0 --on 2026-03-09",
      ] {
        let text = try gym.run(command)
        #expect(text.status == .badData && !text.output.contains("free"), "\(text.output)")
        #expect(text.errors.contains { $0.contains("incomplete: ") })
        let json = try gym.run(command + " --format json")
        #expect(
          json.status == .badData && !json.output.contains("\"free\": 2")
            && !json.output.contains("\"free\":2"))
      }
      let offer = try #require(
        ReadJSON(try gym.run("class offers --member zoe --from 2026-03-16 --days 1 --format json").output)[
          "offers"
        ].array.first)
      #expect(offer["bookable"].bool == false && offer["refused"].array.strings("code") == ["unread"])
      #expect(try gym.run("class roster item-0 --on 2026-03-09").output.contains("ana"))
      #expect(
        try gym.refused("class book item-0 --on 2026-03-16 --member zoe").contains { $0.contains("unread: ") }
      )
    }
    // A date with its bookings that cannot be read.
    let lost = try gym(Self.booked, ("DTSTART;TZID=Europe/Madrid:20260309T180000", "DTSTART:soon"))
    let roster = try lost.run("class roster item-0 --on 2026-03-09")
    #expect(roster.status == .badData && roster.output.contains("?/2"))
  }

  @Test("a question for busy time is not answered beside items that cannot be read")
  func busyTime() throws {
    let question = Sample.calendar(
      "METHOD:REQUEST\nBEGIN:VFREEBUSY\nUID:q\nORGANIZER:mailto:boss@example.org\nDTSTAMP:20260219T000000Z\n"
        + "DTSTART:20260303T000000Z\nDTEND:20260304T000000Z\nATTENDEE:mailto:ana@example.org\nEND:VFREEBUSY")
    for item in UnknownTimesTests.hidden + UnknownTimesTests.incomplete.prefix(2) {
      let gym = try Gym(Self.booked)
      _ = try gym.folder.file("sessions.ics", Sample.calendar(item))
      _ = try gym.folder.file("q.ics", question)
      let run = try gym.run("import \(gym.folder.path("q.ics")) --as-message --me ana@example.org")
      #expect(run.status == .badData && !run.output.contains("FREEBUSY"), "\(run.output)")
      #expect(run.errors.contains { $0.contains("unread: ") })
      _ = try gym.folder.file(
        "sessions.ics", Sample.calendar(Sample.event("y", ":20260303T090000Z", "Y", "DURATION:PT1H\n")))
      let answer = try gym.run("import \(gym.folder.path("q.ics")) --as-message --me ana@example.org")
      #expect(answer.status == .done && answer.output.contains("FREEBUSY:"))
    }
  }
}
