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
  var components = ReadComponents()
  /// The lines of the VCALENDAR itself.
  var header: [Int] = []
  /// How many of them were read.
  var headerCount = 0
  /// By the name of a zone, the first TZID of a time that was read as it.
  var tzids: [String: String] = [:]
  /// What its own lines say of zones, where its components are left to others.
  var zoneUses: [ZoneResolver.Use] = []
  /// What is looked at again when all lines are read.
  var calendarName = HeaderChoice()
  var calendarDetails = HeaderChoice()
  var namedColor: CalendarColor?
  var hexColor: (color: CalendarColor, raw: RawProperty)?
  var interval = HeaderChoice()
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

  /// A property that RFC 7986 has, and one that programs used before it.
  struct HeaderChoice: Sendable {
    private var standard: (text: String, raw: RawProperty)?
    private var older: (text: String, raw: RawProperty)?

    /// Takes the first line that says something; says whether a line is not to be kept besides, as those that say
    /// nothing or the same again are not.
    mutating func take(standard text: String, _ raw: RawProperty) -> Bool {
      Self.take(text, raw, in: &standard)
    }

    /// The same for the property that programs used before.
    mutating func take(older text: String, _ raw: RawProperty) -> Bool { Self.take(text, raw, in: &older) }

    private static func take(
      _ text: String, _ raw: RawProperty, in place: inout (text: String, raw: RawProperty)?
    ) -> Bool {
      if let taken = place?.text, !taken.isEmpty { return text.isEmpty || text == taken }
      place = (text, raw)
      return true
    }

    /// The standard one where both are there, unless it says nothing.
    var value: String? {
      guard let standard, let older else { return standard?.text ?? older?.text }
      return standard.text.isEmpty ? older.text : standard.text
    }

    /// What the older one says when it says something else.
    var leftOver: RawProperty? {
      guard standard != nil, let older, older.text != value else { return nil }
      return older.raw
    }
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

extension Array {
  /// The first place from which on a condition holds that holds for none before it.
  func partitionIndex(where condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
