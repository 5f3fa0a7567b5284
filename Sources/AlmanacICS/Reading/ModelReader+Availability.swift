import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// VAVAILABILITY and AVAILABLE (RFC 7953): read as items are, for their properties are those of events.
extension ModelReader {
  /// The statement of a component, whose lines libical has parsed.
  mutating func availability(
    _ lines: [ContentLine], _ bytes: LineBytes, calendarZone: Zone?
  ) -> AvailabilityStatement {
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(.event)
    var statement = AvailabilityStatement()
    var kept = Unmodelled()
    readParts(Self.statementProperties, lines, bytes, into: &draft) { reader, index in
      let line = lines[index]
      if line.role == .property, isNamed(bytes.name(of: line), "BUSYTYPE"), statement.busyKind == nil {
        statement.busyKind = BusyKind(rawValue: reader.raw(line, bytes))
        reader.keepParameters(.busyType, line, bytes, in: &kept)
        return true
      }
      guard line.role == .begin, isNamed(bytes.componentName(of: line), "AVAILABLE"),
        let window = reader.window(at: index, lines, bytes, calendarZone: calendarZone)
      else { return false }
      statement.windows.append(window)
      return true
    }
    statement.extent = extent(of: &draft, lines)
    settleIdentity(&draft.fields.uid, hasStamp: draft.has(.dtstamp), lines[0])
    (statement.uid, statement.stamp, statement.start) = (
      draft.fields.uid, draft.fields.stamp, draft.fields.start
    )
    (statement.summary, statement.details, statement.location) = (
      draft.fields.summary, draft.fields.details, draft.fields.location
    )
    (statement.priority, statement.categories) = (Int(draft.fields.priority ?? 0), draft.fields.categories)
    (statement.organizer, statement.url) = (draft.extras.organizer, draft.extras.url)
    draft.extras.unmodelled.parameters += kept.parameters
    draft.extras.unmodelled.orderParameters()
    statement.unmodelled = draft.extras.unmodelled
    name(uid: statedUID, since: firstDiagnostic)
    return statement
  }

  /// What a statement has a place for; all else is kept as it stands.
  private static let statementProperties: Set<KnownProperty> = [
    .uid, .dtstamp, .dtstart, .dtend, .duration, .summary, .description, .location, .categories, .priority,
    .organizer, .url,
  ]

  private static let windowProperties: Set<KnownProperty> = [
    .uid, .dtstamp, .dtstart, .dtend, .duration, .recurrenceID, .rrule, .exrule, .rdate, .exdate, .summary,
    .description, .location, .categories,
  ]

  /// Reads the properties that are wanted into a draft, and keeps what `read` does not take.
  private mutating func readParts(
    _ wanted: Set<KnownProperty>, _ lines: [ContentLine], _ bytes: LineBytes, into draft: inout ItemDraft,
    _ read: (inout ModelReader, Int) -> Bool
  ) {
    var position = 0
    var index = draft.begin + 1
    while index < lines.count, lines[index].role != .end {
      let line = lines[index]
      let isTaken = line.role == .malformed || read(&self, index)
      if line.role == .begin {
        if !isTaken {
          draft.extras.unmodelled.components.append(rawComponent(at: index, lines, bytes))
        }
        index = lines.indexBehindComponent(at: index)
      } else {
        if !isTaken {
          if KnownProperty.named(bytes.name(of: line)).map({ wanted.contains($0) }) ?? false {
            property(index, position, lines, bytes, into: &draft)
          } else {
            draft.extras.unmodelled.properties.append(rawProperty(line, bytes, position: position))
          }
        }
        index += 1
      }
      position += line.role == .malformed ? 0 : 1
    }
  }

  private mutating func window(
    at start: Int, _ lines: [ContentLine], _ bytes: LineBytes, calendarZone: Zone?
  ) -> AvailabilityStatement.Window? {
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(.event, begin: start)
    readParts(Self.windowProperties, lines, bytes, into: &draft) { _, _ in false }
    let extent = extent(of: &draft, lines)
    settleRecurrence(of: &draft, extent, lines, calendarZone)
    // Its statement takes the UID of the component's number.
    settleIdentity(
      &draft.fields.uid, hasStamp: draft.has(.dtstamp), lines[start], number: -lines[start].lineNumber,
      isInModel: draft.fields.start != nil)
    name(uid: statedUID, since: firstDiagnostic)
    draft.extras.unmodelled.orderParameters()
    guard let begin = draft.fields.start else {
      report(
        .error, .missingStart, lines[start], "DTSTART", "a time to be had without a start",
        repair: "kept in the file, not counted")
      return nil
    }
    return AvailabilityStatement.Window(
      from: begin, extent: extent, recurrence: draft.series.recurrence,
      recurrenceID: draft.series.recurrenceID,
      summary: draft.fields.summary, details: draft.fields.details, location: draft.fields.location,
      categories: draft.fields.categories,
      uid: draft.fields.uid, stamp: draft.fields.stamp, unmodelled: draft.extras.unmodelled)
  }
}
