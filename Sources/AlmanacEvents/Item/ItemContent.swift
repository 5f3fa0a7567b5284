internal import AlmanacComponents
package import AlmanacRecurrence
package import AlmanacTime

/// The copy-on-write storage of an item. It is a single reference, so that arrays of occurrences are quick to copy.
public struct ItemContent: Sendable {
  fileprivate var storage: Box<ItemFields>

  package init(_ fields: ItemFields) {
    storage = Box(fields)
  }

  /// The content that new items of all kinds have.
  init(_ summary: String, details: String, color: CalendarColor?, categories: [String], uid: String) {
    self.init(ItemFields())
    (fields.summary, fields.details, fields.uid) = (summary, details, uid)
    (fields.color, fields.categories) = (color, categories)
  }

  fileprivate init(storage: Box<ItemFields>) {
    self.storage = storage
  }

  /// The properties that most items have.
  package var fields: ItemFields {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Box(storage.value) }
      yield &storage.value
    }
  }

  /// The properties of series and their overrides.
  package var series: SeriesFields {
    _read { yield storage.value.series.fields }
    _modify { yield &fields.series.fields }
  }

  /// The properties that few items have.
  package var extras: ItemExtras {
    _read { yield storage.value.extras.fields }
    _modify { yield &fields.extras.fields }
  }

  /// Whether an event with this content is busy time.
  var isBusy: Bool { storage.isBusy }

  /// The status as the list of one kind of item has it.
  func status<Status: RawRepresentable<String>>() -> Status? {
    fields.status.flatMap { Status(rawValue: $0.rawValue) }
  }

  package mutating func setStatus(_ word: String?) {
    if word != fields.status?.rawValue { replaceUnmodelled(.status) }
    fields.status = word.flatMap { ItemStatus(rawValue: $0) }
  }

  /// Sets the start. Another one replaces lines of times that could not be read: an end before the start may be after it now.
  mutating func setStart(_ start: EventTime?) {
    if start != fields.start { replaceUnreadExtent() }
    assign(start, to: \ItemFields.start, replacing: .dtstart)
  }

  /// Sets the extent, which replaces lines of ends and lengths that could not be read.
  mutating func setExtent(_ extent: Extent) {
    if extent != fields.extent { replaceUnreadExtent() }
    fields.extent = extent
  }

  private mutating func replaceUnreadExtent() {
    for property in [PropertyName.dtend, .due, .duration] { replaceUnmodelled(property) }
  }

  /// Removes the lines of rules and dates that could not be read.
  mutating func replaceUnreadRecurrence() {
    for property in [PropertyName.rrule, .exrule, .rdate, .exdate] { replaceUnmodelled(property) }
  }

  /// Removes unmodelled properties, as a changed value of `property` replaces them: those of this name that could not be
  /// read, and those in which other programs repeat the former value.
  mutating func replaceUnmodelled(_ property: PropertyName) {
    removeUnmodelled { $0 == property || $0.repeated.contains(property) }
  }

  private mutating func removeUnmodelled(where isRemoved: (PropertyName) -> Bool) {
    guard hasExtras, !extras.unmodelled.properties.isEmpty else { return }
    extras.unmodelled.properties.removeAll { PropertyName.named($0.name).map(isRemoved) ?? false }
  }

  /// Sets the description, of which a journal entry may have others.
  mutating func setDetails(_ details: String) {
    if details != fields.details { removeUnmodelled { $0.repeated.contains(.description) } }
    fields.details = details
  }

  /// Sets a value, which replaces unmodelled properties if it is another one.
  mutating func assign<Part: ItemPart, Value: Equatable>(
    _ value: Value, to path: WritableKeyPath<Part, Value>, replacing property: PropertyName
  ) {
    if value != self[path] { replaceUnmodelled(property) }
    self[path] = value
  }

  /// Whether it has any of the properties that few items have.
  package var hasExtras: Bool { !fields.extras.isNone }

  /// Whether it repeats or is an override.
  package var hasSeries: Bool { !fields.series.isNone }
}

extension ItemContent: Hashable {
  public static func == (lhs: ItemContent, rhs: ItemContent) -> Bool {
    lhs.storage === rhs.storage || lhs.fields == rhs.fields
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.uid)
    hasher.combine(fields.summary)
    hasher.combine(fields.start)
    // These distinguish thousands of instances and of states of one item.
    if hasSeries { hasher.combine(series.recurrenceID) }
    hasher.combine(fields.sequence)
    hasher.combine(fields.stamp)
  }
}

/// An item as an element of a set of many items that may differ in any property. The hash of an item itself is of a few
/// properties, since a calendar may have thousands of occurrences of one item of a megabyte.
package struct DistinctItem: Sendable, Hashable {
  package let item: Item

  package init(_ item: Item) { self.item = item }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(item.kind)
    hasher.combine(item.content.fields)
  }
}

/// An uncounted reference to an item, sent only together with the owner of its storage. Counting references would cost more
/// than all other work of a query.
struct UnownedItem: @unchecked Sendable {
  private let storage: Unmanaged<Box<ItemFields>>
  let kind: Item.Kind

  init(_ item: Item) {
    storage = Unmanaged.passUnretained(item.content.storage)
    kind = item.kind
  }

  var item: Item { Item(ItemContent(storage: storage.takeUnretainedValue()), kind) }

  /// Whether both refer to the same storage.
  func isSame(as other: UnownedItem) -> Bool {
    storage.toOpaque() == other.storage.toOpaque()
  }

  /// Whether it is an event that is busy time.
  ///
  /// - Parameter tentatively: Whether tentative events count.
  func isBusy(tentatively: Bool) -> Bool {
    kind == .event
      && storage._withUnsafeGuaranteedRef { storage in
        storage.isBusy && (tentatively || storage.value.status != .tentative)
      }
  }

  /// Whether it is first in the order of summaries, then of UIDs; `nil` where both are the same.
  func isBefore(_ other: UnownedItem) -> Bool? {
    storage._withUnsafeGuaranteedRef { one in
      other.storage._withUnsafeGuaranteedRef { other in
        one.value.summary.isBefore(other.value.summary) ?? one.value.uid.isBefore(other.value.uid)
      }
    }
  }
}

/// The properties that most items have.
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
  var series = RarePart<SeriesFields>()
  var extras = RarePart<ItemExtras>()

  package init() {}
}

/// The properties of series and their overrides. They are stored apart, as most items are neither.
package struct SeriesFields: Sendable, Hashable {
  package var recurrence = Recurrence.none
  package var recurrenceID: EventTime?
  package var overridesFuture = false

  package init() {}

  package static let none = SeriesFields()
}

/// The properties that few items have. They are stored apart, so that an item without them stays small.
package struct ItemExtras: Sendable, Hashable {
  package var classification: Classification?
  package var geo: Geo?
  package var url = ""
  package var resources: [String] = []
  package var contacts: [String] = []
  package var comments: [String] = []
  package var concepts: [String] = [] { didSet { findKind() } }
  package var referenceIDs: [String] = []
  package var travelTime: CalendarDuration?
  package var estimatedDuration: CalendarDuration?
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
  package var unmodelled = Unmodelled() {
    didSet {
      findKind()
      unreadTimes = UnreadTimes(unmodelled)
    }
  }
  /// The library's own kind, which concepts and unmodelled properties state. It is stored, as an item may have thousands of them,
  /// and a query thousands of its instances.
  private(set) var almanacKind: String?
  /// The times that could not be read, which unmodelled content states. They are stored, as an index asks each item for them.
  private(set) var unreadTimes = UnreadTimes()

  package init() {}

  package static let none = ItemExtras()

  private mutating func findKind() {
    almanacKind =
      unmodelled.properties.first(named: AlmanacKind.property)?.text
      ?? concepts.first { $0.hasPrefix(AlmanacKind.concept) }.map {
        $0.dropFirst(AlmanacKind.concept.count).uppercased()
      }
  }
}

/// A shared value on the heap. It is written only while it is uniquely referenced, which makes the reference safe to send.
final class Box<Value: Sendable & Hashable>: @unchecked Sendable, Hashable {
  /// Accesses never overlap while the reference is unique, so they need no check at run time.
  @exclusivity(unchecked) fileprivate(set) var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// One field of the value, read without copying the others.
  @inline(__always)
  subscript<Field>(path: WritableKeyPath<Value, Field>) -> Field {
    _read { yield value[keyPath: path] }
  }

  static func == (lhs: Box, rhs: Box) -> Bool {
    lhs === rhs || lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

/// A part that most items lack: nothing is stored while none of its fields is stated.
struct RarePart<Part: ItemPart>: Sendable, Hashable {
  private(set) var box: Box<Part>?

  var isNone: Bool { box == nil }

  /// The fields, changed in place while they are uniquely referenced.
  var fields: Part {
    _read { if let box { yield box.value } else { yield.none } }
    _modify {
      var changed = box.take() ?? Box(.none)
      if !isKnownUniquelyReferenced(&changed) { changed = Box(changed.value) }
      defer { box = changed.value == .none ? nil : changed }
      yield &changed.value
    }
  }
}

extension Box<ItemFields> {
  /// Whether an event is busy time: neither cancelled nor transparent. Reading it in place does not copy the fields.
  fileprivate var isBusy: Bool { value.status != .cancelled && value.transparency != .transparent }
}

/// A part of the storage of an item.
protocol ItemPart: Sendable, Hashable {
  /// The part of an item that states none of its fields.
  static var none: Self { get }
  /// The stored part of an item; `nil` where it states none of its fields.
  static func box(of content: ItemContent) -> Box<Self>?
  /// The key path by which the part is changed.
  static var place: WritableKeyPath<ItemContent, Self> { get }
}

extension ItemFields: ItemPart {
  static let none = ItemFields()
  static func box(of content: ItemContent) -> Box<ItemFields>? { content.storage }
  static var place: WritableKeyPath<ItemContent, ItemFields> { \.fields }
}

extension SeriesFields: ItemPart {
  static func box(of content: ItemContent) -> Box<SeriesFields>? { content.storage.value.series.box }
  static var place: WritableKeyPath<ItemContent, SeriesFields> { \.series }
}

extension ItemExtras: ItemPart {
  static func box(of content: ItemContent) -> Box<ItemExtras>? { content.storage.value.extras.box }
  static var place: WritableKeyPath<ItemContent, ItemExtras> { \.extras }
}

extension ItemContent {
  /// A field of a part.
  @inline(__always)
  subscript<Part: ItemPart, Value>(path: WritableKeyPath<Part, Value>) -> Value {
    get { Part.box(of: self)?[path] ?? Part.none[keyPath: path] }
    _modify { yield &self[keyPath: Part.place][keyPath: path] }
  }
}
