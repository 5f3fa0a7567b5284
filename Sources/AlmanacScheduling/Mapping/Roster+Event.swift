internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

extension Booking {
  /// The active booking as an attendee. Its role and answer alone state who is booked and who waits.
  func attendee(name: String) -> Attendee {
    Attendee(
      CalendarAddress.uri(member), name: name, role: state == .waiting ? .optional : .required,
      status: state == .confirmed || state == .checkedIn ? .accepted : .tentative)
  }

  /// The booking as a record, with the properties that ATTENDEE cannot express.
  fileprivate var record: PropertyRecord {
    var until: Instant?
    if case .held(let end) = state { until = end }
    return PropertyRecord([
      ("member", member), ("number", "\(number)"), ("state", state.code),
      ("made", InstantText.written(madeAt)), ("changed", InstantText.written(changedAt)),
      ("places", places == 1 ? nil : "\(places)"), ("channel", channel.isEmpty ? nil : channel),
      ("until", until.map(InstantText.written)),
    ])
  }

  /// Reads a booking from its record; `nil` where words are missing.
  init?(_ record: PropertyRecord) {
    guard let member = record["member"], let number = record.number("number"), let word = record["state"],
      let state = State(code: word, until: record.instant("until")), let made = record.instant("made")
    else { return nil }
    self.init(
      number: number, member: member,
      places: Swift.max(1, Swift.min(record.number("places") ?? 1, 1_000_000)),
      channel: record["channel"] ?? "", state: state, madeAt: made, changedAt: record.instant("changed"))
  }
}

extension Roster {
  /// Writes the bookings into the event of their date.
  func write(into event: inout Event, names: (String) -> String) {
    event.attendees = bookings.filter { $0.state.isActive }.map { $0.attendee(name: names($0.member)) }
    if !bookings.isEmpty {
      event.unmodelled.properties.append(bookings.map(\.record).property(AlmanacProperty.booking))
      let key = announcedAs ?? occurrence.key
      event.unmodelled.properties.append(key.record().property(AlmanacProperty.announced))
    }
    if let answered { event.unmodelled.properties.append(answered) }
    event.unmodelled.set(AlmanacProperty.version, "\(version)")
    // Other programs preserve SEQUENCE, so that messages do not state a lower one (RFC 5546 §2.1.4).
    event.sequence = Swift.max(event.sequence, version)
  }

  /// Reads the bookings of a date from its event; `nil` for an event without any, and without a version of a roster.
  ///
  /// - Parameter series: The event of the whole class.
  init?(of occurrence: ClassOccurrence, from event: Event, in series: Event?) {
    let version = event.unmodelled.number(AlmanacProperty.version)
    var reading = RosterReading(occurrence, event, in: series)
    let stored = reading.bookings
    reading.readAnswers()
    if version == nil, reading.bookings.isEmpty { return nil }
    let isChanged = reading.bookings != stored
    self.init(
      of: occurrence,
      version: Swift.min(version ?? Swift.max(event.sequence, reading.bookings.count), .max - 1)
        + (isChanged ? 1 : 0),
      bookings: reading.bookings)
    let announced = event.unmodelled.records(AlmanacProperty.announced, value: "class").first
    announce(as: announced.flatMap { RosterKey($0) })
    readAnswered(from: event)
  }
}

/// The bookings of a date while they are read: the stored ones, then what the attendees have answered since.
private struct RosterReading {
  private let occurrence: ClassOccurrence
  private let attendees: [PersonKey: Attendee]
  /// The attendees who can make a booking by their answer, in the order of the event.
  private let people: [(key: PersonKey, attendee: Attendee)]
  /// Whether the event states who takes part: it has attendees or an organizer, which programs drop together.
  private let hasPeople: Bool
  /// The places that are left; `nil` where the number of places is unknown.
  private var free: Int?
  /// The last change of the event, for answers without a time of their own.
  private let changed: Instant
  private(set) var bookings: [Booking]

  init(_ occurrence: ClassOccurrence, _ event: Event, in series: Event?) {
    self.occurrence = occurrence
    attendees = Dictionary(firstOf: event.attendees.map { ($0.person, $0) })
    people = event.people(except: series)
    hasPeople = !people.isEmpty || event.organizer != nil
    changed = event.lastModified ?? event.stamp ?? event.created ?? occurrence.start.instant
    bookings = event.storedBookings
    let isLimited = event.places != nil || series?.places != nil
    let taken = bookings.filter { $0.state.takesPlaces }.reduce(0) { $0 + $1.places }
    free = isLimited ? occurrence.places - taken : nil
  }

  mutating func readAnswers() {
    let places = bookings.enumerated().filter { $1.state.isActive }
    var active = Dictionary(places.map { (PersonKey($1.member), $0) }) { _, last in last }
    for (key, index) in active.sorted(by: { $0.value < $1.value }) {
      let isRemoved = attendees[key] == nil && hasPeople && key.isMailAddress
      change(index, to: isRemoved ? .declined : attendees[key]?.status, role: attendees[key]?.role)
    }
    for (key, attendee) in people where active[key] == nil {
      guard let state = attendee.requestedState else { continue }
      active[key] = bookings.count
      bookings.append(
        Booking(
          number: bookings.count, member: CalendarAddress.plain(attendee.address), state: .waiting,
          madeAt: changed))
      if state == .confirmed { accept(bookings.count - 1) }
    }
  }

  private mutating func change(_ index: Int, to answer: Attendee.Status?, role: Attendee.Role?) {
    let state = bookings[index].state
    switch answer {
    case .declined where state != .checkedIn:
      if state.takesPlaces { free? += bookings[index].places }
      let isLate = state == .confirmed && changed > occurrence.freeCancellationEnds
      set(index, .cancelled(isLate: isLate))
    case .accepted where state == .waiting: accept(index)
    case .accepted where state.takesPlaces && state != .checkedIn: set(index, .confirmed)
    case .tentative where role == .optional && state == .confirmed:
      free? += bookings[index].places
      set(index, .waiting)
    default: break
    }
  }

  /// Gives a waiting booking its places, unless too few are left.
  private mutating func accept(_ index: Int) {
    if let left = free, left < bookings[index].places { return }
    free? -= bookings[index].places
    set(index, .confirmed)
  }

  private mutating func set(_ index: Int, _ state: Booking.State) {
    guard bookings[index].state != state else { return }
    bookings[index].state = state
    bookings[index].changedAt = changed
  }
}

extension Event {
  /// The attendees who can make a booking by their answer, in order.
  fileprivate func people(except series: Event?) -> [(key: PersonKey, attendee: Attendee)] {
    let others = Set(
      (series?.attendees ?? []).map { $0.person } + (organizer.map { [PersonKey($0.address)] } ?? []))
    return attendees.filter { $0.isPerson && !others.contains($0.person) }.map { ($0.person, $0) }
  }

  fileprivate var storedBookings: [Booking] {
    let older = attendees.compactMap { attendee in
      PropertyRecord(attendee.parameters, [("member", CalendarAddress.plain(attendee.address))])
    }
    let records = unmodelled.records(AlmanacProperty.booking, value: "member")
    return [Booking](distinct: (older + records).compactMap { Booking($0) })
  }

  /// Whether it has a roster, or attendees whose answer asks for a booking.
  func hasBookings(except series: Event?) -> Bool {
    unmodelled.value(AlmanacProperty.version) != nil
      || people(except: series).contains { $0.attendee.requestedState != nil }
  }

  /// The people who have accepted.
  var accepted: [PersonKey] { attendees.filter { $0.status == .accepted }.map { $0.person } }

  /// The members with a stored booking.
  var recordedMembers: [PersonKey] { storedBookings.map { PersonKey($0.member) } }

  /// Whether somebody has accepted to whom the stored bookings give no place.
  var hasUndecidedAnswers: Bool {
    let accepted = accepted
    if accepted.isEmpty { return false }
    let booked = Set(storedBookings.filter { $0.state.takesPlaces }.map { PersonKey($0.member) })
    return !booked.isSuperset(of: accepted)
  }

  /// The event without its bookings and without the attendees who have one, or whose answer asks for one.
  func withoutBookings(of series: Event?) -> Event {
    let asking = people(except: series).filter { $0.attendee.requestedState != nil }.map { $0.key }
    let members = Set(storedBookings.map { PersonKey($0.member) } + asking)
    var event = self
    event.attendees.removeAll { members.contains($0.person) }
    event.unmodelled.properties.removeAll {
      [AlmanacProperty.booking, AlmanacProperty.version, AlmanacProperty.announced].contains($0.name)
    }
    return event
  }
}

extension [Booking] {
  /// Bookings renumbered in order. Of two states of one booking, as a merge of files may leave
  /// them, the later one is used.
  fileprivate init(distinct stored: [Booking]) {
    self = stored.sorted { ($0.number, $0.changedAt) < ($1.number, $1.changedAt) }
      .joiningNeighbours {
        $0.number == $1.number && PersonKey.areSame($0.member, $1.member) ? $1 : nil
      }
      .enumerated().map { $1.numbered($0) }
  }
}

extension Attendee {
  fileprivate var person: PersonKey { PersonKey(address) }

  /// Whether it is a person who takes part, and not a room, a group, the chair or somebody who is only informed.
  var isPerson: Bool {
    (kind == nil || kind == .individual) && (role == nil || role == .required || role == .optional)
  }

  /// The state of a booking that the answer requests; `nil` for none.
  fileprivate var requestedState: Booking.State? {
    switch status {
    case .accepted: .confirmed
    case .tentative where role == .optional: .waiting
    default: nil
    }
  }
}
