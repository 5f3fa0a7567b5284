internal import AlmanacEvents
public import AlmanacTime

/// The bookings of each person or thing by start, for choosing among those who can serve.
///
/// A `SessionBook` has the history of its sessions; other programs make one of their own bookings.
///
/// ```swift
/// var history = BookingHistory()
/// history.add("eva", monday.instant..<monday.adding(.hours(1)).instant)
/// history.count(of: "eva")                                    // 1
/// history.last(of: "eva", before: tuesday.instant)            // Monday
/// ```
public struct BookingHistory: Sendable, Hashable {
  /// A booking of one person.
  struct Entry: Sendable, Hashable, Comparable {
    let start: Instant
    let end: Instant
    /// The UID of the session; empty for another booking.
    let uid: String
    /// The moment at which the person was chosen.
    let made: Instant

    init(_ interval: Range<Instant>, uid: String, made: Instant) {
      (start, end, self.uid, self.made) = (interval.lowerBound, interval.upperBound, uid, made)
    }

    init(_ session: SessionBook.Session) {
      self.init(session.interval, uid: session.uid, made: session.chosen ?? .min)
    }

    var service: Service { Service(start: start, made: made) }

    static func < (one: Entry, other: Entry) -> Bool { (one.start, one.uid) < (other.start, other.uid) }
  }

  /// The time that bookings take of a person, by start.
  private struct Bookings: Sendable, Hashable {
    var entries: [Entry] = []
    /// The bookings in which the person serves, by start.
    var served: [Service] = []
    /// A bound for the length of each in seconds, for the search. Removed bookings may have set it, so it is not compared.
    var longest = 0

    static func == (one: Bookings, other: Bookings) -> Bool {
      one.entries == other.entries && one.served == other.served
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(entries)
      hasher.combine(served)
    }
  }

  /// A booking in which a person serves.
  struct Service: Sendable, Hashable, Comparable {
    let start: Instant
    let made: Instant

    static func < (one: Service, other: Service) -> Bool { (one.start, one.made) < (other.start, other.made) }
  }

  private var bookings: [PersonKey: Bookings] = [:]
  private var replays = ShareReplays()

  /// Creates a history without bookings.
  public init() {}

  /// Adds a booking.
  ///
  /// - Parameters:
  ///   - name: The name of the person or the thing, compared as `PersonKey` does.
  ///   - interval: The half-open range of the booking.
  ///   - made: The moment at which it was made; `nil` for its start.
  /// - Complexity: O(*n*) in the person's bookings.
  public mutating func add(_ name: String, _ interval: Range<Instant>, made: Instant? = nil) {
    add(name, Entry(interval, uid: "", made: made ?? interval.lowerBound), isServing: true)
  }

  private mutating func add(_ name: String, _ entry: Entry, isServing: Bool) {
    let person = PersonKey(name)
    var own = bookings.removeValue(forKey: person) ?? Bookings()
    own.entries.insertInOrder(entry)
    own.longest = Swift.max(own.longest, entry.end.seconds(since: entry.start))
    if isServing {
      own.served.insertInOrder(entry.service)
      ownReplays().add(entry.service, of: person)
    }
    bookings[person] = own
  }

  private mutating func remove(_ name: String, _ entry: Entry, isServing: Bool) {
    let person = PersonKey(name)
    guard var own = bookings.removeValue(forKey: person) else { return }
    own.entries.removeInOrder(entry)
    if isServing {
      own.served.removeInOrder(entry.service)
      ownReplays().remove(entry.service, of: person)
    }
    if !own.entries.isEmpty { bookings[person] = own }
  }

  /// The replays of this history alone, which no copy of it shares.
  private mutating func ownReplays() -> ShareReplays {
    if !isKnownUniquelyReferenced(&replays) { replays = ShareReplays(replays) }
    return replays
  }

  /// The shares of some persons after their bookings that begin in a half-open range.
  func fairShares(of persons: [PersonKey], _ shares: [Int], in window: Range<Instant>?) -> FairShares {
    replays.shares(of: persons, shares, in: window, self)
  }

  /// Replaces the bookings of a session by those of its new state.
  mutating func replace(_ old: SessionBook.Session?, by session: SessionBook.Session) {
    if let old, old.takesTime {
      for name in old.everyone { remove(name, Entry(old), isServing: old.isServed(by: name)) }
    }
    if session.takesTime {
      for name in session.everyone { add(name, Entry(session), isServing: session.isServed(by: name)) }
    }
  }

  /// The number of bookings that begin in a half-open range; `nil` for all of them. Those of a session that a person
  /// attends as a client do not count.
  ///
  /// - Complexity: O(log *n*) in the person's bookings.
  public func count(of name: String, in window: Range<Instant>? = nil) -> Int {
    count(of: PersonKey(name), in: window)
  }

  func count(of person: PersonKey, in window: Range<Instant>?) -> Int {
    guard let served = bookings[person]?.served else { return 0 }
    guard let window else { return served.count }
    return Self.places(in: window, of: served).count
  }

  private static func places(in window: Range<Instant>, of served: [Service]) -> Range<Int> {
    let first = served.partitioningIndex { $0.start >= window.lowerBound }
    return first..<Swift.max(first, served.partitioningIndex { $0.start >= window.upperBound })
  }

  /// The bookings that begin in a half-open range, in which a person serves, by start; `nil` for all of them.
  func services(of person: PersonKey, in window: Range<Instant>?) -> ArraySlice<Service> {
    guard let served = bookings[person]?.served else { return [] }
    return window.map { served[Self.places(in: $0, of: served)] } ?? served[...]
  }

  /// The start of the last booking that begins before an instant; `nil` where there is none. Those of a session that a
  /// person attends as a client do not count.
  ///
  /// - Complexity: O(log *n*) in the person's bookings.
  public func last(of name: String, before instant: Instant) -> Instant? {
    last(of: PersonKey(name), before: instant)
  }

  func last(of person: PersonKey, before instant: Instant) -> Instant? {
    guard let served = bookings[person]?.served else { return nil }
    let index = served.partitioningIndex { $0.start >= instant }
    return index > 0 ? served[index - 1].start : nil
  }

  /// The UIDs of the bookings that overlap a half-open range, by start.
  ///
  /// - Complexity: O(log *n* + bookings that begin less than the longest one before).
  func uids(of name: String, overlapping range: Range<Instant>) -> [String] {
    guard let own = bookings[PersonKey(name)] else { return [] }
    let earliest = range.lowerBound.adding(seconds: -own.longest)
    let first = own.entries.partitioningIndex { $0.start >= earliest }
    return own.entries[first...].prefix { $0.start < range.upperBound }
      .filter { ($0.start..<$0.end).overlaps(range) }.map { $0.uid }
  }
}

extension Array where Element: Comparable {
  /// Inserts an element after those that are not greater, in an ascending array.
  fileprivate mutating func insertInOrder(_ element: Element) {
    insert(element, at: partitioningIndex { $0 > element })
  }

  /// Removes one element, if an ascending array has it.
  fileprivate mutating func removeInOrder(_ element: Element) {
    let index = partitioningIndex { $0 >= element }
    if indices.contains(index), self[index] == element { remove(at: index) }
  }
}
