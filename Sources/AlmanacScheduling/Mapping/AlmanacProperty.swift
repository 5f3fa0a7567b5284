internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// The X- properties and parameters for data that iCalendar has no property for.
enum AlmanacProperty {
  /// The kind of an item: `SESSION`, `CLASS`, `BOOKING`, `ROUND`, `FIXTURE`, `CLIENT`; of an attendee of a session:
  /// `CLIENT`.
  static let kind = "X-ALMANAC-KIND"
  static let state = "X-ALMANAC-STATE"
  static let started = "X-ALMANAC-STARTED"
  static let ended = "X-ALMANAC-ENDED"
  static let unplanned = "X-ALMANAC-UNPLANNED"
  /// Present when the summary was made of the client's name.
  static let untitled = "X-ALMANAC-UNTITLED"
  static let places = "X-ALMANAC-PLACES"
  static let channelLimit = "X-ALMANAC-CHANNEL-LIMIT"
  static let policy = "X-ALMANAC-POLICY"
  static let closure = "X-ALMANAC-CLOSURE"
  static let from = "X-ALMANAC-FROM"
  static let to = "X-ALMANAC-TO"
  static let reason = "X-ALMANAC-REASON"
  /// Present when a substitute instructs.
  static let substituted = "X-ALMANAC-SUBSTITUTED"
  static let version = "X-ALMANAC-VERSION"
  /// A booking that has ended; active ones are ATTENDEEs.
  static let booking = "X-ALMANAC-BOOKING"
  static let number = "X-ALMANAC-NUMBER"
  static let channel = "X-ALMANAC-CHANNEL"
  static let made = "X-ALMANAC-MADE"
  static let changed = "X-ALMANAC-CHANGED"
  static let until = "X-ALMANAC-UNTIL"
  static let season = "X-ALMANAC-SEASON"
  static let round = "X-ALMANAC-ROUND"
  static let home = "X-ALMANAC-HOME"
  static let away = "X-ALMANAC-AWAY"
  static let score = "X-ALMANAC-SCORE"
  static let date = "X-ALMANAC-DATE"
}

extension Unmodelled {
  /// The value of the first property of a name, as text.
  func value(_ name: String) -> String? {
    properties.first(named: name).map { TextValue.unescaped($0.value) }
  }

  /// Sets the text of a property that occurs once; `nil` removes it.
  mutating func set(_ name: String, _ value: String?) {
    properties.removeAll(named: name)
    if let value { properties.append(Property(name, value: TextValue.escaped(value))) }
  }

  func all(_ name: String) -> [Property] { properties.all(named: name) }
}

extension Attendee {
  func parameter(_ name: String) -> String? { parameters.first(named: name)?.values.first }
}

extension CalendarItem {
  /// The kind under which this library wrote the item; `nil` for any other item.
  var almanacKind: String? { content.hasExtras ? unmodelled.value(AlmanacProperty.kind) : nil }

  var isSession: Bool { almanacKind == "SESSION" }
}

/// Instants as iCalendar writes them: `20260302T170000Z`.
enum InstantText {
  static func written(_ instant: Instant) -> String { instant.formatted(.basic) }

  static func read(_ text: String?) -> Instant? {
    text.flatMap { try? Instant($0) }
  }
}

extension ClosedPeriod {
  /// The period as a property: its bounds as parameters, the reason as the value.
  var property: Property {
    Property(
      AlmanacProperty.closure,
      parameters: [
        Parameter(AlmanacProperty.from, Self.written(start)),
        Parameter(AlmanacProperty.to, Self.written(end)),
      ], value: TextValue.escaped(reason))
  }

  /// Reads a period from its property; `nil` where the property has no bounds.
  init?(_ property: Property, in zone: Zone) {
    guard let from = property.parameter(AlmanacProperty.from).flatMap({ Self.read($0, in: zone) }),
      let to = property.parameter(AlmanacProperty.to).flatMap({ Self.read($0, in: zone) })
    else { return nil }
    self.init(from: from, to: to, TextValue.unescaped(property.value))
  }

  /// A date or floating time by its digits, a zoned time in UTC.
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
