import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Writes a whole calendar anew.
struct CalendarWriter {
  /// The program that stands in PRODID.
  static let product = "-//Almanac//Almanac//EN"

  let calendar: EventCalendar
  /// Components in order, and the items among them.
  private(set) var items: [[UInt8]] = []
  private(set) var zones: [[UInt8]] = []
  private(set) var others: [[UInt8]] = []
  /// Of the VTIMEZONEs.
  private(set) var tzids: Set<String> = []

  /// - Parameters:
  ///   - isLegalOnly: Whether what was kept of a file and is not legal is left out or made legal.
  ///   - stamp: The DTSTAMP of what has none.
  init(_ calendar: EventCalendar, isLegalOnly: Bool = false, stamp: Instant? = nil) {
    self.calendar = calendar
    var writer = ItemWriter(calendarZone: calendar.zone, stamp: stamp)
    var printer = LibicalPrinter()
    var starts: [ItemID: EventTime?] = [:]
    for item in calendar.items {
      var component = writer.component(
        for: isLegalOnly ? Self.legal(item, in: calendar, starts: &starts) : item)
      if isLegalOnly { component.dropIllegal() }
      items.append(component.printed(by: &printer))
    }
    for busy in calendar.freeBusy { others.append(writer.component(for: busy).printed(by: &printer)) }
    for statement in calendar.availabilities {
      others.append(writer.component(for: statement).printed(by: &printer))
    }
    for component in calendar.unmodelled.components where Self.isLegal(component, method: calendar.method) {
      component.print(to: &printer)
      others.append(printer.take())
    }
    for use in writer.times.uses {
      zones.append(ZoneWriter(use, isForGood: !isLegalOnly).component().printed(by: &printer))
    }
    tzids = Set(writer.times.uses.map(\.tzid))
  }

  /// BEGIN:VCALENDAR … END:VCALENDAR.
  var bytes: [UInt8] {
    let (head, end) = (head, Array("END:VCALENDAR\r\n".utf8))
    var output: [UInt8] = []
    let parts = [zones, items, others]
    output.reserveCapacity(head.count + parts.reduce(0) { $1.reduce($0) { $0 + $1.count } })
    output += head.dropLast(end.count)
    for part in parts { for component in part { output += component } }
    output += end
    return output
  }

  /// The VCALENDAR without its components.
  var head: [UInt8] { Self.header(of: calendar).printed() }

  /// RECURRENCE-ID on the clock of the series' DTSTART (RFC 5545 §3.8.4.4), EXDATE in the form of DTSTART.
  ///
  /// - Parameter starts: Of the series that were looked up.
  private static func legal(
    _ item: Item, in calendar: EventCalendar, starts: inout [ItemID: EventTime?]
  ) -> Item {
    guard item.content.hasSeries else { return item }
    var legal = item
    if let id = item.recurrenceID {
      let series = ItemID(uid: item.uid, kind: item.kind)
      if starts[series] == nil { starts[series] = .some(calendar.item(series)?.start) }
      guard let start = starts[series] ?? nil else { return item }
      if !id.hasSameForm(as: start) || id.zone != start.zone { legal.recurrenceID = id.conformed(to: start) }
    } else if let start = item.start,
      item.recurrence.exceptions.contains(where: { !$0.hasSameForm(as: start) })
    {
      let set = item.recurrence.set(from: start)
      legal.recurrence.exceptions = item.recurrence.exceptions.flatMap { exception in
        if exception.hasSameForm(as: start) { return [exception] }
        let instances = set.instances(excludedBy: exception)
        return instances.count > RecurrenceSet.mostOfADay ? [exception] : instances
      }
    }
    return legal
  }

  /// An event without a start may stand only in a calendar that says for what it is sent (RFC 5545 §3.6.1); one whose
  /// start cannot be read, and a component without a legal name, nowhere. Reading tells of them.
  private static func isLegal(_ component: Component, method: String) -> Bool {
    guard component.hasLegalName, !innerNames.contains(where: component.isNamed) else { return false }
    return !component.isNamed("VEVENT") || !method.isEmpty && component.first("DTSTART") == nil
  }

  /// Components that stand only within others (RFC 5545 §3.6.5, §3.6.6, RFC 7953).
  private static let innerNames = ["VALARM", "STANDARD", "DAYLIGHT", "AVAILABLE"]

  static func header(of calendar: EventCalendar) -> OutputComponent {
    var output = OutputComponent("VCALENDAR")
    output.unmodelled = calendar.unmodelled
    output.unmodelled.components = []
    output.add(.version, [], .text("2.0"))
    output.add(.prodid, [], .text(product))
    output.add(.calscale, [], .text("GREGORIAN"))
    if !calendar.method.isEmpty { output.add(.method, [], .raw(calendar.method)) }
    output.add(text: calendar.uid, as: .uid)
    output.add(text: calendar.name, as: .name)
    output.add(vendor: "X-WR-CALNAME", text: calendar.name)
    output.add(text: calendar.details, as: .description)
    output.add(vendor: "X-WR-CALDESC", text: calendar.details)
    if let color = calendar.color {
      output.add(.color, [], .text(color.cssName ?? color.nearestName))
      // Where COLOR names it, what stands here is a colour of its own.
      let kept = output.unmodelled.properties.first(named: "X-APPLE-CALENDAR-COLOR")
      if kept.flatMap({ try? CalendarColor($0.value) }) != color {
        output.add(vendor: "X-APPLE-CALENDAR-COLOR", text: color.hex, standsFirst: color.cssName == nil)
      }
    }
    if let zone = calendar.zone { output.add(vendor: "X-WR-TIMEZONE", text: zone.name, standsFirst: true) }
    output.add(list: calendar.categories, as: .categories)
    for image in calendar.images { output.add(image) }
    if !calendar.url.isEmpty { output.add(.url, [], .address(calendar.url)) }
    if !calendar.source.isEmpty {
      output.add(.source, [Parameter("VALUE", "URI")], .raw(calendar.source))
    }
    if let interval = calendar.refreshInterval {
      output.add(.refreshInterval, [Parameter("VALUE", "DURATION")], .raw(interval.description))
      output.add(vendor: "X-PUBLISHED-TTL", text: interval.description)
    }
    if let changed = calendar.lastModified { output.add(.lastModified, [], .time(LibicalTime(changed))) }
    return output
  }
}

extension OutputComponent {
  /// A name that programs used before RFC 7986 had one.
  ///
  /// - Parameter standsFirst: Whether it goes before lines of this name that are kept, as readers take the first; else
  ///   those stand instead of it.
  fileprivate mutating func add(vendor name: String, text: String, standsFirst: Bool = false) {
    guard !text.isEmpty else { return }
    let same = unmodelled.properties.firstIndex(named: name)
    if same != nil, !standsFirst { return }
    let kept = unmodelled.parameters.filter { $0.property == name && $0.occurrence == 0 }
    let line = Property(
      name, parameters: kept.flatMap(\.parameters), value: TextValue.escaped(text),
      position: same.flatMap { unmodelled.properties[$0].position })
    unmodelled.properties.insert(line, at: same ?? unmodelled.properties.endIndex)
  }
}

extension ZoneWriter {
  /// - Parameter isForGood: Whether more may come into the file, whenever it is.
  init(_ use: TimeWriting.Use, isForGood: Bool = false) {
    self.init(
      zone: use.zone, tzid: use.tzid, first: use.first, last: use.last, isEndless: isForGood || use.isEndless)
  }
}
