package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Values from vendor X- properties, used where the standard properties are absent.
///
/// The properties are also stored as unmodelled, so that they are written again.
package struct VendorHints {
  /// The line of an Outlook or Hotmail property that marks the times as whole days.
  var wholeDayLine: Int?
  /// Outlook's busy status: `FREE`, `TENTATIVE`, `BUSY`, `OOF` or `WORKINGELSEWHERE`.
  var busyStatus = ""
  /// Meeting URLs from X-GOOGLE-CONFERENCE and X-MICROSOFT-SKYPETEAMSMEETINGURL.
  var meetings: [String] = []
  /// Apple's place: its title and address, and in `geo` its position.
  var place = ""
  var geo: Geo?

  /// The standard properties whose values may have come from vendor properties that `old` has and `new` lacks.
  package static func properties(of old: Unmodelled, without new: Unmodelled) -> PropertySet {
    old.properties.reduce(into: []) { lost, property in
      guard let name = PropertyName.named(property.name), !new.hasProperty(name.text) else { return }
      lost = lost.union(name.repeated)
    }
  }

  mutating func readWholeDays(_ property: PropertyView) {
    if property.text.uppercased() == "TRUE" { wholeDayLine = property.line }
  }

  mutating func readMeeting(_ property: PropertyView) {
    // Surrounding whitespace, such as an escaped line break at the end, is not part of the URL.
    let words = property.text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, words[0].isURI { meetings.append(words[0]) }
  }

  mutating func readPlace(_ property: PropertyView) {
    geo = Geo(uri: String(decoding: property.value, as: UTF8.self))
    let words = [StaticString("X-TITLE"), "X-ADDRESS"].map { name in
      property.withParameter(name) { String(decoding: $0, as: UTF8.self) }
    }
    place = words.compactMap { $0.flatMap(Self.plain) }.joined(separator: "\n")
  }

  /// Unescapes a parameter value, which Apple escapes like TEXT.
  private static func plain(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let plain = lines.map { TextValue.unescaped(String($0)) }.joined(separator: "\n")
    return plain.isEmpty ? nil : plain
  }
}

extension ItemDraft {
  /// Sets the fields that the standard properties leave empty.
  mutating func fill(from hints: VendorHints) {
    if kind == .event {
      let isFree = ["FREE", "WORKINGELSEWHERE"].contains(hints.busyStatus)
      if isFree, fields.transparency == nil { fields.transparency = .transparent }
      if hints.busyStatus == "TENTATIVE", fields.status == nil { fields.status = .tentative }
    }
    guard kind != .journal else { return }
    if fields.location.isEmpty { fields.location = hints.place }
    if extras.geo == nil { extras.geo = hints.geo }
    for meeting in hints.meetings where !extras.conferences.contains(where: { $0.uri == meeting }) {
      extras.conferences.append(Conference(meeting))
    }
  }
}

// MARK: Whole days

extension ModelReader {
  /// Converts times from midnight to midnight to dates if an Outlook property marks them as whole days.
  ///
  /// All values that depend on the start become dates with it: the end, UNTIL, EXDATE, RDATE, RECURRENCE-ID.
  mutating func convertWholeDays(
    _ draft: inout ItemDraft, _ hints: VendorHints, _ calendarZone: Zone?
  ) {
    guard draft.kind == .event, let line = hints.wholeDayLine, let start = draft.fields.start, !start.isDate
    else { return }
    let clock = WholeDayClock(start, calendarZone: calendarZone)
    guard let first = clock.day(beginningAt: start) else { return }
    // An end before the start and a negative duration are ignored here; `extent(of:)` reports them.
    if let end = draft.end {
      let last = clock.date(of: end)
      guard clock.day(beginningAt: end) != nil && first <= last || !start.isBefore(end) else { return }
      draft.end = first == last ? nil : .date(last)
    } else if let duration = draft.duration, !duration.isNegative || duration.isZero {
      guard duration.civilSeconds.isMultiple(of: 86_400) else { return }
      draft.duration = duration.isZero ? nil : .days(duration.civilSeconds / 86_400)
    }
    // The start's zone still determines the date of an UNTIL in UTC.
    if case .zoned(let zoned) = start {
      let rules = draft.series.recurrence.rules.filter { if case .count = $0.end { false } else { true } }
        .map { $0.conforming(to: start, calendarZone: calendarZone ?? .utc) }
      if !rules.isEmpty {
        zones.record(ZoneSeries(rules, from: zoned, seconds: 0), use: draft.lines.startUse)
      }
    }
    draft.fields.start = .date(first)
    draft.series.recurrenceID = draft.series.recurrenceID.map { .date(clock.date(of: $0)) }
    clock.turnToDays(&draft.series.recurrence, from: first)
    report(
      .note, .wholeDays, line: line, "DTSTART",
      "\(start) is midnight, and the event is marked as lasting whole days",
      repair: "read as the day \(first)")
  }
}

/// The clock on which whole days begin: that of the start, or the calendar's if the start is in UTC.
private struct WholeDayClock {
  private let zone: Zone?

  init(_ start: EventTime, calendarZone: Zone?) {
    zone = start.zone == .utc ? calendarZone ?? .utc : start.zone
  }

  private func local(_ time: EventTime) -> CivilDateTime {
    guard let zone, case .zoned(let zoned) = time, zoned.zone == .utc else { return time.local }
    return zone.local(at: zoned.instant)
  }

  func date(of time: EventTime) -> CivilDate { local(time).date }

  /// The date if the time is its midnight.
  func day(beginningAt time: EventTime) -> CivilDate? {
    let local = local(time)
    return local.time == .midnight ? local.date : nil
  }

  /// - Parameter first: The date that replaces the start.
  func turnToDays(_ recurrence: inout Recurrence, from first: CivilDate) {
    recurrence.exceptions = recurrence.exceptions.map { .date(date(of: $0)) }
    recurrence.additions = recurrence.additions.map { addition in
      guard addition.extent == nil else { return addition }
      return RecurrenceDate(.date(date(of: addition.start)))
    }
    func turned(_ rule: RecurrenceRule) -> RecurrenceRule {
      rule.conforming(to: .date(first), calendarZone: zone ?? .utc)
    }
    recurrence.rules = recurrence.rules.map(turned)
    recurrence.exclusionRules = recurrence.exclusionRules.map(turned)
  }
}
