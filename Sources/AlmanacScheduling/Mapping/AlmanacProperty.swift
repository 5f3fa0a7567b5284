internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// The X- properties and parameters by which what iCalendar has no word for travels in calendar items.
enum AlmanacProperty {
  /// What an item is: `SESSION`, `CLASS`, `BOOKING`, `ROUND`, `FIXTURE`; of an attendee of a session: `CLIENT`.
  static let kind = "X-ALMANAC-KIND"
  static let state = "X-ALMANAC-STATE"
  static let started = "X-ALMANAC-STARTED"
  static let ended = "X-ALMANAC-ENDED"
  static let unplanned = "X-ALMANAC-UNPLANNED"
  /// The summary was made of the client.
  static let untitled = "X-ALMANAC-UNTITLED"
  static let places = "X-ALMANAC-PLACES"
  static let channelLimit = "X-ALMANAC-CHANNEL-LIMIT"
  static let policy = "X-ALMANAC-POLICY"
  static let closure = "X-ALMANAC-CLOSURE"
  static let from = "X-ALMANAC-FROM"
  static let to = "X-ALMANAC-TO"
  static let reason = "X-ALMANAC-REASON"
  /// Somebody else than usual instructed.
  static let substituted = "X-ALMANAC-SUBSTITUTED"
  static let version = "X-ALMANAC-VERSION"
  /// A booking that is not on any more; those that are on are ATTENDEEs.
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

  /// Sets the text of a property that stands once; `nil` takes it away.
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
  /// What the item was written as by this library; `nil` for any other.
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
