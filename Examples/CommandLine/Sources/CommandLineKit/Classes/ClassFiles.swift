import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

/// The classes of some calendars with their bookings, and the files in which they are stored.
struct ClassFiles: Sendable {
  var store: CalendarStore
  var book: ClassBook
  /// The words of refusals.
  private(set) var words: SchedulingWords
  /// The stored state of the classes.
  private let before: EventCalendar
  /// The names of people that a request states; an address for one without.
  private let stated: @Sendable (String) -> String

  init(_ store: CalendarStore, showing words: SchedulingWords) {
    self.store = store
    self.words = words
    stated = words.name
    let everything = store.everything
    self.words.name = SchedulingWords.names(everything.names, else: stated)
    book = ClassBook(everything)
    before = book.calendar(at: nil)
  }

  /// The UID of the item that a text names: a UID, a handle or a unique title.
  func uid(named text: String) throws(CommandError) -> String {
    try store.calendars.uid(named: text, kind: .event)
  }

  /// The sessions and appointments of the calendars, whose time a member cannot give to a class.
  func context(at now: Instant) -> BookingContext {
    let sessions = SessionFiles(store, at: now, showing: words)
    return .sessions(sessions.book, sessions.commitments(with: book))
  }

  /// A class of the calendars.
  func series(_ uid: String) throws(CommandError) -> ClassSeries {
    guard let series = book.series(uid) else { throw CommandError([.noSuchClass], uid: uid, in: words) }
    return series
  }

  /// The one run of a class that a date or a time names.
  ///
  /// - Throws: A refusal with the next dates of the class if it does not run then, or with the starts if it runs several times.
  func run(_ uid: String, on time: EventTime, at now: Instant) throws(CommandError) -> ClassOccurrence {
    do throws(BookingRefusal) { return try book.run(of: uid, on: time, now: now) } catch {
      throw CommandError([error], uid: uid, in: words)
    }
  }

  /// The rosters of all runs of a class that a date or a time names.
  ///
  /// - Throws: A refusal with the next dates of the class if it does not run then.
  func rosters(_ uid: String, on time: EventTime, at now: Instant) throws(CommandError) -> [Roster] {
    let found = try series(uid).occurrences(named: time)
    let runs = found.isEmpty ? [try run(uid, on: time, at: now)] : found
    return runs.compactMap { book.roster(of: uid, at: $0.original.instant) }
  }

  /// The first date of a class, or the first from a day on, including cancelled dates.
  ///
  /// - Parameter isPreferred: Whether a date is preferred to those before it, as one of all but few dates is.
  func firstDate(
    of uid: String, from day: CivilDate? = nil, where isPreferred: (ClassOccurrence) -> Bool = { _ in true }
  ) throws(CommandError) -> ClassOccurrence {
    let series = try series(uid)
    let start = day?.startOfDay.in(series.zone).instant ?? series.start.instant
    let dates = RecurrenceExpansion(series.recurrenceSet).instances(from: start, viewer: series.zone)
      .lazy.compactMap { series.occurrence(at: $0.start.instant(in: series.zone)) }
    guard let date = dates.first(where: isPreferred) ?? dates.first(where: { _ in true }) else {
      throw CommandError([.notAClassDay(next: [])], uid: uid, in: words)
    }
    return date
  }
}

extension ClassBook {
  /// A run as `--on` names it.
  func name(of run: ClassOccurrence) -> String {
    guard case .zoned(let start)? = series(run.uid)?.shortStart(of: run) else {
      return "\(run.start.local.date)"
    }
    return "\(start.local.date)T\(start.shownTime)"
  }
}

/// The words for runs of a class that begin at the same time, which their original starts name.
struct RunNames {
  private let counts: [RosterKey: Int]

  init(_ runs: some Sequence<ClassOccurrence>) {
    counts = Dictionary(runs.map { (Self.start(of: $0), 1) }, uniquingKeysWith: +)
  }

  /// The original start of a run, where another one begins at the same time; otherwise empty.
  func words(of run: ClassOccurrence) -> Phrase {
    counts[Self.start(of: run), default: 0] > 1 ? "  original start \(run.original.clockTime)" : ""
  }

  private static func start(of run: ClassOccurrence) -> RosterKey {
    RosterKey(uid: run.uid, original: run.start.instant)
  }
}

extension ClassFiles {
  /// Writes the changes of the book to the store. A class that was split off another is stored in the calendar of that, with
  /// its properties.
  ///
  /// - Parameters:
  ///   - edit: The change of classes, if there is one.
  ///   - uid: The UID of the changed class.
  mutating func write(
    at now: Instant, following edit: ClassEdit? = nil, of uid: String? = nil
  ) throws(CommandError) {
    let after = book.calendar(at: nil)
    let changed = after.items.compactMap { before.item($0.id) == $0 ? nil : $0.event }
      .map { $0.naming(people: stated) }
    let storedUIDs = Set(before.items.map { $0.uid })
    let sources = (edit?.identities ?? .unchanged).inverse
    var new: [Item] = []
    for event in changed where !storedUIDs.contains(event.uid) {
      let source = event.recurrenceID == nil ? uid.map { ItemID(uid: $0) } : sources[event.id]
      new.append(
        .event(
          event.asNew(
            insteadOf: source.flatMap { store.item($0)?.event },
            changing: source.flatMap { before.item($0)?.event }, at: now)))
    }
    let position = try uid.map { (uid) throws(CommandError) in
      try store.itemLocation(uid: uid, kind: .event).main
    }
    for event in changed where storedUIDs.contains(event.uid) {
      // A date without changes had the properties of its class.
      let base = before.item(event.id) ?? before.item(ItemID(uid: event.uid))
      try store.write(event, changing: base?.event, at: now)
    }
    for item in before.items where after.item(item.id) == nil { try store.removeItem(item.id) }
    if let position, !new.isEmpty {
      store.insert([new], into: store.destination(beside: position))
    }
  }
}

extension Event {
  /// The event with the names of its attendees.
  ///
  /// - Parameter names: The name of a person; the address for one without.
  fileprivate func naming(people names: (String) -> String) -> Event {
    var event = self
    for index in event.attendees.indices {
      let address = Person.plain(event.attendees[index].address)
      if names(address) != address { event.attendees[index].name = names(address) }
    }
    return event
  }
}
