import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import AlmanacTime

/// A booking that a member cancelled in their own calendar, with the decision of the roster.
struct MemberCancellation: Sendable {
  let occurrence: ClassOccurrence
  let booking: Booking
  let decision: RosterDecision
  /// The run as `--on` names it.
  let name: String
  /// The members who got the places.
  let promoted: [String]

  private var subject: String { "\(title: occurrence.summary), \(name), \(booking.member)" }

  /// The line for a granted one.
  func line(in words: SchedulingWords) -> String? {
    let others = Phrase(promoted: promoted, in: words).text(in: words.localization)
    return decision.isRefused ? nil : "\(decision.outcome.description(in: words)): \(subject)\(others)"
  }

  /// The reasons for each refused one.
  func complaints(in words: SchedulingWords) -> [Complaint] {
    decision.refusals.map { reason in
      Complaint("not cancelled: \(subject): \(reason.words(in: words))")
    }
  }

  var json: JSON {
    [
      "uid": .string(occurrence.uid), "on": .string(occurrence.start.local.date.description),
      "start": .string(occurrence.start.description), "member": .string(booking.member),
      "outcome": .string(decision.outcome.code),
      "promoted": .array(promoted.map { .string($0) }),
      "reasons": .array(decision.refusals.map { .string($0.code) }),
    ]
  }
}

/// The changes that members made in their own calendars, as requests to the classes and sessions that they concern.
struct MemberRequests {
  private(set) var cancellations: [MemberCancellation] = []
  /// The changes that cannot be made.
  private(set) var refusals: [Refusal] = []
  /// The bookings that concern other calendars.
  private(set) var others: [Refusal] = []
  /// The bookings to be cancelled.
  private(set) var requested: [(occurrence: ClassOccurrence, booking: Booking)] = []

  init() {}

  /// Reads the requests; moved bookings are refused.
  ///
  /// - Parameters:
  ///   - imported: The imported items, from which bookings are removed.
  ///   - zone: The zone in which dates and floating times are read.
  init(
    _ members: [MemberCalendar], removingBookingsFrom imported: inout [ImportedSeries], in book: ClassBook,
    _ zone: Zone
  ) {
    requested = members.flatMap { $0.cancellations(in: book) }
    refusals = members.flatMap { $0.unknownCancellations(in: book) }
      .compactMap { Refusal(unknownCancellation: $0, in: book, zone) }
    refusals += members.flatMap { $0.moves(in: book) }
      .map { Refusal(moved: $0.occurrence, $0.booking, to: $0.start, end: $0.end, in: book) }
    let bookings = imported.filter { series in
      series.items.contains { item in members.contains { $0.isBooking(item) } }
    }
    let foreign = bookings.filter { series in
      !book.series.isEmpty && !series.items.contains { book.isBooking($0) }
    }
    others = foreign.map { series in
      Refusal(
        "no_such_class",
        "not imported: a booking of a class that these calendars do not have: \(title: series.summary)",
        expected: "the calendars of its place, or the member's own", uid: series.uid)
    }
    // A member may have the bookings of several places in one calendar, which is imported in each of them.
    if foreign.count == bookings.count, requested.isEmpty { (refusals, others) = (refusals + others, []) }
    imported.removeAll { series in
      foreign.contains { $0.uid == series.uid } || series.items.contains { book.isBooking($0) }
    }
  }

  /// The bookings of a member without an event in files that lost the list of bookings, of classes that are to come.
  func absences(
    of members: [MemberCalendar], in book: ClassBook, after now: Instant
  ) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    members.flatMap { $0.absences(in: book) }.filter { $0.occurrence.start.instant > now }
  }

  /// Adds bookings to be cancelled.
  mutating func add(_ bookings: [(occurrence: ClassOccurrence, booking: Booking)]) { requested += bookings }

  /// Makes the requests.
  mutating func cancel(in files: inout ClassFiles, at now: Instant) throws(CommandError) {
    cancellations = try files.cancel(requested, at: now)
  }
}

extension Complaint {
  /// The report of bookings that files may have lost; `nil` for none.
  init?(absent: [(occurrence: ClassOccurrence, booking: Booking)], in book: ClassBook) {
    guard !absent.isEmpty else { return nil }
    let shown = absent.prefix(5).map { "\(title: $0.occurrence.summary), \(book.name(of: $0.occurrence))" }
    let names = shown.joined(separator: "; ") + (absent.count > shown.count ? "; …" : "")
    self.init(
      absent.count == 1
        ? "the list of bookings is gone from the calendar; one that has no event in it stays: \(names)"
        : "the list of bookings is gone from the calendar; \(absent.count) that have no event in it stay: \(names)",
      expected:
        "--yes to cancel them, STATUS:CANCELLED or PARTSTAT=DECLINED in an event, or the list as class calendar writes it"
    )
  }
}

extension Refusal {
  /// The refusal of a cancelled booking that no roster has, as the class was moved in another program or its bookings are
  /// lost; `nil` for a class that these calendars do not have.
  init?(unknownCancellation id: ItemID, in book: ClassBook, _ zone: Zone) {
    guard let series = book.series(id.uid), let start = id.recurrenceID?.instant(in: zone) else { return nil }
    self.init(
      "no_booking",
      "not cancelled: \(title: series.summary), \(start.in(series.zone).local): no such booking is known",
      expected: "class cancel with the present date of the class", uid: id.uid)
  }

  /// The refusal of a booking that a member moved in their own calendar, or whose end they changed.
  init(
    moved occurrence: ClassOccurrence, _ booking: Booking, to start: EventTime, end: EventTime,
    in book: ClassBook
  ) {
    let (begin, zone) = (occurrence.start, occurrence.start.zone)
    let target = start.instant(in: zone).in(zone)
    let isMoved = target.instant != begin.instant
    let run = book.series(occurrence.uid)?.occurrences(on: target.local.date).first { other in
      isMoved && other.start.instant == target.instant && other.status == .scheduled
    }
    let change: Phrase =
      isMoved ? "not moved to \(target.local)" : "not made to end at \(end.instant(in: zone).in(zone).local)"
    let place: Phrase? = run.map {
      "class book --on \(book.name(of: $0)) for the class at that time, and class cancel --on \(book.name(of: occurrence))"
    }
    self.init(
      "class_time",
      "\(change): \(title: occurrence.summary), \(begin.local), \(booking.member): the time of a class is the class's",
      expected: place ?? "the event at the time of the class, or removed, which cancels the booking",
      property: isMoved ? "DTSTART" : "DTEND", uid: occurrence.uid)
  }
}

extension ClassFiles {
  /// Requests the cancellation of bookings.
  mutating func cancel(
    _ bookings: [(occurrence: ClassOccurrence, booking: Booking)], at now: Instant
  ) throws(CommandError) -> [MemberCancellation] {
    if bookings.isEmpty { return [] }
    let context = context(at: now)
    var cancellations: [MemberCancellation] = []
    for (occurrence, booking) in bookings {
      let decision = book.request(
        .cancel(booking.member), of: occurrence, now: now, checking: context)
      cancellations.append(
        MemberCancellation(
          occurrence: occurrence, booking: booking, decision: decision, name: book.name(of: occurrence),
          promoted: book.promoted(by: decision, of: occurrence, asking: booking.member)))
    }
    if cancellations.contains(where: { !$0.decision.isRefused }) { try write(at: now) }
    return cancellations
  }
}
