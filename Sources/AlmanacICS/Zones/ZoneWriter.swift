import AlmanacContentLines
import AlmanacRecurrence
import AlmanacTime

/// Writes a zone as a VTIMEZONE that holds from its first use on: the rule of today with no end, and before it only
/// those changes that the times in use ask for.
struct ZoneWriter {
  let zone: Zone
  let tzid: String
  /// The times in use.
  let first: Instant
  let last: Instant
  /// Whether something repeats without end.
  let isEndless: Bool

  /// Changes of one kind: from an offset to a phase.
  private struct Observance {
    let offsetFrom: Int
    let phase: ZonePhase
    /// On the clock of the offset before.
    var onsets: [CivilDateTime]
    var rule: RecurrenceRule?
  }

  func component() -> OutputComponent {
    var timeZone = OutputComponent("VTIMEZONE")
    timeZone.add(.tzid, [], .text(tzid))
    timeZone.components = observances().map(component)
    return timeZone
  }

  private func component(_ observance: Observance) -> OutputComponent {
    var component = OutputComponent(observance.phase.isDaylight ? "DAYLIGHT" : "STANDARD")
    component.add(.dtstart, [], .time(LibicalTime(observance.onsets[0])))
    component.add(.tzoffsetFrom, [], .raw(Self.offset(observance.offsetFrom)))
    component.add(.tzoffsetTo, [], .raw(Self.offset(observance.phase.offset)))
    component.add(.tzname, [], .text(observance.phase.abbreviation))
    if let rule = observance.rule { component.add(.rrule, [], .raw(rule.description)) }
    let more = observance.onsets.dropFirst().map { $0.formatted(.basic) }
    if !more.isEmpty { component.add(.rdate, [], .raw(more.joined(separator: ","))) }
    return component
  }

  /// `+0100`, with seconds where there are any (RFC 5545 §3.3.14).
  private static func offset(_ offset: Int) -> String {
    Zone.offsetName(offset).filter { $0 != ":" }
  }

  private func observances() -> [Observance] {
    let yearly = YearlyOnset.all(of: zone)
    let since = yearly.flatMap { $0.isEmpty ? nil : firstYear(of: $0) }
    let horizon = YearMonth(2100, 1).firstDay.startOfDay
    var end = isEndless ? max(last, Instant(utc: horizon)) : last.adding(seconds: 1)
    var rules: [Observance] = []
    if let yearly, let since {
      let ruled = yearly.compactMap { onset -> Observance? in
        guard let local = onset.local(in: since) else { return nil }
        return Observance(
          offsetFrom: onset.offsetFrom, phase: onset.phase, onsets: [local], rule: onset.rule)
      }
      let begin =
        ruled.map { Instant(secondsSinceEpoch: $0.onsets[0].secondsSinceEpoch - Int64($0.offsetFrom)) }
        .min() ?? end
      if begin <= first || begin < end {
        rules = ruled
        end = begin
      }
    }
    var all = end <= first ? [] : changes(upTo: end)
    all += rules
    return all.sorted { $0.onsets[0] < $1.onsets[0] }
  }

  /// The first year from which on the yearly rules have always held.
  private func firstYear(of yearly: [YearlyOnset]) -> Int? {
    var year = max(2037, last.utc.date.year)
    var since: Int?
    while year >= 1900 {
      let range =
        Instant(
          utc: YearMonth(year, 1).firstDay.startOfDay)..<Instant(
          utc: YearMonth(year + 1, 1).firstDay.startOfDay)
      // To the same offsets, too: a zone may move to other hours and keep the days of its changes.
      let stated = yearly.compactMap { onset in onset.instant(in: year).map { ($0, onset.phase) } }
        .sorted { $0.0 < $1.0 }
      let changes = zone.transitions(in: range)
      guard changes.elementsEqual(stated, by: { $0.instant == $1.0 && $0.phase == $1.1 }) else { break }
      since = year
      year -= 1
    }
    return since
  }

  /// The phase of the first use and every change after it, each kind once.
  private func changes(upTo end: Instant) -> [Observance] {
    var found: [Observance] = []
    var offset: Int
    if let begin = zone.lastTransition(notAfter: first) {
      offset = zone.offset(at: begin.instant.adding(seconds: -1))
      add(begin, from: offset, to: &found)
      offset = begin.phase.offset
    } else {
      let phase = zone.phase(at: first)
      let epoch = CivilDateTime(secondsSinceEpoch: 0)
      let local = YearMonth(zone.local(at: first).date.year, 1).firstDay.startOfDay
      found.append(Observance(offsetFrom: phase.offset, phase: phase, onsets: [min(local, epoch)]))
      offset = phase.offset
    }
    for change in zone.transitions(in: first.adding(seconds: 1)..<end) {
      add(change, from: offset, to: &found)
      offset = change.phase.offset
    }
    return found
  }

  private func add(_ change: ZoneTransition, from offset: Int, to found: inout [Observance]) {
    let local = CivilDateTime(secondsSinceEpoch: change.instant.secondsSinceEpoch + Int64(offset))
    if let index = found.firstIndex(where: { $0.offsetFrom == offset && $0.phase == change.phase }) {
      found[index].onsets.append(local)
    } else {
      found.append(Observance(offsetFrom: offset, phase: change.phase, onsets: [local]))
    }
  }
}
