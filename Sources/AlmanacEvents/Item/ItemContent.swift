package import AlmanacTime

/// The copy-on-write storage of an item: one reference, so that an array of occurrences copies at once.
public struct ItemContent: Sendable {
  /// Mutated only by `fields`' accessor while it is uniquely referenced; shared storage is never written, which is
  /// what makes the reference safe to send.
  fileprivate final class Storage: @unchecked Sendable {
    /// Written only while uniquely referenced, so accesses cannot overlap, and need not be watched at run time.
    @exclusivity(unchecked) var fields: ItemFields

    init(_ fields: ItemFields) {
      self.fields = fields
    }

    /// Whether the time that an event covers is taken. Asked here, where the fields need not be copied.
    var takesTime: Bool { fields.status != .cancelled && fields.transparency != .transparent }
  }

  fileprivate var storage: Storage

  package init(_ fields: ItemFields) {
    storage = Storage(fields)
  }

  fileprivate init(storage: Storage) {
    self.storage = storage
  }

  /// What most items say.
  package var fields: ItemFields {
    _read { yield storage.fields }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
      yield &storage.fields
    }
  }

  /// What only series and their overrides say.
  package var series: SeriesFields {
    get { fields.series?.value ?? .none }
    set { fields.series = newValue == .none ? nil : SeriesBox(newValue) }
  }

  /// What few items say.
  package var extras: ItemExtras {
    get { fields.extras?.value ?? .none }
    set { fields.extras = newValue == .none ? nil : ExtrasBox(newValue) }
  }

  /// Whether the time that it covers is taken, if it is an event.
  var takesTime: Bool { storage.takesTime }

  /// Takes away what a file said in a word that the model does not have, as one of the model's takes its place.
  mutating func dropUnmodelled(_ name: String) {
    guard fields.extras?.value.unmodelled.says(name) == true else { return }
    extras.unmodelled.properties.removeAll(named: name)
  }

  /// Whether it says anything that few items say.
  package var hasExtras: Bool { fields.extras != nil }

  /// Whether it repeats, or is an instance of what does.
  package var hasSeries: Bool { fields.series != nil }

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

/// What something else keeps alive; sent only together with that.
struct UnownedContent: @unchecked Sendable {
  fileprivate let storage: Unmanaged<ItemContent.Storage>

  init(_ content: ItemContent) {
    storage = Unmanaged.passUnretained(content.storage)
  }

  var content: ItemContent { ItemContent(storage: storage.takeUnretainedValue()) }
}

/// An item that something else keeps alive, to pass many on: counting references to each would cost more than all
/// else that a query does.
struct UnownedItem {
  private let content: UnownedContent
  private let kind: Item.Kind

  init(_ content: UnownedContent, _ kind: Item.Kind) {
    self.content = content
    self.kind = kind
  }

  init(_ item: Item) {
    self.init(UnownedContent(item.content), item.kind)
  }

  var item: Item { Item(content.content, kind) }

  /// Whether both are one and the same in memory.
  func isSame(as other: UnownedItem) -> Bool {
    content.storage.toOpaque() == other.content.storage.toOpaque()
  }

  /// Whether it takes its time.
  ///
  /// - Parameter tentatively: Whether it counts where it takes it only tentatively.
  func takesTime(tentatively: Bool) -> Bool {
    kind == .event
      && content.storage._withUnsafeGuaranteedRef { storage in
        storage.takesTime && (tentatively || storage.fields.status != .tentative)
      }
  }

  /// The order of names, then of UIDs; `nil` where both are the same.
  func isBefore(_ other: UnownedItem) -> Bool? {
    content.storage._withUnsafeGuaranteedRef { one in
      other.content.storage._withUnsafeGuaranteedRef { other in
        one.fields.summary.isBefore(other.fields.summary) ?? one.fields.uid.isBefore(other.fields.uid)
      }
    }
  }
}

/// The properties that most items have, side by side.
package struct ItemFields: Sendable, Hashable {
  package var uid = ""
  package var summary = ""
  package var details = ""
  package var location = ""
  package var start: EventTime?
  package var extent = Extent.implied
  package var categories: [String] = []
  package var stamp: Instant?
  package var created: Instant?
  package var lastModified: Instant?
  /// `nil` when not stated, which means 0.
  package var sequence: Int32?
  /// `nil` when not stated, which means 0.
  package var priority: Int32?
  package var status: ItemStatus?
  package var transparency: Transparency?
  package var color: CalendarColor?
  var series: SeriesBox?
  var extras: ExtrasBox?

  package init() {}

  init(
    uid: String, summary: String, details: String, location: String = "", start: EventTime? = nil,
    extent: Extent = .implied, categories: [String], color: CalendarColor?
  ) {
    self.uid = uid
    self.summary = summary
    self.details = details
    self.location = location
    self.start = start
    self.extent = extent
    self.categories = categories
    self.color = color
  }
}

/// What an item says as a series or as part of one, apart from the others, as most items are neither.
package struct SeriesFields: Sendable, Hashable {
  package var recurrence = Recurrence.none
  package var recurrenceID: EventTime?
  package var overridesFuture = false

  package static let none = SeriesFields()
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
package struct ItemExtras: Sendable, Hashable {
  package var classification: Classification?
  package var geo: Geo?
  package var url = ""
  package var resources: [String] = []
  package var contacts: [String] = []
  package var comments: [String] = []
  package var conferences: [Conference] = []
  package var images: [AttachedImage] = []
  package var attachments: [AttachedFile] = []
  package var organizer: Organizer?
  package var attendees: [Attendee] = []
  package var relations: [Relation] = []
  package var alarms: [Alarm] = []
  package var requestStatuses: [RequestStatus] = []
  package var completed: Instant?
  package var percentComplete: Int?
  package var unmodelled = Unmodelled()

  package static let none = ItemExtras()
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
