internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// Programs rewrite the VTIMEZONEs of a file: they cut rules of the past off, drop the name of the place, or write that of a
/// region, such as "Romance Standard Time" for Madrid. A zone that is defined or named so, and has the same clocks from the first
/// time of an item on, is not another zone of the item.
struct ZoneAlignment {
  /// A zone of a side and that of the base, in place of which it is.
  private struct Pair {
    let own: Zone
    let former: Zone
  }

  /// The zones by the series that have them.
  private var pairs: [ItemID: Pair] = [:]

  /// - Parameters:
  ///   - changed: The series that differ from those of the base.
  ///   - renamed: Zones that a file names by a region of several zones, such as "Romance Standard Time".
  init(
    of side: EventCalendar, to base: EventCalendar, in changed: [ItemID], renamed: Set<Zone> = []
  ) {
    for id in changed {
      guard let own = side.series(uid: id.uid, kind: id.kind)?.main,
        let former = base.series(uid: id.uid, kind: id.kind)?.main,
        let zone = own.anchor?.zone, let other = former.anchor?.zone,
        zone != other, own.hasSameClocks(in: other, as: zone, renamed)
      else { continue }
      pairs[ItemID(uid: id.uid, kind: id.kind)] = Pair(own: zone, former: other)
    }
  }

  var isEmpty: Bool { pairs.isEmpty }

  /// The calendar of the side in the zones of the base.
  func aligned(_ side: EventCalendar) -> EventCalendar { replacing(in: side) { ($0.own, $0.former) } }

  /// A result of the merge in the zones of the side.
  func restored(_ merged: EventCalendar) -> EventCalendar { replacing(in: merged) { ($0.former, $0.own) } }

  private func replacing(
    in calendar: EventCalendar, _ zones: (Pair) -> (from: Zone, to: Zone)
  ) -> EventCalendar {
    if pairs.isEmpty { return calendar }
    return calendar.with(
      items: calendar.items.map { item in
        guard let pair = pairs[ItemID(uid: item.uid, kind: item.kind)] else { return item }
        let (from, to) = zones(pair)
        guard item.anchor?.zone == from, item.hasSameClocks(in: to, as: from, [from]) else { return item }
        return item.replacing(from, by: to)
      })
  }
}

extension Item {
  /// The years in which clocks are compared: the rules of a zone repeat long before.
  private static let comparedYears = 40

  /// Whether two zones, one of which a file defines or names by its region, have the same clocks from the first time of the item on.
  fileprivate func hasSameClocks(in zone: Zone, as other: Zone, _ renamed: Set<Zone>) -> Bool {
    // A zone of the database has a rule for ever after its transitions, one that a file defines has none.
    guard [zone, other].allSatisfy({ $0.fixedOffset == nil }),
      [zone, other].contains(where: { $0.posixRule == nil || renamed.contains($0) })
    else { return false }
    let times = [anchor, recurrenceID].compactMap { $0 } + recurrence.additions.map(\.start)
    guard let first = times.map({ $0.instant(in: other) }).min() else { return false }
    let range = first..<first.adding(seconds: Self.comparedYears * 366 * 86_400)
    func clocks(of zone: Zone) -> [[Int]] {
      let changes = zone.transitions(in: range).map { [Int($0.instant.secondsSinceEpoch), $0.phase.offset] }
      return [[zone.offset(at: first)]] + changes
    }
    return clocks(of: zone) == clocks(of: other)
  }

  /// The item with all its times of a zone in another one, in which their clocks are the same.
  fileprivate func replacing(_ zone: Zone, by other: Zone) -> Item {
    func time(_ time: EventTime) -> EventTime {
      time.zone == zone ? .zoned(time.instant(in: zone).in(other)) : time
    }
    func date(_ date: RecurrenceDate) -> RecurrenceDate {
      guard case .end(let end) = date.extent else {
        return RecurrenceDate(time(date.start), extent: date.extent)
      }
      return RecurrenceDate(time(date.start), extent: .end(time(end)))
    }
    var item = self
    item.content.fields.start = start.map(time)
    if case .end(let end) = extent { item.content.fields.extent = .end(time(end)) }
    if recurrence != .none {
      item.content.series.recurrence.additions = recurrence.additions.map(date)
      item.content.series.recurrence.exceptions = recurrence.exceptions.map(time)
    }
    if let recurrenceID { item.recurrenceID = time(recurrenceID) }
    return item
  }
}
