import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reading of members, and reports of values that are not of the member's type.
extension JSCalendarReader {
  // MARK: Reports

  /// - Parameter line: The line of a value within the property; `nil` for the line of the property.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ property: String,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String = "kept, not shown",
    line: Int? = nil
  ) {
    guard diagnostics.count < options.limits.diagnostics, let known = lines.line(of: property) else { return }
    let line = line.flatMap { $0 > 0 ? $0 : nil } ?? known
    diagnostics.append(
      Diagnostic(
        severity, code, line: line, uid: uid, property: property, message: message(), repair: repair()))
  }

  // MARK: Values

  /// Reads a member with a function; reports a value for which the function returns `nil` or throws.
  private mutating func value<Value>(
    _ name: String, of object: JSONValue, _ code: Diagnostic.Code, _ message: @autoclosure () -> String,
    _ read: (JSONValue) throws -> Value?
  ) -> Value? {
    guard let stated = object[name] else { return nil }
    if let value = try? read(stated) { return value }
    report(.warning, code, name, message())
    return nil
  }

  mutating func local(_ name: String, of object: JSONValue) -> CivilDateTime? {
    if object[name] == .null { return nil }
    return value(name, of: object, .badTime, "not a local time") { try $0.text.map { try CivilDateTime($0) } }
  }

  mutating func instant(_ name: String, of object: JSONValue) -> Instant? {
    value(name, of: object, .badTime, "not a time in UTC") { try $0.text.map { try Instant($0) } }
  }

  /// The time of the last change; `nil` also for the placeholder that is written if none is known.
  mutating func updated(_ object: JSONValue) -> Instant? {
    let time = instant("updated", of: object)
    return time == JSCalendarWriter.unknownTime ? nil : time
  }

  mutating func duration(_ name: String, of object: JSONValue) -> CalendarDuration? {
    let stated = value(name, of: object, .badValue, "not a duration") {
      try $0.text.map { try CalendarDuration($0) }
    }
    // A negative one is a SignedDuration (RFC 8984 §1.4.6).
    guard let duration = stated, duration.isNegative, !duration.isZero else { return stated }
    report(.warning, .outOfRange, name, "\(duration) is negative")
    return nil
  }

  mutating func integer(_ name: String, of object: JSONValue, in range: ClosedRange<Int>) -> Int? {
    value(name, of: object, .outOfRange, "not a number from \(range.lowerBound) to \(range.upperBound)") {
      $0.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  mutating func color(_ object: JSONValue) -> CalendarColor? {
    let color = value("color", of: object, .badValue, "not a colour") {
      try $0.text.map { try CalendarColor($0) }
    }
    if color?.isRed ?? false {
      report(
        .note, .reservedColor, "color",
        "\(object.text("color")) is a red, which is reserved for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }

  /// A value out of a list of known ones, in lower case; reports any other.
  mutating func word(_ name: String, of object: JSONValue, _ known: [String]) -> String? {
    guard let stated = object[name]?.text else { return nil }
    if known.contains(stated.lowercased()) { return stated.lowercased() }
    report(
      .warning, .unknownValue, name, "\(stated.prefix(60)) is not a value of \(name)", repair: "preserved")
    return nil
  }

  // MARK: Zones

  mutating func define(_ zones: [JSONValue.Member]) {
    defined.removeAll()
    for zone in zones.prefix(ZoneResolver.maximumDefinitions) {
      let name = zone.name.hasPrefix("/") ? String(zone.name.dropFirst()) : zone.name
      defined[zone.name] = JSCalendarZones.zone(zone.value, named: name)
      if defined[zone.name] == nil {
        report(.warning, .badTimeZone, "timeZones", "\(zone.name) defines no zone", repair: "ignored")
      }
    }
  }

  /// The zone with a name; reports a name that cannot be resolved and returns `nil`.
  mutating func zone(_ name: String, _ property: String) -> Zone? {
    if let zone = defined[name] { return zone }
    if let known = named[name] { return known }
    let (zone, source) = resolver.resolve(name)
    if let finding = source.finding(String(name.prefix(60)), zone) {
      report(finding.severity, finding.code, property, finding.message, repair: finding.repair)
    }
    named[name] = .some(zone)
    return zone
  }

  /// The zone named by a member.
  mutating func statedZone(_ name: String, of object: JSONValue) -> Zone? {
    guard let value = object[name], value != .null else { return nil }
    if let stated = value.text { return zone(stated, name) }
    report(.warning, .badValue, name, "not the name of a zone", repair: "its times are read without a zone")
    return nil
  }

  // MARK: Types (RFC 8984 §4 and §5)

  /// Reports members that are not of their type. Members of the form `own` are validated where they are read.
  mutating func reportTypes(of object: JSONValue) {
    for member in object.members ?? [] {
      guard let form = MemberTable.members[member.name] else { continue }
      switch form {
      case .own, .fixed: break
      case .flag:
        check([.bool(true), .bool(false)].contains(member.value), member.name, "neither true nor false")
      case _ where member.value == .null:
        report(.warning, .badValue, member.name, "null outside of a patch", repair: "read as absent")
      case .text: check(member.value.text != nil, member.name, "not a text")
      case .set, .map, .mixedMap:
        check(member.value.members != nil, member.name, "not an object")
        for entry in member.value.members ?? [] { reportTypes(of: entry, in: member.name, form) }
      }
    }
  }

  private mutating func reportTypes(
    of entry: JSONValue.Member, in property: String, _ form: MemberTable.Form
  ) {
    let shown = entry.name.prefix(60)
    if case .set = form {
      return check(entry.value.isTrue, property, "\(shown) is not true", line: entry.line)
    }
    var texts: [String] = []
    if case .map(let names) = form {
      texts = names
      check(entry.value.members != nil, property, "\(shown) is not an object", line: entry.line)
    }
    for member in entry.value.members ?? [] {
      let uris = member.name == "sendTo" ? member.value.members ?? [] : [member]
      if ["href", "uri", "email", "sendTo"].contains(member.name),
        uris.contains(where: { !$0.hadControls && $0.value.text.map(JSONValue.hasControls) ?? false })
      {
        report(
          .warning, .controlCharacter, property, "control characters in \(member.name) of \(shown)",
          repair: "kept, read without them", line: member.line)
      }
      let isLegal = member.value.text != nil || !texts.contains(member.name)
      check(isLegal, property, "\(member.name) of \(shown) is not a text", line: member.line)
    }
  }

  private mutating func check(
    _ isLegal: Bool, _ property: String, _ message: @autoclosure () -> String, line: Int? = nil
  ) {
    if !isLegal { report(.warning, .badValue, property, message(), line: line) }
  }
}

/// The line numbers of the object being read.
struct SourceLines {
  /// The members of the object or of a patch. The name of a patch's member begins with that
  /// of the member it changes.
  private var members: [JSONValue.Member] = []
  private var line = 1
  private var isPatch = false

  init(_ object: JSONValue) {
    members = object.members ?? []
    line = members.first { $0.name == "uid" }?.line ?? members.first?.line ?? 1
  }

  /// The lines of an override; content that it shares with its series is not reported again.
  init(patch: JSONValue.Member) {
    (members, line, isPatch) = (patch.value.members ?? [], patch.line, true)
  }

  /// The line of a member, or that of the object if it lacks the member; `nil` for a member
  /// that a patch does not change.
  func line(of property: String) -> Int? {
    let known = members.first { (isPatch ? $0.name.prefix { $0 != "/" } : $0.name[...]) == property }?.line
    if let known, known > 0 { return known }
    return isPatch && known == nil && property != "recurrenceOverrides" ? nil : max(1, line)
  }
}
