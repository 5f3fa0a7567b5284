import AlmanacEvents
import AlmanacRendering
import AlmanacTime

/// The instances of a series, or its only one, that a date or a time names.
///
/// The original start (recurrence id) is the key of an instance, wherever that is shown; written in full it goes before
/// all else, so that each instance can be named. A date is the full key only of whole days, a time without a zone only
/// of floating ones: else an instance that was moved to then may as well be meant. What is nobody's original start
/// names those that start then, else those that go on. Of timed instances on a day those that were moved away are not
/// looked for, so that nothing of another day is changed by mistake; but they make it doubtful that one that only goes
/// on is meant.
struct InstanceReading: Sendable {
  /// Several where it is not clear which is meant.
  private(set) var named: [Occurrence] = []
  /// What else starts then, beside one that is named by its full key.
  private(set) var others: [Occurrence] = []

  private let series: Series
  /// With nothing but the series in it.
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
      (named, others) = time.isFull(original.recurrenceID) ? ([original], more) : ([original] + more, [])
    } else if !starting.isEmpty {
      named = starting
    } else if !found.isEmpty {
      named = found + movedAway(from: range).filter { moved in !found.contains { $0.id == moved.id } }
    }
  }

  /// The instance whose original start it is.
  private var original: Occurrence? {
    if let override = series.overrides.first(where: { isOriginal($0.recurrenceID) }) {
      return shown(override)
    }
    guard let main = series.main, let first = main.start ?? main.todo?.due else { return nil }
    let id = ItemID(
      uid: series.uid, kind: series.kind, recurrenceID: time.inForm(of: first, viewer: viewer))
    guard let item = try? calendar.item(shownAt: id), let start = item.span?.start else { return nil }
    return occurrences(at: start).first { isOriginal($0.recurrenceID) }
  }

  /// A day is not a time of day.
  private func isOriginal(_ id: EventTime?) -> Bool {
    guard let id, id.isDate || !time.isDate else { return false }
    return id.instant(in: viewer) == time.instant(in: viewer)
  }

  private func movedAway(from range: Range<Instant>) -> [Occurrence] {
    series.overrides.filter { override in
      override.recurrenceID.map { range.contains($0.instant(in: viewer)) } ?? false
    }.compactMap(shown)
  }

  private func shown(_ override: Item) -> Occurrence? {
    (override.span?.start ?? override.recurrenceID)
      .flatMap { start in occurrences(at: start).first { $0.item.recurrenceID == override.recurrenceID } }
  }

  private func occurrences(at start: EventTime) -> [Occurrence] {
    let start = start.instant(in: viewer)
    return calendar.allOccurrences(in: start..<start.adding(seconds: 1), viewer: viewer)
  }
}

extension EventTime {
  /// Whether it says all that an original start says.
  fileprivate func isFull(_ id: EventTime?) -> Bool {
    switch (self, id) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): true
    default: false
    }
  }

  /// The same time as it would be among the original starts of a series.
  fileprivate func inForm(of start: EventTime, viewer: Zone) -> EventTime {
    switch (self, start) {
    case (.date, _), (.floating, .floating): self
    case (_, .zoned(let zoned)): .zoned(instant(in: viewer).in(zoned.zone))
    case (_, .floating): .floating(viewer.local(at: instant(in: viewer)))
    case (_, .date): .date(viewer.local(at: instant(in: viewer)).date)
    }
  }
}

// MARK: Doubt

extension CommandError {
  /// Items of several kinds have a UID.
  static func ambiguous(_ kinds: [Item.Kind], uid: String) -> CommandError {
    let names = kinds.map { $0.rawValue }.joined(separator: " or ")
    return .refused(
      "ambiguous", "items of several kinds have this UID", expected: "--kind \(names)", uid: uid)
  }

  /// A date or a time may name several instances.
  static func ambiguous(_ instances: [Occurrence], on time: EventTime, uid: String) -> CommandError {
    var kinds: [Item.Kind] = []
    for kind in instances.map({ $0.item.kind }) where !kinds.contains(kind) { kinds.append(kind) }
    let told = instances.prefix(5).map { $0.words }.joined(separator: ", ")
    let more = instances.count > 5 ? " and \(instances.count - 5) more" : ""
    let expected =
      kinds.count > 1
      ? "--kind \(kinds.map { $0.rawValue }.joined(separator: " or "))"
      : "--on with one of the original starts"
    var refusal = Refusal(
      "ambiguous", "\(time) may be any of \(told)\(more)", expected: expected, uid: uid)
    refusal.details = [.init("candidates", .array(instances.prefix(100).map { $0.json }))]
    return .refused([refusal])
  }
}

extension Occurrence {
  /// By what it can be told from others, for a person.
  fileprivate var words: String {
    let what = item.summary.isEmpty ? item.kind.rawValue : "\(item.kind.rawValue) \(item.summary)"
    guard let recurrenceID, recurrenceID != start else { return "\(start) (\(what))" }
    return "\(recurrenceID) (\(what), shown on \(start))"
  }

  /// By what it can be told from others, for a script.
  fileprivate var json: JSON {
    [
      "kind": .string(item.kind.rawValue), "summary": .string(item.summary),
      "recurrenceID": JSON(recurrenceID?.description), "start": .string(start.description),
    ]
  }
}
