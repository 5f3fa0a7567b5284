import AlmanacEvents
import AlmanacTime

/// Values that many tests start from.
enum Samples {
  static let madrid = zone("Europe/Madrid")
  static let newYork = zone("America/New_York")

  /// An arbitrary instant at which items are added.
  static let stamp = Instant(secondsSinceEpoch: 1_767_225_600)

  static func zone(_ name: String) -> Zone {
    do { return try Zone(name) } catch { fatalError("this machine's zone database lacks \(name)") }
  }

  static func date(_ text: String) throws -> CivilDate {
    try CivilDate(text)
  }

  static func local(_ text: String) throws -> CivilDateTime {
    try CivilDateTime(text)
  }

  static func madrid(_ text: String) throws -> ZonedDateTime {
    try CivilDateTime(text).in(madrid)
  }

  /// An instant of March 2026 on Madrid's clock, such as `02T09:15`.
  static func march(_ text: String) throws -> Instant {
    try madrid("2026-03-\(text)").instant
  }
}

extension EventError {
  var codes: [Code] { reasons.map(\.code) }
}

extension [EventError.Reason] {
  var codes: [EventError.Code] { map(\.code) }
}
