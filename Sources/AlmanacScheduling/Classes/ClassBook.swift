public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

/// The classes of a place with all their bookings, by date and by member.
///
/// A copy is a snapshot, and a request made to a copy is a preview. Bookings are stored by series and by the start that
/// the recurrence gives a date, so they stay with their class when it is moved.
///
/// ```swift
/// var gym = ClassBook([yoga, spinning])
/// gym.request(.book("ana@example.org"), of: yoga.uid, on: monday, now: now)       // refused: when it does run
/// gym.bookTerm("ana@example.org", of: yoga.uid, on: spring, .skipping, now: now)
/// ```
public struct ClassBook: Sendable, Hashable {
  private(set) var seriesByUID: [String: ClassSeries] = [:]
  /// The UIDs of the classes that a person instructs, or that run at a place, usually or on some dates.
  private var uidsOfOccupied: [PersonKey: Set<String>] = [:]
  var rosters: [RosterKey: Roster] = [:]
  /// The rosters in which a member has or had a booking.
  var keysOfMember: [PersonKey: Set<RosterKey>] = [:]

  /// The rosters of no date of their class, by the dates that their bookings may be of.
  private var claims: [RosterKey: [RosterKey]] = [:]

  /// - Parameter series: If two series have the same UID, the later one is used.
  public init(_ series: [ClassSeries] = []) {
    for one in series { setSeries(one, of: one.uid) }
  }

  /// Adds or replaces the class with a UID, or removes it.
  mutating func setSeries(_ series: ClassSeries?, of uid: String) {
    let (before, after) = (seriesByUID[uid]?.occupied ?? [], series?.occupied ?? [])
    seriesByUID[uid] = series
    if before == after { return }
    for key in before.subtracting(after) {
      uidsOfOccupied[key]?.remove(uid)
      if uidsOfOccupied[key]?.isEmpty == true { uidsOfOccupied[key] = nil }
    }
    for key in after.subtracting(before) { uidsOfOccupied[key, default: []].insert(uid) }
  }

  /// All classes, alphabetically by title.
  public var series: [ClassSeries] {
    seriesByUID.values.alphabetical { AlphabeticalKey($0.summary, id: $0.uid) }
  }

  /// The class with a UID; `nil` if the book has none.
  public func series(_ uid: String) -> ClassSeries? { seriesByUID[uid] }
}

/// The key of a roster: the class and its original start, which stays when the class is moved on that date.
public struct RosterKey: Sendable, Hashable, Codable {
  /// The UID of the class.
  public let uid: String
  /// The start that the recurrence gives the class.
  public let original: Instant

  /// Creates the key of a date, whether or not the class runs then.
  public init(uid: String, original: Instant) {
    self.uid = uid
    self.original = original
  }

  static func isBefore(_ one: RosterKey, _ other: RosterKey) -> Bool {
    (one.original, one.uid) < (other.original, other.uid)
  }
}

extension ClassOccurrence {
  /// The key of the roster of the class on this date.
  public var key: RosterKey { RosterKey(uid: uid, original: original.instant) }
}

extension ClassBook {
  /// All classes on all dates that overlap a half-open range, with their terms, by start.
  ///
  /// The budget limits the dates that are found, apart from those with a start of their own; `dates(in:budget:)`
  /// reports what is missing.
  public func occurrences(
    in window: Range<Instant>, budget: Int = Self.defaultBudget
  ) -> [ClassOccurrence] {
    dates(in: window, budget: budget).found
  }

  /// Fifty thousand dates.
  public static let defaultBudget = 50_000

  /// The dates of classes within a range.
  public struct Dates: Sendable, Hashable {
    /// By start; runs on a weekday by time of day.
    public let found: [ClassOccurrence]
    /// The classes that run too often, each with the instant from which its dates are missing.
    public let unexpanded: [UnexpandedSeries]
  }

  /// All classes on all dates that overlap a half-open range, and the classes that run too often.
  ///
  /// The budget limits the dates that are found, apart from those with a start of their own: a class has an equal
  /// part of what those before it left, by title, and at least one date.
  ///
  /// - Complexity: O(budget log budget).
  public func dates(in window: Range<Instant>, budget: Int = Self.defaultBudget) -> Dates {
    dates(of: series, in: window, budget: budget)
  }

  private func dates(of series: [ClassSeries], in window: Range<Instant>, budget: Int) -> Dates {
    dates(of: series, budget: budget) { $0.dates(in: window, budget: $1) }
  }

  /// - Parameters:
  ///   - least: The least part of the budget that a class has while any is left.
  ///   - datesOfOne: The dates of a class within its part of the budget, and the instant from which they are missing.
  func dates(
    of series: [ClassSeries], budget: Int, atLeast least: Int = 1,
    _ datesOfOne: (ClassSeries, _ budget: Int) -> (found: [ClassOccurrence], missingFrom: Instant?)
  ) -> Dates {
    var found: [ClassOccurrence] = []
    var unexpanded: [UnexpandedSeries] = []
    for (number, one) in series.enumerated() {
      let left = budget - Swift.min(budget, found.count)
      let dates = datesOfOne(one, Swift.max(left > 0 ? least : 1, left / (series.count - number)))
      found += dates.found
      if let from = dates.missingFrom {
        unexpanded.append(UnexpandedSeries(uid: one.uid, summary: one.summary, from: from))
      }
    }
    return Dates(found: found.sorted(by: ClassOccurrence.isBefore), unexpanded: unexpanded.sorted())
  }

  /// The roster of a class on a date, empty where nobody has booked; `nil` when the class does not run then.
  /// `original` is the start that the recurrence gives the class.
  public func roster(of uid: String, at original: Instant) -> Roster? {
    let key = RosterKey(uid: uid, original: original)
    let found = rosters[key] ?? seriesByUID[uid]?.occurrence(at: original).map { Roster(of: $0) }
    if claims.isEmpty { return found }
    guard var roster = found, let claims = claims[key] else { return found }
    roster.unmatched = claims.compactMap { rosters[$0] }
      .filter {
        $0.hasActiveBookings && seriesByUID[uid]?.occurrence(at: $0.occurrence.key.original) == nil
      }
      .map { $0.occurrence.original }
    return roster
  }

  /// Finds the dates that bookings of no date of their class may be of.
  mutating func findClaims() {
    claims = [:]
    for key in rosters.keys.filter({ rosters[$0]?.hasActiveBookings == true }).sorted(by: RosterKey.isBefore)
    {
      guard let series = seriesByUID[key.uid] else { continue }
      let (expansion, original) = (RecurrenceExpansion(series.recurrenceSet), key.original.in(series.zone))
      if expansion.contains(.zoned(original)) { continue }
      for date in series.dates(near: original, in: expansion) {
        claims[RosterKey(uid: key.uid, original: date.instant), default: []].append(key)
      }
    }
  }

  /// The rosters of a class on a date of its own zone, in order of start.
  public func rosters(of uid: String, on date: CivilDate) -> [Roster] {
    let found = seriesByUID[uid]?.occurrences(on: date) ?? []
    return found.compactMap { roster(of: uid, at: $0.original.instant) }
  }

  /// Adds a roster that was stored, in place of the one of its date.
  public mutating func restore(_ roster: Roster) {
    restore(roster, at: roster.occurrence.key)
  }

  mutating func restore(_ roster: Roster, at key: RosterKey) {
    rosters[key] = roster
    for booking in roster.bookings { keysOfMember[PersonKey(booking.member), default: []].insert(key) }
  }

  /// A member's active bookings with their classes, by start.
  public func bookings(of member: String) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    rosters(of: member).compactMap { roster in
      roster.booking(of: member).map { (occurrence: roster.occurrence, booking: $0) }
    }
  }

  /// The rosters in which a member has or had a booking, by start.
  func rosters(of member: String) -> [Roster] {
    (keysOfMember[PersonKey(member)] ?? []).compactMap { rosters[$0] }
      .sorted { ClassOccurrence.isBefore($0.occurrence, $1.occurrence) }
  }

  /// The busy time of a member's places; a waiting booking is not busy, nor a hold that is over at `now`.
  public func busy(of member: String, at now: Instant = .min) -> BusyTime {
    BusyTime(
      bookings(of: member).filter { $0.booking.state.takesPlaces(at: now) }.map { $0.occurrence.busyItem })
  }

  /// The busy time of a person or a place in classes: the bookings of the person, the classes that they instruct, usually or as a
  /// substitute, and the classes at the place. If such a class runs too often, an item of kind `BusyKind.unexpanded` covers
  /// the rest of the range.
  ///
  /// The items are those that overlap the half-open range, without holds that are over at `now`.
  public func busy(of person: String, in window: Range<Instant>, at now: Instant = .min) -> BusyTime {
    BusyTime(commitments(of: person, in: window, at: now))
  }

  /// The bookings of a person that take places at an instant, the classes that they instruct, and those at a location, within a range,
  /// without one date.
  func commitments(
    of person: String, in window: Range<Instant>, at now: Instant, except date: RosterKey? = nil
  ) -> [BusyTime.Item] {
    let key = PersonKey(person)
    let booked = (keysOfMember[key] ?? []).compactMap { key in
      key == date ? nil : rosters[key]?.commitment(of: person, in: window, at: now).map { (key, $0) }
    }
    let bookings = booked.sorted { RosterKey.isBefore($0.0, $1.0) }.map { $0.1 }
    guard let uids = uidsOfOccupied[key] else { return bookings }
    let classes = uids.compactMap { seriesByUID[$0] }.alphabetical {
      AlphabeticalKey($0.summary, id: $0.uid)
    }
    let dates = dates(of: classes, in: window, budget: Self.defaultBudget)
    let runs = dates.found.filter {
      $0.status == .scheduled && $0.key != date
        && (PersonKey($0.instructor) == key || PersonKey($0.location) == key)
    }
    return bookings + runs.map { $0.busyItem }
      + dates.unexpanded.map { BusyTime.Item($0, upTo: window.upperBound) }
  }

  /// The numbers of a member's bookings by outcome; at an instant holds that are over then count as expired.
  public func statistics(of member: String, at now: Instant? = nil) -> BookingStatistics {
    let all = rosters(of: member).flatMap { $0.bookings }
    return BookingStatistics(all.filter { PersonKey.areSame($0.member, member) }, at: now)
  }

  /// The numbers of a class's bookings by outcome; at an instant holds that are over then count as expired.
  public func statistics(ofSeries uid: String, at now: Instant? = nil) -> BookingStatistics {
    BookingStatistics(rosters.filter { $0.key.uid == uid }.values.map { $0.bookings }.joined(), at: now)
  }
}

extension ClassSeries {
  /// Everybody who instructs the class, and the places where it runs, usually or on some dates.
  fileprivate var occupied: Set<PersonKey> {
    var names = [instructor, location]
    for change in changes.values { names += [change.instructor, change.location].compactMap { $0 } }
    return Set(names.filter { !$0.isEmpty }.map { PersonKey($0) })
  }
}

extension Roster {
  /// A member's places here at an instant, if the class overlaps a range; waiting is not a commitment.
  fileprivate func commitment(
    of member: String, in interval: Range<Instant>, at now: Instant
  ) -> BusyTime.Item? {
    guard occurrence.interval.overlaps(interval), occurrence.status == .scheduled,
      let booking = booking(of: member), booking.state.takesPlaces(at: now)
    else { return nil }
    return occurrence.busyItem
  }
}

/// Coded as the series, and the rosters of the dates with requests.
extension ClassBook: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let series: [ClassSeries]
    let rosters: [Roster]
  }

  public init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(stored.series)
    for roster in stored.rosters { restore(roster) }
    findClaims()
  }

  public func encode(to encoder: any Encoder) throws {
    let requested = rosters.keys.sorted(by: RosterKey.isBefore).compactMap { rosters[$0] }
    try Stored(series: series, rosters: requested).encode(to: encoder)
  }
}
