import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime

extension CalendarStore {
  /// The items of all files together.
  var everything: EventCalendar {
    var whole = EventCalendar()
    whole.insert(positions.flatMap { self[$0].items })
    return whole
  }

  /// The events of a UID in all files.
  func series(of uid: String) -> EventCalendar {
    var part = EventCalendar()
    for position in positions(uid: uid, kind: .event) {
      part.insert(Array(self[position].only(self[position].allSeries(uid: uid, kind: .event)).items))
    }
    return part
  }

  /// Updates or adds the event of a session or a class in its file, as `EventCalendar.write` does.
  mutating func write(_ event: Event, changing base: Event? = nil, at now: Instant) throws(CommandError) {
    let location = try itemLocation(uid: event.uid, kind: .event)
    _ = try makeChange(location) { (calendar) throws(EventError) in
      try calendar.write(event, changing: base, at: now)
    }
  }
}
