internal import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// An appointment of a coach with clients, or a booking of things alone, planned or not, and its state.
  ///
  /// Most have one coach and one client. A group session has several clients and a number of places; a court or a table is
  /// booked without a coach, and without a client whom anybody knows.
  public struct Session: Sendable, Hashable, Codable, Identifiable {
    /// The state of a session. Missed and cancelled sessions leave their people and things free.
    public enum State: Sendable, Hashable {
      /// Planned and not begun. Only a request changes it, so a session may be scheduled after its time is over.
      case scheduled
      /// Begun at `started` and not ended.
      case inProgress
      /// Ended, or recorded afterwards; it occupied the time from `started` to `ended`.
      case completed
      /// The client did not come.
      case missed
      /// Cancelled: late if less than `SessionBook.freeCancellationBefore` remained before the start.
      case cancelled(isLate: Bool)
    }

    /// The planned start and duration.
    public struct Plan: Sendable, Hashable, Codable {
      /// The planned start: DTSTART (RFC 5545 §3.8.2.4).
      public var start: ZonedDateTime
      /// The planned length: DURATION (RFC 5545 §3.8.2.5), whose days are days on the clocks of the start's zone.
      public var duration: CalendarDuration

      /// Creates a plan; a book refuses one whose duration is not above zero.
      public init(_ start: ZonedDateTime, lasting duration: CalendarDuration) {
        self.start = start
        self.duration = duration
      }

      /// The half-open range of instants; empty for a duration that is not above zero.
      public var interval: Range<Instant> {
        start.instant..<Swift.max(start.instant, start.adding(duration).instant)
      }
    }

    /// Somebody or something else that it takes: a room, a second coach, three mats.
    public struct Resource: Sendable, Hashable, Codable {
      /// The requirement that it meets: `room`.
      public var requirement: String
      /// The name of the person or thing, compared without regard to case.
      public var name: String
      /// The amount that it takes; `nil` for all of it.
      public var amount: Int?
      /// The amount that there is, or the number of people that a room holds; `nil` where that is not known.
      public var capacity: Int?
      /// The least capacity that the session needs; `nil` where none was asked for.
      public var holds: Int?

      /// Creates a resource, by default all of it and of unknown capacity.
      public init(
        _ name: String, as requirement: String = "", amount: Int? = nil, capacity: Int? = nil,
        holds: Int? = nil
      ) {
        self.name = name
        self.requirement = requirement
        self.amount = amount
        self.capacity = capacity
        self.holds = holds
      }

      /// The resource that a participant of a capacity is for a session; a capacity of 1 is stated where an amount is taken.
      init(_ name: String, as requirement: String, amount: Int?, sized capacity: Int, holds: Int?) {
        self.init(
          name, as: requirement, amount: amount, capacity: amount == nil && capacity == 1 ? nil : capacity,
          holds: holds)
      }
    }

    /// The identity in a book and in calendars: UID (RFC 5545 §3.8.4.7).
    public let uid: String
    /// A mail address without `mailto:`, or any other name, compared without regard to case; empty for a booking of things
    /// alone.
    public internal(set) var coach: String
    /// The first client; empty for none.
    public private(set) var client: String
    private var furtherClients: [String]?
    private var placesOfGroup: Int?
    private var otherResources: [Resource]?
    /// The title: SUMMARY (RFC 5545 §3.8.1.12); if empty, calendars show the names of the clients, or of the resources where
    /// there are none.
    public var summary: String
    /// The gym, the room: LOCATION (RFC 5545 §3.8.1.7); may be empty.
    public var location: String
    /// A note: DESCRIPTION (RFC 5545 §3.8.1.5); may be empty.
    public var details: String
    /// `nil` for a session that was not planned.
    public var plan: Plan?
    /// The zone in which its times are shown.
    public var zone: Zone
    /// The state, which no passing of time changes by itself.
    public var state: State
    /// The actual start.
    public var started: Instant?
    /// The actual end.
    public var ended: Instant?
    /// The moment at which it was booked; `nil` where that is not known. It counts then as before any other.
    public private(set) var created: Instant?
    /// The moment at which others took over.
    private(set) var reassigned: Instant?
    /// The moments at which clients joined after it was booked, by the text of their keys; `nil` for none.
    private var joined: [String: Instant]?
    private var schema = StoredSchema()

    private enum CodingKeys: String, CodingKey {
      case uid, coach, client, furtherClients, placesOfGroup, otherResources, plan, zone, state, started,
        ended
      case created, reassigned, joined, schema
      case summary = "title", location = "place", details = "note"
    }

    /// Creates a session as it is stored; `SessionBook` decides requests for new ones. An empty `coach` or `client` is
    /// none, and a `plan` of `nil` is an unplanned session.
    public init(
      uid: String, coach: String, client: String, summary: String = "", plan: Plan?, in zone: Zone,
      location: String = "", details: String = "", state: State = .scheduled, started: Instant? = nil,
      ended: Instant? = nil, furtherClients: [String] = [], places: Int = 1, resources: [Resource] = [],
      created: Instant? = nil
    ) {
      self.created = created
      self.uid = uid
      self.coach = coach
      self.client = client
      self.furtherClients = furtherClients.isEmpty ? nil : furtherClients
      placesOfGroup = places == 1 ? nil : places
      otherResources = resources.isEmpty ? nil : resources
      self.summary = summary
      self.location = location
      self.details = details
      self.plan = plan
      self.zone = zone
      self.state = state
      self.started = started
      self.ended = ended
    }

    public var id: String { uid }

    /// The clients in the order in which they joined.
    public internal(set) var clients: [String] {
      get { (client.isEmpty ? [] : [client]) + (furtherClients ?? []) }
      set {
        client = newValue.first ?? ""
        furtherClients = newValue.count > 1 ? Array(newValue.dropFirst()) : nil
        guard let moments = joined else { return }
        let keys = Set(newValue.map { PersonKey($0).text })
        let remaining = moments.filter { keys.contains($0.key) }
        joined = remaining.isEmpty ? nil : remaining
      }
    }

    /// The most clients that it may have: 1, or more in a group session.
    public var places: Int { Swift.max(1, placesOfGroup ?? 1) }

    /// The things that it takes beside the time of its people.
    public internal(set) var resources: [Resource] {
      get { otherResources ?? [] }
      set { otherResources = newValue.isEmpty ? nil : newValue }
    }
  }
}

extension SessionBook.Session {
  /// The persons and things that it takes, each once: a coach may be their own client.
  var everyone: [String] {
    ([coach] + clients + resources.map { $0.name }).filter { !$0.isEmpty }.uniqued { PersonKey($0) }
  }

  /// The moment at which those who serve in it were chosen; `nil` where that is not known.
  var chosen: Instant? { reassigned ?? created }

  /// The moment at which a client joined; `nil` for one with whom it was booked, and where it is not known.
  func joined(_ client: String) -> Instant? { joined?[PersonKey(client).text] }

  /// Stores the moments at which clients joined, beside those of others.
  mutating func setJoined(_ moments: [PersonKey: Instant]) {
    if moments.isEmpty { return }
    joined = (joined ?? [:]).merging(moments.map { ($0.key.text, $0.value) }) { $1 }
  }

  /// Stores the moment at which others took over.
  mutating func reassign(at moment: Instant?) { reassigned = moment }

  /// Plans it at another start.
  ///
  /// - Parameter duration: The length; `nil` for the planned one, or an hour without a plan.
  mutating func move(to start: ZonedDateTime, lasting duration: CalendarDuration? = nil) {
    plan = Plan(start, lasting: duration ?? plan?.duration ?? .hours(1))
    zone = start.zone
  }

  /// The need of a resource for all requirements together; `nil` for none.
  ///
  /// One requirement for all of it takes all. Of different capacities the least counts.
  func resource(_ name: String) -> Resource? {
    resources.filter { PersonKey.areSame($0.name, name) }.reduce(nil) { sum, next in
      guard var sum: Resource = sum else { return next }
      sum.amount = sum.amount.flatMap { amount in next.amount.map { amount.saturatingAdd(Swift.max(0, $0)) } }
      sum.capacity = [sum.capacity, next.capacity].compactMap { $0 }.min()
      sum.holds = [sum.holds, next.holds].compactMap { $0 }.max()
      return sum
    }
  }

  /// Whether a person or a thing is in it as in another state of it, with the same amount.
  func has(_ name: String, as other: Self) -> Bool {
    everyone.contains { PersonKey.areSame($0, name) } && resource(name) == other.resource(name)
  }

  /// The persons and things that serve in it.
  var serving: Set<PersonKey> { Set(([coach] + resources.map { $0.name }).map { PersonKey($0) }) }

  /// One who serves in it in two ways, unless each takes an amount, or who serves in a group and has a place of it; `nil` where
  /// there is none. Alone a coach may be their own client.
  var takenTwice: String? {
    if places > 1, let client = clients.first(where: { isServed(by: $0) }) { return client }
    var isWhole: [PersonKey: Bool] = coach.isEmpty ? [:] : [PersonKey(coach): true]
    for resource in resources {
      let former = isWhole.updateValue(resource.amount == nil, forKey: PersonKey(resource.name))
      if let former, former || resource.amount == nil { return resource.name }
    }
    return nil
  }

  /// Whether a person or thing serves in it, rather than being served.
  func isServed(by name: String) -> Bool {
    PersonKey.areSame(name, coach) || resources.contains { PersonKey.areSame($0.name, name) }
  }

  /// The planned time, and from the actual start on the actual one. A session in progress lasts as planned; one without
  /// a plan an hour.
  public var interval: Range<Instant> {
    guard let started else { return plan?.interval ?? Instant.min..<Instant.min }
    if let ended { return started..<Swift.max(started, ended) }
    return started..<Swift.max(started, started.in(zone).adding(plan?.duration ?? .hours(1)).instant)
  }

  /// The start of `interval`, planned or actual, in the zone of the session.
  public var start: ZonedDateTime { interval.lowerBound.in(zone) }

  /// Whether coach and client are busy during it.
  public var takesTime: Bool { state != .missed && !state.isCancelled }

  /// Whether it takes time during a range; one of no length never does.
  func conflicts(with interval: Range<Instant>) -> Bool { takesTime && self.interval.overlaps(interval) }

  static func isBefore(_ one: SessionBook.Session, _ other: SessionBook.Session) -> Bool {
    (one.interval.lowerBound, one.uid) < (other.interval.lowerBound, other.uid)
  }
}

extension SessionBook.Session {
  /// The session as busy time of a person or thing, with its identity and title for its coach and its clients only: a session
  /// without a coach has them for its clients alone. The title of one that has none is the names of its clients. It counts
  /// towards the limits of those who serve in it.
  func busyItem(of name: String, for reader: String, in book: SessionBook) -> BusyTime.Item {
    let isCoach = !coach.isEmpty && PersonKey.areSame(reader, coach)
    let own = clients.filter { isCoach || PersonKey.areSame(reader, $0) }
    let isOwn = isCoach || !own.isEmpty
    func names() -> String { own.map { book.name(of: $0, for: coach) }.joined(separator: ", ") }
    return BusyTime.Item(
      interval, id: isOwn ? ItemID(uid: uid) : nil,
      summary: isOwn ? (summary.isEmpty ? names() : summary) : "", isBooking: isServed(by: name),
      amount: resource(name)?.amount, location: location.isEmpty ? nil : location)
  }
}

extension SessionBook.Session.State {
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

  /// The state of a code; `nil` for an unknown word.
  public init?(code: String) {
    guard let state = Self.all.first(where: { $0.code == code }) else { return nil }
    self = state
  }

  private static let all: [Self] = [
    .scheduled, .inProgress, .completed, .missed, .cancelled(isLate: false), .cancelled(isLate: true),
  ]
}

/// Coded as its code.
extension SessionBook.Session.State: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (code) throws(SchedulingError) in
      guard let state = Self(code: code) else {
        throw SchedulingError(
          .syntax, expected: "one of \(Self.all.map { $0.code }.joined(separator: ", "))")
      }
      return state
    }
  }

  public func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}

extension SessionBook {
  /// A person whom a coach trains.
  public struct Client: Sendable, Hashable, Codable, Identifiable {
    private var schema = StoredSchema()
    /// A mail address or another unique name.
    public let id: String
    /// The name shown to people; the identity for a client without one.
    public var name: String

    /// Creates a client; an empty name becomes the identity.
    public init(_ id: String, name: String = "") {
      self.id = id
      self.name = name.isEmpty ? id : name
    }
  }
}
