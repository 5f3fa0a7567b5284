internal import AlmanacEvents
internal import AlmanacTime

/// What VAVAILABILITY statements leave open within a range of seconds (RFC 7953 §5).
///
/// Time that no statement speaks about is open. A statement closes all of its time but its windows, overruling those of
/// lower priority.
///
/// Statements of one priority are taken together: what any of them opens is open, as if all had closed their time
/// before any opened a part of it. Where several close the same time, it is taken in the way that stands first:
/// BUSY, BUSY-UNAVAILABLE, other words, BUSY-TENTATIVE. In which order they come does not matter.
struct StatedTime {
  /// A window at one of its times.
  struct Grant {
    /// As it is stated.
    let stated: Range<Int64>
    /// On which it begins as it is stated, on the viewer's clock: in a gap what clocks would show.
    let date: CivilDate
    /// What of it holds, within the range.
    let range: Range<Int64>
  }

  let open: IntervalSet
  /// The rest, by how the statements that close it say it is taken (BUSYTYPE); no two overlap.
  private(set) var closed: [BusyKind: IntervalSet] = [:]
  /// The windows, without what statements of higher priority speak about.
  private(set) var grants: [Grant] = []
  /// What no statement speaks about.
  let unspoken: IntervalSet

  init(_ statements: [AvailabilityStatement], in range: Range<Int64>, viewer: Zone) {
    // 1 is the highest priority, then 2 up to 9, then 0. What is above has been spoken about already.
    var unspoken = IntervalSet([range])
    for priority in Array(1...9) + [0] {
      var spoken = IntervalSet.empty
      var own: [Grant] = []
      var shut: [BusyKind: IntervalSet] = [:]
      for statement in statements where statement.rank == priority {
        let reach = IntervalSet([statement.reach(in: viewer)]).intersection(unspoken)
        guard !reach.ranges.isEmpty else { continue }
        spoken = spoken.union(reach)
        for stated in statement.windows(in: range, viewer: viewer) {
          own += reach.ranges(within: stated.range).map { part in
            Grant(stated: stated.range, date: stated.date, range: part)
          }
        }
        let kind = statement.busyKind ?? .unavailable
        shut[kind] = (shut[kind] ?? .empty).union(reach)
      }
      var settled = IntervalSet(own.map { $0.range })
      for kind in shut.keys.sorted(by: Self.standsBefore) {
        let time = shut[kind] ?? .empty
        closed[kind] = (closed[kind] ?? .empty).union(time.subtracting(settled))
        settled = settled.union(time)
      }
      grants += own
      unspoken = unspoken.subtracting(spoken)
    }
    open = unspoken.union(IntervalSet(grants.map { $0.range }))
    self.unspoken = unspoken
  }

  /// Which of two words says how time is taken that statements of one priority close in both ways.
  private static func standsBefore(_ one: BusyKind, _ other: BusyKind) -> Bool {
    func rank(_ kind: BusyKind) -> Int {
      switch kind {
      case .busy: 0
      case .unavailable: 1
      case .tentative: 3
      default: 2
      }
    }
    return (rank(one), one.rawValue) < (rank(other), other.rawValue)
  }
}

extension AvailabilityStatement {
  /// The priority, one outside of RFC 5545's scale counting as the lowest.
  var rank: Int { (1...9).contains(priority) ? priority : 0 }

  /// The seconds about which it speaks.
  func reach(in viewer: Zone) -> Range<Int64> {
    let lower = start?.instant(in: viewer).secondsSinceEpoch ?? .min
    let upper: Int64 =
      switch (extent, start) {
      case (.end(let end), _): end.instant(in: viewer).secondsSinceEpoch
      case (.duration(let duration), .some(let start)):
        start.adding(duration).instant(in: viewer).secondsSinceEpoch
      default: .max
      }
    return lower..<Swift.max(lower, upper)
  }

  /// Its windows, repeated and overridden as events are.
  fileprivate func windows(
    in range: Range<Int64>, viewer: Zone
  ) -> [(range: Range<Int64>, date: CivilDate)] {
    var calendar = EventCalendar()
    for (index, window) in windows.enumerated() {
      var event = Event("", from: window.start, uid: window.uid.isEmpty ? "window \(index)" : window.uid)
      event.extent = window.extent
      event.recurrence = window.recurrence
      event.recurrenceID = window.recurrenceID
      calendar.insert(event)
    }
    // Windows that repeat too often to be expanded leave time closed, so there is none that is wrongly open.
    return calendar.agenda(in: range.instants, viewer: viewer).found.map { occurrence in
      let interval = occurrence.interval(in: viewer)
      let isOnClock = occurrence.start.zone.map { $0 == viewer } ?? true
      let start = isOnClock ? occurrence.start.local : viewer.local(at: interval.lowerBound)
      return (interval.seconds, start.date)
    }
  }
}
