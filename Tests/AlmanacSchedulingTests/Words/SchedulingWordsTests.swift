import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Words of refusals and results")
struct SchedulingWordsTests {
  private let madrid: Zone
  /// 18:00 on Monday, 2 March 2026 in Madrid.
  private let monday: Instant
  private let day: CivilDate

  init() throws {
    madrid = try Zone("Europe/Madrid")
    monday = try instant("2026-03-02T18:00", in: madrid)
    day = madrid.local(at: monday).date
  }

  private var item: BusyTime.Item { BusyTime.Item(monday..<monday.adding(seconds: 3_600), summary: "Zumba") }
  private var closed: ClosedPeriod { ClosedPeriod(on: day, "Easter") }
  private var days: Range<CivilDate> { day..<day.adding(days: 7) }

  private var slots: [Unavailability] {
    let missing = CandidateVerdict("eva", [.conflict(item, of: "eva")])
    return [
      .outsideHours(of: "eva"), .closed(closed, of: "eva"), .offGrid, .conflict(item, of: "eva"),
      .unexpanded(item, of: "eva"), .buffer(item, of: "eva"), .travel(item, of: "eva"),
      .insufficient(free: 1, needed: 3, of: "mats"), .tooLate(latest: monday), .tooEarly(from: day),
      .outsideBookableDays(days), .dailyLimit(3, of: "eva"), .weeklyLimit(9, of: "eva"),
      .tooFew(of: "coach", needed: 2, [missing, missing]), .serves("coach"), .serves(""),
      .notChosen(before: ["leo"]), .notACandidate, .unsuitable, .notSearched,
      .noStarts(in: monday..<monday.adding(seconds: 86_400)),
    ]
  }

  private var bookings: [BookingRefusal] {
    let states: [Booking.State] = [
      .held(until: monday), .confirmed, .waiting, .checkedIn, .missed, .cancelled(isLate: false),
      .cancelled(isLate: true), .expired, .calledOff,
    ]
    return [
      .notAClassDay(next: []), .notAClassDay(next: [.date(day)]), .notAClassDay(next: [.utc(monday)]),
      .notAClassTime([monday.in(madrid)]),
      .severalRuns([monday.in(madrid)]), .noSuchClass, .classCancelled(reason: "storm"), .closed(closed),
      .full(free: 0, waiting: 2), .placesUnknown, .channelFull("web", limit: 4),
      .unmatchedBookings(of: [monday.in(madrid)]),
      .waitlistFull(5), .alreadyBooked, .alreadyWaiting(position: 2), .conflict(item),
      .tooEarly(opens: monday), .tooLate(closed: monday), .notBooked, .invalidMember, .invalidPlaces(most: 4),
      .placesTaken(7), .tooManyDates(most: 500), .termsOfSeries, .keyReused,
    ] + states.map { .wrongState($0) }
  }

  private var sessions: [SessionRefusal] {
    let states: [SessionBook.Session.State] = [
      .scheduled, .inProgress, .completed, .missed, .cancelled(isLate: true), .cancelled(isLate: false),
    ]
    let session = SessionBook.Session(
      uid: "s", coach: "eva", client: "bob", plan: .init(monday.in(madrid), lasting: .hours(1)), in: madrid)
    let parts: [SessionRefusal.Expectation] = [
      .places, .participant, .amount, .client, .candidate, .coach, .resource, .distinctCandidates,
    ]
    return [
      .notAClient("bob"), .alreadyAClient("bob"), .futureSessions([session]), .conflict(item, of: "eva"),
      .conflict(BusyTime.Item(item.interval), of: "eva"), .noSuchSession, .tooEarly(opens: monday),
      .tooLate(closed: monday), .invalidDuration, .otherDuration(.minutes(45)), .otherDuration(.seconds(50)),
      .keyReused, .full(places: 6), .alreadyJoined("bob"), .notJoined("bob"),
      .tooManyDates(most: 500, last: monday.in(madrid)), .insufficient(free: 0, needed: 1, of: "mats"),
      .takenTwice("mats"),
    ] + states.map { .wrongState($0) } + parts.map { .invalidRequest($0) } + slots.map { .notOffered($0) }
  }

  private var constraints: [SeasonConstraint] {
    [
      .venueTaken("Hall", on: days), .venueCapacity("Hall", matchesPerDay: 1),
      .venueCapacity("Hall", matchesPerDay: 3), .notHome("Vigo", on: day..<day.adding(days: 1)),
      .meeting("Vigo", "Lugo", on: days), .notMeeting("Vigo", "Lugo", on: days), .rest(days: 0),
      .rest(days: 2),
    ]
  }

  private var outcomes: [RosterOutcome] {
    [
      .confirmed, .held(until: monday), .waitlisted(position: 2), .cancelled(isLate: true),
      .cancelled(isLate: false), .checkedIn, .missed, .done,
    ]
  }

  private func sentences(in words: SchedulingWords) -> [String] {
    let sides = [Fixture.Score(2, 1), Fixture.Score(1, 2), Fixture.Score(0, 0), nil].map {
      Fixture("Vigo", "Lugo", score: $0)
    }
    var sentences = bookings.map { $0.description(in: words) }
    sentences += sessions.map { $0.description(in: words) }
    sentences += slots.map { $0.description(in: words) }
    sentences += constraints.map { $0.description(in: words) }
    sentences += outcomes.map { $0.description(in: words) }
    sentences += sides.map { $0.description(for: "Vigo", in: words) }
    sentences += results(in: words) + classResults(in: words)
    return sentences
  }

  /// What requests about a session did, and the name of a round.
  private func results(in words: SchedulingWords) -> [String] {
    let session = SessionBook.Session(
      uid: "s", coach: "eva", client: "bob", plan: .init(monday.in(madrid), lasting: .hours(1)), in: madrid)
    let requests: [SessionCommand] = [
      .join("s", client: "bob"), .leave("s", client: "bob"), .move("s", to: monday.in(madrid)), .edit("s"),
      .abandon("s"),
    ]
    return requests.map { $0.result(for: session, in: words) } + [Round(7, on: days).description(in: words)]
  }

  /// The effect on bookings of a class of two places that is moved by an hour, ends or stays, and the numbers of bookings.
  private func classResults(in words: SchedulingWords) -> [String] {
    let zumba = ClassSeries(
      "Zumba", from: monday.in(madrid), lasting: .hours(1), repeating: RecurrenceRule(.weekly), places: 2,
      uid: "z")
    var book = ClassBook([zumba])
    let now = monday.adding(seconds: -86_400)
    let states = ["eva", "bob", "cyd"].map { member -> String in
      _ = book.request(.book(member, waitlist: true), of: "z", on: day, now: now)
      return book.roster(of: "z", at: monday)?.description(at: now, in: words) ?? ""
    }
    let later = ClassChange(start: monday.adding(seconds: 3_600).in(madrid))
    let storm = ClassChange(cancellation: "storm")
    let edits = [zumba.changing(monday, later), zumba.changing(monday, storm), ClassEdit([zumba])]
    return states + edits.flatMap { book.impact(of: $0, now: now).sentences(in: words) }
      + [book.statistics(ofSeries: "z"), book.statistics(of: "nobody")].map { $0.description(in: words) }
  }

  @Test("each language has a whole sentence of its own for every refusal and every result")
  func complete() throws {
    let english = sentences(in: SchedulingWords(.english, in: madrid))
    #expect(english.allSatisfy { !$0.isEmpty && !$0.contains("{") && !$0.contains("}") })
    for localization in Localization.all where localization.language != .english {
      let own = sentences(in: SchedulingWords(localization, in: madrid))
      for (one, other) in zip(english, own) {
        #expect(!other.isEmpty && !other.contains("{") && !other.contains("}"), "\(one)")
        #expect(one != other, "\(localization.language.rawValue): \(one)")
      }
      // Numbers and names are in every language. ("eva" is part of "nueva".)
      for name in ["bob", "mats", "Zumba", "18:00", "500", "2–1", "Vigo", "Hall"] {
        let count = english.count { $0.contains(name) }
        #expect(own.count { $0.contains(name) } == count, "\(localization.language.rawValue): \(name)")
      }
    }
  }

  @Test("sentences in Catalan, Spanish and Italian, with local times and the names of people")
  func sentences() throws {
    var words = SchedulingWords(.catalan, in: madrid)
    words.name = { $0 == "eva@gym.example" ? "Eva Soler" : $0 }
    #expect(
      BookingRefusal.tooEarly(opens: monday).description(in: words)
        == "només és possible a partir del dilluns 2 de març de 2026 a les 18:00")
    #expect(
      SessionRefusal.conflict(item, of: "eva@gym.example").description(in: words)
        == "Eva Soler té un altre compromís: Zumba"
    )
    #expect(
      Unavailability.tooFew(
        of: "coach", needed: 1,
        [CandidateVerdict("eva@gym.example", [.conflict(item, of: "eva@gym.example")])]
      ).description(in: words).hasSuffix("Eva Soler: ocupat: Zumba"))
    #expect(
      RosterOutcome.waitlisted(position: 3).description(in: SchedulingWords(.spanish, in: madrid))
        == "número 3 de la lista de espera")
    #expect(
      RosterOutcome.cancelled(isLate: false).description(in: SchedulingWords(.italian, in: madrid))
        == "annullata")
  }

  @Test("what a change of a class does to its bookings, and their numbers, in Spanish")
  func impact() {
    let lines = classResults(in: SchedulingWords(.spanish, in: madrid))
    #expect(lines[0] == "1 de 2 plazas libres" && lines[2] == "la clase está completa, 1 en espera")
    #expect(
      lines.contains(
        "eva (Zumba, lunes 2 de marzo de 2026 a las 18:00): nueva hora: lunes 2 de marzo de 2026 a las 19:00")
    )
    #expect(lines.contains { $0.hasPrefix("bob (Zumba, ") && $0.hasSuffix("): anulada por el gimnasio") })
    #expect(lines.contains("no afecta a ninguna reserva"))
    #expect(lines.suffix(2) == ["3 reservas (confirmada: 2; en espera: 1)", "0 reservas"])
  }

  @Test("one place, booking or minute is said in the singular where the language has one")
  func singular() throws {
    func places(_ free: Int, of all: Int, _ localization: Localization) -> String {
      let zumba = ClassSeries("Zumba", from: monday.in(madrid), lasting: .hours(1), places: all, uid: "z")
      var book = ClassBook([zumba])
      for number in 0..<(all - free) {
        _ = book.request(.book("m\(number)"), of: "z", on: day, now: monday.adding(seconds: -86_400))
      }
      return book.roster(of: "z", at: monday)?
        .description(at: monday.adding(seconds: -3_600), in: SchedulingWords(localization, in: madrid)) ?? ""
    }
    #expect(
      places(1, of: 1, .italian) == "libero 1 posto su 1"
        && places(1, of: 3, .italian) == "libero 1 posto su 3")
    #expect(
      places(2, of: 3, .italian) == "liberi 2 posti su 3"
        && places(1, of: 3, .french) == "1 place libre sur 3")
    #expect(
      places(1, of: 1, .spanish) == "1 de 1 plaza libre"
        && places(1, of: 3, .spanish) == "1 de 3 plazas libres")
    #expect(
      places(1, of: 1, .catalan) == "1 de 1 plaça lliure" && places(1, of: 1, .german) == "1 von 1 Platz frei"
    )
    #expect(
      places(1, of: 1, .english) == "1 of 1 place free" && places(1, of: 3, .english) == "1 of 3 places free")
    func full(_ localization: Localization) -> String {
      BookingRefusal.waitlistFull(1).description(in: SchedulingWords(localization, in: madrid))
    }
    #expect(full(.french).hasSuffix("(1 réservation)") && full(.english).hasSuffix("(1 booking)"))
    #expect(
      SessionRefusal.conflict(BusyTime.Item(item.interval), of: "eva")
        .description(in: SchedulingWords(.german, in: madrid)).hasPrefix("eva hat am Montag, 2. März 2026"))
  }

  @Test("English has dates in digits, or written out, or in UTC")
  func dates() throws {
    let refusal = BookingRefusal.tooLate(closed: monday)
    #expect(
      refusal.description(in: SchedulingWords(in: madrid)) == "possible only until 2026-03-02 18:00")
    #expect(
      refusal.description(in: SchedulingWords(.english, in: madrid))
        == "possible only until Monday, 2 March 2026, 18:00")
    #expect(refusal.description == "possible only until 2026-03-02T17:00:00Z")
  }

  @Test("a match is won, lost, drawn or still to play, from one side or from the winner's")
  func matches() {
    let words = SchedulingWords(.spanish, in: madrid)
    var match = Fixture("Ourense", "Vigo", score: .init(1, 3))
    #expect(match.description(in: words) == "Vigo ganó 3–1 a Ourense")
    #expect(match.description(for: "Ourense", in: words) == "Ourense perdió 1–3 contra Vigo")
    match.score = Fixture.Score(2, 2)
    #expect(match.description(for: "Vigo", in: words) == "Vigo empató 2–2 con Ourense")
    match.score = nil
    #expect(match.description(in: words) == "Ourense jugará contra Vigo")
  }

  @Test("braces in a name stay as they are")
  func braces() {
    let words = SchedulingWords(in: madrid)
    let match = Fixture("{other}", "{score}", score: .init(1, 0))
    #expect(match.description(in: words) == "{other} won 1–0 against {score}")
  }

  @Test("a language without phrases gets English, dates too")
  func other() {
    var swedish = Localization.spanish
    swedish.language = Localization.Language(rawValue: "sv")
    #expect(sentences(in: SchedulingWords(swedish, in: madrid)) == sentences(in: .init(.english, in: madrid)))
  }
}
