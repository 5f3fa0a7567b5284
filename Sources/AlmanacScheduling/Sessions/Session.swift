public import AlmanacTime

/// An appointment of one coach with one of their clients: planned or not, and what became of it.
public struct Session: Sendable, Hashable, Codable, Identifiable {
  public enum State: Sendable, Hashable, Codable {
    case scheduled
    case inProgress
    case completed
    /// The client did not come.
    case missed
    case cancelled(isLate: Bool)
  }

  /// When it was to take place.
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
  /// A plain mail address (`ana@example.org`, which calendars write as `mailto:`), in which case does not matter, or
  /// any other name.
  public let coach: String
  public let client: String
  public var title: String
  /// The gym, the room; may be empty.
  public var place: String
  public var note: String
  /// `nil` for a session that was not planned.
  public var plan: Plan?
  /// On whose clocks it is shown.
  public var zone: Zone
  public var state: State
  /// When it began in fact.
  public var started: Instant?
  /// When it was over in fact.
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

  public var isUnplanned: Bool { plan == nil }
}

extension Session {
  /// The time it takes: what was planned, once it began what it takes in fact. One that goes on lasts as planned, or an
  /// hour.
  public var interval: Range<Instant> {
    guard let started else { return plan?.interval ?? Instant.min..<Instant.min }
    if let ended { return started..<Swift.max(started, ended) }
    return started..<Swift.max(started, started.in(zone).adding(plan?.duration ?? .hours(1)).instant)
  }

  public var start: ZonedDateTime { interval.lowerBound.in(zone) }

  /// Whether it keeps coach and client from having another one at the time.
  public var takesTime: Bool {
    switch state {
    case .scheduled, .inProgress, .completed: true
    case .missed, .cancelled: false
    }
  }

  /// Whether it is in the way of another one: they overlap, or begin at once. One that was over as it began is in
  /// nobody's way.
  func isInTheWay(of interval: Range<Instant>) -> Bool {
    takesTime && !self.interval.isEmpty
      && (self.interval.overlaps(interval) || self.interval.lowerBound == interval.lowerBound)
  }

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

/// Somebody whom a coach trains.
public struct Client: Sendable, Hashable, Codable, Identifiable {
  /// An address, or any other name that stands for nobody else.
  public let id: String
  public var name: String

  public init(_ id: String, name: String = "") {
    self.id = id
    self.name = name.isEmpty ? id : name
  }
}
