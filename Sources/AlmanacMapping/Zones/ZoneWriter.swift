package import AlmanacRecurrence
package import AlmanacTime

/// Writes a zone as a VTIMEZONE that is valid from its first use on: the current rules without an end,
/// preceded by the changes that the times in use need.
package struct ZoneWriter {
  typealias Observance = TimeZoneDefinition.Observance

  let zone: Zone
  let tzid: String
  /// The first and the last time in use.
  let first: Instant
  let last: Instant
  /// Whether a recurrence in it is endless.
  let isEndless: Bool

  package func observances() -> [TimeZoneDefinition.Observance] {
    let horizon = YearMonth(2100, 1).firstDay.startOfDay
    var end = isEndless ? max(last, Instant(utc: horizon)) : last.adding(seconds: 1)
    var rules: [Observance] = []
    if let (begin, ruled) = ruled(), begin <= first || begin < end || isEndless {
      (rules, end) = (ruled, begin)
    }
    let all = (end <= first ? [] : changes(upTo: end)) + rules
    return all.sorted { $0.start < $1.start }
  }

  /// The yearly rules of the zone's final changes, and the first change that follows them.
  private func ruled() -> (begin: Instant, observances: [Observance])? {
    guard let yearly = zone.yearlyObservances, !yearly.isEmpty else { return nil }
    // Some zones list their changes for decades before they follow rules; by 2400 all follow rules.
    let start = YearMonth(1900, 1).firstDay.startOfDay
    let end = YearMonth(max(2400, last.utc.date.year) + 1, 1).firstDay.startOfDay
    let range = Instant(utc: start)..<Instant(utc: end)
    let stated = yearly.flatMap { observance in
      observance.yearlyOnsets(from: start, until: end.adding(days: 2))
        .map { ZoneTransition(observance.instant(of: $0), observance.phase) }
    }.filter { range.contains($0.instant) }.sorted { $0.instant < $1.instant }
    // The offsets must agree too: a zone may change its offsets and retain the dates of its changes.
    let agreeing = zip(zone.transitions(in: range).reversed(), stated.reversed()).prefix { $0 == $1 }
    guard let begin = agreeing.last?.0.instant else { return nil }
    let ruled = yearly.compactMap { observance -> Observance? in
      let local = begin.local(at: observance.offsetFrom)
      let onsets = observance.yearlyOnsets(from: local, until: local.adding(days: 800))
      var ruled = observance
      guard let first = onsets.first else { return nil }
      ruled.start = first
      return ruled
    }
    return (begin, ruled)
  }

  /// The phase at the first use and the changes after it, one observance for each kind.
  private func changes(upTo end: Instant) -> [Observance] {
    if let begin = zone.lastTransition(notAfter: first) { return zone.observances(in: begin.instant..<end) }
    let phase = zone.phase(at: first)
    let newYear = YearMonth(zone.local(at: first).date.year, 1).firstDay.startOfDay
    let start = min(newYear, CivilDateTime(secondsSinceEpoch: 0))
    return [Observance(phase, from: phase.offset, at: start)]
      + zone.observances(in: first.adding(seconds: 1)..<end)
  }
}

extension Zone {
  /// The changes within a half-open range; changes from one offset to one phase form one observance.
  func observances(in range: Range<Instant>) -> [TimeZoneDefinition.Observance] {
    var found: [TimeZoneDefinition.Observance] = []
    var offset = offset(at: range.lowerBound.adding(seconds: -1))
    for change in transitions(in: range) {
      let next = TimeZoneDefinition.Observance(
        change.phase, from: offset, at: change.instant.local(at: offset))
      if let index = found.firstIndex(where: { $0.offsetFrom == offset && $0.phase == next.phase }) {
        found[index].additions.append(next.start)
      } else {
        found.append(next)
      }
      offset = next.offsetTo
    }
    return found
  }
}

extension Instant {
  fileprivate func local(at offset: Int) -> CivilDateTime {
    CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + Int64(offset))
  }
}

extension ZoneWriter {
  /// - Parameter isForGood: Whether later times may be added to the file, so that the rules are written
  ///   without an end.
  package init(_ use: TimeWriting.Use, isForGood: Bool = false) {
    self.init(
      zone: use.zone, tzid: use.tzid, first: use.first, last: use.last, isEndless: isForGood || use.isEndless)
  }
}
