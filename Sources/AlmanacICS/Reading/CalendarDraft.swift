import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// A calendar while its pieces are read, and afterwards the link between its items and the text they came from.
struct CalendarDraft: Sendable {
  /// Of the VCALENDARs of the text; `nil` for components that stand in none.
  let number: Int?
  var firstPiece: Int
  /// What the VCALENDAR says of itself, and at the end all that is in it.
  var header = HeaderDraft()
  var components = ReadComponents()
  /// Where the lines of the VCALENDAR itself stand.
  var headerPieces: [Int] = []
  /// The first TZID of a time that was read as a zone.
  var tzids: [Zone: String] = [:]
  /// What its own lines say of zones, where its components are left to others.
  var zoneUses: [ZoneResolver.Use] = []
  var diagnostics: [Diagnostic] = []
  /// What the VTIMEZONEs define.
  var definitions: [String: TimeZoneDefinition] = [:]
  var rereading: Rereading?
  /// Whether what its lines say of its components came behind some of them.
  var hasLateContext = false
  /// Whether its own lines name a zone that only a definition further down explains.
  var lacksDefinition = false

  /// The place of its first line or component; before it a calendar has its BEGIN.
  var firstContent: Int { number == nil ? firstPiece : firstPiece + 1 }

  init(number: Int?, firstPiece: Int) {
    self.number = number
    self.firstPiece = firstPiece
  }

  /// Why the calendar is to be read again: definitions that came late, names that yield to them, lines of the calendar
  /// behind its components.
  struct Rereading: Sendable {
    let definitions: [String: TimeZoneDefinition]
    let yielding: Set<String>
  }
}

extension CalendarDraft {
  var calendar: EventCalendar { header.calendar }

  /// Makes the calendar of what was read.
  mutating func settle(_ uids: UIDSource) { header.settle(with: components, uids) }
}

extension CalendarDraft {
  /// The UID of the component in which a line stands.
  func uid(at line: Int) -> String {
    let uids = components.uids
    let behind = uids.partitionIndex { $0.line > line }
    return behind == 0 ? "" : uids[behind - 1].uid
  }

  /// The UID of the component that begins on a line.
  func uid(ofComponentAt line: Int) -> String {
    let uids = components.uids
    let place = uids.partitionIndex { $0.line >= line }
    return place < uids.count && uids[place].line == line ? uids[place].uid : ""
  }

  /// A diagnostic about a zone, with the UID of the component that first used it.
  func named(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.uid.isEmpty, diagnostic.code == .zoneName || diagnostic.code == .unknownZone,
      diagnostic.property != "X-WR-TIMEZONE"
    else { return diagnostic }
    var named = diagnostic
    named.uid = uid(at: diagnostic.line)
    return named
  }
}
