public import AlmanacEvents
public import AlmanacTime

extension ClassBook {
  /// The classes with all their bookings as a calendar: the one that the place itself keeps. It reads back as the same
  /// book, but for the answers to idempotency keys.
  ///
  /// A date with bookings is an override with its members as attendees; one that no class has any more is an orphan,
  /// which keeps what became of its bookings.
  ///
  /// - Parameters:
  ///   - organizer: Who invites; calendars expect one where there are attendees.
  ///   - names: Names for members, shown beside their addresses.
  ///   - now: DTSTAMP of what is written.
  public func calendar(
    name: String = "", organizer: Organizer? = nil, names: (String) -> String = { _ in "" },
    at now: Instant? = nil
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    var keys = Dictionary(grouping: rosters.keys) { $0.uid }
    for series in series {
      let originals = keys.removeValue(forKey: series.uid)?.map { $0.original } ?? []
      let overridden = Set(originals).union(series.changes.keys)
      insert(series.series(except: overridden), into: &calendar, organizer, now)
      for original in overridden.sorted() {
        let roster = rosters[Key(uid: series.uid, original: original)]
        let date = series.occurrence(at: original).map { series.override(for: $0) }
        guard var event = date ?? roster?.occurrence.orphan else { continue }
        roster?.write(into: &event, names: names)
        insert(event, into: &calendar, organizer, now)
      }
    }
    for key in keys.values.joined().sorted(by: Key.isBefore) {
      guard let roster = rosters[key] else { continue }
      var event = roster.occurrence.orphan
      roster.write(into: &event, names: names)
      insert(event, into: &calendar, organizer, now)
    }
    return calendar
  }

  /// The classes for everybody to subscribe to (METHOD:PUBLISH): no members, no numbers of bookings.
  ///
  /// - Parameters:
  ///   - organizer: Who runs a class, by its UID; what is published needs one (RFC 5546 §3.2.1).
  ///   - now: DTSTAMP of what is written.
  public func publicCalendar(
    name: String = "", organizer: (String) -> Organizer? = { _ in nil }, at now: Instant? = nil
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.method = "PUBLISH"
    for event in series.flatMap({ $0.events }) { insert(event, into: &calendar, organizer(event.uid), now) }
    return calendar
  }

  /// A member's own calendar: the classes that the member has booked, at their hours, and those for which the member
  /// waits, tentatively. Nobody else is in it.
  ///
  /// Each is an event of its own, whose identity follows from that of the class, so that it is the same in each export.
  /// Where it is known who runs a class, the member attends it: an ORGANIZER stands only in what has attendees, and the
  /// other way round (RFC 5545 §3.8.4.1, §3.8.4.3).
  ///
  /// - Parameters:
  ///   - organizer: Who runs a class, by its UID.
  ///   - now: DTSTAMP of what is written.
  public func calendar(
    of member: String, name: String = "", organizer: (String) -> Organizer? = { _ in nil },
    at now: Instant? = nil
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    for (occurrence, booking) in bookings(of: member) {
      var event = Event(
        occurrence.title, from: occurrence.start, to: occurrence.end, location: occurrence.location,
        details: occurrence.details,
        uid: "\(occurrence.uid)/\(InstantText.written(occurrence.original.instant))")
      event.contacts = occurrence.instructor.isEmpty ? [] : [occurrence.instructor]
      event.comments = occurrence.note.isEmpty ? [] : [occurrence.note]
      event.relations = [Relation(occurrence.uid)]
      let isSure = booking.state == .confirmed || booking.state == .checkedIn
      event.status = isSure ? .confirmed : .tentative
      if booking.state == .waiting { event.transparency = .transparent }
      event.unmodelled.set(AlmanacProperty.kind, "BOOKING")
      event.unmodelled.set(AlmanacProperty.state, booking.state.code)
      let organizer = organizer(occurrence.uid)
      if organizer != nil {
        event.attendees = [
          Attendee(CalendarAddress.uri(booking.member), role: .required, status: booking.answer)
        ]
      }
      insert(event, into: &calendar, organizer, now)
    }
    return calendar
  }

  private func insert(
    _ event: Event, into calendar: inout EventCalendar, _ organizer: Organizer?, _ now: Instant?
  ) {
    var event = event
    event.organizer = organizer
    event.stamp = now
    calendar.insert(event)
  }

  /// Reads back what `calendar(name:organizer:names:at:)` wrote; other items are passed over.
  public init(_ calendar: EventCalendar) {
    self.init()
    var seen: Set<String> = []
    for item in calendar.items where item.almanacKind == "CLASS" && seen.insert(item.uid).inserted {
      guard let found = calendar.series(uid: item.uid) else { continue }
      let overrides = found.overrides.compactMap { $0.event }
      let series = found.main?.event.flatMap { try? ClassSeries($0, overrides: overrides) }
      if let series { seriesByUID[item.uid] = series }
      for override in overrides { take(override, of: series) }
    }
  }

  private mutating func take(_ override: Event, of series: ClassSeries?) {
    let date = override.recurrenceID.flatMap { id in
      series.flatMap { $0.occurrence(at: id.instant(in: $0.zone)) }
    }
    guard let occurrence = date ?? ClassOccurrence(orphan: override, of: series),
      let roster = Roster(of: occurrence, from: override)
    else { return }
    restore(roster)
  }
}
