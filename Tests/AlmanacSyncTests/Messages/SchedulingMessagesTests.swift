import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Sessions and classes invite, move and cancel by messages")
struct SchedulingMessagesTests {
  private let coach = "ana@example.org"
  private let bob = "bob@example.org"
  private let eva = "eva@example.org"

  private var zone: Zone { get throws { try Zone("Europe/Madrid") } }

  private func at(_ text: String) throws -> ZonedDateTime { try CivilDateTime(text).in(zone) }

  /// Delivers messages, as text, to a calendar, which accepts them.
  private func deliver(
    _ messages: [SchedulingMessage], to calendar: inout EventCalendar, of me: String, from sender: String,
    _ when: Instant
  ) throws {
    for message in messages where message.recipients.contains(where: { $0.hasSuffix(me) }) {
      let text = try ICSDocument(parsing: message.text)
      let receipt = calendar.receive(
        try #require(SchedulingMessage.messages(in: text).first), from: sender, me: [me], at: when)
      #expect(receipt.isAccepted, "\(receipt.refusals)")
    }
  }

  @Test(
    "a session is planned, moved and cancelled in the client's calendar; a session that begins is not a message"
  )
  func sessions() throws {
    let start = try at("2026-03-02T10:00")
    let now = try at("2026-03-01T12:00").instant
    var book = SessionBook()
    _ = book.request(.addClient(SessionBook.Client(bob, name: "Bob")), by: coach, now: now)
    var states = [book]
    let planned = book.request(.schedule(client: bob, at: start), by: coach, now: now, uids: .seeded(1))
    let uid = try #require(planned.session?.uid)
    states.append(book)
    _ = book.request(.move(uid, to: try at("2026-03-02T12:00")), by: coach, now: now)
    states.append(book)
    _ = book.request(.cancel(uid), by: coach, now: now)
    states.append(book)
    var calendar = EventCalendar()
    var methods: [[String]] = []
    var seen: [String?] = []
    for (before, after) in zip(states, states.dropFirst()) {
      let messages = after.messages(since: before, of: coach, at: now)
      methods.append(messages.map(\.method.rawValue))
      try deliver(messages, to: &calendar, of: bob, from: coach, now)
      let event = calendar.item(uid: uid)?.event
      seen.append(event?.isCancelled == true ? nil : event?.start.local.time.description)
    }
    #expect(methods == [["REQUEST"], ["REQUEST"], ["CANCEL"]])
    #expect(seen.map { $0?.prefix(5) } == ["10:00", "12:00", nil])
    #expect(book.messages(since: book, of: coach, at: now).isEmpty)
    var begun = states[2]
    _ = begun.request(.start(uid), by: coach, now: try at("2026-03-02T12:00").instant)
    #expect(begun.session(uid, of: coach)?.state == .inProgress)
    #expect(begun.messages(since: states[2], of: coach, at: now).isEmpty)
  }

  private func gym() throws -> ClassBook {
    let rule = RecurrenceRule(.weekly, on: [.monday])
    return ClassBook([
      ClassSeries(
        "Yoga", from: try at("2026-03-02T18:00"), lasting: .hours(1), repeating: rule, places: 1, uid: "yoga")
    ])
  }

  private let organizer = Organizer("mailto:gym@example.org")

  @Test(
    "a booking is an invitation for its member alone, and its end a cancellation; who waited gets the place")
  func bookings() throws {
    let (now, date) = (try at("2026-03-01T12:00").instant, try at("2026-03-02T18:00").instant)
    var book = try gym()
    let empty = book
    _ = book.request(.book(bob), of: "yoga", at: date, now: now)
    _ = book.request(.book(eva, waitlist: true), of: "yoga", at: date, now: now)
    let invitations = book.messages(since: empty, organizer: { _ in organizer }, at: now)
    #expect(invitations.map(\.recipients) == [["mailto:\(bob)"], ["mailto:\(eva)"]])
    for (message, other) in zip(invitations, [eva, bob]) { #expect(!message.text.contains(other)) }
    var calendars = [bob: EventCalendar(), eva: EventCalendar()]
    func deliverAll(_ messages: [SchedulingMessage]) throws {
      for person in [bob, eva] {
        try deliver(
          messages, to: &calendars[person, default: .init()], of: person, from: "gym@example.org", now)
      }
    }
    try deliverAll(invitations)
    let uid = try #require(invitations.first?.uid)
    #expect(calendars[eva]?.item(uid: uid)?.status == .tentative)
    // Bob declines in their own calendar: a request, which the roster decides.
    var declined = calendars[bob] ?? EventCalendar()
    let yes = try declined.answer(ItemID(uid: uid), .accepted, by: [bob], at: now).messages[0]
    #expect(book.isSettled(yes, from: bob) && book.cancellations(in: yes).isEmpty)
    #expect(!book.isSettled(yes, from: eva) && !ClassBook().isSettled(yes))
    let reply = try declined.answer(ItemID(uid: uid), .declined, by: [bob], at: now).messages[0]
    #expect(!book.isSettled(reply))
    #expect(book.cancellations(in: reply, from: eva).isEmpty)
    let asked = book.cancellations(in: reply, from: bob)
    #expect(asked.map(\.booking.member) == [bob])
    let before = book
    for (occurrence, booking) in asked {
      let decision = book.request(
        .cancel(booking.member), of: occurrence.uid, at: occurrence.original.instant, now: now)
      #expect(!decision.isRefused)
    }
    let changes = book.messages(since: before, organizer: { _ in organizer }, at: now)
    #expect(changes.map(\.method) == [.cancel, .request])
    #expect(changes.map(\.recipients) == [["mailto:\(bob)"], ["mailto:\(eva)"]])
    try deliverAll(changes)
    #expect(calendars[bob]?.item(uid: uid)?.isCancelled == true)
    #expect(calendars[eva]?.item(uid: uid)?.status == .confirmed)
    #expect(book.cancellations(in: reply, from: bob).isEmpty && book.isSettled(reply, from: bob))
  }

  @Test(
    "a class that is moved or split is rescheduled under the UID of each booking, and declining it cancels the booking"
  )
  func moved() throws {
    let (now, date) = (try at("2026-03-01T12:00").instant, try at("2026-03-02T18:00").instant)
    let next = date.adding(seconds: 7 * 86_400)
    var book = try gym()
    for original in [date, next] { _ = book.request(.book(bob), of: "yoga", at: original, now: now) }
    let invitations = book.messages(since: try gym(), organizer: { _ in organizer }, at: now)
    var own = EventCalendar()
    try deliver(invitations, to: &own, of: bob, from: "gym@example.org", now)
    var before = book
    let moved = try book.editing("yoga", at: date, scope: .all) { $0.start = $0.start.adding(.hours(1)) }
    #expect(book.apply(moved, now: now).isDone)
    let all = book.messages(since: before, organizer: { _ in organizer }, at: now)
    #expect(all.map(\.method) == [.request, .request])
    #expect(Set(all.map(\.uid)) == Set(invitations.map(\.uid)))
    try deliver(all, to: &own, of: bob, from: "gym@example.org", now)
    #expect(
      own.items.map { $0.event?.start.instant(in: .utc) }
        == [date, next].map { $0.adding(seconds: 3_600) })
    before = book
    let split = try book.editing(
      "yoga", at: next.adding(seconds: 3_600), scope: .thisAndFuture, uids: .seeded(1)
    ) { $0.summary = "Power yoga" }
    #expect(book.apply(split, now: now).isDone)
    let renamed = book.messages(since: before, organizer: { _ in organizer }, at: now)
    #expect(renamed.map(\.method) == [.request] && renamed.first?.uid == invitations.last?.uid)
    try deliver(renamed, to: &own, of: bob, from: "gym@example.org", now)
    #expect(own.items.map(\.summary).sorted() == ["Power yoga", "Yoga"])
    let uid = try #require(renamed.first?.uid)
    let reply = try own.answer(ItemID(uid: uid), .declined, by: [bob], at: now).messages[0]
    #expect(book.cancellations(in: reply, from: bob).map(\.occurrence.summary) == ["Power yoga"])
  }

  @Test("a class without an organizer sends no messages")
  func withoutOrganizer() throws {
    let empty = try gym()
    var book = empty
    _ = book.request(
      .book(bob), of: "yoga", at: try at("2026-03-02T18:00").instant, now: try at("2026-03-01T12:00").instant)
    #expect(book.messages(since: empty, organizer: { _ in nil }, at: now).isEmpty)
  }
}
