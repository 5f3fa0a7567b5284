import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// A calendar while its pieces are read, and afterwards the link between its items and the text they came from.
struct CalendarDraft: Sendable {
  /// Of the VCALENDARs of the text; `nil` for components that are in none.
  let number: Int?
  var firstPiece: Int
  /// What the VCALENDAR says of itself, and at the end all that is in it.
  var header = HeaderDraft()
  var components = ReadComponents()
  /// The places of the lines of the VCALENDAR itself.
  var headerPieces: [Int] = []
  /// The first TZID of a time that was read as a zone.
  var tzids: [Zone: String] = [:]
  /// What is said of zones, by its own lines or by a part of its components, where several tasks read it.
  var zoneUses: [ZoneResolver.Use] = []
  var diagnostics: [Diagnostic] = []
  /// What the VTIMEZONEs define.
  var definitions: [String: TimeZoneDefinition] = [:]
  /// Where the calendar is to be read again, the TZIDs whose name yields to their definition: some do, or definitions or
  /// lines of the calendar came behind components that they decide about.
  var rereading: Set<String>?
  /// Whether what its lines say of its components came behind some of them.
  var hasLateContext = false
  /// Whether its own lines name a zone that only a definition further down explains.
  var lacksDefinition = false

  /// The place of its first line or component; before it a calendar has its BEGIN.
  var firstContent: Int { number == nil ? firstPiece : firstPiece + 1 }

  var calendar: EventCalendar { header.calendar }
}

extension CalendarDraft {
  /// The UID of the component in which a line is.
  func uid(at line: Int) -> String {
    let behind = components.uids.partitioningIndex { $0.line > line }
    return behind == 0 ? "" : components.uids[behind - 1].uid
  }

  /// A diagnostic about a zone, with the UID of the component that first used it.
  func named(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.uid.isEmpty, diagnostic.code == .zoneName || diagnostic.code == .unknownZone,
      diagnostic.property != PropertyName.calendarZone.text
    else { return diagnostic }
    return diagnostic.of(uid(at: diagnostic.line))
  }
}

// MARK: Identities

extension CalendarDraft {
  /// What is reported of items of one series: which do not hold because another has their identity, and which
  /// overrides name no instance of their series, or name it in another form.
  func identityDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    // The calendar's items are those that were read, in their order.
    calendar.sharedPlaces.flatMap { diagnostics(ofSeries: $0, raw) }
  }

  private func diagnostics(ofSeries indices: [Int], _ raw: RawDocument) -> [Diagnostic] {
    let id = components.items[indices[0]].value.id
    guard let series = calendar.series(uid: id.uid, kind: id.kind) else { return [] }
    // Both are in the order of the document, and of equal items the last one holds.
    var superseded = series.superseded[...]
    var orphans = series.orphans[...]
    var found: [Diagnostic] = []
    for index in indices {
      let (piece, item) = components.items[index]
      func report(
        _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, repair: String
      ) {
        let property = item.recurrenceID == nil ? "UID" : "RECURRENCE-ID"
        found.append(
          Diagnostic(
            severity, code, line: raw.pieces[piece].lineNumber, uid: id.uid, property: property,
            message: message, repair: repair))
      }
      if item == superseded.first {
        superseded.removeFirst()
        report(
          .note, .superseded,
          "a later state of it holds: a higher SEQUENCE, a later DTSTAMP, or a later place",
          repair: "kept in the file, not shown")
        continue
      }
      if item == orphans.first {
        orphans.removeFirst()
        report(.note, .orphanOverride, "it names no instance of its series", repair: "shown all the same")
      }
      if let instance = item.recurrenceID, let start = series.main?.start,
        !instance.hasSameForm(as: start)
      {
        report(
          .warning, .mixedTimeForms, "\(instance) is not of the form of its series' start, \(start)",
          repair: "read as \(instance.conformed(to: start))")
      }
    }
    return found
  }
}
