public import AlmanacEvents
internal import AlmanacTime

extension Session {
  /// The session as an event for any calendar program: the coach is the organizer, the client an attendee.
  ///
  /// A cancelled session is a cancelled event, and of a missed one the client has declined. Other states, the actual times
  /// and a missing plan are X- properties.
  ///
  /// - Parameter names: The name of a person, shown beside the address; empty for none.
  public func event(names: (String) -> String = { _ in "" }) -> Event {
    let when = plan?.start ?? start
    let shown = [title, names(client), client].first { !$0.isEmpty } ?? ""
    var event = Event(shown, from: when, location: place, details: note, uid: uid)
    event.extent = plan.map { .duration($0.duration) } ?? .end(.zoned(interval.upperBound.in(zone)))
    event.organizer = Organizer(CalendarAddress.uri(coach), name: names(coach))
    var attendee = Attendee(
      CalendarAddress.uri(client), name: names(client), role: .required, status: .accepted)
    if case .cancelled = state {
      event.status = .cancelled
    } else {
      event.status = .confirmed
    }
    if state == .missed {
      attendee.status = .declined
      event.transparency = .transparent
    }
    event.attendees = [attendee]
    event.setAlmanacKind("SESSION")
    event.unmodelled.set("client", of: AlmanacProperty.client, client)
    event.unmodelled.set(AlmanacProperty.state, state.code)
    event.unmodelled.set(AlmanacProperty.started, started.map(InstantText.written))
    event.unmodelled.set(AlmanacProperty.ended, ended.map(InstantText.written))
    if plan == nil { event.unmodelled.set(AlmanacProperty.unplanned, "1") }
    return event
  }

  /// Reads the session that `event(names:)` wrote, with a title, time, place, note or cancellation that another program
  /// changed. Attendees whom it added are not the client. Where it dropped the X- properties, the session is scheduled
  /// unless it is cancelled or the client has missed it.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for an event that is not a session, or lacks its people or
  ///   a start in a zone.
  public init(_ event: Event) throws(SchedulingError) {
    let event = try (event.isSession ? event : nil).represented(as: "an event of kind SESSION")
    let unmodelled = event.unmodelled
    let organizer = try event.organizer.represented(as: "an organizer")
    let attendee = try event.client.represented(as: "an attendee")
    let start = try event.start.zonedStart.represented(as: "a start in a zone")
    let isMissed = attendee.status == .declined && event.transparency == .transparent
    let word = unmodelled.value(AlmanacProperty.state) ?? (isMissed ? State.missed : .scheduled).code
    var state = try Session.State(code: word).represented(as: "the state of a session")
    if event.isCancelled, !state.isCancelled { state = .cancelled(isLate: false) }
    let client = CalendarAddress.plain(attendee.address)
    let isPlanned = unmodelled.value(AlmanacProperty.unplanned) == nil
    self.init(
      uid: event.uid, coach: CalendarAddress.plain(organizer.address),
      client: client, title: event.title(with: attendee),
      plan: isPlanned ? Plan(start, lasting: event.duration(from: start)) : nil, in: start.zone,
      place: event.location, note: event.details, state: state,
      started: InstantText.read(unmodelled.value(AlmanacProperty.started)),
      ended: InstantText.read(unmodelled.value(AlmanacProperty.ended)))
  }
}

extension Event {
  /// The title of the session with a client, whose name or address is the summary of an untitled one.
  func title(with client: Attendee) -> String {
    [CalendarAddress.plain(client.address), client.name].contains(summary) ? "" : summary
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

extension Session.State {
  /// The state of a code; `nil` for an unknown word.
  public init?(code: String) {
    let all: [Session.State] = [
      .scheduled, .inProgress, .completed, .missed, .cancelled(isLate: false), .cancelled(isLate: true),
    ]
    guard let state = all.first(where: { $0.code == code }) else { return nil }
    self = state
  }

  var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}
