import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// A calendar during reading; afterwards the relation of its items to the pieces of the text.
struct CalendarDraft: Sendable {
  /// The index among the VCALENDARs of the text; `nil` for components outside of any.
  let number: Int?
  var firstPiece: Int
  /// The properties of the VCALENDAR, and in the end its components too.
  var header = HeaderDraft()
  var components = ReadComponents()
  /// The indices of the pieces with the VCALENDAR's own lines.
  var headerPieces: [Int] = []
  /// The texts of items before they were edited.
  var previousTexts = PreviousTexts()
  /// The VTIMEZONEs that edits added.
  var addedZones: [AddedZone] = []
  /// The first TZID used with a time for each zone.
  var tzids: [Zone: String] = [:]
  /// The zone for each TZID.
  var zones: [String: Zone] = [:]
  /// The uses of zones in the calendar's own lines, or in a part of its components if several tasks read it.
  var zoneUses: [ZoneResolver.Use] = []
  var diagnostics: [Diagnostic] = []
  /// The definitions of the VTIMEZONEs, by TZID.
  var definitions: [String: TimeZoneDefinition] = [:]
  /// The TZIDs for which the definition takes precedence over the name, if the calendar must be read again:
  /// because there are such TZIDs, or because definitions or calendar properties follow components that
  /// depend on them. `nil` if one reading is enough.
  var rereading: Set<String>?
  /// Whether calendar properties that affect components follow some of them.
  var hasLateContext = false
  /// Whether its lines use a TZID that a VTIMEZONE further down may define.
  var lacksDefinition = false

  /// The index of its first line or component, after the BEGIN of a VCALENDAR.
  var firstContent: Int { number == nil ? firstPiece : firstPiece + 1 }

  var calendar: EventCalendar { header.calendar }
}

/// A VTIMEZONE that an edit added. Its piece is empty while nothing uses it.
struct AddedZone: Sendable {
  var piece: Int
  let use: ZoneUse
  /// Whether the text that was read has the TZID, without a VTIMEZONE.
  let isNamedAsRead: Bool
  var text: [UInt8]
}

// MARK: Identities

extension CalendarDraft {
  /// Diagnostics of items sharing a UID: superseded duplicates, orphaned overrides, mixed time forms.
  func identityDiagnostics(_ raw: RawDocument) -> [Diagnostic] {
    // The calendar's items are those that were read, in order.
    calendar.sharedPlaces.flatMap { diagnostics(ofSeries: $0, raw) }
  }

  private func diagnostics(ofSeries indices: [Int], _ raw: RawDocument) -> [Diagnostic] {
    let id = components.items[indices[0]].value.id
    guard let series = calendar.series(uid: id.uid, kind: id.kind) else { return [] }
    // Both are in the order of the document; of equal items the last one is used.
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
          "replaced by a later state: a higher SEQUENCE, a later DTSTAMP, or a later place in the file",
          repair: "kept in the file, not shown")
        continue
      }
      if item == orphans.first {
        orphans.removeFirst()
        report(
          .note, .orphanOverride, "the RECURRENCE-ID is not an instance of its series",
          repair: "shown as an occurrence")
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
