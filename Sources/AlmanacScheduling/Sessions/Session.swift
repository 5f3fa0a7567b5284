public import AlmanacTime

/// An appointment of one coach with one of their clients, planned or not, and its state.
public struct Session: Sendable, Hashable, Codable, Identifiable {
  public enum State: Sendable, Hashable, Codable {
    case scheduled
    case inProgress
    case completed
    /// The client did not come.
    case missed
    case cancelled(isLate: Bool)
  }

  /// The planned start and duration.
  public struct Plan: Sendable, Hashable, Codable {
    public var start: ZonedDateTime
    public var duration: CalendarDuration

    public init(_ start: ZonedDateTime, lasting duration: CalendarDuration) {
      self.start = start
      self.duration = duration
    }

    public var interval: Range<Instant> {
      start.instant..<Swift.max(start.instant, start.adding(duration).instant)
    }
  }

  public let uid: String
  /// A mail address without `mailto:`, compared without regard to case, or any other name.
  public let coach: String
  public let client: String
  public var title: String
  /// The gym, the room; may be empty.
  public var place: String
  public var note: String
  /// `nil` for a session that was not planned.
  public var plan: Plan?
  /// The zone in which its times are shown.
  public var zone: Zone
  public var state: State
  /// The actual start.
  public var started: Instant?
  /// The actual end.
  public var ended: Instant?
  private var schema = StoredSchema()

  public init(
    uid: String, coach: String, client: String, title: String = "", plan: Plan?, in zone: Zone,
    place: String = "", note: String = "", state: State = .scheduled, started: Instant? = nil,
    ended: Instant? = nil
  ) {
    self.uid = uid
    self.coach = coach
    self.client = client
    self.title = title
    self.place = place
    self.note = note
    self.plan = plan
    self.zone = zone
    self.state = state
    self.started = started
    self.ended = ended
  }

  public var id: String { uid }
}

extension Session {
  /// The planned time, and from the actual start on the actual one. A session in progress lasts as planned; one without
  /// a plan an hour.
  public var interval: Range<Instant> {
    guard let started else { return plan?.interval ?? Instant.min..<Instant.min }
    if let ended { return started..<Swift.max(started, ended) }
    return started..<Swift.max(started, started.in(zone).adding(plan?.duration ?? .hours(1)).instant)
  }

  public var start: ZonedDateTime { interval.lowerBound.in(zone) }

  /// Whether coach and client are busy during it.
  public var takesTime: Bool { state != .missed && !state.isCancelled }

  /// Whether it takes time during a range; a session of no length never does.
  func conflicts(with interval: Range<Instant>) -> Bool { takesTime && self.interval.overlaps(interval) }

  static func isBefore(_ one: Session, _ other: Session) -> Bool {
    (one.interval.lowerBound, one.uid) < (other.interval.lowerBound, other.uid)
  }
}

extension Session.State {
  /// The stable word for scripts and files.
  public var code: String {
    switch self {
    case .scheduled: "scheduled"
    case .inProgress: "in_progress"
    case .completed: "completed"
    case .missed: "missed"
    case .cancelled(let isLate): isLate ? "cancelled_late" : "cancelled"
    }
  }
}

/// A person whom a coach trains.
public struct Client: Sendable, Hashable, Codable, Identifiable {
  private var schema = StoredSchema()
  /// A mail address, or any other name that is nobody else's.
  public let id: String
  public var name: String

  public init(_ id: String, name: String = "") {
    self.id = id
    self.name = name.isEmpty ? id : name
  }
}
