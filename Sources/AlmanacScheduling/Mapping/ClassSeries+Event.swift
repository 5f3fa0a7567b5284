public import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

extension ClassSeries {
  /// The class as events that every calendar shows: the series, and an override for each date that is different.
  ///
  /// Dates in closed periods are exceptions. Places, policy and closures stand in X- properties; the instructor is the
  /// contact. There are no attendees: this is what a public feed carries.
  public var events: [Event] {
    let keys = changes.keys.sorted()
    return [series(except: Set(keys))]
      + keys.compactMap { key in occurrence(at: key).map { override(for: $0) } }
  }

  /// - Parameter overridden: The original starts of dates that have overrides, which are then no exceptions.
  func series(except overridden: Set<Instant>) -> Event {
    var event = Event(
      title, from: start, lasting: duration, color: color, categories: categories, location: location,
      details: details, uid: uid)
    event.recurrence = recurrence
    event.recurrence.exceptions += closedDates(except: overridden)
    event.contacts = instructor.isEmpty ? [] : [instructor]
    event.relations = relations
    event.unmodelled.set(AlmanacProperty.kind, "CLASS")
    event.unmodelled.set(AlmanacProperty.places, "\(places)")
    event.setTerms(policy, channelLimits)
    event.unmodelled.properties += closures.map { $0.property }
    return event
  }

  /// Exceptions for other programs, which know nothing of closures; in endless periods a bounded number.
  private func closedDates(except overridden: Set<Instant>) -> [EventTime] {
    let expansion = RecurrenceExpansion(recurrenceSet)
    var found = overridden
    var result: [EventTime] = []
    for closure in closures {
      let range = closure.seconds(in: zone).instants
      let reach = range.lowerBound.adding(seconds: -Swift.max(0, duration.civilSeconds) &- 90_000)
      for instance in expansion.instances(in: reach..<range.upperBound, viewer: zone).prefix(
        Self.mostExceptions)
      {
        guard let original = instance.start.zonedStart, case .closed = occurrence(from: original).status,
          found.insert(original.instant).inserted
        else { continue }
        result.append(.zoned(original))
      }
    }
    return result
  }

  private static let mostExceptions = 1_000

  /// The event of one date, in place of the series' instance.
  func override(for occurrence: ClassOccurrence) -> Event {
    let change = changes[occurrence.original.instant]
    var event = occurrence.event(lasting: change?.duration ?? duration)
    event.color = color
    event.categories = categories
    if occurrence.status == .scheduled, change?.ignoresClosures == true {
      event.unmodelled.set(AlmanacProperty.state, "open")
    }
    return event
  }
}

extension ClassSeries {
  /// Reads back what `events` wrote, changed or not by another program. Exceptions within closed periods are dropped:
  /// the period says the same. Overrides that name no date of the class are passed over.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for an event that is no class, or has no start in a zone.
  public init(_ main: Event, overrides: [Event] = []) throws(SchedulingError) {
    let kept = main.unmodelled
    guard main.almanacKind == "CLASS", let places = kept.value(AlmanacProperty.places).flatMap({ Int($0) })
    else {
      throw SchedulingError(.notRepresented, expected: "an event of kind CLASS with places")
    }
    guard case .zoned(let start) = main.start else {
      throw SchedulingError(.notRepresented, expected: "a start in a zone")
    }
    self.init(
      main.summary, from: start, lasting: main.duration(from: start), places: places,
      instructor: main.contacts.first ?? "", location: main.location, details: main.details,
      policy: ClassPolicy(text: kept.value(AlmanacProperty.policy) ?? ""), uid: main.uid)
    recurrence = main.recurrence
    categories = main.categories
    color = main.color
    relations = main.relations
    channelLimits = kept.channelLimits
    closures = kept.all(AlmanacProperty.closure).compactMap { ClosedPeriod($0, in: start.zone) }
    let closed = IntervalSet(closures.map { $0.seconds(in: start.zone) })
    let lasting = Int64(Swift.max(1, duration.civilSeconds))
    recurrence.exceptions.removeAll { exception in
      let second = exception.instant(in: start.zone).secondsSinceEpoch
      return !closed.intersection(IntervalSet([second..<second.saturatingAdd(lasting)])).ranges.isEmpty
    }
    let expansion = RecurrenceExpansion(recurrenceSet)
    for override in overrides {
      guard let original = override.recurrenceID?.instant(in: start.zone),
        occurrence(at: original, in: expansion) != nil
      else { continue }
      let change = change(from: override, at: original)
      if change != ClassChange() { changes[original] = change }
    }
  }

  /// What an override says that the series does not.
  private func change(from event: Event, at original: Instant) -> ClassChange {
    var change = ClassChange(note: event.comments.first ?? "")
    let state = event.unmodelled.value(AlmanacProperty.state)
    change.ignoresClosures = state == "open"
    if event.isCancelled, state != "closed" {
      change.cancellation = event.unmodelled.value(AlmanacProperty.reason) ?? ""
    }
    if case .zoned(let moved) = event.start {
      if moved.instant != original { change.start = moved }
      let lasting = event.duration(from: moved)
      if !lasting.isSameLength(as: duration) { change.duration = lasting }
    }
    let own = event.unmodelled.value(AlmanacProperty.places).flatMap { Int($0) } ?? places
    if own != places { change.places = own }
    let instructor = event.contacts.first ?? ""
    if instructor != self.instructor { change.instructor = instructor }
    if event.location != location { change.location = event.location }
    if !event.summary.isEmpty, event.summary != title { change.title = event.summary }
    if event.details != details { change.details = event.details }
    return change
  }
}

extension Event {
  /// How long it lasts; of a stated end the exact length.
  func duration(from start: ZonedDateTime) -> CalendarDuration {
    if case .duration(let duration) = extent { return duration }
    return CalendarDuration(.seconds(end.instant(in: start.zone).seconds(since: start.instant)))
  }
}

extension CalendarDuration {
  /// Whether it adds the same to any time: `PT60M` and `PT1H` do, and other programs write one for the other.
  func isSameLength(as other: CalendarDuration) -> Bool {
    nominalDays == other.nominalDays && exactSeconds == other.exactSeconds
  }
}
