package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// The properties of VAVAILABILITY and AVAILABLE (RFC 7953), which events have too; all others
/// are stored as unmodelled.
extension ComponentMapping<ItemDraft> {
  static let availability = ComponentMapping(items.rows + [busyType]).only([
    .uid, .dtstamp, .dtstart, .dtend, .duration, .busyType, .priority, .summary, .description, .location,
    .categories, .organizer, .url,
  ])

  static let available = items.only([
    .uid, .dtstamp, .recurrenceID, .dtstart, .dtend, .duration, .rrule, .exrule, .rdate, .exdate, .summary,
    .description, .location, .categories,
  ])

  private static let busyType = Row.value(
    .busyType, \.busyKind, read: { BusyKind(rawValue: $1.trimmed) },
    write: { $1.add(.busyType, value: $0.rawValue) })
}

extension ModelReader {
  mutating func availability(_ component: ComponentView, calendarZone: Zone?) -> AvailabilityStatement {
    var draft = ItemDraft(.availability)
    var windows: [AvailabilityStatement.Window] = []
    read(component, by: .availability, into: &draft) { reader, inner in
      guard inner.kind == .available, let window = reader.window(inner, calendarZone: calendarZone) else {
        return false
      }
      windows.append(window)
      return true
    }
    let extent = extent(of: draft)
    settleIdentity(&draft.fields.uid, hasStamp: draft.met.contains(.dtstamp), line: component.line)
    let (fields, extras) = (draft.fields, draft.extras)
    return AvailabilityStatement(
      uid: fields.uid, stamp: fields.stamp, from: fields.start, extent: extent, busyKind: draft.busyKind,
      priority: Int(fields.priority ?? 0), summary: fields.summary, details: fields.details,
      location: fields.location, categories: fields.categories, organizer: extras.organizer, url: extras.url,
      windows: windows, unmodelled: draft.unmodelled)
  }

  private mutating func window(
    _ component: ComponentView, calendarZone: Zone?
  ) -> AvailabilityStatement.Window? {
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(.available)
    read(component, by: .available, into: &draft)
    let extent = extent(of: draft)
    settleRecurrence(of: &draft, extent, calendarZone)
    // The enclosing statement uses the positive number for its UID.
    settleIdentity(
      &draft.fields.uid, hasStamp: draft.met.contains(.dtstamp), line: component.line,
      number: -component.line, isInModel: draft.fields.start != nil)
    name(uid: statedUID, since: firstDiagnostic)
    let fields = draft.fields
    guard let start = fields.start else {
      report(
        .error, .missingStart, line: component.line, "DTSTART", "a time to be had without a start",
        repair: "kept in the file, not counted")
      return nil
    }
    return AvailabilityStatement.Window(
      from: start, extent: extent, recurrence: draft.series.recurrence,
      recurrenceID: draft.series.recurrenceID, summary: fields.summary, details: fields.details,
      location: fields.location, categories: fields.categories, uid: fields.uid, stamp: fields.stamp,
      unmodelled: draft.unmodelled)
  }
}

extension ModelWriter {
  package mutating func component(for statement: AvailabilityStatement) -> Component {
    var draft = ItemDraft(.availability)
    var fields = ItemFields()
    (fields.uid, fields.stamp, fields.start) = (statement.uid, statement.stamp, statement.start)
    (fields.summary, fields.details) = (statement.summary, statement.details)
    (fields.location, fields.categories) = (statement.location, statement.categories)
    fields.priority = statement.priority == 0 ? nil : Int32(clamping: statement.priority)
    (draft.fields, draft.extent, draft.busyKind) = (fields, statement.extent, statement.busyKind)
    (draft.extras.organizer, draft.extras.url) = (statement.organizer, statement.url)
    draft.unmodelled = statement.unmodelled
    // The windows are written after the statement's own properties, so zones are used in that order.
    return component(draft, by: .availability) { writer in
      statement.windows.map { writer.component(for: $0) }
    }
  }

  private mutating func component(for window: AvailabilityStatement.Window) -> Component {
    var draft = ItemDraft(.available)
    (draft.fields.uid, draft.fields.stamp, draft.fields.start) = (window.uid, window.stamp, window.start)
    (draft.fields.summary, draft.fields.details) = (window.summary, window.details)
    (draft.fields.location, draft.fields.categories) = (window.location, window.categories)
    (draft.series.recurrence, draft.series.recurrenceID) = (window.recurrence, window.recurrenceID)
    (draft.extent, draft.unmodelled) = (window.extent, window.unmodelled)
    return component(draft, by: .available)
  }
}
