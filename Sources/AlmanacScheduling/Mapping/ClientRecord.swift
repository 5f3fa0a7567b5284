public import AlmanacEvents
public import AlmanacTime

/// Whether somebody is a client of a coach, as a calendar keeps it: a journal entry on no day, which a program that
/// knows nothing of clients shows as a note at most.
///
/// Sessions alone do not tell: a client may have none yet, and may be no client any more.
public struct ClientRecord: Sendable, Hashable {
  public let coach: String
  public let client: Client
  /// Whether the coach has taken the client off the list.
  public let isRemoved: Bool

  public init(_ client: Client, of coach: String, isRemoved: Bool = false) {
    self.client = client
    self.coach = coach
    self.isRemoved = isRemoved
  }

  /// Coach and client are its identity, so that it is the same in each calendar.
  public var uid: String { "\(coach)/\(client.id)/client" }

  public var journal: Journal {
    var journal = Journal(client.name, uid: uid)
    journal.organizer = Organizer(CalendarAddress.uri(coach))
    journal.attendees = [Attendee(CalendarAddress.uri(client.id), name: client.name, role: .required)]
    journal.status = isRemoved ? .cancelled : .final
    journal.unmodelled.set(AlmanacProperty.kind, "CLIENT")
    return journal
  }

  /// Reads back what `journal` wrote; another name there is taken over.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for any other item.
  public init(_ item: some CalendarItem) throws(SchedulingError) {
    guard item.almanacKind == "CLIENT", let organizer = item.item.organizer,
      let attendee = item.item.attendees.first
    else { throw SchedulingError(.notRepresented, expected: "an item of kind CLIENT with its people") }
    let id = CalendarAddress.plain(attendee.address)
    self.init(
      Client(id, name: item.item.summary), of: CalendarAddress.plain(organizer.address),
      isRemoved: item.item.isCancelled)
  }
}

extension SessionBook {
  /// A coach's clients, and those with whom the coach has had sessions and who are clients no more, each by name.
  public func clientRecords(of coach: String) -> [ClientRecord] {
    let clients = clients(of: coach)
    let former = Set(sessions(of: coach).map { $0.client }).subtracting(clients.map { $0.id })
    return clients.map { ClientRecord($0, of: coach) }
      + former.sorted().map { ClientRecord(Client($0), of: coach, isRemoved: true) }
  }

  /// Takes over what a calendar says of clients, after its sessions. Somebody with whom a session is still to come is a
  /// client whatever it says: another program may have planned it since.
  public mutating func restore(_ record: ClientRecord, at now: Instant) {
    let (coach, client) = (record.coach, record.client)
    let isExpected = sessions(of: coach, with: client.id).contains {
      $0.state == .inProgress || ($0.state == .scheduled && $0.interval.lowerBound >= now)
    }
    take(
      [
        record.isRemoved && !isExpected
          ? .clientRemoved(client.id, of: coach) : .clientAdded(client, of: coach)
      ], at: now)
  }
}
