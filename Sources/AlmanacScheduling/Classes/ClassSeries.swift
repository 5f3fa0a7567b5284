public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacTime

/// A recurring class with places: its description, its recurrence and its changes on single dates.
///
/// ```swift
/// var yoga = ClassSeries("Yoga", from: seven, lasting: .hours(1), repeating: weekly, places: 12, uid: "yoga")
/// yoga.closures = [ClosedPeriod(days: august, "Summer")]
/// yoga.changes[monday.instant] = ClassChange(instructor: "Ana")          // a substitute on that date
/// yoga.occurrences(on: date)
/// ```
public struct ClassSeries: Sendable, Hashable, Codable, Identifiable {
  /// The identity in a book and in calendars: UID (RFC 5545 §3.8.4.7).
  public var uid: String
  /// The title: SUMMARY (RFC 5545 §3.8.1.12).
  public var summary: String
  /// The description: DESCRIPTION (RFC 5545 §3.8.1.5); empty for none.
  public var details: String
  /// The place: LOCATION (RFC 5545 §3.8.1.7); empty for none.
  public var location: String
  /// The name or mail address of the usual instructor: CONTACT (RFC 5545 §3.8.4.2); empty for none.
  public var instructor: String
  /// The categories: CATEGORIES (RFC 5545 §3.8.1.2); empty for none.
  public var categories: [String] = []
  /// The colour: COLOR (RFC 7986 §5.9); `nil` for none.
  public var color: CalendarColor?
  /// Who may see the class: CLASS (RFC 5545 §3.8.1.3); `nil` for everybody. Only a class for everybody is published.
  public var classification: Classification?
  /// The start of the first class, in the zone of the place.
  public var start: ZonedDateTime
  /// The length of each class, whose days are days on the clocks of `zone`.
  public var duration: CalendarDuration
  /// The rules, additions and exceptions of its recurrence.
  public var recurrence: Recurrence
  /// The number of places as it is stated; `nil` where it is not known.
  var knownPlaces: Int?
  /// The number of places that may be booked through a channel (`web`, `partner`, …); other channels have no limit.
  public var channelLimits: [String: Int] = [:]
  /// The periods in which it does not run.
  public var closures: [ClosedPeriod] = []
  /// The changes on single dates, by the start that the recurrence gives them.
  public var changes: [Instant: ClassChange] = [:]
  /// The times for booking, cancelling and checking in, the same on all dates.
  public var policy: ClassPolicy
  /// The links to the other parts of a series that was split (RFC 9253 §5).
  public var relations: [Relation] = []
  private var schema = StoredSchema()

  /// Creates a class, which runs once if `rule` is `nil`. Classes of one book need different UIDs: of two with one
  /// UID the later replaces the earlier.
  public init(
    _ summary: String, from start: ZonedDateTime, lasting duration: CalendarDuration,
    repeating rule: RecurrenceRule? = nil, places: Int, instructor: String = "", location: String = "",
    details: String = "", policy: ClassPolicy = .standard, uid: String
  ) {
    self.uid = uid
    self.summary = summary
    self.details = details
    self.location = location
    self.instructor = instructor
    self.start = start
    self.duration = duration
    knownPlaces = places
    self.policy = policy
    recurrence = rule.map { Recurrence($0) } ?? .none
  }

  /// Decodes a class, which has a UID, a title, a start and a duration. What else is not stated has its default, and places
  /// that are not stated are not known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .summary),
      from: try container.decode(ZonedDateTime.self, forKey: .start),
      lasting: try container.decode(CalendarDuration.self, forKey: .duration), places: 0,
      uid: try container.decode(String.self, forKey: .uid))
    knownPlaces = try container.decodeIfPresent(Int.self, forKey: .knownPlaces)
    try container.decode(.details, into: &details)
    try container.decode(.location, into: &location)
    try container.decode(.instructor, into: &instructor)
    try container.decode(.categories, into: &categories)
    try container.decode(.color, into: &color)
    try container.decode(.classification, into: &classification)
    try container.decode(.recurrence, into: &recurrence)
    try container.decode(.channelLimits, into: &channelLimits)
    try container.decode(.closures, into: &closures)
    try container.decode(.changes, into: &changes)
    try container.decode(.policy, into: &policy)
    try container.decode(.relations, into: &relations)
    try container.decode(.schema, into: &schema)
  }

  private enum CodingKeys: String, CodingKey {
    case uid, details, location, instructor, categories, color, classification, start, duration
    case recurrence, channelLimits, closures, changes, policy, relations, schema
    case summary = "title"
    case knownPlaces = "places"
  }

  /// The number of places, 0 while ``hasKnownPlaces`` is `false`.
  public var places: Int {
    get { knownPlaces ?? 0 }
    set { knownPlaces = newValue }
  }

  /// Whether the number of places is known. Nobody can book a class whose number another program dropped from its file;
  /// setting ``places`` states it again.
  public var hasKnownPlaces: Bool { knownPlaces != nil }

  public var id: String { uid }

  /// The zone of the start, on whose clocks the class recurs.
  public var zone: Zone { start.zone }
}

/// The properties of a class that differ on one date; `nil` is the value of the series.
public struct ClassChange: Sendable, Hashable, Codable {
  /// The reason why it does not take place; `nil` when it does.
  public var cancellation: String?
  /// The start to which it is moved.
  public var start: ZonedDateTime?
  /// The length on that date.
  public var duration: CalendarDuration?
  /// The number of places on that date; a number below 0 counts as 0.
  public var places: Int?
  /// The substitute.
  public var instructor: String?
  /// The place on that date; an empty text is none.
  public var location: String?
  /// The title on that date, such as a guest's evening.
  public var summary: String?
  /// The description on that date; an empty text is none.
  public var details: String?
  /// The colour on that date.
  public var color: CalendarColor?
  /// The categories on that date; an empty array is none.
  public var categories: [String]?
  /// Whether it takes place in a closed period.
  public var ignoresClosures: Bool
  /// A remark about that date: COMMENT (RFC 5545 §3.8.1.4); empty for none.
  public var note: String

  private enum CodingKeys: String, CodingKey {
    case cancellation, start, duration, places, instructor, location, details, color, categories,
      ignoresClosures, note
    case summary = "title"
  }

  /// Creates a change; properties that are left out have the values of the series. A `cancellation` without a reason
  /// is an empty text.
  public init(
    cancellation: String? = nil, start: ZonedDateTime? = nil, duration: CalendarDuration? = nil,
    places: Int? = nil, instructor: String? = nil, location: String? = nil,
    summary: String? = nil, details: String? = nil, color: CalendarColor? = nil, categories: [String]? = nil,
    ignoresClosures: Bool = false, note: String = ""
  ) {
    self.cancellation = cancellation
    self.start = start
    self.duration = duration
    self.places = places
    self.instructor = instructor
    self.location = location
    self.summary = summary
    self.details = details
    self.color = color
    self.categories = categories
    self.ignoresClosures = ignoresClosures
    self.note = note
  }
}

/// The properties that describe a class, and each of its dates.
protocol DescribedClass {
  var summary: String { get set }
  var details: String { get set }
  var color: CalendarColor? { get set }
  var categories: [String] { get set }
  var instructor: String { get set }
  var location: String { get set }
}

extension ClassSeries: DescribedClass {}
extension ClassOccurrence: DescribedClass {}

extension DescribedClass {
  mutating func copyDescription(of other: some DescribedClass) {
    (summary, details, color, categories) = (other.summary, other.details, other.color, other.categories)
    (instructor, location) = (other.instructor, other.location)
  }
}

extension ClassChange {
  /// Sets the description, each property to `nil` if it is that of the series.
  mutating func setDescription(of date: some DescribedClass, unlike series: ClassSeries) {
    summary = date.summary == series.summary ? nil : date.summary
    details = date.details == series.details ? nil : date.details
    color = date.color == series.color ? nil : date.color
    categories = date.categories == series.categories ? nil : date.categories
    instructor = date.instructor == series.instructor ? nil : date.instructor
    location = date.location == series.location ? nil : date.location
  }
}

/// The times at which a class may be booked, cancelled and checked into.
///
/// Durations count from the start of the class; days are days on its wall clock.
public struct ClassPolicy: Sendable, Hashable, Codable {
  /// The time before the start at which booking opens; `nil` for no such limit.
  public var opensBefore: CalendarDuration?
  /// The time before the start at which booking closes; a negative duration is one after it.
  public var closesBefore: CalendarDuration
  /// A cancellation later than this before the start is a late one.
  public var freeCancellationBefore: CalendarDuration
  /// The time before the start until which the waiting list gets free places by itself; later the first who books gets
  /// them, waiting or not.
  public var promotesUntilBefore: CalendarDuration
  /// The most bookings that may wait; `nil` for no limit.
  public var waitlistLimit: Int?
  /// The most places that one booking may take.
  public var placesPerBooking: Int
  /// The time for which places are held for a member who has not confirmed.
  public var holdsFor: CalendarDuration
  /// The time before the start from which people may check in.
  public var checkInOpensBefore: CalendarDuration
  /// The time after the start until which people may check in; then the places of absent members may be released.
  public var checkInClosesAfter: CalendarDuration

  /// Creates a policy. By default booking is open until the start and a member may check in from an hour before it to
  /// 15 minutes after it; a hold lasts 10 minutes.
  public init(
    opensBefore: CalendarDuration? = nil, closesBefore: CalendarDuration = .zero,
    freeCancellationBefore: CalendarDuration = .zero, promotesUntilBefore: CalendarDuration = .zero,
    waitlistLimit: Int? = nil, placesPerBooking: Int = 1, holdsFor: CalendarDuration = .minutes(10),
    checkInOpensBefore: CalendarDuration = .hours(1), checkInClosesAfter: CalendarDuration = .minutes(15)
  ) {
    self.opensBefore = opensBefore
    self.closesBefore = closesBefore
    self.freeCancellationBefore = freeCancellationBefore
    self.promotesUntilBefore = promotesUntilBefore
    self.waitlistLimit = waitlistLimit
    self.placesPerBooking = placesPerBooking
    self.holdsFor = holdsFor
    self.checkInOpensBefore = checkInOpensBefore
    self.checkInClosesAfter = checkInClosesAfter
  }

  /// Decodes a policy. A term that is not stated has its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.decode(.opensBefore, into: &opensBefore)
    try container.decode(.closesBefore, into: &closesBefore)
    try container.decode(.freeCancellationBefore, into: &freeCancellationBefore)
    try container.decode(.promotesUntilBefore, into: &promotesUntilBefore)
    try container.decode(.waitlistLimit, into: &waitlistLimit)
    try container.decode(.placesPerBooking, into: &placesPerBooking)
    try container.decode(.holdsFor, into: &holdsFor)
    try container.decode(.checkInOpensBefore, into: &checkInOpensBefore)
    try container.decode(.checkInClosesAfter, into: &checkInClosesAfter)
  }

  /// Booking and free cancellation until the start, one place for each booking.
  public static let standard = ClassPolicy()
}

extension ClassSeries {
  /// The change of one date that gives it these terms, and the terms that result; `nil` where no change does.
  func change(giving terms: ClassOccurrence, at original: Instant) -> (
    change: ClassChange, occurrence: ClassOccurrence
  )? {
    var terms = terms
    terms.isSubstituted = !PersonKey.areSame(terms.instructor, instructor)
    var change = changes[original] ?? ClassChange()
    change.start = terms.start == terms.original ? nil : terms.start
    if terms.start.adding(change.duration ?? duration) != terms.end {
      let isUsual = terms.start.adding(duration) == terms.end
      change.duration =
        isUsual ? nil : CalendarDuration(.seconds(terms.end.instant.seconds(since: terms.start.instant)))
    }
    change.places = terms.places == places ? nil : terms.places
    change.setDescription(of: terms, unlike: self)
    change.note = terms.note
    change.cancellation = nil
    if case .cancelled(let reason) = terms.status { change.cancellation = reason }
    for ignoresClosures in [change.ignoresClosures, !change.ignoresClosures] {
      change.ignoresClosures = ignoresClosures
      var series = self
      series.changes[original] = change
      if let occurrence = series.occurrence(at: original), occurrence == terms { return (change, occurrence) }
    }
    return nil
  }
}
