internal import AlmanacComponents
package import AlmanacEvents
internal import AlmanacTime

/// The clients of a group session in the three states of a merge of calendars.
///
/// A client of the base stays, unless a side took them out. The places that are left go to those who joined since, by
/// the time at which they joined and by address, then to those whom another program accepted. The others are out of the session.
/// The attendees and a summary made of names follow from the merged clients.
package struct GroupStates: BookingStates {
  /// The events without their clients' records, without the attendees who left on a side, and without a summary made of names.
  package let base: Item?
  package let ours: Item
  package let theirs: Item
  /// The states of the event, of our side and of the other side, each with its clients.
  private let sides: [(event: Event, clients: Set<GroupClient.Key>)]
  /// The attendees by person, of our side before those of the other side and of the base.
  private let attendees: [PersonKey: Attendee]
  /// The clients of the base whom both sides still have, in the order of the base.
  private let remaining: [GroupClient]
  /// The clients who joined since, and those who had no place in the base, in the order in which they get places.
  private let joined: [GroupClient]
  /// The clients among them whom another program accepted in the base, where they had no place.
  private let withoutPlace: Set<PersonKey>

  /// - Returns: `nil` where neither side is a group session.
  package init?(base: Item?, ours: Item, theirs: Item) {
    guard ours.isGroupSession || theirs.isGroupSession, ours.isSession, theirs.isSession,
      let mine = ours.event, let others = theirs.event
    else { return nil }
    let former = base?.event
    let places = former?.groupClients ?? []
    let groups = [
      former.map { Array(places.prefix($0.groupOfClients.count)) } ?? [], mine.groupClients,
      others.groupClients,
    ]
    let keys = groups.map { Set($0.map(\.key)) }
    remaining = groups[0].filter { keys[1].contains($0.key) && keys[2].contains($0.key) }
    withoutPlace = Set(places.dropFirst(groups[0].count).map(\.person))
    let stay = Set(remaining.map(\.person))
    joined = (groups[1] + groups[2]).filter { !keys[0].contains($0.key) && !stay.contains($0.person) }
      .sorted { $0.order < $1.order }.uniqued { $0.person }
    let present = stay.union(joined.map(\.person))
    // People who only changed their answer are attendees, not clients.
    let attending = [mine, others].map { Set($0.attendees.map { PersonKey($0.address) }) }
    let attendingBoth = attending[0].intersection(attending[1])
    let left = Set((places + groups[1] + groups[2]).map(\.person)).subtracting(present)
      .subtracting(attendingBoth)
    sides = [(mine, keys[1]), (others, keys[2])]
    attendees = [mine, others, former].flatMap { $0?.attendees ?? [] }.byPerson
    self.base = former.map { .event($0.withoutClients(left)) }
    self.ours = .event(mine.withoutClients(left))
    self.theirs = .event(others.withoutClients(left))
  }

  package func merge(into item: inout Item) -> [Booking] {
    guard var event = item.event else { return [] }
    let clients = remaining + joined.prefix(Swift.max(0, (event.sessionPlaces ?? 1) - remaining.count))
    let displaced = joined.dropFirst(clients.count - remaining.count)
      .filter { !withoutPlace.contains($0.person) }
    write(clients, without: Set(displaced.map(\.person)), into: &event)
    item = .event(event)
    let isCancelled = event.isCancelledSession
    let expected = sides.filter { !$0.event.isCancelledSession }
    let calledOff = joined.filter { client in
      isCancelled && expected.contains { $0.clients.contains(client.key) }
    }
    let lost = Set(displaced)
    let states =
      displaced.map { ($0, Booking.State.cancelled(isLate: false)) }
      + calledOff.filter { !lost.contains($0) }.map { ($0, .calledOff) }
    return states.enumerated().map { number, state in
      Booking(number: number, member: state.0.name, state: state.1, madeAt: state.0.joined ?? .min)
    }
  }

  private func write(_ clients: [GroupClient], without displaced: Set<PersonKey>, into event: inout Event) {
    event.attendees.removeAll { displaced.contains(PersonKey($0.address)) }
    let present = Set(event.attendees.map { PersonKey($0.address) })
    for client in clients where !present.contains(client.person) {
      event.attendees.append(
        attendees[client.person]
          ?? Attendee(CalendarAddress.uri(client.name), role: .required, status: .accepted))
    }
    if let property = SessionBook.Session.property(ofClients: clients.map { ($0.name, $0.joined) }) {
      let own = sides[0].event.unmodelled.properties
      let place = own.firstIndex { $0.isNamed(AlmanacProperty.client) } ?? own.count
      event.unmodelled.properties.insert(
        property, at: Swift.min(place, event.unmodelled.properties.count))
    }
    if event.summary.isEmpty {
      let people = event.attendees.byPerson
      event.summary = SessionBook.Session.shownSummary(
        "", of: clients.map(\.name), event.sessionResources.map { $0.name }
      ) { people[PersonKey($0)]?.name ?? "" }
    }
  }
}

/// A client of a group session in one state of a merge.
private struct GroupClient: Hashable {
  let name: String
  let person: PersonKey
  /// The moment of joining; `nil` for one with whom it was booked, and for one whom another program accepted.
  let joined: Instant?

  /// The identity: a client who left and joined again is another one.
  var key: Key { Key(person: person, joined: joined) }

  struct Key: Hashable {
    let person: PersonKey
    let joined: Instant?
  }

  /// The order in which those who are new get places: those of whom nobody knows when they joined come last.
  var order: (Instant, String) { (joined ?? .max, person.text) }
}

extension Item {
  /// Whether it is a session of several places.
  fileprivate var isGroupSession: Bool {
    isSession && (event?.sessionPlaces ?? 1) > 1
  }
}

extension Event {
  /// The clients, followed by all whom another program accepted.
  fileprivate var groupClients: [GroupClient] {
    let (moments, named) = (momentsOfJoining, namedClients)
    return (named + acceptedBesideClients(named)).map { attendee in
      let person = PersonKey(attendee.address)
      return GroupClient(
        name: CalendarAddress.plain(attendee.address), person: person, joined: moments[person])
    }
  }

  fileprivate var isCancelledSession: Bool {
    isCancelled
      || unmodelled.value(AlmanacProperty.state).flatMap { SessionBook.Session.State(code: $0) }?.isCancelled
        ?? false
  }

  /// The event without the records of clients, without the attendees who left, and without a summary made of names.
  fileprivate func withoutClients(_ left: Set<PersonKey>) -> Event {
    var event = self
    event.summary = summary(with: namedClients)
    event.attendees.removeAll { left.contains(PersonKey($0.address)) }
    event.unmodelled.properties.removeAll(named: AlmanacProperty.client)
    return event
  }
}
