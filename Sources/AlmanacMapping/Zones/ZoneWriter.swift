package import AlmanacRecurrence
package import AlmanacTime

/// Writes a zone as a VTIMEZONE that holds from its first use on: the rule of today with no end, and before it only
/// those changes that the times in use ask for.
package struct ZoneWriter {
  let zone: Zone
  let tzid: String
  /// The times in use.
  let first: Instant
  let last: Instant
  /// Whether something repeats without end.
  let isEndless: Bool

  /// Changes of one kind: from an offset to a phase.
  package struct Observance {
    package let offsetFrom: Int
    package let phase: ZonePhase
    /// On the clock of the offset before.
    package fileprivate(set) var onsets: [CivilDateTime]
    package fileprivate(set) var rule: RecurrenceRule?
  }

  package func observances() -> [Observance] {
    let horizon = YearMonth(2100, 1).firstDay.startOfDay
    var end = isEndless ? max(last, Instant(utc: horizon)) : last.adding(seconds: 1)
    var rules: [Observance] = []
    if let (begin, ruled) = ruled(), begin <= first || begin < end || isEndless {
      rules = ruled
      end = begin
    }
    var all = end <= first ? [] : changes(upTo: end)
    all += rules
    return all.sorted { $0.onsets[0] < $1.onsets[0] }
  }

  /// The yearly rules by which the zone changes for good, and when the first of them does.
  private func ruled() -> (begin: Instant, observances: [Observance])? {
    guard let yearly = YearlyOnset.all(of: zone), !yearly.isEmpty else { return nil }
    // Some zones list their changes for decades before they follow rules: by 2400 all do.
    let start = YearMonth(1900, 1).firstDay.startOfDay
    let end = YearMonth(max(2400, last.utc.date.year) + 1, 1).firstDay.startOfDay
    let range = Instant(utc: start)..<Instant(utc: end)
    let stated = yearly.flatMap { onset in
      onset.locals(from: start, until: end.adding(days: 2)).map { (onset.instant(of: $0), onset.phase) }
    }.filter { range.contains($0.0) }.sorted { $0.0 < $1.0 }
    // To the same offsets, too: a zone may move to other hours and keep the days of its changes.
    let agreeing = zip(zone.transitions(in: range).reversed(), stated.reversed())
      .prefix { $0.instant == $1.0 && $0.phase == $1.1 }
    guard let begin = agreeing.last?.0.instant else { return nil }
    let ruled = yearly.compactMap { onset -> Observance? in
      let local = CivilDateTime(secondsSinceEpoch: begin.secondsSinceEpoch + Int64(onset.offsetFrom))
      guard let first = onset.locals(from: local, until: local.adding(days: 800)).first else { return nil }
      return Observance(
        offsetFrom: onset.offsetFrom, phase: onset.phase, onsets: [first], rule: onset.rule)
    }
    return (begin, ruled)
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

extension ZoneWriter {
  /// - Parameter isForGood: Whether more may come into the file, whenever it is.
  package init(_ use: TimeWriting.Use, isForGood: Bool = false) {
    self.init(
      zone: use.zone, tzid: use.tzid, first: use.first, last: use.last, isEndless: isForGood || use.isEndless)
  }
}
