internal import AlmanacEvents
internal import AlmanacTime

/// A criterion for the order of items in a view; `ViewOptions.order` is a list of them, the first one deciding first.
///
/// Ties are broken by UID, start, recurrence id and calendar, so that the order is total.
public enum ItemOrder: String, Sendable, Hashable, CaseIterable {
  /// Earlier starts first; a date starts with its day.
  case start
  /// Longer items first, by their exact seconds.
  case longestFirst
  /// Shorter items first, by their exact seconds.
  case shortestFirst
  /// Items of whole days before those with times.
  case allDayFirst
  /// By the title, in the order of Unicode code points.
  case title
  /// By the index of the calendar in the view.
  case calendar
  /// By priority, 1 first, items without one last (RFC 5545 §3.8.1.9).
  case priority

  /// The order of query results (see `OccurrenceOrder`): by start, whole days before times, longer before shorter, then
  /// by title. It fills lanes best.
  public static let standard: [ItemOrder] = [.start, .allDayFirst, .longestFirst, .title]
}

extension [ItemOrder] {
  /// Whether one item comes before another.
  func precedes(_ left: ViewItem, _ right: ViewItem) -> Bool {
    for order in self {
      if let one = order.number(left), let two = order.number(right) {
        if one != two { return one < two }
      } else if left.item.summary != right.item.summary {
        return left.item.summary < right.item.summary
      }
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
  /// The numbers of the first three criteria, up to one that compares texts. Most pairs of items differ in them, and
  /// comparing them is fast.
  struct Key: Comparable {
    private var numbers: (Int64, Int64, Int64) = (0, 0, 0)

    init(_ item: ViewItem, _ order: [ItemOrder]) {
      guard order.count > 0, let first = order[0].number(item) else { return }
      numbers.0 = first
      guard order.count > 1, let second = order[1].number(item) else { return }
      numbers.1 = second
      guard order.count > 2, let third = order[2].number(item) else { return }
      numbers.2 = third
    }

    static func == (left: Key, right: Key) -> Bool { left.numbers == right.numbers }

    static func < (left: Key, right: Key) -> Bool { left.numbers < right.numbers }
  }

  /// The number to sort by, ascending; `nil` where a text decides.
  fileprivate func number(_ item: ViewItem) -> Int64? {
    switch self {
    case .start: item.start.secondsSinceEpoch
    case .longestFirst: -Int64(item.seconds)
    case .shortestFirst: Int64(item.seconds)
    case .allDayFirst: item.isAllDay ? 0 : 1
    case .calendar: Int64(item.calendar)
    case .priority: item.item.priority == 0 ? 10 : Int64(item.item.priority)
    case .title: nil
    }
  }
}
