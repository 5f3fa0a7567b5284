public import AlmanacEvents
package import AlmanacTime

/// A member's own calendar that `ClassBook.calendar(of:name:organizer:at:)` wrote, with what the member changed in it.
///
/// ```swift
/// for (occurrence, booking) in MemberCalendar(calendar)?.cancellations(in: gym) ?? [] {
///   gym.request(.cancel(booking.member), of: occurrence.uid, at: occurrence.original.instant, now: now)
/// }
/// ```
public struct MemberCalendar: Sendable {
  /// The member; `nil` where another program dropped the name and the events have no attendee.
  private let member: String?
  /// The bookings that the calendar had when it was written, and those that it has.
  private let references: [BookingReference]
  /// The UIDs of the remaining events, with whether the member still takes part.
  private let events: [String: Bool]
  /// Whether the calendar has the list of the bookings that it had when it was written. Other programs drop it with the X-
  /// properties; some or all removed bookings are then unknown.
  public let hasBookingList: Bool
  /// Whether the calendar is empty although bookings were exported to it: it may have been emptied by accident, so ask before
  /// all of them are cancelled.
  public let isEmptied: Bool

  /// Reads a calendar; `nil` for one that is not a member's.
  public init?(_ calendar: EventCalendar) {
    let bookings = calendar.items.compactMap { $0.event }.filter { $0.bookingReference != nil }
    let named = calendar.unmodelled.word("member", of: AlmanacProperty.member)
    if named == nil, bookings.isEmpty { return nil }
    let attendee = bookings.lazy.compactMap { $0.attendees.first }.first
    let member = named ?? attendee.map { CalendarAddress.plain($0.address) }
    let listed = calendar.unmodelled.records(AlmanacProperty.booking, value: "class").compactMap {
      BookingReference($0)
    }
    let known = Set(listed.map { $0.uid })
    references =
      listed + bookings.compactMap { $0.bookingReference }.filter { !known.contains($0.uid) }
    events = Dictionary(bookings.map { ($0.uid, $0.isAttended(by: member)) }) { one, other in one && other }
    self.member = member
    hasBookingList = named != nil || !listed.isEmpty
    isEmptied = calendar.count == 0 && !listed.isEmpty
  }

  /// The bookings that the member cancelled: whose event is removed, cancelled or declined.
  ///
  /// Each is a request, and the roster decides whether it comes in time. Bookings that were made after the calendar was
  /// written are not among them. Where another program dropped the calendar's X- properties, a removed event is found if
  /// its booking is older than one whose event is left.
  ///
  /// - Returns: The bookings with their classes, in the order of the calendar.
  public func cancellations(in book: ClassBook) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    (references + removed(in: book)).compactMap { reference in
      guard let member, events[reference.uid] != true,
        let roster = book.roster(of: reference.series, at: reference.original),
        let booking = roster.booking(of: member), booking.number == reference.number ?? booking.number
      else { return nil }
      return (roster.occurrence, booking)
    }
  }

  /// The bookings without an event that the calendar had when it was written, as it has one that was made later. The times
  /// are those of the book: programs write their own as CREATED.
  private func removed(in book: ClassBook) -> [BookingReference] {
    guard let member, !hasBookingList else { return [] }
    let made = book.bookings(of: member)
    let last = made.filter { events[BookingReference($0.occurrence, number: 0).uid] != nil }
      .map { $0.booking.madeAt }.max()
    return made.filter { booked in last.map { booked.booking.madeAt <= $0 } ?? false }
      .map { BookingReference($0.occurrence, number: $0.booking.number) }
      .filter { events[$0.uid] == nil }
  }

  /// Whether an item of the calendar is a booking in a book, which has it already.
  public func isBooking(_ item: Item, in book: ClassBook) -> Bool {
    item.event?.bookingReference.flatMap { book.roster(of: $0.series, at: $0.original) } != nil
  }
}

/// A booking in a member's own calendar: the class, its date and the number in the roster.
package struct BookingReference {
  /// The UID of the class.
  package let series: String
  /// The start that the recurrence gives the date.
  package let original: Instant
  /// `nil` for a booking that was read from its event.
  let number: Int?

  init(_ occurrence: ClassOccurrence, number: Int) {
    (series, original, self.number) = (occurrence.uid, occurrence.original.instant, number)
  }

  /// The UID of the event, which is the same in each export.
  var uid: String { "\(series)/\(InstantText.written(original))" }

  var record: PropertyRecord {
    PropertyRecord([
      ("class", series), ("original", InstantText.written(original)), ("number", number.map { "\($0)" }),
    ])
  }

  fileprivate init?(_ record: PropertyRecord) {
    guard let series = record["class"], let original = record.instant("original") else { return nil }
    (self.series, self.original, number) = (series, original, record.number("number"))
  }

  /// Reads the UID of an event; `nil` for one of another form.
  package init?(uid: String) {
    guard let slash = uid.lastIndex(of: "/"),
      let original = InstantText.read(String(uid[slash...].dropFirst()))
    else { return nil }
    (series, self.original, number) = (String(uid[..<slash]), original, nil)
  }
}

extension Event {
  /// The booking of an event of a member's own calendar: by the form of the UID where other programs dropped the kind.
  fileprivate var bookingReference: BookingReference? {
    almanacKind ?? "BOOKING" == "BOOKING" ? BookingReference(uid: uid) : nil
  }

  /// Whether the event takes place for a member, who has not declined.
  fileprivate func isAttended(by member: String?) -> Bool {
    let hasDeclined = attendees.contains { attendee in
      attendee.status == .declined && member.map { PersonKey.areSame(attendee.address, $0) } ?? false
    }
    return !isCancelled && !hasDeclined
  }
}
