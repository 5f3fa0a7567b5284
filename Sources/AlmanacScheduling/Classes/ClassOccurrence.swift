public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacTime

/// A class on one date, with the terms on which it is booked.
public struct ClassOccurrence: Sendable, Hashable, Codable, Identifiable {
  /// Whether the class takes place on the date.
  public enum Status: Sendable, Hashable, Codable {
    /// The class takes place.
    case scheduled
    /// The date was cancelled, also within a closed period; the reason is for people and may be empty.
    case cancelled(reason: String)
    /// The class is within a closed period of the series, of several the first in the list.
    case closed(ClosedPeriod)

    private enum ClosedCodingKeys: String, CodingKey { case _0 = "period" }
  }

  /// The UID of the series.
  public var uid: String
  /// The start that the recurrence gives it; it identifies the date also when the class is moved.
  public var original: ZonedDateTime
  /// The start; another than `original` where the class is moved on the date.
  public var start: ZonedDateTime
  /// The end, not included.
  public var end: ZonedDateTime
  /// The title: SUMMARY (RFC 5545 §3.8.1.12).
  public var summary: String
  /// The description: DESCRIPTION (RFC 5545 §3.8.1.5); empty for none.
  public var details: String
  /// The place: LOCATION (RFC 5545 §3.8.1.7), also for the time to travel; empty for none.
  public var location: String
  /// The colour: COLOR (RFC 7986 §5.9); `nil` for none.
  public var color: CalendarColor?
  /// The categories: CATEGORIES (RFC 5545 §3.8.1.2); empty for none.
  public var categories: [String] {
    get { storedCategories ?? [] }
    set { storedCategories = newValue.isEmpty ? nil : newValue }
  }
  /// `nil` for none, as in classes that were stored without this property.
  var storedCategories: [String]?
  /// The name or mail address of the one who instructs on the date: CONTACT (RFC 5545 §3.8.4.2); empty for none.
  public var instructor: String
  /// Whether a substitute instructs.
  public var isSubstituted: Bool
  /// A remark about the date: COMMENT (RFC 5545 §3.8.1.4); empty for none.
  public var note: String
  /// The number of places. Setting another number makes it known.
  public var places: Int {
    didSet { if places != oldValue { hasUnknownPlaces = nil } }
  }
  /// `true` if the number of places is unknown, so that nobody can book. Otherwise it is `nil`, never `false`, so that
  /// a class that was stored without this property is equal.
  var hasUnknownPlaces: Bool?
  /// Whether the number of places is known. Nobody can book a class whose number another program dropped from its file.
  public var hasKnownPlaces: Bool { hasUnknownPlaces == nil }
  /// The number of places that may be booked through a channel; other channels have no limit of their own.
  public var channelLimits: [String: Int]
  /// Whether it takes place; bookings are made for a scheduled class only.
  public var status: Status
  /// The times for booking, cancelling and checking in, from which `opens` and the other instants are computed.
  public var policy: ClassPolicy

  private enum CodingKeys: String, CodingKey {
    case uid, original, start, end, details, location, color, instructor, isSubstituted, note, places
    case hasUnknownPlaces, channelLimits, status, policy
    case storedCategories = "categories"
    case summary = "title"
  }

  /// The UID of the series and the original start as recurrence id.
  public var id: ItemID { ItemID(uid: uid, recurrenceID: .zoned(original)) }

  /// Whether it starts at another instant than the recurrence gives it; a change of length alone does not count.
  public var isMoved: Bool { start.instant != original.instant }

  /// The reason why it does not take place; `nil` for a scheduled class.
  public var refusal: BookingRefusal? {
    switch status {
    case .scheduled: nil
    case .cancelled(let reason): .classCancelled(reason: reason)
    case .closed(let period): .closed(period)
    }
  }

  /// The half-open range of instants; empty where the end is not after the start.
  public var interval: Range<Instant> { start.instant..<Swift.max(start.instant, end.instant) }
}

/// The instants of the policy.
extension ClassOccurrence {
  /// The first instant at which it may be booked; `nil` for no such limit.
  public var opens: Instant? { policy.opensBefore.map { start.adding(-$0).instant } }

  /// The last instant at which it may be booked.
  public var closes: Instant { start.adding(-policy.closesBefore).instant }

  /// The last instant at which a cancellation is not late.
  public var freeCancellationEnds: Instant { start.adding(-policy.freeCancellationBefore).instant }

  /// The last instant at which free places go to the waiting list by themselves.
  public var promotionEnds: Instant { start.adding(-policy.promotesUntilBefore).instant }

  /// The first instant at which people may check in.
  public var checkInOpens: Instant { start.adding(-policy.checkInOpensBefore).instant }

  /// The last instant at which people may check in.
  public var checkInCloses: Instant { start.adding(policy.checkInClosesAfter).instant }
}

extension ClassSeries {
  /// The recurrence with its start: the dates before changes and closures are applied.
  public var recurrenceSet: RecurrenceSet { RecurrenceSet(start: .zoned(start), recurrence) }

  /// The class on each date that overlaps a half-open range, cancelled, closed and moved ones included, by start.
  ///
  /// The budget limits the dates that are found, apart from those with a start of their own;
  /// `ClassBook.dates(in:budget:)` reports what is missing.
  ///
  /// - Complexity: O(answer + changes).
  public func occurrences(
    in window: Range<Instant>, budget: Int = ClassBook.defaultBudget
  ) -> [ClassOccurrence] {
    dates(in: window, budget: budget).found
  }

  /// The most dates before a range that are looked at.
  private static let maximumBefore = 100_000

  /// The dates in a range, and the first instant from which they are missing.
  func dates(in window: Range<Instant>, budget: Int) -> (found: [ClassOccurrence], missingFrom: Instant?) {
    let expansion = RecurrenceExpansion(recurrenceSet)
    var (result, missingFrom) = unmoved(in: window, of: expansion, budget: budget)
    result += moved(in: expansion).filter { $0.overlaps(window) }
    return (result.sorted(by: ClassOccurrence.isBefore), missingFrom)
  }

  /// The dates in a range without a start of their own, and the first instant from which they are missing.
  private func unmoved(
    in window: Range<Instant>, of expansion: RecurrenceExpansion, budget: Int
  ) -> (found: [ClassOccurrence], missingFrom: Instant?) {
    // A nominal day may be longer than 24 hours by a change of clocks.
    let longest = changes.values.reduce(duration.civilSeconds) {
      Swift.max($0, $1.duration?.civilSeconds ?? 0)
    }
    let reach = Swift.max(0, longest) &+ Zone.longestShift
    let from = window.lowerBound.adding(seconds: -reach)
    var result: [ClassOccurrence] = []
    var missingFrom: Instant?
    // Earlier dates are looked at only for those that last into the window.
    var rest = Swift.min(budget, 1 << 32) + Self.maximumBefore
    for instance in expansion.instances(in: from..<window.upperBound, viewer: zone) {
      rest -= 1
      guard let original = instance.start.zonedTime, changes[original.instant]?.start == nil else {
        continue
      }
      let occurrence = occurrence(from: original)
      let isShown = occurrence.overlaps(window)
      if rest < 0 || isShown && result.count >= budget {
        missingFrom = Swift.max(window.lowerBound, occurrence.start.instant)
        break
      }
      if isShown { result.append(occurrence) }
    }
    return (result, missingFrom)
  }

  /// The next date at each time of day at which the class runs on a weekday, by start, and the first instant from which they are
  /// missing. They are searched among the next 53 dates, and all dates on 53 such days from the first of them.
  ///
  /// - Parameter budget: The most dates on these days.
  func runs(
    on weekday: Weekday, from instant: Instant, budget: Int
  ) -> (found: [ClassOccurrence], missingFrom: Instant?) {
    var found = nextOccurrences(from: instant, limit: Swift.min(53, budget))
    guard let first = found.first else { return ([], nil) }
    let expansion = RecurrenceExpansion(recurrenceSet)
    var day = first.start.local.date.startOfWeek(from: weekday)
    var (rest, missingFrom) = (budget, nil as Instant?)
    // The weekday of the current week may be past, hence one more.
    for _ in 0..<54 where missingFrom == nil {
      let window = QueryWindow(days: day..<day.adding(days: 1), in: zone).range
      let start = Swift.max(window.lowerBound, instant)
      day = day.adding(days: 7)
      guard start < window.upperBound else { continue }
      let dates = unmoved(in: start..<window.upperBound, of: expansion, budget: rest)
      rest -= dates.found.count
      found += dates.found
      missingFrom = dates.missingFrom
    }
    found += moved(in: expansion)
    found = found.filter {
      $0.status == .scheduled && $0.start.instant >= instant && $0.start.local.date.weekday == weekday
    }
    return (found.sorted(by: ClassOccurrence.isBefore).uniqued { $0.start.local.time }, missingFrom)
  }

  /// The class on one date of the class's own zone; several when it runs more than once a day.
  public func occurrences(on date: CivilDate) -> [ClassOccurrence] {
    let day = QueryWindow(days: date..<date.adding(days: 1), in: zone).range
    return occurrences(in: day).filter { day.contains($0.start.instant) }
  }

  /// The runs that a date or a time of the class's own zone names. A date names those that begin on it. A time names the one that
  /// begins at it, else the one to which the recurrence gives that start, wherever it was moved. Several runs that were moved to
  /// one time are told apart by the starts that the recurrence gives them.
  public func occurrences(named time: EventTime) -> [ClassOccurrence] {
    if case .date(let date) = time { return occurrences(on: date) }
    let instant = time.instant(in: zone)
    let beginning = occurrences(in: instant..<instant.adding(seconds: 1)).filter {
      $0.start.instant == instant
    }
    guard beginning.count != 1, let original = occurrence(at: instant) else { return beginning }
    return [original]
  }

  /// The shortest name of a run, as ``occurrences(named:)`` reads it: its date, with the time of day if the class runs several
  /// times on it; the start that the recurrence gives it where another run begins at the same time.
  public func shortStart(of run: ClassOccurrence) -> EventTime {
    let others = occurrences(on: run.start.local.date).filter { $0.original != run.original }
    if others.isEmpty { return .date(run.start.local.date) }
    return .zoned(others.contains { $0.start.instant == run.start.instant } ? run.original : run.start)
  }

  /// The starts of runs; those that the recurrence gives them where two begin at once.
  func distinctStarts(of runs: [ClassOccurrence]) -> [ZonedDateTime] {
    let starts = runs.map { $0.start }
    return Set(starts.map { $0.instant }).count == runs.count ? starts : runs.map { $0.original }
  }

  /// The class on the date with an original start; `nil` when it does not run then.
  public func occurrence(at original: Instant) -> ClassOccurrence? {
    occurrence(at: original, in: RecurrenceExpansion(recurrenceSet))
  }

  /// The next dates that take place, by start. At most `limit` + 1 000 instances are examined, so that the search in an
  /// endless series without any ends.
  public func nextOccurrences(from instant: Instant, limit: Int) -> [ClassOccurrence] {
    let expansion = RecurrenceExpansion(recurrenceSet)
    let limit = Swift.max(0, Swift.min(limit, .max - 1_000))
    let usual = expansion.instances(from: instant, viewer: zone).prefix(limit + 1_000).lazy
      .compactMap { $0.start.zonedTime }.filter { changes[$0.instant]?.start == nil }
      .map { occurrence(from: $0) }.filter { $0.status == .scheduled }.prefix(limit)
    let moved = moved(in: expansion).filter { $0.start.instant >= instant && $0.status == .scheduled }
    return Array((usual + moved).sorted(by: ClassOccurrence.isBefore).prefix(limit))
  }

  /// The rules for people to read: one that ends at a moment ends on the date of its last instance. A class that was ended or
  /// split ends a second before the next instance, on a day that would be taken for its last one.
  ///
  /// ```swift
  /// for rule in yoga.rulesByLastDate { print(rule.description(in: .english, zone: yoga.zone)) }
  /// // every Monday until 27 April 2026
  /// ```
  public var rulesByLastDate: [RecurrenceRule] {
    recurrence.rules.map { rule in
      guard let last = lastDate(of: rule) else { return rule }
      return modified(rule) { $0.end = .until(.date(last)) }
    }
  }

  /// The date of the last instance of a rule that ends at a moment; `nil` for another one, and where it has too many instances.
  private func lastDate(of rule: RecurrenceRule) -> CivilDate? {
    guard case .until(.utc(let moment)) = rule.end else { return nil }
    let end = Instant(secondsSinceEpoch: moment.secondsSinceEpoch).adding(seconds: 1)
    let expansion = RecurrenceExpansion(RecurrenceSet(start: .zoned(start), Recurrence(rule)))
    for days in [1, 8, 64, 512] {
      let found = Array(
        expansion.instances(in: end.adding(seconds: -days * 86_400)..<end, viewer: zone)
          .prefix(ClassBook.defaultBudget))
      if found.count == ClassBook.defaultBudget { return nil }
      if let last = found.last?.start.zonedTime { return last.local.date }
    }
    return nil
  }

  /// The dates with a start of their own.
  private func moved(in expansion: RecurrenceExpansion) -> [ClassOccurrence] {
    changes.filter { $0.value.start != nil }.compactMap { occurrence(at: $0.key, in: expansion) }
  }

  func occurrence(at original: Instant, in expansion: RecurrenceExpansion) -> ClassOccurrence? {
    let instances = expansion.instances(in: original..<original.adding(seconds: 1), viewer: zone)
    return instances.lazy.compactMap { $0.start.zonedTime }.first.map { occurrence(from: $0) }
  }

  /// The class on the date with an original start of the recurrence.
  func occurrence(from original: ZonedDateTime) -> ClassOccurrence {
    let change = changes[original.instant]
    let begins = change?.start ?? original
    let ends = begins.adding(change?.duration ?? duration)
    var occurrence = ClassOccurrence(
      uid: uid, original: original, start: begins, end: ends, summary: change?.summary ?? summary,
      details: change?.details ?? details, location: change?.location ?? location,
      color: change?.color ?? color, instructor: change?.instructor ?? instructor,
      isSubstituted: change?.instructor.map { !PersonKey.areSame($0, instructor) } ?? false,
      note: change?.note ?? "",
      places: Swift.max(0, change?.places ?? places), channelLimits: channelLimits, status: .scheduled,
      policy: policy)
    occurrence.categories = change?.categories ?? categories
    if !hasKnownPlaces, change?.places == nil { occurrence.hasUnknownPlaces = true }
    if let reason = change?.cancellation {
      occurrence.status = .cancelled(reason: reason)
    } else if change?.ignoresClosures != true, let closure = closure(over: occurrence.interval.seconds) {
      occurrence.status = .closed(closure)
    }
    return occurrence
  }

  private func closure(over seconds: Range<Int64>) -> ClosedPeriod? {
    closures.first { closure in
      let closed = closure.seconds(in: zone)
      return seconds.isEmpty ? closed.contains(seconds.lowerBound) : closed.overlaps(seconds)
    }
  }
}

extension ClassOccurrence {
  fileprivate func overlaps(_ window: Range<Instant>) -> Bool { interval.overlapsOrBegins(in: window) }

  static func isBefore(_ one: ClassOccurrence, _ other: ClassOccurrence) -> Bool {
    (one.start.instant, one.summary, one.uid, one.original.instant)
      < (other.start.instant, other.summary, other.uid, other.original.instant)
  }
}
