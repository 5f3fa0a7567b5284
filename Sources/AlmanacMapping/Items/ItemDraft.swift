import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What a VEVENT, VTODO or VJOURNAL says, before an item is made of it, and what an item says, before it is written.
///
/// VAVAILABILITY and AVAILABLE are read and written by it too: their properties are those of events.
struct ItemDraft: ComponentDraft {
  let kind: ComponentKind
  var fields = ItemFields()
  var series = SeriesFields()
  var extras = ItemExtras()
  var unmodelled = Unmodelled()
  /// DTEND or DUE.
  var end: EventTime?
  var duration: CalendarDuration?
  /// The exact colour where COLOR can only name its neighbour.
  var exactColor: CalendarColor?
  /// BUSYTYPE, which only VAVAILABILITY has.
  var busyKind: BusyKind?
  var hints: VendorHints?

  var met = PropertySet()
  var taken = PropertySet()
  var absent = PropertySet()
  /// Where that stands which is looked at again when all is read.
  var lines = Lines()

  struct Lines {
    var end = 0
    var duration = 0
    var rules: [Int] = []
    var exclusionRules: [Int] = []
    /// Those of EXDATE and of RDATE, each with the place of its first value.
    var exceptions: [(line: Int, first: Int)] = []
    var additions: [(line: Int, first: Int)] = []
    /// What the TZID of the start is among the uses of zones.
    var startUse = 0
  }

  init(_ kind: ComponentKind) { self.kind = kind }
}

extension ItemDraft {
  /// The item; `nil` for an event without a start.
  ///
  /// Most items are no series and have nothing rare: what they do not say is neither copied nor compared.
  mutating func item(_ kind: Item.Kind, extent: Extent) -> Item? {
    if kind == .event, fields.start == nil { return nil }
    fields.extent = extent
    var content = ItemContent(fields)
    if isOfSeries { content.series = series }
    extras.unmodelled = unmodelled
    if !taken.isDisjoint(with: Self.ofExtras) || !extras.alarms.isEmpty || hints != nil || !unmodelled.isEmpty
    {
      content.extras = extras
    }
    switch kind {
    case .event: return .event(Event(content: content))
    case .todo: return .todo(Todo(content: content))
    case .journal: return .journal(Journal(content: content))
    }
  }

  /// Whether something of a series was read.
  var isOfSeries: Bool { !taken.isDisjoint(with: Self.ofSeries) }

  /// Takes what an item of its kind says.
  mutating func fill(from item: Item) {
    let content = item.content
    fields = content.fields
    if content.hasSeries { series = content.series } else { absent = Self.ofSeries }
    if content.hasExtras {
      extras = content.extras
      unmodelled = extras.unmodelled
    } else {
      absent = absent.union(Self.ofExtras)
    }
    extent = fields.extent
  }

  /// What only series and their instances have.
  private static let ofSeries = properties(in: SeriesFields.self)
  /// What few items have.
  private static let ofExtras = properties(in: ItemExtras.self)

  private static func properties(in part: Any.Type) -> PropertySet {
    PropertySet(ItemTable.fields.filter { $0.part == part }.flatMap(\.properties))
  }

  /// How long it lasts.
  var extent: Extent {
    get { end.map { .end($0) } ?? duration.map { .duration($0) } ?? .implied }
    set {
      (end, duration) = (nil, nil)
      switch newValue {
      case .implied: break
      case .end(let end): self.end = end
      case .duration(let duration): self.duration = duration
      }
    }
  }
}

extension Item.Kind {
  init?(_ component: ComponentKind?) {
    guard let kind = Self.allCases.first(where: { $0.component == component }) else { return nil }
    self = kind
  }
}
