internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The boxes of the hours of a day, laid out for a wide page and for a narrow one, of which the style sheet shows one.
struct HourBoxes {
  /// The column with the boxes of a wide page.
  let wide: DayColumn
  /// The column with the boxes of a narrow page; `nil` where they are the same.
  let narrow: DayColumn?
  /// The items that have no box of their own in one of the pages or are at other hours, in order, with the class of those that
  /// have one in a wide page.
  let unnamed: [(item: ViewItem, classes: String)]

  /// - Parameter days: The number of days side by side.
  init(_ column: DayColumn, days: Int) {
    // A column of 62 pixels has room for a word, and one of three, of 39 pixels, for a few letters and a time. A wide page has 890 pixels
    // or more for more than two days, else 560; a narrow one has at least 560 for more than two days, which are a list below, else 320.
    let (wideRoom, narrowRoom) = days > 2 ? (820, 520) : (500, 280)
    let most = max(narrowRoom / max(days, 1) / 62, 2)
    wide = column.fitted(columns: min(max(wideRoom / max(days, 1) / 62, 3), 8))
    narrow = wide.boxes.contains { $0.columnCount > most } ? wide.fitted(columns: most) : nil
    let both = narrow == nil ? nil : Set(wide.sharingItems.map(\.id))
    let shared = (narrow ?? wide).sharingItems.named.sorted { $0.start < $1.start }
    unnamed =
      wide.earlier.named.map { ($0, "") }
      + shared.map { ($0, both?.contains($0.id) ?? true ? "" : "al-narrow") }
      + wide.later.named.map { ($0, "") }
  }

  /// A box of one or both pages.
  struct Entry {
    let box: DayColumn.Box
    /// The box of the same item on a narrow page, if it is another one.
    var narrow: DayColumn.Box?
    /// The class of a box of one of the two pages.
    var classes = ""
  }

  /// All boxes in the order of their starts.
  var entries: [Entry] {
    guard let narrow else { return wide.boxes.map { Entry(box: $0) } }
    var places: [ViewItem.ID: DayColumn.Box] = [:]
    for box in narrow.boxes where box.others.isEmpty { places[box.item.id] = box }
    let own = wide.boxes.map { box in
      guard box.others.isEmpty, let place = places[box.item.id] else {
        return Entry(box: box, classes: " al-wide")
      }
      return Entry(box: box, narrow: place)
    }
    let shared = narrow.boxes.filter { !$0.others.isEmpty }.map { Entry(box: $0, classes: " al-narrow") }
    return (own + shared).enumerated().sorted {
      ($0.element.box.drawn.lowerBound, $0.offset) < ($1.element.box.drawn.lowerBound, $1.offset)
    }.map(\.element)
  }
}

extension DayColumn {
  /// The items that have no box of their own.
  var sharingItems: [ViewItem] { boxes.filter { !$0.others.isEmpty }.flatMap(\.items) }
}

extension [DayColumn] {
  /// The whole hours of a common axis from the first to the last box, background or working hour, and as many beside them as make eight
  /// hours; all of them where there are none.
  func usedHours(along axis: DayColumn) -> Range<Int> {
    let used = flatMap { column in
      (column.boxes.map(\.drawn) + column.background.map(\.time) + column.business)
        .map { column.place($0.clamped(to: 0..<column.length), along: axis) }
    }
    guard let first = used.map(\.lowerBound).min(), let last = used.map(\.upperBound).max() else {
      return 0..<axis.length
    }
    let free = Swift.max(8 * 3600 - (last - first), 0)
    let from = Swift.max(Swift.min(first - free / 2, axis.length - 8 * 3600), 0)
    let end = Swift.max(last, Swift.min(from + 8 * 3600, axis.length))
    let hours = axis.hours.map(\.offset)
    return (hours.last { $0 <= Swift.min(from, first) } ?? 0)..<(hours.first { $0 >= end } ?? axis.length)
  }
}
