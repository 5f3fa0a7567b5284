import AlmanacEvents
import AlmanacMapping

extension CalendarDraft {
  /// What is told of items of one series: which do not hold because another has their identity, and which
  /// overrides name no instance of their series, or name it in another form.
  func identityDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    // The calendar's items are those that were read, in their order.
    calendar.sharedPlaces.flatMap { diagnostics(ofSeries: $0, raw) }
  }

  private func diagnostics(ofSeries indices: [Int], _ raw: RawDocument) -> [Diagnostic] {
    let id = components.items[indices[0]].item.id
    guard let series = calendar.series(uid: id.uid, kind: id.kind) else { return [] }
    // Both are in the order of the document, and of equal items the last one holds.
    var superseded = series.superseded[...]
    var orphans = series.orphans[...]
    return indices.flatMap { index -> [Diagnostic] in
      let link = components.items[index]
      let line = raw.pieces[link.piece].lineNumber
      if link.item == superseded.first {
        superseded.removeFirst()
        return [
          Diagnostic(
            .note, .superseded, line: line, uid: id.uid,
            property: link.item.recurrenceID == nil ? "UID" : "RECURRENCE-ID",
            message: "a later state of it holds: a higher SEQUENCE, a later DTSTAMP, or a later place",
            repair: "kept in the file, not shown")
        ]
      }
      var found: [Diagnostic] = []
      if link.item == orphans.first {
        orphans.removeFirst()
        found.append(
          Diagnostic(
            .note, .orphanOverride, line: line, uid: id.uid, property: "RECURRENCE-ID",
            message: "it names no instance of its series", repair: "shown all the same"))
      }
      if let instance = link.item.recurrenceID, let start = series.main?.start,
        !instance.hasSameForm(as: start)
      {
        found.append(
          Diagnostic(
            .warning, .mixedTimeForms, line: line, uid: id.uid, property: "RECURRENCE-ID",
            message: "\(instance) is not of the form of its series' start, \(start)",
            repair: "read as \(instance.conformed(to: start))"))
      }
      return found
    }
  }
}
