internal import AlmanacEvents
internal import AlmanacICS
internal import AlmanacTime

/// A calendar that others publish as one document, as a collection with a resource for each UID, which can only be read. The UIDs of
/// items without one follow from their content; DTSTAMP alone is no change.
///
/// A synchronization brings what changes there to the other side, and reports what changed on that side as `refused`.
public struct SubscribedRemote: SyncRemote {
  private let resources: [String: SyncResource]

  /// - Throws: ``SyncError`` with code `unreadable` for bytes that are not iCalendar, or that are not read completely.
  public init(_ bytes: [UInt8]) throws(SyncError) {
    var document: ICSDocument
    do throws(ICSError) { document = try ICSDocument(parsing: bytes) } catch {
      throw SyncError(.unreadable, expected: "a calendar that can be read: \(error)")
    }
    if let error = SyncError(incomplete: document) { throw error }
    document = document.identifiedByContent
    var resources: [String: SyncResource] = [:]
    var taken: Set<String> = []
    var groups: [String: (calendar: EventCalendar, items: [Item])] = [:]
    for calendar in document.calendars {
      for item in calendar.items { groups[item.uid, default: (calendar, [])].items.append(item) }
    }
    // An item of which a start cannot be read is there all the same, in an unknown state.
    let unread = document.unreadUIDs
    for uid in unread { groups[uid] = (EventCalendar(), []) }
    for (uid, group) in groups.sorted(by: { $0.key < $1.key }) {
      let name = String.fileName(forUID: uid).unique(among: &taken)
      if unread.contains(uid) {
        resources[name] = SyncResource(token: "", bytes: [])
        continue
      }
      var calendar = EventCalendar(zone: group.calendar.zone)
      calendar.insert(group.items)
      // Many servers write the moment of each answer as DTSTAMP.
      var unstamped = EventCalendar(zone: group.calendar.zone)
      unstamped.insert(
        group.items.map { item in modified(item) { $0.stamp = Instant(secondsSinceEpoch: 0) } })
      resources[name] = SyncResource(
        token: "\(ContentDigest(ICSDocument([unstamped]).bytes))", bytes: ICSDocument([calendar]).bytes)
    }
    self.resources = resources
  }

  public func list() -> [String: String] { resources.mapValues(\.token) }

  public func read(_ name: String) throws -> SyncResource {
    guard let resource = resources[name], !resource.token.isEmpty else {
      throw SyncError(.notFound, name: name, expected: "an item of the calendar")
    }
    return resource
  }

  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    throw Self.refusal(of: name)
  }

  public func delete(_ name: String, having token: String) throws { throw Self.refusal(of: name) }

  /// The error of a write.
  public static func refusal(of name: String) -> SyncError {
    SyncError(
      .refused, name: name, expected: "a calendar that may be written to, as this one can only be read")
  }
}
