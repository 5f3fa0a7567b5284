import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Values of members, each told of where it is none that its member may have.
extension JSCalendarReader {
  /// - Parameter line: Of what is inside of the property; `nil` for that of the property.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ property: String,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String, line: Int? = nil
  ) {
    guard diagnostics.count < options.limits.diagnostics, let known = place.line(of: property) else { return }
    let line = line.flatMap { $0 > 0 ? $0 : nil } ?? known
    diagnostics.append(
      Diagnostic(
        severity, code, line: line, uid: uid, property: property, message: message(), repair: repair()))
  }

  mutating func define(_ zones: JSONValue?) {
    defined.removeAll()
    for member in (zones?.members ?? []).prefix(1000) {
      let name = member.name.hasPrefix("/") ? String(member.name.dropFirst()) : member.name
      if let zone = JSCalendarZones.zone(member.value, named: name) {
        defined[member.name] = zone
      } else {
        report(.warning, .badTimeZone, "timeZones", "\(member.name) says nothing", repair: "passed over")
      }
    }
  }

  /// The zone of a name; `nil` for none, and for one that nothing explains.
  mutating func zone(_ name: String, _ property: String) -> Zone? {
    if let zone = defined[name] { return zone }
    if let known = named[name] { return known }
    let (zone, rung) = resolver.resolve(name)
    if zone == nil {
      report(
        .warning, .unknownZone, property, "no zone is known as \(name.prefix(60))",
        repair: "its times are read without a zone")
    } else if rung != .step(.name) {
      report(
        .note, .zoneName, property, "\(name.prefix(60)) is no IANA name",
        repair: "read as \(zone?.name ?? "")")
    }
    named[name] = .some(zone)
    return zone
  }

  /// The zone that a member names.
  mutating func statedZone(_ name: String, of object: JSONValue) -> Zone? {
    guard let value = object[name], value != .null else { return nil }
    if let stated = value.text { return zone(stated, name) }
    report(.warning, .badValue, name, "no name of a zone", repair: "its times are read without a zone")
    return nil
  }

  /// A member read in its own way, which is told of where it is none.
  private mutating func value<Value>(
    _ name: String, of object: JSONValue, _ code: Diagnostic.Code, _ message: @autoclosure () -> String,
    _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let stated = object[name] else { return nil }
    if let value = read(stated) { return value }
    report(.warning, code, name, message(), repair: "kept, not shown")
    return nil
  }

  mutating func local(_ name: String, of object: JSONValue) -> CivilDateTime? {
    if object[name] == .null { return nil }
    return value(name, of: object, .badTime, "no local time") { $0.text.flatMap { try? CivilDateTime($0) } }
  }

  mutating func instant(_ name: String, of object: JSONValue) -> Instant? {
    value(name, of: object, .badTime, "no time in UTC") { $0.text.flatMap { try? Instant($0) } }
  }

  /// When an object was changed; `nil` also for the time that stands where none is known, as there must be one.
  mutating func updated(_ object: JSONValue) -> Instant? {
    let time = instant("updated", of: object)
    return time == JSCalendarWriter.unknownTime ? nil : time
  }

  mutating func duration(_ name: String, of object: JSONValue) -> CalendarDuration? {
    let stated = value(name, of: object, .badValue, "no duration") {
      $0.text.flatMap { try? CalendarDuration($0) }
    }
    // RFC 8984 §1.4.6: one with a sign is a SignedDuration.
    guard let duration = stated, duration.isNegative, !duration.isZero else { return stated }
    report(.warning, .outOfRange, name, "\(duration) is negative", repair: "kept, not shown")
    return nil
  }

  mutating func integer(_ name: String, of object: JSONValue, in range: ClosedRange<Int>) -> Int? {
    value(name, of: object, .outOfRange, "no number from \(range.lowerBound) to \(range.upperBound)") {
      $0.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  mutating func color(_ object: JSONValue) -> CalendarColor? {
    let stated = value("color", of: object, .badValue, "no colour") {
      $0.text.flatMap { try? CalendarColor($0) }
    }
    guard let color = stated else { return nil }
    if color.isRed {
      report(
        .note, .reservedColor, "color",
        "\(object.text("color")) is a red, which is kept for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }
}
