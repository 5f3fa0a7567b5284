import AlmanacEvents
import AlmanacTime

extension EventCalendar {
  /// The series of a UID, of one kind or of all.
  func allSeries(uid: String, kind: Item.Kind? = nil) -> [Series] {
    (kind.map { [$0] } ?? Item.Kind.allCases).compactMap { series(uid: uid, kind: $0) }
  }

  /// The calendar with only some of its series.
  func only(_ series: [Series]) -> EventCalendar {
    var part = EventCalendar(name: name, color: color, zone: zone)
    part.calendarSystems = calendarSystems
    for series in series { part.insert(series.items) }
    return part
  }

  /// The occurrences within a range of a day or less, including those of completed to-dos.
  func allOccurrences(in range: Range<Instant>, viewer: Zone) -> [Occurrence] {
    let query = OccurrenceQuery(includesClosedTodos: true, budget: 1_000_000)
    return agenda(in: range, viewer: viewer, matching: query).found
  }

  /// The first occurrence of a UID that is not over at an instant, within ten years.
  func next(
    of uid: String, kind: Item.Kind? = nil, after now: Instant, viewer: Zone
  ) -> Occurrence? {
    only(allSeries(uid: uid, kind: kind))
      .first(after: now, viewer: viewer, OccurrenceQuery(includesClosedTodos: true))
  }

  /// The first occurrence that is not over at an instant, within ten years.
  private func first(after now: Instant, viewer: Zone, _ query: OccurrenceQuery) -> Occurrence? {
    var query = query
    query.limit = 1
    let end = now.in(viewer).adding(.days(3660)).instant
    return agenda(in: now..<end, viewer: viewer, matching: query).found.first
  }

  /// The first occurrence of a UID that is neither over nor closed nor overdue at an instant, within ten years. An instance of a
  /// to-do without a due time is so until the end of its day.
  func nextOpen(of uid: String, kind: Item.Kind, at now: Instant, viewer: Zone) -> Occurrence? {
    let series = only(allSeries(uid: uid, kind: kind))
    let midnight = viewer.instant(of: viewer.local(at: now).date.startOfDay)
    if kind == .todo, midnight < now {
      let begun = series.agenda(in: midnight..<now, viewer: viewer, matching: .all).found
      if let open = begun.first(where: { !$0.isOverdue(at: now, viewer: viewer) }) { return open }
    }
    return series.first(after: now, viewer: viewer, .all)
  }
}

/// The occurrence of a UID that a date or a time names.
struct NamedInstance: Sendable {
  let occurrence: Occurrence
  /// Further occurrences that start then, but have another original start.
  let others: [Occurrence]
}

extension EventCalendar {
  /// The occurrence of a UID that a date or a time names; see `InstanceLookup`.
  ///
  /// - Throws: A refusal that names the next date if there is none, or the candidates if there are several.
  func instance(
    of uid: String, kind: Item.Kind? = nil, on time: EventTime, viewer: Zone
  ) throws(CommandError) -> NamedInstance {
    let lookups = allSeries(uid: uid, kind: kind).map {
      InstanceLookup(of: $0, in: only([$0]), on: time, viewer: viewer)
    }
    let matches = lookups.flatMap { $0.matches }
    guard let only = matches.first else {
      let next = next(of: uid, kind: kind, after: time.instant(in: viewer), viewer: viewer)
      let when: Phrase = next.map { "a day on which it does, such as \($0.start.date)" } ?? "an earlier day"
      throw .refused("not_on_date", "it does not happen on \(time)", expected: when, uid: uid)
    }
    guard matches.count == 1 else { throw .ambiguous(matches, on: time, uid: uid) }
    return NamedInstance(occurrence: only, others: lookups.flatMap { $0.others })
  }

  /// The identity of the item of a UID; if only one changed instance of a series is stored, as after an invitation to that
  /// one alone, the identity of the instance.
  func identity(of uid: String, kind: Item.Kind? = nil) throws(CommandError) -> ItemID {
    let all = allSeries(uid: uid, kind: kind)
    guard let series = all.first else { return ItemID(uid: uid) }
    guard all.count == 1 else { throw .ambiguous(all.map { $0.kind }, uid: uid) }
    if let main = series.main { return main.id }
    let instances = series.overrides
    guard instances.count > 1 else { return instances.first?.id ?? ItemID(uid: uid) }
    throw .refused(
      "not_found", "only \(instances.count) instances of the series are stored", expected: "--on with a date",
      uid: uid)
  }

  /// Checks that the main item of a series is stored.
  ///
  /// - Throws: A refusal if only changed instances are.
  func requireSeries(of id: ItemID) throws(CommandError) {
    guard let series = series(uid: id.uid, kind: id.kind), series.main == nil else { return }
    throw .refused(
      "not_found", "the series itself is not stored, only changed instances of it",
      expected: Phrase(verbatim: "--scope this"),
      uid: id.uid)
  }
}

extension Invocation {
  /// The identity that a UID, and a date or a time if there is one, name in a calendar. Other instances that start then are
  /// reported.
  mutating func identity(
    of uid: String, kind: Item.Kind?, on time: EventTime?, in calendar: EventCalendar, viewer: Zone
  ) throws(CommandError) -> ItemID {
    guard let time else { return try calendar.identity(of: uid, kind: kind) }
    let named = try calendar.instance(of: uid, kind: kind, on: time, viewer: viewer)
    reportOthers(of: named, on: time)
    return named.occurrence.id
  }

  /// Reports the other instances that start at a time, with the original starts by which they are named.
  mutating func reportOthers(of named: NamedInstance, on time: EventTime) {
    for other in named.others {
      let key = other.recurrenceID?.description ?? ""
      complain(
        Complaint(
          """
          \(other.item.uid): \(time) is read as an original start; \(title: other.item.summary), which is shown then too, \
          has the original start \(key)
          """))
    }
  }
}
