import AlmanacContentLines
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
  var links: [Link] = []
  /// The lines of the VCALENDAR itself.
  var header: [Int] = []
  /// In the order of the calendar's own lists.
  var freeBusyPieces: [Int] = []
  var availabilityPieces: [Int] = []
  /// The VTIMEZONEs.
  var zonePieces: [Int] = []
  var definedZones: Set<String> = []
  /// By the name of a zone, the first TZID that was read as it.
  var tzids: [String: String] = [:]
  /// What is looked at again when all lines are read.
  var calendarName = HeaderChoice()
  var calendarDetails = HeaderChoice()
  var namedColor: CalendarColor?
  var hexColor: CalendarColor?
  var interval = HeaderChoice()
  var position = 0

  var diagnostics: [Diagnostic] = []
  var rereading: Rereading?

  init(number: Int?, firstPiece: Int) {
    self.number = number
    self.firstPiece = firstPiece
  }

  /// Why the calendar is to be read again: definitions that came late, names that yield to them.
  struct Rereading: Sendable {
    let definitions: [String: TimeZoneDefinition]
    let yielding: Set<String>
  }

  /// A property that RFC 7986 has, and one that programs used before it.
  struct HeaderChoice: Sendable {
    var standard: (text: String, raw: RawProperty)?
    var older: (text: String, raw: RawProperty)?

    /// The standard one where both are there.
    var value: String? { standard?.text ?? older?.text }

    /// What the older one says when it says something else.
    var leftOver: RawProperty? {
      guard let standard, let older, standard.text != older.text else { return nil }
      return older.raw
    }
  }
}

extension CalendarDraft {
  /// Makes the calendar of what was read.
  mutating func settle(_ uids: UIDSource) {
    settleHeader()
    for link in links { calendar.insert(link.item, uids: uids) }
  }
}
