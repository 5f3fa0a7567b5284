internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

/// A JSON value whose objects have their members in order, so that equal values have equal text.
///
/// ```swift
/// let value: JSON = ["version": 1, "items": [["summary": "Algebra \"I\""]]]
/// value.text()                    // {"version":1,"items":[{"summary":"Algebra \"I\""}]}
/// ```
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSON

    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// A string, or `null` for `nil`.
  public init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }

  /// The first value of a key of an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSON {
  /// The value as text (RFC 8259), on one line or indented by two spaces for each level, without a line break at its end.
  ///
  /// Controls of the terminal and of writing direction are escaped too.
  public func text(indented: Bool = false) -> String {
    var writer = JSONWriter(.terminal, isIndented: indented)
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let bool): writer.write(bool)
    case .int(let int): writer.write(number: String(int))
    case .string(let text): writer.write(text)
    case .array(let values): writer.write(array: values) { $1.write(to: &$0) }
    case .object(let members):
      writer.write(object: members) { writer, member in
        writer.write(name: member.key)
        member.value.write(to: &writer)
      }
    }
  }
}

extension JSON {
  /// `{"version":1,"month":"2026-03","weeks":[{"number":9,"days":[…]},…]}`; a day has `date`, `inMonth`, `today`,
  /// `selected`, `count`, `color` (null when nothing is on, `red` when several are) and `items`. Beyond the calendar's
  /// ends there are no days.
  public init(_ view: MonthView) {
    let weeks = view.weeks.filter(\.exists).map { week -> JSON in
      let days = week.days.filter(\.exists).map { JSON($0, calendars: view.calendars) }
      return ["number": .int(week.number), "days": .array(days)]
    }
    self.init(view, ["month": .string(view.month.description), "weeks": .array(weeks)])
  }

  /// `{"version":1,"items":[…]}`: every item once, in order, items without a day last with null times.
  public init(_ view: ListView) {
    let items =
      view.items.map { JSON($0, calendars: view.calendars) }
      + view.undated.map {
        JSON($0.item, color: $0.color, calendar: view.calendars.name($0.calendar))
      }
    self.init(view, ["items": .array(items)])
  }

  /// `{"version":1,"week":11,"items":[…]}`: every item once, in order.
  public init(_ view: WeekView) {
    self.init(view, ["week": .int(view.number), "items": .items(view.items, view.calendars)])
  }

  /// `{"version":1,"date":"2026-03-02","items":[…]}`, the items in order.
  public init(_ view: DayView) {
    self.init(
      view, ["date": .string(view.date.description), "items": .items(view.cell.items, view.calendars)])
  }

  /// `{"version":1,"year":2026,"days":[…]}`: the days on which something is, with `date`, `count` and `color`.
  public init(_ view: YearView) {
    let days = view.days.filter { $0.count > 0 }.map { day -> JSON in
      let color = JSON(day.color?.description)
      return ["date": .string(day.date.description), "count": .int(day.count), "color": color]
    }
    self.init(view, ["year": .int(view.year), "days": .array(days)])
  }

  /// A view: its version, its members, and the series with missing instances if there are any.
  private init(_ view: some CalendarView, _ members: KeyValuePairs<String, JSON>) {
    let missing = view.unexpanded.map { series -> JSON in
      [
        "uid": .string(series.uid), "kind": .string(series.kind.rawValue),
        "summary": .string(series.summary), "calendar": .string(view.calendars.name(series.calendar)),
        "from": .string(series.from.in(view.zone).description),
      ]
    }
    self = .object(
      [Member("version", 1)] + members.map { Member($0.key, $0.value) }
        + (missing.isEmpty ? [] : [Member("incomplete", .array(missing))]))
  }

  private init(_ day: DayCell, calendars: [CalendarLabel]) {
    var members = [
      Member("date", .string(day.date.description)),
      Member("inMonth", .bool(day.isInMonth)),
      Member("today", .bool(day.isToday)),
      Member("selected", .bool(day.isSelected)),
      Member("count", .int(day.count)),
      Member("color", JSON(day.color?.description)),
      Member("items", .items(day.items, calendars)),
    ]
    if day.isIncomplete { members.append(Member("incomplete", true)) }
    self = .object(members)
  }

  private static func items(_ items: [ViewItem], _ calendars: [CalendarLabel]) -> JSON {
    .array(items.map { JSON($0, calendars: calendars) })
  }
}

extension JSON {
  /// An item with its times in its own zone (RFC 9557), dates and floating times without an offset.
  ///
  /// Keys: `uid`, `kind`, `summary`, `start`, `end` (not included), `allDay`, `recurrenceID`, `status`, `color`,
  /// `categories`, `location`, `calendar`.
  ///
  /// - Parameter calendars: The names of the calendars, by index.
  public init(_ item: ViewItem, calendars: [CalendarLabel]) {
    let occurrence = item.occurrence
    self.init(
      occurrence.item, from: occurrence.start, to: occurrence.end, recurrenceID: occurrence.recurrenceID,
      color: item.color, calendar: calendars.name(occurrence.calendar))
  }

  /// An item; without a day, `start` and `end` are null.
  private init(
    _ item: Item, from start: EventTime? = nil, to end: EventTime? = nil, recurrenceID: EventTime? = nil,
    color: CalendarColor, calendar: String
  ) {
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
    ]
  }
}

extension [CalendarLabel] {
  fileprivate func name(_ number: Int) -> String {
    indices.contains(number) ? self[number].name : ""
  }
}
