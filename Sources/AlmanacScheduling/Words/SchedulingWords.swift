public import AlmanacTime

/// The words in which a reader gets refusals and results: their language, the clocks of their zone and the names they know.
///
/// Seven languages are included; for any other the phrases and the dates are English.
///
/// ```swift
/// var words = SchedulingWords(.catalan, in: madrid)
/// words.name = { address in members[address] ?? address }
/// for refusal in decision.refusals { print(refusal.description(in: words)) }
/// // només és possible a partir del dilluns 2 de març de 2026 a les 18:00
/// ```
public struct SchedulingWords: Sendable {
  /// The language, which is English where the library does not have the phrases of another.
  public let localization: Localization
  /// The zone in which instants are written.
  public let zone: Zone
  /// The name of a person or a thing, given its address or name in the schedule, which is the default.
  public var name: @Sendable (String) -> String = { $0 }
  private let phrases: LanguageTable
  private let dates: Dates

  private enum Dates {
    /// In the words of the language.
    case words
    /// `2026-03-02 18:00`
    case digits
    /// `2026-03-02T17:00:00Z`
    case stamps
  }

  private init(_ localization: Localization, _ dates: Dates, in zone: Zone) {
    self.localization = Self.tables[localization.language] == nil ? .english : localization
    phrases = Self.tables.texts(in: localization)
    self.zone = zone
    self.dates = dates
  }

  /// Creates the words of a language, in which dates are written out: `Monday, 2 March 2026, 18:00`.
  public init(_ localization: Localization, in zone: Zone) {
    self.init(localization, .words, in: zone)
  }

  /// Creates English words, with dates in digits: `2026-03-02 18:00`.
  public init(in zone: Zone) {
    self.init(.english, .digits, in: zone)
  }

  /// English, with instants in UTC: `2026-03-02T17:00:00Z`.
  static let plain = SchedulingWords(.english, .stamps, in: .utc)

  private static let tables = LanguageTable.tables(in: PackageResources.SchedulingPhrases_txt)

  /// The date and the time of an instant in the zone, to the minute.
  public func moment(_ instant: Instant) -> String {
    if case .stamps = dates { return "\(instant)" }
    return moment(zone.local(at: instant))
  }

  private func moment(_ local: CivilDateTime) -> String {
    let time = Self.clock(local)
    if case .words = dates { return phrase("moment", ["day": day(local.date), "time": time]) }
    return "\(local.date) \(time)"
  }

  private static func clock(_ local: CivilDateTime) -> String { String(local.time.description.prefix(5)) }

  /// A date, or a date and a time on the clocks of its own zone.
  func start(_ time: EventTime) -> String {
    switch time {
    case .date(let date): day(date)
    case .floating(let local): moment(local)
    case .zoned(let zoned): moment(zoned.zone.local(at: zoned.instant))
    }
  }

  /// Times on the clocks of their own zones: the times of day alone if all are on one date.
  func times(_ times: [ZonedDateTime]) -> String {
    let locals = times.map { $0.zone.local(at: $0.instant) }
    let isOneDay = Set(locals.map { $0.date }).count == 1
    return list(locals.map { isOneDay ? Self.clock($0) : moment($0) })
  }

  /// A day.
  public func day(_ date: CivilDate) -> String {
    guard case .words = dates else { return "\(date)" }
    return phrase("day", ["weekday": localization.name(of: date.weekday), "date": localization.date(date)])
  }

  /// Dates or moments in a row.
  func list(_ items: [String]) -> String {
    if case .words = dates { items.joined(separator: "; ") } else { items.joined(separator: ", ") }
  }

  /// A half-open range of days: `on 2026-03-02`, `from 2026-03-02 to 2026-03-08`.
  func days(_ days: Range<CivilDate>) -> String {
    let last = days.upperBound.adding(days: -1)
    return last <= days.lowerBound
      ? phrase("one day", ["day": day(days.lowerBound)])
      : phrase("some days", ["first": day(days.lowerBound), "last": day(last)])
  }

  /// A phrase by its name in the data file, with its fields replaced, the name of whom it concerns and a text of the
  /// program's own, each where there is one: `busy (eva): Pilates`.
  ///
  /// - Parameter count: The number that decides between the forms of one and of several, where the phrase has both.
  func phrase(
    _ name: String, _ fields: [Substring: String] = [:], count: Int = 2, of subject: String = "",
    because detail: String = ""
  ) -> String {
    let forms = phrases[name]
    var text = ((count == 1 ? forms.first : forms.last) ?? "").filled(fields)
    if !subject.isEmpty { text = phrase("of", ["reason": text, "name": self.name(subject)]) }
    if detail.isEmpty { return text }
    let isLong = detail.utf8.count > Self.longestDetail
    return phrase("because", ["reason": text, "detail": isLong ? "\(detail.prefix(60))…" : detail])
  }

  /// The longest text of the program's own that a sentence has whole, in bytes: a list of reasons may have it thousands of times.
  private static let longestDetail = 1_000
}
