package import AlmanacComponents
package import AlmanacEvents
package import AlmanacTime

/// The properties of VAVAILABILITY and AVAILABLE (RFC 7953) that the model represents; events have most of them
/// too.
extension ComponentMapping<ItemDraft> {
  static let availability = ComponentMapping(items.rows + [busyType]).only(AvailabilityStatement.properties)
  static let available = items.only(AvailabilityStatement.Window.properties)

  private static let busyType = Row.value(
    .busyType, \.busyKind, read: { BusyKind(rawValue: $1.word) },
    write: { $1.add(.busyType, escaping: $0.rawValue) })
}

/// A member of statements or windows, and of the draft of items.
private struct SharedField<Model>: Sendable {
  let read: @Sendable (ItemDraft, inout Model) -> Void
  let write: @Sendable (Model, inout ItemDraft) -> Void

  init<Value>(
    _ draft: any WritableKeyPath<ItemDraft, Value> & Sendable,
    _ model: any WritableKeyPath<Model, Value> & Sendable
  ) {
    read = { $1[keyPath: model] = $0[keyPath: draft] }
    write = { $1[keyPath: draft] = $0[keyPath: model] }
  }
}

extension [SharedField<AvailabilityStatement>] {
  fileprivate static let ofStatements: Self = [
    .init(\.fields.uid, \.uid), .init(\.fields.stamp, \.stamp), .init(\.fields.start, \.start),
    .init(\.busyKind, \.busyKind), .init(\.fields.summary, \.summary), .init(\.fields.details, \.details),
    .init(\.fields.location, \.location), .init(\.fields.categories, \.categories),
    .init(\.extras.organizer, \.organizer), .init(\.extras.url, \.url), .init(\.unmodelled, \.unmodelled),
  ]
}

extension [SharedField<AvailabilityStatement.Window>] {
  fileprivate static let ofWindows: Self = [
    .init(\.fields.uid, \.uid), .init(\.fields.stamp, \.stamp),
    .init(\.series.recurrence, \.recurrence), .init(\.series.recurrenceID, \.recurrenceID),
    .init(\.fields.summary, \.summary), .init(\.fields.details, \.details),
    .init(\.fields.location, \.location), .init(\.fields.categories, \.categories),
    .init(\.unmodelled, \.unmodelled),
  ]
}

extension ModelReader {
  package mutating func availability(
    _ component: ComponentView, calendarZone: Zone?
  ) -> AvailabilityStatement {
    var draft = ItemDraft(.availability)
    var windows: [AvailabilityStatement.Window] = []
    read(component, by: .availability, into: &draft) { reader, inner in
      guard inner.kind == .available, let window = reader.window(inner, calendarZone: calendarZone) else {
        return false
      }
      windows.append(window)
      return true
    }
    let extent = readExtent(of: component, into: &draft)
    assignIdentity(&draft.fields.uid, hasStamp: draft.occurring.contains(.dtstamp), line: component.line)
    var statement = AvailabilityStatement(
      extent: extent, priority: Int(draft.fields.priority ?? 0), windows: windows)
    for field in [SharedField<AvailabilityStatement>].ofStatements { field.read(draft, &statement) }
    return statement
  }

  private mutating func window(
    _ component: ComponentView, calendarZone: Zone?
  ) -> AvailabilityStatement.Window? {
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(.available)
    read(component, by: .available, into: &draft)
    let extent = readExtent(of: component, into: &draft)
    validateRecurrence(of: &draft, extent, calendarZone)
    // The enclosing statement uses the positive number for its UID.
    assignIdentity(
      &draft.fields.uid, hasStamp: draft.occurring.contains(.dtstamp), line: component.line,
      number: -component.line, isInModel: draft.fields.start != nil)
    name(uid: statedUID, since: firstDiagnostic)
    guard let start = draft.fields.start else {
      report(
        .error, .missingStart, line: component.line, "DTSTART", "an AVAILABLE without a start",
        repair: "kept in the file, not counted")
      return nil
    }
    var window = AvailabilityStatement.Window(from: start, extent: extent)
    for field in [SharedField<AvailabilityStatement.Window>].ofWindows { field.read(draft, &window) }
    return window
  }
}

extension ModelWriter {
  package mutating func component(for statement: AvailabilityStatement) -> Component {
    var draft = ItemDraft(.availability)
    for field in [SharedField<AvailabilityStatement>].ofStatements { field.write(statement, &draft) }
    draft.extent = statement.extent
    draft.fields.priority = statement.priority == 0 ? nil : Int32(clamping: statement.priority)
    // The windows are written after the statement's own properties, so zones are used in that order.
    return component(draft, by: .availability) { writer in
      statement.windows.map { writer.component(for: $0) }
    }
  }

  private mutating func component(for window: AvailabilityStatement.Window) -> Component {
    var draft = ItemDraft(.available)
    for field in [SharedField<AvailabilityStatement.Window>].ofWindows { field.write(window, &draft) }
    (draft.fields.start, draft.extent) = (window.start, window.extent)
    return component(draft, by: .available)
  }
}
