internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

extension ClassBook {
  /// The classes with all their bookings as a calendar, for the place's own use. Read back, it is the same book without
  /// the answers to idempotency keys.
  ///
  /// A date with bookings is an override with its members as attendees. A date that no class has any more is an override
  /// without a series, which preserves its ended bookings.
  ///
  /// - Parameters:
  ///   - organizer: The ORGANIZER; calendars expect one where there are attendees.
  ///   - names: The names of members, shown beside their addresses.
  ///   - now: The DTSTAMP of every item.
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

  /// The classes for everybody to subscribe to (METHOD:PUBLISH), without members and numbers of bookings.
  ///
  /// - Parameters:
  ///   - organizer: The ORGANIZER of a class, by its UID; published events need one (RFC 5546 §3.2.1).
  ///   - now: The DTSTAMP of every item.
  public func publicCalendar(
    name: String = "", organizer: (String) -> Organizer? = { _ in nil }, at now: Instant? = nil
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.method = "PUBLISH"
    for event in series.flatMap({ $0.events }) { insert(event, into: &calendar, organizer(event.uid), now) }
    return calendar
  }

  /// A member's own calendar: the booked classes, and tentatively those for which the member waits. Nobody else is in it.
  ///
  /// Each booking is an event of its own, whose UID is made of that of the class and is the same in each export. The
  /// member is an attendee where there is an organizer: either occurs only with the other (RFC 5545 §3.8.4.1, §3.8.4.3).
  ///
  /// - Parameters:
  ///   - organizer: The ORGANIZER of a class, by its UID.
  ///   - now: The DTSTAMP of every item.
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
      let isConfirmed = booking.state == .confirmed || booking.state == .checkedIn
      event.status = isConfirmed ? .confirmed : .tentative
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

  /// Reads the book that `calendar(name:organizer:names:at:)` wrote; other items are ignored.
  public init(_ calendar: EventCalendar) {
    self.init()
    var seen: Set<String> = []
    for item in calendar.items where item.almanacKind == "CLASS" && seen.insert(item.uid).inserted {
      guard let found = calendar.series(uid: item.uid) else { continue }
      let overrides = found.overrides.compactMap { $0.event }
      let series = found.main?.event.flatMap { try? ClassSeries($0, overrides: overrides) }
      if let series { seriesByUID[item.uid] = series }
      for override in overrides { restoreRoster(from: override, of: series) }
    }
  }

  private mutating func restoreRoster(from override: Event, of series: ClassSeries?) {
    let date = override.recurrenceID.flatMap { id in
      series.flatMap { $0.occurrence(at: id.instant(in: $0.zone)) }
    }
    guard let occurrence = date ?? ClassOccurrence(orphan: override, of: series),
      let roster = Roster(of: occurrence, from: override)
    else { return }
    restore(roster)
  }
}

extension Booking {
  /// The booking as an attendee, with X- parameters for what PARTSTAT cannot express.
  func attendee(name: String) -> Attendee {
    Attendee(CalendarAddress.uri(member), name: name, role: .required, status: answer, parameters: parameters)
  }

  /// The PARTSTAT: a waiting member has not answered yet, one with a hold has accepted tentatively.
  var answer: Attendee.Status {
    switch state {
    case .waiting: .needsAction
    case .held: .tentative
    default: .accepted
    }
  }

  /// An ended booking as a property; it is no attendee any more.
  var property: Property {
    Property(AlmanacProperty.booking, parameters: parameters, value: TextValue.escaped(member))
  }

  private var parameters: [Parameter] {
    var result = [
      Parameter(AlmanacProperty.number, "\(number)"), Parameter(AlmanacProperty.state, state.code),
      Parameter(AlmanacProperty.made, InstantText.written(madeAt)),
      Parameter(AlmanacProperty.changed, InstantText.written(changedAt)),
    ]
    if places != 1 { result.append(Parameter(AlmanacProperty.places, "\(places)")) }
    if !channel.isEmpty { result.append(Parameter(AlmanacProperty.channel, channel)) }
    if case .held(let until) = state {
      result.append(Parameter(AlmanacProperty.until, InstantText.written(until)))
    }
    return result
  }

  /// Reads a booking from an attendee; `nil` for one whom another program added.
  init?(_ attendee: Attendee) {
    self.init(CalendarAddress.plain(attendee.address)) { attendee.parameter($0) }
  }

  /// Reads a booking from parameters; `nil` where they have none.
  fileprivate init?(_ member: String, _ parameter: (String) -> String?) {
    guard let number = parameter(AlmanacProperty.number).flatMap({ Int($0) }),
      let word = parameter(AlmanacProperty.state),
      let state = State(code: word, until: InstantText.read(parameter(AlmanacProperty.until))),
      let made = InstantText.read(parameter(AlmanacProperty.made))
    else { return nil }
    let places = parameter(AlmanacProperty.places).flatMap { Int($0) } ?? 1
    self.init(
      number: number, member: member, places: Swift.max(1, Swift.min(places, 1_000_000)),
      channel: parameter(AlmanacProperty.channel) ?? "", state: state, madeAt: made,
      changedAt: InstantText.read(parameter(AlmanacProperty.changed)))
  }
}

extension Roster {
  /// Writes the bookings into the event of their date.
  func write(into event: inout Event, names: (String) -> String) {
    event.attendees = bookings.filter { $0.state.isActive }.map { $0.attendee(name: names($0.member)) }
    event.unmodelled.properties += bookings.filter { !$0.state.isActive }.map { $0.property }
    event.unmodelled.set(AlmanacProperty.version, "\(version)")
  }

  /// Reads the bookings of a date from its event; `nil` for an event without a roster. Attendees whom another program
  /// added are no bookings.
  init?(of occurrence: ClassOccurrence, from event: Event) {
    guard let version = event.unmodelled.value(AlmanacProperty.version).flatMap({ Int($0) }) else {
      return nil
    }
    let active = event.attendees.compactMap { Booking($0) }
    let past = event.unmodelled.all(AlmanacProperty.booking).compactMap { property in
      Booking(TextValue.unescaped(property.value)) { property.parameter($0) }
    }
    self.init(of: occurrence, version: version, bookings: active + past)
  }
}
