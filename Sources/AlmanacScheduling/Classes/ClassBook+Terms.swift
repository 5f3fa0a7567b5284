public import AlmanacTime

/// What to do when some of several dates cannot be had.
public enum SeriesMode: Sendable, Hashable {
  /// Nothing then.
  case allOrNothing
  /// Those that can; the others are listed.
  case skipping
}

/// What came of booking several dates at once.
public struct TermBooking: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public let occurrence: ClassOccurrence
    /// What came of it, or would have, had the others not prevented it.
    public let outcome: RosterOutcome

    public var isRefused: Bool {
      if case .refused = outcome { true } else { false }
    }
  }

  /// In order of start.
  public let entries: [Entry]
  /// Whether anything was booked.
  public let isBooked: Bool

  /// The dates that could not be had, with every reason.
  public var refused: [Entry] { entries.filter { $0.isRefused } }
}

extension ClassBook {
  /// Books all dates of a class within a range of dates of its own zone: a whole term. Dates that are cancelled or
  /// closed are no dates of the term.
  ///
  /// - Parameter key: Makes each of the bookings idempotent.
  public mutating func bookTerm(
    _ member: String, of uid: String, on dates: Range<CivilDate>, _ mode: SeriesMode = .allOrNothing,
    places: Int = 1, channel: String = "", waitlist: Bool = false, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> TermBooking {
    guard let series = seriesByUID[uid] else { return TermBooking(entries: [], isBooked: false) }
    let window =
      dates.lowerBound.startOfDay.in(series.zone)
      .instant..<dates.upperBound.startOfDay.in(series.zone).instant
    let term = series.occurrences(in: window).filter {
      $0.status == .scheduled && window.contains($0.start.instant)
    }
    var attempt = self
    let entries = term.map { occurrence in
      let original = occurrence.original.instant
      let decision = attempt.request(
        .book(member, places: places, channel: channel, waitlist: waitlist), of: uid, at: original, now: now,
        key: key.map { "\($0)/\(original.secondsSinceEpoch)" }, checking: context)
      return TermBooking.Entry(occurrence: occurrence, outcome: decision.outcome)
    }
    let isRefused = entries.contains { $0.isRefused }
    let isBooked = entries.contains { !$0.isRefused } && !(isRefused && mode == .allOrNothing)
    if isBooked { self = attempt }
    return TermBooking(entries: entries, isBooked: isBooked)
  }
}
