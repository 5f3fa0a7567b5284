public import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

extension ClassSeries {
  /// The class as events for any calendar program: the series, and an override for each date with a change.
  ///
  /// Dates in closed periods are exceptions. Places, policy and closures are X- properties; the instructor is the CONTACT.
  /// There are no attendees, so the events can be published.
  public var events: [Event] {
    let keys = changes.keys.sorted()
    return [series(except: Set(keys))]
      + keys.compactMap { key in occurrence(at: key).map { override(for: $0) } }
  }

  /// - Parameter overridden: The original starts of dates with overrides, which are not made exceptions.
  func series(except overridden: Set<Instant>) -> Event {
    var event = Event(
      summary, from: start, lasting: duration, color: color, categories: categories, location: location,
      details: details, uid: uid)
    event.recurrence = recurrence
    event.recurrence.exceptions += closedDates(except: overridden)
    event.contacts = instructor.isEmpty ? [] : [instructor]
    event.relations = relations
    event.classification = classification
    event.setAlmanacKind("CLASS")
    event.unmodelled.set(AlmanacProperty.places, knownPlaces.map { "\($0)" })
    event.setTerms(policy, channelLimits)
    event.unmodelled.properties += closures.map { $0.property }
    return event
  }

  /// The dates in closed periods as exceptions, for programs that do not read closures; at most `maximumExceptions` for a
  /// period.
  private func closedDates(except overridden: Set<Instant>) -> [EventTime] {
    var found = overridden
    return closures.flatMap {
      dates(in: $0.seconds(in: zone).instants, budget: Self.maximumExceptions).found
    }.filter {
      if case .closed = $0.status { found.insert($0.original.instant).inserted } else { false }
    }.map { .zoned($0.original) }
  }

  private static let maximumExceptions = 1_000

  /// The event of one date, in place of the series' instance.
  func override(for occurrence: ClassOccurrence) -> Event {
    let change = changes[occurrence.original.instant]
    var event = occurrence.event(lasting: change?.duration ?? duration)
    event.classification = classification
    event.unmodelled.set(AlmanacProperty.places, change?.places.map { "\($0)" })
    if occurrence.status == .scheduled, change?.ignoresClosures == true {
      event.unmodelled.set(AlmanacProperty.state, "open")
    }
    return event
  }
}

extension ClassSeries {
  /// Reads the class that `events` wrote, with any changes that another program made.
  ///
  /// Exceptions within closed periods are dropped, since the period implies them. Overrides of no date of the class are
  /// ignored; `ClassBook` reads their bookings (``UnmatchedBookings``). A class whose number of places another program dropped has 0, so that nobody books until it is set. Where
  /// programs dropped the kind too, its bookings show that it is a class.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` for an event that is not a class or has no start in a zone.
  public init(_ main: Event, overrides: [Event] = []) throws(SchedulingError) {
    let isClass = main.isClass || (main.attendees.isEmpty && overrides.contains { $0.isDate(of: main) })
    let main = try (isClass ? main : nil).represented(as: "an event of kind CLASS")
    let unmodelled = main.unmodelled
    let start = try main.start.zonedTime.represented(as: "a start in a zone")
    self.init(
      main.summary, from: start, lasting: main.duration(from: start), places: main.places ?? 0,
      instructor: main.contacts.first ?? "", location: main.location, details: main.details,
      policy: ClassPolicy(text: unmodelled.value(AlmanacProperty.policy) ?? ""), uid: main.uid)
    knownPlaces = main.places
    recurrence = main.recurrence
    categories = main.categories
    color = main.color
    classification = main.classification
    relations = main.relations
    channelLimits = unmodelled.channelLimits
    closures = unmodelled.closures(in: start.zone)
    let closed = IntervalSet(closures.map { $0.seconds(in: start.zone) })
    let lasting = Int64(Swift.max(1, duration.civilSeconds))
    recurrence.exceptions.removeAll { exception in
      let second = exception.instant(in: start.zone).secondsSinceEpoch
      return !closed.intersection(IntervalSet([second..<second.saturatingAdd(lasting)])).ranges.isEmpty
    }
    let expansion = RecurrenceExpansion(recurrenceSet)
    for override in overrides {
      guard let original = override.original(in: self)?.instant,
        occurrence(at: original, in: expansion) != nil
      else { continue }
      let change = change(from: override, at: original)
      if change != ClassChange() { changes[original] = change }
    }
  }

  /// The properties of an override that differ from the series.
  private func change(from event: Event, at original: Instant) -> ClassChange {
    var change = ClassChange(note: event.comments.first ?? "")
    let state = event.unmodelled.value(AlmanacProperty.state)
    change.ignoresClosures = state == "open"
    if event.isCancelled, state != "closed" {
      change.cancellation = event.unmodelled.cancellationReason
    }
    if case .zoned(let moved) = event.start {
      if moved.instant != original { change.start = moved }
      let lasting = event.duration(from: moved)
      // `PT60M` and `PT1H` add the same to any time; other programs write one for the other.
      if lasting.nominalDays != duration.nominalDays || lasting.exactSeconds != duration.exactSeconds {
        change.duration = lasting
      }
    }
    if let own = event.places, own != places { change.places = own }
    let instructor = event.contacts.first ?? ""
    if instructor != self.instructor { change.instructor = instructor }
    if event.location != location { change.location = event.location }
    if !event.summary.isEmpty, event.summary != summary { change.summary = event.summary }
    if event.details != details { change.details = event.details }
    if let own = event.color, own != color { change.color = own }
    if event.categories != categories { change.categories = event.categories }
    return change
  }
}

extension Event {
  var isClass: Bool { almanacKind == "CLASS" }

  /// Whether it is an override of a class, by its kind, or by its bookings where other programs dropped all marks.
  var isDateOfClass: Bool {
    recurrenceID != nil && (isClass || (almanacKind == nil && hasBookings(except: nil)))
  }

  /// Whether it makes `series` a class. One whose organizer the series lacks is a meeting to which people are invited.
  fileprivate func isDate(of series: Event) -> Bool {
    func key(_ event: Event) -> PersonKey? { event.organizer.map { PersonKey($0.address) } }
    return isDateOfClass && (isClass || key(self) == key(series))
  }

  /// The number of places of a class; `nil` where it is unknown.
  var places: Int? { unmodelled.number(AlmanacProperty.places).map(Roster.boundedPlaces) }

  /// The duration; the exact one where the event has an end.
  func duration(from start: ZonedDateTime) -> CalendarDuration {
    if case .duration(let duration) = extent { return duration }
    return CalendarDuration(.seconds(end.instant(in: start.zone).seconds(since: start.instant)))
  }
}

extension ClassOccurrence {
  /// The event of the date, in place of the series' instance.
  ///
  /// - Parameter duration: The duration in the form in which the series has it.
  func event(lasting duration: CalendarDuration) -> Event {
    var event = Event(
      summary, from: start, lasting: duration, color: color, categories: categories, location: location,
      details: details, uid: uid)
    event.recurrenceID = .zoned(original)
    event.contacts = instructor.isEmpty ? [] : [instructor]
    event.comments = note.isEmpty ? [] : [note]
    event.setAlmanacKind("CLASS")
    switch status {
    case .scheduled: event.status = .confirmed
    case .cancelled(let reason):
      event.status = .cancelled
      event.unmodelled.set("reason", of: AlmanacProperty.reason, reason)
    case .closed:
      event.status = .cancelled
      event.unmodelled.set(AlmanacProperty.state, "closed")
    }
    return event
  }

  /// The event of a date that was removed from its class: an override without a series, with all terms of its own.
  var orphan: Event {
    var event = event(lasting: CalendarDuration(.seconds(end.instant.seconds(since: start.instant))))
    event.unmodelled.set(AlmanacProperty.places, hasUnknownPlaces ?? false ? nil : "\(places)")
    event.setTerms(policy, channelLimits)
    if isSubstituted { event.unmodelled.set(AlmanacProperty.substituted, "1") }
    if case .closed(let period) = status { event.unmodelled.properties.append(period.property) }
    return event
  }

  /// The date of an override: the date of the class, or what the event states where the class no longer has the date;
  /// `nil` for an event that is not an override of a class.
  init?(of override: Event, in series: ClassSeries?) {
    if let series, let original = override.original(in: series),
      let date = series.occurrence(at: original.instant)
    {
      self = date
    } else {
      self.init(orphan: override, of: series)
    }
  }

  /// Reads a date that was removed from its class. Terms that its event lacks, because the class had the date when the event
  /// was written, are those of the class; `nil` for an event that is not an override of a class.
  private init?(orphan event: Event, of series: ClassSeries?) {
    let start =
      event.start.zonedTime ?? series.flatMap { event.start.conformed(to: .zoned($0.start)).zonedTime }
    guard series != nil || event.isClass, let id = event.recurrenceID, let start else { return nil }
    let unmodelled = event.unmodelled
    self.init(
      uid: event.uid,
      original: series.flatMap { event.original(in: $0) } ?? id.zonedTime
        ?? id.instant(in: start.zone).in(start.zone),
      start: start,
      end: start.adding(event.duration(from: start)), summary: event.summary, details: event.details,
      location: event.location, color: event.color, instructor: event.contacts.first ?? "",
      isSubstituted: unmodelled.value(AlmanacProperty.substituted) != nil, note: event.comments.first ?? "",
      places: event.places ?? series?.places ?? 0,
      channelLimits: series?.channelLimits ?? [:], status: .scheduled, policy: series?.policy ?? .standard)
    categories = event.categories
    if event.places == nil, !(series?.hasKnownPlaces ?? false) { hasUnknownPlaces = true }
    if let text = unmodelled.value(AlmanacProperty.policy) {
      policy = ClassPolicy(text: text)
      channelLimits = unmodelled.channelLimits
    }
    if let period = unmodelled.closures(in: start.zone).first {
      status = .closed(period)
    } else if event.isCancelled {
      status = .cancelled(reason: unmodelled.cancellationReason)
    }
  }
}

/// A policy as the text of one property: `opens=P7D closes=PT0S …`, with the durations of RFC 5545.
extension ClassPolicy {
  var text: String {
    PropertyRecord(
      Self.durations.map { ($0.name, "\(self[keyPath: $0.property])") } + [
        ("places-per-booking", "\(placesPerBooking)"), ("opens", opensBefore.map { "\($0)" }),
        ("waitlist", waitlistLimit.map { "\($0)" }),
      ]
    ).text
  }

  /// Reads a policy; missing and unreadable words leave the standard values.
  init(text: String) {
    let words = PropertyRecord.all(in: text).first ?? PropertyRecord([])
    func duration(_ name: String) -> CalendarDuration? { words[name].flatMap { try? CalendarDuration($0) } }
    self.init()
    opensBefore = duration("opens")
    for (name, property) in Self.durations {
      if let duration = duration(name) { self[keyPath: property] = duration }
    }
    placesPerBooking = words.number("places-per-booking") ?? placesPerBooking
    waitlistLimit = words.number("waitlist")
  }

  /// Whether a text has no words but those of a policy, each with a value that it can have.
  static func isReadable(_ text: String) -> Bool {
    let records = PropertyRecord.all(in: text)
    guard let words = records.first, records.count == 1 else { return text.isEmpty }
    let numbers = ["places-per-booking", "waitlist"]
    return words.names.allSatisfy { name in
      if numbers.contains(name) { return words.number(name) != nil }
      let isKnown = name == "opens" || durations.contains { $0.name == name }
      return isKnown && (try? CalendarDuration(words[name] ?? "")) != nil
    }
  }

  private static var durations: [(name: String, property: WritableKeyPath<ClassPolicy, CalendarDuration>)] {
    [
      ("closes", \.closesBefore), ("free-cancellation", \.freeCancellationBefore),
      ("promotes-until", \.promotesUntilBefore), ("holds", \.holdsFor),
      ("check-in-opens", \.checkInOpensBefore), ("check-in-closes", \.checkInClosesAfter),
    ]
  }
}

extension Event {
  /// Writes the terms on which a class is booked.
  mutating func setTerms(_ policy: ClassPolicy, _ channelLimits: [String: Int]) {
    unmodelled.set(AlmanacProperty.policy, policy.text)
    for (channel, places) in channelLimits.sorted(by: { $0.key < $1.key }) {
      let record = PropertyRecord([("channel", channel), ("places", "\(places)")])
      unmodelled.properties.append(record.property(AlmanacProperty.channelLimit))
    }
  }
}
