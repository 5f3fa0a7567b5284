package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
package import AlmanacTime

/// Writes a whole calendar from the model.
package struct CalendarWriter {
  /// The product identifier written as PRODID.
  static let product = "-//Almanac//Almanac//EN"

  /// The VCALENDAR without its components.
  package let head: Component
  /// The lines of each item, in order; zones and other components are stored apart.
  package private(set) var items: [[UInt8]] = []
  package let zones, others: [[UInt8]]
  /// The TZIDs of the VTIMEZONEs.
  package let tzids: Set<String>

  /// - Parameters:
  ///   - isLegalOnly: Whether invalid content kept from a file is omitted or made legal.
  ///   - stamp: The DTSTAMP for items without one; `nil` writes none.
  ///   - ending: The line ending.
  package init(
    _ calendar: EventCalendar, door: any ValueDoor, isLegalOnly: Bool = false, stamp: Instant? = nil,
    ending: ContentSource.LineEnding = .crlf
  ) {
    var writer = ModelWriter(
      door: door, calendarZone: calendar.zone, stamp: stamp, isLegalOnly: isLegalOnly, ending: ending)
    func printed(_ component: Component) -> [UInt8] {
      writer.write(component)
      return writer.takeLines()
    }
    for item in calendar.items(isLegalOnly: isLegalOnly) {
      writer.write(item)
      items.append(writer.takeLines())
    }
    others = writer.components(besideItemsOf: calendar).map(printed)
    zones = writer.zones().map(printed)
    tzids = Set(writer.times.uses.map(\.tzid))
    head = writer.header(of: calendar)
  }

  /// The whole calendar, from BEGIN:VCALENDAR to END:VCALENDAR.
  package var bytes: [UInt8] {
    var lines = LineWriter()
    lines.write(head) { lines in
      for components in [zones, items, others] {
        lines.reserveCapacity(components.reduce(0) { $0 + $1.count })
        for component in components { lines.write(verbatim: component) }
      }
    }
    return lines.bytes
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
