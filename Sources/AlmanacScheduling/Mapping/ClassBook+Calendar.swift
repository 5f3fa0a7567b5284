public import AlmanacEvents
public import AlmanacTime

extension ClassBook {
  /// The classes with all their bookings as a calendar, for the place's own use. Read back, it is the same book, with the
  /// answers to idempotency keys except those of `RosterCommand.revise`.
  ///
  /// A date with bookings is an override with its members as attendees. A date that was removed from its class is an override
  /// without a series, which preserves its ended bookings.
  ///
  /// - Parameters:
  ///   - name: The name of the calendar; empty for none.
  ///   - organizer: The ORGANIZER; calendars expect one where there are attendees.
  ///   - names: The names of members, shown beside their addresses.
  ///   - now: The DTSTAMP of every item. With `nil` items have none, for comparing two states of a book; written, they need one.
  public func calendar(
    name: String = "", organizer: Organizer? = nil, names: (String) -> String = { _ in "" },
    at now: Instant?
  ) -> EventCalendar {
    var events: [Event] = []
    func add(_ key: RosterKey, _ date: Event?) {
      guard var event = date ?? rosters[key]?.occurrence.orphan else { return }
      rosters[key]?.write(into: &event, names: names)
      events.append(event)
    }
    var keys = Dictionary(grouping: rosters.keys) { $0.uid }
    for series in series {
      let originals = keys.removeValue(forKey: series.uid)?.map { $0.original } ?? []
      let overridden = Set(originals).union(series.changes.keys)
      events.append(series.series(except: overridden))
      for original in overridden.sorted() {
        let date = series.occurrence(at: original).map { series.override(for: $0) }
        add(RosterKey(uid: series.uid, original: original), date)
      }
    }
    for key in keys.values.joined().sorted(by: RosterKey.isBefore) { add(key, nil) }
    var calendar = EventCalendar(name: name)
    insert(events, into: &calendar, organizer, now)
    return calendar
  }

  /// The classes for everybody to subscribe to (METHOD:PUBLISH), without members, numbers of bookings, and classes that only
  /// some may see (`ClassSeries.classification`).
  ///
  /// - Parameters:
  ///   - name: The name of the calendar; empty for none.
  ///   - organizer: The ORGANIZER of a class, by its UID; published events need one (RFC 5546 §3.2.1).
  ///   - now: The DTSTAMP of every item.
  ///   - changed: The time of the last change of a class, by its UID, in place of `now`. With it an unchanged calendar has
  ///     the same text at any time.
  public func publicCalendar(
    name: String = "", organizer: (String) -> Organizer? = { _ in nil }, at now: Instant,
    changed: (String) -> Instant? = { _ in nil }
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.method = "PUBLISH"
    for series in series where (series.classification ?? .public) == .public {
      insert(series.events, into: &calendar, organizer(series.uid), changed(series.uid) ?? now)
    }
    return calendar
  }

  /// A member's own calendar: the booked classes, and tentatively those for which the member waits. Nobody else is in it, nor a
  /// hold that is over.
  ///
  /// Each booking is an event of its own, with the colour and the categories of the class. Its UID is made of that of the
  /// class and of the date's original start, and stays the same when the class is moved or split afterwards. The member is an
  /// attendee where there is an organizer: either occurs only with the other (RFC 5545 §3.8.4.1, §3.8.4.3).
  /// `MemberCalendar` reads what the member has cancelled or moved in it.
  ///
  /// - Parameters:
  ///   - member: The member's identity, compared as `PersonKey` does.
  ///   - name: The name of the calendar; empty for none.
  ///   - organizer: The ORGANIZER of a class, by its UID.
  ///   - now: The DTSTAMP of every item.
  ///   - changed: The time of the last change of a class, by its UID. With it an item has the DTSTAMP of the last change of
  ///     the class or the booking, so that an unchanged calendar has the same text at any time.
  public func calendar(
    of member: String, name: String = "", organizer: (String) -> Organizer? = { _ in nil },
    at now: Instant, changed: (String) -> Instant? = { _ in nil }
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.unmodelled.set("member", of: AlmanacProperty.member, member)
    let bookings = announced(rosters(of: member)).compactMap { key, roster in
      roster.booking(of: member).flatMap {
        $0.state.at(now).isActive ? (key: key, occurrence: roster.occurrence, booking: $0) : nil
      }
    }.sorted { ClassOccurrence.isBefore($0.occurrence, $1.occurrence) }
    let records = bookings.map { key, occurrence, booking in
      key.record(
        number: booking.number, start: occurrence.start.instant, end: occurrence.end.instant)
    }
    if !records.isEmpty { calendar.unmodelled.properties.append(records.property(AlmanacProperty.booking)) }
    for (key, occurrence, booking) in bookings {
      let event = occurrence.event(of: booking, announcedAs: key, organizer: organizer(occurrence.uid))
      let stamp = changed(occurrence.uid).map { Swift.max($0, booking.changedAt) }
      calendar.insert([event], stampedAt: stamp ?? now)
    }
    return calendar
  }

  /// A member's whole schedule for the views: the booked classes, and the member's other calendars without the copies of
  /// these bookings that they have.
  ///
  /// - Returns: The calendar of `calendar(of:name:organizer:at:)`, then the others.
  public func schedule(
    of member: String, with others: [EventCalendar], name: String = "", at now: Instant
  ) -> [EventCalendar] {
    [calendar(of: member, name: name, at: now)]
      + others.map { other in
        let own = other.items.filter { !isBooking($0) }
        return own.count == other.count ? other : other.with(items: own)
      }
  }

  /// The rosters in which bookings or terms changed, in both states, by the date as which members' calendars have them.
  package func rosters(
    changedSince before: ClassBook
  ) -> [(key: RosterKey, before: Roster?, after: Roster?)] {
    let (old, new) = (before.announced(before.rosters.values), announced(rosters.values))
    return Set(old.keys).union(new.keys).sorted(by: RosterKey.isBefore)
      .map { ($0, old[$0], new[$0]) }.filter { $1 != $2 }
  }

  private func insert(
    _ events: [Event], into calendar: inout EventCalendar, _ organizer: Organizer?, _ now: Instant?
  ) {
    var events = events
    for index in events.indices { events[index].organizer = organizer }
    calendar.insert(events, stampedAt: now)
  }

  /// Reads the book that `calendar(name:organizer:names:at:)` wrote, with the changes of other programs; other items are
  /// ignored.
  ///
  /// Attendees decide who is booked: one who has accepted has a place, or waits where none is left; an optional one who has
  /// accepted tentatively waits; one who has declined or is removed has cancelled; one without an answer is only invited.
  /// The organizer, the chair and attendees of the whole class book nothing. Bookings of no date of their class are those of
  /// the one date that is clear, or close the dates that they may be of: ``UnmatchedBookings``.
  public init(_ calendar: EventCalendar) {
    self.init()
    var seen: Set<String> = []
    var hasUnmatched = false
    for item in calendar.items {
      guard let event = item.event, event.isClass || event.isDateOfClass, seen.insert(item.uid).inserted,
        let found = calendar.series(uid: item.uid)
      else { continue }
      var overrides = found.overrides.compactMap { $0.event }
      let main = found.main?.event
      var series = main.flatMap { try? ClassSeries($0, overrides: overrides) }
      if let read = series, let main {
        let matched = MatchedOverrides(overrides, of: read, in: main)
        hasUnmatched = hasUnmatched || !matched.unmatched.isEmpty
        if matched.unmatched.contains(where: { $0.date != nil }) {
          overrides = matched.events
          series = try? ClassSeries(main, overrides: overrides)
        }
      }
      if let series { setSeries(series, of: item.uid) }
      for override in overrides {
        guard let occurrence = ClassOccurrence(of: override, in: series),
          let roster = Roster(of: occurrence, from: override, in: main)
        else { continue }
        restore(roster)
      }
    }
    if hasUnmatched { findClaims() }
  }
}

extension ClassOccurrence {
  /// A booking as an event of the member's own calendar.
  ///
  /// - Parameters:
  ///   - key: The date as which members' calendars have it.
  ///   - organizer: The ORGANIZER; without one there is no attendee either (RFC 5545 §3.8.4.1, §3.8.4.3).
  package func event(of booking: Booking, announcedAs key: RosterKey, organizer: Organizer?) -> Event {
    var event = Event(
      summary, from: start, to: end, color: color, categories: categories, location: location,
      details: details,
      uid: key.description)
    event.contacts = instructor.isEmpty ? [] : [instructor]
    event.comments = note.isEmpty ? [] : [note]
    event.relations = [Relation(uid)]
    let isConfirmed = booking.state == .confirmed || booking.state == .checkedIn
    event.status = isConfirmed ? .confirmed : .tentative
    event.created = booking.madeAt
    if booking.state == .waiting { event.transparency = .transparent }
    event.setAlmanacKind("BOOKING")
    event.unmodelled.set(AlmanacProperty.state, booking.state.code)
    event.organizer = organizer
    if organizer == nil {
      event.unmodelled.set("member", of: AlmanacProperty.member, booking.member)
    } else {
      event.attendees = [booking.attendee(name: "")]
    }
    return event
  }
}
