import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime
import ArgumentParser

/// `almanac export`
struct Export: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write calendars as iCalendar that opens anywhere, or with --format json as jCal.",
    discussion: """
      With bounds only what happens between them, series and their changed instances as a whole: with --from alone \
      in 30 days from it, with --until alone in the 30 days before it, and on the day itself where it is a date.

      With --feed the same calendars give the same bytes whenever they are written, with --entity-tag the HTTP entity \
      tag of these bytes. With --since a feed has the series that were changed at that time or later.

      Of an item that several files of a folder have only the latest state is written; the files are named on standard \
      error.
      """)

  @Flag(help: "Write a feed: the same bytes for the same calendars.")
  var feed = false

  @Flag(help: "Write the entity tag of the feed instead.")
  var entityTag = false

  @Option(
    help: ArgumentHelp("Write only series changed since a time, as a feed.", valueName: "time"),
    transform: EventTime.init(argument:))
  var since: EventTime?

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  private var isFeed: Bool { feed || entityTag || since != nil }

  func validate() throws {
    if isFeed, common.format != .text { throw ValidationError("a feed is iCalendar (expected no --format)") }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    var calendars = try written(in: &invocation)
    if !bounds.isEmpty {
      let window = try AgendaWindow(bounds, common, in: zone, &invocation)
      calendars = calendars.map { $0.happening(in: window, in: zone) }
    }
    if calendars.isEmpty { calendars = [EventCalendar()] }
    if isFeed {
      let feed = PublishedFeed(calendars, since: since?.instant(in: zone))
      if entityTag { return invocation.output.writeLine(feed.entityTag) }
      return invocation.output.write(document: feed.bytes)
    }
    let now = invocation.now(common, in: zone)
    invocation.output.write(
      document: common.format == .json
        ? calendars.jCal(at: now) : ICSDocument(calendars).bytes(.normalized, at: now))
  }

  /// The calendars, without the superseded states of items that several files of a folder have.
  private func written(in invocation: inout Invocation) throws(CommandError) -> [EventCalendar] {
    var written: [EventCalendar] = []
    for source in try invocation.sources(calendars) {
      var calendars = source.calendars
      if case .directory(let directory) = source, !calendars.isEmpty {
        for duplicate in directory.duplicates {
          invocation.complain(Complaint(duplicate))
          calendars[0].removeSuperseded(uid: duplicate.uid, kind: duplicate.kind)
        }
      }
      written += calendars
    }
    return written
  }
}

extension Complaint {
  /// An item that several files of a folder have.
  fileprivate init(_ duplicate: CalendarDirectory.Duplicate) {
    let names = duplicate.paths.map { FileSystem.name(of: $0) }.joined(separator: ", ")
    self.init(
      "\(duplicate.uid): \(names) have this item; its latest state is written", expected: "one file",
      file: duplicate.paths.first)
  }
}

extension EventCalendar {
  fileprivate mutating func removeSuperseded(uid: String, kind: Item.Kind) {
    guard let series = series(uid: uid, kind: kind) else { return }
    _ = try? remove(uid: uid, kind: kind)
    insert([series.main].compactMap { $0 } + series.overrides)
  }

  /// The same calendar with the items that happen in a window.
  fileprivate func happening(in window: AgendaWindow, in zone: Zone) -> EventCalendar {
    let query = OccurrenceQuery(includesClosedTodos: true)
    let (occurrences, unexpanded) = window.agenda(of: [self], in: zone, matching: query)
    // Of a series that repeats too often to be expanded some instance may happen in it.
    let uids = Set(occurrences.map { $0.item.uid } + unexpanded.map { $0.uid })
    var part = self
    for uid in Set(items.map { $0.uid }).subtracting(uids) { _ = try? part.remove(uid: uid) }
    if case .bounded(let range) = window { part.freeBusy.removeAll { !$0.mayMeet(range) } }
    return part
  }
}

extension FreeBusy {
  /// Whether it speaks of a range of time: what does not say of when it speaks may.
  fileprivate func mayMeet(_ range: Range<Instant>) -> Bool {
    let first = start ?? periods.map { $0.start }.min() ?? range.lowerBound
    let last = end ?? periods.map { $0.end }.max() ?? range.upperBound
    return first < range.upperBound && range.lowerBound < last
  }
}
