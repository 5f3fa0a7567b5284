package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The properties of VEVENT, VTODO and VJOURNAL.
extension ComponentMapping<ItemDraft> {
  static let items = ComponentMapping([
    .text(.uid, \.fields.uid),
    // DTSTAMP is required; the best substitute is the time of the last change. Without either, no time is invented; readers
    // report the missing DTSTAMP.
    .instant(.dtstamp, \.fields.stamp) { $0.fields.lastModified ?? $0.fields.created ?? $1.stamp },
    Row(.recurrenceID) { reader, view, draft in
      draft.series.recurrenceID = reader.time(view)
      draft.series.overridesFuture =
        draft.series.recurrenceID != nil && view.hasParameter("RANGE", "THISANDFUTURE")
      return .time(draft.series.recurrenceID, view)
    } write: { draft, writer in
      guard let id = draft.series.recurrenceID else { return }
      writer.add(.recurrenceID, id, draft.series.overridesFuture ? [Parameter("RANGE", "THISANDFUTURE")] : [])
    },
    Row(.dtstart) { reader, view, draft in
      draft.fields.start = reader.time(view)
      draft.lines.startUse = reader.zones.lastLookedUp
      return .time(draft.fields.start, view)
    } write: { draft, writer in
      if let start = draft.fields.start { writer.add(.dtstart, start) }
    },
    end(.dtend), end(.due),
    Row(.duration) { reader, view, draft in
      // As with DTEND, the time that the item takes is not known.
      draft.duration = reader.duration(view, reportingFaultAs: .error)
      draft.lines.duration = view.line
      return draft.duration == nil ? .unread : .modelled
    } write: { draft, writer in
      if let duration = draft.duration, draft.fields.start != nil || draft.kind == .availability {
        writer.add(.duration, duration)
      }
    },
    .instant(.completed, \.extras.completed), .number(.percentComplete, \.extras.percentComplete),
    .value(
      .estimatedDuration, \.extras.estimatedDuration, read: { $0.length($1) },
      write: { $1.add(.estimatedDuration, $0) }),
    rule(.rrule, \.series.recurrence.rules, \.lines.rules),
    rule(.exrule, \.series.recurrence.exclusionRules, \.lines.exclusionRules), additions, exceptions,
    .text(.summary, \.fields.summary),
    Row(.description) { _, view, draft in
      // The model stores the first of a journal entry's descriptions.
      if draft.modelled.contains(.description) { return .unmodelled }
      draft.fields.details = view.text
      return view.value.isEmpty && draft.kind != .journal ? .dropped : .modelled
    } write: { draft, writer in
      // An empty first description is written so that the next does not replace it.
      let isNeeded = !draft.fields.details.isEmpty || draft.unmodelled.hasProperty("DESCRIPTION")
      if isNeeded { writer.add(.description, escaping: draft.fields.details) }
    },
    .text(.location, \.fields.location), .list(.categories, \.fields.categories),
    .value(
      .color, \.fields.color, read: { $0.color($1) },
      write: { $1.add(.color, value: $0.cssName ?? $0.nearestName) }),
    exactColor,
    .uri(.url, \.extras.url),
    .value(.geo, \.extras.geo, read: { $0.geo($1) }, write: { $1.add(.geo, value: $0.written) }),
    .list(.resources, \.extras.resources), .texts(.comment, \.extras.comments),
    .texts(.contact, \.extras.contacts), .texts(.concept, \.extras.concepts),
    .texts(.refid, \.extras.referenceIDs),
    Row(.travelDuration) { reader, view, draft in
      draft.extras.travelTime = reader.door.duration(view.trimmedValue)
      return draft.extras.travelTime == nil ? .unmodelled : .modelled
    } write: { draft, writer in
      guard let time = draft.extras.travelTime else { return }
      writer.add(.travelDuration, time, [Parameter("VALUE", "DURATION")])
    },
    .word(.status, \.fields.status) { $0.isAllowed(in: $1) }, .word(.transp, \.fields.transparency),
    .number(.priority, \.fields.priority),
    .number(.sequence, \.fields.sequence), .instant(.created, \.fields.created),
    .instant(.lastModified, \.fields.lastModified),
    .word(.classification, \.extras.classification) { word, _ in ComponentName.isLegal(word.rawValue) },
    .value(.organizer, \.extras.organizer, .whole, read: { $0.organizer($1) }, write: { $1.add($0) }),
    .parts(.attendee, \.extras.attendees, read: { $0.attendee($1) }, write: { $1.add($0) }),
    .parts(.relatedTo, \.extras.relations, read: { $0.relation($1) }, write: { $1.add($0) }),
    .parts(.attach, \.extras.attachments, read: { $0.attachment($1) }, write: { $1.add($0) }),
    .parts(.image, \.extras.images, read: { $0.image($1) }, write: { $1.add($0) }),
    .parts(.conference, \.extras.conferences, read: { $0.conference($1) }, write: { $1.add($0) }),
    .parts(.requestStatus, \.extras.requestStatuses, read: { $0.requestStatus($1) }, write: { $1.add($0) }),
    hint(.allDayEvent) { $0.readWholeDays($1) }, hint(.allDayOfMSN) { $0.readWholeDays($1) },
    hint(.busyStatus) { $0.busyStatus = $1.text.uppercased() },
    hint(.googleConference) { $0.readMeeting($1) }, hint(.teamsMeeting) { $0.readMeeting($1) },
    hint(.appleLocation) { $0.readPlace($1) },
  ])

  /// DTEND or DUE.
  private static func end(_ property: PropertyName) -> Row {
    Row(property) { reader, view, draft in
      draft.end = reader.time(view)
      draft.lines.end = view.line
      if case .floating = draft.end { draft.lines.isEndInUnknownZone = view.hasZone }
      return .time(draft.end, view)
    } write: { draft, writer in
      if let end = draft.end { writer.add(property, end) }
    }
  }

  /// The exact colour, written beside COLOR, which can state only named colours (RFC 7986 §5.9).
  private static let exactColor = Row(.exactColor) { _, view, draft in
    guard let color = try? CalendarColor(view.trimmed) else { return .unmodelled }
    draft.exactColor = draft.exactColor ?? color
    return .whole
  } write: { draft, writer in
    if let color = draft.fields.color, color.cssName == nil { writer.add(.exactColor, value: color.hex) }
  }

  /// A property of another program that is read as a hint and stored as unmodelled.
  private static func hint(
    _ property: PropertyName, _ read: @escaping @Sendable (inout VendorHints, PropertyView) -> Void
  ) -> Row {
    Row(property) { _, view, draft in
      var hints = draft.hints ?? VendorHints()
      read(&hints, view)
      draft.hints = hints
      return .unmodelled
    }
  }
}

extension ComponentMapping.Row {
  /// A word of a list. Any other word is reported and stored as unmodelled; a writer with `isLegalOnly` omits it.
  @inline(__always)
  fileprivate static func word<Word: RawRepresentable<String> & Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<Word?>,
    isKnown: @escaping @Sendable (Word, _ to: ComponentKind) -> Bool = { _, _ in true }
  ) -> Self {
    Self(property, isEnumerated: true) { reader, view, draft in
      guard let word = Word(rawValue: view.trimmed.uppercased()), isKnown(word, draft.kind) else {
        return reader.unknownWord(view)
      }
      draft[keyPath: place()] = word
      return .modelled
    } write: { draft, writer in
      if let word = draft[keyPath: place()] { writer.add(writer.property, value: word.rawValue) }
    }
  }
}

extension Reading {
  /// The outcome of reading a time: `unknownZone` if its zone is unknown.
  fileprivate static func time(_ time: EventTime?, _ property: PropertyView) -> Reading {
    switch time {
    case nil: .unread
    case .floating where property.hasZone: .unknownZone
    default: .modelled
    }
  }
}

extension PropertyView {
  /// Whether there is a TZID, also an empty one.
  var hasZone: Bool { withParameter("TZID") { _ in true } ?? false }
}

// MARK: Whole items

extension ModelReader {
  /// Reads an item; returns `nil` for an event without a start, and for an item that changes an instance which cannot be read: it
  /// must not be taken for the series.
  ///
  /// - Parameter needsStart: Whether an event needs a start; that of a message does not (RFC 5546 §3.2.3).
  package mutating func item(
    _ kind: Item.Kind, _ component: ComponentView, in context: CalendarContext, needsStart: Bool = true
  ) -> Item? {
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(kind.component)
    var alarms: [Alarm] = []
    read(component, by: .items, into: &draft) { reader, inner in
      guard inner.kind == .alarm else { return false }
      guard kind != .journal else {
        reader.reportMisplacedAlarm(inner)
        return false
      }
      guard let alarm = reader.alarm(inner) else { return false }
      alarms.append(alarm)
      return true
    }
    draft.extras.alarms = alarms
    if let hints = draft.hints {
      draft.fill(from: hints)
      convertWholeDays(&draft, hints, context.zone)
    }
    let extent = readExtent(of: component, into: &draft)
    validateRecurrence(of: &draft, extent, context.zone)
    let hasStart = kind != .event || !needsStart || draft.fields.start != nil
    let isInstanceUnread = draft.occurring.contains(.recurrenceID) && draft.series.recurrenceID == nil
    let isInModel = hasStart && !isInstanceUnread
    assignIdentity(
      &draft.fields.uid, hasStamp: draft.occurring.contains(.dtstamp), line: component.line,
      isInModel: isInModel)
    if let exact = draft.exactColor,
      draft.fields.color == nil || draft.fields.color?.description == exact.nearestName
    {
      // If another program has changed COLOR since, the exact colour is outdated.
      draft.fields.color = exact
    }
    if !hasStart {
      reportMissingStart(component.line, isUnreadable: draft.occurring.contains(.dtstart), in: context)
    } else if isInstanceUnread {
      report(
        .error, .badTime, line: component.line, "RECURRENCE-ID",
        "a change of an instance that cannot be read",
        repair: "kept in the file, not shown and not exported")
    }
    name(uid: statedUID, since: firstDiagnostic)
    return isInModel ? draft.item(kind, extent: extent) : nil
  }

  /// Reports the reason that an event is not in the model.
  private mutating func reportMissingStart(_ line: Int, isUnreadable: Bool, in context: CalendarContext) {
    let isMessage = context.isMessage && !isUnreadable
    report(
      isMessage ? .note : .error, .missingStart, line: line, "DTSTART",
      isUnreadable
        ? "an event whose start cannot be read"
        : isMessage ? "an event without a start, which is legal in a message" : "an event without a start",
      repair: isMessage ? "preserved, not shown" : "kept in the file, not shown and not exported")
  }

  private mutating func reportMisplacedAlarm(_ alarm: ComponentView) {
    let isKept = alarm.component.hasTrigger(door)
    report(
      isKept ? .note : .warning, .misplacedProperty, line: alarm.line, "VALARM",
      "VJOURNAL has no alarms (RFC 5545 §3.6.3)",
      repair: isKept ? "preserved" : "kept in the file, not exported")
  }

  fileprivate mutating func unknownWord(_ property: PropertyView) -> Reading {
    report(
      .warning, .unknownValue, property,
      property.value.isEmpty
        ? "\(property.title) has no value" : "\(property.excerpt) is not a value of \(property.title)",
      repair: "kept in the file, not exported")
    return .unmodelled
  }
}

extension ModelWriter {
  /// - Parameter alarmText: The text of alarms without one of their own; `nil` for the item's summary.
  package mutating func component(for item: Item, alarmText: String? = nil) -> Component {
    var draft = ItemDraft(item.kind.component)
    draft.fill(from: item)
    return component(draft, draft.alarms(showing: alarmText ?? item.summary))
  }

  private mutating func component(_ draft: ItemDraft, _ alarms: [AlarmDraft]) -> Component {
    component(draft, by: .items) { writer in alarms.map { writer.component($0, by: .alarms) } }
  }

  /// Writes an item as lines. An item with unmodelled content is made as a tree first.
  package mutating func write(_ item: Item) {
    var draft = ItemDraft(item.kind.component)
    draft.fill(from: item)
    let alarms = draft.alarms(showing: item.summary)
    guard draft.unmodelled.isEmpty else { return write(component(draft, alarms)) }
    write(draft, by: .items) { writer in
      for alarm in alarms { writer.write(alarm, by: .alarms) }
    }
  }
}

extension ItemDraft {
  /// - Parameter text: The text of alarms without one of their own.
  fileprivate func alarms(showing text: String) -> [AlarmDraft] {
    kind == .journal ? [] : extras.alarms.map { AlarmDraft($0, itemSummary: text) }
  }
}
