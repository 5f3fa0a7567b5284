internal import AlmanacEvents
internal import AlmanacTime

/// What happens in calendars, and how it is looked at.
struct BusyOccurrences: Sendable {
  let occurrences: [Occurrence]
  private let viewer: Zone
  private let rules: BusyRules.Prepared
  private let countsSessions: Bool

  init(_ occurrences: [Occurrence], viewer: Zone, rules: BusyRules.Prepared, countsSessions: Bool) {
    self.occurrences = occurrences
    self.viewer = viewer
    self.rules = rules
    self.countsSessions = countsSessions
  }

  /// The stretches that are taken.
  var spans: [TakenSpan] {
    let spans = occurrences.takenSpans(viewer: viewer, tentatively: rules.rules.countsTentative)
    return rules.looksAtEach ? spans.filter { rules.kind(of: occurrences[$0.place]) != nil } : spans
  }

  /// What takes a stretch.
  func item(of span: TakenSpan) -> BusyTime.Item {
    let occurrence = occurrences[span.place]
    return BusyTime.Item(
      (span.start..<span.end).instants, id: occurrence.id, summary: occurrence.item.summary,
      kind: rules.kind(of: occurrence) ?? .busy, isBooking: countsSessions && occurrence.item.isSession)
  }
}
