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

  /// The occurrences in the window, and the series of which instances are missing.
  func agenda(
    of calendars: [EventCalendar], in zone: Zone, matching query: OccurrenceQuery = .all
  ) -> (occurrences: [Occurrence], unexpanded: [UnexpandedSeries]) {
    switch self {
    case .bounded(let range):
      let agenda = calendars.agenda(in: range, viewer: zone, matching: query)
      return (agenda.found, agenda.unexpanded)
    case .open(let start):
      let parts = calendars.map { $0.splitByEnd }
      let year = start.in(zone).adding(.days(Self.endlessDays)).instant
      let endless = parts.map { $0.endless }.agenda(in: start..<year, viewer: zone, matching: query)
      let ending = parts.map { $0.ending }.agenda(
        in: start..<Instant.max, viewer: zone, matching: query)
      return (ending.found + endless.found, (ending.unexpanded + endless.unexpanded).sorted())
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

extension [UnexpandedSeries] {
  /// Each series once, from the earliest instant at which instances are missing.
  var earliest: [UnexpandedSeries] {
    var seen: Set<UnexpandedSeries> = []
    return sorted().filter { series in
      seen.insert(
        UnexpandedSeries(uid: series.uid, kind: series.kind, calendar: series.calendar, from: .min)
      ).inserted
    }
  }
}

extension EventCalendar {
  /// The calendar with only the series without an end, and with all other items.
  fileprivate var splitByEnd: (endless: EventCalendar, ending: EventCalendar) {
    var endless = self
    var ending = self
    var seen: Set<ItemID> = []
    for item in items where seen.insert(ItemID(uid: item.uid, kind: item.kind)).inserted {
      if self.item(uid: item.uid, kind: item.kind)?.isEndless == true {
        _ = try? ending.remove(uid: item.uid, kind: item.kind)
      } else {
        _ = try? endless.remove(uid: item.uid, kind: item.kind)
      }
    }
    return (endless, ending)
  }
}

extension Item {
  fileprivate var isEndless: Bool {
    recurrence.rules.contains { $0.end == .never }
  }
}
