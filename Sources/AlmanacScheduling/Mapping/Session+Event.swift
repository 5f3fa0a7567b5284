internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacTime

extension SessionBook.Session {
  /// The session as an event for any calendar program: the coach is the organizer, each client an attendee, and what else
  /// it takes is in RESOURCES, as `room=Blue room` or `mats:3/10`.
  ///
  /// A cancelled session is a cancelled event, and of a missed one the client has declined. The moment at which it was booked
  /// is CREATED (RFC 5545 §3.8.7.1). Other states, the actual times and a missing plan are X- properties.
  ///
  /// - Parameter names: The name of a person, shown beside the address; empty for none.
  public func event(names: (String) -> String = { _ in "" }) -> Event {
    let when = plan?.start ?? start
    let shown = Self.shownSummary(summary, of: clients, resources.map { $0.name }, names)
    var event = Event(shown, at: when, location: location, details: details, uid: uid)
    event.extent = plan.map { .duration($0.duration) } ?? .end(.zoned(interval.upperBound.in(zone)))
    if !coach.isEmpty { event.organizer = Organizer(CalendarAddress.uri(coach), name: names(coach)) }
    event.attendees = clients.map {
      Attendee(
        CalendarAddress.uri($0), name: names($0), role: .required,
        status: state == .missed ? .declined : .accepted)
    }
    event.resources = resources.filter { !$0.name.isEmpty }.map { $0.text }
    if case .cancelled = state {
      event.status = .cancelled
    } else {
      event.status = .confirmed
    }
    if state == .missed { event.transparency = .transparent }
    event.setAlmanacKind("SESSION")
    if let property = Self.property(ofClients: clients.map { ($0, joined($0)) }) {
      event.unmodelled.properties.append(property)
    }
    if isUnusual { event.unmodelled.set(AlmanacProperty.places, "\(places)") }
    if !resources.isEmpty {
      event.unmodelled.properties.append(resources.map { $0.record }.property(AlmanacProperty.resource))
    }
    event.unmodelled.set(AlmanacProperty.state, state.code)
    event.unmodelled.set(AlmanacProperty.started, started.map(InstantText.written))
    event.unmodelled.set(AlmanacProperty.ended, ended.map(InstantText.written))
    event.unmodelled.set(AlmanacProperty.reassigned, reassigned.map(InstantText.written))
    event.created = created
    if plan == nil { event.unmodelled.set(AlmanacProperty.unplanned, "1") }
    return event
  }

  /// The summary: the title, else the names or addresses of the clients, else those of the resources.
  static func shownSummary(
    _ title: String, of clients: [String], _ resources: [String], _ names: (String) -> String
  ) -> String {
    let people = clients.map { names($0).isEmpty ? $0 : names($0) }
    return [title, people.joined(separator: ", "), resources.joined(separator: ", ")]
      .first { !$0.isEmpty } ?? ""
  }

  /// The records of clients, each with the moment at which it joined; `nil` for no clients.
  static func property(ofClients clients: [(name: String, joined: Instant?)]) -> Property? {
    let records = clients.map {
      PropertyRecord([("client", $0.name), ("joined", $0.joined.map(InstantText.written))])
    }
    return records.isEmpty ? nil : records.property(AlmanacProperty.client)
  }

  /// Reads the session that `event(names:)` wrote, with a title, time, place, note or cancellation that another program
  /// changed. Attendees whom it added are not clients, except those who accepted in a group session with places left. Where it
  /// dropped or changed the X- properties, the session is scheduled unless it is cancelled or the client has missed it.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for an event that is not a session, or lacks its people, unless it
  ///   is one of things alone, or a start in a zone.
  public init(_ event: Event) throws(SchedulingError) {
    let event = try (event.isSession ? event : nil).represented(as: "an event of kind SESSION")
    let unmodelled = event.unmodelled
    let places = event.sessionPlaces
    // Without the number of places RESOURCES says that it is not one of a coach with one client.
    let isOfThings = event.takesStatedResources || event.organizer == nil && !event.sessionResources.isEmpty
    let isPersonal = places == nil && !isOfThings
    if isPersonal { _ = try event.organizer.represented(as: "an organizer") }
    let attendees = isPersonal ? [try event.client.represented(as: "an attendee")] : event.groupOfClients
    let start = try event.start.zonedTime.represented(as: "a start in a zone")
    let isMissed = attendees.first?.status == .declined && event.transparency == .transparent
    // A session in an unknown state takes time all the same; see `EventCalendar.unreadableMarks`.
    let stated = unmodelled.value(AlmanacProperty.state).flatMap { SessionBook.Session.State(code: $0) }
    var state = stated ?? (isMissed ? .missed : .scheduled)
    if event.isCancelled, !state.isCancelled { state = .cancelled(isLate: false) }
    let clients = attendees.map { CalendarAddress.plain($0.address) }
    let isPlanned = unmodelled.value(AlmanacProperty.unplanned) == nil
    self.init(
      uid: event.uid, coach: event.organizer.map { CalendarAddress.plain($0.address) } ?? "",
      client: clients.first ?? "", summary: event.summary(with: attendees),
      plan: isPlanned ? Plan(start, lasting: event.duration(from: start)) : nil, in: start.zone,
      location: event.location, details: event.details, state: state,
      started: InstantText.read(unmodelled.value(AlmanacProperty.started)),
      ended: InstantText.read(unmodelled.value(AlmanacProperty.ended)),
      furtherClients: Array(clients.dropFirst()),
      places: places ?? Swift.max(1, clients.count),
      resources: event.sessionResources, created: event.created)
    reassign(at: InstantText.read(unmodelled.value(AlmanacProperty.reassigned)))
    let known = Set(clients.map { PersonKey($0) })
    setJoined(event.momentsOfJoining.filter { known.contains($0.key) })
  }

  /// Whether it is not one of a coach with one client.
  private var isUnusual: Bool { coach.isEmpty || clients.count != 1 || places != 1 || !resources.isEmpty }
}

extension Event {
  /// The title of the session with clients, whose names or addresses are the summary of an untitled one; one of things alone
  /// has theirs.
  func summary(with clients: [Attendee]) -> String {
    let shown = [
      clients.map { CalendarAddress.plain($0.address) }, clients.map { $0.name },
      clients.map { $0.name.isEmpty ? CalendarAddress.plain($0.address) : $0.name },
      clients.isEmpty ? sessionResources.map { $0.name } : [],
    ]
    // sabre/vobject escapes commas in a text once more at each save.
    func plain(_ text: String) -> String { text.filter { $0 != "\\" } }
    return shown.contains { !$0.isEmpty && plain($0.joined(separator: ", ")) == plain(summary) }
      ? "" : summary
  }

  /// The clients of a session with any number of them: those whom it names, without those whom another program took out, and
  /// as far as places last the people who accepted in another program. Without names they are the required attendees apart
  /// from the organizer.
  var groupOfClients: [Attendee] {
    let named = namedClients
    let free = (sessionPlaces ?? 1) - named.count
    return named + acceptedBesideClients(named).prefix(Swift.max(0, free))
  }

  /// The number of places of a session, at least 1; `nil` where it is not stated.
  var sessionPlaces: Int? { unmodelled.number(AlmanacProperty.places).map { Swift.max(1, $0) } }

  /// The moments at which clients joined a session, as far as they are recorded.
  var momentsOfJoining: [PersonKey: Instant] {
    let records = unmodelled.records(AlmanacProperty.client, value: "client")
    return Dictionary(
      firstOf: records.compactMap { record in
        record["client"].flatMap { name in record.instant("joined").map { (PersonKey(name), $0) } }
      })
  }

  /// The people whom another program accepted beside the clients, in the order of their addresses; none in a session that
  /// is not one of a group.
  func acceptedBesideClients(_ clients: [Attendee]) -> [Attendee] {
    guard sessionPlaces ?? 1 > 1 else { return [] }
    var known = Set(clients.map { PersonKey($0.address) })
    if let organizer { known.insert(PersonKey(organizer.address)) }
    return attendees.filter {
      $0.status == .accepted && $0.isPerson && known.insert(PersonKey($0.address)).inserted
    }.sorted { PersonKey($0.address).text < PersonKey($1.address).text }
  }

  /// The clients whom the session names, or without names the required attendees.
  var namedClients: [Attendee] {
    let names = unmodelled.records(AlmanacProperty.client, value: "client").compactMap { $0["client"] }
    if names.isEmpty {
      return requiredAttendees.filter { !PersonKey.areSame($0.address, organizer?.address ?? "") }
    }
    let known = attendees.byPerson
    return names.compactMap { name in
      let key = PersonKey(name)
      return known[key] ?? (key.isMailAddress ? nil : Attendee(CalendarAddress.uri(name)))
    }
  }

  /// The client named by the session, unless another program replaced that attendee; without a name the
  /// first required attendee.
  var client: Attendee? {
    let named = unmodelled.word("client", of: AlmanacProperty.client)
    let key = named.map { PersonKey($0) }
    if let key, let attendee = attendees.first(where: { PersonKey($0.address) == key }) { return attendee }
    let others = attendees.filter { !PersonKey.areSame($0.address, organizer?.address ?? "") }
    let client =
      attendees.first { PropertyRecord($0.parameters, [])?["kind"] == "CLIENT" }
      ?? others.first { $0.role == nil || $0.role == .required } ?? others.first ?? attendees.first
    guard let named, client == nil || key?.isMailAddress == false else { return client }
    return Attendee(CalendarAddress.uri(named))
  }
}

extension SessionBook.Session.State {
  var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}
