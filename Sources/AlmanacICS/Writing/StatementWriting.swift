import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// VFREEBUSY, VAVAILABILITY and AVAILABLE.
extension ItemWriter {
  func component(for freeBusy: FreeBusy) -> OutputComponent {
    var output = OutputComponent("VFREEBUSY", freeBusy.unmodelled)
    output.add(.uid, [], .text(freeBusy.uid))
    if let stamp = freeBusy.stamp ?? stamp { output.add(.dtstamp, [], .time(LibicalTime(stamp))) }
    if let start = freeBusy.start { output.add(.dtstart, [], .time(LibicalTime(start))) }
    if let end = freeBusy.end { output.add(.dtend, [], .time(LibicalTime(end))) }
    if let organizer = freeBusy.organizer { output.add(organizer) }
    for attendee in freeBusy.attendees { output.add(attendee) }
    output.add(text: freeBusy.contact, as: .contact)
    if !freeBusy.url.isEmpty { output.add(.url, [], .address(freeBusy.url)) }
    output.add(texts: freeBusy.comments, as: .comment)
    for status in freeBusy.requestStatuses { output.add(status) }
    // Neighbours of which the same is said share a line; the order stays.
    var rest = freeBusy.periods[...]
    while let first = rest.first {
      let same = rest.prefix { $0.kind == first.kind && $0.parameters == first.parameters }
      let periods = same.map { LibicalTime($0.start).encoded + "/" + LibicalTime($0.end).encoded }
      let type = first.kind == .busy ? [] : [Parameter("FBTYPE", first.kind.rawValue)]
      output.add(.freebusy, type + first.parameters, .raw(periods.joined(separator: ",")))
      rest = rest[same.endIndex...]
    }
    return output
  }

  mutating func component(for statement: AvailabilityStatement) -> OutputComponent {
    var output = OutputComponent("VAVAILABILITY", statement.unmodelled)
    output.add(.uid, [], .text(statement.uid))
    if let stamp = statement.stamp ?? stamp { output.add(.dtstamp, [], .time(LibicalTime(stamp))) }
    if let start = statement.start { add(.dtstart, start, to: &output) }
    add(statement.extent, to: &output)
    if let kind = statement.busyKind { output.add(.busyType, [], .raw(kind.rawValue)) }
    if statement.priority != 0 { output.add(.priority, [], .integer(statement.priority)) }
    output.add(text: statement.summary, as: .summary)
    output.add(text: statement.details, as: .description)
    output.add(text: statement.location, as: .location)
    output.add(list: statement.categories, as: .categories)
    if let organizer = statement.organizer { output.add(organizer) }
    if !statement.url.isEmpty { output.add(.url, [], .address(statement.url)) }
    for window in statement.windows { output.components.append(component(for: window)) }
    return output
  }

  private mutating func component(for window: AvailabilityStatement.Window) -> OutputComponent {
    var output = OutputComponent("AVAILABLE", window.unmodelled)
    output.add(.uid, [], .text(window.uid))
    if let stamp = window.stamp ?? stamp { output.add(.dtstamp, [], .time(LibicalTime(stamp))) }
    if let recurrenceID = window.recurrenceID { add(.recurrenceID, recurrenceID, to: &output) }
    add(.dtstart, window.start, to: &output)
    add(window.extent, to: &output)
    add(window.recurrence, from: window.start, window.extent, to: &output)
    output.add(text: window.summary, as: .summary)
    output.add(text: window.details, as: .description)
    output.add(text: window.location, as: .location)
    output.add(list: window.categories, as: .categories)
    return output
  }

  private mutating func add(_ extent: Extent, to output: inout OutputComponent) {
    switch extent {
    case .implied: break
    case .end(let end): add(.dtend, end, to: &output)
    case .duration(let duration): output.add(.duration, [], .raw(duration.description))
    }
  }
}
