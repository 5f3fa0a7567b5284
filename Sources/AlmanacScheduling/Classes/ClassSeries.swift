public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacTime

/// A class that recurs and has places: what it is, when it runs, and what is different on single dates.
///
/// ```swift
/// var yoga = ClassSeries("Yoga", repeating: weekly, from: seven, lasting: .hours(1), places: 12)
/// yoga.closures = [ClosedPeriod(days: august, "Summer")]
/// yoga.changes[monday.instant] = ClassChange(instructor: "Ana")          // a substitute on that date
/// yoga.occurrences(on: date)
/// ```
public struct ClassSeries: Sendable, Hashable, Codable, Identifiable {
  public var uid: String
  public var title: String
  public var details: String
  public var location: String
  public var instructor: String
  public var categories: [String]
  public var color: CalendarColor?
  /// The start of the first class, in the zone of the place.
  public var start: ZonedDateTime
  public var duration: CalendarDuration
  /// By what it repeats.
  public var recurrence: Recurrence
  public var places: Int
  /// How many of the places may be booked through a channel (`web`, `partner`, …); others are not limited.
  public var channelLimits: [String: Int]
  /// In these it does not run.
  public var closures: [ClosedPeriod]
  /// What is different on single dates, by the start that the recurrence gives them.
  public var changes: [Instant: ClassChange]
  public var policy: ClassPolicy
  /// Which series were one with this before it was split.
  public var relations: [Relation]
  private var schema = StoredSchema()

  public init(
    _ title: String, repeating rule: RecurrenceRule? = nil, from start: ZonedDateTime,
    lasting duration: CalendarDuration, places: Int, instructor: String = "", location: String = "",
    details: String = "", policy: ClassPolicy = .standard, uid: String = ""
  ) {
    self.uid = uid
    self.title = title
    self.details = details
    self.location = location
    self.instructor = instructor
    self.start = start
    self.duration = duration
    self.places = places
    self.policy = policy
    recurrence = rule.map { Recurrence($0) } ?? .none
    categories = []
    color = nil
    channelLimits = [:]
    closures = []
    changes = [:]
    relations = []
  }

  public var id: String { uid }

  public var zone: Zone { start.zone }
}

/// What is different about a class on one date; what is `nil` is as always.
public struct ClassChange: Sendable, Hashable, Codable {
  /// Why it does not take place; `nil` when it does.
  public var cancellation: String?
  /// When it takes place instead.
  public var start: ZonedDateTime?
  public var duration: CalendarDuration?
  public var places: Int?
  /// The substitute.
  public var instructor: String?
  public var location: String?
  /// What the class is called on that date, such as a guest's evening.
  public var title: String?
  public var details: String?
  /// Whether it takes place although the period is closed.
  public var ignoresClosures: Bool
  public var note: String

  public init(
    cancellation: String? = nil, start: ZonedDateTime? = nil, duration: CalendarDuration? = nil,
    places: Int? = nil, instructor: String? = nil, location: String? = nil,
    title: String? = nil, details: String? = nil, ignoresClosures: Bool = false, note: String = ""
  ) {
    self.cancellation = cancellation
    self.start = start
    self.duration = duration
    self.places = places
    self.instructor = instructor
    self.location = location
    self.title = title
    self.details = details
    self.ignoresClosures = ignoresClosures
    self.note = note
  }
}
