import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Series of sessions on an offer")
struct SessionSeriesTests {
  private let madrid: Zone
  private let now: Instant
  private let tuesday: ZonedDateTime
  private let term: Range<Instant>
  private let coaches: [SlotParticipant]

  init() throws { (madrid, now, tuesday, term, coaches) = try coachingTerm() }

  private func grid(_ book: SessionBook) throws -> SlotGrid {
    let pool = book.participants(coaches, in: term)
    return try SlotGrid(
      lasting: .hours(1), in: term, requiring: [try .any(of: pool, as: "coach") { $0.tags.contains("yoga") }],
      policy: BookingPolicy(every: .minutes(30)), at: now)
  }

  @Test("the same coach as the last time, from the first date of a series on")
  func same() throws {
    var book = SessionBook()
    // Eva is taken on the third Tuesday.
    let busy = SessionRequest(["x"], at: tuesday.adding(.days(14)))
    _ = book.request(.book(busy), by: "eva", now: now)
    let outcome = book.requestSeries(
      SessionRequest(["bob"], at: tuesday), repeating: RecurrenceRule(.weekly, until: .count(6)), by: "",
      now: now, offering: [try grid(book)], choosing: .sequence([.same(as: []), .inOrder]))
    #expect(outcome.dates.map { $0.session?.coach } == ["eva", "eva", "leo", "eva", "eva", "eva"])
  }

  @Test(
    "ten Tuesdays: those that fail say why, with the nearest slots beside",
    arguments: [BatchMode.skipping, .allOrNothing])
  func series(mode: BatchMode) throws {
    var book = SessionBook()
    // Both coaches have something else on the third Tuesday; Eva alone on the fifth.
    for coach in ["eva", "leo"] {
      _ = book.request(
        .book(SessionRequest(["x of \(coach)"], at: tuesday.adding(.days(14)))), by: coach, now: now)
    }
    _ = book.request(.book(SessionRequest(["y"], at: tuesday.adding(.days(28)))), by: "eva", now: now)
    let before = book
    let rule = RecurrenceRule(.weekly, until: .count(10))
    let offer = try grid(book)
    let outcome = book.requestSeries(
      SessionRequest(["bob"], at: tuesday), repeating: rule, mode, by: "", now: now, key: "term",
      uids: .seeded(1),
      offering: [offer])
    #expect(outcome.dates.count == 10)
    #expect(outcome.refused.map { $0.start.local.date } == [try date("2026-03-17")])
    #expect(outcome.refused[0].refusals.map { $0.code } == ["too_few"])
    // The naive way: all slots by distance that are free beside what was planned.
    let third = tuesday.adding(.days(14)).instant
    let nearest = offer.slots.map { $0.interval.lowerBound }
      .sorted { (abs($0.seconds(since: third)), $0) < (abs($1.seconds(since: third)), $1) }
    #expect(outcome.refused[0].alternatives.map { $0.interval.lowerBound } == Array(nearest.prefix(3)))
    #expect(outcome.dates[4].session?.coach == "leo")
    #expect(outcome.isBooked == (mode == .skipping))
    if mode == .allOrNothing {
      #expect(book == before)
      return
    }
    let planned = ["eva", "leo"].flatMap { book.sessions(of: $0, with: "bob") }
    #expect(planned.count == 9)
    // Fair over the series: Eva has two sessions apart from it, Leo one.
    let counts = ["eva", "leo"].map { book.sessions(of: $0).count }
    #expect(counts == [6, 6])
    let after = book
    let again = book.requestSeries(
      SessionRequest(["bob"], at: tuesday), repeating: rule, mode, by: "", now: now, key: "term",
      uids: .seeded(1),
      offering: [offer])
    #expect(again.isBooked)
    #expect(book == after)
  }

  @Test("a limit of one a week holds within a series too")
  func limitsOfSeries() throws {
    var book = SessionBook()
    let limited = try SlotGrid(
      lasting: .hours(1), in: term, requiring: [try .any(of: [coaches[0]], as: "coach")],
      policy: BookingPolicy(every: .minutes(30), weeklyLimit: 2), at: now)
    let outcome = book.requestSeries(
      SessionRequest(["bob"], at: tuesday), repeating: RecurrenceRule(.daily, until: .count(3)), .skipping,
      by: "",
      now: now, offering: [limited])
    #expect(outcome.refused.map { $0.start.local.date } == [try date("2026-03-05")])
    #expect(outcome.refused[0].alternatives[0].start.local.date == (try date("2026-03-09")))
  }

  @Test("each alternative can be booked, also for the client, and is one of a single date")
  func alternatives() throws {
    var book = SessionBook()
    // Bob has something else on two evenings, one after the other.
    for day in [7, 8] {
      let start = tuesday.adding(.days(day)).adding(.minutes(-30))
      _ = book.request(.book(SessionRequest(["bob"], at: start, lasting: .hours(2))), by: "mia", now: now)
    }
    let offer = try grid(book)
    let (outcome, _) = book.decideSeries(
      SessionRequest(["bob"], at: tuesday.adding(.days(6))),
      repeating: RecurrenceRule(.daily, until: .count(4)),
      by: "", now: now, offering: [offer])
    #expect(outcome.refused.map { $0.start.local.date } == [try date("2026-03-10"), try date("2026-03-11")])
    let all = outcome.refused.flatMap { $0.alternatives }
    #expect(all.count == 6 && Set(all).count == 6)
    for slot in all {
      let chosen = book.decide(SessionRequest(["bob"], at: slot.start), offering: offer, now: now)
      #expect(chosen.decision.refusals == [])
    }
    #expect(
      outcome.refused.map { $0.alternatives[0].start.local } == [
        try CivilDateTime("2026-03-10T16:30"), try CivilDateTime("2026-03-11T16:30"),
      ])
  }

  @Test(
    "a series of more dates than one may have says so",
    arguments: [RecurrenceRule.End.count(SessionBook.longestSeries + 3), .never])
  func longest(end: RecurrenceRule.End) throws {
    let rule = RecurrenceRule(.daily, until: end)
    for mode in [BatchMode.skipping, .allOrNothing] {
      var book = SessionBook()
      let outcome = book.requestSeries(
        SessionRequest(["bob"], at: tuesday), repeating: rule, mode, by: "eva", now: now)
      #expect(outcome.refused.count == 1)
      #expect(
        outcome.refused[0].start.local.date == tuesday.local.date.adding(days: SessionBook.longestSeries))
      let last = tuesday.adding(.days(SessionBook.longestSeries - 1))
      #expect(outcome.refused[0].refusals == [.tooManyDates(most: 500, last: last)])
      #expect(book.sessions(of: "eva").count == (mode == .skipping ? SessionBook.longestSeries : 0))
    }
  }

  @Test(
    "a series of years is planned on the slots of several ranges, and refused dates have alternatives in their week",
    arguments: [
      RecurrenceRule(.weekly, until: .count(SessionBook.longestSeries)),
      RecurrenceRule(.monthly, until: .count(60)), RecurrenceRule(.yearly, until: .count(20)),
    ])
  func years(rule: RecurrenceRule) throws {
    var book = SessionBook()
    let dates = RecurrenceExpansion(RecurrenceSet(start: .zoned(tuesday), Recurrence([rule])))
      .compactMap { $0.start.instant(in: madrid) }
    // Nobody is free on the third date, the last one, and some in between, and nobody works on weekends.
    let taken = [2, dates.count / 2, dates.count / 2 + 1, dates.count - 1].map { dates[$0] }
    let refused = dates.filter { start in
      taken.contains(start) || [.saturday, .sunday].contains(start.in(madrid).local.date.weekday)
    }
    for start in taken {
      for coach in ["eva", "leo"] {
        _ = book.request(.book(SessionRequest(["x of \(coach)"], at: start.in(madrid))), by: coach, now: now)
      }
    }
    let windows = SessionBook.windows(ofSeries: tuesday, repeating: rule)
    #expect(windows.count > 1)
    #expect(windows.allSatisfy { $0.upperBound.seconds(since: $0.lowerBound) <= 1_100 * 86_400 })
    let offers = try windows.map { window in
      try SlotGrid(
        lasting: .hours(1), in: window,
        requiring: [
          try .any(of: book.participants(coaches, in: window), as: "coach") { $0.tags.contains("yoga") }
        ], policy: BookingPolicy(every: .minutes(30), weeklyLimit: 3), at: now)
    }
    let outcome = book.requestSeries(
      SessionRequest(["bob"], at: tuesday), repeating: rule, .skipping, by: "", now: now, offering: offers)
    #expect(outcome.dates.map { $0.start.instant } == dates)
    #expect(outcome.refused.map { $0.start.instant } == refused)
    #expect(
      book.sessions(of: "eva", with: "bob").count + book.sessions(of: "leo", with: "bob").count
        == dates.count - refused.count)
    for date in outcome.refused {
      #expect(date.refusals.map { $0.code } == ["too_few"])
      #expect(date.alternatives.count == 3)
      for slot in date.alternatives {
        #expect(abs(slot.interval.lowerBound.seconds(since: date.start.instant)) <= 7 * 86_400)
      }
    }
  }

  @Test("any number of alternatives can be asked for, and no more are given than there are")
  func manyAlternatives() throws {
    var book = SessionBook()
    for coach in ["eva", "leo"] {
      _ = book.request(.book(SessionRequest(["x of \(coach)"], at: tuesday)), by: coach, now: now)
    }
    let (outcome, _) = book.decideSeries(
      SessionRequest(["bob"], at: tuesday), repeating: RecurrenceRule(.weekly, until: .count(2)), .skipping,
      by: "", now: now, offering: [try grid(book)], alternatives: .max)
    #expect(outcome.refused.count == 1 && (1...2_000).contains(outcome.refused[0].alternatives.count))
  }

  @Test("a candidate with another commitment is not chosen, and somebody who is free is")
  func commitments() throws {
    let book = SessionBook()
    let context = BookingContext(commitments: { person, interval in
      person == "eva" ? [BusyTime.Item(interval, summary: "Dentist")] : []
    })
    let chosen = book.decide(
      SessionRequest(["bob"], at: tuesday), offering: try grid(book), now: now, checking: context)
    #expect(chosen.decision.session?.coach == "leo" && chosen.decision.refusals.isEmpty)
    let others = chosen.choice.parts.first?.others.first { $0.name == "eva" }
    #expect(others?.reasons.map { $0.code } == ["conflict"])
  }
}
