package import AlmanacComponents
internal import AlmanacTime

/// The fields of items, each once: where it is stored, how it is coded, what iCalendar calls it, and what a change of it
/// means. What is coded, compared, copied or checked field by field walks this table.
package enum ItemTable {
  /// In the order in which their faults are told.
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

  /// The properties of items that the model has no place for: they stay as they stand.
  package static let leftover: [PropertyName] = [
    .link, .structuredData, .styledDescription, .altDescription, .allDayEvent, .allDayOfMSN,
    .busyStatus, .googleConference, .teamsMeeting, .appleLocation,
  ]
}

extension ItemTable {
  static let identity = fields.filter { $0.role == .identity }

  /// What must be as it was for an item to happen when it did.
  static let placing = fields.filter { [.identity, .time, .rule].contains($0.role) }

  static let raisingSequence = fields.filter { $0.raisesSequence }

  static let texts = fields.filter { $0.forEachText != nil }

  static let commonTexts = texts.filter { $0.isCommon }

  static let content = fields.filter { $0.role == .content }

  /// What a kind of item does not have, by its names. Its times may say more than its kind has, as those of a journal
  /// entry that RDATE gave a length.
  static let misplaced = Dictionary(
    uniqueKeysWithValues: Item.Kind.allCases.map { kind in
      (kind, content.filter { $0.isMisplaced(in: kind.component) }.sorted { $0.name < $1.name })
    })
}
