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
  /// What numbers say of an item's place: the first three of an order, up to one that is no number. Most items are
  /// told apart by it, at little cost.
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

  /// Lower for what comes first; `nil` where a text decides.
  private func number(_ item: ViewItem) -> Int64? {
    switch self {
    case .start: item.start.secondsSinceEpoch
    case .longestFirst: -Int64(item.seconds)
    case .shortestFirst: Int64(item.seconds)
    case .allDayFirst: item.isAllDay ? 0 : 1
    case .calendar: Int64(item.occurrence.calendar)
    case .priority: item.item.priority == 0 ? 10 : Int64(item.item.priority)
    case .title: nil
    }
  }

  /// Below 0 when the left one comes first, 0 when this does not decide.
  fileprivate func difference(_ left: ViewItem, _ right: ViewItem) -> Int {
    guard let one = number(left), let two = number(right) else {
      return Self.compare(left.item.summary, right.item.summary)
    }
    return Self.compare(one, two)
  }

  private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
