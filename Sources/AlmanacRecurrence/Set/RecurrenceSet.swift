public import AlmanacTime

/// The rules, added dates and excluded dates by which an item repeats (RFC 5545 §3.8.5).
///
/// ```swift
/// event.recurrence = Recurrence(RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24)))
/// ```
public struct Recurrence: Sendable, Hashable {
  /// RRULE: usually one.
  public var rules: [RecurrenceRule]
  /// EXRULE of RFC 2445, still found in files.
  public var exclusionRules: [RecurrenceRule]
  /// RDATE.
  public var additions: [RecurrenceDate]
  /// EXDATE. Zoned and UTC values exclude by instant, floating ones by digits, dates by day.
  public var exceptions: [EventTime]

  /// Creates a recurrence; without arguments, that of an item that happens once.
  public init(
    _ rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [], additions: [RecurrenceDate] = [],
    exceptions: [EventTime] = []
  ) {
    self.rules = rules
    self.exclusionRules = exclusionRules
    self.additions = additions
    self.exceptions = exceptions
  }

  /// Creates the recurrence of one rule, without added and excluded dates.
  public init(_ rule: RecurrenceRule) { self.init([rule]) }

  /// The recurrence of an item that happens once.
  public static let none = Recurrence()

  /// Whether there is any rule or added date beside the start.
  public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }
}

/// The times of an item: its start and its recurrence.
///
/// Its instances are the start, those of the rules and the additions, without the exclusions, in order of time. A start
/// that no rule produces is nevertheless the first instance and is counted by COUNT;
/// `RecurrenceExpansion.startIsOutOfStep` reports it. Instances are computed on the start's own clock and resolved in
/// its zone: in a fold to the first time, in a gap moved by the gap, the digits remaining the recurrence id. Equal
/// instants are one.
///
/// ```swift
/// var course = RecurrenceSet(start: .floating(try CivilDateTime("2026-03-02T09:00")))
/// course.recurrence.rules = [RecurrenceRule(.weekly, on: [.monday, .wednesday])]
/// course.recurrence.exceptions = [.floating(try CivilDateTime("2026-03-04T09:00"))]
/// ```
public struct RecurrenceSet: Sendable, Hashable {
  /// DTSTART, whose form and zone all instances have.
  public var start: EventTime
  /// The rules, added dates and excluded dates. An addition of another form is converted to that of `start`.
  public var recurrence: Recurrence

  /// Creates a set of a start and its recurrence, by default a start that happens once.
  public init(start: EventTime, _ recurrence: Recurrence = .none) {
    self.start = start
    self.recurrence = recurrence
  }
}

/// An added instance: a start, and with a PERIOD an end or a duration of its own.
public struct RecurrenceDate: Sendable, Hashable {
  /// The end of a PERIOD (RFC 5545 §3.3.9).
  public enum Extent: Sendable, Hashable {
    /// The end, not included, as in `19970101T180000Z/19970102T070000Z`.
    case end(EventTime)
    /// The length, as in `19970101T180000Z/PT5H30M`.
    case duration(CalendarDuration)
  }

  /// The start of the added instance.
  public let start: EventTime
  /// The instance's own end; `nil` where the instance is as long as the item.
  public let extent: Extent?

  /// Creates an added instance, by default as long as the item.
  public init(_ start: EventTime, extent: Extent? = nil) {
    self.start = start
    self.extent = extent
  }
}

#if !hasFeature(Embedded)
  /// Coded as the value of an RRULE: `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24`.
  extension RecurrenceRule: TextCoded {}

  /// Coded as its start, or as an object with `start` and `end` or `duration`.
  extension RecurrenceDate: Codable {
    private struct Form: Codable {
      let start: EventTime
      var end: EventTime?
      var duration: CalendarDuration?
    }

    public init(from decoder: any Decoder) throws {
      if let start = try? EventTime(from: decoder) {
        self.init(start)
        return
      }
      let form = try Form(from: decoder)
      self.init(form.start, extent: form.end.map { .end($0) } ?? form.duration.map { .duration($0) })
    }

    public func encode(to encoder: any Encoder) throws {
      switch extent {
      case nil: try start.encode(to: encoder)
      case .end(let end): try Form(start: start, end: end).encode(to: encoder)
      case .duration(let duration): try Form(start: start, duration: duration).encode(to: encoder)
      }
    }
  }
#endif
