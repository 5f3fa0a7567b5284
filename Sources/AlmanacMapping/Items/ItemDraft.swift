import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Intermediate values of a VEVENT, VTODO or VJOURNAL during reading or writing.
///
/// Also used for VAVAILABILITY and AVAILABLE, whose properties are a subset of those of events.
struct ItemDraft: ComponentDraft {
  let kind: ComponentKind
  var fields = ItemFields()
  var series = SeriesFields()
  var extras = ItemExtras()
  var unmodelled = Unmodelled()
  /// DTEND or DUE.
  var end: EventTime?
  var duration: CalendarDuration?
  /// The exact colour if COLOR could state only the nearest named one.
  var exactColor: CalendarColor?
  /// BUSYTYPE; only in VAVAILABILITY.
  var busyKind: BusyKind?
  var hints: VendorHints?

  var occurring = PropertySet()
  var modelled = PropertySet()
  var ignored = PropertySet()
  var absent = PropertySet()
  /// Line numbers of properties that are validated after the whole item is read.
  var lines = Lines()

  struct Lines {
    var end = 0
    /// Whether the zone of the end is not known.
    var isEndInUnknownZone = false
    /// Whether the end says what holds without it.
    var isEndImplied = false
    var duration = 0
    var rules: [Int] = []
    var exclusionRules: [Int] = []
    /// The lines of EXDATE and of RDATE, each with the index of its first value.
    var exceptions: [(line: Int, first: Int)] = []
    var additions: [(line: Int, first: Int)] = []
    /// The index of the start's zone in `ZoneResolver.uses`.
    var startUse = 0
  }

  init(_ kind: ComponentKind) { self.kind = kind }
}

extension ItemDraft {
  /// The item.
  ///
  /// Series fields and extras are set only if such properties were read: most items have none, and copying
  /// and comparing them is slow.
  mutating func item(_ kind: Item.Kind, extent: Extent) -> Item {
    fields.extent = extent
    var content = ItemContent(fields)
    if isOfSeries { content.series = series }
    extras.unmodelled = unmodelled
    if !modelled.isDisjoint(with: Self.ofExtras) || !extras.alarms.isEmpty || hints != nil
      || !unmodelled.isEmpty
    {
      content.extras = extras
    }
    return Item(content, kind)
  }

  /// Whether a property of a series was read.
  var isOfSeries: Bool { !modelled.isDisjoint(with: Self.ofSeries) }

  /// Copies the fields of an item into the draft.
  mutating func fill(from item: Item) {
    let content = item.content
    fields = content.fields
    if content.hasSeries { series = content.series } else { absent = Self.ofSeries }
    if content.hasExtras {
      extras = content.extras
      unmodelled = extras.unmodelled
    } else {
      absent = absent.union(Self.ofExtras)
    }
    extent = fields.extent
  }

  /// The properties of series and their instances.
  private static let ofSeries = properties(in: SeriesFields.self)
  /// The properties stored in the extras, which few items have.
  private static let ofExtras = properties(in: ItemExtras.self)

  private static func properties(in part: Any.Type) -> PropertySet {
    PropertySet(ItemTable.fields.filter { $0.part == part }.flatMap(\.properties))
  }

  /// The extent as stored in `end` or `duration`.
  var extent: Extent {
    get { end.map { .end($0) } ?? duration.map { .duration($0) } ?? .implied }
    set {
      (end, duration) = (nil, nil)
      switch newValue {
      case .implied: break
      case .end(let end): self.end = end
      case .duration(let duration): self.duration = duration
      }
    }
  }
}

/// Reading of an item's end or duration.
extension ModelReader {
  /// Stores the extent, once the start is known, and the lines that it ignores.
  ///
  /// - Returns: The extent.
  mutating func readExtent(of component: ComponentView, into draft: inout ItemDraft) -> Extent {
    let extent = extent(of: &draft)
    draft.fields.extent = extent
    keepIgnoredTimes(of: component, in: &draft)
    return extent
  }

  /// The extent from DTEND or DUE, DURATION, or neither. Of an event, one that cannot be the end or length is `ignored`.
  private mutating func extent(of draft: inout ItemDraft) -> Extent {
    func reportDuration(
      _ code: Diagnostic.Code, _ message: String, _ severity: Diagnostic.Severity = .warning,
      repair: String = "ignored"
    ) {
      report(severity, code, line: draft.lines.duration, "DURATION", message, repair: repair)
    }
    let isTodo = draft.kind == .todo
    if let end = draft.end {
      let endName = isTodo ? "DUE" : "DTEND"
      if draft.duration != nil { reportDuration(.endAndDuration, "there is a \(endName) too") }
      guard let start = draft.fields.start else { return .end(end) }
      let line = draft.lines.end
      let matching = matching(end, start, line: line, endName)
      let isInZone = !draft.lines.isEndInUnknownZone || start.zone == nil
      if isTodo || isInZone, start.isBefore(matching) || isTodo && !matching.isBefore(start) {
        return .end(matching)
      }
      draft.lines.isEndImplied = isInZone && !matching.isBefore(start)
      if !draft.lines.isEndImplied { draft.ignored.insert(.dtend) }
      guard isInZone || isTodo else { return .implied }
      report(
        .warning, .endNotAfterStart, line: line, endName, "\(matching) is not after the start \(start)",
        repair: start.isDate ? "read as lasting one day" : "read as lasting no time")
      return isTodo ? .end(start) : .implied
    }
    guard let duration = draft.duration else { return .implied }
    guard let start = draft.fields.start else {
      reportDuration(.endAndDuration, "there is no start to count from")
      return .implied
    }
    if duration.isNegative, !duration.isZero {
      reportDuration(.outOfRange, "\(duration) is negative", .error)
      draft.ignored.insert(.duration)
      return .implied
    }
    if start.isDate, duration.exactSeconds != 0 {
      let days = max(1, (duration.civilSeconds + 86_399) / 86_400)
      reportDuration(.mixedTimeForms, "\(duration) from a date", repair: "read as \(days) days")
      return .duration(.days(days))
    }
    return .duration(duration)
  }

  /// The end converted to the form of the start.
  mutating func matching(
    _ end: EventTime, _ start: EventTime, line: Int, _ property: String
  ) -> EventTime {
    let matched: EventTime
    switch (start, end) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): return end
    case (.date, _):
      let isMidnight = end.local.time == .midnight
      matched = .date(end.date.adding(days: isMidnight ? 0 : 1))
    case (.floating, _): matched = .floating(end.local)
    case (.zoned(let zoned), _): matched = .zoned(ZonedDateTime(end.local, in: zoned.zone))
    }
    report(
      .warning, .mixedTimeForms, line: line, property, "\(end) is not of the form of the start, \(start)",
      repair: "read as \(matched)")
    return matched
  }

  /// Stores the lines of times that the model does not represent, as they were ignored, so that they go with the item to
  /// another file. A line that repeats the one in use is not stored.
  private mutating func keepIgnoredTimes(of component: ComponentView, in draft: inout ItemDraft) {
    let wanted = draft.ignored.intersection([.dtstart, .dtend, .due, .duration])
    guard !wanted.isDisjoint(with: draft.kind.properties) else { return }
    // The first line of each property, and those that say something else.
    var lines: [PropertyName: [Property]] = [:]
    var used: [PropertyName: StatedTime] = [:]
    component.forEach { element in
      guard case .property(let view) = element, let name = view.known, wanted.contains(name) else { return }
      let property = view.property
      // One before the line in use that cannot be read is stored already.
      let isStored = draft.unmodelled.properties.contains {
        $0 == property && $0.position == property.position
      }
      if isStored { return }
      let stated = stated(view, name)
      if used[name] != stated { lines[name, default: []].append(property) }
      used[name] = used[name] ?? stated
    }
    for (name, all) in lines {
      let isImplied = name == .dtend && draft.lines.isEndImplied && all.count == 1
      draft.unmodelled.properties += all.dropFirst(draft.represents(name) || isImplied ? 1 : 0)
    }
    draft.unmodelled.properties.sort { ($0.position ?? .max) < ($1.position ?? .max) }
    let unused = lines.keys.filter { !draft.represents($0) }.map(\.text)
    draft.unmodelled.parameters.removeAll { unused.contains($0.property) }
  }

  /// Reads a line without reporting faults.
  private mutating func stated(_ view: PropertyView, _ name: PropertyName) -> StatedTime {
    let count = diagnostics.count
    defer { diagnostics.removeLast(diagnostics.count - count) }
    let parameters = view.property.parameters.filter { !["VALUE", "TZID"].contains($0.name) }
    if name == .duration, let length = duration(view) {
      return StatedTime(length: length, parameters: parameters)
    }
    if name != .duration, let time = time(view) { return StatedTime(time: time, parameters: parameters) }
    return StatedTime(text: view.property.value, parameters: view.property.parameters)
  }
}

/// What a line states: a time, a length, or a text that is neither.
private struct StatedTime: Equatable {
  var time: EventTime?
  var length: CalendarDuration?
  var text: String?
  let parameters: [Parameter]
}

extension ItemDraft {
  /// Whether the model has the start, the end or the length that a property states.
  fileprivate func represents(_ property: PropertyName) -> Bool {
    switch (property, fields.extent) {
    case (.dtstart, _), (.dtend, .end), (.due, .end), (.duration, .duration): true
    default: false
    }
  }
}
