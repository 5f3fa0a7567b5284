package import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What a VTIMEZONE says while it is read or written; what it says beyond that is not kept.
struct TimeZoneDraft: ComponentDraft {
  let kind = ComponentKind.timeZone
  var tzid = ""
  var location = ""
  var unmodelled: Unmodelled {
    get { Unmodelled() }
    set {}
  }
  var met = PropertySet()
  var taken = PropertySet()
}

/// What a STANDARD or DAYLIGHT says: one offset and the times at which it begins.
struct ObservanceDraft: ComponentDraft {
  let kind: ComponentKind
  /// On the clock of the offset before; the first is DTSTART.
  var onsets: [CivilDateTime] = []
  var start: CivilDateTime?
  var offsetFrom: Int?
  var offsetTo: Int?
  /// Whether an offset is none, which was reported.
  var isBroken = false
  var name = ""
  var rules: [RecurrenceRule] = []
  var unmodelled: Unmodelled {
    get { Unmodelled() }
    set {}
  }
  var met = PropertySet()
  var taken = PropertySet()
}

/// The properties of VTIMEZONE (RFC 5545 §3.6.5).
extension ComponentMapping<TimeZoneDraft> {
  static let timeZones = ComponentMapping([
    Row(.tzid) { _, view, draft in
      draft.tzid = ZoneResolver.unquoted(view.text)
      return draft.tzid.isEmpty ? .dropped : .whole
    } write: { draft, writer in
      writer.add(.tzid, text: draft.tzid)
    },
    // The IANA name that some programs write beside their own.
    Row(.licLocation) { _, view, draft in
      if draft.location.isEmpty { draft.location = view.trimmed }
      return .whole
    },
  ])

  static let leftOfTimeZones: PropertySet = [.lastModified, .tzurl]
}

extension ComponentMapping<ObservanceDraft> {
  static let observances = ComponentMapping([
    Row(.dtstart) { reader, view, draft in
      draft.start = reader.civil(view.value, view)?.local
      return draft.start == nil ? .dropped : .whole
    } write: { draft, writer in
      if let start = draft.start { writer.add(.dtstart, .floating(start)) }
    },
    offset(.tzoffsetFrom, \.offsetFrom), offset(.tzoffsetTo, \.offsetTo),
    Row(.tzname) { _, view, draft in
      if draft.name.isEmpty { draft.name = view.text }
      return .whole
    } write: { draft, writer in
      writer.add(.tzname, text: draft.name)
    },
    Row(.rrule) { reader, view, draft in
      if let rule = try? RecurrenceRule.repairing(view.trimmed).rule, rule.frequency == .yearly {
        draft.rules.append(rule)
      } else {
        reader.report(
          .warning, .badTimeZone, view, "a zone does not change by such a rule", repair: "left out")
      }
      return .whole
    } write: { draft, writer in
      for rule in draft.rules { writer.add(.rrule, value: rule.description) }
    },
    Row(.rdate) { reader, view, draft in
      reader.forEachValue(of: view, have: draft.onsets.count) { reader, value in
        if let read = reader.stated(value) { draft.onsets.append(read.local) }
      }
      return .whole
    } write: { draft, writer in
      writer.add(.rdate, times: writer.times.values(draft.onsets.map { .floating($0) }))
    },
  ])

  static let leftOfObservances: PropertySet = [.comment]

  private static func offset(_ property: PropertyName, _ place: @autoclosure @escaping Row.Place<Int?>) -> Row
  {
    Row(property) { reader, view, draft in
      draft[keyPath: place()] = reader.offset(view)
      if draft[keyPath: place()] == nil { draft.isBroken = true }
      return .whole
    } write: { draft, writer in
      if let offset = draft[keyPath: place()] { writer.add(property, offset: offset) }
    }
  }
}

extension ModelReader {
  /// Takes the definition of a VTIMEZONE.
  ///
  /// - Returns: the TZID that it defines.
  mutating func defineZone(_ component: ComponentView) -> String? {
    var draft = TimeZoneDraft()
    var observances: [TimeZoneDefinition.Observance] = []
    read(component, by: .timeZones, into: &draft) { reader, inner in
      if let observance = reader.observance(inner) { observances.append(observance) }
      return true
    }
    guard !draft.tzid.isEmpty else {
      report(
        .error, .badTimeZone, line: component.line, "TZID", "a VTIMEZONE without a name",
        repair: "passed over")
      return nil
    }
    if observances.isEmpty {
      report(
        .warning, .badTimeZone, line: component.line, "", "the VTIMEZONE of \(draft.tzid) says nothing",
        repair: "its name must do")
    }
    let definition = TimeZoneDefinition(
      tzid: draft.tzid, location: draft.location, line: component.line, observances: observances)
    if !zones.define(definition) {
      report(
        .error, .badTimeZone, line: component.line, "", "more zones than any calendar needs",
        repair: "passed over")
    }
    return draft.tzid
  }

  private mutating func observance(_ component: ComponentView) -> TimeZoneDefinition.Observance? {
    guard let kind = component.kind, kind == .standard || kind == .daylight else { return nil }
    var draft = ObservanceDraft(kind: kind)
    read(component, by: .observances, into: &draft)
    guard !draft.isBroken else { return nil }
    guard let start = draft.start, let offset = draft.offsetTo else {
      report(
        .warning, .badTimeZone, line: component.line, "", "an observance without a start or an offset",
        repair: "passed over")
      return nil
    }
    return TimeZoneDefinition.Observance(
      isDaylight: kind == .daylight, start: start, offsetFrom: draft.offsetFrom ?? offset, offsetTo: offset,
      name: draft.name, rules: draft.rules, additions: draft.onsets)
  }

  /// What TZOFFSETFROM or TZOFFSETTO says; `nil` is reported.
  fileprivate mutating func offset(_ property: PropertyView) -> Int? {
    if let offset = door.offset(property.value), offset != 0 || property.value.first != UInt8(ascii: "-") {
      return offset
    }
    guard let read = LenientOffset(property.value) else {
      report(
        .warning, .badValue, property,
        property.value.isEmpty ? "an empty value" : "\(property.excerpt) is no offset from UTC",
        repair: "its observance is passed over")
      return nil
    }
    if read.isAltered {
      report(
        read.seconds == 0 ? .note : .warning, .badValue, property,
        "\(property.excerpt) is not written as RFC 5545 §3.3.14 has it",
        repair: "read as \(Zone.offsetName(read.seconds))")
    }
    return read.seconds
  }
}

extension ModelWriter {
  package mutating func component(for zone: ZoneWriter) -> Component {
    let observances = zone.observances().map { observance in
      let draft = ObservanceDraft(
        kind: observance.phase.isDaylight ? .daylight : .standard,
        onsets: Array(observance.onsets.dropFirst()),
        start: observance.onsets.first, offsetFrom: observance.offsetFrom,
        offsetTo: observance.phase.offset, name: observance.phase.abbreviation,
        rules: observance.rule.map { [$0] } ?? [])
      return component(draft, by: .observances)
    }
    return component(TimeZoneDraft(tzid: zone.tzid), by: .timeZones, observances)
  }
}

// MARK: Names of zones

extension ModelReader {
  /// Reports the TZIDs that were met since this was done last.
  package mutating func reportNewZoneNames() {
    reportZoneNames(from: zones.takeReported())
  }

  /// Reports which TZIDs were not understood, or not by their own names.
  package mutating func reportZoneNames(from first: Int = 0) {
    if let excess = zones.takeExcess() {
      report(
        .error, .unknownZone, line: excess.line, excess.property,
        "more than \(ZoneResolver.limit) names of zones", repair: "times in others are read without a zone")
    }
    for use in zones.uses.dropFirst(first) {
      switch use.rung {
      case .name, .file: break
      case .offset where StatedOffset.namesPlace(use.name):
        add(
          .warning, .zoneName, line: use.line, use.property, "no place is known as \(excerpt(use.tzid))",
          repair: "read as \(use.zone?.name ?? "") all year")
      case .spelling, .windows, .location, .hook, .offset:
        add(
          .note, .zoneName, line: use.line, use.property, "\(excerpt(use.tzid)) is no IANA name",
          repair: "read as \(use.zone?.name ?? "")")
      case .nothing:
        add(
          .warning, .unknownZone, line: use.line, use.property, "no zone is known as \(excerpt(use.tzid))",
          repair: "its times are read without a zone")
      }
    }
  }

  /// Reports where the file's own definitions say something else than the names.
  ///
  /// - Returns: the TZIDs whose name yields to the file.
  package mutating func reportDifferences() -> Set<String> {
    var yielding: Set<String> = []
    for difference in zones.differences() {
      if !difference.nameHolds { yielding.insert(difference.tzid) }
      add(
        difference.nameHolds ? .note : .warning, .zoneDiffers, line: difference.line, "TZID",
        "the offsets of \(difference.tzid) in the file are not those of \(difference.zone.name)",
        repair: difference.nameHolds ? "the name holds" : "the file holds")
    }
    return yielding
  }

  /// Reports which VTIMEZONEs do not hold, and which have other offsets than their names state.
  package mutating func reportContradictions() {
    for found in zones.contradictions() {
      add(
        found.holding == nil ? .note : .warning, .zoneDiffers, line: found.line, "TZID",
        "\(found.tzid) is defined once more, with other offsets",
        repair: found.holding.map { "the definition on line \($0) holds" } ?? "the name holds")
    }
    for found in zones.misnomers() {
      add(
        .warning, .zoneDiffers, line: found.line, "TZID",
        "the offsets of \(found.tzid) in the file are not \(Zone.offsetName(found.offset))",
        repair: "the file holds")
    }
  }

  /// What is reported when all lines are read is about lines further up: a list that is full by then has room for it.
  private mutating func add(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, _ property: String,
    _ message: String,
    repair: String
  ) {
    diagnostics.append(
      Diagnostic(severity, code, line: line, property: property, message: message, repair: repair))
  }
}
