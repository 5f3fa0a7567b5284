import AlmanacEvents
import AlmanacTime

/// A day, a time of day or both, as typed: `2026-03-02`, `2026-03-02T09:00`, `tomorrow 09:00`, `09:00`,
/// `2026-03-02T09:00[Europe/Madrid]`.
struct When: Sendable, Hashable {
  /// `nil` where only a time of day is stated.
  private(set) var day: CivilDate?
  var time: CivilTime?
  /// The nearest day ahead, for a time of day alone.
  private let nearest: CivilDate
  /// The instant, if the text determines one.
  private(set) var zoned: ZonedDateTime?
  /// Whether the text names a zone, in which the item is then stored; an offset or `Z` only determines the instant.
  private(set) var namesZone = false
  /// The words that it was read from.
  private var phrase: DatePhrase?
  /// Whether it is a length, which counts from the start of the item of which it is the end.
  private var isLength = false
  /// Whether it is a day without a time of day.
  var isWholeDay: Bool { day != nil && time == nil }
  /// Whether it names a day in words.
  var isInWords: Bool { phrase != nil && day != nil }

  init(argument text: String) throws { try self.init(argument: text, isSaid: true) }

  /// Reads the end of an item, whose day can depend on the start.
  init(end text: String) throws { try self.init(argument: text, isSaid: false) }

  private init(argument text: String, isSaid: Bool) throws {
    let given: EventTime
    if EventTime.isInDigits(text) {
      given = try EventTime(argument: text)
      day = given.date
    } else {
      let (phrase, start) = try DateContext.read(text, isOfItem: true, isSaid: isSaid)
      self.phrase = phrase
      isLength = text.isLengthAhead
      given = start
      day = phrase.day == nil && phrase.secondsAhead == nil ? nil : start.date
    }
    nearest = given.date
    if !given.isDate { time = given.local.time }
    if case .zoned(let zoned) = given {
      self.zoned = zoned
      namesZone = text.hasSuffix("]")
    }
  }

  /// The date and the time that a phrase means now.
  init(_ phrase: DatePhrase, _ start: EventTime) {
    day = phrase.day == nil && phrase.secondsAhead == nil && phrase.zoned == nil ? nil : start.date
    nearest = start.date
    if !start.isDate { time = start.local.time }
    if case .zoned(let zoned) = start { self.zoned = zoned }
  }

  /// A day, or a time of day on it.
  init(_ day: CivilDate, _ time: CivilTime? = nil) {
    (self.day, nearest, self.time) = (day, day, time)
  }

  /// The time in a zone. A time in a gap of the zone is moved forward; one that was typed with an offset is converted to
  /// `zone`.
  ///
  /// - Parameters:
  ///   - date: The day if none is stated; where it is `nil`, the nearest day ahead.
  ///   - start: The time after which a weekday or a day without its year is the nearest, and from which a length counts; where it is
  ///     `nil`, now.
  ///   - isRepeating: Whether it is the start of a series, which has the time in a gap as its time of day.
  func eventTime(
    in zone: Zone, else date: CivilDate? = nil, after start: CivilDateTime? = nil, isRepeating: Bool = false
  ) -> EventTime {
    if isLength, let start, let seconds = phrase?.secondsAhead {
      return .zoned(zone.instant(of: start).adding(seconds: seconds).in(zone))
    }
    let date = start.flatMap { dayAhead(of: $0) } ?? day ?? date ?? nearest
    guard let time else { return .date(date) }
    let hasName = zoned?.zone.name.utf8.first.map { !"+-".utf8.contains($0) } ?? false
    let typed = zoned.map { hasName ? $0 : $0.in(zone) } ?? ZonedDateTime(date.at(time), in: zone)
    return .zoned(isRepeating ? typed : typed.instant.in(typed.zone))
  }

  /// The nearest day from a time on, of words that name one so, or the day at the end of a length.
  private func dayAhead(of start: CivilDateTime) -> CivilDate? {
    guard var phrase else { return nil }
    phrase.time = nil
    return phrase.day?.isNearest == true || isLength && phrase.day != nil ? phrase.date(after: start) : nil
  }
}
