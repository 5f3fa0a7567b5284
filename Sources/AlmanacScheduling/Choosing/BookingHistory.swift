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

    init(start: Instant, end: Instant, uid: String) {
      (self.start, self.end, self.uid) = (start, end, uid)
    }

    init(_ session: Session) {
      let interval = session.interval
      self.init(start: interval.lowerBound, end: interval.upperBound, uid: session.uid)
    }

    static func < (one: Entry, other: Entry) -> Bool { (one.start, one.uid) < (other.start, other.uid) }
  }

  /// The time that bookings take of a person, by start, and the length of the longest in seconds.
  private struct Bookings: Sendable, Hashable {
    var entries: [Entry] = []
    var longest = 0
    /// The starts of those in which the person serves, ascending.
    var served: [Instant] = []
  }

  private var bookings: [PersonKey: Bookings] = [:]

  public init() {}

  /// Adds a booking.
  ///
  /// - Parameter interval: Half-open.
  /// - Complexity: O(*n*) in the person's bookings.
  public mutating func add(_ name: String, _ interval: Range<Instant>) {
    add(name, Entry(start: interval.lowerBound, end: interval.upperBound, uid: ""), isServing: true)
  }

  private mutating func add(_ name: String, _ entry: Entry, isServing: Bool) {
    var own = bookings.removeValue(forKey: PersonKey(name)) ?? Bookings()
    own.entries.insert(entry, at: own.entries.partitioningIndex { $0 > entry })
    own.longest = Swift.max(own.longest, entry.end.seconds(since: entry.start))
    if isServing { own.served.insert(entry.start, at: own.served.partitioningIndex { $0 > entry.start }) }
    bookings[PersonKey(name)] = own
  }

  private mutating func remove(_ name: String, _ entry: Entry, isServing: Bool) {
    guard var own = bookings.removeValue(forKey: PersonKey(name)) else { return }
    let index = own.entries.partitioningIndex { $0 >= entry }
    if own.entries.indices.contains(index), own.entries[index] == entry { own.entries.remove(at: index) }
    let place = own.served.partitioningIndex { $0 >= entry.start }
    if isServing, own.served.indices.contains(place), own.served[place] == entry.start {
      own.served.remove(at: place)
    }
    if !own.entries.isEmpty { bookings[PersonKey(name)] = own }
  }

  /// Replaces the bookings of a session by those of its new state.
  mutating func replace(_ old: Session?, by session: Session) {
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
    let first = served.partitioningIndex { $0 >= window.lowerBound }
    return served.partitioningIndex { $0 >= window.upperBound } - first
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
    let index = served.partitioningIndex { $0 >= instant }
    return index > 0 ? served[index - 1] : nil
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
