import CommandLineKit
import Testing

@Suite("the time of instructors and members")
struct InstructorTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  private func add(_ title: String, at time: String, _ more: String = "") throws -> AlmanacRun {
    try gym.run("class add \(title) --rrule FREQ=WEEKLY;COUNT=2 --at \(time) --for 1h --places 3 \(more)")
  }

  @Test(
    "a class takes an instructor from a session only after consent, and a session takes none from a class")
  func instructors() throws {
    try gym.done("session book --coach eva --client bob --at 2026-03-03T10:00")
    let refused = try add("Core", at: "2026-03-03T10:30", "--instructor eva")
    #expect(refused.status == .refused && refused.errors.count == 1)
    #expect(refused.errors.first?.contains("eva is busy") == true)
    #expect(refused.errors.first?.contains("2026-03-03") == true)
    let core = try #require(try add("Core", at: "2026-03-03T10:30", "--instructor eva --yes").lines.first)
    // A second class of hers, and a free instructor.
    #expect(try add("Yoga", at: "2026-03-10T11:00", "--instructor eva").status == .refused)
    let yoga = try #require(try add("Yoga", at: "2026-03-10T11:00", "--instructor leo").lines.first)
    let preview = try gym.json("class change \(yoga) --on 2026-03-10 --instructor eva --dry-run")
    #expect(preview["busyInstructors"].array.map { $0["items"].array.compactMap { $0.string } } == [["Core"]])
    #expect(try gym.refused("class change \(yoga) --on 2026-03-10 --instructor eva").count == 1)
    try gym.done("class change \(yoga) --on 2026-03-10 --instructor eva --yes")
    try gym.done("class change \(core) --on 2026-03-10 --note Mats")
  }

  @Test(
    "who instructs a class, or has an appointment, gets no place in a class at the time",
    arguments: ["RRULE:FREQ=WEEKLY", "PRIORITY:1"])
  func members(_ line: String) throws {
    _ = try add("Core", at: "2026-03-03T10:30", "--instructor leo")
    let yoga = try #require(try add("Yoga", at: "2026-03-03T10:30", "--instructor mia").lines.first)
    let appointment = """
      BEGIN:VEVENT
      UID:workshop
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Madrid:20260303T100000
      DURATION:PT2H
      \(line)
      SUMMARY:Workshop
      ORGANIZER:mailto:zoe@example.org
      ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org
      ATTENDEE;PARTSTAT=DECLINED:mailto:cyd@example.org
      END:VEVENT
      """
    _ = try gym.folder.file("others.ics", Sample.calendar(appointment))
    let both = "-c \(gym.folder.path("others.ics"))"
    for (member, isFree) in [
      ("leo", false), ("bob@example.org", false), ("cyd@example.org", true), ("ana", true),
    ] {
      let offers = try gym.json("class offers --member \(member) --from 2026-03-03 --days 1 \(both)")
      let offer = try #require(offers["offers"].array.first { $0["uid"].string == yoga })
      #expect(offer["refused"].array.isEmpty == isFree, "\(member)")
      let booked = try gym.run("class book \(yoga) --on 2026-03-03 --member \(member) \(both)")
      #expect((booked.status == .done) == isFree, "\(member)")
    }
  }

  @Test("an appointment that happens once takes the time of all who attend it")
  func appointments() throws {
    _ = try gym.folder.file(
      "others.ics",
      Sample.calendar(
        """
        BEGIN:VEVENT
        UID:workshop
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=Europe/Madrid:20260303T100000
        DURATION:PT2H
        SUMMARY:Workshop
        ORGANIZER:mailto:leo@example.org
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:mia@example.org
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org
        END:VEVENT
        """))
    let both = "-c \(gym.folder.path("others.ics")) --at 2026-03-03T10:30"
    #expect(try gym.refused("session book --coach leo@example.org --client ana \(both)").count == 1)
    #expect(try gym.refused("session book --coach eva --client bob@example.org \(both)").count == 1)
    #expect(try gym.run("session book --coach eva --client ana \(both)").status == .done)
  }

  @Test("a room that is too small for a session says so; classes of somebody ill are named")
  func reassigning() throws {
    try gym.done(
      "session book --coach max --any-of room:small --capacity small=2 --places 2 --at 2026-03-07T10:00")
    try gym.done(
      "session book --coach zoe --any-of room:big --capacity big=9 --places 4 --at 2026-03-07T12:00")
    let room = try gym.refused("session reassign big --to small")
    #expect(room.first?.contains("small: 2 free, 4 needed") == true)
    let abs = try #require(try add("Abs", at: "2026-03-05T18:30", "--instructor zoe").lines.first)
    let run = try gym.run("session reassign zoe --to max --from 2026-03-05 --until 2026-03-08")
    #expect(run.status == .done)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("Abs: zoe still instructs it on 2026-03-05") == true)
    #expect(run.errors.first?.contains("class change \(abs) --on DATE --instructor NAME") == true)
  }
}
