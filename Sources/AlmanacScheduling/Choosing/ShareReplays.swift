internal import AlmanacEvents
internal import AlmanacTime

/// The bookings gone through for the last choices by shares, so that the next choice among the same candidates goes through
/// those made since alone.
///
/// The copies of a history share one until the bookings of either change. All compare equal: the cache is not part of the value
/// of a history.
final class ShareReplays: Sendable, Hashable {
  private let replays: LockedState<[ShareReplay]>
  private static let limit = 8

  init() { replays = LockedState([]) }

  /// Creates one of its own for a history that changes, with what another one remembers.
  init(_ other: ShareReplays) { replays = LockedState(other.replays.withLock { $0 }) }

  static func == (one: ShareReplays, other: ShareReplays) -> Bool { true }
  func hash(into hasher: inout Hasher) {}

  /// The shares after the bookings of a history.
  func shares(of persons: [PersonKey], _ shares: [Int], in window: Range<Instant>?, _ history: BookingHistory)
    -> FairShares
  {
    replays.withLock { replays in
      let place = replays.firstIndex { $0.isOf(persons, shares, window) }
      var replay = place.map { replays.remove(at: $0) } ?? ShareReplay(of: persons, shares, in: window)
      replay.update(with: history)
      replays.insert(replay, at: 0)
      if replays.count > Self.limit { replays.removeLast() }
      return replay.fair
    }
  }

  /// Takes note of a booking that a history has from now on.
  func add(_ service: BookingHistory.Service, of person: PersonKey) {
    replays.withLock { for index in $0.indices { $0[index].add(service, of: person) } }
  }

  /// Forgets what was gone through with a booking that a history no longer has.
  func remove(_ service: BookingHistory.Service, of person: PersonKey) {
    replays.withLock { $0.removeAll { $0.has(service, of: person) } }
  }
}

/// The bookings of some candidates in the order in which they were made.
private struct ShareReplay {
  private struct Booking: Comparable {
    let made: Instant
    let start: Instant
    /// The place of the candidate in the order of names.
    let place: Int

    static func < (one: Booking, other: Booking) -> Bool {
      (one.made, one.start, one.place) < (other.made, other.start, other.place)
    }
  }

  private let persons: [PersonKey]
  private let shares: [Int]
  private let window: Range<Instant>?
  /// The indexes of the candidates in the order of their names, and the places of each person in it.
  private let order: [Int]
  private let places: [PersonKey: [Int]]
  /// The shares after the bookings up to the last one.
  private(set) var fair: FairShares
  private var last: Booking?
  /// The bookings since; `nil` for all.
  private var next: [Booking]?

  init(of persons: [PersonKey], _ shares: [Int], in window: Range<Instant>?) {
    (self.persons, self.shares, self.window) = (persons, shares, window)
    let order = persons.indices.sorted { persons[$0].text < persons[$1].text }
    self.order = order
    places = Dictionary(grouping: order.indices) { persons[order[$0]] }
    fair = FairShares(shares)
  }

  func isOf(_ persons: [PersonKey], _ shares: [Int], _ window: Range<Instant>?) -> Bool {
    self.window == window && self.shares == shares && self.persons == persons
  }

  func has(_ service: BookingHistory.Service, of person: PersonKey) -> Bool {
    places[person] != nil && window?.contains(service.start) ?? true
  }

  mutating func add(_ service: BookingHistory.Service, of person: PersonKey) {
    guard next != nil, has(service, of: person) else { return }
    for place in places[person] ?? [] {
      next?.append(Booking(made: service.made, start: service.start, place: place))
    }
  }

  /// Adds the bookings since the last update, or all of them where one was made before the last one.
  mutating func update(with history: BookingHistory) {
    var bookings = next?.sorted()
    if let first = bookings?.first, let last, first < last { bookings = nil }
    if bookings == nil { fair = FairShares(shares) }
    let new = bookings ?? all(of: history)
    for booking in new { fair.add(order[booking.place]) }
    (last, next) = (new.last ?? last, [])
  }

  private func all(of history: BookingHistory) -> [Booking] {
    order.indices.flatMap { place in
      history.services(of: persons[order[place]], in: window).map {
        Booking(made: $0.made, start: $0.start, place: place)
      }
    }.sorted()
  }
}
