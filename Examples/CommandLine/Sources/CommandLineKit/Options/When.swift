import AlmanacTime

/// A day, a time of day or both, as typed: `2026-03-02`, `2026-03-02T09:00`, `tomorrow 09:00`, `09:00`,
/// `2026-03-02T09:00[Europe/Madrid]`.
struct When: Sendable, Hashable {
  enum Day: Sendable, Hashable {
    case date(CivilDate)
    /// A number of days after today.
    case ahead(Int)
  }

  var day: Day?
  var time: CivilTime?
  /// The instant, if the text determines one.
  var zoned: ZonedDateTime?
  /// Whether the text names a zone, in which the item is then stored; an offset or `Z` only determines the instant.
  var namesZone = false

  init(argument text: String) throws {
    if let typed = Self.typed(text) {
      self = typed
      return
    }
    let given = try EventTime(argument: text)
    day = .date(given.date)
    if !given.isDate { time = given.local.time }
    if case .zoned(let zoned) = given {
      self.zoned = zoned
      namesZone = text.hasSuffix("]")
    }
  }

  private init(day: Day?, time: CivilTime?) {
    self.day = day
    self.time = time
  }

  /// A time without a day, or a word for a day with or without a time.
  private static func typed(_ text: String) -> When? {
    if text.contains(":"), let time = try? CivilTime(text) { return When(day: nil, time: time) }
    let words = text.split(separator: " ")
    let days = ["yesterday": -1, "today": 0, "tomorrow": 1]
    guard let first = words.first, words.count <= 2, let ahead = days[first.lowercased()] else { return nil }
    guard words.count == 2 else { return When(day: .ahead(ahead), time: nil) }
    return (try? CivilTime(String(words[1]))).map { When(day: .ahead(ahead), time: $0) }
  }

  /// The date; `nil` if no day is stated.
  func date(today: CivilDate) -> CivilDate? {
    switch day {
    case .date(let date): date
    case .ahead(let days): today.adding(days: days)
    case nil: nil
    }
  }

  /// The time in a zone. A time in a gap of the zone is moved forward; one that was typed with an offset is converted to
  /// `zone`.
  ///
  /// - Parameter date: The day if none is stated.
  /// - Returns: `nil` if there is no day at all.
  func eventTime(in zone: Zone, today: CivilDate, else date: CivilDate? = nil) -> EventTime? {
    guard let date = self.date(today: today) ?? date else { return nil }
    guard let time else { return .date(date) }
    if let zoned {
      let hasName = zoned.zone.name.utf8.first.map { !"+-".utf8.contains($0) } ?? false
      return .zoned(zoned.instant.in(hasName ? zoned.zone : zone))
    }
    return .zoned(zone.instant(of: date.at(time)).in(zone))
  }
}
