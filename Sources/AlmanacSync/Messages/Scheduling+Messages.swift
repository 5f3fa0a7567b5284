internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacScheduling
public import AlmanacTime

// MARK: Sessions

extension SessionBook {
  /// The messages by which a coach invites clients to new sessions, moves them and cancels them, since an earlier state of
  /// the book.
  ///
  /// Sessions that have begun, are over or were missed need no message. SEQUENCE is the version of the book, so that a later
  /// message is a later revision.
  ///
  /// - Parameters:
  ///   - coach: The organizer.
  ///   - now: The DTSTAMP of the messages.
  /// - Complexity: O(*n*) in the number of sessions of the coach.
  public func messages(since before: SessionBook, of coach: String, at now: Instant) -> [SchedulingMessage] {
    let pending = sessions(of: coach).filter(\.isAnnounced)
    let uids = Set(pending.map(\.uid))
    let earlier = before.sessions(of: coach).filter { uids.contains($0.uid) }
    let calendars = [(earlier, before.version), (pending, version)].map { sessions, version in
      EventCalendar().with(
        items: sessions.map { session in modified(session.event()) { $0.sequence = version }.item })
    }
    return calendars[1].messages(since: calendars[0], by: [coach], at: now)
  }
}

extension SessionBook.Session {
  /// Whether the client is informed of it: while it is to take place, and when it does not.
  fileprivate var isAnnounced: Bool {
    switch state {
    case .scheduled, .cancelled: plan != nil
    case .inProgress, .completed, .missed: false
    }
  }
}

// MARK: Classes

extension ClassBook {
  /// The messages by which classes invite members to what they booked, move it and cancel it, since an earlier state of the
  /// book. Each message is for one member and names nobody else.
  ///
  /// The items are those of the members' own calendars, one for each booking; when a class is moved or split, a booking is
  /// rescheduled under the UID that it had. SEQUENCE is the version of the roster, so that
  /// a later message is a later revision.
  ///
  /// - Parameters:
  ///   - organizer: The ORGANIZER of a class, by its UID; a class without one sends no messages.
  ///   - now: The DTSTAMP of the messages.
  /// - Complexity: O(*n*) in the number of rosters and of bookings in the changed ones.
  public func messages(
    since before: ClassBook, organizer: (String) -> Organizer?, at now: Instant
  ) -> [SchedulingMessage] {
    rosters(changedSince: before).flatMap { key, old, new -> [SchedulingMessage] in
      let bookings = [old, new].flatMap { $0?.bookings ?? [] }
      let members = bookings.map(\.member).uniqued { PersonKey($0) }
      guard let uid = (new ?? old)?.occurrence.uid, let organizer = organizer(uid) else { return [] }
      return members.flatMap { member in
        let calendars = [old, new].map { roster in
          EventCalendar().with(
            items: [roster?.item(for: member, announcedAs: key, organizer)].compactMap { $0 })
        }
        return calendars[1].messages(since: calendars[0], by: [organizer.address], at: now)
      }
    }
  }

  /// The bookings that members cancel by declining (REPLY with PARTSTAT=DECLINED). Each is a request, which the roster
  /// decides. A reply that is older than the booking does not cancel it.
  ///
  /// ```swift
  /// for (occurrence, booking) in gym.cancellations(in: reply) {
  ///   gym.request(.cancel(booking.member), of: occurrence, now: now)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - message: A reply to one of ``messages(since:organizer:at:)``; other messages cancel nothing.
  ///   - sender: The address from which it came; `nil` trusts the message.
  public func cancellations(
    in message: SchedulingMessage, from sender: String? = nil
  ) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    declined(in: message, from: sender).filter { !$0.isOutdated }.map { ($0.occurrence, $0.booking) }
  }

  /// Whether a reply declines bookings, each of which the member made after sending it, so that it cancels none (RFC 5546
  /// §2.1.5).
  ///
  /// - Parameter sender: The address from which it came; `nil` trusts the message.
  public func isOutdated(_ message: SchedulingMessage, from sender: String? = nil) -> Bool {
    let declined = declined(in: message, from: sender)
    return !declined.isEmpty && declined.allSatisfy(\.isOutdated)
  }

  /// Whether a reply accepts bookings that the members have, or declines ones that have ended, as when it comes twice, so that
  /// there is nothing to change.
  ///
  /// - Parameter sender: The address from which it came; `nil` trusts the message.
  public func isSettled(_ message: SchedulingMessage, from sender: String? = nil) -> Bool {
    answered(in: message, from: sender) { $0 == .accepted || $0 == .tentative }
      .contains { $0.booking.state.isActive }
      || answered(in: message, from: sender) { $0 == .declined }.contains { !$0.booking.state.isActive }
  }

  private func declined(
    in message: SchedulingMessage, from sender: String?
  ) -> [(occurrence: ClassOccurrence, booking: Booking, isOutdated: Bool)] {
    answered(in: message, from: sender) { $0 == .declined }.filter { $0.booking.state.isActive }
  }

  /// The bookings that a reply answers in one way, also the last one of each member that has ended, and whether each was made after the
  /// reply.
  private func answered(
    in message: SchedulingMessage, from sender: String?, with isAnswer: (Attendee.Status?) -> Bool
  ) -> [(occurrence: ClassOccurrence, booking: Booking, isOutdated: Bool)] {
    guard message.method == .reply else { return [] }
    let answers = message.items.flatMap { item in item.attendees.map { (item: item, attendee: $0) } }
    return answers.compactMap { item, attendee in
      let member = CalendarAddress.plain(attendee.address)
      guard isAnswer(attendee.status),
        sender.map({ PersonKey.areSame($0, attendee.address) }) ?? true,
        let roster = roster(announcedAs: message.uid, to: member),
        let booking = roster.booking(of: member)
          ?? roster.bookings.last(where: { PersonKey.areSame($0.member, member) })
      else { return nil }
      return (roster.occurrence, booking, item.stamp.map { $0 < booking.madeAt } ?? false)
    }
  }
}

extension Roster {
  /// A member's active booking as an item of their own calendar; `nil` for none.
  fileprivate func item(
    for member: String, announcedAs key: RosterKey, _ organizer: Organizer
  ) -> Item? {
    guard let booking = booking(of: member) else { return nil }
    var event = occurrence.event(of: booking, announcedAs: key, organizer: organizer)
    event.sequence = version
    return event.item
  }
}
