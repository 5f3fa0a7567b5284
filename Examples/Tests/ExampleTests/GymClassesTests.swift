import Testing

@Suite("GymClasses")
struct GymClassesTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun("GymClasses") }

  @Test("K1 to K6 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == Set((1...6).map { "K\($0)" }))
  }

  @Test("K3 with fewer places the class is full earlier, and everything but the numbers is unchanged")
  func fewerPlaces() throws {
    let altered = try AlteredFile("gym.ics", replacing: "X-ALMANAC-PLACES:10\n", with: "X-ALMANAC-PLACES:3\n")
    let run = try ExampleRun("GymClasses", [altered.path])
    #expect(run["K3"].first == "pilates 2026-03-17 10:00: 3 of 3 taken, 0 waiting")
    #expect(
      run["K3"].dropFirst().first == "booking 4: refused: clase completa (0 plazas libres, 0 en espera)")
    #expect(
      run["K3"].last == "the same request sent twice: confirmada, 2026-03-17 10:00: 3 of 3 taken, 1 waiting")
    let difference = OutputDifference(shipped, run)
    #expect(difference.rows == ["K3", "K6"])
    #expect(
      difference.added.filter { $0.hasPrefix("K6") } == [
        "K6  member2: cancelada, 2026-03-17 10:00: 3 of 3 taken, 0 waiting"
      ])
  }

  @Test("K2 a class that runs on other days is refused on the old one, saying when it does run")
  func otherDays() throws {
    let altered = try AlteredFile(
      "gym.ics", replacing: "UNTIL=20260731T053000Z;BYDAY=MO,WE,FR",
      with: "UNTIL=20260731T053000Z;BYDAY=WE,FR")
    let run = try ExampleRun("GymClasses", [altered.path])
    #expect(
      run["K2"].first == "yoga on 2026-03-16: refused: no es un día de la clase; las próximas fechas son: "
        + "miércoles, 18 de marzo de 2026, viernes, 20 de marzo de 2026, miércoles, 25 de marzo de 2026")
    #expect(run["K4"].contains { $0.contains("Yoga") } == false)
    let monday = run["K1"].prefix { !$0.hasPrefix("martes") }
    #expect(monday.count == 3 && !monday.contains { $0.contains("Yoga") })
    #expect(run["K3"] == shipped["K3"] && run["K5"] == shipped["K5"])
  }

  @Test("K5 a member's other plans keep that member from booking, and no other")
  func elsewhere() throws {
    #expect(shipped["K5"].first?.hasPrefix("aquagym on 2026-03-26: refused: ocupado a esa hora") == true)
    let altered = try AlteredFile(
      "university.ics",
      replacing: "DTSTART;TZID=Europe/Madrid:20260226T120000\nDTEND;TZID=Europe/Madrid:20260226T130000",
      with: "DTSTART;TZID=Europe/Madrid:20260226T190000\nDTEND;TZID=Europe/Madrid:20260226T200000")
    let gym = try AlteredFile("gym.ics", replacing: "X-GYM-SEASON:2026\n", with: "X-GYM-SEASON:2027\n")
    let run = try ExampleRun("GymClasses", [gym.path, altered.path])
    #expect(run["K5"].first == "aquagym on 2026-03-26: confirmada")
    #expect(
      run["K5"].dropFirst().first?.hasPrefix("spinning on 2026-03-26: refused: ocupado a esa hora") == true)
    #expect(OutputDifference(shipped, run).rows == ["K5"])
  }

  @Test("K1 a day on which a class is cancelled does not list it")
  func cancelled() throws {
    let altered = try AlteredFile(
      "gym.ics", replacing: "SUMMARY:Yoga al amanecer (sustituye Iñaki)\n",
      with: "STATUS:CANCELLED\nSUMMARY:Yoga al amanecer (sustituye Iñaki)\n")
    let difference = OutputDifference(shipped, try ExampleRun("GymClasses", [altered.path]))
    #expect(difference.added.isEmpty)
    #expect(difference.removed.count == 1 && difference.removed.allSatisfy { $0.contains("Iñaki Ochoa") })
  }
}
