import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime

/// The refresh of calendars from a feed, in two steps: before the import of its items and after it.
struct FeedImport {
  private let name: String
  private let file: StoredRecord
  private var records = FeedRecords()
  private let refresh: FeedRefresh
  /// The series in the feed.
  var imports: [ImportedSeries] { refresh.imports }
  /// The first items of the series that are removed.
  private(set) var removed: [Item] = []
  /// The first items of the series that are gone from the feed, but preserved because they were changed here.
  private(set) var preserved: [Item] = []
  /// The first items of the series that are gone from the feed, but preserved because they came from another feed too.
  private(set) var shared: [Item] = []

  /// Reads the records and compares the feed with the items imported from it before.
  ///
  /// - Parameters:
  ///   - name: The name of the feed.
  ///   - store: The opened calendars, so that an interrupted refresh is completed or undone before.
  init(_ name: String, _ feed: ICSDocument, in store: CalendarStore) throws(CommandError) {
    self.name = name
    file = try FileError.refusing(store.record(named: CalendarLocation.feeds))
    if let bytes = file.bytes {
      records = try StoredJSON.read(FeedRecords.self, from: bytes, named: file.path)
    }
    let others = records.others(than: name)
    let refresh = FeedRefresh(of: feed, record: records[name], others: others) { store.items($0) }
    self.refresh = refresh
    func items(_ ids: [ItemID]) -> [Item] { ids.compactMap { store.items($0).first } }
    (removed, preserved, shared) = (items(refresh.deletions), items(refresh.kept), items(refresh.shared))
  }

  /// The refusal of a refresh that removes many items without consent.
  var massDeletion: Refusal? {
    guard refresh.needsConsent, !refresh.deletions.isEmpty else { return nil }
    let count = refresh.deletions.count
    return Refusal(
      "mass_deletion",
      count == 1
        ? "the item of the feed is gone from it: it would be removed"
        : "many items are gone from the feed: \(count) would be removed",
      expected: "--yes, or the complete feed")
  }

  /// Removes the series that are gone from the feed, and records the imported ones.
  mutating func close(
    _ results: [ImportResult], in store: inout CalendarStore, at now: Instant
  ) throws(CommandError) {
    for id in refresh.deletions { try store.removeAll(id) }
    records[name].update(with: refresh, results, at: now)
    guard file.bytes != nil || !records.isEmpty else { return }
    store.stage(file.change(to: try StoredJSON.bytes(records, named: file.path)), ofLocation: 0)
  }

  var json: [JSON.Member] {
    func list(_ items: [Item]) -> JSON {
      .array(items.map { ["uid": .string($0.uid), "summary": .string($0.summary)] })
    }
    return [
      .init("removed", list(removed)), .init("kept", list(preserved + shared)),
      .init("refreshInterval", JSON(refresh.interval.map { "\($0)" })),
      .init("nextRefresh", JSON(records[name].nextRefresh.map { "\($0)" })),
    ]
  }

  /// A line with the time from which the feed may be refreshed automatically; none if the feed states no interval.
  func lines(_ zone: Zone) -> [String] {
    records[name].nextRefresh.map { ["next refresh from \($0.in(zone).description)"] } ?? []
  }
}

extension CalendarStore {
  /// The items of a UID and a kind in all calendars.
  func items(_ id: ItemID) -> [Item] {
    positions(uid: id.uid, kind: id.kind).flatMap { position in
      self[position].items.filter { $0.uid == id.uid && $0.kind == id.kind }
    }
  }

  /// Removes all items of a UID and a kind.
  mutating func removeAll(_ id: ItemID) throws(CommandError) {
    for position in positions(uid: id.uid, kind: id.kind) {
      _ = try makeChange(position) { (calendar) throws(EventError) in
        try calendar.remove(uid: id.uid, kind: id.kind)
      }
    }
  }
}
