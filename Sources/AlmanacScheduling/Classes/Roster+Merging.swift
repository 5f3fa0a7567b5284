public import AlmanacEvents
internal import AlmanacTime

/// The result of merging a roster that two sides changed apart.
public struct RosterMerge: Sendable, Hashable {
  /// The merged roster, of a version not below that of either side.
  public let roster: Roster
  /// The bookings that a side granted and that lost their places, and those that wait where the class does not take place: each
  /// is waiting (no place was left), expired (the member has an earlier booking) or called off (the class does not take place).
  public let displaced: [Booking]
}

extension Roster {
  /// Merges two rosters that were changed from a common base.
  ///
  /// Two bookings are the same if they have the same member and were made at the same time. The places go first to those who had them before, then to
  /// the new bookings, waiting ones too, by the time at which they were made, then by address; a booking that no longer fits waits and is
  /// reported. Members who are checked in do not lose their places. A booking that both sides changed has the later state. A
  /// booking that one side lacks is not deleted, as no roster deletes bookings. Of two bookings of one member the later
  /// one expires. Places that are free in the merged roster go to the waiting list, at the time of the last change.
  ///
  /// - Parameters:
  ///   - ours: Our roster, whose answers to idempotency keys come first.
  ///   - theirs: The roster of the other side.
  ///   - base: The roster from which both sides started; `nil` where nobody had booked.
  ///   - occurrence: The class on its date with the merged terms.
  ///   - accepted: The members whose new bookings are acceptances of another program. They come after the decided ones,
  ///     since the time at which they were made is unknown.
  /// - Complexity: O(*n* log *n*) in the bookings.
  public static func merging(
    _ ours: Roster, with theirs: Roster, since base: Roster?, of occurrence: ClassOccurrence,
    accepted: Set<PersonKey> = []
  ) -> RosterMerge {
    let known = base?.bookings ?? []
    let sides = [known, ours.bookings.identified(in: known), theirs.bookings.identified(in: known)].map {
      Dictionary($0.map { (BookingKey($0), $0) }) { _, later in later }
    }
    let ordered = sides[1].merging(sides[2]) { mine, _ in mine }.merging(sides[0]) { mine, _ in mine }.keys
      .sorted { one, other in BookingKey.isBefore(one, other, base: sides[0], accepted) }
    var merged = ordered.compactMap { Booking.merged(sides[0][$0], sides[1][$0], sides[2][$0]) }
    let isSafe = zip(ordered, merged).map { $1.isSafe(since: sides[0][$0]) }
    let granted = merged.map { $0.state.takesPlaces }
    merged.distributePlaces(of: occurrence, safe: isSafe, new: ordered.map { sides[0][$0] == nil })
    let expected = merged.map { $0.state.isActive }
    if occurrence.status != .scheduled { merged.callOff() }
    let displaced = merged.indices.filter { index in
      granted[index] && !merged[index].state.takesPlaces
        || expected[index] && merged[index].state == .calledOff
    }
    let numbered = merged.enumerated().map { $1.numbered($0) }
    let version = max(ours.version, theirs.version)
    var roster = Roster(of: occurrence, version: version, bookings: numbered)
    roster.announce(
      as: [ours, theirs].compactMap(\.announcedAs).min { RosterKey.isBefore($0, $1) } ?? occurrence.key)
    // A request whose booking has no place any more is decided anew when it is repeated.
    let lost = Set(displaced.map { PersonKey(numbered[$0].member) })
    roster.answers = ours.answers.merging(theirs.answers) { mine, _ in mine }
      .filter { $1.command.member.map { !lost.contains(PersonKey($0)) } ?? true }
    if numbered != known, !roster.waitlist.isEmpty, let latest = numbered.map(\.changedAt).max() {
      // One side may have places for the waiting list of the other: by new terms, or by cancellations on both.
      try? roster.apply(roster.decide(.settle, at: latest))
    }
    let isNew = roster.bookings != ours.bookings && roster.bookings != theirs.bookings
    roster.version = isNew ? max(roster.version, version + 1) : version
    return RosterMerge(
      roster: roster,
      displaced: displaced.map { roster.bookings[$0] }.filter { !$0.state.takesPlaces })
  }
}

extension [Booking] {
  /// Gives the places to the safe bookings and then to others in their order, which wait if no place is left. Of two
  /// active bookings of one member the later one expires.
  ///
  /// - Parameters:
  ///   - isSafe: Whether each booking has places that it does not lose.
  ///   - isNew: Whether each booking was made by one side since the base.
  fileprivate mutating func distributePlaces(
    of occurrence: ClassOccurrence, safe isSafe: [Bool], new isNew: [Bool]
  ) {
    let latest = map { $0.changedAt }.max() ?? .min
    let canPromote = occurrence.status == .scheduled && latest <= occurrence.promotionEnds
    var tally = PlaceTally()
    for (booking, isSafe) in zip(self, isSafe) where isSafe { tally.add(booking, 1) }
    var active: Set<PersonKey> = []
    for (index, booking) in enumerated() {
      if booking.state.isActive, !active.insert(PersonKey(booking.member)).inserted {
        if isSafe[index] { tally.add(booking, -1) }
        self[index].state = .expired
      } else if booking.state.takesPlaces, !isSafe[index] {
        if tally.hasRoom(for: booking, in: occurrence) {
          tally.add(booking, 1)
        } else {
          self[index].state = .waiting
        }
      } else if booking.state == .waiting, canPromote, isNew[index],
        tally.hasRoom(for: booking, in: occurrence)
      {
        // A place that the other side left free is that of a member who waited before a later one booked it.
        tally.add(booking, 1)
      }
    }
  }

  /// Calls off the active bookings at the time of the last change.
  fileprivate mutating func callOff() {
    let latest = map { $0.changedAt }.max()
    for index in indices where self[index].state.isActive {
      self[index].state = .calledOff
      self[index].changedAt = latest ?? self[index].changedAt
    }
  }

  /// The bookings with their identity in the base: one that was read from an attendee alone gets the time, places and channel
  /// of the same booking there.
  ///
  /// No roster deletes bookings. So a side that lacks a member's active booking has lost its record in another program, and
  /// a booking of that member that the base lacks is the same one.
  fileprivate func identified(in base: [Booking]) -> [Booking] {
    let known = Set(base.map { BookingKey($0) })
    let own = Set(map { BookingKey($0) })
    let lost = base.filter { $0.state.isActive && !own.contains(BookingKey($0)) }
    if lost.isEmpty { return self }
    var lostByMember = Dictionary(firstOf: lost.map { (PersonKey($0.member), $0) })
    return map { booking in
      guard !known.contains(BookingKey(booking)),
        let former = lostByMember.removeValue(forKey: PersonKey(booking.member))
      else { return booking }
      let isUnchanged = booking.state == former.state
      return Booking(
        number: booking.number, member: booking.member, places: former.places, channel: former.channel,
        state: booking.state, madeAt: former.madeAt,
        changedAt: isUnchanged ? former.changedAt : booking.changedAt)
    }
  }
}

/// The identity of a booking in different copies of a roster, which may number it differently.
private struct BookingKey: Hashable {
  let member: PersonKey
  let madeAt: Instant

  init(_ booking: Booking) {
    member = PersonKey(booking.member)
    madeAt = booking.madeAt
  }

  /// The bookings of the base in their order, then the new ones that were decided and the others, each by time and by
  /// address.
  static func isBefore(
    _ one: Self, _ other: Self, base: [Self: Booking], _ accepted: Set<PersonKey>
  ) -> Bool {
    func order(_ key: Self) -> (Int, Instant, String) {
      (accepted.contains(key.member) ? 1 : 0, key.madeAt, key.member.text)
    }
    return switch (base[one], base[other]) {
    case (let first?, let second?): first.number < second.number
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): order(one) < order(other)
    }
  }
}

extension Booking {
  /// The changed booking. If both sides changed it, that of the later change, but a cancellation before a promotion from the
  /// waiting list; if both changed it at one time, a choice that does not depend on which side is which.
  fileprivate static func merged(_ base: Booking?, _ ours: Booking?, _ theirs: Booking?) -> Booking? {
    guard let ours, let theirs else { return ours ?? theirs ?? base }
    if theirs.hasSameState(as: base) { return ours }
    if ours.hasSameState(as: base) { return theirs }
    if ours.isCancelled, theirs.isPromoted(from: base) { return ours }
    if theirs.isCancelled, ours.isPromoted(from: base) { return theirs }
    return ours.order < theirs.order ? theirs : ours
  }

  private var order: (Instant, String, Instant, Int, String, String) {
    let end: Instant = if case .held(let until) = state { until } else { .min }
    return (changedAt, state.code, end, places, channel, member)
  }

  private var isCancelled: Bool { if case .cancelled = state { true } else { false } }

  /// Whether it has places for which it waited: that follows from what others decided.
  private func isPromoted(from base: Booking?) -> Bool {
    base?.state == .waiting && state.takesPlaces && state != .checkedIn
  }

  private func hasSameState(as other: Booking?) -> Bool {
    state == other?.state && changedAt == other?.changedAt
  }

  /// Whether it has places that a merge does not withdraw.
  fileprivate func isSafe(since base: Booking?) -> Bool {
    state == .checkedIn || state.takesPlaces && base?.state.takesPlaces == true
  }
}

/// The bookings of an item in the three states of a merge of calendars: they are merged by decision, and the rest of the item
/// property by property.
package protocol BookingStates {
  /// The items without what is merged by decision.
  var base: Item? { get }
  var ours: Item { get }
  var theirs: Item { get }

  /// Writes the merged bookings into the merged item.
  ///
  /// - Returns: The bookings that a side had granted, or another program had accepted, and that have no place now.
  func merge(into item: inout Item) -> [Booking]
}

/// The bookings of a class on one date in the three states of a merge of calendars.
package struct RosterStates: BookingStates {
  /// The events without their bookings.
  package let base: Item?
  package let ours: Item
  package let theirs: Item
  private let events: [Event?]
  private let series: Event?

  /// - Parameter main: The merged series; `nil` for a date without one.
  /// - Returns: `nil` where neither side has bookings or answers that ask for one.
  package init?(base: Item?, ours: Item, theirs: Item, of main: Item?) {
    let series = main?.event
    guard let our = ours.event, let their = theirs.event, our.isClass,
      [our, their].contains(where: { $0.hasBookings(except: series) })
    else { return nil }
    events = [base?.event, our, their]
    self.series = series
    self.base = base?.event.map { .event($0.withoutBookings(of: series)) }
    self.ours = .event(our.withoutBookings(of: series))
    self.theirs = .event(their.withoutBookings(of: series))
  }

  package func merge(into item: inout Item) -> [Booking] {
    guard var event = item.event else { return [] }
    let terms = series.flatMap { try? ClassSeries($0, overrides: [event]) }
    guard let occurrence = ClassOccurrence(of: event, in: terms) else { return [] }
    let rosters = events.map { $0.flatMap { Roster(of: occurrence, from: $0, in: series) } }
    let empty = Roster(of: occurrence)
    let accepted = Set(events.dropFirst().flatMap { $0?.accepted ?? [] })
    let merge = Roster.merging(
      rosters[1] ?? empty, with: rosters[2] ?? empty, since: rosters[0], of: occurrence,
      accepted: accepted.subtracting(events.flatMap { $0?.recordedMembers ?? [] }))
    let others = event.attendees
    merge.roster.write(into: &event) { _ in "" }
    event.attendees = others + event.attendees.map(attendee)
    item = .event(event)
    let displaced = Set(merge.displaced.map { $0.number })
    return merge.roster.bookings.filter { booking in
      displaced.contains(booking.number)
        || booking.state == .waiting && accepted.contains(PersonKey(booking.member))
    }
  }

  /// The attendee of a booking with what the sides state of the person apart from the answer: the state of the side
  /// that changed it. If both changed it, it is ours, with the parameters that only the other side has.
  private func attendee(_ written: Attendee) -> Attendee {
    let person = PersonKey(written.address)
    let states = events.map { event in
      event?.attendees.first { PersonKey($0.address) == person }.map { stated in
        var attendee = stated
        (attendee.role, attendee.status) = (written.role, written.status)
        attendee.parameters.removeAll { $0.name.hasPrefix("X-ALMANAC-") }
        return attendee
      }
    }
    guard var attendee = states[1] ?? states[2] else { return written }
    guard let other = states[2], other != states[0] else { return attendee }
    if attendee == states[0] { return other }
    attendee.parameters += other.parameters.filter { parameter in
      !(attendee.parameters + (states[0]?.parameters ?? [])).contains { $0.name == parameter.name }
    }
    return attendee
  }
}

extension Item {
  /// The date of a class as it was, where the class no longer has it: cancelled, with its own terms and without bookings. `nil`
  /// for an item that is not a date of a class with bookings.
  ///
  /// - Parameter main: The class while it had the date.
  package func endingDateOfClass(of main: Item?) -> Item? {
    guard let event, let main = main?.event, main.isClass, event.hasBookings(except: main),
      let series = try? ClassSeries(main, overrides: [event]),
      var occurrence = ClassOccurrence(of: event, in: series)
    else { return nil }
    occurrence.status = .cancelled(reason: "")
    var ended = occurrence.orphan
    ended.organizer = event.organizer
    (ended.stamp, ended.created, ended.lastModified) = (event.stamp, event.created, event.lastModified)
    ended.sequence = event.sequence
    return .event(ended)
  }

  /// Moves to the waiting list the people whom another program accepted for a date of a class that has no place for them.
  /// An item without such people does not change.
  ///
  /// - Parameter main: The series; `nil` for a date without one.
  /// - Returns: The bookings that wait now.
  package mutating func moveExcessBookingsToWaitlist(of main: Item?) -> [Booking] {
    // Merging an event with itself distributes the places anew.
    guard let event, event.isClass, event.hasUndecidedAnswers,
      let states = RosterStates(base: self, ours: self, theirs: self, of: main)
    else { return [] }
    var item = states.ours
    let waiting = states.merge(into: &item)
    if !waiting.isEmpty { self = item }
    return waiting
  }
}
