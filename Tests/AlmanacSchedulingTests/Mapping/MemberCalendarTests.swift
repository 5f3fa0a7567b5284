import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

@Suite("K5 Cancellations made in a member's calendar")
struct MemberCalendarTests {
  private let now: Instant
  private let first: Instant
  private let second: Instant
  private var book: ClassBook

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    second = try Gym.at("2026-03-04T18:00")
    book = ClassBook([try Gym.yoga(places: 1)])
    for member in ["ana@example.org", "bob"] {
      for date in [first, second] {
        _ = book.request(.book(member, waitlist: true), of: "yoga", at: date, now: now)
      }
    }
  }

  /// A member's calendar after a change, through text.
  private func calendar(
    of member: String, organizer: Organizer? = nil, changed change: (inout EventCalendar) throws -> Void
  ) throws -> EventCalendar {
    let own = book.calendar(of: member, organizer: { _ in organizer }, at: now)
    var read = try #require(try ICSDocument(parsing: ICSDocument([own]).text).calendars.first)
    try change(&read)
    return try #require(try ICSDocument(parsing: ICSDocument([read]).text).calendars.first)
  }

  private func cancelled(_ calendar: EventCalendar) throws -> [String] {
    try #require(MemberCalendar(calendar)).cancellations(in: book).map {
      "\($0.booking.member) \($0.occurrence.start.local.date)"
    }
  }

  @Test("a removed event cancels its booking and no other; the place goes to who waits")
  mutating func removed() throws {
    let uid = "yoga/20260302T170000Z"
    let own = try calendar(of: "ana@example.org") { try $0.remove(uid: uid) }
    #expect(try cancelled(own) == ["ana@example.org 2026-03-02"])
    for (occurrence, booking) in try #require(MemberCalendar(own)).cancellations(in: book) {
      let decision = book.request(
        .cancel(booking.member), of: occurrence.uid, at: occurrence.original.instant, now: now)
      #expect(decision.outcome == .cancelled(isLate: false))
    }
    #expect(book.roster(of: "yoga", at: first)?.booking(of: "bob")?.state == .confirmed)
    // The same file once more asks for nothing, also after the member has booked again.
    #expect(try cancelled(own).isEmpty)
    _ = book.request(.book("ana@example.org", waitlist: true), of: "yoga", at: first, now: now)
    #expect(try cancelled(own).isEmpty)
  }

  @Test("an untouched calendar requests nothing, nor does one from before a booking was made")
  mutating func untouched() throws {
    let own = try calendar(of: "ana@example.org") { _ in }
    let third = try Gym.at("2026-03-09T18:00")
    _ = book.request(.book("ana@example.org"), of: "yoga", at: third, now: now)
    #expect(try cancelled(own).isEmpty)
    let empty = try calendar(of: "nobody@example.org") { _ in }
    #expect(MemberCalendar(empty).map { $0.cancellations(in: book).isEmpty } ?? true)
  }

  private func moved(_ calendar: EventCalendar, in book: ClassBook? = nil) throws -> [String] {
    try #require(MemberCalendar(calendar)).moves(in: book ?? self.book).map {
      occurrence, booking, start, end in
      "\(booking.member) \(occurrence.start.local.date) \(start.date)"
    }
  }

  @Test("an event that the member moved is reported, whatever extensions are dropped; it cancels nothing")
  func movedEvent() throws {
    for strips in [false, true] {
      let own = try calendar(of: "ana@example.org", organizer: Organizer("mailto:gym@example.org")) {
        calendar in
        for item in calendar.items {
          guard var event = item.event else { continue }
          if event.start.date.description == "2026-03-02" {
            event.move(to: event.start.adding(.days(1)))
          } else {
            // The same time in another notation.
            event.move(to: event.start.instant(in: .utc).in(.utc))
          }
          if strips { event.unmodelled = Unmodelled() }
          try calendar.update(event, at: nil)
        }
        if strips { calendar.unmodelled = Unmodelled() }
      }
      #expect(try moved(own) == ["ana@example.org 2026-03-02 2026-03-03"], "\(strips)")
      #expect(try cancelled(own).isEmpty)
    }
  }

  @Test("an event of which the member changed the end alone, by DTEND or DURATION, is reported too")
  func movedEnd() throws {
    for strips in [false, true] {
      for statesDuration in [false, true] {
        let gym = Organizer("mailto:gym@example.org")
        let own = try calendar(of: "ana@example.org", organizer: gym) { calendar in
          for item in calendar.items {
            guard var event = item.event else { continue }
            if event.start.date.description == "2026-03-02" {
              let later = event.end.adding(.minutes(30))
              event.extent = statesDuration ? .duration(.minutes(15)) : .end(later)
            } else if statesDuration {
              // The same end in another notation.
              event.extent = .end(.zoned(event.end.instant(in: .utc).in(.utc)))
            }
            if strips { event.unmodelled = Unmodelled() }
            try calendar.update(event, at: nil)
          }
          if strips { calendar.unmodelled = Unmodelled() }
        }
        #expect(try moved(own) == ["ana@example.org 2026-03-02 2026-03-02"])
        #expect(try cancelled(own).isEmpty)
      }
    }
  }

  @Test("an event of before or after a move of the class was not moved by the member")
  mutating func movedClass() throws {
    let before = try calendar(of: "ana@example.org") { _ in }
    let edit = try book.editing("yoga", at: first, scope: .all, uids: .seeded(1)) {
      $0.start = $0.start.adding(.hours(1))
    }
    #expect(book.apply(edit, now: now).isDone)
    let between = try calendar(of: "ana@example.org") { _ in }
    let again = try book.editing("yoga", at: first.adding(seconds: 3_600), scope: .all, uids: .seeded(2)) {
      $0.start = $0.start.adding(.hours(1))
    }
    #expect(book.apply(again, now: now).isDone)
    let after = try calendar(of: "ana@example.org") { _ in }
    for own in [before, between, after] { #expect(try moved(own).isEmpty) }
  }

  @Test("a cancelled or declined event cancels its booking, also where every extension is dropped")
  func declined() throws {
    let gym = Organizer("mailto:gym@example.org")
    for strips in [false, true] {
      let own = try calendar(of: "ana@example.org", organizer: gym) { calendar in
        for item in calendar.items {
          guard var event = item.event else { continue }
          if event.start.date.description == "2026-03-02" {
            event.attendees[0].status = .declined
          } else {
            event.status = .cancelled
          }
          if strips { event.unmodelled = Unmodelled() }
          try calendar.update(event, at: nil)
        }
        if strips { calendar.unmodelled = Unmodelled() }
      }
      #expect(
        try cancelled(own) == ["ana@example.org 2026-03-02", "ana@example.org 2026-03-04"], "\(strips)")
    }
  }

  @Test(
    "a booking is found by its earlier event after its class was moved, split, both or moved back",
    arguments: [0, 1, 2, 3])
  mutating func moved(way: Int) throws {
    let own = try calendar(of: "ana@example.org") { _ in }
    let without = try calendar(of: "ana@example.org") { try $0.remove(uid: "yoga/20260304T170000Z") }
    func change(
      _ uid: String, at original: Instant, _ scope: RecurrenceScope, _ change: (inout ClassSeries) -> Void
    ) throws {
      let edit = try book.editing(uid, at: original, scope: scope, uids: .seeded(1), change: change)
      #expect(book.apply(edit, now: now).isDone)
      // Read again, from its calendar and from a store.
      let text = ICSDocument([book.calendar(at: now)]).text
      let read = ClassBook(try #require(try ICSDocument(parsing: text).calendars.first))
      book = try JSONDecoder().decode(ClassBook.self, from: JSONEncoder().encode(read))
    }
    if way != 1 { try change("yoga", at: first, .all) { $0.start = $0.start.adding(.hours(1)) } }
    if way == 1 { try change("yoga", at: second, .thisAndFuture) { $0.summary = "Power yoga" } }
    if way == 2 {
      try change("yoga", at: second.adding(seconds: 3_600), .thisAndFuture) {
        $0.start = $0.start.adding(.hours(1))
      }
    }
    if way == 3 {
      try change("yoga", at: first.adding(seconds: 3_600), .all) { $0.start = $0.start.adding(.hours(-1)) }
    }
    #expect(try cancelled(own).isEmpty)
    #expect(try cancelled(without) == ["ana@example.org 2026-03-04"])
    let member = try #require(MemberCalendar(without))
    #expect(member.unknownCancellations(in: book).isEmpty)
    #expect(own.items.allSatisfy { book.isBooking($0) })
    // A new calendar has the same UIDs.
    #expect(
      try calendar(of: "ana@example.org") { _ in }.items.map(\.uid).sorted() == own.items.map(\.uid).sorted())
  }

  @Test("a cancelled booking that the book does not have is reported, one that it has cancelled is not")
  mutating func unknown() throws {
    let own = try calendar(of: "ana@example.org") { try $0.remove(uid: "yoga/20260302T170000Z") }
    let member = try #require(MemberCalendar(own))
    _ = book.request(.cancel("ana@example.org"), of: "yoga", at: first, now: now)
    #expect(member.unknownCancellations(in: book).isEmpty)
    let other = ClassBook([try Gym.yoga(places: 1)])
    #expect(
      member.unknownCancellations(in: other) == [ItemID(uid: "yoga", recurrenceID: .zoned(first.in(.utc)))])
    #expect(member.cancellations(in: other).isEmpty)
  }

  @Test(
    "after a class runs again at a time from which it was moved, bookings of both times have events of their own"
  )
  mutating func vacated() throws {
    let edit = try book.editing("yoga", at: first, scope: .all) { $0.start = $0.start.adding(.hours(1)) }
    #expect(book.apply(edit, now: now).isDone)
    for scope in [RecurrenceScope.this, .all] {
      #expect(throws: TimeError.self) {
        try book.editing("yoga", at: edit.series[0].start.instant, scope: scope) {
          $0.start = try CivilDateTime("2026-03-02T25:00").in(.utc)
        }
      }
    }
    var again = try #require(book.series("yoga"))
    again.recurrence.additions.append(RecurrenceDate(.zoned(first.in(again.zone))))
    #expect(book.apply(ClassEdit([again]), now: now).isDone)
    _ = book.request(.book("ana@example.org", waitlist: true), of: "yoga", at: first, now: now)
    let uids = try calendar(of: "ana@example.org") { _ in }.items.map(\.uid)
    #expect(uids.count == 3 && Set(uids).count == 3)
  }

  /// Each event of Ana's calendar in a calendar of its own, as programs store them that have a file for each item.
  private func files(organizer: Organizer?) throws -> [EventCalendar] {
    try calendar(of: "ana@example.org", organizer: organizer) { _ in }.items.map { item in
      var single = EventCalendar()
      single.insert(item)
      let document = ICSDocument([single])
      return try #require(try ICSDocument(parsing: document.text).calendars.first)
    }
  }

  private func absent(_ calendars: [EventCalendar]) -> [String] {
    MemberCalendar.all(in: calendars).flatMap { $0.absences(in: book) }.map {
      "\($0.booking.member) \($0.occurrence.start.local.date)"
    }
  }

  @Test("without the list of bookings no removed event is a request: what the files lack is known together")
  func removedWithoutList() throws {
    for organizer in [nil, Organizer("mailto:gym@example.org")] {
      let files = try files(organizer: organizer)
      #expect(files.count == 2)
      for file in files { #expect(try cancelled(file).isEmpty) }
      #expect(absent(files).isEmpty)
      #expect(absent([files[0]]) == ["ana@example.org 2026-03-04"])
      #expect(absent([files[1]]) == ["ana@example.org 2026-03-02"])
      // The exported file has the list, wherever it is among them.
      let whole = try calendar(of: "ana@example.org", organizer: organizer) { calendar in
        for item in calendar.items { try calendar.remove(uid: item.uid) }
      }
      for calendars in [[files[1], whole], [whole, files[1]]] {
        let members = MemberCalendar.all(in: calendars)
        #expect(members.count == 1 && absent(calendars).isEmpty && !members[0].lacksMost)
        #expect(members[0].cancellations(in: book).map { $0.occurrence.start.instant } == [first])
      }
    }
  }

  @Test("an event of a file of its own is cancelled by its status, also where the class has no organizer")
  func cancelledInFile() throws {
    var file = try files(organizer: nil)[0]
    var event = try #require(file.items.map(\.event).first ?? nil)
    event.status = .cancelled
    try file.update(event, at: nil)
    #expect(try cancelled(file) == ["ana@example.org 2026-03-02"])
  }

  @Test(
    "a calendar without most of its events or without its list of bookings is distinguished from one with a removed booking"
  )
  func accidents() throws {
    func member(_ change: (inout EventCalendar) throws -> Void) throws -> MemberCalendar {
      try #require(MemberCalendar(calendar(of: "ana@example.org", changed: change)))
    }
    let removed = try member { try $0.remove(uid: "yoga/20260302T170000Z") }
    #expect(!removed.lacksMost && removed.hasBookingList && removed.absences(in: book).isEmpty)
    let emptied = try member { $0 = $0.with(items: []) }
    #expect(emptied.lacksMost && emptied.hasBookingList && emptied.cancellations(in: book).count == 2)
    let stripped = try member { calendar in
      try calendar.remove(uid: "yoga/20260302T170000Z")
      calendar.unmodelled = Unmodelled()
    }
    #expect(!stripped.hasBookingList && !stripped.lacksMost && stripped.cancellations(in: book).isEmpty)
  }

  @Test("removing the event of a waiting booking cancels it")
  func waiting() throws {
    let own = try calendar(of: "bob") { calendar in
      for item in calendar.items { try calendar.remove(uid: item.uid) }
    }
    #expect(try cancelled(own) == ["bob 2026-03-02", "bob 2026-03-04"])
  }

  @Test("events of the member's calendar are bookings where the book has the class, and only there")
  func known() throws {
    let own = try calendar(of: "ana@example.org") { calendar in
      calendar.insert(Event("Dinner", from: try date("2026-03-02"), uid: "dinner"))
    }
    #expect(own.items.map { book.isBooking($0) } == [true, true, false])
    #expect(own.items.allSatisfy { !ClassBook().isBooking($0) })
    #expect(MemberCalendar(book.calendar(at: now)) == nil)
  }
}
