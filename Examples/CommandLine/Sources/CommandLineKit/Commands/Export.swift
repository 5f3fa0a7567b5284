import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime
import ArgumentParser

/// `almanac export`
struct Export: AlmanacCommand {
  static let hasRows = false

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write calendars as normalized iCalendar, or with --format json as jCal.",
    discussion: """
      With bounds only items that happen between them are written, series with all their changed instances: --from alone \
      means the 30 days from it, --until alone the 30 days before it, and the day itself if it is a date.

      Several calendars are as many VCALENDARs in one file (RFC 5545 §3.4); programs that read one alone need a file of each, by -c.

      With --feed the output depends on the calendars alone, not on the time; --entity-tag writes the HTTP entity tag of \
      that output. With --since a feed has only the series that were changed at that time or later.

      If several files of a folder have one item, only its latest state is written, and the files are named on standard \
      error. A property of the calendar itself is written if its files do not state different ones. The exit code is 65 if \
      an item is missing from the output, as it cannot be read, or has another time there, as its zone is not known.
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
    if common.format == .json {
      invocation.output.write(jCalOf: ICSDocument(calendars), at: now)
    } else {
      invocation.output.write(document: ICSDocument(calendars).bytes(.normalized, at: now))
    }
  }

  /// The calendars, without the superseded states of items that several files of a folder have.
  private func written(in invocation: inout Invocation) throws(CommandError) -> [EventCalendar] {
    var written: [EventCalendar] = []
    for source in try invocation.sources(calendars) {
      invocation.recordLosses(of: source.files)
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
      "\(duplicate.uid): \(names) have this item; only its latest state is written", expected: "one file",
      file: duplicate.paths.first)
  }
}

extension EventCalendar {
  fileprivate mutating func removeSuperseded(uid: String, kind: Item.Kind) {
    guard let series = series(uid: uid, kind: kind) else { return }
    _ = try? remove(uid: uid, kind: kind)
    insert(series.items)
  }

  /// The calendar with only the items that happen in a window.
  fileprivate func happening(in window: AgendaWindow, in zone: Zone) -> EventCalendar {
    let query = OccurrenceQuery(includesClosedTodos: true)
    let agenda = window.agenda(of: [self], in: zone, matching: query)
    // A series that repeats too often to be expanded may have an instance in the window.
    let uids = Set(agenda.found.map { $0.item.uid } + agenda.unexpanded.map { $0.uid })
    var part = self
    for uid in Set(items.map { $0.uid }).subtracting(uids) { _ = try? part.remove(uid: uid) }
    if case .bounded(let range) = window { part.freeBusy.removeAll { !$0.mayOverlap(range) } }
    return part
  }
}

extension FreeBusy {
  /// Whether it may concern a range of time; without a stated start or end and without periods it may.
  fileprivate func mayOverlap(_ range: Range<Instant>) -> Bool {
    let first = start ?? periods.map { $0.start }.min() ?? range.lowerBound
    let last = end ?? periods.map { $0.end }.max() ?? range.upperBound
    return first < range.upperBound && range.lowerBound < last
  }
}

extension EventCalendar {
  /// Normalized iCalendar, which any program can read.
  func exported(at now: Instant) -> [UInt8] { ICSDocument([self]).bytes(.normalized, at: now) }
}
