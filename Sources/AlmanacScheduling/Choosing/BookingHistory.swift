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

  /// The bookings of a person by start, and the length of the longest in seconds.
  private struct Bookings: Sendable, Hashable {
    var entries: [Entry] = []
    var longest = 0
  }

  private var bookings: [PersonKey: Bookings] = [:]

  public init() {}

  /// Adds a booking.
  ///
  /// - Parameter interval: Half-open.
  /// - Complexity: O(*n*) in the person's bookings.
  public mutating func add(_ name: String, _ interval: Range<Instant>) {
    add(name, Entry(start: interval.lowerBound, end: interval.upperBound, uid: ""))
  }

  mutating func add(_ name: String, _ entry: Entry) {
    let key = PersonKey(name)
    let index = bookings[key]?.entries.partitioningIndex { $0 > entry } ?? 0
    bookings[key, default: Bookings()].entries.insert(entry, at: index)
    let length = entry.end.seconds(since: entry.start)
    if length > bookings[key]?.longest ?? 0 { bookings[key]?.longest = length }
  }

  mutating func remove(_ name: String, _ entry: Entry) {
    let key = PersonKey(name)
    guard let index = bookings[key]?.entries.partitioningIndex(where: { $0 >= entry }),
      let entries = bookings[key]?.entries, index < entries.count, entries[index] == entry
    else { return }
    bookings[key]?.entries.remove(at: index)
  }

  /// Replaces the bookings of a session by those of its new state.
  mutating func replace(_ old: Session?, by session: Session) {
    if let old, old.takesTime {
      for name in old.everyone { remove(name, Entry(old)) }
    }
    if session.takesTime {
      for name in session.everyone { add(name, Entry(session)) }
    }
  }

  /// The number of bookings that begin in a half-open range; `nil` for all of them.
  ///
  /// - Complexity: O(log *n*) in the person's bookings.
  public func count(of name: String, in window: Range<Instant>? = nil) -> Int {
    guard let entries = bookings[PersonKey(name)]?.entries else { return 0 }
    guard let window else { return entries.count }
    let first = entries.partitioningIndex { $0.start >= window.lowerBound }
    return entries.partitioningIndex { $0.start >= window.upperBound } - first
  }

  /// The start of the last booking that begins before an instant; `nil` where there is none.
  ///
  /// - Complexity: O(log *n*) in the person's bookings.
  public func last(of name: String, before instant: Instant) -> Instant? {
    guard let entries = bookings[PersonKey(name)]?.entries else { return nil }
    let index = entries.partitioningIndex { $0.start >= instant }
    return index > 0 ? entries[index - 1].start : nil
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
