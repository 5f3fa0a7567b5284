internal import AlmanacEvents
public import AlmanacTime

/// The bookings of a class on one date: a versioned value that changes by events only.
///
/// `decide` is a pure function of a roster, a request and a moment; it changes nothing. Its events, applied to the
/// very version on which it was decided, make the change; a store that compares versions when it writes (a row
/// version, an ETag) therefore never gives one place to two members, on however many machines. A
/// `BookingDesk` does this.
///
/// ```swift
/// var roster = Roster(of: yoga.occurrences(on: monday)[0])
/// let decision = roster.decide(.book("ana@example.org"), at: now)
/// decision.outcome                       // .confirmed, .waitlisted(position:), or .refused with every reason
/// try roster.apply(decision)
/// ```
public struct Roster: Sendable {
  /// The class on its date, with the terms on which it is booked.
  public private(set) var occurrence: ClassOccurrence
  /// The number of the last event that was applied; 0 for a new roster.
  public internal(set) var version = 0
  /// All bookings ever made, ended ones included; each is at the index of its number.
  public private(set) var bookings: [Booking] = []
  /// The date as which members' calendars have the bookings, if the class was moved or split since: the first that the
  /// roster had.
  private(set) var announcedAs: RosterKey?

  private(set) var tally = PlaceTally()
  /// The number of each member's active booking.
  private var active: [PersonKey: Int] = [:]
  /// The numbers of the waiting bookings, ascending: first come, first served.
  private(set) var waiting: [Int] = []
  /// The running holds, by their end.
  private(set) var holds: [Hold] = []
  /// The original starts of bookings that may be of this date, and are of none of the class; `ClassBook.roster(of:at:)` sets
  /// them.
  var unmatched: [ZonedDateTime] = []
  /// The granted requests, by idempotency key.
  var answers: [String: Answer] = [:]

  struct Hold: Sendable, Hashable {
    let until: Instant
    let number: Int
  }

  struct Answer: Sendable, Hashable, Codable {
    let command: RosterCommand
    let outcome: RosterOutcome
  }

  /// An empty roster.
  public init(of occurrence: ClassOccurrence) {
    self.occurrence = occurrence
  }

  /// A roster of stored bookings, renumbered in order.
  ///
  /// It has no answers to idempotency keys. Of several active bookings of one member the last one is kept, the others
  /// expire.
  public init(of occurrence: ClassOccurrence, version: Int, bookings stored: [Booking]) {
    // Stored numbers can be anything; bounded ones cannot overflow when they are added.
    self.occurrence = occurrence
    self.occurrence.places = Self.boundedPlaces(occurrence.places)
    self.occurrence.channelLimits = occurrence.channelLimits.mapValues { Self.boundedPlaces($0) }
    self.version = Swift.max(0, Swift.min(version, Int.max / 2))
    for (number, booking) in stored.sorted(by: { $0.number < $1.number }).enumerated() {
      var booking = booking.numbered(number)
      booking.places = Self.boundedPlaces(booking.places)
      if booking.state.isActive, let other = active[PersonKey(booking.member)] {
        updateIndexes(bookings[other], isPresent: false)
        bookings[other].state = .expired
      }
      append(booking)
    }
  }

  static func boundedPlaces(_ places: Int) -> Int {
    Swift.max(0, Swift.min(places, Int(Int32.max)))
  }
}

extension Roster {
  /// The number of taken places, those of holds included.
  ///
  /// An expired hold counts until a request expires it; `freePlaces(at:checking:)` does not count it.
  public var takenPlaces: Int { tally.taken }

  /// Whether it has bookings of a date that takes place.
  var hasActiveBookings: Bool { occurrence.status == .scheduled && !active.isEmpty }

  /// The end of the first hold, when its places become free or go to the waiting list.
  ///
  /// A program that notifies people at once requests `.settle` then.
  public var nextHoldEnd: Instant? { holds.first?.until }

  /// The active booking of a member, compared as `PersonKey` does.
  ///
  /// - Complexity: O(1).
  public func booking(of member: String) -> Booking? {
    active[PersonKey(member)].map { bookings[$0] }
  }

  /// The waiting list: the bookings that wait for places, in the order in which they are served.
  public var waitlist: [Booking] { waiting.map { bookings[$0] } }

  /// The place of a booking in the waiting list, counted from 1.
  ///
  /// - Complexity: O(log *n*).
  func position(of number: Int) -> Int? {
    let index = waiting.partitioningIndex { $0 >= number }
    return index < waiting.count && waiting[index] == number ? index + 1 : nil
  }
}

extension Roster: Hashable {
  /// A version of an occurrence has only one content, so identity, original start and version suffice.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(occurrence.uid)
    hasher.combine(occurrence.original.instant)
    hasher.combine(version)
  }
}

extension Roster: NumberedEvents {
  /// Applies a decision to the version on which it was made: all of it or nothing.
  ///
  /// - Complexity: O(1) for each event.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` when the roster has changed since: decide again.
  public mutating func apply(_ decision: RosterDecision) throws(SchedulingError) {
    try apply(decision.events, decidedOn: decision.version)
  }

  /// Applies events that follow this version.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` at the first event that is not the next one, or `notFound` at
  ///   one about a booking that does not exist. The events before it are applied.
  public mutating func apply(_ events: [RosterEvent]) throws(SchedulingError) {
    try applyInOrder(events)
  }

  mutating func applyNext(_ event: RosterEvent, at index: Int) throws(SchedulingError) {
    switch event.change {
    case .added(let booking):
      guard booking.number == bookings.count else {
        throw SchedulingError(.staleVersion, at: index, expected: "booking \(bookings.count)")
      }
      append(booking)
    case .changed(let number, let state):
      guard bookings.indices.contains(number) else {
        throw SchedulingError(.notFound, at: index, expected: "one of \(bookings.count) bookings")
      }
      updateIndexes(bookings[number], isPresent: false)
      bookings[number].state = state
      bookings[number].changedAt = event.at
      updateIndexes(bookings[number], isPresent: true)
    case .revised(let occurrence):
      let first = announcedAs ?? self.occurrence.key
      self.occurrence = occurrence
      announce(as: first)
    case .answered(let key, let command, let outcome):
      answers[key] = Answer(command: command, outcome: outcome)
    }
  }

  /// - Parameter key: `nil` for its own date.
  mutating func announce(as key: RosterKey?) { announcedAs = key == occurrence.key ? nil : key }

  private mutating func append(_ booking: Booking) {
    bookings.append(booking)
    updateIndexes(booking, isPresent: true)
  }

  /// Adds a booking to the indexes, or removes it.
  private mutating func updateIndexes(_ booking: Booking, isPresent: Bool) {
    let (key, number) = (PersonKey(booking.member), booking.number)
    if booking.state.isActive, isPresent || active[key] == number { active[key] = isPresent ? number : nil }
    if booking.state.takesPlaces { tally.add(booking, isPresent ? 1 : -1) }
    switch booking.state {
    case .waiting:
      let range = waiting.partitioningIndex { $0 >= number }..<waiting.partitioningIndex { $0 > number }
      waiting.replaceSubrange(range, with: isPresent ? [number] : [])
    case .held(let until) where isPresent:
      let place = holds.partitioningIndex { ($0.until, $0.number) >= (until, number) }
      holds.insert(Hold(until: until, number: number), at: place)
    case .held: holds.removeAll { $0.number == number }
    default: break
    }
  }
}

/// The numbers of taken places, in all and through each channel.
struct PlaceTally: Sendable, Hashable {
  private(set) var taken = 0
  private var byChannel: [String: Int] = [:]

  func taken(through channel: String) -> Int { byChannel[channel] ?? 0 }

  func hasRoom(for booking: Booking, in occurrence: ClassOccurrence) -> Bool {
    let limit = occurrence.channelLimits[booking.channel] ?? .max
    return taken + booking.places <= occurrence.places
      && taken(through: booking.channel) + booking.places <= limit
  }

  /// - Parameter sign: 1 or -1.
  mutating func add(_ booking: Booking, _ sign: Int) {
    taken += sign * booking.places
    guard !booking.channel.isEmpty else { return }
    let sum = taken(through: booking.channel) + sign * booking.places
    // A channel without places has no entry, so that rosters with equal bookings are equal.
    byChannel[booking.channel] = sum == 0 ? nil : sum
  }
}

/// Coded as the terms, the version, the bookings and the answers to requests with keys, so that a store can save one
/// value for each date and replace it while its version is still the one that was read.
extension Roster: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let occurrence: ClassOccurrence
    let version: Int
    let bookings: [Booking]
    let answers: [String: Answer]?
    let announcedAs: RosterKey?
  }

  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(of: stored.occurrence, version: stored.version, bookings: stored.bookings)
    answers = stored.answers ?? [:]
    announce(as: stored.announcedAs)
  }

  public func encode(to encoder: any Encoder) throws {
    let stored = Stored(
      occurrence: occurrence, version: version, bookings: bookings,
      answers: answers.isEmpty ? nil : answers, announcedAs: announcedAs)
    try stored.encode(to: encoder)
  }
}
