import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// A calendar while its pieces are read, and afterwards the link between its items and the text they came from.
struct CalendarDraft: Sendable {
  /// An item and the piece of the document that says it.
  struct Link: Sendable {
    var piece: Int
    var item: Item
  }

  /// Of the VCALENDARs of the text; `nil` for components that stand in none.
  let number: Int?
  var firstPiece: Int
  var calendar = EventCalendar()
  var components = ReadComponents()
  /// The lines of the VCALENDAR itself.
  var header: [Int] = []
  /// How many of them were read.
  var headerCount = 0
  /// The first TZID of a time that was read as a zone.
  var tzids: [Zone: String] = [:]
  /// What its own lines say of zones, where its components are left to others.
  var zoneUses: [ZoneResolver.Use] = []
  /// What is looked at again when all lines are read.
  var calendarName = HeaderChoice<String>()
  var calendarDetails = HeaderChoice<String>()
  var color = HeaderChoice<CalendarColor>()
  var interval = HeaderChoice<CalendarDuration>()
  var position = 0
  /// Those of VERSION and PRODID that its own lines have.
  var required: Set<KnownProperty> = []

  var diagnostics: [Diagnostic] = []
  /// What the VTIMEZONEs define.
  var definitions: [String: TimeZoneDefinition] = [:]
  var rereading: Rereading?
  /// Known before its lines are read, when it is read again.
  var knownContext = CalendarContext()
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
  /// Makes the calendar of what was read.
  mutating func settle(_ uids: UIDSource) {
    settleHeader()
    calendar.freeBusy = components.freeBusy.map(\.value)
    calendar.availabilities = components.availabilities.map(\.value)
    calendar.unmodelled.components = components.others
    calendar.insert(components.items.lazy.map(\.item), uids: uids)
  }
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
