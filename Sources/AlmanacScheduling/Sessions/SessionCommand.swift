internal import AlmanacEvents
public import AlmanacTime

/// A coach's request that a session book decides.
public enum SessionCommand: Sendable, Hashable, Codable {
  /// Adds a client to those of the coach.
  case addClient(SessionBook.Client)
  /// Removes a client.
  ///
  /// - `cancelling`: whether the client's future sessions are cancelled; otherwise they are the reason of a refusal.
  case removeClient(String, cancelling: Bool = false)
  /// Plans a session, of 60 minutes unless another duration is given.
  case schedule(
    client: String, at: ZonedDateTime, lasting: CalendarDuration = .hours(1), summary: String = "",
    location: String = "", details: String = "")
  /// Books a session with any number of clients, or none, and what else it takes. Clients whom the coach does not have
  /// yet are added to the coach's.
  case book(SessionRequest)
  /// Adds a client to a group session that is not over.
  case join(String, client: String)
  /// Takes a client out of a group session before its start; it goes on without.
  case leave(String, client: String)
  /// Gives a planned session another coach, other resources or another start; `nil` leaves a value unchanged. Clients whom the
  /// new coach does not have yet are added.
  case reassign(
    String, coach: String? = nil, resources: [SessionBook.Session.Resource]? = nil, to: ZonedDateTime? = nil)
  /// Moves the scheduled session of a UID; without a duration the planned one does not change.
  case move(String, to: ZonedDateTime, lasting: CalendarDuration? = nil)
  /// Changes summary, location or details; `nil` leaves a value unchanged.
  case edit(String, summary: String? = nil, location: String? = nil, details: String? = nil)
  /// Cancels the scheduled session of a UID, before its start.
  case cancel(String)
  /// Begins a planned session now.
  case start(String)
  /// Begins an unplanned session now: free training.
  case startUnplanned(
    client: String, in: Zone, summary: String = "", location: String = "", details: String = "")
  /// Ends a session in progress now.
  case complete(String)
  /// Takes back the start of a session in progress: a planned one is scheduled again, another one is cancelled.
  case abandon(String)
  /// Records afterwards when a planned session, or one that nobody ended, took place.
  case record(String, during: Range<Instant>)
  /// Records an unplanned session afterwards.
  case recordUnplanned(
    client: String, during: Range<Instant>, in: Zone, summary: String = "", location: String = "",
    details: String = "")
  /// The client did not come.
  case markMissed(String)

  private enum AddClientCodingKeys: String, CodingKey { case _0 = "client" }
  private enum RemoveClientCodingKeys: String, CodingKey { case _0 = "client", cancelling }
  private enum ScheduleCodingKeys: String, CodingKey {
    case client, at, lasting, summary = "title", location = "place", details = "note"
  }
  private enum BookCodingKeys: String, CodingKey { case _0 = "session" }
  private enum JoinCodingKeys: String, CodingKey { case _0 = "uid", client }
  private enum LeaveCodingKeys: String, CodingKey { case _0 = "uid", client }
  private enum ReassignCodingKeys: String, CodingKey { case _0 = "uid", coach, resources, to }
  private enum MoveCodingKeys: String, CodingKey { case _0 = "uid", to, lasting }
  private enum EditCodingKeys: String, CodingKey {
    case _0 = "uid", summary = "title", location = "place", details = "note"
  }
  private enum CancelCodingKeys: String, CodingKey { case _0 = "uid" }
  private enum StartCodingKeys: String, CodingKey { case _0 = "uid" }
  private enum StartUnplannedCodingKeys: String, CodingKey {
    case client, `in`, summary = "title", location = "place", details = "note"
  }
  private enum CompleteCodingKeys: String, CodingKey { case _0 = "uid" }
  private enum AbandonCodingKeys: String, CodingKey { case _0 = "uid" }
  private enum RecordCodingKeys: String, CodingKey { case _0 = "uid", during }
  private enum RecordUnplannedCodingKeys: String, CodingKey {
    case client, during, `in`, summary = "title", location = "place", details = "note"
  }
  private enum MarkMissedCodingKeys: String, CodingKey { case _0 = "uid" }
}

/// A session to be booked.
///
/// ```swift
/// let court = SessionRequest([], at: saturday, lasting: .minutes(90), resources: [SessionBook.Session.Resource("court 2")])
/// book.request(.book(court), by: "", now: now)                       // without a coach or a client
/// let group = SessionRequest(["bob", "cyd"], at: monday, places: 6, summary: "Pilates")
/// book.request(.book(group), by: coach, now: now)
/// ```
public struct SessionRequest: Sendable, Hashable, Codable {
  /// The clients, each once; nobody, where no client is known or a group is still empty.
  public var clients: [String]
  /// The start, in the zone in which the session is shown.
  public var start: ZonedDateTime
  /// The length, by default an hour; one that is not above zero is refused.
  public var duration: CalendarDuration
  /// The most clients: at least 1.
  public var places: Int
  /// The title: SUMMARY (RFC 5545 §3.8.1.12); if empty, calendars show the names of the clients or resources.
  public var summary: String
  /// The gym, the room: LOCATION (RFC 5545 §3.8.1.7); may be empty.
  public var location: String
  /// A note: DESCRIPTION (RFC 5545 §3.8.1.5); may be empty.
  public var details: String
  /// The other people and things that it needs; a session without a coach has at least one.
  public var resources: [SessionBook.Session.Resource]

  private enum CodingKeys: String, CodingKey {
    case clients, start, duration, places, resources
    case summary = "title", location = "place", details = "note"
  }

  /// Creates a request, by default for an hour and one place. More clients than places are refused.
  public init(
    _ clients: [String], at start: ZonedDateTime, lasting duration: CalendarDuration = .hours(1),
    places: Int = 1,
    summary: String = "", location: String = "", details: String = "",
    resources: [SessionBook.Session.Resource] = []
  ) {
    self.clients = clients
    self.start = start
    self.duration = duration
    self.places = places
    self.summary = summary
    self.location = location
    self.details = details
    self.resources = resources
  }
}

/// One reason why a request about sessions is refused.
public enum SessionRefusal: Sendable, Hashable {
  /// The person is not a client of the coach's.
  case notAClient(String)
  /// The coach has this client already.
  case alreadyAClient(String)
  /// Removing the client would leave these sessions.
  case futureSessions([SessionBook.Session])
  /// A person has another commitment at the time. A session with another coach is given without its title.
  case conflict(BusyTime.Item, of: String)
  /// The caller's own rule, in its words.
  case notEligible(String)
  /// The coach has no such session.
  case noSuchSession
  /// The session is in this state, which does not allow the request.
  case wrongState(SessionBook.Session.State)
  /// The request is possible from this instant on: the start to mark a session as missed, the end to record one.
  case tooEarly(opens: Instant)
  /// The request was possible before this instant: the start to cancel a session or to leave it, the end to join it.
  case tooLate(closed: Instant)
  /// The session would have no length, or one of more than 366 days.
  case invalidDuration
  /// The session is not one of the slots on offer.
  case notOffered(Unavailability)
  /// The slots on offer have this other duration.
  case otherDuration(CalendarDuration)
  /// The coach used the idempotency key for another request.
  case keyReused
  /// The session has all the clients that it may have.
  case full(places: Int)
  /// The client has a place in the session already.
  case alreadyJoined(String)
  /// The client has no place in the session.
  case notJoined(String)
  /// The request itself cannot be.
  case invalidRequest(Expectation)
  /// A series has more dates than this; the date of the last one that it may have.
  case tooManyDates(most: Int, last: ZonedDateTime)
  /// Less of a resource is free than the session needs.
  case insufficient(free: Int, needed: Int, of: String)
  /// The session would take a person or a thing twice.
  case takenTwice(String)

  /// The part of a request that is missing or out of range. The raw values name phrases.
  public enum Expectation: String, Sendable, Hashable {
    /// A session has at least one place.
    case places = "one place or more"
    /// A session without a coach needs a resource.
    case participant = "a coach or a resource"
    /// An amount of a resource is 1 or more, and each resource has a name.
    case amount = "an amount of one or more"
    /// A client has a name without control characters and without white space at its ends.
    case client = "a client"
    /// A substitute is chosen from at least one other candidate.
    case candidate = "a candidate"
    /// A coach who gets sessions has a name.
    case coach = "a coach with a name"
    /// A resource of a session has a name.
    case resource = "a resource with a name"
    /// A pool has a candidate twice.
    case distinctCandidates = "each candidate once"
  }
}

extension SessionRefusal: SchedulingRefusal {
  public func wording(in words: SchedulingWords) -> (code: String, phrase: String) {
    func named(_ row: String, _ person: String) -> String { words.phrase(row, ["name": words.name(person)]) }
    switch self {
    case .notAClient(let client): return ("not_a_client", named("not a client", client))
    case .alreadyAClient(let client): return ("already_a_client", named("already a client", client))
    case .futureSessions(let sessions):
      let times = words.list(sessions.map { words.moment($0.start.instant) })
      return ("future_sessions", words.phrase("future sessions", ["times": times]))
    case .conflict(let item, let name) where item.summary.isEmpty:
      let time = words.moment(item.interval.lowerBound)
      return ("conflict", words.phrase("person busy from", ["name": words.name(name), "time": time]))
    case .conflict(let item, let name):
      return ("conflict", words.phrase("person busy", ["name": words.name(name), "title": item.summary]))
    case .notEligible(let reason): return ("not_eligible", reason)
    case .noSuchSession: return ("no_such_session", words.phrase("no such session"))
    case .wrongState(let state):
      return ("wrong_state", words.phrase("session state", ["state": state.description(in: words)]))
    case .tooEarly(let opens): return ("too_early", words.phrase("opens", ["time": words.moment(opens)]))
    case .tooLate(let closed): return ("too_late", words.phrase("closes", ["time": words.moment(closed)]))
    case .invalidDuration: return ("invalid_duration", words.phrase("invalid duration"))
    case .notOffered(let reason): return reason.wording(in: words)
    case .otherDuration(let duration) where duration.civilSeconds % 60 == 0:
      return (
        "other_duration",
        words.phrase("minutes", ["count": "\(duration.civilSeconds / 60)"], count: duration.civilSeconds / 60)
      )
    case .otherDuration(let duration):
      return (
        "other_duration",
        words.phrase("seconds", ["count": "\(duration.civilSeconds)"], count: duration.civilSeconds)
      )
    case .keyReused: return ("key_reused", words.phrase("key reused"))
    case .full(let places):
      return ("full", words.phrase("full session", ["places": "\(places)"], count: places))
    case .alreadyJoined(let client): return ("already_joined", named("already joined", client))
    case .notJoined(let client): return ("not_joined", named("not joined", client))
    case .invalidRequest(let expected):
      return (
        "invalid_request", words.phrase("invalid request", ["expected": words.phrase(expected.rawValue)])
      )
    case .tooManyDates(let most, _):
      return ("too_many_dates", words.phrase("too many dates", ["limit": "\(most)"]))
    case .takenTwice(let name): return ("taken_twice", named("taken twice", name))
    case .insufficient(let free, let needed, let name):
      return Unavailability.insufficient(free: free, needed: needed, of: name).wording(in: words)
    }
  }
}

/// One change of a session book. Events applied in order of `number` give its state.
public typealias SessionEvent = NumberedChange<SessionChange>

/// The change of a session book that one event records.
public enum SessionChange: Sendable, Hashable, Codable {
  /// A client of the coach named by `of`, new or in place of the one with the same identity.
  case clientAdded(SessionBook.Client, of: String)
  /// The removal of the client with an identity from those of the coach named by `of`.
  case clientRemoved(String, of: String)
  /// A session was added or replaced.
  case saved(SessionBook.Session)
  /// A request with an idempotency key was granted.
  case answered(key: String, SessionCommand, coach: String, session: String?)

  private enum ClientAddedCodingKeys: String, CodingKey { case _0 = "client", of = "coach" }
  private enum ClientRemovedCodingKeys: String, CodingKey { case _0 = "client", of = "coach" }
  private enum SavedCodingKeys: String, CodingKey { case _0 = "session" }
  private enum AnsweredCodingKeys: String, CodingKey { case key, _1 = "command", coach, session }
}

/// The answer to a request: the session as it will be, or every reason for the refusal.
public struct SessionDecision: Sendable, Hashable {
  /// The version on which it was decided; it can be applied to no other.
  public let version: Int
  /// The session of the request as it is once the events are applied; `nil` when there is none or it is refused.
  public let session: SessionBook.Session?
  /// Every reason for the refusal; empty when the request is granted, of a series also in part.
  public let refusals: [SessionRefusal]
  /// The changes to apply; empty when the request is refused or repeats one that was answered.
  public let events: [SessionEvent]

  /// Whether the request is refused, so that nothing changes.
  public var isRefused: Bool { !refusals.isEmpty }
}

extension SessionRefusal {
  /// The time of the other commitment of a person or a thing that prevents it; `nil` for another reason.
  func conflict(of name: String) -> Range<Instant>? {
    guard case .conflict(let item, let other) = self, PersonKey.areSame(name, other) else { return nil }
    return item.interval
  }
}
