package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Writing whole calendars from the model.
extension ModelWriter {
  /// The product identifier written as PRODID.
  static let product = "-//Almanac//Almanac//EN"

  /// The lines of the calendar, from BEGIN:VCALENDAR to END:VCALENDAR.
  package mutating func lines(of calendar: EventCalendar) -> [UInt8] {
    for item in calendar.items(isLegalOnly: isLegalOnly) { write(item) }
    for component in components(besideItemsOf: calendar) { write(component) }
    let components = drainLines()
    for zone in zones() { write(zone) }
    let zones = drainLines()
    lines.write(header(of: calendar)) { lines in
      lines.reserveCapacity(zones.count + components.count)
      lines.write(verbatim: zones)
      lines.write(verbatim: components)
    }
    return drainLines()
  }

  /// Whether an unmodelled component may be a direct child of the calendar. An event without a start may only
  /// if the calendar has a METHOD (RFC 5545 §3.6.1); an event whose start cannot be read, a component that
  /// belongs within others, and one without a legal name may not. They are reported on reading.
  package static func isLegal(_ component: Component, method: String) -> Bool {
    guard component.hasLegalName else { return false }
    switch ComponentView(component).kind {
    case .event: return !method.isEmpty && component.first("DTSTART") == nil
    case .alarm, .standard, .daylight, .available: return false
    default: return true
    }
  }
}

extension EventCalendar {
  /// The items to write.
  ///
  /// - Parameter isLegalOnly: Whether RECURRENCE-ID and EXDATE get the form of the series' DTSTART.
  func items(isLegalOnly: Bool) -> [Item] {
    guard isLegalOnly else { return Array(items) }
    var starts: [ItemID: EventTime?] = [:]
    return items.map { item in
      guard item.content.hasSeries else { return item }
      guard item.recurrenceID != nil else { return item.start.map { item.conformed(to: $0) } ?? item }
      let id = ItemID(uid: item.uid, kind: item.kind)
      let start = starts[id] ?? self.item(id)?.start
      starts[id] = .some(start)
      return start.map { item.conformed(to: $0) } ?? item
    }
  }
}
