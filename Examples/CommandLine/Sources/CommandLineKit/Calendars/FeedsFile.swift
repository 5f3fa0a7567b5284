import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime

/// The records of the feeds that a calendar is refreshed from, in a file beside it.
struct FeedsFile: Sendable {
  private struct Content: Codable {
    var version = 1
    /// The records by the names of the feeds.
    var feeds: [String: FeedRecord] = [:]
  }

  private let path: String
  private let original: [UInt8]?
  private var content = Content()

  /// Reads the file beside the first of the locations; a missing file is empty.
  init(_ locations: [CalendarLocation]) throws(CommandError) {
    path = locations.first?.companion(CalendarLocation.feeds) ?? CalendarLocation.feeds
    do throws(FileError) { original = try FileChange.content(of: path) } catch { throw CommandError(error) }
    if let original { content = try StoredJSON.read(Content.self, from: original, named: path) }
  }

  /// The record of a feed; an empty record is not stored.
  subscript(_ name: String) -> FeedRecord {
    get { content.feeds[name] ?? FeedRecord() }
    set { content.feeds[name] = newValue.isEmpty ? nil : newValue }
  }

  func others(than name: String) -> [FeedRecord] {
    content.feeds.filter { $0.key != name }.map(\.value)
  }

  /// Stages the file, to be saved with the calendars.
  func stage(in store: inout CalendarStore) throws(CommandError) {
    guard let location = store.locations.first, original != nil || !content.feeds.isEmpty else { return }
    let after = try StoredJSON.bytes(content, named: path)
    store.stage(FileChange(path, in: location, before: original, after: after), ofLocation: 0)
  }
}

/// The refresh of calendars from a feed, in two steps: before the import of its items and after it.
struct FeedImport {
  private let name: String
  private var file: FeedsFile
  private var refresh: FeedRefresh?
  /// The series in the feed.
  var imports: [ImportedSeries] { refresh?.imports ?? [] }
  /// The first items of the series that are removed.
  private(set) var removed: [Item] = []
  /// The first items of the series that are gone from the feed, but preserved because they were changed here.
  private(set) var preserved: [Item] = []

  /// - Parameter name: The name of the feed.
  init(_ name: String, beside locations: [CalendarLocation]) throws(CommandError) {
    self.name = name
    file = try FeedsFile(locations)
  }

  var record: FeedRecord { file[name] }

  /// Compares the feed with the items imported from it before.
  mutating func open(_ feed: ICSDocument, in store: CalendarStore) {
    let others = file.others(than: name)
    let refresh = FeedRefresh(of: feed, record: record, others: others) { store.items($0) }
    self.refresh = refresh
    (removed, preserved) = (
      refresh.deletions.compactMap { store.items($0).first },
      refresh.kept.compactMap { store.items($0).first }
    )
  }

  /// The refusal of a refresh that removes many items without consent.
  var massDeletion: Refusal? {
    guard let refresh, refresh.needsConsent, !refresh.deletions.isEmpty else { return nil }
    let count = refresh.deletions.count
    return Refusal(
      "mass_deletion",
      "many items are gone from the feed: \(count == 1 ? "one item" : "\(count) items") would be removed",
      expected: "--yes, or the complete feed")
  }

  /// Removes the series that are gone from the feed, and records the imported ones.
  mutating func close(
    _ results: [ImportResult], in store: inout CalendarStore, at now: Instant
  ) throws(CommandError) {
    guard let refresh else { return }
    for id in refresh.deletions { try store.removeAll(id) }
    file[name].update(with: refresh, results, at: now)
    try file.stage(in: &store)
  }

  var json: [JSON.Member] {
    func list(_ items: [Item]) -> JSON {
      .array(items.map { ["uid": .string($0.uid), "summary": .string($0.summary)] })
    }
    return [
      .init("removed", list(removed)), .init("kept", list(preserved)),
      .init("refreshInterval", JSON(refresh?.interval.map { "\($0)" })),
      .init("nextRefresh", JSON(record.nextRefresh.map { "\($0)" })),
    ]
  }

  /// A line with the time from which the feed may be refreshed automatically; none if the feed states no interval.
  func lines(_ zone: Zone) -> [String] {
    record.nextRefresh.map { ["next refresh from \($0.in(zone).description)"] } ?? []
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
