import AlmanacContentLines
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What the lines of a VEVENT, VTODO or VJOURNAL say, before an item is made of it.
struct ItemDraft {
  let kind: Item.Kind
  /// The line of the component's BEGIN.
  let begin: Int
  var uid = ""
  var summary = ""
  var details = ""
  var location = ""
  var start: EventTime?
  /// DTEND or DUE.
  var end: EventTime?
  var duration: CalendarDuration?
  var recurrenceID: EventTime?
  var overridesFuture = false
  var recurrence = Recurrence.none
  var categories: [String] = []
  var stamp: Instant?
  var created: Instant?
  var lastModified: Instant?
  var sequence = 0
  var priority = 0
  var status: ItemStatus?
  var transparency: Transparency?
  var color: CalendarColor?
  /// The exact colour where COLOR can only name its neighbour.
  var exactColor: CalendarColor?
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

  var counter: LineCounter
  /// Which properties were met, a bit each.
  var seen: UInt64 = 0
  /// The lines of what is looked at again when all is read.
  var startLine = 0
  var endLine = 0
  var durationLine = 0
  var ruleLines: [Int] = []

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
    switch kind {
    case .event:
      guard let start else { return nil }
      var event = Event(
        summary, from: start, categories: categories, location: location, details: details, uid: uid)
      if extent != .implied { event.extent = extent }
      if let transparency { event.transparency = transparency }
      event.status = status.flatMap { Event.Status(rawValue: $0.rawValue) }
      fill(&event)
      return .event(event)
    case .todo:
      var todo = Todo(summary, categories: categories, details: details, uid: uid)
      todo.location = location
      todo.start = start
      todo.extent = extent
      todo.status = status.flatMap { Todo.Status(rawValue: $0.rawValue) }
      if let percentComplete { todo.percentComplete = percentComplete }
      if let completed { todo.completed = completed }
      fill(&todo)
      return .todo(todo)
    case .journal:
      var journal = Journal(summary, details: details, categories: categories, uid: uid)
      journal.start = start
      journal.status = status.flatMap { Journal.Status(rawValue: $0.rawValue) }
      fill(&journal)
      return .journal(journal)
    }
  }

  /// Sets only what is there: each set that stays away saves a look at the item's storage.
  private func fill(_ item: inout some CalendarItem) {
    if let color { item.color = color }
    if let recurrenceID { item.recurrenceID = recurrenceID }
    if overridesFuture { item.overridesFuture = true }
    if recurrence != .none { item.recurrence = recurrence }
    if let stamp { item.stamp = stamp }
    if let created { item.created = created }
    if let lastModified { item.lastModified = lastModified }
    if sequence != 0 { item.sequence = sequence }
    if priority != 0 { item.priority = priority }
    if let classification { item.classification = classification }
    if let geo { item.geo = geo }
    if !url.isEmpty { item.url = url }
    if !resources.isEmpty { item.resources = resources }
    if !contacts.isEmpty { item.contacts = contacts }
    if !comments.isEmpty { item.comments = comments }
    if !conferences.isEmpty { item.conferences = conferences }
    if !images.isEmpty { item.images = images }
    if !attachments.isEmpty { item.attachments = attachments }
    if let organizer { item.organizer = organizer }
    if !attendees.isEmpty { item.attendees = attendees }
    if !relations.isEmpty { item.relations = relations }
    if !alarms.isEmpty { item.alarms = alarms }
    if !requestStatuses.isEmpty { item.requestStatuses = requestStatuses }
    if !unmodelled.isEmpty { item.unmodelled = unmodelled }
  }
}
