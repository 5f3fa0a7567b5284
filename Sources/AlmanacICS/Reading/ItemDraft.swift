import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What the lines of a VEVENT, VTODO or VJOURNAL say, before an item is made of it.
struct ItemDraft {
  let kind: Item.Kind
  /// The line of the component's BEGIN.
  let begin: Int
  var fields = ItemFields()
  var series = SeriesFields.none
  var extras = ItemExtras.none
  /// DTEND or DUE.
  var end: EventTime?
  var duration: CalendarDuration?
  /// The exact colour where COLOR can only name its neighbour.
  var exactColor: CalendarColor?
  var hints: VendorHints?

  var counter: LineCounter
  /// Which properties were met, a bit each.
  var seen: UInt64 = 0
  /// The lines of what is looked at again when all is read.
  var startLine = 0
  /// What the TZID of the start is among the uses of zones.
  var startUse = 0
  var endLine = 0
  var durationLine = 0
  var ruleLines: [Int] = []
  var exclusionRuleLines: [Int] = []
  /// The lines of EXDATE, each with the place of its first value.
  var exceptionLines: [(line: Int, first: Int)] = []

  init(_ kind: Item.Kind, begin: Int = 0) {
    self.kind = kind
    self.begin = begin
    counter = LineCounter(begin: begin)
  }

  /// Marks a property as met; says whether it was for the first time.
  mutating func meets(_ property: KnownProperty) -> Bool {
    let bit = UInt64(1) << UInt64(property.rawValue)
    defer { seen |= bit }
    return seen & bit == 0
  }

  func has(_ property: KnownProperty) -> Bool { seen & 1 << UInt64(property.rawValue) != 0 }
}

extension ItemDraft {
  /// The item; `nil` for an event without a start.
  func item(extent: Extent) -> Item? {
    var fields = fields
    fields.extent = extent
    var content = ItemContent(fields)
    if series != .none { content.series = series }
    if extras != .none { content.extras = extras }
    switch kind {
    case .event: return fields.start == nil ? nil : .event(Event(content: content))
    case .todo: return .todo(Todo(content: content))
    case .journal: return .journal(Journal(content: content))
    }
  }
}
