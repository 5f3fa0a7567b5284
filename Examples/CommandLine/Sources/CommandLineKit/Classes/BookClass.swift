import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class book`
struct BookClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "Book a place in a class on a date, or join its waiting list.",
    discussion: """
      With --until and a time of day in --on, only the runs at that time are booked; 500 dates at most.
      """)

  @OptionGroup
  var classDate: ClassDate

  @Option(help: ArgumentHelp("The member.", valueName: "address"), transform: Person.identity(in:))
  var member: String

  @Option(help: ArgumentHelp("The number of places.", valueName: "number"))
  var places = 1

  @Option(
    help: ArgumentHelp("The booking channel, if the class limits places per channel.", valueName: "name"))
  var channel = ""

  @Flag(help: "If no place is free, join the waiting list.")
  var waitlist = false

  @Option(
    help: "Book all dates from --on to this one, which is included: all of them or none.",
    transform: CivilDate.init(argument:))
  var until: CivilDate?

  @Flag(help: "With --until, book the dates that can be booked, and list the others.")
  var skip = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if skip && until == nil { throw ValidationError("--skip is about several dates (expected --until)") }
    if let until, until < classDate.on.date {
      throw ValidationError("--until is before --on (expected a date from \(classDate.on.date) on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard let until else {
      let request = ClassRequest(classDate: classDate, member: member)
      return try request.run(
        .book(member, places: places, channel: channel, waitlist: waitlist), calendars, common,
        in: &invocation)
    }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let words = try invocation.schedulingWords(common)
    var files = ClassFiles(try invocation.store(calendars), showing: words)
    let uid = try files.uid(named: classDate.uid)
    let series = try files.series(uid)
    let first = series.zone.local(at: classDate.on.instant(in: series.zone))
    let days = first.date..<until.adding(days: 1)
    let term = files.book.bookTerm(
      member, of: uid, on: days, at: classDate.on.isDate ? nil : first.time,
      skip ? .skipping : .allOrNothing, places: places, channel: channel, waitlist: waitlist, now: now,
      checking: files.context(at: now))
    guard term.isBooked else {
      throw CommandError(term, of: series, from: first.date, in: files.book, words)
    }
    let end = until.adding(days: 1).startOfDay
    try invocation.requireAllRead(
      in: classDate.on.instant(in: series.zone)..<series.zone.instant(of: end), viewer: zone, of: uid)
    try files.write(at: now)
    let booked = term.dates.filter { !$0.isRefused }
    try invocation.save(files.store, "booked \(booked.count) dates: \(member), \(series.summary)")
    invocation.print(
      term.dates.map { $0.line(in: words, of: files.book) },
      ["version": .version, "dates": .array(term.dates.map { $0.json(in: words) })], common)
  }
}

extension BookedDate {
  fileprivate func line(in words: SchedulingWords, of book: ClassBook) -> String {
    let text = isRefused ? refusals.words(in: words) : outcome.description(in: words)
    return "\(book.name(of: occurrence))  \(text)"
  }

  fileprivate var refusals: [BookingRefusal] { outcome.refusals }

  fileprivate func json(in words: SchedulingWords) -> JSON {
    [
      "start": .string(occurrence.start.description), "outcome": .string(outcome.code),
      "position": outcome.positionJSON,
      "refused": .array(refusals.map { Refusal($0, uid: "", in: words).json }),
    ]
  }
}

extension CommandError {
  /// The refusal of a term: all reasons of all dates, each with its date.
  fileprivate init(
    _ term: BatchOutcome<BookedDate>, of series: ClassSeries, from date: CivilDate, in book: ClassBook,
    _ words: SchedulingWords
  ) {
    let refusals = term.refused.flatMap { entry in
      entry.refusals.map { refusal in
        var result = Refusal(refusal, uid: series.uid, in: words)
        result.message = "\(book.name(of: entry.occurrence)): \(result.message)"
        result.details.append(.init("on", .string(entry.occurrence.start.local.date.description)))
        result.details.append(.init("start", .string(entry.occurrence.start.description)))
        return result
      }
    }
    guard refusals.isEmpty else {
      self = .refused(refusals)
      return
    }
    let next = series.nextOccurrences(from: date.startOfDay.in(series.zone).instant, limit: 3)
    self.init([.notAClassDay(next: next.map { series.shortStart(of: $0) })], uid: series.uid, in: words)
  }
}
