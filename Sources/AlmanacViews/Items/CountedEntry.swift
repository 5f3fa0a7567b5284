internal import AlmanacEvents
package import AlmanacTime

extension ViewItem {
  /// The most instances of one series that a day lists; the others are only counted.
  package static let maximumPerSeries = 100

  /// The same for programs: one for each minute of the day, unless there are very many items.
  ///
  /// - Parameter total: The number of all items.
  package static func maximumPerSeries(forProgramsOf total: Int) -> Int {
    total > 20_000 ? maximumPerSeries : 1_440
  }

  /// The most lanes of a row, and the most items that a day of a month in JSON has: each item of many days is on many of
  /// them.
  package static let maximumPerDay = 1_000
}

extension ViewItem {
  /// The identity of what has so many instances that only some are listed. Titles are compared as bytes, which is fast for long
  /// ones in any script.
  fileprivate struct CountedSeries: Hashable {
    let id: ID
    /// The title, which copies of an item share, unlike other items with its UID; empty for a series.
    let title: String

    static func == (one: CountedSeries, other: CountedSeries) -> Bool {
      one.id == other.id && one.title.utf8.elementsEqual(other.title.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      var title = title
      title.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The series of which it is an instance; `nil` for a changed instance, which occurs once.
  fileprivate var countedSeries: CountedSeries? {
    if occurrence.isOverride { return nil }
    let id = ID(item: ItemID(uid: item.uid, kind: item.kind), calendar: calendar)
    return CountedSeries(id: id, title: occurrence.recurrenceID == nil ? item.summary : "")
  }
}

extension Sequence<ViewItem> {
  /// The items that are listed: of each series the first hundred instances, and all items that occur once.
  package var named: [ViewItem] {
    let all = Array(self)
    // No series has more instances than there are items.
    if all.count <= ViewItem.maximumPerSeries { return all }
    var counts: [ViewItem.CountedSeries: Int] = [:]
    return all.filter { item in
      guard let series = item.countedSeries else { return true }
      let count = counts[series, default: 0]
      counts[series] = count + 1
      return count < ViewItem.maximumPerSeries
    }
  }
}

/// An entry of a list, which stands for all instances of its series on its day if these are more than a person reads.
package struct CountedEntry<Entry> {
  package let entry: Entry
  package let item: ViewItem
  /// The number of instances, 1 for an entry that stands for itself.
  package let count: Int
  /// The last of several instances; empty for an entry that stands for itself. An array is smaller than an item.
  private let lastOfSeveral: [ViewItem]

  /// The last of them.
  package var last: ViewItem { lastOfSeveral.first ?? item }

  fileprivate init(_ entry: Entry, _ item: ViewItem, count: Int = 1, last: [ViewItem] = []) {
    (self.entry, self.item, self.count, lastOfSeveral) = (entry, item, count, last)
  }
}

extension CountedEntry: Sendable where Entry: Sendable {}

/// A series and a day.
private struct CountedKey: Hashable {
  let series: ViewItem.CountedSeries
  let day: CivilDate
}

extension Array {
  /// The entries of a list, in which the instances of one series on one day are one entry if they are more than a number. Items
  /// that occur once, and changed instances, stand for themselves.
  ///
  /// - Complexity: O(*n*).
  package func counted(
    _ item: (Element) -> ViewItem, on day: (Element) -> CivilDate,
    beyond most: Int = ViewItem.maximumPerSeries
  ) -> [CountedEntry<Element>] {
    guard count > most else {
      return map { CountedEntry($0, item($0)) }
    }
    func key(_ element: Element) -> CountedKey? {
      item(element).countedSeries.map { CountedKey(series: $0, day: day(element)) }
    }
    // The places of the last instances, since items are large.
    var instances: [CountedKey: (count: Int, last: Int)] = [:]
    for (place, element) in enumerated() {
      guard let key = key(element) else { continue }
      instances[key] = ((instances[key]?.count ?? 0) + 1, place)
    }
    var written: Set<CountedKey> = []
    return compactMap { element in
      let own = item(element)
      guard let key = key(element), let all = instances[key], all.count > most else {
        return CountedEntry(element, own)
      }
      guard written.insert(key).inserted else { return nil }
      return CountedEntry(element, own, count: all.count, last: [item(self[all.last])])
    }
  }
}

extension [ViewItem] {
  /// The items of a day, counted.
  package func counted(on day: CivilDate) -> [CountedEntry<ViewItem>] {
    counted(\.self, on: { _ in day })
  }

  /// The items of several days, each counted on the first of its days from a day on.
  package func counted(
    from first: CivilDate = .min, beyond most: Int = ViewItem.maximumPerSeries
  ) -> [CountedEntry<ViewItem>] {
    counted(\.self, on: { Swift.max(first, $0.days.lowerBound) }, beyond: most)
  }
}
