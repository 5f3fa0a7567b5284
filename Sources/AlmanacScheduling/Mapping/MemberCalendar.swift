internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// A member's own calendar that `ClassBook.calendar(of:name:organizer:at:)` wrote, with what the member changed in it.
///
/// ```swift
/// for (occurrence, booking) in MemberCalendar(calendar)?.cancellations(in: gym) ?? [] {
///   gym.request(.cancel(booking.member), of: occurrence, now: now)
/// }
/// ```
public struct MemberCalendar: Sendable {
  /// The member; `nil` where another program dropped the name and the events have neither an attendee nor the name.
  private let member: String?
  /// The bookings that the calendar had when it was written, and those that it has.
  private let references: [BookingReference]
  /// The remaining events in which the member still takes part, and `nil` for the others, by UID.
  private let events: [String: Event?]
  /// The UIDs of events that cannot be read, such as for an invalid start: these are not removed.
  private let unreadUIDs: Set<String>
  /// Whether the calendar has the list of the bookings that it had when it was written. Other programs drop it with the X-
  /// properties, also those that store each event in a file of its own; removed bookings are then unknown.
  public let hasBookingList: Bool

  /// Reads a calendar; `nil` for one that is not a member's.
  public init?(_ calendar: EventCalendar) {
    let bookings = calendar.items.compactMap { item in
      item.event.flatMap { event in event.bookingKey.map { (key: $0, event: event) } }
    }
    let named = calendar.unmodelled.word("member", of: AlmanacProperty.member)
    if named == nil, bookings.isEmpty { return nil }
    let attendee = bookings.lazy.compactMap { $0.event.attendees.first }.first
    let member =
      named ?? attendee.map { CalendarAddress.plain($0.address) }
      ?? bookings.lazy.compactMap { $0.event.unmodelled.word("member", of: AlmanacProperty.member) }.first
    let listed = calendar.unmodelled.records(AlmanacProperty.booking, value: "class").compactMap { record in
      RosterKey(record).map { key in
        BookingReference(
          key: key, number: record.number("number"), start: record.instant("start") ?? key.original,
          end: record.instant("end"))
      }
    }
    let remaining = bookings.map {
      BookingReference(key: $0.key, number: nil, start: $0.key.original, end: nil)
    }
    references = (listed + remaining).uniqued { $0.key }
    let attended = bookings.map { ($0.event.uid, $0.event.isAttended(by: member) ? $0.event : nil) }
    events = Dictionary(attended) { one, other in one == nil ? one : other }
    unreadUIDs = Set(
      calendar.unmodelled.components.filter { $0.isNamed("VEVENT") }.compactMap { $0.value("UID") })
    self.member = member
    hasBookingList = named != nil || !listed.isEmpty
  }

  /// The calendars of members among some calendars, in their order: those of one member, as the files of a folder are, are read
  /// as one.
  ///
  /// - Complexity: O(*n*) in the bookings.
  public static func all(in calendars: [EventCalendar]) -> [MemberCalendar] {
    let members = calendars.compactMap { MemberCalendar($0) }.map {
      (key: $0.member.map(PersonKey.init), value: $0)
    }
    let groups = Dictionary(grouping: members) { $0.key }
    return members.uniqued { $0.key }.compactMap { groups[$0.key] }.map {
      MemberCalendar(joining: $0.map(\.value))
    }
  }

  /// Joins calendars of one member.
  private init(joining calendars: [MemberCalendar]) {
    // Those of a list come first, as they have the numbers of the bookings.
    let ordered = calendars.filter(\.hasBookingList) + calendars.filter { !$0.hasBookingList }
    references = ordered.flatMap(\.references).uniqued { $0.key }
    events = Dictionary(calendars.flatMap { Array($0.events) }) { one, other in one == nil ? one : other }
    unreadUIDs = Set(calendars.flatMap(\.unreadUIDs))
    member = calendars.first?.member
    hasBookingList = calendars.contains(where: \.hasBookingList)
  }

  /// Whether more than half of several bookings that were exported to the calendar are gone from it: it may have been emptied
  /// or cut off by accident, so ask before they are cancelled.
  public var lacksMost: Bool {
    let lost = references.count { isGone($0.key) }
    return references.count > 1 && lost * 2 > references.count
  }

  /// The bookings that the member cancelled: whose event is removed, cancelled or declined.
  ///
  /// Each is a request, and the roster decides whether it comes in time. Bookings that were made after the calendar was written
  /// are not among them. A booking is found also if its class was moved or split since. Where another program dropped the
  /// calendar's X- properties, removed events are not known: see ``absences(in:)``.
  ///
  /// - Returns: The bookings with their classes, in the order of the calendar.
  public func cancellations(in book: ClassBook) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    guard let member else { return [] }
    let rosters = book.announced(book.rosters(of: member))
    return cancelled.compactMap { rosters.booking(of: member, $0) }
  }

  /// The member's bookings without an event in a calendar that lost its list of bookings. Each may have been removed, be in
  /// another file or have been made since, so ask before it is cancelled.
  ///
  /// - Returns: The active bookings with their classes, also past ones, in the order of their dates; none where the calendar has
  ///   its list.
  public func absences(in book: ClassBook) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    guard let member, !hasBookingList else { return [] }
    return book.announced(book.rosters(of: member)).compactMap { key, roster in
      isGone(key) ? roster.booking(of: member).map { (roster.occurrence, $0) } : nil
    }.sorted { ClassOccurrence.isBefore($0.occurrence, $1.occurrence) }
  }

  /// The bookings whose events the member moved or gave another end, with the times that they have now. The time of a class is
  /// the class's, so that no roster changes: tell the member.
  ///
  /// An event that is at the time at which it was written, or at which the class takes place now, was not moved. Where another
  /// program dropped the calendar's X- properties, the former is taken to begin at the original start of the date.
  public func moves(
    in book: ClassBook
  ) -> [(occurrence: ClassOccurrence, booking: Booking, start: EventTime, end: EventTime)] {
    guard let member else { return [] }
    let rosters = book.announced(book.rosters(of: member))
    return references.compactMap { reference in
      guard let event = events[reference.key.description] ?? nil,
        let (occurrence, booking) = rosters.booking(of: member, reference)
      else { return nil }
      let zone = occurrence.start.zone
      let (start, end) = (event.start.instant(in: zone), event.end.instant(in: zone))
      let held = (occurrence.start.instant, occurrence.end.instant)
      // A file from before ends were recorded has the length of the class.
      let writtenEnd = reference.end ?? reference.start + (held.1 - held.0)
      let isAsWritten = (start, end) == (reference.start, writtenEnd)
      let isAtClass = (start, end) == held
      return isAsWritten || isAtClass ? nil : (occurrence, booking, event.start, event.end)
    }
  }

  /// The bookings that the member cancelled and of which the book has no trace: the UID of each class with the date's
  /// original start. The class may have been moved in another program, so tell the member.
  public func unknownCancellations(in book: ClassBook) -> [ItemID] {
    let rosters = member.map { book.announced(book.rosters(of: $0)) } ?? [:]
    return cancelled.filter { rosters[$0.key] == nil }.map { $0.key.id }
  }

  /// Whether an item of the calendar is a booking, of whatever place.
  public func isBooking(_ item: Item) -> Bool { item.event?.almanacKind == "BOOKING" }

  /// The listed and the remaining bookings in which the member does not take part any longer.
  private var cancelled: [BookingReference] {
    references.filter { reference in
      let uid = reference.key.description
      return (events[uid] ?? nil) == nil && !unreadUIDs.contains(uid)
    }
  }

  /// Whether a booking has no event, not even one that cannot be read.
  private func isGone(_ key: RosterKey) -> Bool {
    let uid = key.description
    return events.index(forKey: uid) == nil && !unreadUIDs.contains(uid)
  }
}

extension [RosterKey: Roster] {
  /// The booking of a reference, if it is active.
  fileprivate func booking(
    of member: String, _ reference: BookingReference
  ) -> (occurrence: ClassOccurrence, booking: Booking)? {
    guard let roster = self[reference.key], let booking = roster.booking(of: member),
      booking.number == reference.number ?? booking.number
    else { return nil }
    return (roster.occurrence, booking)
  }
}

/// A booking in a member's own calendar.
private struct BookingReference {
  let key: RosterKey
  /// The number in the roster; `nil` for a booking that was read from its event.
  let number: Int?
  /// The start of the event when the calendar was written.
  let start: Instant
  /// Its end then; `nil` where that was not recorded.
  let end: Instant?
}

extension ClassBook {
  /// Whether an item of a member's own calendar is a booking of one of these classes, so that this book has its present
  /// state.
  public func isBooking(_ item: Item) -> Bool {
    guard let key = item.event?.bookingKey else { return false }
    return seriesByUID[key.uid] != nil || rosters.keys.contains { $0.uid == key.uid }
  }

  /// Rosters of this book by the date as which members' calendars have them: the first one that each had. One whose date
  /// has the name of an earlier date of another roster has the second after it.
  ///
  /// - Complexity: O(*n*) in the rosters of the book.
  func announced(_ rosters: some Sequence<Roster>) -> [RosterKey: Roster] {
    let taken = Set(self.rosters.values.lazy.compactMap { $0.announcedAs })
    return Dictionary(rosters.map { ($0.announcedKey(unless: taken), $0) }) { _, last in last }
  }

  /// The roster whose bookings have a UID in members' calendars, if the member has or had one of them.
  package func roster(announcedAs uid: String, to member: String) -> Roster? {
    RosterKey(uid).flatMap { announced(rosters(of: member))[$0] }
  }
}

extension Roster {
  /// The date as which members' calendars have it.
  ///
  /// - Parameter taken: The dates as which they have the rosters of moved classes.
  fileprivate func announcedKey(unless taken: Set<RosterKey>) -> RosterKey {
    if let announcedAs { return announcedAs }
    var key = occurrence.key
    while taken.contains(key) { key = RosterKey(uid: key.uid, original: key.original.adding(seconds: 1)) }
    return key
  }
}

extension RosterKey: LosslessStringConvertible {
  /// The class and the original start in UTC, which is the UID of the events of its bookings: `yoga/20260302T170000Z`.
  public var description: String { "\(uid)/\(InstantText.written(original))" }

  /// Reads a description; `nil` for a text of another form.
  public init?(_ description: String) {
    guard let slash = description.lastIndex(of: "/"),
      let original = InstantText.read(String(description[slash...].dropFirst()))
    else { return nil }
    self.init(uid: String(description[..<slash]), original: original)
  }
}

/// The date of a class in a record of an X- property.
extension RosterKey {
  init?(_ record: PropertyRecord) {
    guard let uid = record["class"], let original = record.instant("original") else { return nil }
    self.init(uid: uid, original: original)
  }

  /// - Parameters:
  ///   - number: The number of a booking.
  ///   - start: The start of its event, which is not stated where it is the original one.
  ///   - end: The end of its event.
  func record(number: Int? = nil, start: Instant? = nil, end: Instant? = nil) -> PropertyRecord {
    PropertyRecord([
      ("class", uid), ("original", InstantText.written(original)), ("number", number.map { "\($0)" }),
      ("start", start.flatMap { $0 == original ? nil : InstantText.written($0) }),
      ("end", end.map { InstantText.written($0) }),
    ])
  }

  fileprivate var id: ItemID { ItemID(uid: uid, recurrenceID: .zoned(original.in(.utc))) }
}

extension Event {
  /// The date of the booking of an event of a member's own calendar: by the form of the UID where other programs dropped
  /// the kind.
  fileprivate var bookingKey: RosterKey? {
    almanacKind ?? "BOOKING" == "BOOKING" ? RosterKey(uid) : nil
  }

  /// Whether the event takes place for a member, who has not declined.
  fileprivate func isAttended(by member: String?) -> Bool {
    let hasDeclined = attendees.contains { attendee in
      attendee.status == .declined && member.map { PersonKey.areSame(attendee.address, $0) } ?? false
    }
    return !isCancelled && !hasDeclined
  }
}
