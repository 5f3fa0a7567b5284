internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension JSON {
  /// An item with its times in its own zone (RFC 9557; dates and floating times without an offset).
  ///
  /// Keys: `uid`, `kind`, `summary`, `start`, `end` (not included), `allDay`, `recurrenceID`, `status`, `color`,
  /// `categories`, `location`, `calendar`.
  ///
  /// - Parameter calendars: Where the number of the item's calendar finds its name.
  public init(_ item: ViewItem, calendars: [CalendarLabel]) {
    let occurrence = item.occurrence
    self = .item(
      occurrence.item, start: occurrence.start, end: occurrence.end, recurrenceID: occurrence.recurrenceID,
      color: item.color, calendar: calendars.name(occurrence.calendar))
  }

  /// An item that is on no day: `start` and `end` are null.
  init(_ item: ListView.Undated, calendars: [CalendarLabel]) {
    self = .item(
      item.item, start: nil, end: nil, recurrenceID: nil, color: item.color,
      calendar: calendars.name(item.calendar))
  }

  private static func item(
    _ item: Item, start: EventTime?, end: EventTime?, recurrenceID: EventTime?, color: CalendarColor,
    calendar: String
  ) -> JSON {
    [
      "uid": .string(item.uid),
      "kind": .string(item.kind.rawValue),
      "summary": .string(item.summary),
      "start": JSON(start?.description),
      "end": JSON(end?.description),
      "allDay": .bool(start?.isDate ?? false),
      "recurrenceID": JSON(recurrenceID?.description),
      "status": JSON(item.status?.rawValue),
      "color": .string(color.description),
      "categories": .array(item.categories.map(JSON.string)),
      "location": .string(item.location),
      "calendar": .string(calendar),
    ]
  }
}

extension [CalendarLabel] {
  func name(_ number: Int) -> String {
    indices.contains(number) ? self[number].name : ""
  }
}
