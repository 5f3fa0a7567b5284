import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The range of time that an agenda covers.
enum AgendaWindow: Sendable, Hashable {
  /// All items from an instant on, but only one year of a series without an end.
  case open(from: Instant)
  case bounded(Range<Instant>)

  /// The days that are covered of a series without an end.
  static let endlessDays = 365

  /// The window of the bounds of a command.
  init(
    _ bounds: BoundsOptions, _ common: CommonOptions, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) {
    guard let range = try bounds.range(common, in: zone, &invocation) else {
      let today = zone.local(at: invocation.now(common, in: zone)).date
      self = .open(from: zone.instant(of: today.startOfDay))
      return
    }
    self = .bounded(range)
  }

  /// The occurrences in the window.
  func agenda(
    of calendars: [EventCalendar], in zone: Zone, matching query: OccurrenceQuery = .all
  ) -> OpenAgenda {
    switch self {
    case .bounded(let range):
      OpenAgenda(calendars.agenda(in: range, viewer: zone, matching: query))
    case .open(let start):
      calendars.agenda(
        from: start, endlessUntil: start.in(zone).adding(.days(Self.endlessDays)).instant, viewer: zone,
        matching: query)
    }
  }

  /// The days of the window, the last one included.
  func days(_ occurrences: [Occurrence], in zone: Zone) -> ClosedRange<CivilDate> {
    switch self {
    case .bounded(let range):
      let first = zone.local(at: range.lowerBound).date
      let last = zone.local(at: range.upperBound.adding(seconds: -1)).date
      return first...max(first, last)
    case .open(let start):
      let first = zone.local(at: start).date
      let starts = occurrences.map { zone.local(at: $0.start.instant(in: zone)).date }
      return first...max(first.adding(days: Self.endlessDays), starts.max() ?? first)
    }
  }
}
