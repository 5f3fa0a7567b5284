import Testing

@Suite("LeagueSeason")
struct LeagueSeasonTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun.shipped("LeagueSeason") }

  @Test("L1 to L4 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == ["L1", "L2", "L3", "L4"])
  }

  @Test("L2 a match in another zone is at the time of the viewer, on the next day where it is")
  func otherZone() throws {
    let head = "UID:albereda-nora-2026@league.example\nDTSTAMP:20260115T090000Z\nDTSTART"
    let altered = try AlteredFile(
      "league.ics", replacing: head + ";TZID=Europe/Madrid:20260131T170000", with: head + ":20260201T233000Z")
    let run = try ExampleRun("LeagueSeason", [altered.path])
    #expect(run["L2"].first?.hasSuffix("lunes, 2 de febrero de 2026, 00:30–02:15") == true)
    let tokyo = try ExampleRun("LeagueSeason", [altered.path], zone: "Asia/Tokyo")
    #expect(tokyo["L2"].first?.hasSuffix("lunes, 2 de febrero de 2026, 08:30–10:15") == true)
  }

  @Test("L3 a result that is another changes the colours of that match and of its two sides, and no others")
  func result() throws {
    let altered = try AlteredFile(
      "league.ics", replacing: "X-ALMANAC-SCORE:4:1\n", with: "X-ALMANAC-SCORE:1:1\n")
    let difference = OutputDifference(shipped, try ExampleRun("LeagueSeason", [altered.path]))
    #expect(
      difference.added == [
        "L2  8: UE Montpinar – FC Ñora, 1–1, sábado, 21 de febrero de 2026, 16:30–18:15",
        "L3  8: UE Montpinar orange, FC Ñora orange",
        "L3  FC Ñora: 6 red, 7 orange, 8 orange, 9 red, 10 no colour",
        "L3  UE Montpinar empató 1–1 con FC Ñora",
        "L3  UE Montpinar: 6 orange, 7 red, 8 orange, 9 no colour, 10 no colour",
      ])
    #expect(difference.removed.count == 5)
  }

  @Test("L1 L2 the last result of a round makes it played")
  func played() throws {
    let altered = try AlteredFile(
      "league.ics", replacing: "X-ALMANAC-HOME:UE Montpinar\nX-ALMANAC-AWAY:Atlètic Salines\n",
      with: "X-ALMANAC-HOME:UE Montpinar\nX-ALMANAC-AWAY:Atlètic Salines\nX-ALMANAC-SCORE:0:2\n")
    let difference = OutputDifference(shipped, try ExampleRun("LeagueSeason", [altered.path]))
    #expect(difference.added.contains("L1    Jornada 9: 7–8 mar"))
    #expect(difference.added.contains("L3  9: UE Montpinar red, Atlètic Salines green"))
    #expect(difference.added.contains("L3  Atlètic Salines ganó 2–0 a UE Montpinar"))
    #expect(difference.added.contains("L3  UE Montpinar perdió 0–2 contra Atlètic Salines"))
    #expect(difference.added.count == 7)
  }

  @Test("L4 the place is that of the day on which one looks")
  func place() throws {
    let run = try ExampleRun("LeagueSeason", now: "2026-02-08T12:00")
    #expect(
      run["L4"] == [
        "sides: Atlètic Salines",
        "rounds: Jornada 7, CD Albereda – UE Montpinar > UE Montpinar perdió 0–2 contra CD Albereda",
        "rounds: Jornada 7, CD Albereda – UE Montpinar", "sides: Atlètic Salines",
      ])
    #expect(OutputDifference(shipped, run).rows == ["L4"])
  }

  @Test("a league of three sides has its rounds, and no new season")
  func small() throws {
    let names = ["A", "B", "C"]
    let matches = [(0, 1), (1, 2), (2, 0)].map { home, away in
      """
      BEGIN:VEVENT
      UID:m\(home)
      DTSTAMP:20260101T000000Z
      DTSTART;VALUE=DATE:2026030\(home + 1)
      SUMMARY:\(names[home]) – \(names[away])
      RELATED-TO:r\(home)
      X-ALMANAC-KIND:FIXTURE
      X-ALMANAC-HOME:\(names[home])
      X-ALMANAC-AWAY:\(names[away])
      X-ALMANAC-ROUND:\(home + 1)
      END:VEVENT
      BEGIN:VEVENT
      UID:r\(home)
      DTSTAMP:20260101T000000Z
      DTSTART;VALUE=DATE:2026030\(home + 1)
      SUMMARY:Round
      X-ALMANAC-KIND:ROUND
      X-ALMANAC-ROUND:\(home + 1)
      END:VEVENT
      """
    }
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//t//EN\n\(matches.joined(separator: "\n"))\nEND:VCALENDAR\n"
    let file = try TextFile(text)
    let run = try ExampleRun("LeagueSeason", [file.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run["L2"].last == "too few sides for a new season")
  }
}
