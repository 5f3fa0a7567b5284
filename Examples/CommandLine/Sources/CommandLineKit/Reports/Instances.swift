import AlmanacEvents
import AlmanacTime

extension EventCalendar {
  /// What has a UID, of each kind.
  func allSeries(uid: String) -> [Series] {
    Item.Kind.allCases.compactMap { series(uid: uid, kind: $0) }
  }

  /// The calendar with only the items of one UID.
  func only(uid: String) -> EventCalendar {
    var part = EventCalendar(name: name, color: color, zone: zone)
    for series in allSeries(uid: uid) { part.insert([series.main].compactMap { $0 } + series.overrides) }
    return part
  }

  /// What happens of a UID within a range.
  func occurrences(of uid: String, in range: Range<Instant>, viewer: Zone) -> [Occurrence] {
    let query = OccurrenceQuery(includesClosedTodos: true)
    return only(uid: uid).occurrences(in: range, viewer: viewer, matching: query)
  }

  /// The first occurrence of a UID that is not over at a moment, looked for in ten years.
  func next(
    of uid: String, after now: Instant, viewer: Zone, includesClosedTodos: Bool = true
  ) -> Occurrence? {
    var query = OccurrenceQuery(includesClosedTodos: includesClosedTodos)
    query.limit = 1
    let end = now.in(viewer).adding(.days(3660)).instant
    return only(uid: uid).occurrences(in: now..<end, viewer: viewer, matching: query).first
  }

  /// The first occurrence of a UID that was to start within a range and was moved elsewhere.
  private func moved(of uid: String, from range: Range<Instant>, viewer: Zone) -> Occurrence? {
    let override = allSeries(uid: uid).flatMap { $0.overrides }.first { override in
      override.recurrenceID.map { range.contains($0.instant(in: viewer)) } ?? false
    }
    guard let override, let start = override.span?.start.instant(in: viewer) else { return nil }
    return occurrences(of: uid, in: start..<start.adding(seconds: 1), viewer: viewer)
      .first { $0.item.recurrenceID == override.recurrenceID }
  }

  /// The occurrence of a UID that a date or a time names: one that starts then, else one that goes on, else the one
  /// that was moved away from that very time: its recurrence id. Of a day it is not looked for, so that nothing of
  /// another day is changed by mistake.
  ///
  /// - Throws: A refusal that says when there is one.
  func occurrence(of uid: String, on time: EventTime, viewer: Zone) throws(CommandError) -> Occurrence {
    let start = time.instant(in: viewer)
    let end = time.isDate ? time.adding(.days(1)).instant(in: viewer) : start.adding(seconds: 1)
    let found = occurrences(of: uid, in: start..<end, viewer: viewer)
    if let starting = found.first(where: { (start..<end).contains($0.start.instant(in: viewer)) }) {
      return starting
    }
    if let going = found.first { return going }
    if !time.isDate, let moved = moved(of: uid, from: start..<end, viewer: viewer) { return moved }
    let next = next(of: uid, after: start, viewer: viewer)
    let when = next.map { "a day on which it does, such as \($0.start.date)" } ?? "an earlier day"
    throw .refused("not_on_date", "it does not happen on \(time)", expected: when, uid: uid)
  }
}

extension EventCalendar {
  /// What a UID names: the occurrence of a date or a time; without one its item, or where all that is here of a series
  /// is one changed instance – as somebody has it who is invited to that one alone –, the instance.
  func identity(of uid: String, on time: EventTime?, viewer: Zone) throws(CommandError) -> ItemID {
    if let time { return try occurrence(of: uid, on: time, viewer: viewer).id }
    guard let series = series(uid: uid), series.main == nil else {
      return item(uid: uid)?.id ?? ItemID(uid: uid)
    }
    let instances = series.overrides
    guard instances.count > 1 else { return instances.first?.id ?? ItemID(uid: uid) }
    throw .refused(
      "not_found", "only \(instances.count) instances of the series are here", expected: "--on with a date",
      uid: uid)
  }
}
