import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// Reading of an item's end or duration.
extension ModelReader {
  /// The extent from DTEND or DUE, DURATION, or neither, once the start is known.
  mutating func extent(of draft: ItemDraft) -> Extent {
    func reportDuration(_ code: Diagnostic.Code, _ message: String, repair: String = "left out") {
      report(.warning, code, line: draft.lines.duration, "DURATION", message, repair: repair)
    }
    let isTodo = draft.kind == .todo
    if let end = draft.end {
      let endName = isTodo ? "DUE" : "DTEND"
      if draft.duration != nil { reportDuration(.endAndDuration, "there is a \(endName) too") }
      guard let start = draft.fields.start else { return .end(end) }
      let line = draft.lines.end
      let matching = matching(end, start, line: line, endName)
      if start.isBefore(matching) || isTodo && !matching.isBefore(start) { return .end(matching) }
      report(
        .warning, .endNotAfterStart, line: line, endName, "\(matching) is not after the start \(start)",
        repair: start.isDate ? "read as lasting one day" : "read as lasting no time")
      return isTodo ? .end(start) : .implied
    }
    guard let duration = draft.duration else { return .implied }
    guard let start = draft.fields.start else {
      reportDuration(.endAndDuration, "there is no start to count from")
      return .implied
    }
    if duration.isNegative, !duration.isZero {
      reportDuration(.outOfRange, "\(duration) is negative")
      return .implied
    }
    if start.isDate, duration.exactSeconds != 0 {
      let days = max(1, (duration.civilSeconds + 86_399) / 86_400)
      reportDuration(.mixedTimeForms, "\(duration) from a date", repair: "read as \(days) days")
      return .duration(.days(days))
    }
    return .duration(duration)
  }

  /// The end converted to the form of the start.
  mutating func matching(
    _ end: EventTime, _ start: EventTime, line: Int, _ property: String
  ) -> EventTime {
    let matched: EventTime
    switch (start, end) {
    case (.date, .date), (.floating, .floating), (.zoned, .zoned): return end
    case (.date, _):
      let isMidnight = end.local.time == .midnight
      matched = .date(end.date.adding(days: isMidnight ? 0 : 1))
    case (.floating, _): matched = .floating(end.local)
    case (.zoned(let zoned), _): matched = .zoned(ZonedDateTime(end.local, in: zoned.zone))
    }
    report(
      .warning, .mixedTimeForms, line: line, property, "\(end) is not of the form of the start, \(start)",
      repair: "read as \(matched)")
    return matched
  }
}
