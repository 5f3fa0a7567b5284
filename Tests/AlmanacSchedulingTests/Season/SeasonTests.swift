import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Seasons")
struct SeasonTests {
  static var liga: Season {
    get throws {
      let madrid = try Zone("Europe/Madrid")
      func weekend(_ day: String) throws -> Range<CivilDate> {
        let first = try CivilDate(day)
        return first..<first.adding(days: 2)
      }
      return Season(
        "Liga",
        rounds: [
          Round(
            1, on: try weekend("2015-08-22"),
            fixtures: [
              Fixture(
                "Málaga", "Sevilla", on: .fixed(.zoned(try zoned("2015-08-22T20:30", madrid))),
                score: .init(0, 0), location: "La Rosaleda", uid: "1"),
              Fixture(
                "Athletic", "Barcelona", on: .fixed(.zoned(try zoned("2015-08-23T18:30", madrid))),
                score: .init(0, 1), uid: "2"),
            ]),
          Round(
            2, on: try weekend("2015-08-29"),
            fixtures: [
              Fixture("Barcelona", "Málaga", on: .fixed(.date(try date("2015-08-29"))), uid: "3"),
              Fixture("Sevilla", "Athletic", on: .postponed(from: .date(try date("2015-08-30"))), uid: "4"),
            ]),
          Round(3, on: try weekend("2015-09-12"), fixtures: [Fixture("Barcelona", "Sevilla", uid: "5")]),
        ], uid: "liga")
    }
  }

  @Test("Sides, clients and classes are listed alphabetically, letters with accents beside those without")
  func names() throws {
    let fixtures = [Fixture("SD Portonovo", "Ávila"), Fixture("Zamora", "athletic")]
    let season = Season(
      "Liga", rounds: [Round(1, on: try date("2015-08-22")..<date("2015-08-23"), fixtures: fixtures)])
    #expect(season.sides == ["athletic", "Ávila", "SD Portonovo", "Zamora"])
    var book = SessionBook()
    let start = try zoned("2026-03-02T09:00", try Zone("Europe/Madrid"))
    for name in ["Oriol", "Àngel", "Anna"] {
      _ = book.request(
        .addClient(SessionBook.Client(name.lowercased(), name: name)), by: "ana", now: start.instant)
    }
    #expect(book.clients(of: "ana").map(\.name) == ["Àngel", "Anna", "Oriol"])
    let gym = ClassBook(
      ["Spinning", "Élan", "yoga 10", "Yoga 2"].map {
        ClassSeries($0, from: start, lasting: .hours(1), places: 1, uid: $0)
      })
    #expect(gym.series.map(\.summary) == ["Élan", "Spinning", "Yoga 2", "yoga 10"])
  }

  @Test("L1 rounds are listed by month, each with its weekend and its number")
  func months() throws {
    let months = try Self.liga.roundsByMonth
    #expect(months.map { "\($0.month)" } == ["2015-08", "2015-09"])
    #expect(months.map { $0.rounds.map { $0.number } } == [[1, 2], [3]])
    #expect(months[0].rounds[0].days.map { $0.weekday } == [.saturday, .sunday])
    #expect(try Self.liga.currentRound(on: date("2015-08-24"))?.number == 2)
    #expect(try Self.liga.currentRound(on: date("2016-08-24"))?.number == 3)
  }

  @Test("L2 the matches of a round with sides and dates, played or still to play")
  func matches() throws {
    let liga = try Self.liga
    let first = try #require(liga.round(1))
    #expect(first.fixtures.map { "\($0.home) – \($0.away)" } == ["Málaga – Sevilla", "Athletic – Barcelona"])
    #expect(first.isPlayed)
    #expect(first.fixtures.map { $0.outcome } == [.drawn, .lost])
    #expect(liga.round(2)?.fixtures.map { $0.score } == [nil, nil])
    #expect(liga.round(2)?.isPlayed == false)
  }

  @Test("L3 outcomes from the match's and from one side's point of view have the theme's colours")
  func outcomes() throws {
    let played = try #require(try Self.liga.matches(of: "Barcelona").first?.fixture)
    #expect(played.outcome(for: "Barcelona") == .won)
    #expect(played.outcome(for: "Athletic") == .lost)
    #expect(played.outcome(for: "Málaga") == nil)
    let theme = OutcomeTheme.standard
    #expect(theme.color(of: played.outcome(for: "Barcelona")) == .green)
    #expect(theme.colors(of: played.outcome)?.sideA == .red)
    #expect(try theme.color(of: Self.liga.matches(of: "Barcelona")[1].fixture.outcome) == nil)
  }

  @Test("L4 from a match lead ways to its round, its sides and their other matches")
  func ways() throws {
    let liga = try Self.liga
    let match = try #require(liga.match(Match.ID(round: 1, home: "Athletic", away: "Barcelona")))
    #expect(match.sides == ["Athletic", "Barcelona"] && match.opponent(of: "Barcelona") == "Athletic")
    #expect(match.opponent(of: "Sevilla") == nil)
    #expect(liga.place(ofRound: match.round.number) == 1 && liga.place(ofRound: 9) == nil)
    let next = try #require(liga.match(of: "Barcelona", after: match))
    #expect(next.round.number == 2 && next.opponent(of: "Barcelona") == "Málaga")
    #expect(liga.match(of: "Barcelona", before: next) == match)
    #expect(liga.match(of: "Barcelona", before: match) == nil)
    #expect(liga.matches(of: "Barcelona").map(\.round.number) == [1, 2, 3])
    #expect(liga.match(of: "Barcelona", after: liga.matches(of: "Barcelona")[2]) == nil)
    #expect(
      liga.match(Match.ID(round: 1, home: "Barcelona", away: "Athletic")) == nil
        && liga.match(Match.ID(round: 9, home: "Athletic", away: "Barcelona")) == nil)
    #expect(Set(liga.matches.map(\.id)).count == liga.rounds.reduce(0) { $0 + $1.fixtures.count })
  }

  @Test("L4 what a screen keeps of a match stays that match when another is added before it or it is played")
  func identity() throws {
    var liga = try Self.liga
    let id = try #require(liga.matches.first).id
    liga.rounds[0].fixtures.insert(Fixture("Betis", "Cádiz"), at: 0)
    liga.rounds[0].fixtures[1].score = .init(5, 0)
    #expect(liga.match(id)?.sides == ["Málaga", "Sevilla"] && liga.match(id)?.fixture.score == .init(5, 0))
    liga.rounds[0].fixtures.append(Fixture("Betis", "Cádiz"))
    #expect(Set(liga.rounds[0].matches.map(\.id)).count == liga.rounds[0].fixtures.count)
  }

  @Test("A match is edited by its identity, the other matches stay")
  func editing() throws {
    var liga = try Self.liga
    let before = liga
    let id = liga.matches(of: "Barcelona")[1].id
    try liga.edit(id) { $0.score = .init(2, 1) }
    #expect(liga.match(id)?.fixture.score == .init(2, 1))
    #expect(zip(liga.matches, before.matches).count { $0.fixture != $1.fixture } == 1)
    let error = #expect(throws: SchedulingError.self) {
      try liga.edit(Match.ID(round: 2, home: "Málaga", away: "Barcelona")) { $0.score = nil }
    }
    #expect(error?.code == .notFound && error?.description.contains("Málaga – Barcelona") == true)
    let edited = liga
    #expect(throws: TimeError.self) {
      try liga.edit(id) {
        $0.score = nil
        $0.date = .fixed(.date(try CivilDate("2026-02-30")))
      }
    }
    #expect(liga == edited)
  }

  @Test("The table adds up the matches of each side", arguments: 1...20)
  func standings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sides = ["A", "B", "C", "D", "E"]
    let fixtures = sides.flatMap { home in
      sides.filter { $0 != home }.map { away in
        let isPlayed = Bool.random(using: &random)
        let score = Fixture.Score(
          Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random))
        return Fixture(home, away, score: isPlayed ? score : nil)
      }
    }
    let day = try date("2026-09-05")
    let season = Season("Liga", rounds: [Round(1, on: day..<day.adding(days: 1), fixtures: fixtures)])
    let table = season.standings()
    #expect(Set(table.map(\.side)) == Set(sides))
    for row in table {
      let outcomes = season.matches(of: row.side).compactMap { $0.fixture.outcome(for: row.side) }
      #expect(row.played == outcomes.count)
      #expect(row.points == 3 * outcomes.count { $0 == .won } + outcomes.count { $0 == .drawn })
    }
    #expect(table.reduce(0) { $0 + $1.difference } == 0)
    for (above, below) in zip(table, table.dropFirst()) {
      let isOrdered =
        (above.points, above.difference, above.scored) > (below.points, below.difference, below.scored)
      let isTied =
        (above.points, above.difference, above.scored) == (below.points, below.difference, below.scored)
      #expect(isOrdered || isTied && above.side < below.side)
    }
    let old = season.standings { $0 == .won ? 2 : $0 == .drawn ? 1 : 0 }
    #expect(old.reduce(0) { $0 + $1.points } == fixtures.count { $0.score != nil } * 2)
  }

  @Test("scores of any size are counted")
  func hugeScores() throws {
    let day = try date("2026-09-05")
    let fixtures = [Fixture("A", "B", score: .init(.max, .min)), Fixture("A", "B", score: .init(.max, .min))]
    let table = Season("s", rounds: [Round(1, on: day..<day, fixtures: fixtures)]).standings { _ in .max }
    #expect(table.map { $0.side } == ["A", "B"])
    #expect(table[0].scored == .max && table[0].difference == .max && table[1].difference == .min)
  }

  @Test("L2 a match has a length, which its event states")
  func duration() throws {
    let kickOff = EventTime.zoned(try zoned("2026-03-14T18:30", try Zone("Europe/Madrid")))
    let day = try date("2026-03-14")
    let fixtures = [
      Fixture("A", "B", on: .fixed(kickOff), lasting: .minutes(105)), Fixture("C", "D", on: .fixed(kickOff)),
      Fixture("E", "F", on: .fixed(.date(day))), Fixture("G", "H"),
    ]
    let season = Season(
      "Liga", rounds: [Round(1, on: day..<day.adding(days: 2), fixtures: fixtures)], uid: "s")
    let text = ICSDocument([season.calendar(at: try Gym.at("2026-03-01T12:00"))]).text
    #expect(text.contains("DURATION:PT105M\r\n"))
    let read = Season(try #require(ICSDocument(parsing: text).calendars.first))
    #expect(read.rounds[0].fixtures.map(\.duration) == [.minutes(105), nil, nil, nil])
    #expect(read.rounds[0].fixtures.map(\.date) == fixtures.map(\.date))
  }

  @Test(
    "L2 a match without a time of day keeps its length, and its event is valid", arguments: [false, true])
  func undatedDuration(isPostponed: Bool) throws {
    let day = try date("2026-03-14")
    let noon = CivilDateTime(day, try CivilTime("12:00"))
    let fixtures = [
      Fixture("A", "B", on: .fixed(.date(day)), lasting: .minutes(105)),
      Fixture("C", "D", on: isPostponed ? .postponed(from: nil) : .open, lasting: .minutes(105)),
      Fixture("E", "F", on: isPostponed ? .postponed(from: .date(day)) : .open, lasting: .days(1)),
      Fixture("G", "H", on: .fixed(.floating(noon)), lasting: .minutes(105)),
    ]
    let season = Season(
      "Liga", rounds: [Round(1, on: day..<day.adding(days: 2), fixtures: fixtures)], uid: "s")
    let text = ICSDocument([season.calendar(at: try Gym.at("2026-03-01T12:00"))]).text
    for event in text.split(separator: "BEGIN:VEVENT") where event.contains("DTSTART;VALUE=DATE:") {
      #expect(!event.contains("\r\nDURATION:"))
    }
    let calendar = try #require(ICSDocument(parsing: text).calendars.first)
    #expect(
      calendar.unreadableMarks.isEmpty
        && Season(calendar).rounds[0].fixtures.map(\.duration) == fixtures.map(\.duration))
  }

  @Test("the times of a match are on the clocks of a zone, with another date where these have it")
  func times() throws {
    let madrid = try Zone("Europe/Madrid")
    let start = EventTime.utc(try Instant("2026-02-01T23:30:00Z"))
    let match = Fixture("A", "B", on: .fixed(start), lasting: .minutes(105))
    let times = try #require(match.times(in: madrid))
    #expect("\(times.start.local)" == "2026-02-02T00:30:00")
    let end = try #require(times.end)
    #expect("\(end.local)" == "2026-02-02T02:15:00")
    let day = try date("2026-02-01")
    let dated = try #require(Fixture("A", "B", on: .fixed(.date(day))).times(in: madrid))
    #expect(dated.start == .date(day) && dated.end == nil)
    #expect(Fixture("A", "B").times(in: madrid) == nil)
  }

  @Test("All sides are listed by name")
  func sides() throws {
    #expect(try Self.liga.sides == ["Athletic", "Barcelona", "Málaga", "Sevilla"])
  }

  @Test("a match that another program cancelled is postponed from its start")
  func cancelled() throws {
    let day = try date("2026-09-05")
    let start = EventTime.zoned(try zoned("2026-09-05T18:00", try Zone("Europe/Madrid")))
    let season = Season(
      "Liga",
      rounds: [
        Round(
          1, on: day..<day.adding(days: 2),
          fixtures: [Fixture("A", "B", on: .fixed(start), uid: "1"), Fixture("C", "D", on: .open, uid: "2")])
      ])
    var calendar = season.calendar(at: try instant("2026-08-01T08:00", in: .utc))
    for uid in ["1", "2"] {
      var event = try #require(calendar.item(ItemID(uid: uid))?.event)
      event.status = .cancelled
      calendar.insert(event)
    }
    let fixtures = Season(calendar).rounds[0].fixtures
    #expect(fixtures.map { $0.date } == [.postponed(from: start), .postponed(from: nil)])
  }
}
