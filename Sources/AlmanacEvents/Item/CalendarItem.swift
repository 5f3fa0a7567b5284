public import AlmanacTime

/// What events, to-dos and journal entries have in common: identity, texts, times of change, people and parts.
///
/// `Event`, `Todo` and `Journal` conform, and `Item`, which is any of them. Each value is one reference to
/// copy-on-write storage: copying costs a retain, changing a copy leaves the others as they were. Texts that are
/// absent are empty strings, lists that are absent are empty. The property that iCalendar calls DESCRIPTION is
/// `details`, since a Swift `description` is what a value prints as. Not meant for conformances elsewhere.
public protocol CalendarItem: Sendable, Hashable {
  /// The one reference to all that the item says.
  var content: ItemContent { get set }

  /// The same item where its kind is open.
  var item: Item { get }
}

extension CalendarItem {
  /// The identity that copies of the item in other calendars share (UID); empty until a calendar gives it one.
  public var uid: String {
    get { content.fields.uid }
    set { content.fields.uid = newValue }
  }

  /// Which instance of the series of the same UID this item replaces (RECURRENCE-ID); `nil` for the item itself.
  public var recurrenceID: EventTime? {
    get { content.series.recurrenceID }
    set { content.series.recurrenceID = newValue }
  }

  /// Whether an override also moves and lengthens the instances after its own (RANGE=THISANDFUTURE).
  public var overridesFuture: Bool {
    get { content.series.overridesFuture }
    set { content.series.overridesFuture = newValue }
  }

  /// UID, kind and recurrence id: what tells one item of a calendar from all others.
  public var id: ItemID { ItemID(uid: uid, kind: item.kind, recurrenceID: recurrenceID) }

  /// The name of the item (SUMMARY).
  public var summary: String {
    get { content.fields.summary }
    set { content.fields.summary = newValue }
  }

  /// The long text (DESCRIPTION).
  public var details: String {
    get { content.fields.details }
    set { content.fields.details = newValue }
  }

  /// Where it happens (LOCATION); a journal entry does not print it.
  public var location: String {
    get { content.fields.location }
    set { content.fields.location = newValue }
  }

  /// Subjects under which the item is filed (CATEGORIES).
  public var categories: [String] {
    get { content.fields.categories }
    set { content.fields.categories = newValue }
  }

  /// The item's own colour (COLOR, RFC 7986 §5.9), before any rule about reserved colours.
  public var color: CalendarColor? {
    get { content.fields.color }
    set { content.fields.color = newValue }
  }

  /// The rules, additions and exceptions by which the item repeats.
  public var recurrence: Recurrence {
    get { content.series.recurrence }
    set { content.series.recurrence = newValue }
  }

  /// Whether the item repeats; overrides do not.
  public var isRecurring: Bool {
    content.fields.series != nil && recurrenceID == nil && recurrence.isRecurring
  }
}

/// When the item was made and changed.
extension CalendarItem {
  /// When this state of the item was written down (DTSTAMP).
  public var stamp: Instant? {
    get { content.fields.stamp }
    set { content.fields.stamp = newValue }
  }

  public var created: Instant? {
    get { content.fields.created }
    set { content.fields.created = newValue }
  }

  public var lastModified: Instant? {
    get { content.fields.lastModified }
    set { content.fields.lastModified = newValue }
  }

  /// How many times the organizer changed it in a way that matters to attendees (RFC 5546 §2.1.4); 0 when not stated.
  public var sequence: Int {
    get { Int(content.fields.sequence ?? 0) }
    set { content.fields.sequence = Int32(clamping: newValue) }
  }
}

/// How the item is to be taken.
extension CalendarItem {
  /// Whether it was called off, whatever its kind.
  public var isCancelled: Bool { content.fields.status == .cancelled }

  /// Who may see it (CLASS); absent means everybody.
  public var classification: Classification? {
    get { content.extras.classification }
    set { content.extras.classification = newValue }
  }

  /// 1 (highest) … 9 (lowest), 0 when none is stated (RFC 5545 §3.8.1.9).
  public var priority: Int {
    get { Int(content.fields.priority ?? 0) }
    set { content.fields.priority = Int32(clamping: newValue) }
  }
}

/// People, places and parts.
extension CalendarItem {
  public var geo: Geo? {
    get { content.extras.geo }
    set { content.extras.geo = newValue }
  }

  /// Equipment and rooms that are needed (RESOURCES).
  public var resources: [String] {
    get { content.extras.resources }
    set { content.extras.resources = newValue }
  }

  public var contacts: [String] {
    get { content.extras.contacts }
    set { content.extras.contacts = newValue }
  }

  public var comments: [String] {
    get { content.extras.comments }
    set { content.extras.comments = newValue }
  }

  /// A URI where more is said; empty when absent.
  public var url: String {
    get { content.extras.url }
    set { content.extras.url = newValue }
  }

  /// URIs of the subjects that it is about, in systems of subjects (CONCEPT, RFC 9253 §8.1).
  public var concepts: [String] {
    get { content.extras.concepts }
    set { content.extras.concepts = newValue }
  }

  /// Keys that it shares with others that belong together (REFID, RFC 9253 §8.3).
  public var referenceIDs: [String] {
    get { content.extras.referenceIDs }
    set { content.extras.referenceIDs = newValue }
  }

  public var conferences: [Conference] {
    get { content.extras.conferences }
    set { content.extras.conferences = newValue }
  }

  public var images: [AttachedImage] {
    get { content.extras.images }
    set { content.extras.images = newValue }
  }

  public var attachments: [AttachedFile] {
    get { content.extras.attachments }
    set { content.extras.attachments = newValue }
  }

  public var organizer: Organizer? {
    get { content.extras.organizer }
    set { content.extras.organizer = newValue }
  }

  public var attendees: [Attendee] {
    get { content.extras.attendees }
    set { content.extras.attendees = newValue }
  }

  public var relations: [Relation] {
    get { content.extras.relations }
    set { content.extras.relations = newValue }
  }

  /// Alarms; a journal entry does not print them.
  public var alarms: [Alarm] {
    get { content.extras.alarms }
    set { content.extras.alarms = newValue }
  }

  public var requestStatuses: [RequestStatus] {
    get { content.extras.requestStatuses }
    set { content.extras.requestStatuses = newValue }
  }

  /// What a file said that has no place in the model, kept to be written again.
  public var unmodelled: Unmodelled {
    get { content.extras.unmodelled }
    set { content.extras.unmodelled = newValue }
  }
}
