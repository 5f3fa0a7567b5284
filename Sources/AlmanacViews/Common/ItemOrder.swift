internal import AlmanacEvents
internal import AlmanacTime

/// One thing by which the items of a view are put in order; a view takes a list of them, the first deciding first.
///
/// Where none decides, the UID, the start, the recurrence id and the calendar do, so that an order is always total.
public enum ItemOrder: String, Sendable, Hashable, CaseIterable {
  /// Earlier starts first; a date starts with its day.
  case start
  case longestFirst, shortestFirst
  case allDayFirst
  /// By the order of Unicode, which no language owns.
  case title
  /// In the order in which the calendars were given.
  case calendar
  /// 1 before 9, and then those without (RFC 5545 §3.8.1.9).
  case priority

  /// Earlier first, whole days before times, the longer first, then by title, as queries give them (see
  /// `OccurrenceOrder`): what fills lanes best.
  public static let standard: [ItemOrder] = [.start, .allDayFirst, .longestFirst, .title]
}

extension [ItemOrder] {
  /// Whether one item comes before another.
  func precedes(_ left: ViewItem, _ right: ViewItem) -> Bool {
    for order in self {
      let difference = order.difference(left, right)
      if difference != 0 { return difference < 0 }
    }
    let (one, two) = (left.occurrence, right.occurrence)
    if one.item.uid != two.item.uid { return one.item.uid < two.item.uid }
    if left.start != right.start { return left.start < right.start }
    if one.recurrenceID != two.recurrenceID {
      return (one.recurrenceID?.description ?? "") < (two.recurrenceID?.description ?? "")
    }
    return one.calendar < two.calendar
  }
}

extension ItemOrder {
  /// Below 0 when the left one comes first, 0 when this does not decide.
  fileprivate func difference(_ left: ViewItem, _ right: ViewItem) -> Int {
    switch self {
    case .start: Self.compare(left.start, right.start)
    case .longestFirst: Self.compare(right.seconds, left.seconds)
    case .shortestFirst: Self.compare(left.seconds, right.seconds)
    case .allDayFirst: Self.compare(left.isAllDay ? 0 : 1, right.isAllDay ? 0 : 1)
    case .title: Self.compare(left.item.summary, right.item.summary)
    case .calendar: Self.compare(left.occurrence.calendar, right.occurrence.calendar)
    case .priority: Self.compare(Self.rank(left), Self.rank(right))
    }
  }

  private static func rank(_ item: ViewItem) -> Int {
    item.item.priority == 0 ? 10 : item.item.priority
  }

  private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
