import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The bounds of a range of time.
struct BoundsOptions: ParsableArguments {
  @Option(
    help: "From a date, a time or a period such as next month on.", completion: .dates,
    transform: EventTime.init(from:))
  var from: EventTime?

  @Option(
    name: .customLong("until"),
    help: "Up to a date or a period, which is included, or a time, which is not.", completion: .dates,
    transform: RangeEnd.init(argument:))
  var end: RangeEnd?

  var until: EventTime? {
    get { end?.time }
    set { end = newValue.map(RangeEnd.init) }
  }

  @Option(help: ArgumentHelp("The number of days from --from or today.", valueName: "number"))
  var days: Int?

  mutating func validate() throws {
    end = try end?.settled(after: from)
    if days != nil && until != nil {
      throw ValidationError("--days and --until both set the end (expected one)")
    }
    try requireRange("--days", days, 1...36_600)
  }

  var isEmpty: Bool { from == nil && until == nil && days == nil }

  /// The range of instants. A start alone means the 30 days from it, an end alone the 30 days before it. A date in
  /// `--until` is included, in addition to the 30 days.
  ///
  /// - Returns: `nil` if there are no bounds.
  func range(
    _ common: CommonOptions, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> Range<Instant>? {
    let now = invocation.now(common, in: zone)
    if let days = days {
      let first = from ?? .date(zone.local(at: now).date)
      return first.instant(in: zone)..<first.end(afterDays: days).instant(in: zone)
    }
    if isEmpty { return nil }
    let lower = from ?? until?.adding(.days(-QueryWindow.defaultDays))
    let upper = until.map { $0.isDate ? $0.end(afterDays: 1) : $0 }
    do throws(EventError) {
      return try QueryWindow(
        from: lower, to: upper, now: now, in: zone, firstWeekday: invocation.firstWeekday(common)
      ).range
    } catch {
      if case .date(let first)? = lower, case .date(let last)? = until, first == last {
        throw .usage("there is no \(first) in \(zone.name)", expected: "another day")
      }
      throw .usage("--until is not after --from", expected: error.reasons.first?.expected)
    }
  }

  /// The range of instants of what is not expanded, such as sessions: a start alone has no end, an end alone no start.
  ///
  /// - Returns: `nil` if there are no bounds.
  func openRange(
    _ common: CommonOptions, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> Range<Instant>? {
    guard let range = try range(common, in: zone, &invocation) else { return nil }
    if days != nil || from != nil && until != nil { return range }
    return from == nil ? Instant.min..<range.upperBound : range.lowerBound..<Instant.max
  }

  /// The range of instants; without bounds a number of days from today.
  func range(
    elseDays standard: Int, _ common: CommonOptions, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> Range<Instant> {
    if let range = try range(common, in: zone, &invocation) { return range }
    let today = EventTime.date(zone.local(at: invocation.now(common, in: zone)).date)
    return today.instant(in: zone)..<today.end(afterDays: standard).instant(in: zone)
  }

  /// The range of instants in the future: an end alone that is not over means the time from today until then.
  func range(
    aheadElseDays standard: Int, _ common: CommonOptions, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> Range<Instant> {
    let now = invocation.now(common, in: zone)
    var bounds = self
    if from == nil, let until, until.instant(in: zone) >= now {
      bounds.from = .date(zone.local(at: now).date)
    }
    return try bounds.range(elseDays: standard, common, in: zone, &invocation)
  }
}

/// The end of a range as typed. In words it can depend on the beginning: `wednesday` is the nearest after it, `+4h` counts from it.
struct RangeEnd: Sendable {
  /// `nil` for a time that was not typed.
  private var text: String?
  private(set) var time: EventTime

  init(_ time: EventTime) {
    self.time = time
  }

  init(argument text: String) throws {
    self.text = text
    time = try Self.read(text, after: nil, isSaid: false)
  }

  /// The end as it is after the beginning of the range. A message says how it was understood.
  func settled(after begin: EventTime?) throws -> RangeEnd {
    guard let text else { return self }
    var end = self
    end.time = try Self.read(text, after: begin, isSaid: true)
    return end
  }

  private static func read(_ text: String, after begin: EventTime?, isSaid: Bool) throws -> EventTime {
    if (try? YearMonth(text)) != nil || EventTime.isInDigits(text) {
      return try EventTime.period(text).map { .date($0.upperBound) } ?? EventTime(argument: text)
    }
    if let days = try? DateContext.days(text, isSaid: isSaid, from: begin?.date) {
      return .date(days.upperBound)
    }
    return try DateContext.read(text, isSaid: isSaid, after: begin?.local).start
  }
}

extension EventTime {
  /// The same time a number of days later. Days of which the last is the last representable one end with its last second.
  fileprivate func end(afterDays days: Int) -> EventTime {
    if case .date(let date) = self, CivilDate.max.days(since: date) < days { return .floating(.max) }
    return adding(.days(days))
  }
}

/// The items to be listed.
struct QueryOptions: ParsableArguments {
  @Option(
    name: .customLong("category"),
    help: ArgumentHelp(
      "Only items of this category, in any case; may be given several times.", valueName: "name"),
    completion: .categories)
  var categories: [String] = []

  @Option(help: ArgumentHelp("Only items with this text in their name, note or location.", valueName: "text"))
  var text: String = ""

  @Option(help: ArgumentHelp("Only items that this person attends or organizes.", valueName: "address"))
  var attendee: String = ""

  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp(
      "Only items of this kind: event, todo or journal; may be given several times.", valueName: "kind"))
  var kinds: [Choice<Item.Kind>] = []

  var query: OccurrenceQuery {
    var query = OccurrenceQuery(
      categories: categories, text: text, attendee: Person(attendee)?.address ?? attendee)
    if !kinds.isEmpty { query.kinds = Set(kinds.map { $0.value }) }
    return query
  }
}
