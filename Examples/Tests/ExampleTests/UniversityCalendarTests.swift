import Testing

@Suite("UniversityCalendar")
struct UniversityCalendarTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun.shipped("UniversityCalendar") }

  @Test("U1 to U10 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == Set((1...10).map { "U\($0)" }))
  }

  @Test(
    "U2 U3 one more task on a day makes it red and is counted in the week, and nothing else changes"
  )
  func oneMore() throws {
    // Wednesday 11 March has one task; now it has two that overlap.
    let altered = try AlteredFile(
      "university.ics", replacing: "BEGIN:VEVENT\nUID:fisica-2026@university.example\n",
      with: """
        BEGIN:VEVENT
        UID:cafe@university.example
        DTSTAMP:20260115T090000Z
        DTSTART;TZID=Europe/Madrid:20260311T130000
        DURATION:PT1H
        SUMMARY:Cafè
        COLOR:darkorange
        END:VEVENT
        BEGIN:VEVENT
        UID:fisica-2026@university.example

        """)
    let run = try ExampleRun("UniversityCalendar", [altered.path])
    #expect(shipped["U2"].contains("2026-03-11 darkorange (1)"))
    // By the other policy, two tasks of one colour give the day that colour.
    #expect(run["U2"].contains("2026-03-11 red (2), or darkorange"))
    #expect(shipped["U3"].contains("dimecres: Física"))
    #expect(run["U3"].contains("dimecres: diverses tasques (2)"))
    #expect(run["U4"].contains("12:00–13:30 Física, 1/2") && run["U4"].contains("13:00–14:00 Cafè, 2/2"))
    #expect(run["U5"].contains("2026-03-11 | ● Cafè"))
    let difference = OutputDifference(shipped, run)
    #expect(difference.added.filter { $0.hasPrefix("U2") }.count == 1)
    #expect(difference.added.filter { $0.hasPrefix("U3") }.count == 1)
    // U8 and U9 count one more; names, rules of tasks and positions of views do not change.
    #expect(difference.rows == ["U1", "U2", "U3", "U4", "U5", "U8", "U9"])
    #expect(difference.added.filter { $0.hasPrefix("U1") } == ["U1    9+  10+ [11+]<12+> 13•  14•  15  "])
  }

  @Test("U5 all tasks are listed, and of a series without an end from when on there are more")
  func endless() throws {
    #expect(shipped["U5"].count > 50 && shipped["U5"].last?.hasPrefix("més a partir de l’11 ") == true)
    let file = try TextFile(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//t//EN
      BEGIN:VEVENT
      UID:weekly
      DTSTAMP:20260101T000000Z
      DTSTART:20260312T110000Z
      RRULE:FREQ=WEEKLY
      SUMMARY:Física
      END:VEVENT
      BEGIN:VEVENT
      UID:far
      DTSTAMP:20260101T000000Z
      DTSTART:20290312T110000Z
      SUMMARY:Defensa
      END:VEVENT
      END:VCALENDAR
      """)
    let run = try ExampleRun("UniversityCalendar", [file.path])
    #expect(run.status == 0 && run["U5"].contains { $0.hasPrefix("2029-03-12") })
    // 365 days are listed; the next Thursday is the first that is not: 11 March 2027, and in Catalan "de l’11".
    #expect(run["U5"].last == "més a partir de l’11 de març de 2027")
  }

  @Test("U2 a red task is shown in another colour, since red means several")
  func red() throws {
    let altered = try AlteredFile("university.ics", replacing: "COLOR:orchid\n", with: "COLOR:red\n")
    let difference = OutputDifference(shipped, try ExampleRun("UniversityCalendar", [altered.path]))
    #expect(difference.removed == ["U2  2026-03-14 orchid (1)"])
    #expect(difference.added.count == 1)
    #expect(difference.added.allSatisfy { !$0.contains(" red ") && $0.hasPrefix("U2  2026-03-14 ") })
  }

  @Test("U8 all tasks of a subject: one that is filed under another subject is kept")
  func subject() throws {
    let altered = try AlteredFile(
      "university.ics",
      replacing: "SUMMARY:Examen final d'Àlgebra\nLOCATION:Aula Magna\nCATEGORIES:Àlgebra,Examen",
      with: "SUMMARY:Examen final d'Àlgebra\nLOCATION:Aula Magna\nCATEGORIES:Examen")
    let difference = OutputDifference(shipped, try ExampleRun("UniversityCalendar", [altered.path]))
    #expect(difference.rows == ["U8"])
    #expect(difference.added.first?.hasPrefix("U8  Àlgebra: 3 would be deleted") == true)
  }

  @Test("U6 U9 on another day the views are of that day, by the same rules")
  func anotherDay() throws {
    let run = try ExampleRun("UniversityCalendar", now: "2026-05-20T09:00")
    #expect(run["U6"].first == "month 2026-06, week of 2026-05-13, day 2026-05-22")
    #expect(
      run["U9"].map { $0.prefix { $0 != "," } } == [
        "no bounds: 2026-05-18 to 2026-05-25", "from today: 2026-05-20 to 2026-06-19",
        "until today: 2026-04-20 to 2026-05-20",
      ])
    #expect(run["U10"] == shipped["U10"] && run["U7"] == shipped["U7"])
  }

  @Test("a file that is not a calendar ends the program with a line")
  func broken() throws {
    let run = try ExampleRun("UniversityCalendar", ["/no/such/file.ics"])
    #expect(run.status == 65 && run.lines.isEmpty && run.errors.hasSuffix("\n"))
  }

  @Test(
    "U7 a task that another program made red, or moved to a whole day, is renamed, since only its name is held to the rules",
    arguments: [
      ("COLOR:red", "DTSTART:20260312T110000Z", "RRULE:FREQ=SECONDLY"),
      ("COLOR:teal", "DTSTART;VALUE=DATE:20260312", "RRULE:FREQ=DAILY"),
    ])
  func foreignTask(color: String, start: String, rule: String) throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//t//EN
      BEGIN:VEVENT
      UID:task
      DTSTAMP:20260101T000000Z
      \(start)
      SUMMARY:Lliurament
      \(color)
      X-ALMANAC-KIND:TASK
      END:VEVENT
      BEGIN:VEVENT
      UID:often
      DTSTAMP:20260101T000000Z
      DTSTART:20260301T110000Z
      SUMMARY:Often
      \(rule)
      END:VEVENT
      END:VCALENDAR
      """
    let file = try TextFile(text)
    let run = try ExampleRun("UniversityCalendar", [file.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run["U7"].contains("not renamed: el nom comença amb una xifra"))
    #expect(run["U7"].contains("renamed: Segon lliurament"))
  }
}
