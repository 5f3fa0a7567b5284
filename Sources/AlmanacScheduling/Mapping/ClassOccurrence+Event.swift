internal import AlmanacEvents
internal import AlmanacTime

extension ClassOccurrence {
  /// The date as the event that stands in place of the series' instance.
  ///
  /// - Parameter duration: In the words in which the series says how long it lasts.
  func event(lasting duration: CalendarDuration) -> Event {
    var event = Event(title, from: start, lasting: duration, location: location, details: details, uid: uid)
    event.recurrenceID = .zoned(original)
    event.contacts = instructor.isEmpty ? [] : [instructor]
    event.comments = note.isEmpty ? [] : [note]
    event.unmodelled.set(AlmanacProperty.kind, "CLASS")
    event.unmodelled.set(AlmanacProperty.places, "\(places)")
    switch status {
    case .scheduled: event.status = .confirmed
    case .cancelled(let reason):
      event.status = .cancelled
      event.unmodelled.set(AlmanacProperty.reason, reason)
    case .closed:
      event.status = .cancelled
      event.unmodelled.set(AlmanacProperty.state, "closed")
    }
    return event
  }

  /// A date that no class has any more, with all that its class would say of it: an orphan override.
  var orphan: Event {
    var event = event(lasting: CalendarDuration(.seconds(end.instant.seconds(since: start.instant))))
    event.setTerms(policy, channelLimits)
    if isSubstituted { event.unmodelled.set(AlmanacProperty.substituted, "1") }
    if case .closed(let period) = status { event.unmodelled.properties.append(period.property) }
    return event
  }

  /// Reads such a date back; what its event does not say, because the class had the date when it was written, is the
  /// class's.
  ///
  /// - Returns: `nil` for an event that is no override of a class.
  init?(orphan event: Event, of series: ClassSeries?) {
    guard event.almanacKind == "CLASS", let id = event.recurrenceID, let start = event.start.zonedStart else {
      return nil
    }
    let kept = event.unmodelled
    self.init(
      uid: event.uid, original: id.zonedStart ?? id.instant(in: start.zone).in(start.zone), start: start,
      end: start.adding(event.duration(from: start)), title: event.summary, details: event.details,
      location: event.location, instructor: event.contacts.first ?? "",
      isSubstituted: kept.value(AlmanacProperty.substituted) != nil, note: event.comments.first ?? "",
      places: kept.value(AlmanacProperty.places).flatMap { Int($0) } ?? series?.places ?? 0,
      channelLimits: series?.channelLimits ?? [:], status: .scheduled, policy: series?.policy ?? .standard)
    if let text = kept.value(AlmanacProperty.policy) {
      policy = ClassPolicy(text: text)
      channelLimits = kept.channelLimits
    }
    if let period = kept.all(AlmanacProperty.closure).lazy.compactMap({ ClosedPeriod($0, in: start.zone) })
      .first
    {
      status = .closed(period)
    } else if event.isCancelled {
      status = .cancelled(reason: kept.value(AlmanacProperty.reason) ?? "")
    }
  }
}
