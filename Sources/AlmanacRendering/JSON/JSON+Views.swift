internal import AlmanacEvents
internal import AlmanacTime
public import AlmanacViews

extension JSON {
  /// `{"version":1,"month":"2026-03","weeks":[{"number":9,"days":[…]},…]}`; a day has `date`, `inMonth`, `today`,
  /// `selected`, `count`, `color` (null when nothing is on, `red` when several are) and `items`.
  public init(_ view: MonthView) {
    self = [
      "version": 1,
      "month": .string(view.month.description),
      "weeks": .array(
        view.weeks.map { week in
          [
            "number": .int(week.number),
            "days": .array(week.days.map { JSON($0, calendars: view.calendars) }),
          ]
        }),
    ]
  }

  /// `{"version":1,"items":[…]}`: every item once, in order, those without a day last with null times.
  public init(_ view: ListView) {
    self = .items(
      view.items.map { JSON($0, calendars: view.calendars) }
        + view.undated.map { JSON($0, calendars: view.calendars) })
  }

  init(_ day: DayCell, calendars: [CalendarLabel]) {
    self = [
      "date": .string(day.date.description),
      "inMonth": .bool(day.isInMonth),
      "today": .bool(day.isToday),
      "selected": .bool(day.isSelected),
      "count": .int(day.count),
      "color": JSON(day.color?.description),
      "items": .array(day.items.map { JSON($0, calendars: calendars) }),
    ]
  }

  static func items(_ items: [JSON]) -> JSON {
    ["version": 1, "items": .array(items)]
  }
}
