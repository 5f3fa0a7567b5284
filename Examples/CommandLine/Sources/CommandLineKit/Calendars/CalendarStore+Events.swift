import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime

extension CalendarStore {
  /// The items of all files together.
  var everything: EventCalendar { EventCalendar(items: positions.flatMap { self[$0].items }) }

  /// The events of a UID in all files.
  func series(of uid: String) -> EventCalendar {
    let series = positions(uid: uid, kind: .event).flatMap { self[$0].allSeries(uid: uid, kind: .event) }
    return EventCalendar(items: series.flatMap(\.items))
  }

  /// Updates or adds the event of a session or a class in its file, as `EventCalendar.write` does.
  mutating func write(_ event: Event, changing base: Event? = nil, at now: Instant) throws(CommandError) {
    let location = try itemLocation(uid: event.uid, kind: .event)
    _ = try makeChange(location) { (calendar) throws(EventError) in
      try calendar.write(event, changing: base, at: now)
    }
  }
}
