internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacICS
public import AlmanacTime

/// The refresh of a calendar from a feed that somebody else publishes, as a value: it is shown before it is applied.
///
/// ```swift
/// let refresh = FeedRefresh(of: fetched, record: record, in: calendar)
/// if refresh.needsConsent { … }                        // asks the user
/// let change = try calendar.apply(refresh, recordedIn: &record, deletingMany: isAgreed, at: now).change
/// ```
/// A program whose calendars are in a store of its own passes a function that finds items (`present`), applies `imports` and
/// `deletions` itself and then updates the record (``FeedRecord/update(with:_:at:)``).
///
/// Only series that came from the feed are deleted. A series that was edited here is not deleted, and
/// receives the feed's changes: alarms, notes and other edits made here remain, unless the feed changed the same property. Where
/// an earlier state of the feed is not known, as that of a series that was here before, it receives what the feed has beyond it,
/// unless the feed's state was not sent later. A series deleted here returns if the feed changes it, or if none of the
/// feed's series are left here. A series split here receives the feed's changes in both parts. A series that the feed has but that
/// was not read completely (`ICSDocument.unreadUIDs`) stays as it is here.
public struct FeedRefresh: Sendable, Hashable {
  /// The series of the feed, in its order; one that was split here is several.
  public let imports: [ImportedSeries]
  /// The series of the feed before splits are aligned.
  fileprivate let stated: [ImportedSeries]
  /// Series of an earlier refresh that the feed lacks now.
  public private(set) var deletions: [ItemID] = []
  /// Series that the feed lacks for the first time, and that were edited here or were here before the feed had them, so that they
  /// are not deleted.
  public private(set) var kept: [ItemID] = []
  /// Series that the feed lacks now and that came from another feed too, so that they are not deleted.
  public private(set) var shared: [ItemID] = []
  private let isCutOff: Bool
  /// The least time between two refreshes (REFRESH-INTERVAL, or X-PUBLISHED-TTL); `nil` where the feed states none.
  public let interval: CalendarDuration?
  /// Series that the feed had before, has no longer and does not delete.
  fileprivate private(set) var absent: Set<ItemID> = []
  /// The number of series that came from the feed.
  fileprivate let recorded: Int
  /// The series that came from other feeds.
  fileprivate let elsewhere: Set<ItemID>
  /// The UIDs of series that the feed has but that were not read completely.
  fileprivate let unread: Set<String>

  /// - Parameters:
  ///   - feed: The feed as it is now.
  ///   - record: The record of the last refresh.
  ///   - others: The records of other feeds of the same calendar: a series that is in one of them too is not deleted.
  ///   - present: Returns the present items of a UID and a kind.
  /// - Complexity: O(n) in the items of the feed and of the record.
  public init(
    of feed: ICSDocument, record: FeedRecord, others: [FeedRecord] = [], present: (ItemID) -> [Item]
  ) {
    let isHere = record.entries.contains { !present($0.id).isEmpty }
    let states = Dictionary(firstOf: record.entries.map { ($0.id, isHere ? $0.items ?? [] : []) })
    unread = feed.unreadUIDs
    stated = feed.importedSeries.map { series in
      modified(series) { $0.base = states[$0.id] ?? [] }
    }
    imports = stated.flatMap { $0.parts(asSplitIn: present) }
    isCutOff = feed.isCutOff
    interval = feed.calendars.lazy.compactMap(\.refreshInterval).first
    recorded = record.entries.count { !$0.isOwn }
    elsewhere = Set(others.flatMap { $0.entries.filter { !$0.isOwn }.map(\.id) })
    let ids = Set(stated.map(\.id))
    for entry in record.entries
    where !ids.contains(entry.id) && !unread.contains(entry.uid) {
      let items = present(entry.id)
      if items.isEmpty {
        // It was deleted here, and stays deleted where the feed has it again.
        if isHere { absent.insert(entry.id) }
      } else if elsewhere.contains(entry.id) {
        shared.append(entry.id)
      } else if !entry.isOwn, FeedRecord.digest(items) == entry.digest {
        deletions.append(entry.id)
      } else {
        if !entry.isAbsent { kept.append(entry.id) }
        absent.insert(entry.id)
      }
    }
  }

  /// Creates the refresh of one calendar.
  ///
  /// - Parameters:
  ///   - feed: The feed as it is now.
  ///   - record: The record of the last refresh.
  ///   - others: The records of other feeds of the same calendar: a series that is in one of them too is not deleted.
  ///   - calendar: The calendar that has the feed's items.
  /// - Complexity: O(*n* log *m*) for *n* items of the feed and of the record and *m* of the calendar.
  public init(
    of feed: ICSDocument, record: FeedRecord, others: [FeedRecord] = [], in calendar: EventCalendar
  ) {
    self.init(of: feed, record: record, others: others) { calendar.items(uid: $0.uid, kind: $0.kind) }
  }

  /// Whether a user must confirm the deletions: the feed is cut off, or it lacks more than half of several series that came
  /// from it, or any of them where it is empty.
  public var needsConsent: Bool {
    isCutOff || SyncPlan.isMassDeletion(deletions.count, of: recorded, isEmptied: imports.isEmpty)
  }
}

extension ImportedSeries {
  /// The series, divided where it was split here since it came from the feed.
  fileprivate func parts(asSplitIn present: (ItemID) -> [Item]) -> [ImportedSeries] {
    guard let base, !base.isEmpty else { return [self] }
    var own = present(id)
    var next = own[...]
    while let item = next.popFirst() {
      for relation in item.relations where relation.kind == .next {
        let part = ItemID(uid: relation.target, kind: kind)
        if own.contains(where: { $0.id.series == part }) { continue }
        own += present(part)
        next += present(part)
      }
    }
    guard own.contains(where: { $0.uid != uid }) else { return [self] }
    var calendar = EventCalendar()
    calendar.method = method
    let sides = [base, own, items].map { calendar.with(items: $0) }
    let aligned = SplitAlignment(
      base: sides[0], ours: sides[1], theirs: sides[2], ourChanges: [id], theirChanges: [])
    let parts = aligned.theirs.importedSeries.map { part in
      modified(part) { $0.base = aligned.base.items(uid: $0.uid, kind: $0.kind) }
    }
    return parts.contains { $0.base == [] } ? [self] : parts
  }
}

extension FeedRefresh {
  /// The instant from which a program that refreshes by itself may do so again; `nil` where the feed states no interval
  /// (RFC 7986 §5.7).
  public func nextRefresh(after now: Instant) -> Instant? {
    guard let next = interval.map({ now.in(.utc).adding($0).instant }), next > now else { return nil }
    return next
  }
}

extension EventCalendar {
  /// Applies a refresh: imports its series, removes those that are gone from the feed, and records both.
  ///
  /// - Parameters:
  ///   - refresh: The refresh, made with this calendar and this record.
  ///   - record: The record of the feed, to be stored with the calendar.
  ///   - deletingMany: Whether the deletions are made that need consent (``FeedRefresh/needsConsent``).
  ///   - now: The time of the refresh, from which the interval to the next one counts.
  ///   - me: The addresses of the calendar's owner; see ``ImportedSeries/result(among:me:)``.
  /// - Returns: The results of the imports, in their order, and the change of the calendar with all imports and deletions.
  /// - Throws: ``SyncError`` with code `mass_deletion` for deletions without the consent that they need. Nothing is changed then.
  @discardableResult
  public mutating func apply(
    _ refresh: FeedRefresh, recordedIn record: inout FeedRecord, deletingMany: Bool = false, at now: Instant,
    me: Set<String> = []
  ) throws(SyncError) -> (results: [ImportResult], change: CalendarChange) {
    if refresh.needsConsent, !refresh.deletions.isEmpty, !deletingMany {
      throw SyncError(
        .massDeletion,
        expected:
          "the complete feed, or consent to delete \(refresh.deletions.count) of \(refresh.recorded) items")
    }
    let (results, change) = importSeries(refresh.imports, me: me)
    // Series that were already deleted here are skipped.
    let removals = refresh.deletions.compactMap { try? remove(uid: $0.uid, kind: $0.kind) }
    record.update(with: refresh, results, at: now)
    return (results, CalendarChange(combining: [change] + removals))
  }
}

/// The records of the feeds that a calendar is refreshed from.
///
/// Store it beside the calendar: `Codable` is its stored form.
public struct FeedRecords: Sendable, Hashable, Codable {
  private var version = StoredSchema()
  /// The records by the names of the feeds.
  private var feeds: [String: FeedRecord] = [:]

  /// Creates records of no feed.
  public init() {}

  /// Whether no feed has a record.
  public var isEmpty: Bool { feeds.isEmpty }

  /// The record of a feed; an empty record is not stored.
  public subscript(_ name: String) -> FeedRecord {
    get { feeds[name] ?? FeedRecord() }
    set { feeds[name] = newValue.isEmpty ? nil : newValue }
  }

  /// The records of the feeds of other names.
  public func others(than name: String) -> [FeedRecord] {
    feeds.filter { $0.key != name }.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The record of the series that came from a feed.
///
/// Store it beside the calendar: `Codable` is its stored form, and without it nothing is deleted.
public struct FeedRecord: Sendable, Hashable, Codable {
  private var schema = StoredSchema()
  /// In the order of kinds and UIDs.
  fileprivate var entries: [Entry] = []
  /// The instant from which a program that refreshes by itself may do so; a refresh that a user starts ignores it. `nil` where
  /// the feed states no interval.
  public private(set) var nextRefresh: Instant?

  fileprivate struct Entry: Sendable, Hashable, Codable {
    let kind: Item.Kind
    let uid: String
    /// The digest of the feed's items, without their alarms, which may be added here, and without SEQUENCE and
    /// LAST-MODIFIED, which an edit of an alarm changes.
    let digest: ContentDigest
    /// The feed's items; `nil` in records stored without them.
    let items: [Item]?
    /// `true` for a series that is not the feed's to delete; `nil` for any other.
    private var own: Bool?
    /// `true` for a series that the feed lacked at the last refresh; `nil` for any other.
    private var absent: Bool?

    init(_ series: ImportedSeries, isOwn: Bool = false) {
      (kind, uid, items) = (series.kind, series.uid, series.items)
      digest = FeedRecord.digest(series.items)
      self.isOwn = isOwn
    }

    /// Whether the series was here before the feed had it, or was edited here and stayed as the feed dropped it. It is recorded
    /// as the base of merges.
    var isOwn: Bool {
      get { own ?? false }
      set { own = newValue ? true : nil }
    }

    /// Whether the feed lacked the series at the last refresh.
    var isAbsent: Bool {
      get { absent ?? false }
      set { absent = newValue ? true : nil }
    }

    var id: ItemID { ItemID(uid: uid, kind: kind) }

    /// Whether a series differs from this state in DTSTAMP alone.
    func isUpToDate(with series: ImportedSeries) -> Bool { items.map(series.isUnchanged(since:)) ?? false }
  }

  /// Creates the record of a feed that was never refreshed; with it nothing is deleted.
  public init() {}

  /// Whether it has neither series nor a time of the next refresh; ``FeedRecords`` does not store such a record.
  public var isEmpty: Bool { entries.isEmpty && nextRefresh == nil }

  /// The UIDs of the series that came from the feed.
  public var uids: Set<String> { Set(entries.filter { !$0.isOwn }.map(\.uid)) }

  /// Records a refresh that was applied.
  ///
  /// - Parameters:
  ///   - refresh: The refresh, made with this record.
  ///   - results: The results of the imports, in their order. A series that was present before it was first in the feed
  ///     does not come from it, unless it came from another feed, and is never deleted.
  ///   - now: The time of the refresh, from which the interval counts.
  public mutating func update(
    with refresh: FeedRefresh, _ results: [ImportResult], at now: Instant? = nil
  ) {
    nextRefresh = now.flatMap(refresh.nextRefresh)
    let known = Dictionary(firstOf: entries.map { ($0.id, $0) })
    let outcomes = Dictionary(firstOf: zip(refresh.imports, results).map { ($0.id, $1.outcome) })
    let stated = refresh.stated.compactMap { series -> Entry? in
      let entry = known[series.id]
      switch outcomes[series.id] {
      case .added: return Entry(series)
      case .older where entry == nil: return Entry(series, isOwn: !refresh.elsewhere.contains(series.id))
      case .older, .refused: return entry.map { $0.items == nil ? Entry(series) : $0 }
      case .replaced, .unchanged, .deletedHere, .editedHere:
        if let entry, entry.isUpToDate(with: series) { return modified(entry) { $0.isAbsent = false } }
        if let entry { return Entry(series, isOwn: entry.isOwn) }
        return Entry(series, isOwn: !refresh.elsewhere.contains(series.id))
      case nil: return entry
      }
    }
    let unread = entries.filter { refresh.unread.contains($0.uid) }
    let absent = entries.filter { refresh.absent.contains($0.id) }.map { entry in
      modified(entry) { ($0.isOwn, $0.isAbsent) = (true, true) }
    }
    entries = (stated + unread + absent).sorted { ($0.kind.rawValue, $0.uid) < ($1.kind.rawValue, $1.uid) }
  }

  fileprivate static func digest(_ items: [Item]) -> ContentDigest {
    let digests = items.map { item in
      var item = item
      (item.alarms, item.sequence, item.lastModified) = ([], 0, nil)
      return ItemVersion(item).digest
    }
    return ContentDigest(digests.sorted().flatMap { $0.description.utf8 })
  }
}

/// The text of calendars for subscribers. The same calendars have the same bytes whenever they are written: items are in
/// the order of their UIDs, and one without a time of change has the beginning of 1970 as its DTSTAMP.
///
/// ```swift
/// let feed = PublishedFeed([course])
/// if request.ifNoneMatch == feed.entityTag { return .notModified }
/// ```
public struct PublishedFeed: Sendable, Hashable {
  /// Normalized iCalendar.
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - calendars: The calendars, each of which is a VCALENDAR of the feed.
  ///   - limit: The time since when a series has to have changed; `nil` for a feed of all series. A series is
  ///     complete, with all its changed instances, and one without a time of change is in each feed. A partial feed
  ///     does not show deletions: use it with an import, not with a ``FeedRefresh``.
  /// - Complexity: O(n log n) in the number of items.
  public init(_ calendars: [EventCalendar], since limit: Instant? = nil) {
    let parts = calendars.map { $0.published(since: limit) }
    bytes = ICSDocument(parts).bytes(.normalized, at: Instant(secondsSinceEpoch: 0))
  }

  /// The entity tag of the bytes (RFC 9110 §8.8.3), a strong one, with its quotation marks.
  public var entityTag: String { "\"\(ContentDigest(bytes))\"" }
}

extension EventCalendar {
  fileprivate func published(since limit: Instant?) -> EventCalendar {
    let published = allSeries.sorted { ($0.uid, $0.kind.rawValue) < ($1.uid, $1.kind.rawValue) }
      .map(\.sorted).filter { items in items.contains { $0.wasChanged(since: limit) } }
    return with(items: Array(published.joined()))
  }
}

extension Series {
  /// The item, then its changed instances by their times.
  fileprivate var sorted: [Item] {
    let keys = overrides.map { ($0, $0.recurrenceID?.description ?? "") }
    return (main.map { [$0] } ?? []) + keys.sorted { $0.1 < $1.1 }.map { $0.0 }
  }
}

extension Item {
  fileprivate func wasChanged(since limit: Instant?) -> Bool {
    guard let limit, let time = [lastModified, stamp, created].compactMap({ $0 }).max() else { return true }
    return time >= limit
  }
}
