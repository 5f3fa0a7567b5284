import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// The instances of a series that match a date or a time.
///
/// - An instance whose original start (recurrence id) is the time matches first, wherever it was moved. If the time has the
///   full form of the original start – a date for whole days, a floating or a zoned time for such instances –, it matches
///   alone; otherwise instances that are shown at the time match too.
/// - If the time is no original start, instances match that are shown as starting then, else those that last then. In the
///   latter case instances that were moved away from the day match too, as the user may mean one of them.
struct InstanceLookup: Sendable {
  /// The matching instances; several if the time is ambiguous.
  private(set) var matches: [Occurrence] = []
  /// The other instances that start at the time, if one matches by its full original start.
  private(set) var others: [Occurrence] = []

  private let series: Series
  /// A calendar with only the series.
  private let calendar: EventCalendar
  private let time: EventTime
  private let viewer: Zone

  init(of series: Series, in calendar: EventCalendar, on time: EventTime, viewer: Zone) {
    (self.series, self.calendar, self.time, self.viewer) = (series, calendar, time, viewer)
    let start = time.instant(in: viewer)
    let range = start..<(time.isDate ? time.adding(.days(1)).instant(in: viewer) : start.adding(seconds: 1))
    let found = calendar.allOccurrences(in: range, viewer: viewer)
    let starting = found.filter { range.contains($0.start.instant(in: viewer)) }
    if let original {
      let more = starting.filter { $0.recurrenceID != original.recurrenceID }
      (matches, others) = time.isFull(original.recurrenceID) ? ([original], more) : ([original] + more, [])
    } else if !starting.isEmpty {
      matches = starting
    } else if !found.isEmpty {
      matches = found + movedAway(from: range).filter { moved in !found.contains { $0.id == moved.id } }
    }
  }

  /// The instance whose original start is the time.
  private var original: Occurrence? {
    if let override = series.overrides.first(where: { isOriginal($0.recurrenceID) }) {
      return shown(override)
    }
    guard let main = series.main, let first = main.start ?? main.todo?.due else { return nil }
    let id = ItemID(
      uid: series.uid, kind: series.kind, recurrenceID: time.inForm(of: first, viewer: viewer))
    guard let item = try? calendar.item(inEffectAt: id), let start = item.span?.start else { return nil }
    // The due time of one in a gap of the zone is counted from the time that the clocks skip.
    let near = [0, 86_400].lazy.flatMap { occurrences(at: start, within: $0) }
    return near.first { isOriginal($0.recurrenceID) }
  }

  /// Whether a recurrence id is the time; a date does not match that of a timed instance.
  private func isOriginal(_ id: EventTime?) -> Bool {
    guard let id, id.isDate || !time.isDate else { return false }
    return id.instant(in: viewer) == time.instant(in: viewer)
  }

  /// The instances whose original starts are in a range, wherever they are shown.
  private func movedAway(from range: Range<Instant>) -> [Occurrence] {
    series.overrides.filter { override in
      override.recurrenceID.map { range.contains($0.instant(in: viewer)) } ?? false
    }.compactMap(shown)
  }

  private func shown(_ override: Item) -> Occurrence? {
    (override.span?.start ?? override.recurrenceID)
      .flatMap { start in occurrences(at: start).first { $0.item.recurrenceID == override.recurrenceID } }
  }

  /// - Parameter reach: The seconds before and after the start in which occurrences are searched too.
  private func occurrences(at start: EventTime, within reach: Int = 0) -> [Occurrence] {
    let start = start.instant(in: viewer)
    return calendar.allOccurrences(
      in: start.adding(seconds: -reach)..<start.adding(seconds: reach + 1), viewer: viewer)
  }
}

extension EventTime {
  /// Whether it has the same form as an original start.
  fileprivate func isFull(_ id: EventTime?) -> Bool {
    switch (self, id) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): true
    default: false
    }
  }

  /// The time in the form of the original starts of a series.
  fileprivate func inForm(of start: EventTime, viewer: Zone) -> EventTime {
    switch (self, start) {
    case (.date, _), (.floating, .floating): self
    case (_, .zoned(let zoned)): .zoned(instant(in: viewer).in(zoned.zone))
    case (_, .floating): .floating(viewer.local(at: instant(in: viewer)))
    case (_, .date): .date(viewer.local(at: instant(in: viewer)).date)
    }
  }
}

// MARK: Ambiguity

extension CommandError {
  /// The refusal if items of several kinds have a UID.
  static func ambiguous(_ kinds: [Item.Kind], uid: String) -> CommandError {
    .refused(
      "ambiguous", "items of several kinds have this UID", expected: "--kind \(names(of: kinds))", uid: uid)
  }

  /// The refusal if several instances match a date or a time.
  static func ambiguous(_ instances: [Occurrence], on time: EventTime, uid: String) -> CommandError {
    var kinds: [Item.Kind] = []
    for kind in instances.map({ $0.item.kind }) where !kinds.contains(kind) { kinds.append(kind) }
    let listed = instances.prefix(5).map { $0.words }.joined(separator: ", ")
    let more: Phrase = instances.count > 5 ? " and \(instances.count - 5) more" : ""
    let expected: Phrase =
      kinds.count > 1 ? "--kind \(names(of: kinds))" : "--on with one of the original starts"
    var refusal = Refusal(
      "ambiguous", "\(time) may be any of \(listed)\(more)", expected: expected, uid: uid)
    refusal.details = [.init("candidates", .array(instances.prefix(100).map { $0.json }))]
    return .refused([refusal])
  }

  private static func names(of kinds: [Item.Kind]) -> Phrase {
    kinds.dropFirst().reduce("\(kinds.first?.rawValue ?? "")") { "\($0) or \($1.rawValue)" }
  }
}

extension Occurrence {
  /// A description that distinguishes it from other instances, for people.
  fileprivate var words: String {
    let what = item.summary.isEmpty ? item.kind.rawValue : "\(item.kind.rawValue) \(item.summary)"
    guard let recurrenceID, recurrenceID != start else { return "\(start) (\(what))" }
    return "\(recurrenceID) (\(what), shown on \(start))"
  }

  /// The members that distinguish it from other instances, for scripts.
  fileprivate var json: JSON {
    [
      "kind": .string(item.kind.rawValue), "summary": .string(item.summary),
      "recurrenceID": JSON(recurrenceID?.description), "start": .string(start.description),
    ]
  }
}
