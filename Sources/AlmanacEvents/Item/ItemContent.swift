internal import AlmanacTime

/// The copy-on-write storage of an item: one reference, so that an array of occurrences copies at once.
public struct ItemContent: Sendable {
  /// Mutated only by `fields`' accessor while it is uniquely referenced; shared storage is never written, which is
  /// what makes the reference safe to send.
  private final class Storage: @unchecked Sendable {
    /// Written only while uniquely referenced, so accesses cannot overlap, and need not be watched at run time.
    @exclusivity(unchecked) var fields: ItemFields

    init(_ fields: ItemFields) {
      self.fields = fields
    }
  }

  private var storage: Storage

  init(_ fields: ItemFields) {
    storage = Storage(fields)
  }

  /// What most items say.
  var fields: ItemFields {
    _read { yield storage.fields }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
      yield &storage.fields
    }
  }

  /// What only series and their overrides say.
  var series: SeriesFields {
    get { fields.series?.value ?? .none }
    set { fields.series = newValue == .none ? nil : SeriesBox(newValue) }
  }

  /// What few items say.
  var extras: ItemExtras {
    get { fields.extras?.value ?? .none }
    set { fields.extras = newValue == .none ? nil : ExtrasBox(newValue) }
  }

  /// Whether both are the same reference, so equal without looking.
  func isIdentical(to other: ItemContent) -> Bool {
    storage === other.storage
  }
}

extension ItemContent: Hashable {
  public static func == (lhs: ItemContent, rhs: ItemContent) -> Bool {
    lhs.isIdentical(to: rhs) || lhs.fields == rhs.fields
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.uid)
    hasher.combine(fields.summary)
    hasher.combine(fields.start)
  }
}

/// The properties that most items have, side by side.
struct ItemFields: Sendable, Hashable {
  var uid = ""
  var summary = ""
  var details = ""
  var location = ""
  var start: EventTime?
  var extent = Extent.implied
  var categories: [String] = []
  var stamp: Instant?
  var created: Instant?
  var lastModified: Instant?
  var sequence: Int32 = 0
  var priority: Int32 = 0
  var status: ItemStatus?
  var transparency: Transparency?
  var color: CalendarColor?
  var series: SeriesBox?
  var extras: ExtrasBox?
}

/// What an item says as a series or as part of one, apart from the others, as most items are neither.
struct SeriesFields: Sendable, Hashable {
  var recurrence = Recurrence.none
  var recurrenceID: EventTime?
  var overridesFuture = false

  static let none = SeriesFields()
}

/// Never changed: an edit makes a new one.
final class SeriesBox: Sendable, Hashable {
  let value: SeriesFields

  init(_ value: SeriesFields) {
    self.value = value
  }

  static func == (lhs: SeriesBox, rhs: SeriesBox) -> Bool {
    lhs === rhs || lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

/// The properties that few items have, apart from the others so that an item without them stays small.
struct ItemExtras: Sendable, Hashable {
  var classification: Classification?
  var geo: Geo?
  var url = ""
  var resources: [String] = []
  var contacts: [String] = []
  var comments: [String] = []
  var conferences: [Conference] = []
  var images: [AttachedImage] = []
  var attachments: [AttachedFile] = []
  var organizer: Organizer?
  var attendees: [Attendee] = []
  var relations: [Relation] = []
  var alarms: [Alarm] = []
  var requestStatuses: [RequestStatus] = []
  var completed: Instant?
  var percentComplete: Int?
  var unmodelled = Unmodelled()

  static let none = ItemExtras()
}

/// Never changed: an edit of the extras makes a new one.
final class ExtrasBox: Sendable, Hashable {
  let value: ItemExtras

  init(_ value: ItemExtras) {
    self.value = value
  }

  static func == (lhs: ExtrasBox, rhs: ExtrasBox) -> Bool {
    lhs === rhs || lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}
