internal import AlmanacEvents
public import AlmanacTime

/// Who takes part in a class on one date: a versioned value that changes by events only.
///
/// `decide` is a pure function of a roster, a request and a moment; it changes nothing. Its events, applied to the
/// very version on which it was decided, make the change; a store that compares versions when it writes (a row
/// version, an ETag) therefore never gives one place to two, on however many machines. In one process a `ClassDesk`
/// does this.
///
/// ```swift
/// var roster = Roster(of: yoga.occurrences(on: monday)[0])
/// let decision = roster.decide(.book("ana@example.org"), at: now)
/// decision.outcome                       // .confirmed, .waitlisted(position:), or .refused with every reason
/// try roster.apply(decision)
/// ```
public struct Roster: Sendable {
  public private(set) var occurrence: ClassOccurrence
  /// How many events have made it.
  public private(set) var version = 0
  /// All bookings ever made, by number.
  public private(set) var bookings: [Booking] = []

  private(set) var tally = PlaceTally()
  /// The one booking of a member that is on.
  private var active: [PersonKey: Int] = [:]
  /// The numbers of those who wait: first come, first served.
  private(set) var waiting: [Int] = []
  /// In order of their end.
  private(set) var holds: [Hold] = []
  private(set) var answers: [String: Answer] = [:]

  struct Hold: Sendable, Hashable {
    let until: Instant
    let number: Int

    static func isBefore(_ one: Hold, _ other: Hold) -> Bool {
      (one.until, one.number) < (other.until, other.number)
    }
  }

  struct Answer: Sendable, Hashable, Codable {
    let command: RosterCommand
    let outcome: RosterOutcome
  }

  /// An empty roster.
  public init(of occurrence: ClassOccurrence) {
    self.occurrence = occurrence
  }

  /// A roster put together from stored bookings, which are numbered anew in the order of their numbers. Answers to
  /// idempotency keys are not part of it. Of several bookings of one member that are on, the last one holds.
  public init(of occurrence: ClassOccurrence, version: Int, bookings stored: [Booking]) {
    self.init(of: occurrence, version: version, bookings: stored, answers: [:])
  }

  /// - Parameter answers: To requests with idempotency keys.
  init(
    of occurrence: ClassOccurrence, version: Int, bookings stored: [Booking], answers: [String: Answer]
  ) {
    // What was stored may say anything: sums of places stay far from the ends of `Int`.
    self.occurrence = occurrence
    self.occurrence.places = Self.bounded(occurrence.places)
    self.occurrence.channelLimits = occurrence.channelLimits.mapValues { Self.bounded($0) }
    self.version = Swift.max(0, Swift.min(version, Int.max / 2))
    self.answers = answers
    for (number, booking) in stored.sorted(by: { $0.number < $1.number }).enumerated() {
      let booking = Booking(
        number: number, member: booking.member, places: Self.bounded(booking.places),
        channel: booking.channel, state: booking.state, madeAt: booking.madeAt, changedAt: booking.changedAt)
      if booking.state.isActive, let other = active[PersonKey(booking.member)] {
        leave(bookings[other])
        bookings[other].state = .expired
      }
      bookings.append(booking)
      enter(booking)
    }
  }

  private static func bounded(_ places: Int) -> Int {
    Swift.max(0, Swift.min(places, Int(Int32.max)))
  }
}

extension Roster {
  /// How many places are taken, holds included. What has expired is taken until somebody asks: see
  /// `freePlaces(at:)`.
  public var takenPlaces: Int { tally.taken }

  /// When time next brings something: the first hold is over, and its places are free or go to those who wait. A
  /// program that wants them to be told at once asks for `.settle` then.
  public var nextHoldEnd: Instant? { holds.first?.until }

  /// The booking of a member that is on. O(1).
  public func booking(of member: String) -> Booking? {
    active[PersonKey(member)].map { bookings[$0] }
  }

  /// Those who wait, in order.
  public var waitlist: Waitlist { Waitlist(bookings: waiting.map { bookings[$0] }) }

  /// The place of a booking in the waiting list, counted from 1. O(log n).
  func position(of number: Int) -> Int? {
    let index = waiting.partitioningIndex { $0 >= number }
    return index < waiting.count && waiting[index] == number ? index + 1 : nil
  }
}

/// Those who wait for a place, in the order in which they are served.
public struct Waitlist: Sendable, Hashable, RandomAccessCollection {
  let bookings: [Booking]

  public var startIndex: Int { 0 }
  public var endIndex: Int { bookings.count }
  public subscript(position: Int) -> Booking { bookings[position] }
}

extension Roster: Hashable {
  /// A version of an occurrence has one content only, so this suffices to tell rosters apart quickly.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(occurrence.uid)
    hasher.combine(occurrence.original.instant)
    hasher.combine(version)
  }
}

extension Roster {
  /// Applies a decision to the version on which it was made: all of it or nothing. O(1) for each event.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` when the roster has changed since: decide again.
  public mutating func apply(_ decision: RosterDecision) throws(SchedulingError) {
    guard decision.version == version else {
      throw SchedulingError(.staleVersion, at: version, expected: "a decision on version \(version)")
    }
    try apply(decision.events)
  }

  /// Applies events that follow this version.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` at the first event that is not the next one, or `notFound` at
  ///   one about a booking that there is not. What stands before it has been applied.
  public mutating func apply(_ events: [RosterEvent]) throws(SchedulingError) {
    for (index, event) in events.enumerated() {
      guard event.number == version + 1 else {
        throw SchedulingError(.staleVersion, at: index, expected: "event \(version + 1)")
      }
      switch event.change {
      case .added(let booking): try add(booking, at: index)
      case .changed(let number, let state): try change(number, to: state, on: event.at, at: index)
      case .revised(let occurrence): self.occurrence = occurrence
      case .answered(let key, let command, let outcome):
        answers[key] = Answer(command: command, outcome: outcome)
      }
      version = event.number
    }
  }

  private mutating func add(_ booking: Booking, at index: Int) throws(SchedulingError) {
    guard booking.number == bookings.count else {
      throw SchedulingError(.staleVersion, at: index, expected: "booking \(bookings.count)")
    }
    bookings.append(booking)
    enter(booking)
  }

  private mutating func change(
    _ number: Int, to state: Booking.State, on instant: Instant, at index: Int
  ) throws(SchedulingError) {
    guard bookings.indices.contains(number) else {
      throw SchedulingError(.notFound, at: index, expected: "one of \(bookings.count) bookings")
    }
    leave(bookings[number])
    bookings[number].state = state
    bookings[number].changedAt = instant
    enter(bookings[number])
  }

  /// Books a booking into the indexes.
  private mutating func enter(_ booking: Booking) {
    if booking.state.isActive { active[PersonKey(booking.member)] = booking.number }
    if booking.state.takesPlaces { tally.add(booking, 1) }
    switch booking.state {
    case .waiting: waiting.insert(booking.number, at: waiting.partitioningIndex { $0 >= booking.number })
    case .held(let until):
      let hold = Hold(until: until, number: booking.number)
      holds.insert(hold, at: holds.firstIndex { !Hold.isBefore($0, hold) } ?? holds.count)
    default: break
    }
  }

  /// Takes a booking out of the indexes.
  private mutating func leave(_ booking: Booking) {
    if booking.state.isActive {
      let key = PersonKey(booking.member)
      if active[key] == booking.number { active[key] = nil }
    }
    if booking.state.takesPlaces { tally.add(booking, -1) }
    switch booking.state {
    case .waiting:
      let index = waiting.partitioningIndex { $0 >= booking.number }
      if index < waiting.count, waiting[index] == booking.number { waiting.remove(at: index) }
    case .held: holds.removeAll { $0.number == booking.number }
    default: break
    }
  }
}

/// How many places are taken, in all and through each channel.
struct PlaceTally: Sendable, Hashable {
  private(set) var taken = 0
  private var byChannel: [String: Int] = [:]

  func taken(through channel: String) -> Int { byChannel[channel] ?? 0 }

  /// - Parameter sign: 1 or -1.
  mutating func add(_ booking: Booking, _ sign: Int) {
    taken += sign * booking.places
    guard !booking.channel.isEmpty else { return }
    let sum = taken(through: booking.channel) + sign * booking.places
    // Nothing is the same as never having been: rosters with equal bookings are equal.
    byChannel[booking.channel] = sum == 0 ? nil : sum
  }
}
