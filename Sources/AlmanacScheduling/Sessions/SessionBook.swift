internal import AlmanacEvents
public import AlmanacTime

/// The sessions of coaches with their clients: a versioned value that changes by events only, as a `Roster` does.
///
/// Each request is made by a coach, who sees and changes their own clients and sessions only. No client is booked twice
/// at a time, by one coach or by two.
///
/// ```swift
/// var book = SessionBook()
/// book.request(.addClient(SessionBook.Client("bob@example.org", name: "Bob")), by: coach, now: now)
/// book.request(.schedule(client: "bob@example.org", at: monday), by: coach, now: now)      // an hour
/// let next = book.nextSessions(of: coach, from: now, limit: 5)
/// ```
public struct SessionBook: Sendable, Hashable {
  /// The number of the last event that was applied; 0 for a new book.
  public internal(set) var version = 0
  /// A cancellation later than this before the start is a late one.
  public let freeCancellationBefore: CalendarDuration

  private var clientsByCoach: [PersonKey: [PersonKey: Client]] = [:]
  private(set) var sessions: [String: Session] = [:]
  /// The sessions of each person, as coach or as client, and of each thing; under the empty name those without a coach.
  private var uidsOfPerson: [PersonKey: Set<String>] = [:]
  /// The sessions that take time, of each person and thing, for choices by `ChoicePolicy`.
  public private(set) var history = BookingHistory()
  /// The last moment at which a session was booked or taken over.
  private var lastMoment: Instant?
  /// The granted requests, by coach and idempotency key: two coaches may use one key.
  private(set) var answers: [PersonKey: [String: Answer]] = [:]

  struct Answer: Sendable, Hashable, Codable {
    let command: SessionCommand
    let session: String?
  }

  /// Creates an empty book; by default a cancellation is not late at any time before the start.
  public init(freeCancellationBefore: CalendarDuration = .zero) {
    self.freeCancellationBefore = freeCancellationBefore
  }
}

/// The sessions and clients of a coach.
extension SessionBook {
  /// The coaches with clients or sessions, each once in its canonical form, in the order of their bytes.
  public var coaches: [String] {
    Set(clientsByCoach.keys.map { $0.text } + sessions.values.map { PersonKey($0.coach).text }).sorted()
  }

  /// A session of a coach; `nil` also for one of another coach.
  public func session(_ uid: String, of coach: String) -> Session? {
    sessions[uid].flatMap { PersonKey.areSame($0.coach, coach) ? $0 : nil }
  }

  /// The sessions of a coach, or those with one client, by start.
  ///
  /// - Complexity: O(*n* log *n*) in the coach's sessions.
  public func sessions(of coach: String, with client: String? = nil) -> [Session] {
    sessions(with: coach) { session in
      PersonKey.areSame(session.coach, coach)
        && (client.map { client in session.clients.contains { PersonKey.areSame($0, client) } } ?? true)
    }
  }

  /// The coach's sessions that overlap a half-open range or begin in it, in order of time.
  public func sessions(of coach: String, in window: Range<Instant>) -> [Session] {
    sessions(of: coach).filter { $0.interval.overlapsOrBegins(in: window) }
  }

  /// The scheduled sessions whose planned time is not over at an instant, by start; a session that should have begun
  /// comes first.
  public func nextSessions(of coach: String, from instant: Instant, limit: Int = .max) -> [SessionBook
    .Session]
  {
    let next = sessions(of: coach).filter {
      $0.state == .scheduled && ($0.interval.upperBound > instant || $0.interval.lowerBound >= instant)
    }
    return Array(next.prefix(Swift.max(0, limit)))
  }

  /// The days on which a coach has sessions that are not cancelled, ascending, on the clocks of a zone.
  public func days(of coach: String, in dates: Range<CivilDate>, viewer: Zone) -> [CivilDate] {
    let days = sessions(of: coach).filter { !$0.state.isCancelled }.map {
      viewer.local(at: $0.interval.lowerBound).date
    }
    return Set(days.filter { dates.contains($0) }).sorted()
  }

  /// A coach's clients, in the alphabetical order of a language, or without one in that which most languages share.
  public func clients(of coach: String, in localization: Localization? = nil) -> [Client] {
    (clientsByCoach[PersonKey(coach)] ?? [:]).values.alphabetical {
      AlphabeticalKey($0.name, id: $0.id, in: localization?.language)
    }
  }

  /// The name of a person for a coach: that of a client, else the identity.
  public func name(of person: String, for coach: String) -> String {
    client(person, of: coach)?.name ?? person
  }

  /// The client of a coach with an identity, compared as `PersonKey` does; `nil` where the coach has none.
  public func client(_ id: String, of coach: String) -> Client? {
    clientsByCoach[PersonKey(coach)]?[PersonKey(id)]
  }

  /// The start of the last completed session of a coach with a client; `nil` where there is none.
  public func lastTrained(_ client: String, by coach: String) -> Instant? {
    sessions(of: coach, with: client).last { $0.state == .completed }?.interval.lowerBound
  }
}

/// The sessions of a person with any coach.
extension SessionBook {
  /// The moment that counts as that of a decision: after those of all sessions, as clocks give several decisions of one second
  /// the same moment. Sessions that were booked a day ahead or more, by a wrong clock, do not count.
  func moment(ofDecisionAt now: Instant) -> Instant {
    guard let last = lastMoment, last >= now, last.seconds(since: now) < 86_400 else { return now }
    return last.adding(seconds: 1)
  }

  /// The sessions of a person, as coach or as client, that satisfy a condition, by start.
  func sessions(with person: String, where isIncluded: (Session) -> Bool) -> [Session] {
    (uidsOfPerson[PersonKey(person)] ?? []).compactMap { sessions[$0] }.filter(isIncluded)
      .sorted(by: Session.isBefore)
  }

  /// The time that sessions take of a person, as coach or as client, or of a thing, with the person's own titles.
  public func busy(of person: String) -> BusyTime { busy(of: person, shownTo: person) }

  /// - Parameters:
  ///   - reader: The person who sees the titles of their own sessions only.
  ///   - uid: A session that does not count.
  func busy(of person: String, shownTo reader: String, except uid: String? = nil) -> BusyTime {
    BusyTime(
      sessions(with: person) { $0.takesTime && $0.uid != uid }.map {
        $0.busyItem(of: person, for: reader, in: self)
      })
  }

  /// Participants with the time that the sessions of this book take of them, beside their own busy time.
  ///
  /// For a participant with a policy of its own, the range is extended by the reach of that policy.
  ///
  /// ```swift
  /// let pool = book.participants(coaches, in: policy.reach(around: week, lasting: .hours(1)))
  /// let grid = try SlotGrid(
  ///   lasting: .hours(1), in: week, requiring: [try .any(of: pool, as: "coach")], policy: policy, at: now)
  /// ```
  ///
  /// - Parameters:
  ///   - participants: The participants, each with its busy time apart from this book.
  ///   - range: The half-open range in which their time matters; see `BookingPolicy.reach(around:lasting:)`.
  ///   - uid: A session that does not count, as it is being moved.
  ///   - reader: The person who sees the titles of their own sessions; nobody sees others.
  /// - Complexity: O(log *n* + answer) for each participant.
  public func participants(
    _ participants: [SlotParticipant], in range: Range<Instant>, except uid: String? = nil,
    shownTo reader: String = ""
  ) -> [SlotParticipant] {
    participants.map { participant in
      let own = history.uids(of: participant.name, overlapping: participant.reach(around: range))
        .filter { $0 != uid }
        .compactMap { sessions[$0]?.busyItem(of: participant.name, for: reader, in: self) }
      if own.isEmpty { return participant }
      return modified(participant) { $0.busy = BusyTime(participant.busy.items + own) }
    }
  }
}

extension SessionBook: NumberedEvents {
  /// Applies a decision to the version on which it was made: all of it or nothing.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` when the book has changed since: decide again.
  public mutating func apply(_ decision: SessionDecision) throws(SchedulingError) {
    try apply(decision.events, decidedOn: decision.version)
  }

  /// Applies events that follow this version.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` at the first event that is not the next one. The events before
  ///   it are applied.
  public mutating func apply(_ events: [SessionEvent]) throws(SchedulingError) {
    try applyInOrder(events)
  }

  mutating func applyNext(_ event: SessionEvent, at index: Int) {
    switch event.change {
    case .clientAdded(let client, let coach): store(client, of: coach)
    case .clientRemoved(let client, let coach):
      let others = clientsByCoach[PersonKey(coach)]?.filter { $0.key != PersonKey(client) } ?? [:]
      clientsByCoach[PersonKey(coach)] = others.isEmpty ? nil : others
    case .saved(let session): store(session)
    case .answered(let key, let command, let coach, let session):
      answers[PersonKey(coach), default: [:]][key] = Answer(command: command, session: session)
    }
  }

  private mutating func store(_ client: Client, of coach: String) {
    clientsByCoach[PersonKey(coach), default: [:]][PersonKey(client.id)] = client
  }

  private mutating func store(_ session: Session) {
    let old = sessions.updateValue(session, forKey: session.uid)
    history.replace(old, by: session)
    lastMoment = [lastMoment, session.chosen].compactMap { $0 }.max()
    for name in old?.everyone ?? [] { uidsOfPerson[PersonKey(name)]?.remove(session.uid) }
    for name in session.everyone { uidsOfPerson[PersonKey(name), default: []].insert(session.uid) }
    // Sessions without a coach are indexed under the empty key.
    if session.coach.isEmpty { uidsOfPerson[PersonKey(""), default: []].insert(session.uid) }
  }
}

/// Coded as the version, the terms of cancellation, the clients of each coach, the sessions by start and the answers to
/// each coach's requests with keys.
extension SessionBook: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let version: Int
    let freeCancellationBefore: CalendarDuration?
    let clients: [String: [Client]]
    let sessions: [Session]
    let answers: [String: [String: Answer]]?
  }

  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(freeCancellationBefore: stored.freeCancellationBefore ?? .zero)
    for (coach, clients) in stored.clients {
      for client in clients { store(client, of: coach) }
    }
    for session in stored.sessions { store(session) }
    for (coach, own) in stored.answers ?? [:] { answers[PersonKey(coach)] = own }
    version = Swift.max(0, Swift.min(stored.version, Int.max / 2))
  }

  public func encode(to encoder: any Encoder) throws {
    let clients = Self.byText(clientsByCoach)
    let stored = Stored(
      version: version,
      freeCancellationBefore: freeCancellationBefore.isZero ? nil : freeCancellationBefore,
      clients: clients.mapValues { $0.values.sorted { $0.id < $1.id } },
      sessions: sessions.values.sorted(by: Session.isBefore),
      answers: answers.isEmpty ? nil : Self.byText(answers))
    try stored.encode(to: encoder)
  }

  private static func byText<Value>(_ byPerson: [PersonKey: Value]) -> [String: Value] {
    Dictionary(byPerson.map { ($0.key.text, $0.value) }) { first, _ in first }
  }
}
