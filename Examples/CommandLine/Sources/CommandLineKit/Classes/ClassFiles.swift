import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

/// The classes of some calendars with their bookings, and the files that they are kept in.
struct ClassFiles: Sendable {
  var ledger: Ledger
  var book: ClassBook
  /// As the files have it.
  private let before: EventCalendar

  init(_ ledger: Ledger) {
    self.ledger = ledger
    book = ClassBook(ledger.everything)
    before = book.calendar()
  }

  /// A class of the calendars.
  func series(_ uid: String) throws(CommandError) -> ClassSeries {
    guard let series = book.series(uid) else { throw CommandError([.noSuchClass], uid: uid) }
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
    throw CommandError([.notAClassDay(next: next.map { $0.start.local.date })], uid: uid)
  }

  /// Brings what the book says into the ledger.
  mutating func write(at now: Instant) throws(CommandError) {
    for item in book.calendar().items where before.item(item.id) != item {
      if let event = item.event { try ledger.put(event, at: now) }
    }
  }
}
