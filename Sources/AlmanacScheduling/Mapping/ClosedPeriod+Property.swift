internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

extension ClosedPeriod {
  /// The period as one property: from when to when in parameters, the reason as its text.
  var property: Property {
    Property(
      AlmanacProperty.closure,
      parameters: [
        Parameter(AlmanacProperty.from, Self.written(start)),
        Parameter(AlmanacProperty.to, Self.written(end)),
      ], value: TextValue.escaped(reason))
  }

  /// Reads it back; `nil` where it has no bounds.
  init?(_ property: Property, in zone: Zone) {
    guard let from = property.parameter(AlmanacProperty.from).flatMap({ Self.read($0, in: zone) }),
      let to = property.parameter(AlmanacProperty.to).flatMap({ Self.read($0, in: zone) })
    else { return nil }
    self.init(from: from, to: to, TextValue.unescaped(property.value))
  }

  /// A day or floating time by its digits, any other in UTC.
  private static func written(_ time: EventTime) -> String {
    if case .zoned(let zoned) = time { return InstantText.written(zoned.instant) }
    return "\(time)"
  }

  private static func read(_ text: String, in zone: Zone) -> EventTime? {
    if let date = try? CivilDate(text) { return .date(date) }
    if let local = try? CivilDateTime(text) { return .floating(local) }
    return InstantText.read(text).map { .zoned($0.in(zone)) }
  }
}
