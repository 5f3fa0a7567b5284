public import AlmanacEvents
public import AlmanacTime

extension BookingDesk {
  /// Runs a change of one book.
  ///
  /// - Parameters:
  ///   - key: The key of the book.
  ///   - empty: The book where the store has none.
  ///   - isRepeatable: See `perform(on:isRepeatable:_:)`.
  ///   - change: Decides on the book and changes it. It may run several times, and has no other effect.
  /// - Throws: As `perform(on:isRepeatable:_:)`.
  public func perform<Result: Sendable>(
    on key: Key, else empty: Book, isRepeatable: Bool = false,
    _ change: @Sendable (inout Book) throws -> Result
  ) async throws -> Result {
    try await perform(on: key, else: empty, isRepeatable: isRepeatable) { book, _ in try change(&book) }
  }

  /// Runs a change of one book that states its events, where it knows all of them.
  func perform<Result: Sendable>(
    on key: Key, else empty: Book, isRepeatable: Bool,
    _ change: @Sendable (inout Book, inout Events) throws -> Result
  ) async throws -> Result {
    try await perform(on: [key], isRepeatable: isRepeatable) { books, events in
      var book = books[key] ?? empty
      let result = try change(&book, &events[key, default: []])
      // An empty book that stays empty is not stored.
      if book != books[key] ?? empty { books[key] = book }
      return result
    }
  }
}

/// A request about a class on a date.
public struct RosterRequest: Sendable, Hashable {
  /// The request, decided on the stored roster, or on an empty one with the terms of `date`.
  public var command: RosterCommand
  /// The class on the date; a stored roster has its own terms.
  public var date: ClassOccurrence

  /// Creates a request about a class on a date.
  public init(_ command: RosterCommand, of date: ClassOccurrence) {
    self.command = command
    self.date = date
  }
}

extension BookingDesk where Store: RosterStore {
  /// Decides a request about a class on a date, and writes the result.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - date: The class on the date; a stored roster has its own terms.
  ///   - others: Other classes in which a member who has a place is busy, such as those at the same time.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key; see `Roster.decide(_:at:key:checking:)`. With one the request is tried again also where its
  ///     first answer was lost.
  ///   - context: The eligibility and the other commitments of members, beside their places in these classes.
  /// - Throws: As `perform(on:isRepeatable:_:)`.
  public func request(
    _ command: RosterCommand, of date: ClassOccurrence, beside others: [ClassOccurrence] = [], now: Instant,
    key: String? = nil, checking context: BookingContext = .open
  ) async throws -> RosterDecision {
    let decisions = try await request(
      [RosterRequest(command, of: date)], beside: others, now: now, key: key, checking: context)
    return decisions[0]
  }

  /// Decides several requests, and writes all of them or, where one is refused, none: a member's two classes at once.
  ///
  /// A member who has a place in one of the classes, or gets it by an earlier one of the requests, is busy at its time.
  ///
  /// - Parameters:
  ///   - requests: The requests, decided in their order.
  ///   - others: Other classes in which a member who has a place is busy.
  ///   - now: The moment of the requests.
  ///   - key: The idempotency key of them all. It holds for the classes and dates of these requests: requests about others with the
  ///     same key are new ones.
  ///   - context: The eligibility and the other commitments of members, beside their places in these classes.
  /// - Returns: The decisions, in the order of the requests.
  /// - Throws: As `perform(on:isRepeatable:_:)`.
  public func request(
    _ requests: [RosterRequest], beside others: [ClassOccurrence] = [], now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) async throws -> [RosterDecision] {
    let dates = requests.map { $0.date } + others
    let keys = Self.keys(of: requests, key)
    return try await perform(on: dates.map { $0.key }, isRepeatable: key != nil) { rosters, events in
      var book = ClassBook()
      for date in dates { book.restore(rosters[date.key] ?? Roster(of: date), at: date.key) }
      let decisions = zip(requests, keys).map { request, key in
        book.request(request.command, of: request.date, now: now, key: key, checking: context)
      }
      if decisions.contains(where: { $0.isRefused }) { return decisions }
      for (key, roster) in book.rosters where roster.version > 0 { rosters[key] = roster }
      for (request, decision) in zip(requests, decisions) {
        events[request.date.key, default: []] += decision.events
      }
      return decisions
    }
  }

  /// The idempotency key of each of several requests.
  private static func keys(of requests: [RosterRequest], _ key: String?) -> [String?] {
    guard let key, requests.count > 1 else { return requests.map { _ in key } }
    let set = requests.map { "\($0.date.key)" }.sorted().joined(separator: ", ")
    // One roster may have several of the requests, each with an answer of its own.
    var earlier: [RosterKey: Int] = [:]
    return requests.map { request in
      let number = earlier[request.date.key, default: 0]
      earlier[request.date.key] = number + 1
      return "\(key) \(set) #\(number)"
    }
  }
}

extension BookingDesk where Store: SessionStore {
  /// Decides a coach's request on a session book, and writes the result.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - coach: The coach who makes the request.
  ///   - name: The name of the book in the store.
  ///   - empty: The book where the store has none, with the rule for late cancellations.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key; see `SessionBook.decide(_:by:now:key:uids:checking:offering:)`.
  ///   - uids: The source of the UIDs of new sessions.
  ///   - context: The eligibility of clients, and the other commitments of people.
  ///   - offer: The slots that can be booked; `nil` for any time.
  /// - Throws: As `perform(on:isRepeatable:_:)`.
  public func request(
    _ command: SessionCommand, by coach: String, in name: String, else empty: SessionBook = SessionBook(),
    now: Instant, key: String? = nil,
    uids: UIDSource = .random, checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) async throws -> SessionDecision {
    try await perform(on: name, else: empty, isRepeatable: key != nil) { book, events in
      let decision = book.request(
        command, by: coach, now: now, key: key, uids: uids, checking: context, offering: offer)
      events = decision.events
      return decision
    }
  }
}
