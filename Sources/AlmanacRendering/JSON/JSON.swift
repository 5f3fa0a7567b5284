@_exported public import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

/// A JSON value whose objects have their members in order, so that equal values have equal text.
///
/// ```swift
/// let value: JSON = ["version": .version, "items": [["summary": "Algebra \"I\""]]]
/// value.text()                    // {"version":2,"items":[{"summary":"Algebra \"I\""}]}
/// JSON(march).text(indented: true)
/// ```
public typealias JSON = JSONValue

extension JSON {
  /// The version of the form of all objects, 2, which is their member `version`. It grows when a member changes its meaning
  /// or disappears; further members may come without it.
  public static let version: JSON = 2

  /// Creates a number from an integer, written without fraction and exponent.
  public static func int(_ value: Int) -> JSON { .number(String(value)) }

  /// Creates a string, or `null` for `nil`.
  public init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }

  /// The value as text (RFC 8259), on one line or indented by two spaces for each level, without a line break at its end.
  ///
  /// Controls of the terminal and of writing direction are escaped too.
  public func text(indented: Bool = false) -> String {
    var writer = JSONWriter(.terminal, isIndented: indented)
    writer.write(self)
    return writer.text
  }
}

extension JSON {
  /// Creates the object of a month: `{"version":2,"month":"2026-03","weeks":[{"number":9,"days":[…]},…]}`; a day has `date`, `inMonth`, `today`,
  /// `selected`, `count`, `color` (`null` without items that count, `red` with several) and `items`, of which a day has at
  /// most 1 000, and the number of the others as `more`. More than a hundred instances of a series on a day are one item: the
  /// first, with their number as `times` and the end of the last as `timesUntil`. Days beyond the calendar's ends are omitted.
  public init(_ view: MonthView) {
    let weeks = view.weeks.filter(\.exists).map { week -> JSON in
      let days = week.days.filter(\.exists).map { JSON($0, calendars: view.calendars) }
      return ["number": .int(week.number), "days": .array(days)]
    }
    self.init(view, ["month": .string(view.month.description), "weeks": .array(weeks)])
  }

  /// Creates the object of a list: `{"version":2,"items":[…]}`, with every item once, in order, and items without a day
  /// last, with `null` times. A list that goes on has `continuesFrom`, a date.
  ///
  /// More than 1 440 instances of a series on a day are one item, as in a month; more than a hundred, if the list has more than
  /// 20 000 items. So it is in weeks and days.
  public init(_ view: ListView) {
    let items =
      JSON.items(view.items, from: view.days.lowerBound, view.calendars)
      + view.undated.map {
        JSON($0.item, color: $0.color, calendar: view.calendars.name($0.calendar))
      }
    if let more = view.continuesFrom {
      self.init(view, ["items": .array(items), "continuesFrom": .string(more.description)])
    } else {
      self.init(view, ["items": .array(items)])
    }
  }

  /// Creates the object of a week: `{"version":2,"week":11,"items":[…]}`, with every item once, in order.
  public init(_ view: WeekView) {
    self.init(view, ["week": .int(view.number), "items": .array(JSON.items(view.items, view.calendars))])
  }

  /// Creates the object of a day: `{"version":2,"date":"2026-03-02","items":[…]}`, with the items in order.
  public init(_ view: DayView) {
    self.init(
      view,
      [
        "date": .string(view.date.description),
        "items": .array(JSON.items(view.cell.items, from: view.date, view.calendars)),
      ])
  }

  /// Creates the object of a year: `{"version":2,"year":2026,"days":[…]}`, with `date`, `count` and `color` of each day that
  /// has items that count.
  public init(_ view: YearView) {
    let days = view.days.filter { $0.count > 0 }.map { day -> JSON in
      let color = JSON(day.color?.description)
      return ["date": .string(day.date.description), "count": .int(day.count), "color": color]
    }
    self.init(view, ["year": .int(view.year), "days": .array(days)])
  }

  /// The most series with missing instances that a view lists.
  private static let listedSeries = 1_000

  /// Creates the object of a view, with its version, its members, and the series with missing instances if there are any.
  private init(_ view: some CalendarView, _ members: KeyValuePairs<String, JSON>) {
    let missing = view.unexpanded.prefix(Self.listedSeries).map { series -> JSON in
      [
        "uid": .string(series.uid), "kind": .string(series.kind.rawValue),
        "summary": .string(series.summary), "calendar": .string(view.calendars.name(series.calendar)),
        "from": .string(series.from.in(view.zone).description),
      ]
    }
    self = .object(
      [Member("version", .version)] + members.map { Member($0.key, $0.value) }
        + (missing.isEmpty ? [] : [Member("incomplete", .array(missing))]))
  }

  private init(_ day: DayCell, calendars: [CalendarLabel]) {
    let counted = day.items.counted(on: day.date)
    var members = [
      Member("date", .string(day.date.description)),
      Member("inMonth", .bool(day.isInMonth)),
      Member("today", .bool(day.isToday)),
      Member("selected", .bool(day.isSelected)),
      Member("count", .int(day.count)),
      Member("color", JSON(day.color?.description)),
      Member("items", .array(JSON.items(counted.prefix(ViewItem.maximumPerDay), calendars))),
    ]
    let more = counted.dropFirst(ViewItem.maximumPerDay).reduce(0) { $0 + $1.count }
    if more > 0 { members.append(Member("more", .int(more))) }
    if day.isIncomplete { members.append(Member("incomplete", true)) }
    self = .object(members)
  }

  /// The objects of the items of some days.
  private static func items(
    _ items: [ViewItem], from first: CivilDate = .min, _ calendars: [CalendarLabel]
  ) -> [JSON] {
    let most = ViewItem.maximumPerSeries(forProgramsOf: items.count)
    return self.items(items.counted(from: first, beyond: most), calendars)
  }

  /// The objects of items; one that stands for several instances has their number as `times`, and the end of the last as
  /// `timesUntil`.
  private static func items(
    _ items: some Sequence<CountedEntry<ViewItem>>, _ calendars: [CalendarLabel]
  ) -> [JSON] {
    items.map { counted in
      let value = JSON(counted.item, calendars: calendars)
      guard counted.count > 1, case .object(let members) = value else { return value }
      return .object(
        members + [
          Member("times", .int(counted.count)),
          Member("timesUntil", .string(counted.last.occurrence.end.description)),
        ])
    }
  }

  /// Creates the object of an item, with its start and its end in the zone of the start (RFC 9557), dates and floating times without an offset.
  ///
  /// Keys: `uid`, `kind`, `summary`, `start`, `end` (not included), `allDay`, `recurrenceID`, `status`, `color`,
  /// `categories`, `location`, `calendar`, `due` (of a to-do), `priority` (0 for none). Where an item has them: `description`, `url`,
  /// `organizer`, `attendees` (addresses), `alarms`, `begin` (the start of a to-do), and `free` for an event that takes no time.
  ///
  /// - Parameter calendars: The names of the calendars, by index.
  public init(_ item: ViewItem, calendars: [CalendarLabel]) {
    let occurrence = item.occurrence
    self.init(
      occurrence.item, from: occurrence.start, to: occurrence.end, recurrenceID: occurrence.recurrenceID,
      color: item.color, calendar: calendars.name(occurrence.calendar))
  }

  /// Creates the object of an item; without a day, `start` and `end` are `null`.
  private init(
    _ item: Item, from start: EventTime? = nil, to end: EventTime? = nil, recurrenceID: EventTime? = nil,
    color: CalendarColor, calendar: String
  ) {
    var end = end
    if let start, let other = end, other.zone != start.zone { end = other.conformed(to: start) }
    self = [
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
      // The occurrence of a to-do with a due time is at that.
      "due": JSON(item.todo?.due == nil ? nil : start?.description),
      "priority": .int(item.priority),
    ]
    if case .object(let members) = self { self = .object(members + Self.further(item, recurrenceID)) }
  }

  /// The members that few items have.
  private static func further(_ item: Item, _ recurrenceID: EventTime?) -> [Member] {
    var members: [Member] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { members.append(Member(name, .string(text))) }
    }
    add("description", item.details)
    add("url", item.url)
    if let organizer = item.organizer { members.append(Member("organizer", .string(organizer.address))) }
    if !item.attendees.isEmpty {
      members.append(Member("attendees", .array(item.attendees.map { .string($0.address) })))
    }
    if !item.alarms.isEmpty { members.append(Member("alarms", .array(item.alarms.map { JSON($0) }))) }
    if let start = item.todo?.start {
      // An instance without changes of its own is that of the series.
      add("begin", (item.recurrenceID == nil ? recurrenceID ?? start : start).description)
    }
    if item.event?.transparency == .transparent { members.append(Member("free", true)) }
    return members
  }

  /// Creates the object of an alarm: `action`, and either the instant `at`, or the length `offset` (RFC 5545 §3.3.6, negative before)
  /// from the `start` or the `end` in `from`.
  private init(_ alarm: Alarm) {
    var (at, offset, from): (String?, String?, String?)
    switch alarm.trigger {
    case .absolute(let instant): at = instant.description
    case .relative(let distance, let anchor):
      (offset, from) = (distance.description, anchor.rawValue.lowercased())
    }
    self = [
      "action": .string(alarm.action.rawValue.lowercased()), "at": JSON(at), "offset": JSON(offset),
      "from": JSON(from),
    ]
  }
}

extension [CalendarLabel] {
  fileprivate func name(_ number: Int) -> String {
    indices.contains(number) ? self[number].name : ""
  }
}
