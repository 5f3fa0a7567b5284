import AlmanacICS
import AlmanacRendering
import AlmanacTime

/// The output of `zones NAME`.
struct ZoneReport: Sendable {
  /// A change of clocks.
  struct Change: Sendable {
    let instant: Instant
    let before: ZonePhase
    let after: ZonePhase
  }

  let zone: Zone
  /// The step of the lookup that found the zone.
  let step: ZoneNameLookup.Step
  /// The canonical name of the zone.
  let canonicalName: String
  /// Other names of it.
  let links: [String]
  let phase: ZonePhase
  let now: Instant
  let changes: [Change]

  init(_ found: ZoneNameLookup.Found, names: ZoneNames, at now: Instant, changeCount: Int) {
    zone = found.zone
    step = found.step
    self.now = now
    canonicalName = names.canonicalName(of: zone.name) ?? zone.name
    links = names.links(to: zone.name)
    phase = zone.phase(at: now)
    var changes: [Change] = []
    var before = phase
    let future = zone.transitions(in: now.adding(seconds: 1)..<Instant.max)
    for transition in future.prefix(changeCount) {
      changes.append(Change(instant: transition.instant, before: before, after: transition.phase))
      before = transition.phase
    }
    self.changes = changes
  }
}

extension ZoneReport {
  var text: String {
    var lines: [(String, String)] = [("name", zone.name)]
    if step != .name { lines.append(("found by", step.rawValue)) }
    if canonicalName != zone.name { lines.append(("link to", canonicalName)) }
    if !links.isEmpty { lines.append(("also", links.joined(separator: ", "))) }
    lines.append(("now", "\(zone.local(at: now))  \(Self.shown(phase))"))
    lines.append(("rule", zone.posixRule ?? "none"))
    for (index, change) in changes.enumerated() {
      lines.append((index == 0 ? "changes" : "", Self.shown(change)))
    }
    if changes.isEmpty { lines.append(("changes", "none")) }
    return lines.map { name, value in
      name + String(repeating: " ", count: 9 - name.count) + value + "\n"
    }.joined()
  }

  private static func shown(_ phase: ZonePhase) -> String {
    let name = "\(Zone.offsetName(phase.offset)) \(phase.abbreviation)"
    return phase.isDaylight ? name + " (daylight saving)" : name
  }

  private static func shown(_ change: Change) -> String {
    let before = change.instant.utc.adding(seconds: change.before.offset)
    let after = change.instant.utc.adding(seconds: change.after.offset)
    return "\(change.instant)  \(before) \(change.before.abbreviation) -> \(after) \(shown(change.after))"
  }
}

extension ZoneReport {
  var json: JSON {
    [
      "version": .version,
      "name": .string(zone.name),
      "canonicalName": .string(canonicalName),
      "foundBy": .string(step.rawValue),
      "links": .array(links.map(JSON.string)),
      "now": .string(now.in(zone).description),
      "phase": Self.json(phase),
      "rule": JSON(zone.posixRule),
      "changes": .array(
        changes.map { change in
          [
            "at": .string(change.instant.description), "before": Self.json(change.before),
            "after": Self.json(change.after),
          ]
        }),
    ]
  }

  private static func json(_ phase: ZonePhase) -> JSON {
    [
      "offset": .string(Zone.offsetName(phase.offset)),
      "abbreviation": .string(phase.abbreviation),
      "daylight": .bool(phase.isDaylight),
    ]
  }
}
