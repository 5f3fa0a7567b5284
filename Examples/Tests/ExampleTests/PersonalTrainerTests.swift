import Foundation
import Testing

@Suite("PersonalTrainer")
struct PersonalTrainerTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun.shipped("PersonalTrainer") }

  @Test("G1 to G8 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == Set((1...8).map { "G\($0)" }))
  }

  @Test("a session that cannot be read is reported")
  func unreadable() throws {
    let first = "BEGIN:VEVENT\nUID:biel-2026@trainer.example\n"
    let broken =
      "BEGIN:VEVENT\nUID:broken\nDTSTAMP:20260115T090000Z\nDTSTART:20260312T090000Z\n"
      + "X-ALMANAC-KIND:SESSION\nEND:VEVENT\n"
    let altered = try AlteredFile("trainer.ics", replacing: first, with: broken + first, count: nil)
    let run = try ExampleRun("PersonalTrainer", [altered.path])
    #expect(run.status == 0 && run.errors.contains("broken: the item is no session"))
  }

  @Test("G3 a session that is moved changes the next ones and the days of the month")
  func moved() throws {
    // Amélia's first session goes from Thursday to Sunday.
    let altered = try AlteredFile(
      "trainer.ics", replacing: "DTSTART:20260312T173000Z\nDTEND:20260312T183000Z",
      with: "DTSTART:20260315T173000Z\nDTEND:20260315T183000Z")
    let run = try ExampleRun("PersonalTrainer", [altered.path])
    let difference = OutputDifference(shipped, run)
    #expect(difference.rows == ["G2", "G3"])
    #expect(
      difference.added.sorted() == [
        "G2    18:30 Amélia Duarte – primera sessió", "G2  diumenge, 15 de març de 2026: ",
        "G2  març de 2026: 3 4 5 6 11 13 15 17 18 19 20 24 25 27 31",
        "G3  2026-03-13 12:00 Biel Casals, Gimnàs Montjuïc",
      ])
    #expect(difference.removed.contains("G3  2026-03-12 18:30 Amélia Duarte"))
  }

  @Test("G1 another session of the coach refuses a booking, and is named")
  func conflict() throws {
    let altered = try AlteredFile(
      "trainer.ics", replacing: "DTSTART:20260312T173000Z\nDTEND:20260312T183000Z",
      with: "DTSTART:20260313T110000Z\nDTEND:20260313T120000Z")
    let run = try ExampleRun("PersonalTrainer", [altered.path])
    #expect(
      run["G1"].contains(
        "book: refused: Laia Riera té un altre compromís: Amélia Duarte – primera sessió"))
    #expect(run["G7"] == shipped["G7"])
  }

  @Test("G1 G6 a cancelled session is not among those that took place")
  func cancelled() throws {
    let altered = try AlteredFile(
      "trainer.ics", replacing: "DTSTART;TZID=Europe/Madrid:20260304T073000\nDURATION:PT1H\n",
      with: "DTSTART;TZID=Europe/Madrid:20260304T073000\nDURATION:PT1H\nSTATUS:CANCELLED\n")
    let run = try ExampleRun("PersonalTrainer", [altered.path])
    #expect(run["G1"].contains("Núria Pons, last trained never"))
    #expect(run["G3"].contains { $0.hasPrefix("start:") && $0.contains("Biel Casals") })
    #expect(run["G1"].filter { !$0.hasPrefix("Núria") } == shipped["G1"].filter { !$0.hasPrefix("Núria") })
  }

  @Test(
    "G8 every coach, in the file or new, has all of it",
    arguments: ["pol@trainer.example", "mailto:LAIA@trainer.example", "nou@trainer.example"])
  func persons(person: String) throws {
    let run = try ExampleRun("PersonalTrainer", as: person)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.rows == shipped.rows)
    if person.hasPrefix("mailto") { #expect(run["G3"].dropLast() == shipped["G3"].dropLast()) }
    if person.hasPrefix("pol") { #expect(run["G4"].first?.hasPrefix("Resistència: Rem") == true) }
  }

  @Test("G1 G8 the same work of a coach with another address, in another calendar")
  func renamed() throws {
    let (old, new) = ("laia@trainer.example", "gina@gym.example")
    let calendar = try AlteredFile("trainer.ics", replacing: old, with: new, count: nil)
    let library = try AlteredFile("trainer-library.json", replacing: old, with: new, count: nil)
    let run = try ExampleRun("PersonalTrainer", [calendar.path, library.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    // The lines of G8 are in the order of the addresses.
    #expect(
      run.lines.map { $0.replacing(new, with: old) }.sorted() == shipped.lines.sorted())
  }

  @Test("G7 an exercise that another coach shares is used and not renamed, which is said")
  func sharedExercise() throws {
    let library = try AlteredFile(
      "trainer-library.json", replacing: "{\n \"exercises\": [",
      with: """
        { "sharing": { "everyone": "use" }, "exercises": [
          { "id": "a", "coach": "pol@trainer.example", "name": "Abdominals", "machine": "shared-bench",
            "details": "", "subtitle": "", "video": "", "shared": true },
        """)
    let machine = try String(contentsOfFile: library.path, encoding: .utf8).replacing(
      "\n \"machines\": [",
      with: """
        "machines": [
          { "id": "shared-bench", "coach": "pol@trainer.example", "name": "Banc", "shared": true },
        """)
    let file = try TextFile(machine)
    let calendar = try AlteredFile("trainer.ics", replacing: "VERSION", with: "VERSION", count: nil)
    let run = try ExampleRun("PersonalTrainer", [calendar.path, file.path])
    #expect(run.status == 0 && run.errors.isEmpty && run.rows == shipped.rows)
    #expect(run["G7"].contains { $0.hasPrefix("rename Abdominals: refused: ") })
    let workouts = try AlteredFile("workouts.json", replacing: "exercises", with: "exercises", count: nil)
    let other = try ExampleRun("PersonalTrainer", [calendar.path, workouts.path])
    #expect(other.status == 0 && other.errors.isEmpty && other.rows == shipped.rows)
  }

  @Test("a text that names nobody ends each program with a line", arguments: ["@", " x ", "mailto:"])
  func nobody(person: String) throws {
    for program in ["PersonalTrainer", "RemoteTrainer", "GymClasses"] {
      let run = try ExampleRun(program, as: person)
      #expect(run.status == 65 && run.lines.isEmpty && run.errors.contains("names nobody"))
    }
  }

  @Test("G1 clients and their last training are listed long after the last session")
  func muchLater() throws {
    let run = try ExampleRun("PersonalTrainer", now: "2026-10-01T09:00")
    #expect(run.status == 0 && run["G1"].count { $0.contains(", last trained ") } == 5)
    #expect(run["G1"].contains { $0.contains(", last trained 2026-0") })
  }

  @Test("G3 a session that was left in progress ends before another starts")
  func leftInProgress() throws {
    let calendar = try AlteredFile(
      "trainer.ics", replacing: "DTSTART;TZID=Europe/Madrid:20260304T073000\nDURATION:PT1H\n",
      with: "DTSTART;TZID=Europe/Madrid:20260304T073000\nDURATION:PT1H\nX-ALMANAC-STATE:in_progress\n")
    let run = try ExampleRun("PersonalTrainer", [calendar.path])
    // An appointment of another program has no state of a session.
    #expect(run.status == 0 && run.errors.contains("in_progress cannot be read") && run.rows == shipped.rows)
  }

  @Test("G4 G6 another routine is run as prescribed, and the sessions are the same")
  func routine() throws {
    let library = try AlteredFile(
      "trainer-library.json", replacing: "\"name\": \"Planxa\"", with: "\"name\": \"Planxa lateral\"")
    let calendar = try AlteredFile("trainer.ics", replacing: "COLOR:darkcyan\n", with: "COLOR:teal\n")
    let difference = OutputDifference(
      shipped, try ExampleRun("PersonalTrainer", [calendar.path, library.path]))
    #expect(difference.rows == ["G4", "G6", "G7"])
    #expect(difference.added.allSatisfy { $0.contains("Planxa lateral") })
    #expect(difference.added.map { $0.replacing("Planxa lateral", with: "Planxa") } == difference.removed)
  }

  @Test(
    "all of it is shown at any moment of the week, also during and after a session",
    arguments: [
      "2026-05-15T18:30", "2026-03-11T20:00", "2026-03-03T18:30", "2026-03-06T12:30", "2026-04-05T10:00",
      "2027-01-01T00:00",
    ])
  func moments(now: String) throws {
    let run = try ExampleRun("PersonalTrainer", now: now)
    #expect(run.status == 0 && run.errors.isEmpty && run.rows == shipped.rows)
  }
}
