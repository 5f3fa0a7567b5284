package import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The properties of VTIMEZONE (RFC 5545 §3.6.5); others are not stored.
extension ComponentMapping<ModelDraft<TimeZoneDefinition>> {
  static let timeZones = ComponentMapping([
    Row(.tzid) { _, view, draft in
      draft.model.tzid = ZoneResolver.unquoted(view.text)
      return draft.model.tzid.isEmpty ? .dropped : .whole
    } write: {
      $1.add(.tzid, text: $0.model.tzid)
    },
    Row(.licLocation) { _, view, draft in
      if draft.model.location.isEmpty { draft.model.location = view.trimmed }
      return .whole
    },
  ])
}

extension ComponentMapping<ModelDraft<TimeZoneDefinition.Observance>> {
  static let observances = ComponentMapping([
    Row(.dtstart) { reader, view, draft in
      guard let start = reader.civil(view.value, view)?.local else { return .dropped }
      draft.model.start = start
      return .whole
    } write: {
      $1.add(.dtstart, .floating($0.model.start))
    },
    offset(.tzoffsetFrom, \.model.offsetFrom), offset(.tzoffsetTo, \.model.offsetTo),
    Row(.tzname) { _, view, draft in
      if draft.model.name.isEmpty { draft.model.name = view.text }
      return .whole
    } write: {
      $1.add(.tzname, text: $0.model.name)
    },
    Row(.rrule) { reader, view, draft in
      if let rule = try? RecurrenceRule.repairing(view.trimmed).rule, rule.frequency == .yearly {
        draft.model.rules.append(rule)
      } else {
        reader.report(
          .warning, .badTimeZone, view,
          "not a rule with FREQ=YEARLY, the only kind that is read in a VTIMEZONE")
      }
      return .whole
    } write: { draft, writer in
      for rule in draft.model.rules { writer.add(.rrule, value: rule.description) }
    },
    Row(.rdate) { reader, view, draft in
      reader.forEachValue(of: view, have: draft.model.additions.count) { reader, value in
        if let read = reader.stated(value) { draft.model.additions.append(read.local) }
      }
      return .whole
    } write: { draft, writer in
      writer.add(
        .rdate, times: writer.times.values(draft.model.additions.map { RecurrenceDate(.floating($0)) }))
    },
  ])

  private static func offset(_ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<Int>)
    -> Row
  {
    Row(property) { reader, view, draft in
      guard let offset = reader.offset(view) else { return .dropped }
      draft[keyPath: place()] = offset
      return .whole
    } write: {
      $1.add(property, offset: $0[keyPath: place()])
    }
  }
}

extension ModelReader {
  /// Stores the definition of a VTIMEZONE.
  ///
  /// - Returns: The TZID that it defines.
  mutating func defineZone(_ component: ComponentView) -> String? {
    let line = component.line
    let definition = definition(component)
    let (tzid, observances) = (definition.tzid, definition.observances)
    guard !tzid.isEmpty else {
      report(.error, .badTimeZone, line: line, "TZID", "a VTIMEZONE without a name", repair: "ignored")
      return nil
    }
    if observances.isEmpty {
      report(
        .warning, .badTimeZone, line: line, "", "the VTIMEZONE of \(tzid) has no observance",
        repair: "the zone is looked up by its name")
    }
    if !zones.define(definition) {
      report(
        .error, .badTimeZone, line: line, "", "more than \(ZoneResolver.maximumDefinitions) VTIMEZONEs",
        repair: "ignored")
    }
    return tzid
  }

  /// The definition of a component, read again only if no component before had the same lines and nothing to report.
  private mutating func definition(_ component: ComponentView) -> TimeZoneDefinition {
    let lines = component.physicalLines
    if let lines, let known = zones.defined.definition(of: lines, from: component.line) { return known }
    let reported = diagnostics.count
    var draft = ModelDraft(kind: .timeZone, model: TimeZoneDefinition(line: component.line))
    var observances: [TimeZoneDefinition.Observance] = []
    read(component, by: .timeZones, into: &draft) { reader, inner in
      if let observance = reader.observance(inner) { observances.append(observance) }
      return true
    }
    draft.model.observances = observances
    if let lines, reported == diagnostics.count, reported < options.limits.diagnostics {
      zones.defined.store(draft.model, of: lines)
    }
    return draft.model
  }

  private mutating func observance(_ component: ComponentView) -> TimeZoneDefinition.Observance? {
    guard let kind = component.kind, kind == .standard || kind == .daylight else { return nil }
    var draft = ModelDraft(kind: kind, model: TimeZoneDefinition.Observance(isDaylight: kind == .daylight))
    read(component, by: .observances, into: &draft)
    func isBroken(_ property: PropertyName) -> Bool {
      draft.occurring.contains(property) && !draft.modelled.contains(property)
    }
    // An invalid offset has been reported.
    guard !isBroken(.tzoffsetFrom), !isBroken(.tzoffsetTo) else { return nil }
    guard draft.modelled.contains(.dtstart), draft.modelled.contains(.tzoffsetTo) else {
      report(
        .warning, .badTimeZone, line: component.line, "", "an observance without a start or an offset",
        repair: "ignored")
      return nil
    }
    if !draft.modelled.contains(.tzoffsetFrom) { draft.model.offsetFrom = draft.model.offsetTo }
    return draft.model
  }

  /// The value of TZOFFSETFROM or TZOFFSETTO; returns `nil` after reporting an invalid one.
  fileprivate mutating func offset(_ property: PropertyView) -> Int? {
    if let offset = door.offset(property.value) { return offset }
    guard let read = OffsetText(property.value) else {
      report(
        .warning, .badValue, property,
        property.value.isEmpty ? "an empty value" : "\(property.excerpt) is not an offset from UTC",
        repair: "its observance is ignored")
      return nil
    }
    report(
      read.seconds == 0 ? .note : .warning, .badValue, property,
      "\(property.excerpt) is not written as RFC 5545 §3.3.14 has it",
      repair: "read as \(Zone.offsetName(read.seconds))")
    return read.seconds
  }
}

extension ModelWriter {
  /// - Parameter isOpenEnded: Whether later times may be added to the file; the rules are then written without an end.
  package mutating func component(for zone: ZoneUse, isOpenEnded: Bool = false) -> Component {
    var zone = zone
    if isOpenEnded { zone.isEndless = true }
    let observances = zone.observances().map { observance in
      let kind = observance.isDaylight ? ComponentKind.daylight : .standard
      return component(ModelDraft(kind: kind, model: observance), by: .observances)
    }
    let draft = ModelDraft(kind: .timeZone, model: TimeZoneDefinition(tzid: zone.tzid))
    return component(draft, by: .timeZones) { _ in observances }
  }
}
