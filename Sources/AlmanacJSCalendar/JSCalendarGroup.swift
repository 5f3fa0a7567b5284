import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

extension MemberTable {
  /// The members of a Group (RFC 8984 §5.3). They are read into the calendar stored in its `iCalComponent`, over
  /// which they take precedence.
  static let calendars: [MemberRow<EventCalendar>] = [
    .text("uid", .uid, \.uid),
    MemberRow([.lastModified], ["updated": .own]) {
      $2.lastModified = $0.updated($1)
    } write: {
      $2["updated"] = .written($1.lastModified)
    },
    .text("title", .name, \.name), .text("description", .description, \.details),
    .set("keywords", .categories, \.categories), .color([.color, .appleCalendarColor], \.color),
    .text("source", .source, \.source), linksOfGroup, .left([.calendarZone], \.zone),
    .left([.refreshInterval, .publishedTTL], \.refreshInterval),
    // A member of the entries, where there are any.
    MemberRow(
      [.method], [:],
      keep: { calendar, _, rest in
        if calendar.items.allSatisfy({ $0.kind == .journal }) { rest.method = calendar.method }
      }),
    // X-WR-CALNAME and X-WR-CALDESC are read as the name and the description.
    MemberRow([.calendarName, .calendarDetails], [:]),
  ]

  private static let linksOfGroup = MemberRow<EventCalendar>([.image, .url], ["links": .map()]) {
    _, object, calendar in
    let links = JSCalendarLinks(object, takesFiles: false)
    calendar.images = KeptParts.images.filled(links.images, from: calendar.images)
    calendar.url = links.url
    calendar.unmodelled.parameters = links.parameters + calendar.unmodelled.parameters
  } write: { _, calendar, object in
    object["links"] = JSCalendarLinks.object([], calendar.images, calendar.url, calendar.unmodelled, [])
  } keep: { calendar, _, rest in
    rest.images = KeptParts.images.kept(of: calendar.images)
  }
}
