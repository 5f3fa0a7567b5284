package import AlmanacComponents
internal import AlmanacTime

/// The fields of items, each once: its storage, its coded form, its iCalendar property and the effect of a change. Coding,
/// comparing, copying and checking of fields use this table.
package enum ItemTable {
  /// The fields in the order in which their faults are reported.
  package static let fields: [ItemField] = [
    .text("uid", \ItemFields.uid, [.uid], role: .identity),
    .value("recurrenceID", \SeriesFields.recurrenceID, [.recurrenceID], role: .identity),
    .value("overridesFuture", \SeriesFields.overridesFuture, [.recurrenceID], role: .identity),
    .value("start", \ItemFields.start, [.dtstart], role: .time),
    .init(
      \ItemFields.extent, [.dtend, .due, .duration], role: .time,
      coding: .extent(\.extent) { $0.kind == .todo ? "due" : "end" }),
    .init(
      \SeriesFields.recurrence.rules, [.rrule], role: .rule,
      coding: .value("recurrence", \.recurrence, unless: .none)),
    .init(\SeriesFields.recurrence.exclusionRules, [.exrule], role: .rule),
    .init(\SeriesFields.recurrence.additions, [.rdate], role: .rule, merge: .set),
    .init(\SeriesFields.recurrence.exceptions, [.exdate], role: .rule, merge: .set),
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
    .value("travelTime", \ItemExtras.travelTime, [.travelDuration]),
    .list("conferences", \ItemExtras.conferences, [.conference], by: { $0.uri }, text: { $0.uri }),
    .list("attachments", \ItemExtras.attachments, [.attach], by: { $0.content }, text: { $0.uri }),
    .list("images", \ItemExtras.images, [.image], by: { $0.file.content }, text: { $0.file.uri }),
    .value("organizer", \ItemExtras.organizer, [.organizer]) { organizer, body in
      if let organizer { body(organizer.address) }
    },
    .list(
      "attendees", \ItemExtras.attendees, [.attendee], by: { PersonKey($0.address) }, text: { $0.address }),
    .list(
      "relations", \ItemExtras.relations, [.relatedTo], by: { [$0.kind.rawValue, $0.target] },
      text: { $0.target }),
    .list(
      "requestStatuses", \ItemExtras.requestStatuses, [.requestStatus], by: { $0.code }, text: { $0.text }),
    .init(
      \ItemExtras.alarms, [], component: .alarm,
      merge: .list { content in
        content.extras.alarms.map { $0.uid.isEmpty ? [$0.action as AnyHashable, $0.trigger] : $0.uid }
      }, coding: .list("alarms", \.alarms)),
    .value("unmodelled", \ItemExtras.unmodelled, leftover),
  ]

  /// The properties of items that are stored as text, as the model has no place for them.
  package static let leftover: [PropertyName] = [
    .link, .structuredData, .styledDescription, .altDescription, .allDayEvent, .allDayOfMSN,
    .busyStatus, .googleConference, .teamsMeeting, .appleLocation,
  ]
}

extension ItemTable {
  static let identity = fields.filter { $0.role == .identity }

  /// The fields that decide when an item happens.
  static let placing = fields.filter { [.identity, .time, .rule].contains($0.role) }

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
