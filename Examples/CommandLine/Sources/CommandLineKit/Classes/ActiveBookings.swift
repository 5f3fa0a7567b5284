import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// The bookings in the classes of some calendars that have or await places.
struct ActiveBookings: Sendable {
  struct Entry: Sendable {
    /// The date of the class.
    let id: ItemID
    let occurrence: ClassOccurrence
    let booking: Booking
  }

  private let book: ClassBook
  /// The dates of bookings whose item is of no date of its class.
  private let dates: [ItemID: ZonedDateTime]
  private(set) var entries: [Entry] = []

  /// - Parameter uid: The UID of the only class; `nil` for all.
  init(_ store: CalendarStore, of uid: String? = nil) {
    let calendar = uid.map { store.series(of: $0) } ?? store.everything
    book = ClassBook(calendar)
    dates = Dictionary(
      calendar.unmatchedBookings.compactMap { found in found.date.map { (found.id, $0) } }
    ) { first, _ in first }
    for id in calendar.items.map({ $0.id }) {
      guard let roster = roster(id) else { continue }
      entries += roster.bookings.filter { $0.state.isActive }
        .map { Entry(id: id, occurrence: roster.occurrence, booking: $0) }
    }
    entries.sort { $0.occurrence.start.instant < $1.occurrence.start.instant }
  }

  private func roster(_ id: ItemID) -> Roster? {
    (dates[id]?.instant ?? id.recurrenceID?.instant(in: .utc)).flatMap { book.roster(of: id.uid, at: $0) }
  }

  /// The bookings that another state of the calendars does not have.
  func missing(in store: CalendarStore, following identities: ItemIdentities = .unchanged) -> [Entry] {
    if entries.isEmpty { return [] }
    let other = ActiveBookings(store)
    return entries.filter { entry in
      let roster = identities[entry.id].flatMap { other.roster($0) }
      return roster?.booking(of: entry.booking.member) == nil
    }
  }

  /// Checks that a change of an item preserves all bookings.
  ///
  /// - Throws: A refusal with the members whose bookings are missing after the change.
  func requirePreserved(in store: CalendarStore, following identities: ItemIdentities) throws(CommandError) {
    let lost = missing(in: store, following: identities)
    guard let uid = lost.first?.id.uid else { return }
    let named = lost.prefix(5).map { "\($0.booking.member) (\(book.name(of: $0.occurrence)))" }
    let more: Phrase = lost.count > 5 ? " and \(lost.count - 5) more" : ""
    var refusal = Refusal(
      "booked", "bookings would be lost: \(named.joined(separator: ", "))\(more)",
      expected: "class change \(uid), which shows them and calls them off", uid: uid)
    refusal.details = [.init("bookings", .array(lost.map { $0.json }))]
    throw .refused([refusal])
  }

  /// Checks that an item has no bookings, which a copy would have too.
  func requireNone() throws(CommandError) {
    guard let uid = entries.first?.id.uid else { return }
    throw .refused(
      "booked", "a copy would have the bookings of the class too", expected: "class add, for a class like it",
      uid: uid)
  }
}

extension ActiveBookings.Entry {
  /// `Ana (Yoga, 2 March, 18:00): called off`, as `ClassEditImpact.sentences(in:)` has it.
  func sentence(in words: SchedulingWords) -> String {
    let time = words.moment(occurrence.start.instant)
    let state = Booking.State.calledOff.description(in: words)
    return "\(words.name(booking.member)) (\(occurrence.summary), \(time)): \(state)"
  }

  var json: JSON {
    [
      "uid": .string(occurrence.uid), "start": .string(occurrence.start.description), "to": .null,
      "member": .string(booking.member),
    ]
  }
}
