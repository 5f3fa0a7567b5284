public import AlmanacTime

/// Everything that says when an item happens: its start, its rules, added dates and excluded dates
/// (RFC 5545 §3.8.5).
///
/// Occurrences are the start, the rules' instances and the additions, without the exclusions, in order of time.
/// A start that its rule does not produce is the first instance all the same and is counted by COUNT;
/// `startIsOutOfStep` reports it. Instances run on the start's own clock; each is resolved in its zone: in a fold it
/// is the first, in a gap it moves by the gap and keeps its digits as recurrence id. Equal instants are one.
///
/// ```swift
/// var course = RecurrenceSet(start: .floating(try CivilDateTime("2026-03-02T09:00")))
/// course.rules = [RecurrenceRule(.weekly, on: [.monday, .wednesday])]
/// course.exceptions = [.floating(try CivilDateTime("2026-03-04T09:00"))]
/// ```
public struct RecurrenceSet: Sendable, Hashable {
  public var start: EventTime
  /// RRULE: usually one.
  public var rules: [RecurrenceRule]
  /// EXRULE of RFC 2445, still met in files.
  public var exclusionRules: [RecurrenceRule]
  /// RDATE.
  public var additions: [RecurrenceDate]
  /// EXDATE. Zoned and UTC values exclude by instant, floating ones by digits, dates by day.
  public var exceptions: [EventTime]

  public init(
    start: EventTime, rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [],
    additions: [RecurrenceDate] = [], exceptions: [EventTime] = []
  ) {
    self.start = start
    self.rules = rules
    self.exclusionRules = exclusionRules
    self.additions = additions
    self.exceptions = exceptions
  }

  /// Whether there is anything but the start.
  public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }
}

/// An added instance: a start, with an end or a duration of its own when it was given as a PERIOD.
public struct RecurrenceDate: Sendable, Hashable {
  /// How a PERIOD says where it ends (RFC 5545 §3.3.9).
  public enum Extent: Sendable, Hashable {
    case end(EventTime)
    case duration(CalendarDuration)
  }

  public let start: EventTime
  public let extent: Extent?

  public init(_ start: EventTime, extent: Extent? = nil) {
    self.start = start
    self.extent = extent
  }
}
