import AlmanacEvents
import AlmanacFiles
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

/// The classes of some calendars with their bookings, and the files that they are kept in.
struct ClassFiles: Sendable {
  var store: CalendarStore
  var book: ClassBook
  /// As the files have it.
  private let before: EventCalendar

  init(_ store: CalendarStore) {
    self.store = store
    book = ClassBook(store.everything)
    before = book.calendar()
  }

  /// A class of the calendars.
  func series(_ uid: String) throws(CommandError) -> ClassSeries {
    guard let series = book.series(uid) else { throw CommandError([.noSuchClass], uid: uid, showing: .utc) }
    return series
  }

  /// The rosters of a class on a date.
  ///
  /// - Throws: A refusal that says when the class runs.
  func rosters(_ uid: String, on date: CivilDate) throws(CommandError) -> [Roster] {
    let series = try series(uid)
    let rosters = book.rosters(of: uid, on: date)
    guard rosters.isEmpty else { return rosters }
    let next = series.nextOccurrences(from: date.startOfDay.in(series.zone).instant, limit: 3)
    throw CommandError(
      [.notAClassDay(next: next.map { $0.start.local.date })], uid: uid, showing: series.zone)
  }

  /// The first date of a class, or the first from a day on, whether it takes place or not.
  func firstDate(of uid: String, from day: CivilDate? = nil) throws(CommandError) -> ClassOccurrence {
    let series = try series(uid)
    let start = day?.startOfDay.in(series.zone).instant ?? series.start.instant
    let first = RecurrenceExpansion(series.recurrenceSet).instances(from: start, viewer: series.zone)
      .first { _ in true }
    guard let first, let date = series.occurrence(at: first.start.instant(in: series.zone)) else {
      throw CommandError([.notAClassDay(next: [])], uid: uid, showing: series.zone)
    }
    return date
  }
}

extension ClassFiles {
  /// Brings what the book says into the store. What is new stands where the class stood of which it was a part, with
  /// all that was said of that.
  ///
  /// - Parameters:
  ///   - edit: The change of classes that was made, if one was.
  ///   - uid: Of the class that was changed.
  mutating func write(
    at now: Instant, following edit: ClassEdit? = nil, of uid: String? = nil
  ) throws(CommandError) {
    let after = book.calendar()
    let changed = after.items.compactMap { before.item($0.id) == $0 ? nil : $0.event }
    let known = Set(before.items.map { $0.uid })
    let sources = (edit?.identities ?? .unchanged).inverse
    var new: [Item] = []
    for event in changed where !known.contains(event.uid) {
      let source = event.recurrenceID == nil ? uid.map { ItemID(uid: $0) } : sources[event.id]
      new.append(
        .event(
          event.asNew(
            insteadOf: source.flatMap { store.item($0)?.event },
            changing: source.flatMap { before.item($0)?.event }, at: now)))
    }
    let position = try uid.map { (uid) throws(CommandError) in try store.place(uid: uid, kind: .event).main }
    for event in changed where known.contains(event.uid) {
      // A date that was as its class is has the class's own words.
      let base = before.item(event.id) ?? before.item(ItemID(uid: event.uid))
      try store.put(event, changing: base?.event, at: now)
    }
    for item in before.items where after.item(item.id) == nil { try store.removeItem(item.id) }
    if let position, !new.isEmpty {
      store.insert([new], into: store.destination(beside: position))
    }
  }
}
