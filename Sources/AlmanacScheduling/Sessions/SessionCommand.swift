public import AlmanacTime

/// A coach's request that a session book decides.
public enum SessionCommand: Sendable, Hashable, Codable {
  case addClient(Client)
  /// Removes a client.
  ///
  /// - `cancelling`: whether the client's future sessions are cancelled; otherwise they are the reason of a refusal.
  case removeClient(String, cancelling: Bool = false)
  /// Plans a session, of 60 minutes unless another duration is given.
  case schedule(
    client: String, at: ZonedDateTime, lasting: CalendarDuration = .hours(1), title: String = "",
    place: String = "", note: String = "")
  case move(String, to: ZonedDateTime, lasting: CalendarDuration? = nil)
  /// Changes title, place or note; `nil` leaves a value unchanged.
  case edit(String, title: String? = nil, place: String? = nil, note: String? = nil)
  case cancel(String)
  /// Begins a planned session now.
  case start(String)
  /// Begins an unplanned session now: free training.
  case startUnplanned(client: String, in: Zone, title: String = "", place: String = "", note: String = "")
  /// Ends a session in progress now.
  case complete(String)
  /// Takes back the start of a session in progress: a planned one is scheduled again, another one is cancelled.
  case abandon(String)
  /// Records afterwards when a planned session, or one that nobody ended, took place.
  case record(String, during: Range<Instant>)
  /// Records an unplanned session afterwards.
  case recordUnplanned(
    client: String, during: Range<Instant>, in: Zone, title: String = "", place: String = "",
    note: String = "")
  /// The client did not come.
  case markMissed(String)
}

/// One reason why a request about sessions is refused.
public enum SessionRefusal: Sendable, Hashable {
  /// The person is not a client of the coach's.
  case notAClient(String)
  case alreadyAClient(String)
  /// Removing the client would leave these sessions.
  case futureSessions([Session])
  /// A person has another commitment at the time. A session with another coach is given without its title.
  case conflict(BusyTime.Item, of: String)
  /// The caller's own rule, in its words.
  case notEligible(String)
  /// The coach has no such session.
  case noSuchSession
  case wrongState(Session.State)
  case tooEarly(opens: Instant)
  case tooLate(closed: Instant)
  /// The session would have no length.
  case invalidDuration
  /// The session is not one of the slots on offer.
  case notOffered(Unavailability)
  /// The slots on offer have this other duration.
  case otherDuration(CalendarDuration)
  /// The coach used the idempotency key for another request.
  case keyReused
}

extension SessionRefusal: SchedulingRefusal {
  public func wording(_ moment: (Instant) -> String) -> (code: String, phrase: String) {
    switch self {
    case .notAClient(let client): ("not_a_client", "\(client) is not a client")
    case .alreadyAClient(let client): ("already_a_client", "\(client) is a client already")
    case .futureSessions(let sessions):
      (
        "future_sessions",
        "sessions are planned: \(sessions.map { moment($0.start.instant) }.joined(separator: ", "))"
      )
    case .conflict(let item, let name):
      (
        "conflict",
        item.summary.isEmpty
          ? "\(name) is busy from \(moment(item.interval.lowerBound))" : "\(name) is busy: \(item.summary)"
      )
    case .notEligible(let reason): ("not_eligible", reason)
    case .noSuchSession: ("no_such_session", "no such session")
    case .wrongState(let state): ("wrong_state", "the session is \(state.code.replacing("_", with: " "))")
    case .tooEarly(let opens): ("too_early", "possible only from \(moment(opens))")
    case .tooLate(let closed): ("too_late", "possible only until \(moment(closed))")
    case .invalidDuration: ("invalid_duration", "a session must last longer than zero")
    case .notOffered(let reason): (reason.code, reason.description(moment))
    case .otherDuration(let duration) where duration.civilSeconds % 60 == 0:
      ("other_duration", "slots last \(duration.civilSeconds / 60) minutes")
    case .otherDuration(let duration): ("other_duration", "slots last \(duration.civilSeconds) seconds")
    case .keyReused: ("key_reused", "the key was used for another request")
    }
  }
}

/// One change of a session book. Events applied in order of `number` give its state.
public typealias SessionEvent = NumberedChange<SessionChange>

public enum SessionChange: Sendable, Hashable, Codable {
  case clientAdded(Client, of: String)
  case clientRemoved(String, of: String)
  /// A session was added or replaced.
  case saved(Session)
  /// A request with an idempotency key was granted.
  case answered(key: String, SessionCommand, coach: String, session: String?)
}

/// The answer to a request: the session as it will be, or every reason for the refusal.
public struct SessionDecision: Sendable, Hashable {
  /// The version on which it was decided; it can be applied to no other.
  public let version: Int
  /// The session of the request as it is once the events are applied; `nil` when there is none or it is refused.
  public let session: Session?
  public let refusals: [SessionRefusal]
  public let events: [SessionEvent]

  public var isRefused: Bool { !refusals.isEmpty }
}
