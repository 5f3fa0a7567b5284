import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

/// Bookings of Monday, 9 March, 18:00, after another program changed the class and left its override.
@Suite("Bookings of no date of their class")
struct UnmatchedBookingsTests {
  private let now: Instant
  private let stored: EventCalendar

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    var yoga = try Gym.yoga(places: 2)
    yoga.recurrence = Recurrence(RecurrenceRule(.weekly, on: [.monday]))
    var book = ClassBook([yoga])
    for member in ["ana", "bob"] {
      let decision = book.request(.book(member), of: "yoga", at: try Gym.at("2026-03-09T18:00"), now: now)
      try #require(decision.outcome == .confirmed)
    }
    stored = book.calendar(at: now)
  }

  /// The calendar after another program replaced texts in its file.
  private func changed(_ texts: (String, String)...) throws -> EventCalendar {
    var text = ICSDocument([stored]).text
    for (old, new) in texts {
      try #require(text.contains(old), "\(text)")
      text = text.replacing(old, with: new)
    }
    return try #require(try ICSDocument(parsing: text).calendars.first)
  }

  private static let start = "DTSTART;TZID=Europe/Madrid:20260302T"
  private static let id = "RECURRENCE-ID;TZID=Europe/Madrid:20260309T180000"

  private func refusals(_ book: ClassBook, on day: String) throws -> [BookingRefusal] {
    var book = book
    return book.request(.book("zoe"), of: "yoga", on: try date(day), now: now).refusals
  }

  /// The members with places on 9 March.
  private func members(_ book: ClassBook) throws -> [String] {
    book.rosters(of: "yoga", on: try date("2026-03-09")).flatMap { $0.bookings.map { $0.member } }
  }

  @Test(
    "they are read as those of the one date of their day, which is full with them",
    arguments: [
      ("\(start)180000", "\(start)190000"),
      (id, "RECURRENCE-ID:20260309T180000Z"),
      (id, "RECURRENCE-ID;VALUE=DATE:20260309"),
      (id, "RECURRENCE-ID:20260309T180000"),
    ])
  func followed(old: String, new: String) throws {
    let calendar = try changed((old, new))
    let book = ClassBook(calendar)
    #expect(try members(book) == ["ana", "bob"])
    #expect(try refusals(book, on: "2026-03-09") == [.full(free: 0, waiting: 0)])
    #expect(try refusals(book, on: "2026-03-16") == [])
    // A date without overrides of its own is one date for everybody.
    let day = try days("2026-03-09", "2026-03-10", in: Gym.madrid)
    #expect(book.offers(to: "zoe", in: day, now: now).map { $0.free } == [0])
    #expect(ClassBook(book.calendar(at: now)) == book)
  }

  @Test("a later change writes them to that date, and the former override is gone")
  func written() throws {
    for new in ["\(Self.start)190000", "\(Self.start)180000"] {
      let isMoved = new != "\(Self.start)180000"
      var calendar =
        try isMoved
        ? changed(("\(Self.start)180000", new)) : changed((Self.id, "RECURRENCE-ID;VALUE=DATE:20260309"))
      let before = ClassBook(calendar).calendar(at: nil)
      var book = ClassBook(calendar)
      let cancelled = book.request(.cancel("ana"), of: "yoga", on: try date("2026-03-09"), now: now)
      #expect(cancelled.outcome == .cancelled(isLate: false))
      for event in book.calendar(at: nil).items.compactMap({ before.item($0.id) == $0 ? nil : $0.event }) {
        try calendar.write(event, changing: before.item(event.id)?.event, at: now)
      }
      let dates = calendar.items.filter { $0.recurrenceID != nil }
      let expected = try zoned(isMoved ? "2026-03-09T19:00" : "2026-03-09T18:00", Gym.madrid)
      #expect(
        dates.map { $0.recurrenceID } == [.zoned(expected)] && dates.map { $0.start } == [.zoned(expected)])
      #expect(calendar.unmatchedBookings.isEmpty && ClassBook(calendar) == book)
      let text = ICSDocument([calendar]).text
      #expect(ClassBook(try #require(try ICSDocument(parsing: text).calendars.first)) == book)
    }
  }

  @Test("a date to which they were moved by themselves keeps its start")
  func ownStart() throws {
    let moved = "\(Self.id)\r\n"
    let calendar = try changed(
      ("\(Self.start)180000", "\(Self.start)190000"),
      ("DTSTART;TZID=Europe/Madrid:20260309T180000", "DTSTART;TZID=Europe/Madrid:20260309T203000"))
    #expect(ICSDocument([calendar]).text.contains(moved))
    let roster = ClassBook(calendar).roster(of: "yoga", at: try Gym.at("2026-03-09T19:00"))
    #expect(roster?.occurrence.start == (try zoned("2026-03-09T20:30", Gym.madrid)))
    #expect(roster?.takenPlaces == 2)
  }

  @Test(
    "where their date is not clear, those that they may be of are closed, in offers too, and others are not")
  func closed() throws {
    let moved = ("\(Self.start)180000", "\(Self.start)190000")
    let toTuesday = [("20260302T180000", "20260303T180000"), ("BYDAY=MO", "BYDAY=TU")]
    let twice = ("BYDAY=MO", "BYDAY=MO;BYHOUR=17,19")
    let cases: [(EventCalendar, closed: [String], open: [String])] = [
      (try changed(toTuesday[0], toTuesday[1]), ["2026-03-03", "2026-03-10"], ["2026-03-17"]),
      (try changed(moved, twice), ["2026-03-09T17:00", "2026-03-09T19:00"], ["2026-03-16T17:00"]),
    ]
    for (calendar, closed, open) in cases {
      let book = ClassBook(calendar)
      let reason = BookingRefusal.unmatchedBookings(of: [try zoned("2026-03-09T18:00", Gym.madrid)])
      let found = try #require(calendar.unmatchedBookings.first)
      #expect(found.members == ["ana", "bob"] && found.date == nil)
      #expect(found.candidates.count == 2)
      for (texts, expected) in [(closed, [reason]), (open, [])] {
        for text in texts {
          let time = try text.contains("T") ? EventTime.zoned(zoned(text, Gym.madrid)) : .date(date(text))
          let run = try book.run(of: "yoga", on: time, now: now)
          var copy = book
          #expect(copy.request(.book("zoe"), of: run, now: now).refusals == expected, "\(text)")
          let offer = book.offers(to: "zoe", in: run.interval, now: now).first {
            $0.occurrence.key == run.key
          }
          #expect(offer?.refusals == expected && offer?.free == (expected.isEmpty ? 2 : 0))
        }
      }
      // Nobody who has a place loses it, and who waits gets none.
      var copy = book
      let first = try #require(
        book.series("yoga")?.occurrences(named: .date(date(String(closed[0].prefix(10))))).first)
      #expect(
        copy.request(.book("zoe", waitlist: true), of: first, now: now).outcome == .waitlisted(position: 1))
      #expect(copy.request(.settle, of: first, now: now).promoted == [])
    }
  }

  @Test("an override that is moved to one of the dates that its bookings may be of settles it")
  func settled() throws {
    let toTuesday = [("20260302T180000", "20260303T180000"), ("BYDAY=MO", "BYDAY=TU")]
    var calendar = try changed(toTuesday[0], toTuesday[1])
    var date = try #require(calendar.items.first { $0.recurrenceID != nil }?.event)
    date.start = .zoned(try zoned("2026-03-10T18:00", Gym.madrid))
    try calendar.update(date, at: now)
    let book = ClassBook(calendar)
    #expect(book.roster(of: "yoga", at: try Gym.at("2026-03-10T18:00"))?.takenPlaces == 2)
    #expect(try refusals(book, on: "2026-03-10") == [.full(free: 0, waiting: 0)])
    #expect(try refusals(book, on: "2026-03-03") == [])
  }

  @Test("a date with an override of its own is not given to others")
  func taken() throws {
    // Both are of 9 March by now: one was booked after the class was moved.
    var calendar = try changed(("\(Self.start)180000", "\(Self.start)190000"))
    var date = try #require(calendar.items.first { $0.recurrenceID != nil }?.event)
    let nineteen = EventTime.zoned(try zoned("2026-03-09T19:00", Gym.madrid))
    (date.recurrenceID, date.start) = (nineteen, nineteen)
    calendar.insert(date)
    let found = try #require(calendar.unmatchedBookings.first)
    #expect(found.date == nil && found.candidates.map { EventTime.zoned($0) } == [nineteen])
    let reason = BookingRefusal.unmatchedBookings(of: [try zoned("2026-03-09T18:00", Gym.madrid)])
    var book = ClassBook(calendar)
    let run = try book.run(of: "yoga", on: nineteen, now: now)
    #expect(book.request(.cancel("ana"), of: run, now: now).outcome == .cancelled(isLate: false))
    #expect(book.request(.book("zoe"), of: run, now: now).refusals == [reason])
    // The person who settles it ends the bookings of no date.
    var settled = calendar
    try settled.remove(found.id)
    #expect(ClassBook(settled).roster(of: "yoga", at: try Gym.at("2026-03-09T19:00"))?.takenPlaces == 2)
  }

  @Test(
    "bookings of a date that was taken out are reported, and close no other date",
    arguments: [
      (
        "RRULE:FREQ=WEEKLY;BYDAY=MO",
        "RRULE:FREQ=WEEKLY;BYDAY=MO\r\nEXDATE;TZID=Europe/Madrid:20260309T180000"
      ),
      ("RRULE:FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260305T000000Z"),
      ("\(start)180000", "DTSTART;TZID=Europe/Madrid:20260316T180000"),
    ])
  func takenOut(old: String, new: String) throws {
    let calendar = try changed((old, new))
    let found = calendar.unmatchedBookings
    #expect(found.map { $0.members } == [["ana", "bob"]] && found.allSatisfy { $0.candidates.isEmpty })
    let book = ClassBook(calendar)
    for run in book.series("yoga")?.nextOccurrences(from: now, limit: 3) ?? [] {
      var copy = book
      #expect(copy.request(.book("zoe"), of: run, now: now).outcome == .confirmed)
    }
    #expect(book.roster(of: "yoga", at: try Gym.at("2026-03-09T18:00"))?.takenPlaces == 2)
  }

  @Test("what the library writes has none, also where it called bookings off")
  func ownFiles() throws {
    #expect(stored.unmatchedBookings.isEmpty)
    var book = ClassBook(stored)
    #expect(book.apply(try book.ending("yoga", before: Gym.at("2026-03-09T18:00")), now: now).isDone)
    let ended = book.calendar(at: now)
    #expect(ended.items.contains { $0.recurrenceID != nil } && ended.unmatchedBookings.isEmpty)
    // A book that is stored as JSON closes the same dates.
    let calendar = try changed(("20260302T180000", "20260303T180000"), ("BYDAY=MO", "BYDAY=TU"))
    let read = ClassBook(calendar)
    let copy = try JSONDecoder().decode(ClassBook.self, from: try JSONEncoder().encode(read))
    #expect(copy == read)
    #expect(try !refusals(copy, on: "2026-03-10").isEmpty)
  }
}
