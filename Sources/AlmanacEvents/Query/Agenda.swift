public import AlmanacTime

/// The result of a query.
///
/// ```swift
/// let agenda = calendar.agenda(in: month, viewer: madrid)
/// for occurrence in try agenda.occurrences { print(occurrence.start) }       // all of them, or an error
/// for occurrence in agenda.found { print(occurrence.start) }                 // those that were expanded …
/// for series in agenda.unexpanded { print(series.summary, series.from) }     // … and where others are missing
/// ```
public struct Agenda: Sendable, Hashable {
  /// The occurrences found, complete or not, in the order of `OccurrenceOrder`.
  public let found: [Occurrence]
  /// Whether there are more occurrences than the query's limit; `found` then has the earliest.
  public let isTruncated: Bool
  /// The series of which only the first instances are in `found`, in order of the time from which they are missing: those that
  /// repeat too often (see `OccurrenceQuery.budget`), those whose rules count by an unknown calendar system, and those whose
  /// rules or added dates could not be read.
  public let unexpanded: [UnexpandedSeries]
  /// The items that may take other time than that of their occurrences, as a start, a length or a zone could not be read; only in
  /// an agenda of busy time.
  package let doubtful: [UnexpandedSeries]
  /// The calendar systems of rules (RSCALE, RFC 7529) that are not among those of their calendar, in order. Of these series
  /// only the start and the added dates are in `found`, and they are among the `unexpanded` ones.
  public let unknownCalendars: [String]
  /// The number of instances that were passed over, being excluded or outside the range.
  package let skipped: Int

  /// All occurrences, in the order of `OccurrenceOrder`.
  ///
  /// - Throws: `EventError` with code `too_many_instances`, `unsupported_calendar` or `unread_times`, for each series of which
  ///   instances are missing.
  public var occurrences: [Occurrence] {
    get throws(EventError) {
      if let error = EventError(unexpanded) { throw error }
      return found
    }
  }
}

/// A series of which a query expanded only the first instances: it has more than its share of the query's budget, its rules
/// count by an unknown calendar system, or its times could not be read.
public struct UnexpandedSeries: Sendable, Hashable {
  /// The UID of the series; of a statement of availability, that of the statement.
  public let uid: String
  /// The kind of its items; `.event` also for a statement of availability.
  public let kind: Item.Kind
  /// The place of its calendar among those of the query, counted from 0.
  public let calendar: Int
  /// The summary of the series, for messages; empty when it has none.
  public let summary: String
  /// The instant from which instances are missing; earlier ones within the range are complete. A series by an unknown calendar
  /// system has its start there.
  public let from: Instant
  /// The calendar system of its rules (RSCALE, RFC 7529) that is not among those of its calendar; `nil` where it repeats too
  /// often.
  public let unknownCalendar: String?
  /// The property that could not be read, or not completely, such as `RRULE`; `nil` for another reason.
  public let unreadProperty: String?
  /// The end of the time in which instances may be missing.
  package let until: Instant

  /// Creates a report of a series of which instances are missing from `from` on, by default as it repeats too often.
  public init(
    uid: String, kind: Item.Kind = .event, calendar: Int = 0, summary: String = "", from: Instant,
    unknownCalendar: String? = nil
  ) {
    self.init(
      uid: uid, kind: kind, calendar: calendar, summary: summary, from: from,
      unknownCalendar: unknownCalendar, until: .max, unreadProperty: nil)
  }

  package init(
    uid: String, kind: Item.Kind = .event, calendar: Int = 0, summary: String = "", from: Instant,
    unknownCalendar: String? = nil, until: Instant, unreadProperty: String?
  ) {
    self.uid = uid
    self.kind = kind
    self.calendar = calendar
    self.summary = summary
    self.from = from
    self.unknownCalendar = unknownCalendar
    self.until = until
    self.unreadProperty = unreadProperty
  }

  /// The identity of the series as a whole, the same for its copies in several calendars.
  public var id: ItemID { ItemID(uid: uid, kind: kind) }
}

extension UnexpandedSeries: Comparable {
  struct Key: Hashable {
    let calendar: Int
    let id: ItemID
  }

  var key: Key { Key(calendar: calendar, id: id) }

  /// Earlier first; a total order, so that equal inputs give equal outputs.
  public static func < (one: UnexpandedSeries, other: UnexpandedSeries) -> Bool {
    (one.from, one.calendar, one.uid, one.kind.rawValue, one.summary)
      < (other.from, other.calendar, other.uid, other.kind.rawValue, other.summary)
  }
}

extension EventError {
  /// - Returns: `nil` when nothing is missing.
  init?(_ unexpanded: [UnexpandedSeries]) {
    self.init(
      unexpanded.map { (series) -> Reason in
        if let unknown = series.unknownCalendar { return .unsupportedCalendar(unknown, uid: series.uid) }
        if let unread = series.unreadProperty { return .unreadTimes(unread, uid: series.uid) }
        return Reason(
          .tooManyInstances, "RRULE", uid: series.uid,
          expected: "a range that ends by \(series.from), or a rule that repeats less often")
      })
  }
}
