import AlmanacEvents
import AlmanacFiles
import AlmanacTime

extension CalendarStore {
  /// The items of all files together.
  var everything: EventCalendar {
    var whole = EventCalendar()
    whole.insert(positions.flatMap { self[$0].items })
    return whole
  }

  /// Keeps an event that was made of something else (a session, a class) where its UID is; what stands there and is
  /// no part of that something stays. Whoever changes a session or a class is its organizer.
  ///
  /// - Parameter base: The event as the something made it before: what is as it was there is not touched.
  mutating func put(_ event: Event, changing base: Event? = nil, at now: Instant) throws(CommandError) {
    let place = try self.place(uid: event.uid, kind: .event)
    _ = try makeChange(place) { (calendar) throws(EventError) in
      if let old = calendar.item(event.id)?.event {
        return try calendar.update(event.on(old, changing: base), at: now, by: old.organizers)
      }
      // A date has all that its series says.
      let plain = base?.asDate(event.recurrenceID)
      guard let main = calendar.item(ItemID(uid: event.uid))?.event else {
        return try calendar.add(event, at: now)
      }
      guard main.isRecurring else {
        return try calendar.add(event.on(main.asDate(event.recurrenceID), changing: plain), at: now)
      }
      do throws(EventError) {
        return try calendar.edit(event.id, scope: .this, at: now, by: main.organizers) { item in
          if let instance = item.event { item = .event(event.on(instance, changing: plain)) }
        }
      } catch {
        guard error.reasons.contains(where: { $0.code == .notFound }) else { throw error }
        return try calendar.add(event, at: now)
      }
    }
  }
}

extension Event {
  fileprivate var organizers: Set<String> { organizer.map { [$0.address] } ?? [] }

  /// A series as one of its dates.
  fileprivate func asDate(_ recurrenceID: EventTime?) -> Event {
    guard self.recurrenceID == nil, let recurrenceID else { return self }
    var date = self
    (date.recurrenceID, date.start, date.recurrence) = (recurrenceID, recurrenceID, .none)
    return date
  }

  /// A new event that was a part of another, with what another program said of that.
  ///
  /// - Parameter base: The other as this program made it before.
  func asNew(insteadOf old: Event?, changing base: Event?, at now: Instant) -> Event {
    guard let old else {
      var event = self
      (event.stamp, event.created) = (now, now)
      return event
    }
    var event = on(old, changing: base)
    (event.uid, event.recurrenceID, event.sequence) = (uid, recurrenceID, 0)
    (event.relations, event.stamp, event.created, event.lastModified) = (relations, now, now, now)
    return event
  }

  /// An event as another program may have left it, with what this one says or, where there is a base, says now.
  fileprivate func on(_ old: Event, changing base: Event? = nil) -> Event {
    var event = old
    func take(_ property: WritableKeyPath<Event, some Equatable>) {
      if base?[keyPath: property] != self[keyPath: property] {
        event[keyPath: property] = self[keyPath: property]
      }
    }
    take(\.summary)
    take(\.details)
    take(\.location)
    take(\.start)
    take(\.extent)
    take(\.recurrence)
    // A date that takes place may as well be tentative.
    if base == nil || isCancelled != old.isCancelled { event.status = status }
    take(\.transparency)
    take(\.contacts)
    take(\.comments)
    event.relations = old.relations + relations.filter { !old.relations.contains($0) }
    event.organizer = organizer ?? old.organizer
    event.concepts = old.concepts + concepts.filter { !old.concepts.contains($0) }
    event.attendees = people(on: old.attendees, changing: base?.attendees ?? [])
    event.unmodelled.properties =
      old.unmodelled.properties.filter { !$0.name.isOwn } + unmodelled.properties.filter { $0.name.isOwn }
    return event
  }

  /// The attendees of this event with what other programs say of them, and those whom other programs added.
  private func people(on old: [Attendee], changing base: [Attendee]) -> [Attendee] {
    let known = Dictionary(old.map { (PersonKey($0.address), $0) }) { first, _ in first }
    let before = Dictionary(base.map { (PersonKey($0.address), $0) }) { first, _ in first }
    let now = Set(attendees.map { PersonKey($0.address) })
    return attendees.map { attendee in
      let person = PersonKey(attendee.address)
      return attendee.on(known[person], changing: before[person])
    }
      + old.filter { !now.contains(PersonKey($0.address)) && before[PersonKey($0.address)] == nil }
  }
}

extension Attendee {
  /// An attendee as another program may have left it, with the role and the answer of this one; who has declined has
  /// until this one's answer changes.
  fileprivate func on(_ old: Attendee?, changing base: Attendee?) -> Attendee {
    guard var attendee = old else { return self }
    let hasDeclined = attendee.status == .declined && status == base?.status
    (attendee.role, attendee.status) = (role, hasDeclined ? .declined : status)
    if !name.isEmpty { attendee.name = name }
    attendee.parameters.removeAll { $0.name.isOwn }
    return attendee
  }
}

extension String {
  /// Whether it is the name of a property or parameter of this library's own.
  fileprivate var isOwn: Bool { hasPrefix("X-ALMANAC-") }
}
