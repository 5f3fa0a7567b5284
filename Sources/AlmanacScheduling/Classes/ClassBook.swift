internal import AlmanacEvents
public import AlmanacTime

/// The classes of a place with all their bookings: what is asked for a date, a member, a whole term.
///
/// A value: a copy is a snapshot, and trying something on a copy is a preview. Bookings are kept by series and by the
/// start that the recurrence gives a date, so they stay with their class when it is moved.
///
/// ```swift
/// var gym = ClassBook([yoga, spinning])
/// gym.request(.book("ana@example.org"), of: yoga.uid, on: monday, at: now)       // refused: when it does run
/// gym.bookTerm("ana@example.org", of: yoga.uid, on: spring, .skipping, at: now)
/// ```
public struct ClassBook: Sendable, Hashable {
  /// Series and original start: what a roster is kept by.
  struct Key: Sendable, Hashable {
    let uid: String
    let original: Instant

    static func isBefore(_ one: Key, _ other: Key) -> Bool {
      (one.original, one.uid) < (other.original, other.uid)
    }
  }

  var seriesByUID: [String: ClassSeries] = [:]
  var rosters: [Key: Roster] = [:]
  /// The rosters in which a member has or had a booking.
  var keysOfMember: [PersonKey: Set<Key>] = [:]

  /// - Parameter series: Of two with one UID the later holds.
  public init(_ series: [ClassSeries] = []) {
    for one in series { seriesByUID[one.uid] = one }
  }

  /// All classes, by title.
  public var series: [ClassSeries] {
    seriesByUID.values.sorted { ($0.title, $0.uid) < ($1.title, $1.uid) }
  }

  public func series(_ uid: String) -> ClassSeries? { seriesByUID[uid] }
}

extension ClassBook {
  /// All classes on all dates within a half-open range, with the terms on which they are booked, in order of start.
  public func occurrences(in window: Range<Instant>) -> [ClassOccurrence] {
    series.flatMap { $0.occurrences(in: window) }.sorted(by: ClassOccurrence.isBefore)
  }

  /// The roster of a class on a date, empty where nobody has booked. `nil` when the class does not run then.
  ///
  /// - Parameter original: The start that the recurrence gives it.
  public func roster(of uid: String, at original: Instant) -> Roster? {
    rosters[Key(uid: uid, original: original)]
      ?? seriesByUID[uid]?.occurrence(at: original).map { Roster(of: $0) }
  }

  /// The rosters of a class on a date of its own zone, in order of start.
  public func rosters(of uid: String, on date: CivilDate) -> [Roster] {
    let found = seriesByUID[uid]?.occurrences(on: date) ?? []
    return found.compactMap { roster(of: uid, at: $0.original.instant) }
  }

  /// Puts back a roster that was stored, in place of what is held for its date.
  public mutating func restore(_ roster: Roster) {
    let key = Key(uid: roster.occurrence.uid, original: roster.occurrence.original.instant)
    rosters[key] = roster
    for booking in roster.bookings { keysOfMember[PersonKey(booking.member), default: []].insert(key) }
  }

  /// A member's bookings that are on, with their classes, in order of start. A member sees only these.
  public func bookings(of member: String) -> [(occurrence: ClassOccurrence, booking: Booking)] {
    let found = (keysOfMember[PersonKey(member)] ?? []).compactMap { key in
      rosters[key].flatMap { roster in
        roster.booking(of: member).map { (occurrence: roster.occurrence, booking: $0) }
      }
    }
    return found.sorted { ClassOccurrence.isBefore($0.occurrence, $1.occurrence) }
  }

  /// What a member's places take of the member's time; waiting takes none.
  public func busy(of member: String) -> BusyTime {
    BusyTime(
      bookings(of: member).filter { $0.booking.state.takesPlaces }.map { entry in
        BusyTime.Item(
          entry.occurrence.interval, id: entry.occurrence.id, summary: entry.occurrence.title, isBooking: true
        )
      })
  }

  /// What classes take of a person's time: the places of `busy(of:)`, and the classes that the person runs, as
  /// instructor or as substitute.
  ///
  /// - Parameter window: What overlaps this half-open range is there, or begins with it.
  public func busy(of person: String, in window: Range<Instant>) -> BusyTime {
    let places = busy(of: person).items.filter {
      $0.interval.overlaps(window) || $0.interval.lowerBound == window.lowerBound
    }
    let runs = series.filter { $0.mayBeRun(by: person) }.flatMap { $0.occurrences(in: window) }.filter {
      $0.status == .scheduled && PersonKey.areSame($0.instructor, person)
    }
    return BusyTime(
      places + runs.map { BusyTime.Item($0.interval, id: $0.id, summary: $0.title, isBooking: true) })
  }

  /// How a member's bookings came out.
  public func statistics(of member: String) -> BookingStatistics {
    var statistics = BookingStatistics()
    for key in keysOfMember[PersonKey(member)] ?? [] {
      for booking in rosters[key]?.bookings ?? [] where PersonKey.areSame(booking.member, member) {
        statistics.count(booking)
      }
    }
    return statistics
  }

  /// How the bookings of a class came out.
  public func statistics(ofSeries uid: String) -> BookingStatistics {
    var statistics = BookingStatistics()
    for (key, roster) in rosters where key.uid == uid {
      for booking in roster.bookings { statistics.count(booking) }
    }
    return statistics
  }
}

extension ClassSeries {
  fileprivate func mayBeRun(by person: String) -> Bool {
    PersonKey.areSame(instructor, person)
      || changes.values.contains { $0.instructor.map { PersonKey.areSame($0, person) } ?? false }
  }
}
