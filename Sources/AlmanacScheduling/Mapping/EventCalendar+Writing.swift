public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension EventCalendar {
  /// Updates or adds the event of a session or a class. Properties that do not belong to the session or the class are
  /// preserved. The change is made as by the organizer.
  ///
  /// ```swift
  /// let before = ClassBook(calendar).calendar(at: nil)
  /// for event in book.calendar(at: nil).items.compactMap({ before.item($0.id) == $0 ? nil : $0.event }) {
  ///   let base = before.item(event.id) ?? before.item(ItemID(uid: event.uid))
  ///   try calendar.write(event, changing: base?.event, at: now)
  /// }
  /// ```
  /// - Parameter base: The previous event of the session or the class; properties that are the same there are not changed.
  /// - Throws: `EventError` for a change that the event does not allow.
  @discardableResult
  public mutating func write(
    _ event: Event, changing base: Event? = nil, at now: Instant
  ) throws(EventError) -> CalendarChange {
    if let old = item(event.id)?.event {
      return try update(event.merged(into: old, changing: base), at: now, by: old.organizers)
    }
    if let former = override(readAs: event) {
      var copy = self
      let changes = [try copy.remove(former.stored.id), copy.insert(former.read)]
      let written = try copy.write(event, changing: base, at: now)
      self = copy
      return CalendarChange(combining: changes + [written])
    }
    // An override has all properties of its series.
    let plain = base?.asDate(event.recurrenceID)
    guard let main = item(ItemID(uid: event.uid))?.event else { return try add(event, at: now) }
    guard main.isRecurring else {
      return try add(event.merged(into: main.asDate(event.recurrenceID), changing: plain), at: now)
    }
    do throws(EventError) {
      return try edit(event.id, scope: .this, at: now, by: main.organizers) { item in
        if let instance = item.event { item = .event(event.merged(into: instance, changing: plain)) }
      }
    } catch {
      guard error.reasons.contains(where: { $0.code == .notFound }) else { throw error }
      return try add(event, at: now)
    }
  }
}

extension EventCalendar {
  /// The override whose bookings are read as those of a date of a class: as it is stored, and with the identity of the date.
  private func override(readAs date: Event) -> (stored: Event, read: Event)? {
    guard date.isClass, date.recurrenceID != nil, let matched = matchedOverrides(ofClass: date.uid)
    else { return nil }
    return zip(matched.stored, matched.events).first { $0 != $1 && $1.id == date.id }
      .map { (stored: $0, read: $1) }
  }
}

extension EventCalendar {
  /// Makes an edit of a class whose closed periods stay where they are.
  ///
  /// The dates in closed periods are exceptions, for programs that do not read the periods (`ClassSeries.events`). An edit that
  /// moves a series moves its exceptions too. Here those of closed periods are left out while the edit is made, and
  /// afterwards follow from the periods for the dates that the class then has. For other items it is the edit alone.
  ///
  /// ```swift
  /// try calendar.preserveClosures(of: yoga.uid) { (calendar) throws(EventError) in
  ///   try calendar.edit(wednesday, scope: .all, at: now) { $0.move(to: thursday) }
  /// }
  /// ```
  /// - Parameters:
  ///   - uid: The UID of the class.
  ///   - edit: The edit, which may split the class.
  /// - Returns: The change with one step for each item; empty if the edit changes nothing.
  /// - Throws: The error of the edit; the calendar is then unchanged.
  @discardableResult
  public mutating func preserveClosures(
    of uid: String, _ edit: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(EventError) -> CalendarChange {
    var copy = self
    let opened = copy.setExceptions(ofClass: uid) { series, _ in series.recurrence.exceptions }
    let edited = try edit(&copy)
    if edited.isEmpty { return edited }
    let closed = Set(edited.added.map { $0.uid }).union([uid]).sorted().map { uid in
      copy.setExceptions(ofClass: uid) { series, overridden in
        series.series(except: overridden).recurrence.exceptions
      }
    }
    self = copy
    return CalendarChange(combining: [opened, edited] + closed).condensed
  }

  /// Replaces the exceptions of a class with closed periods, by the class and the dates that have overrides.
  private mutating func setExceptions(
    ofClass uid: String, to exceptions: (ClassSeries, Set<Instant>) -> [EventTime]
  ) -> CalendarChange {
    let items = items(uid: uid, kind: .event)
    let overrides = items.compactMap { $0.event }.filter { $0.recurrenceID != nil }
    let changed = items.map { item in
      guard var event = item.event, event.recurrenceID == nil,
        let series = try? ClassSeries(event, overrides: overrides), !series.closures.isEmpty
      else { return item }
      let overridden = overrides.compactMap { $0.original(in: series)?.instant }
      let new = exceptions(series, Set(overridden))
      // The order of another program stays.
      if Set(new) != Set(event.recurrence.exceptions) { event.recurrence.exceptions = new }
      return .event(event)
    }
    return replace(uid: uid, kind: .event, by: changed)
  }
}

extension Event {
  fileprivate var organizers: Set<String> { organizer.map { [$0.address] } ?? [] }

  /// The instance of a series, as an event of its own.
  fileprivate func asDate(_ recurrenceID: EventTime?) -> Event {
    guard self.recurrenceID == nil, let recurrenceID else { return self }
    return modified(self) { ($0.recurrenceID, $0.start, $0.recurrence) = (recurrenceID, recurrenceID, .none) }
  }

  /// A new event that was split off another, with the properties that other programs had added to that.
  ///
  /// - Parameter base: The previous event of the class, as this program wrote it.
  public func asNew(insteadOf old: Event?, changing base: Event?, at now: Instant) -> Event {
    guard let old else {
      return modified(self) { ($0.stamp, $0.created) = (now, now) }
    }
    var event = merged(into: old, changing: base)
    (event.uid, event.recurrenceID, event.sequence) = (uid, recurrenceID, sequence)
    (event.relations, event.stamp, event.created, event.lastModified) = (relations, now, now, now)
    return event
  }

  /// The stored event, which other programs may have changed, with the properties of this one; if there is a base, with those
  /// that differ from the base. Resources and attendees that other programs added stay.
  fileprivate func merged(into old: Event, changing base: Event? = nil) -> Event {
    var event = old
    if let id = recurrenceID, old.recurrenceID?.isDate != id.isDate { event.recurrenceID = id }
    func copy(_ property: WritableKeyPath<Event, some Equatable>) {
      if base?[keyPath: property] != self[keyPath: property] {
        event[keyPath: property] = self[keyPath: property]
      }
    }
    event.sequence = max(old.sequence, sequence)
    copy(\.summary)
    copy(\.details)
    copy(\.location)
    copy(\.color)
    copy(\.categories)
    // Both, since a stored end would not move with its start.
    if base?.start != start || base?.extent != extent { (event.start, event.extent) = (start, extent) }
    copy(\.recurrence)
    // Unless the class is cancelled or restored, another program may have set the status.
    if base == nil || isCancelled != old.isCancelled { event.status = status }
    copy(\.transparency)
    copy(\.contacts)
    copy(\.comments)
    event.relations = old.relations + relations.filter { !old.relations.contains($0) }
    event.organizer = organizer ?? old.organizer
    event.concepts = old.concepts + concepts.filter { !old.concepts.contains($0) }
    event.attendees = attendees(mergedInto: old.attendees, changing: base?.attendees ?? [])
    if event.start != old.start, (try? SessionBook.Session(self))?.state == .scheduled {
      // A client who refused the former time has not answered about the new one (RFC 5546 §3.2.2.1).
      for index in event.attendees.indices
      where [.declined, .tentative].contains(event.attendees[index].status) {
        event.attendees[index].status = .needsAction
      }
    }
    event.resources = resources.resources(mergedInto: old.resources, changing: base?.resources ?? [])
    event.unmodelled.properties =
      old.unmodelled.properties.filter { !$0.name.isOwn } + unmodelled.properties.filter { $0.name.isOwn }
    return event
  }

  /// The attendees of this event with properties that other programs added, and the attendees that other programs added.
  private func attendees(mergedInto old: [Attendee], changing base: [Attendee]) -> [Attendee] {
    let (stored, before) = (old.byPerson, base.byPerson)
    let now = Set(attendees.map { PersonKey($0.address) })
    return attendees.map { attendee in
      let person = PersonKey(attendee.address)
      return attendee.merged(into: stored[person], changing: before[person])
    }
      + old.filter { !now.contains(PersonKey($0.address)) && before[PersonKey($0.address)] == nil }
  }
}

extension Attendee {
  /// The stored attendee, which other programs may have changed, with the role and the answer of this one. A stored answer
  /// is preserved where this one states an acceptance that does not change: nobody accepts by being written anew.
  fileprivate func merged(into old: Attendee?, changing base: Attendee?) -> Attendee {
    guard var attendee = old else { return self }
    attendee.role = role
    if status != .accepted || status != base?.status { attendee.status = status }
    if !name.isEmpty { attendee.name = name }
    attendee.parameters.removeAll { $0.name.isOwn }
    return attendee
  }
}

extension String {
  /// Whether it is the name of a property or parameter that this library defines.
  fileprivate var isOwn: Bool { hasPrefix("X-ALMANAC-") }
}
