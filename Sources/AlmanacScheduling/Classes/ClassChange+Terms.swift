internal import AlmanacEvents
internal import AlmanacTime

extension ClassSeries {
  /// What must be different on a date for it to have these terms, and the terms as they then are; `nil` where no change
  /// of one date gives them.
  func change(giving terms: ClassOccurrence, at original: Instant) -> (
    change: ClassChange, occurrence: ClassOccurrence
  )? {
    var terms = terms
    // Who instructs says whether it is a substitute.
    terms.isSubstituted = !PersonKey.areSame(terms.instructor, instructor)
    var change = changes[original] ?? ClassChange()
    change.start = terms.start == terms.original ? nil : terms.start
    if terms.start.adding(change.duration ?? duration) != terms.end {
      let isUsual = terms.start.adding(duration) == terms.end
      change.duration =
        isUsual ? nil : CalendarDuration(.seconds(terms.end.instant.seconds(since: terms.start.instant)))
    }
    change.places = terms.places == places ? nil : terms.places
    change.instructor = terms.instructor == instructor ? nil : terms.instructor
    change.location = terms.location == location ? nil : terms.location
    change.note = terms.note
    change.cancellation = nil
    if case .cancelled(let reason) = terms.status { change.cancellation = reason }
    for ignoresClosures in [change.ignoresClosures, !change.ignoresClosures] {
      change.ignoresClosures = ignoresClosures
      var series = self
      series.changes[original] = change
      if let occurrence = series.occurrence(at: original), occurrence == terms { return (change, occurrence) }
    }
    return nil
  }
}
