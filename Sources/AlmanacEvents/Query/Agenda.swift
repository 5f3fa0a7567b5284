public import AlmanacTime

/// What a query found.
///
/// ```swift
/// let agenda = calendar.agenda(in: month, viewer: madrid)
/// for occurrence in try agenda.occurrences { print(occurrence.start) }       // all, or an error
/// for occurrence in agenda.found { print(occurrence.start) }                 // what there is …
/// for series in agenda.unexpanded { print(series.summary, series.from) }     // … and what is missing
/// ```
public struct Agenda: Sendable, Hashable {
  /// What was found, whether it is all or not, in the order of `OccurrenceOrder`.
  public let found: [Occurrence]
  /// Whether there is more than the query's limit, where it has one; `found` has the earliest then.
  public let isTruncated: Bool
  /// The series of which only the first instances are in `found`, in order of where they stop; see
  /// `OccurrenceQuery.budget`.
  public let unexpanded: [UnexpandedSeries]
  /// The calendar systems by which rules of items in question count (RSCALE, RFC 7529) and that the query does not
  /// know, in order: of those series only the start and the added dates are given.
  public let unknownCalendars: [String]

  /// All that was asked for, in the order of `OccurrenceOrder`.
  ///
  /// - Throws: `EventError` with code `too_many_instances` for each series of which instances are missing.
  public var occurrences: [Occurrence] {
    get throws(EventError) {
      if let error = EventError(unexpanded) { throw error }
      return found
    }
  }
}

/// A series of which a query expanded only the first instances, as it has more than its share of the budget.
public struct UnexpandedSeries: Sendable, Hashable {
  public let uid: String
  public let kind: Item.Kind
  /// Which of the calendars that were asked it is in, counted from 0.
  public let calendar: Int
  public let summary: String
  /// When instances begin to be missing: all that happens earlier within the range is there.
  public let from: Instant

  public init(uid: String, kind: Item.Kind = .event, calendar: Int = 0, summary: String = "", from: Instant) {
    self.uid = uid
    self.kind = kind
    self.calendar = calendar
    self.summary = summary
    self.from = from
  }

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
    if one.from != other.from { return one.from < other.from }
    return (one.calendar, one.uid, one.kind.rawValue, one.summary)
      < (other.calendar, other.uid, other.kind.rawValue, other.summary)
  }
}

extension EventError {
  /// - Returns: `nil` when nothing is missing.
  init?(_ unexpanded: [UnexpandedSeries]) {
    self.init(
      unexpanded.map {
        Reason(
          .tooManyInstances, "RRULE", uid: $0.uid,
          expected: "a range that ends by \($0.from), or a rule that repeats less often")
      })
  }
}
