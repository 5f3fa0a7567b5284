package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// The properties of a VCALENDAR itself (RFC 5545 §3.6, RFC 7986), with those that programs used before there were
/// standard ones.
extension ComponentMapping<HeaderDraft> {
  static let calendars = ComponentMapping([
    // Whoever writes the calendar says these of what it writes.
    Row(.version) { reader, view, _ in
      // RFC 5545 §3.7.4: "2.0", or a range of versions up to it.
      if view.trimmed.split(separator: ";").last != "2.0" {
        reader.report(.note, .unknownValue, view, "\(view.excerpt) is not 2.0", repair: "read as 2.0")
      }
      return .dropped
    } write: { _, writer in
      writer.add(.version, value: "2.0")
    },
    Row(.prodid) { _, _, _ in
      .dropped
    } write: { _, writer in
      writer.add(.prodid, escaping: CalendarWriter.product)
    },
    Row(.calscale) { reader, view, _ in
      if view.trimmed.uppercased() != "GREGORIAN" {
        reader.report(
          .warning, .unknownValue, view, "\(view.excerpt) is no calendar that iCalendar has",
          repair: "read as GREGORIAN")
      }
      return .dropped
    } write: { _, writer in
      writer.add(.calscale, value: "GREGORIAN")
    },
    Row(.method) { _, view, draft in
      draft.calendar.method = view.trimmed.uppercased()
      return draft.calendar.method.isEmpty ? .dropped : .taken
    } write: { draft, writer in
      if !draft.calendar.method.isEmpty { writer.add(.method, value: draft.calendar.method) }
    },
    .text(.uid, \.calendar.uid), name(.name, \.name, \.calendar.name),
    name(.description, \.details, \.calendar.details),
    Row(.color) { reader, view, draft in
      guard let color = reader.color(view) else { return .dropped }
      draft.color.take(color)
      return .taken
    } write: { draft, writer in
      if let color = draft.calendar.color { writer.add(.color, value: color.cssName ?? color.nearestName) }
    },
    .list(.categories, \.calendar.categories),
    .parts(.image, \.calendar.images, read: { $0.image($1) }, write: { $1.add($0) }),
    .uri(.url, \.calendar.url, isReported: false), .uri(.source, \.calendar.source, isReported: false),
    Row(.refreshInterval) { reader, view, draft in
      guard let interval = reader.duration(view) else { return .dropped }
      draft.interval.take(interval)
      return .taken
    } write: { draft, writer in
      if let interval = draft.calendar.refreshInterval {
        writer.add(.refreshInterval, interval, [Parameter("VALUE", "DURATION")])
      }
    },
    Row(.lastModified) { reader, view, draft in
      draft.calendar.lastModified = reader.instant(view)
      return draft.calendar.lastModified == nil ? .dropped : .taken
    } write: { draft, writer in
      if let changed = draft.calendar.lastModified { writer.add(.lastModified, changed) }
    },
    older(.calendarName, \.name, { $0.text }) { draft, writer in
      writer.add(older: .calendarName, text: draft.calendar.name)
    },
    older(.calendarDetails, \.details, { $0.text }) { draft, writer in
      writer.add(older: .calendarDetails, text: draft.calendar.details)
    },
    appleColor,
    Row(.calendarZone) { reader, view, draft in
      let name = view.trimmed
      guard draft.calendar.zone == nil, !name.isEmpty else { return .kept }
      draft.calendar.zone = Array(name.utf8).withUnsafeBufferPointer {
        reader.zones.zone($0, at: nil, line: view.line, view.title)
      }
      return draft.calendar.zone == nil ? .kept : .taken
    } write: { draft, writer in
      writer.add(older: .calendarZone, text: draft.calendar.zone?.name ?? "", standsFirst: true)
    },
    older(.publishedTTL, \.interval, { try? CalendarDuration($0.trimmed) }) { draft, writer in
      writer.add(older: .publishedTTL, text: draft.calendar.refreshInterval?.description ?? "")
    },
  ])

  static let leftOfCalendars: PropertySet = [.concept, .link, .refid]

  /// The first text that says something; others are kept as they stand, as there may be one for each language.
  private static func name(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Place<HeaderDraft.Choice<String>>,
    _ written: @autoclosure @escaping @Sendable () -> KeyPath<HeaderDraft, String>
  ) -> Row {
    Row(property) { _, view, draft in
      let (text, parameters) = (view.text, view.parameters(but: []))
      if text.isEmpty { return .dropped }
      if let standard = draft[keyPath: place()].standard {
        return standard.value == text && standard.parameters == parameters ? .dropped : .kept
      }
      draft[keyPath: place()].take(text, parameters)
      return .taken
    } write: { draft, writer in
      writer.add(property, text: draft[keyPath: written()])
    }
  }

  /// What programs wrote before RFC 7986; what becomes of it is decided when all lines are read.
  private static func older<Value: Sendable & Equatable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Place<HeaderDraft.Choice<Value>>,
    _ value: @escaping @Sendable (PropertyView) -> Value?,
    write: @escaping @Sendable (HeaderDraft, inout ModelWriter) -> Void
  ) -> Row {
    Row(
      property,
      read: { _, view, draft in
        guard let value = value(view) else { return .kept }
        if view.text.isEmpty { return .dropped }
        draft[keyPath: place()].add(older: value, view)
        return .whole
      }, write: write)
  }

  private static let appleColor = Row(.appleCalendarColor) { reader, view, draft in
    guard let color = reader.color(view) else { return .kept }
    draft.color.add(older: color, view)
    return .whole
  } write: { draft, writer in
    guard let color = draft.calendar.color else { return }
    // Where COLOR names it, what stands here is a colour of its own.
    let kept = writer.unmodelled.properties.first(named: PropertyName.appleCalendarColor.text)
    if kept.flatMap({ try? CalendarColor($0.value) }) != color {
      writer.add(older: .appleCalendarColor, text: color.hex, standsFirst: color.cssName == nil)
    }
  }
}

extension ModelWriter {
  /// The whole calendar as a tree.
  package mutating func component(for calendar: EventCalendar) -> Component {
    var tree = header(of: calendar)
    let items = calendar.items.map { component(for: $0) }
    let busy = calendar.freeBusy.map { component(for: $0) }
    let availabilities = calendar.availabilities.map { component(for: $0) }
    let others = calendar.unmodelled.components.filter {
      CalendarWriter.isLegal($0, method: calendar.method)
    }
    let zones = times.uses.map { component(for: ZoneWriter($0, isForGood: true)) }
    tree.components = zones + items + busy + availabilities + others
    return tree
  }

  /// The VCALENDAR without its components.
  package mutating func header(of calendar: EventCalendar) -> Component {
    var draft = HeaderDraft()
    draft.calendar = calendar
    draft.unmodelled = calendar.unmodelled
    draft.unmodelled.components = []
    return component(draft, by: .calendars)
  }
}
