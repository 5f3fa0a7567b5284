import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What programs say of an item in properties of their own, where iCalendar's leave it open.
///
/// The properties stay among what is kept; an item that has iCalendar's own word for the same goes by that.
struct VendorHints {
  /// The line that says, as Outlook and Hotmail do, that it takes whole days.
  var wholeDayLine: Int?
  /// Outlook's `FREE`, `TENTATIVE`, `BUSY`, `OOF`, `WORKINGELSEWHERE`.
  var busyStatus = ""
  /// Where Google and Teams have people meet.
  var meetings: [String] = []
  /// Apple's place: what it is called, its address, where it lies.
  var place = ""
  var geo: Geo?

  /// Reads what a property says; `false` when it says nothing that is understood.
  mutating func read(_ property: PropertyView) -> Bool {
    switch property.known {
    case .allDayEvent, .allDayOfMSN:
      guard property.text.uppercased() == "TRUE" else { return false }
      wholeDayLine = property.line
    case .busyStatus: busyStatus = property.text.uppercased()
    case .googleConference, .teamsMeeting:
      // A line break that was escaped at its end is none of the address.
      let words = property.text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 1, words[0].isURI else { return false }
      meetings.append(words[0])
    case .appleLocation:
      geo = Geo(uri: String(decoding: property.value, as: UTF8.self))
      let words = [property.parameter("X-TITLE"), property.parameter("X-ADDRESS")]
      place = words.compactMap { $0.flatMap(Self.plain) }.joined(separator: "\n")
    default: return false
    }
    return true
  }

  /// Apple escapes in parameters as if they were texts.
  private static func plain(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let plain = lines.map { TextValue.unescaped(String($0)) }.joined(separator: "\n")
    return plain.isEmpty ? nil : plain
  }
}

extension ItemDraft {
  /// Reads what a property of another program's says, if it is understood.
  mutating func takeHint(_ property: PropertyView) {
    var hints = hints ?? VendorHints()
    if hints.read(property) { self.hints = hints }
  }

  /// Fills in what iCalendar's own properties do not say.
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
  /// Outlook writes whole days as the times from one midnight to another, and beside them that they are whole days.
  ///
  /// Everything that depends on the start becomes a day with it: the end, UNTIL, EXDATE, RDATE, RECURRENCE-ID.
  mutating func settleWholeDays(
    _ draft: inout ItemDraft, _ hints: VendorHints, _ calendarZone: Zone?
  ) {
    guard draft.kind == .event, let line = hints.wholeDayLine, let start = draft.fields.start, !start.isDate
    else { return }
    let clock = WholeDayClock(start, calendarZone: calendarZone)
    guard let first = clock.day(beginningAt: start) else { return }
    // An end before the start and a negative duration do not count; `extent(of:)` reports them.
    if let end = draft.end {
      let last = clock.date(of: end)
      guard clock.day(beginningAt: end) != nil && first <= last || !start.isBefore(end) else { return }
      draft.end = first == last ? nil : .date(last)
    } else if let duration = draft.duration, !duration.isNegative || duration.isZero {
      guard duration.civilSeconds.isMultiple(of: 86_400) else { return }
      draft.duration = duration.isZero ? nil : .days(duration.civilSeconds / 86_400)
    }
    // Its zone still tells which day an UNTIL in UTC is.
    if case .zoned(let zoned) = start {
      let rules = draft.series.recurrence.rules.filter { if case .count = $0.end { false } else { true } }
        .map { $0.conforming(to: start, calendarZone: calendarZone ?? .utc) }
      if !rules.isEmpty { zones.note(ZoneSeries(rules, from: zoned, seconds: 0), use: draft.lines.startUse) }
    }
    draft.fields.start = .date(first)
    draft.series.recurrenceID = draft.series.recurrenceID.map { .date(clock.date(of: $0)) }
    clock.turnToDays(&draft.series.recurrence, from: first)
    report(
      .note, .wholeDays, line: line, "DTSTART", "\(start) is a midnight, and said to begin whole days",
      repair: "read as the day \(first)")
  }
}

/// The clock on which whole days begin: that of the start, or for one in UTC the calendar's.
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

  /// The day whose first moment it is.
  func day(beginningAt time: EventTime) -> CivilDate? {
    let local = local(time)
    return local.time == .midnight ? local.date : nil
  }

  /// - Parameter first: The day that becomes the start.
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
