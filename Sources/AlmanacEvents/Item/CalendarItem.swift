public import AlmanacRecurrence
public import AlmanacTime

/// The common properties of events, to-dos and journal entries: identity, texts, times of change, people and parts.
///
/// `Event`, `Todo` and `Journal` conform, and `Item`, which is any of them. Each value is one reference to
/// copy-on-write storage: a copy costs one retain. Absent texts are empty strings, absent lists are empty. The property
/// that iCalendar calls DESCRIPTION is `details`, as `description` is the printed form of a Swift value. Other types should
/// not conform.
public protocol CalendarItem: Sendable, Hashable, Identifiable where ID == ItemID {
  /// The storage of all properties.
  var content: ItemContent { get set }

  /// The same item as a value of any kind.
  var item: Item { get }
}

extension CalendarItem {
  /// The identity that copies of the item in other calendars share (UID); empty until the item is added to a calendar.
  public var uid: String {
    get { content.fields.uid }
    set { content.fields.uid = newValue }
  }

  /// The instance of a series that this item replaces (RECURRENCE-ID); `nil` for an item that is not an override.
  public var recurrenceID: EventTime? {
    get { content.series.recurrenceID }
    set { content.series.recurrenceID = newValue }
  }

  /// Whether an override also applies to the instances after its own (RANGE=THISANDFUTURE).
  public var overridesFuture: Bool {
    get { content.series.overridesFuture }
    set { content.series.overridesFuture = newValue }
  }

  /// The identity of the item: UID, kind and recurrence id.
  public var id: ItemID { ItemID(uid: uid, kind: item.kind, recurrenceID: recurrenceID) }

  /// The title of the item (SUMMARY).
  public var summary: String {
    get { content.fields.summary }
    set { content.fields.summary = newValue }
  }

  /// The long description (DESCRIPTION).
  public var details: String {
    get { content.fields.details }
    set { content.setDetails(newValue) }
  }

  /// The location (LOCATION); not written for journal entries. Another one in place of it removes the coordinates (`geo`).
  public var location: String {
    get { content.fields.location }
    set {
      if content.hasExtras, geo != nil, !location.isEmpty, newValue != location { geo = nil }
      content.assign(newValue, to: \ItemFields.location, replacing: .location)
    }
  }

  /// The categories of the item (CATEGORIES).
  public var categories: [String] {
    get { content.fields.categories }
    set { content.fields.categories = newValue }
  }

  /// The item's own colour (COLOR, RFC 7986 §5.9). A reserved red is stored as it is.
  public var color: CalendarColor? {
    get { content.fields.color }
    set { content.assign(newValue, to: \ItemFields.color, replacing: .color) }
  }

  /// The rules, added dates and exceptions by which the item repeats. Other rules replace those that could not be read, and
  /// `.none` in place of any also replaces such dates.
  public var recurrence: Recurrence {
    get { content.series.recurrence }
    set {
      if newValue == .none, recurrence != .none { content.replaceUnreadRecurrence() }
      if newValue.rules != recurrence.rules { content.replaceUnmodelled(.rrule) }
      if newValue.exclusionRules != recurrence.exclusionRules { content.replaceUnmodelled(.exrule) }
      content.series.recurrence = newValue
    }
  }

  /// Whether the item repeats; an override does not.
  public var isRecurring: Bool {
    content.hasSeries && recurrenceID == nil && recurrence.isRecurring
  }
}

// MARK: Revision

extension CalendarItem {
  /// The instant of this revision of the item (DTSTAMP).
  public var stamp: Instant? {
    get { content.fields.stamp }
    set { content.fields.stamp = newValue }
  }

  /// The instant of creation (CREATED, RFC 5545 §3.8.7.1); `nil` when not stated. Adding an item to a calendar sets
  /// it where it is `nil`.
  public var created: Instant? {
    get { content.fields.created }
    set { content.fields.created = newValue }
  }

  /// The instant of the last change (LAST-MODIFIED, RFC 5545 §3.8.7.3); `nil` when not stated. Additions and edits
  /// set it.
  public var lastModified: Instant? {
    get { content.fields.lastModified }
    set { content.fields.lastModified = newValue }
  }

  /// The number of the organizer's changes that matter to attendees (SEQUENCE, RFC 5546 §2.1.4); 0 when not stated.
  public var sequence: Int {
    get { Int(content.fields.sequence ?? 0) }
    set { content.fields.sequence = Int32(clamping: newValue) }
  }
}

// MARK: Status, class and priority

extension CalendarItem {
  /// Whether the item is cancelled, whatever its kind.
  public var isCancelled: Bool { content.fields.status == .cancelled }

  /// The group of people who may see the item (CLASS); `nil` means everybody.
  public var classification: Classification? {
    get { content.extras.classification }
    set { content.assign(newValue, to: \ItemExtras.classification, replacing: .classification) }
  }

  /// The priority from 1 (highest) to 9 (lowest); 0 when not stated (RFC 5545 §3.8.1.9). Setting it to 0 removes it.
  public var priority: Int {
    get { Int(content.fields.priority ?? 0) }
    set { content.fields.priority = newValue == 0 ? nil : Int32(clamping: newValue) }
  }
}

// MARK: People, places and parts

extension CalendarItem {
  /// The coordinates of the location (GEO, RFC 5545 §3.8.1.6); `nil` when not stated; not written for journal
  /// entries.
  public var geo: Geo? {
    get { content.extras.geo }
    set { content.assign(newValue, to: \ItemExtras.geo, replacing: .geo) }
  }

  /// The equipment and rooms that the item needs (RESOURCES).
  public var resources: [String] {
    get { content.extras.resources }
    set { content.extras.resources = newValue }
  }

  /// People to ask about the item, as texts (CONTACT, RFC 5545 §3.8.4.2).
  public var contacts: [String] {
    get { content.extras.contacts }
    set { content.extras.contacts = newValue }
  }

  /// Remarks beside the description, such as that of an attendee who answers (COMMENT, RFC 5545 §3.8.1.4).
  public var comments: [String] {
    get { content.extras.comments }
    set { content.extras.comments = newValue }
  }

  /// The URI of further information (URL); empty when absent.
  public var url: String {
    get { content.extras.url }
    set { content.extras.url = newValue }
  }

  /// The URIs of formal categories (CONCEPT, RFC 9253 §8.1).
  public var concepts: [String] {
    get { content.extras.concepts }
    set { content.extras.concepts = newValue }
  }

  /// The keys of groups of related items (REFID, RFC 9253 §8.3).
  public var referenceIDs: [String] {
    get { content.extras.referenceIDs }
    set { content.extras.referenceIDs = newValue }
  }

  /// The time that it takes to get there before the start (X-APPLE-TRAVEL-DURATION, which Apple's Calendar and
  /// others write); `nil` when not stated. It is not busy time.
  public var travelTime: CalendarDuration? {
    get { content.extras.travelTime }
    set { content.assign(newValue, to: \ItemExtras.travelTime, replacing: .travelDuration) }
  }

  /// The means of remote participation (CONFERENCE, RFC 7986 §5.11). Removing one also removes the unmodelled
  /// properties in which other programs repeat it.
  public var conferences: [Conference] {
    get { content.extras.conferences }
    set {
      if !Set(conferences.map(\.uri)).isSubset(of: newValue.map(\.uri)) {
        content.replaceUnmodelled(.conference)
      }
      content.extras.conferences = newValue
    }
  }

  /// Pictures for the item (IMAGE, RFC 7986 §5.10).
  public var images: [AttachedImage] {
    get { content.extras.images }
    set { content.extras.images = newValue }
  }

  /// The attached documents (ATTACH, RFC 5545 §3.8.1.1).
  public var attachments: [AttachedFile] {
    get { content.extras.attachments }
    set { content.extras.attachments = newValue }
  }

  /// The organizer of the meeting (ORGANIZER, RFC 5545 §3.8.4.3); `nil` where there is none.
  public var organizer: Organizer? {
    get { content.extras.organizer }
    set { content.extras.organizer = newValue }
  }

  /// The people, groups and resources that take part or are invited (ATTENDEE, RFC 5545 §3.8.4.1).
  public var attendees: [Attendee] {
    get { content.extras.attendees }
    set { content.extras.attendees = newValue }
  }

  /// Relations to other items (RELATED-TO, RFC 5545 §3.8.4.5, RFC 9253 §9.1).
  public var relations: [Relation] {
    get { content.extras.relations }
    set { content.extras.relations = newValue }
  }

  /// The alarms; not written for journal entries.
  public var alarms: [Alarm] {
    get { content.extras.alarms }
    set { content.extras.alarms = newValue }
  }

  /// The results of a scheduling request, stated in its answer (REQUEST-STATUS, RFC 5545 §3.8.8.3).
  public var requestStatuses: [RequestStatus] {
    get { content.extras.requestStatuses }
    set { content.extras.requestStatuses = newValue }
  }

  /// The unmodelled content of a file, stored to be written again.
  public var unmodelled: Unmodelled {
    get { content.extras.unmodelled }
    set { content.extras.unmodelled = newValue }
  }
}

// MARK: The library's own kinds

/// The ways in which items state that they are the library's own.
package enum AlmanacKind {
  /// The kind of an item: `SESSION`, `CLASS`, `BOOKING`, `ROUND`, `FIXTURE`, `CLIENT`, `TASK`. In older files also the parameter of
  /// a session's client.
  package static let property = "X-ALMANAC-KIND"
  /// The beginning of the CONCEPT that states the kind too.
  package static let concept = "urn:x-almanac:"
  static let task = "TASK"
}

extension CalendarItem {
  /// The kind under which this library wrote the item; `nil` for any other item.
  package var almanacKind: String? {
    content.hasExtras ? content.extras.almanacKind : nil
  }

  /// Marks the item by an X- property, and by a CONCEPT (RFC 9253 §8.1): programs that drop one of them preserve the
  /// other. `nil` removes both.
  package mutating func setAlmanacKind(_ kind: String?) {
    unmodelled.properties.removeAll(named: AlmanacKind.property)
    concepts.removeAll { $0.hasPrefix(AlmanacKind.concept) }
    guard let kind else { return }
    unmodelled.properties.append(Property(AlmanacKind.property, value: kind))
    concepts.append(AlmanacKind.concept + kind.lowercased())
  }

  /// The UID of the class, for a booking in a member's own calendar.
  package var bookedClass: String? {
    almanacKind == "BOOKING" ? relations.first { $0.kind == .parent }?.target : nil
  }
}
