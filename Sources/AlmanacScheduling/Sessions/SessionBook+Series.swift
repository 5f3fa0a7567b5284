public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacTime

/// What came of planning several sessions at once.
public struct SessionSeries: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public let start: ZonedDateTime
    /// The session, or what it would have been had the others not prevented it; `nil` when it is refused.
    public let session: Session?
    public let refusals: [SessionRefusal]
  }

  /// In order of time.
  public let entries: [Entry]
  /// Whether anything was booked.
  public let isBooked: Bool

  /// The dates that could not be had, with every reason.
  public var refused: [Entry] { entries.filter { !$0.refusals.isEmpty } }
}

extension SessionBook {
  /// How many sessions one series plans at most.
  public static let longestSeries = 500

  /// Plans a session on each instance of a rule: all of them or none, or those that can be had.
  ///
  /// - Parameters:
  ///   - rule: One without an end gives `longestSeries` sessions.
  ///   - key: Makes each of the sessions idempotent.
  public mutating func requestSeries(
    client: String, from start: ZonedDateTime, repeating rule: RecurrenceRule,
    lasting duration: CalendarDuration = .hours(1), _ mode: SeriesMode = .allOrNothing, title: String = "",
    place: String = "", note: String = "", by coach: String, now: Instant, key: String? = nil,
    uids: UIDSource = .random, checking context: BookingContext = .open
  ) -> SessionSeries {
    let set = RecurrenceSet(start: .zoned(start), rules: [rule])
    var attempt = self
    var entries: [SessionSeries.Entry] = []
    for instance in RecurrenceExpansion(set).prefix(Self.longestSeries) {
      guard let start = instance.start.zonedStart else { continue }
      let decision = attempt.request(
        .schedule(client: client, at: start, lasting: duration, title: title, place: place, note: note),
        by: coach, now: now, key: key.map { "\($0)/\(start.instant.secondsSinceEpoch)" }, uids: uids,
        checking: context)
      entries.append(.init(start: start, session: decision.session, refusals: decision.refusals))
    }
    let isRefused = entries.contains { !$0.refusals.isEmpty }
    let isBooked = entries.contains { $0.refusals.isEmpty } && !(isRefused && mode == .allOrNothing)
    if isBooked { self = attempt }
    return SessionSeries(entries: entries, isBooked: isBooked)
  }
}
