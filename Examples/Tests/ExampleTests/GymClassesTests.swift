import Testing

@Suite("GymClasses")
struct GymClassesTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun.shipped("GymClasses") }

  @Test("K1 to K6 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == Set((1...6).map { "K\($0)" }))
  }

  @Test("K3 with fewer places the class is full earlier, and everything but the numbers is unchanged")
  func fewerPlaces() throws {
    let altered = try AlteredFile("gym.ics", replacing: "X-ALMANAC-PLACES:10\n", with: "X-ALMANAC-PLACES:3\n")
    let run = try ExampleRun("GymClasses", [altered.path])
    #expect(run["K3"].first == "Pilates suelo 2026-03-17 10:00: 3 of 3 taken, 0 waiting")
    #expect(
      run["K3"].dropFirst().first == "booking 4: refused: la clase está completa (0 en espera)")
    #expect(
      run["K3"].last == "the same request sent twice: confirmada, 2026-03-17 10:00: 3 of 3 taken, 1 waiting")
    let difference = OutputDifference(shipped, run)
    #expect(difference.rows == ["K3", "K6"])
    #expect(
      difference.added.filter { $0.hasPrefix("K6") } == [
        "K6  member2@members.example: cancelada, 2026-03-17 10:00: 3 of 3 taken, 0 waiting"
      ])
  }

  @Test("K3 a class of more places than there are numbers is booked, and not filled")
  func manyPlaces() throws {
    let altered = try AlteredFile(
      "gym.ics", replacing: "X-ALMANAC-PLACES:10\n", with: "X-ALMANAC-PLACES:9223372036854775807\n")
    let run = try ExampleRun("GymClasses", [altered.path])
    #expect(run.status == 0)
    #expect(run["K3"].count == shipped["K3"].count)
  }

  @Test("a class that cannot be read is reported")
  func unreadable() throws {
    let altered = try AlteredFile(
      "gym.ics", replacing: "X-ALMANAC-PLACES:10\n", with: "X-ALMANAC-PLACES:ten\n")
    #expect(try ExampleRun("GymClasses", [altered.path]).errors.contains("ten cannot be read"))
  }

  @Test(
    "K2 a class that runs on other days is not booked on the old one; a refusal says when a class does run")
  func otherDays() throws {
    #expect(
      shipped["K2"].dropFirst().first == "Yoga al amanecer on 2026-03-17: refused: no es un día de la clase; "
        + "las próximas fechas son: miércoles 18 de marzo de 2026; viernes 20 de marzo de 2026; "
        + "lunes 23 de marzo de 2026")
    let altered = try AlteredFile(
      "gym.ics", replacing: "UNTIL=20260731T053000Z;BYDAY=MO,WE,FR",
      with: "UNTIL=20260731T053000Z;BYDAY=WE,FR")
    let run = try ExampleRun("GymClasses", [altered.path])
    #expect(run["K2"].first == "Aquagym on 2026-03-16: confirmada")
    #expect(run["K4"].contains { $0.contains("Yoga") } == false)
    let monday = run["K1"].prefix { !$0.hasPrefix("martes") }
    #expect(monday.count == 3 && !monday.contains { $0.contains("Yoga") })
    #expect(run["K3"] == shipped["K3"] && run["K5"] == shipped["K5"])
  }

  @Test("K5 a member's other plans keep that member from booking, and no other")
  func elsewhere() throws {
    #expect(shipped["K5"].first == "Pilates suelo on 2026-03-26: confirmada")
    #expect(
      shipped["K5"].dropFirst().first?.hasPrefix(
        "Aquagym on 2026-03-26: refused: ya tiene otro compromiso a esa hora") == true
    )
    let altered = try AlteredFile(
      "university.ics",
      replacing: "DTSTART;TZID=Europe/Madrid:20260226T120000\nDTEND;TZID=Europe/Madrid:20260226T130000",
      with: "DTSTART;TZID=Europe/Madrid:20260226T190000\nDTEND;TZID=Europe/Madrid:20260226T200000")
    let gym = try AlteredFile("gym.ics", replacing: "X-GYM-SEASON:2026\n", with: "X-GYM-SEASON:2027\n")
    let run = try ExampleRun("GymClasses", [gym.path, altered.path])
    #expect(run["K5"].dropFirst().first == "Aquagym on 2026-03-26: confirmada")
    #expect(
      run["K5"].contains {
        $0.hasPrefix("Spinning 🚴 on 2026-03-26: refused: ya tiene otro compromiso a esa hora")
      })
    #expect(OutputDifference(shipped, run).rows == ["K5"])
  }

  @Test("K1 to K6 of another gym, with other classes, for another member")
  func otherGym() throws {
    let gym = try AlteredFile(
      "gym.ics", replacing: "@gym.example", with: "@boxeo.example", count: nil)
    let run = try ExampleRun("GymClasses", [gym.path], as: "Eloi@Members.example")
    #expect(run.status == 0 && run.errors.isEmpty && run.rows == shipped.rows)
    #expect(run["K2"] == shipped["K2"] && run["K3"] == shipped["K3"])
    #expect(run["K4"].contains("Eloi@Members.example: 2026-03-16 07:30 Yoga al amanecer"))
    let small = try self.daily(":20260302T180000Z")
    let daily = try ExampleRun("GymClasses", [small.path], as: "eloi")
    #expect(daily.status == 0 && daily.errors.isEmpty)
    #expect(daily["K2"].first == "Boxeo on 2026-03-16: confirmada")
    // 18:00 UTC in Madrid, the zone of the program.
    #expect(
      daily["K3"].last == "the same request sent twice: confirmada, 2026-03-17 19:00: 2 of 2 taken, 0 waiting"
    )
  }

  @Test("K1 days and times are those of one zone, and each day is in the order of its times")
  func otherZone() throws {
    let run = try ExampleRun("GymClasses", zone: "Asia/Tokyo")
    #expect(run.status == 0 && run.errors.isEmpty)
    // 20:30 in Madrid is half past four of the next morning in Tokyo.
    #expect(shipped["K1"].contains { $0.hasPrefix("  20:30 HIIT") })
    #expect(!run["K1"].contains { $0.hasPrefix("  20:30 HIIT") })
    #expect(run["K1"].contains { $0.hasPrefix("  04:30 HIIT") })
    let days = run["K1"].split { !$0.hasPrefix("  ") }
    for day in days { #expect(day.map { $0.prefix(7) } == day.map { $0.prefix(7) }.sorted()) }
  }

  /// A daily class, from a start with its zone on.
  private func daily(_ start: String) throws -> TextFile {
    try TextFile(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//boxeo//EN
      BEGIN:VEVENT
      UID:box
      DTSTAMP:20260101T000000Z
      DTSTART\(start)
      DURATION:PT1H
      RRULE:FREQ=DAILY
      SUMMARY:Boxeo
      X-ALMANAC-KIND:CLASS
      X-ALMANAC-PLACES:2
      END:VEVENT
      END:VCALENDAR
      """)
  }

  @Test("K2 K4 a term and a member's calendar are in the zone of the program too")
  func term() throws {
    let file = try daily(":20260302T180000Z")
    let run = try ExampleRun("GymClasses", [file.path], as: "eloi", zone: "Asia/Tokyo")
    let dates = (16...29).map { "2026-03-\($0) 03:00" }
    let term = run["K2"].filter { $0.hasPrefix("Boxeo 2026") }
    #expect(term.map { String($0.dropFirst(6).prefix(16)) } == dates)
    let own = run["K4"].filter { $0.hasPrefix("eloi: ") }
    #expect(own.map { String($0.dropFirst(6).prefix(16)) } == dates)
  }

  @Test("K1 a class at a time that the clocks skip begins at the time that they show")
  func skipped() throws {
    let file = try daily(";TZID=Europe/Madrid:20260320T023000")
    let run = try ExampleRun("GymClasses", [file.path], now: "2026-03-20T08:00")
    // On the last Sunday of March the clocks go from 2:00 to 3:00.
    let days = run["K1"].split { !$0.hasPrefix("  ") }.flatMap { $0 }
    #expect(days == Array(repeating: "  02:30 Boxeo", count: 6) + ["  03:30 Boxeo"])
  }

  @Test("K1 a day on which a class is cancelled does not list it")
  func cancelled() throws {
    let altered = try AlteredFile(
      "gym.ics", replacing: "SUMMARY:Yoga al amanecer (sustituye Iñaki)\n",
      with: "STATUS:CANCELLED\nSUMMARY:Yoga al amanecer (sustituye Iñaki)\n")
    let difference = OutputDifference(shipped, try ExampleRun("GymClasses", [altered.path]))
    #expect(difference.rows == ["K1", "K2"] && !difference.added.contains { $0.hasPrefix("K1") })
    let removed = difference.removed.filter { $0.hasPrefix("K1") }
    #expect(removed.count == 1 && removed.allSatisfy { $0.contains("Iñaki Ochoa") })
  }

  @Test("K2 a class without a number of places is closed, and says so")
  func unknownPlaces() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//t//EN
      BEGIN:VEVENT
      UID:box
      DTSTAMP:20260101T000000Z
      DTSTART:20270302T180000Z
      DURATION:PT1H
      RRULE:FREQ=WEEKLY
      SUMMARY:Boxeo
      X-ALMANAC-KIND:CLASS
      END:VEVENT
      END:VCALENDAR
      """
    let file = try TextFile(text)
    let run = try ExampleRun("GymClasses", [file.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run["K2"].first == "Boxeo on 2027-03-02: refused: no se sabe cuántas plazas hay")
  }
}
