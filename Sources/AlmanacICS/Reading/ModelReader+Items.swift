import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// VEVENT, VTODO, VJOURNAL.
extension ModelReader {
  /// The item of a component, whose lines libical has parsed; `nil` for an event without a start.
  mutating func item(
    _ kind: Item.Kind, _ lines: [ContentLine], _ bytes: LineBytes, in context: CalendarContext
  ) -> Item? {
    guard let begin = lines.first else { return nil }
    let firstDiagnostic = diagnostics.count
    var draft = ItemDraft(kind)
    var position = 0
    var index = 1
    while index < lines.count, lines[index].role != .end {
      switch lines[index].role {
      case .begin:
        subcomponent(at: index, lines, bytes, into: &draft)
        index = lines.indexBehindComponent(at: index)
        position += 1
      case .property:
        property(index, position, lines, bytes, into: &draft)
        index += 1
        position += 1
      case .malformed, .end: index += 1
      }
    }
    if let hints = draft.hints {
      draft.fill(from: hints)
      settleWholeDays(&draft, hints, context.zone)
    }
    let extent = extent(of: &draft, lines)
    settleRecurrence(of: &draft, extent, lines, context.zone)
    let isInModel = kind != .event || draft.fields.start != nil
    settleIdentity(&draft.fields.uid, hasStamp: draft.has(.dtstamp), begin, isInModel: isInModel)
    if let exact = draft.exactColor,
      draft.fields.color == nil || draft.fields.color?.description == exact.nearestName
    {
      // Where some other program has changed COLOR since, the exact colour no longer holds.
      draft.fields.color = exact
    }
    if !isInModel { reportMissingStart(begin, isUnreadable: draft.has(.dtstart), in: context) }
    name(uid: statedUID, since: firstDiagnostic)
    draft.extras.unmodelled.orderParameters()
    return draft.item(extent: extent)
  }

  /// Says why an event is not in the model.
  private mutating func reportMissingStart(
    _ begin: ContentLine, isUnreadable: Bool, in context: CalendarContext
  ) {
    if isUnreadable {
      report(
        .error, .missingStart, begin, "DTSTART", "an event whose start cannot be read",
        repair: "kept in the file, not shown and not exported")
    } else if context.isMessage {
      report(
        .note, .missingStart, begin, "DTSTART", "an event without a start, as a message may have it",
        repair: "kept as it is, not shown")
    } else {
      report(
        .error, .missingStart, begin, "DTSTART", "an event without a start",
        repair: "kept in the file, not shown and not exported")
    }
  }

  private mutating func subcomponent(
    at index: Int, _ lines: [ContentLine], _ bytes: LineBytes, into draft: inout ItemDraft
  ) {
    let isAlarm = isNamed(bytes.componentName(of: lines[index]), "VALARM")
    if isAlarm, draft.kind != .journal, let alarm = alarm(at: index, lines, bytes) {
      draft.extras.alarms.append(alarm)
      return
    }
    let component = rawComponent(at: index, lines, bytes)
    draft.extras.unmodelled.components.append(component)
    guard isAlarm, draft.kind == .journal else { return }
    let isKept = component.hasTrigger
    report(
      isKept ? .note : .warning, .misplacedProperty, lines[index], "VALARM",
      "VJOURNAL has no alarms (RFC 5545 §3.6.3)",
      repair: isKept ? "kept as it is" : "kept in the file, not exported")
  }

  /// Gives a UID to what has none.
  ///
  /// - Parameters:
  ///   - number: For which one is asked for; `nil` for that of the piece.
  ///   - isInModel: Whether there is a use for one.
  mutating func settleIdentity(
    _ uid: inout String, hasStamp: Bool, _ begin: ContentLine, number: Int? = nil, isInModel: Bool = true
  ) {
    statedUID = uid
    if uid.isEmpty {
      report(
        .warning, .missingUID, begin, "UID", "a component without a UID",
        repair: isInModel ? "given a UID in the model" : "none is needed")
      if isInModel { uid = options.uids.uid(number: number ?? piece) }
    }
    if !hasStamp {
      report(
        .warning, .missingStamp, begin, "DTSTAMP", "a component without DTSTAMP", repair: "none is known")
    }
  }
}

/// The properties of an item.
extension ModelReader {
  mutating func property(
    _ index: Int, _ position: Int, _ lines: [ContentLine], _ bytes: LineBytes, into draft: inout ItemDraft
  ) {
    let line = lines[index]
    guard let property = KnownProperty.named(bytes.name(of: line)) else {
      if isNamed(bytes.name(of: line), "X-ALMANAC-COLOR"), let color = try? CalendarColor(raw(line, bytes)) {
        draft.exactColor = draft.exactColor ?? color
      } else {
        draft.takeHint(line, bytes)
        draft.extras.unmodelled.properties.append(rawProperty(line, bytes, position: position))
      }
      return
    }
    let isFirst = draft.meets(property)
    if list(property, index, lines, bytes, into: &draft) { return }
    guard isFirst else {
      if Self.onceInItems.contains(property), property != .description || draft.kind != .journal {
        reportRepeated(property, line)
      } else {
        draft.extras.unmodelled.properties.append(rawProperty(line, bytes, position: position))
      }
      return
    }
    let isKnown =
      text(property, index, lines, bytes, into: &draft) || when(property, index, lines, bytes, into: &draft)
      || manner(property, index, lines, bytes, into: &draft)
    if isKnown, line.hasParameters, property != .organizer {
      let understood = understoodParameters(of: property, line, bytes, draft)
      keepParameters(property, index, lines, bytes, but: understood, in: &draft)
    } else if !isKnown {
      if Self.isMisplaced(property, in: draft.kind) {
        report(
          .note, .misplacedProperty, line, property.text,
          "\(ItemWriter.name(of: draft.kind)) has no \(property.text)", repair: "kept as it is")
      }
      draft.extras.unmodelled.properties.append(rawProperty(line, bytes, position: position))
    }
  }

  /// Tells of a property that may stand once and stands again.
  mutating func reportRepeated(_ property: KnownProperty, _ line: ContentLine) {
    report(
      .warning, .repeatedProperty, line, property.text, "\(property.text) stands more than once",
      repair: "the first stands")
  }

  /// Of which RFC 5545 allows one; a journal entry may have several descriptions.
  private static let onceInItems: Set<KnownProperty> = [
    .uid, .summary, .description, .location, .url, .dtstart, .dtend, .due, .duration, .recurrenceID,
    .dtstamp, .created, .lastModified, .completed, .status, .transp, .classification, .sequence, .priority,
    .percentComplete, .color, .geo, .organizer,
  ]

  /// What RFC 5545 §3.6.1 to §3.6.3 have in components of other kinds only.
  private static func isMisplaced(_ property: KnownProperty, in kind: Item.Kind) -> Bool {
    switch property {
    case .dtend, .transp: kind != .event
    case .due, .completed, .percentComplete: kind != .todo
    case .duration, .geo, .location, .priority, .resources: kind == .journal
    default: false
    }
  }

  /// The parameters whose meaning is in the value as it was read. A zone that nobody knows is not.
  func understoodParameters(
    of property: KnownProperty, _ line: ContentLine, _ bytes: LineBytes, _ draft: ItemDraft
  ) -> Set<String> {
    let time: EventTime?
    switch property {
    case .dtstart: time = draft.fields.start
    case .dtend, .due: time = draft.end
    case .recurrenceID: time = draft.series.recurrenceID
    case .exdate: time = draft.series.recurrence.exceptions.last
    case .rdate: time = draft.series.recurrence.additions.last?.start
    default: return Self.typeParameters
    }
    var known = Self.typeParameters
    if property == .recurrenceID { known.insert("RANGE") }
    if case .floating = time, bytes.rawParameter("TZID", of: line)?.isEmpty == false { known.remove("TZID") }
    return known
  }

  /// Texts, each once.
  private mutating func text(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    switch property {
    case .uid: draft.fields.uid = text(index, lines, bytes)
    case .summary: draft.fields.summary = text(index, lines, bytes)
    // A journal may have several descriptions, and none of the places that follow.
    case .description: draft.fields.details = text(index, lines, bytes)
    case .location where draft.kind != .journal: draft.fields.location = text(index, lines, bytes)
    case .url:
      draft.extras.url = uri(lines[index], bytes)
      tellUnlessURI(draft.extras.url, lines[index], bytes, "URL")
    default: return false
    }
    return true
  }

  /// When it happens and when it was written.
  private mutating func when(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    switch property {
    case .dtstart:
      draft.fields.start = time(index, lines, bytes, "DTSTART")
      draft.startLine = index
      draft.startUse = zones.last
    case .dtend where draft.kind == .event, .due where draft.kind == .todo:
      draft.end = time(index, lines, bytes, property.text)
      draft.endLine = index
    case .duration where draft.kind != .journal:
      draft.duration = duration(index, lines, bytes, "DURATION")
      draft.durationLine = index
    case .recurrenceID:
      draft.series.recurrenceID = time(index, lines, bytes, "RECURRENCE-ID")
      let range = bytes.rawParameter("RANGE", of: lines[index])
      draft.series.overridesFuture =
        draft.series.recurrenceID != nil && range.map { isNamed($0, "THISANDFUTURE") } ?? false
    case .dtstamp: draft.fields.stamp = instant(index, lines, bytes, "DTSTAMP")
    case .created: draft.fields.created = instant(index, lines, bytes, "CREATED")
    case .lastModified: draft.fields.lastModified = instant(index, lines, bytes, "LAST-MODIFIED")
    case .completed where draft.kind == .todo:
      draft.extras.completed = instant(index, lines, bytes, "COMPLETED")
    default: return false
    }
    return true
  }

  /// How it is to be taken; `false` also for words that the model does not have.
  private mutating func manner(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    let line = lines[index]
    switch property {
    case .status:
      let word = ItemStatus(rawValue: raw(line, bytes).uppercased())
      guard let word, word.isKnown(to: draft.kind) else { return unknownWord(line, bytes, "STATUS") }
      draft.fields.status = word
    case .transp where draft.kind == .event:
      guard let word = Transparency(rawValue: raw(line, bytes).uppercased()) else {
        return unknownWord(line, bytes, "TRANSP")
      }
      draft.fields.transparency = word
    case .classification:
      let word = Classification(rawValue: raw(line, bytes))
      guard ComponentName.isLegal(word.rawValue) else { return unknownWord(line, bytes, "CLASS") }
      draft.extras.classification = word
    case .sequence:
      draft.fields.sequence = integer(index, lines, bytes, in: 0...Int(Int32.max), "SEQUENCE").map {
        Int32(clamping: $0)
      }
    case .priority where draft.kind != .journal:
      draft.fields.priority = integer(index, lines, bytes, in: 0...9, "PRIORITY").map { Int32(clamping: $0) }
    case .percentComplete where draft.kind == .todo:
      draft.extras.percentComplete = integer(index, lines, bytes, in: 0...100, "PERCENT-COMPLETE")
    case .color: draft.fields.color = color(line, bytes, "COLOR")
    case .geo where draft.kind != .journal: draft.extras.geo = geo(index, lines, bytes)
    case .organizer: draft.extras.organizer = organizer(line, bytes)
    default: return false
    }
    return true
  }

  private mutating func unknownWord(_ line: ContentLine, _ bytes: LineBytes, _ property: String) -> Bool {
    let value = bytes.value(of: line)
    report(
      .warning, .unknownValue, line, property,
      value.isEmpty ? "\(property) says nothing" : "\(excerpt(value)) is no word of \(property)",
      repair: "kept as it is")
    return false
  }
}

extension ItemStatus {
  func isKnown(to kind: Item.Kind) -> Bool {
    switch kind {
    case .event: Event.Status(rawValue: rawValue) != nil
    case .todo: Todo.Status(rawValue: rawValue) != nil
    case .journal: Journal.Status(rawValue: rawValue) != nil
    }
  }
}
