import AlmanacEvents
import AlmanacTime

extension EventCalendar {
  /// What has a UID, of each kind or of one.
  func allSeries(uid: String, kind: Item.Kind? = nil) -> [Series] {
    (kind.map { [$0] } ?? Item.Kind.allCases).compactMap { series(uid: uid, kind: $0) }
  }

  /// The calendar with only some of its series.
  func only(_ series: [Series]) -> EventCalendar {
    var part = EventCalendar(name: name, color: color, zone: zone)
    part.calendarSystems = calendarSystems
    for series in series { part.insert([series.main].compactMap { $0 } + series.overrides) }
    return part
  }

  /// Everything that happens within a range of a day or less, to-dos that are done too.
  func allOccurrences(in range: Range<Instant>, viewer: Zone) -> [Occurrence] {
    let query = OccurrenceQuery(includesClosedTodos: true, budget: 1_000_000)
    return agenda(in: range, viewer: viewer, matching: query).found
  }

  /// The first occurrence of a UID that is not over at a moment, looked for in ten years.
  func next(
    of uid: String, kind: Item.Kind? = nil, after now: Instant, viewer: Zone, includesClosedTodos: Bool = true
  ) -> Occurrence? {
    var query = OccurrenceQuery(includesClosedTodos: includesClosedTodos)
    query.limit = 1
    let end = now.in(viewer).adding(.days(3660)).instant
    return only(allSeries(uid: uid, kind: kind))
      .agenda(in: now..<end, viewer: viewer, matching: query).found.first
  }
}

/// What a date or a time names of a UID.
struct NamedInstance: Sendable {
  let occurrence: Occurrence
  /// What starts then too, but is called otherwise, as its original start is another.
  let others: [Occurrence]
}

extension EventCalendar {
  /// The occurrence of a UID that a date or a time names; see `InstanceReading`.
  ///
  /// - Throws: A refusal that says when there is one, or what all may be meant.
  func instance(
    of uid: String, kind: Item.Kind? = nil, on time: EventTime, viewer: Zone
  ) throws(CommandError) -> NamedInstance {
    let readings = allSeries(uid: uid, kind: kind).map {
      InstanceReading(of: $0, in: only([$0]), on: time, viewer: viewer)
    }
    let named = readings.flatMap { $0.named }
    guard let only = named.first else {
      let next = next(of: uid, kind: kind, after: time.instant(in: viewer), viewer: viewer)
      let when = next.map { "a day on which it does, such as \($0.start.date)" } ?? "an earlier day"
      throw .refused("not_on_date", "it does not happen on \(time)", expected: when, uid: uid)
    }
    guard named.count == 1 else { throw .ambiguous(named, on: time, uid: uid) }
    return NamedInstance(occurrence: only, others: readings.flatMap { $0.others })
  }

  /// What a UID names by itself: its item, or where all that is here of a series is one changed instance – as
  /// somebody has it who is invited to that one alone –, the instance.
  func identity(of uid: String, kind: Item.Kind? = nil) throws(CommandError) -> ItemID {
    let all = allSeries(uid: uid, kind: kind)
    guard let series = all.first else { return ItemID(uid: uid) }
    guard all.count == 1 else { throw .ambiguous(all.map { $0.kind }, uid: uid) }
    if let main = series.main { return main.id }
    let instances = series.overrides
    guard instances.count > 1 else { return instances.first?.id ?? ItemID(uid: uid) }
    throw .refused(
      "not_found", "only \(instances.count) instances of the series are here", expected: "--on with a date",
      uid: uid)
  }

  /// - Throws: A refusal of what is to be done to a series of which only changed instances are here.
  func requireSeries(of id: ItemID) throws(CommandError) {
    guard let series = series(uid: id.uid, kind: id.kind), series.main == nil else { return }
    throw .refused(
      "not_found", "the series itself is not here, only changed instances of it", expected: "--scope this",
      uid: id.uid)
  }
}

extension Invocation {
  /// What a UID, and a date or a time if there is one, name in a calendar. Of what starts then too it is told how it
  /// is called.
  mutating func identity(
    of uid: String, kind: Item.Kind?, on time: EventTime?, in calendar: EventCalendar, viewer: Zone
  ) throws(CommandError) -> ItemID {
    guard let time else { return try calendar.identity(of: uid, kind: kind) }
    let named = try calendar.instance(of: uid, kind: kind, on: time, viewer: viewer)
    tell(named, on: time)
    return named.occurrence.id
  }

  mutating func tell(_ named: NamedInstance, on time: EventTime) {
    for other in named.others {
      let key = other.recurrenceID?.description ?? ""
      complain(
        Complaint(
          "\(other.item.uid): \(time) is taken as an original start; \(other.item.summary), which is shown then too, "
            + "is called \(key)"))
    }
  }
}
