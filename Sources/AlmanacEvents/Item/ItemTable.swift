package import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

/// The fields of items, each once: its storage, its coded form, its iCalendar property and the effect of a change. Coding,
/// comparing, copying and checking of fields use this table.
package enum ItemTable {
  /// The fields in the order in which their faults are reported.
  package static let fields: [ItemField] = [
    .text("uid", \ItemFields.uid, [.uid], role: .identity),
    .value("recurrenceID", \SeriesFields.recurrenceID, [.recurrenceID], role: .identity),
    .value("overridesFuture", \SeriesFields.overridesFuture, [.recurrenceID], role: .range),
    .value("start", \ItemFields.start, [.dtstart], role: .time),
    .init(
      \ItemFields.extent, [.dtend, .due, .duration], role: .time,
      coding: .extent(\.extent) { $0.kind == .todo ? "due" : "end" }),
    .init(
      \SeriesFields.recurrence.rules, [.rrule], role: .rule,
      coding: .value("recurrence", \.recurrence, unless: .none)),
    .init(\SeriesFields.recurrence.exclusionRules, [.exrule], role: .rule),
    .init(
      \SeriesFields.recurrence.additions, [.rdate], role: .rule,
      merge: .entries(\SeriesFields.recurrence.additions) { $0.start.mergeKey }),
    .init(
      \SeriesFields.recurrence.exceptions, [.exdate], role: .rule,
      merge: .entries(\SeriesFields.recurrence.exceptions) { $0.mergeKey }),
    .value("stamp", \ItemFields.stamp, [.dtstamp], role: .revision),
    .value("created", \ItemFields.created, [.created], role: .revision),
    .value("lastModified", \ItemFields.lastModified, [.lastModified], role: .revision),
    .value("sequence", \ItemFields.sequence, [.sequence], role: .revision),
    .text("summary", \ItemFields.summary, [.summary]),
    .text("description", \ItemFields.details, [.description]),
    .text("location", \ItemFields.location, [.location]),
    .set("categories", \ItemFields.categories, [.categories]),
    .value("color", \ItemFields.color, [.color, .exactColor]),
    .init(
      \ItemFields.status, [.status], raisesSequence: true, coding: .word("status", \.content.fields.status)),
    .init(\ItemFields.transparency, [.transp], coding: .word("transparency", \.content.fields.transparency)),
    .value("priority", \ItemFields.priority, [.priority]),
    .value("classification", \ItemExtras.classification, [.classification]) { word, body in
      if let word { body(word.rawValue) }
    },
    .value("completed", \ItemExtras.completed, [.completed]),
    .value("percentComplete", \ItemExtras.percentComplete, [.percentComplete]),
    .value("geo", \ItemExtras.geo, [.geo]),
    .set("resources", \ItemExtras.resources, [.resources]),
    .set("contacts", \ItemExtras.contacts, [.contact]),
    .set("comments", \ItemExtras.comments, [.comment]),
    .text("url", \ItemExtras.url, [.url]),
    .set("concepts", \ItemExtras.concepts, [.concept]),
    .set("referenceIDs", \ItemExtras.referenceIDs, [.refid]),
    .duration("travelTime", \ItemExtras.travelTime, .travelDuration),
    .duration("estimatedDuration", \ItemExtras.estimatedDuration, .estimatedDuration),
    .list("conferences", \ItemExtras.conferences, [.conference], by: { $0.uri }, text: { $0.uri }),
    .list("attachments", \ItemExtras.attachments, [.attach], by: { $0.mergeKey }, text: { $0.uri }),
    .list("images", \ItemExtras.images, [.image], by: { $0.file.mergeKey }, text: { $0.file.uri }),
    .value("organizer", \ItemExtras.organizer, [.organizer], merge: .entry(\ItemExtras.organizer)) {
      organizer, body in
      if let organizer { body(organizer.address) }
    },
    .list(
      "attendees", \ItemExtras.attendees, [.attendee], by: { $0.mergeKey },
      text: { $0.address }),
    .list(
      "relations", \ItemExtras.relations, [.relatedTo], by: { $0.kind.rawValue + " " + $0.target },
      text: { $0.target }),
    .list(
      "requestStatuses", \ItemExtras.requestStatuses, [.requestStatus], by: { $0.code }, text: { $0.text }),
    .init(
      \ItemExtras.alarms, [], component: .alarm,
      merge: .entries(\ItemExtras.alarms) { $0.mergeKey }, coding: .list("alarms", \.alarms)),
    .value("unmodelled", \ItemExtras.unmodelled, leftover, merge: .unmodelled),
  ]

  /// The properties of items that are stored as text, as the model has no place for them.
  package static let leftover: [PropertyName] = [
    .link, .structuredData, .styledDescription, .altDescription, .allDayEvent, .allDayOfMSN,
    .busyStatus, .googleConference, .teamsMeeting, .appleLocation,
  ]
}

extension ItemTable {
  /// The fields that a change of an item leaves as they are.
  static let identity = fields.filter { [.identity, .range].contains($0.role) }

  /// The fields that decide when an item happens.
  static let scheduling = fields.filter { [.identity, .range, .time, .rule].contains($0.role) }

  static let raisingSequence = fields.filter { $0.raisesSequence }

  static let texts = fields.filter { $0.forEachText != nil }

  static let commonTexts = texts.filter { $0.isCommon }

  static let content = fields.filter { $0.role == .content }

  /// The fields that a kind of item does not have, by name. Times are not among them: those of a journal entry may have a
  /// length, from RDATE.
  static let misplaced = Dictionary(
    uniqueKeysWithValues: Item.Kind.allCases.map { kind in
      (kind, content.filter { $0.isMisplaced(in: kind.component) }.sorted { $0.name < $1.name })
    })
}

// MARK: The keys of entries in merges

extension EventTime {
  /// The form and the moment, which times in different zones may share.
  fileprivate var mergeKey: String {
    switch self {
    case .date(let date): date.description
    case .floating(let local): local.description
    case .zoned(let zoned): zoned.instant.description
    }
  }
}

extension Attendee {
  /// The address. A server may write another one than that of mail, which is then in EMAIL (RFC 7986 §6.2).
  fileprivate var mergeKey: String {
    let mails = parameters.mails
    let isMail = mails.isEmpty || address.lowercased().hasPrefix("mailto:")
    return PersonKey(isMail ? address : mails[0]).text
  }
}

extension AttachedFile {
  /// The address, or all bytes.
  fileprivate var mergeKey: String {
    switch content {
    case .uri(let uri): uri
    case .bytes(let bytes): Base64.encoded(bytes)
    }
  }
}

extension Alarm {
  /// The UID, or else the action and the normal form of the trigger.
  fileprivate var mergeKey: String {
    if !uid.isEmpty { return uid }
    switch trigger.normalForm {
    case .relative(let duration, let anchor): return "\(action.rawValue) \(duration) \(anchor.rawValue)"
    case .absolute(let instant): return "\(action.rawValue) \(instant)"
    }
  }
}
