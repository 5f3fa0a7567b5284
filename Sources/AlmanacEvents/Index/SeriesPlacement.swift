internal import AlmanacTime

/// Where the items of one series are: what happens once, and what repeats.
struct SeriesPlacement: Sendable {
  /// The item that happens once, and the overrides that hold.
  private(set) var singles: [SingleEntry] = []
  /// With the number of the item that repeats.
  private(set) var series: (plan: SeriesPlan, number: Int)?

  /// Nowhere.
  static let none = SeriesPlacement([])

  /// - Parameter entries: All items of a series, in the order of the document.
  init(_ entries: [NumberedItem]) {
    if entries.count == 1 {
      place(entries[0])
    } else if !entries.isEmpty {
      place(entries)
    }
  }

  /// - Parameter only: The one item of its series.
  init(_ only: NumberedItem) { place(only) }

  private mutating func place(_ only: NumberedItem) {
    if only.item.content.fields.series == nil {
      singles = SingleEntry(only.item, number: only.number).map { [$0] } ?? []
    } else {
      place([only])
    }
  }

  private mutating func place(_ entries: [NumberedItem]) {
    let winners = Series.winners(entries.map { $0.item })
    let holding = entries.indices.filter { winners[$0] }.map { entries[$0] }
    let main = holding.first { $0.item.recurrenceID == nil }
    let overrides = holding.filter { $0.item.recurrenceID != nil }
    let start = main?.item.anchor
    for override in overrides { place(override, series: start) }
    guard let main, let start else { return }
    if overrides.isEmpty, main.item.recurrence == .none {
      if let single = SingleEntry(main.item, number: main.number) { singles.append(single) }
    } else {
      series = (SeriesPlan(main.item, from: start, overrides: overrides.map { $0.item }), main.number)
    }
  }

  private mutating func place(_ override: NumberedItem, series: EventTime?) {
    guard let start = override.item.anchor, let stated = override.item.recurrenceID else { return }
    let times = InstanceShape(override.item, from: start).times(of: start)
    let id = series.map { stated.conformed(to: $0) } ?? stated
    singles.append(
      SingleEntry(override.item, number: override.number, from: times.start, to: times.end, id: id))
  }
}
