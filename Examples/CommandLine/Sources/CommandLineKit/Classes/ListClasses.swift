import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac class list`
struct ListClasses: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the classes, or those of a weekday in order of time.")

  @Option(help: "monday … sunday.")
  var weekday: FirstWeekday?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let book = ClassBook(EventCalendar(items: setting.calendars.flatMap { $0.items }))
    let dated: [(series: ClassSeries, next: ClassOccurrence?)]
    var unexpanded: [UnexpandedSeries] = []
    if let weekday {
      let runs = book.runs(on: weekday.weekday, from: setting.now)
      dated = runs.found.compactMap { run in book.series(run.uid).map { ($0, run) } }
      unexpanded = runs.unexpanded
    } else {
      // Classes of one name are in the order of their next dates.
      dated = book.series.map { (series: $0, next: $0.nextOccurrences(from: setting.now, limit: 1).first) }
        .sorted {
          ($0.next?.start.instant ?? .max, $0.series.uid) < ($1.next?.start.instant ?? .max, $1.series.uid)
        }
        .alphabetical(in: setting.renderer.localization) { $0.series.summary }
    }
    // Bookings that are not read may be of any class.
    invocation.recordUnknownTimes(
      in: dated.compactMap { $0.next?.interval }.span, viewer: setting.zone, ofPeople: true)
    let isComplete = invocation.unread.isEmpty
    let listed = dated.map { ListedClass($0.series, next: $0.next, in: book, at: setting.now, isComplete) }
    invocation.print(
      listed.map { $0.line(setting.renderer.localization.ofSentences, in: setting.words) },
      ["version": .version, "classes": .array(listed.map { $0.json })], setting, common)
    try invocation.requireComplete(unexpanded, in: setting.zone)
  }
}

/// A class as it is on its next date, with the free places then. Only the title and the rules are those of the class.
private struct ListedClass {
  let series: ClassSeries
  let next: ClassOccurrence?
  private let roster: Roster?
  private let now: Instant

  /// - Parameter isComplete: Whether all bookings are read; otherwise the number of free places is unknown.
  init(
    _ series: ClassSeries, next: ClassOccurrence?, in book: ClassBook, at now: Instant, _ isComplete: Bool
  ) {
    (self.series, self.next, self.now) = (series, next, now)
    roster = !isComplete ? nil : next.flatMap { book.roster(of: series.uid, at: $0.original.instant) }
  }

  private var details: String { next?.details ?? series.details }
  private var instructor: String { next?.instructor ?? series.instructor }
  private var location: String { next?.location ?? series.location }
  private var start: ZonedDateTime { next?.start ?? series.start }
  /// The number of places; `nil` if it is unknown.
  private var places: Int? {
    next.map { $0.knownPlaces } ?? (series.hasKnownPlaces ? series.places : nil)
  }

  /// The length of the next date.
  private var duration: CalendarDuration {
    next.flatMap { series.changes[$0.original.instant]?.duration } ?? series.duration
  }

  func line(_ localization: Localization, in words: SchedulingWords) -> StyledText {
    let times = next?.shownTimes ?? [start, start.adding(duration)].map(\.clockTime)
    var line = StyledText("\(times[0])–\(times[1])  ")
    line.append("\(title: series.summary)", .bold)
    let rules = series.rulesByLastDate.map { $0.description(in: localization, zone: series.zone) }
    let facts = rules + [instructor, location, details].filter { !$0.isEmpty }
    for fact in facts { line.append(" · \(title: fact)", .dim) }
    if let roster {
      line.append("  \(roster.occurrence.start.local.date): \(roster.description(at: now, in: words))")
    }
    line.append("  \(series.uid)", .dim)
    return line
  }

  var json: JSON {
    [
      "uid": .string(series.uid), "title": .string(series.summary), "description": .string(details),
      "time": .string(start.shownTime), "minutes": .int(duration.civilSeconds / 60),
      "rules": .array(series.recurrence.rules.map { .string($0.description) }),
      "places": places.map { .int($0) } ?? .null, "instructor": .string(instructor),
      "location": .string(location), "next": JSON(next?.start.description),
      "free": roster.map { .int($0.freePlaces(at: now)) } ?? .null,
      "waiting": roster.map { .int($0.waitlist.count) } ?? (next == nil ? .int(0) : .null),
    ]
  }
}

/// `almanac class roster`
struct ShowRoster: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster", abstract: "Show the bookings and the waiting list of a class on a date.")

  @OptionGroup
  var classDate: ClassDate

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let files = ClassFiles(
      CalendarStore(reading: try invocation.sources(calendars)),
      showing: setting.words)
    let rosters = try files.rosters(try files.uid(named: classDate.uid), on: classDate.on, at: setting.now)
    // Bookings that are not read may be of this date.
    invocation.recordUnknownTimes(
      in: rosters.map { $0.occurrence.interval }.span, viewer: setting.zone, ofPeople: true)
    let isComplete = invocation.unread.isEmpty
    switch common.format {
    case .text:
      let names = RunNames(rosters.map { $0.occurrence })
      for roster in rosters {
        let name = names.words(of: roster.occurrence).text(in: invocation.language)
        invocation.output.write(setting.renderer.text(lines(roster, name, isComplete, files.words, setting)))
      }
    default:
      let values = rosters.map { json($0, isComplete, at: setting.now) }
      invocation.write(JSON.object([.init("version", .version), .init("rosters", .array(values))]))
    }
  }

  /// - Parameters:
  ///   - name: The original start if two runs start at the same time; otherwise empty.
  ///   - isComplete: Whether all bookings are read; otherwise the number of taken places is unknown.
  ///   - words: The words, with the names of people.
  private func lines(
    _ roster: Roster, _ name: String, _ isComplete: Bool, _ words: SchedulingWords, _ setting: ViewSetting
  ) -> [StyledText] {
    let occurrence = roster.occurrence
    let date = setting.renderer.localization.ofSentences.date(occurrence.start.local.date, .full)
    let times = occurrence.shownTimes
    let places = occurrence.knownPlaces.map { "\($0)" } ?? "?"
    let bookings = roster.bookingsWithPlaces(at: setting.now)
    let taken = isComplete ? "\(bookings.reduce(0) { $0 + $1.places })" : "?"
    var heading =
      StyledText("\(title: occurrence.summary)", .bold)
      + StyledText("  \(date), \(times[0])–\(times[1])\(name)  \(taken)/\(places)")
    if let refusal = occurrence.refusal {
      heading.append("  \(title: refusal.description(in: words))", .bold)
    }
    var lines = [heading]
    if !occurrence.note.isEmpty { lines.append(StyledText("  \(title: occurrence.note)", .dim)) }
    func line(_ booking: Booking, _ state: String) {
      let member = Person.text(booking.member, words.name(booking.member))
      lines.append(StyledText("  \(member)") + StyledText(state, .dim))
    }
    for booking in bookings {
      let state =
        switch booking.state {
        case .confirmed: ""
        case .held(let until): "  \(RosterOutcome.held(until: until).description(in: words))"
        default: "  \(booking.state.description(in: words))"
        }
      line(booking, state)
    }
    for (number, booking) in roster.waitlist.enumerated() {
      line(booking, "  \(booking.state.description(in: words)), \(number + 1)")
    }
    return lines
  }

  private func json(_ roster: Roster, _ isComplete: Bool, at now: Instant) -> JSON {
    let occurrence = roster.occurrence
    let waiting = roster.waitlist.enumerated().map { ($0 + 1, $1) }
    let taking = roster.bookingsWithPlaces(at: now).map { (0, $0) }
    return [
      "uid": .string(occurrence.uid), "title": .string(occurrence.summary),
      "start": .string(occurrence.start.description), "end": .string(occurrence.end.description),
      "instructor": .string(occurrence.instructor), "location": .string(occurrence.location),
      "note": .string(occurrence.note),
      "recurrenceID": .string(occurrence.original.description),
      "places": occurrence.knownPlaces.map { .int($0) } ?? .null,
      "free": isComplete ? .int(roster.freePlaces(at: now)) : .null,
      "refused": JSON(occurrence.refusal?.code),
      "members": .array(
        (taking + waiting).map { position, booking in
          [
            "member": .string(booking.member), "places": .int(booking.places),
            "state": .string(booking.state.code), "position": position > 0 ? .int(position) : .null,
          ]
        }),
    ]
  }
}

extension ZonedDateTime {
  /// The time of day on the clocks of the zone; one that they skip is the time after them.
  var shownTime: String { String(zone.local(at: instant).time.description.prefix(5)) }

  /// The time of day, with the abbreviation of the clocks where they show it twice: `02:30 CEST`.
  var clockTime: String { zone.clock(at: instant).map { "\(shownTime) \($0)" } ?? shownTime }
}

extension ClassOccurrence {
  /// The times of day of the start and the end.
  fileprivate var shownTimes: [String] { [start, end].map(\.clockTime) }

  /// The number of places; `nil` if it is unknown.
  var knownPlaces: Int? { hasKnownPlaces ? places : nil }
}

extension Roster {
  /// The bookings that have their places at a moment; a hold that is over has none.
  fileprivate func bookingsWithPlaces(at now: Instant) -> [Booking] {
    bookings.filter { $0.state.takesPlaces(at: now) }
  }
}

extension [Range<Instant>] {
  /// The range from the first start to the last end; `nil` for none.
  fileprivate var span: Range<Instant>? {
    guard let start = map(\.lowerBound).min(), let end = map(\.upperBound).max() else { return nil }
    return start..<end
  }
}
