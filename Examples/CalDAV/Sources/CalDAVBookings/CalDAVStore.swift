public import Almanac
internal import AlmanacICS
public import AlmanacSync
public import CalDAV
internal import Foundation
internal import Synchronization

/// The bookings of classes in a calendar of a CalDAV server, which members' and coaches' programs may show too.
///
/// A class is a resource with its dates, and the entity tag of the resource is the version of all its rosters: a roster is
/// written by a `PUT` of the whole resource with `If-Match`, and the server refuses it where another program was faster. The
/// rosters of several dates of one class are one `PUT`. Those of several classes would be several, of which the server may
/// accept one and refuse another, so they are refused with code `not_atomic`: a gym that books them together uses a database.
///
/// Bookings are the attendees of a date, as `ClassBook.calendar` writes them, each with `SCHEDULE-AGENT=CLIENT`, so that
/// the server itself mails nobody (RFC 6638 §7.1). Everything else in the resource is preserved. The calendar has every
/// member's address in it, so nothing is booked where the server gives it to anybody.
///
/// A class is in the resource that `almanac sync` makes of it (`String.fileName(forUID:)`).
public final class CalDAVStore: RosterStore {
  private let calendar: CalDAVCollection
  private let clock: @Sendable () -> Instant
  /// Whether the calendar need not be private any more: it is, or it may be public.
  private let mayBook: Mutex<Bool>
  /// The last state of a class, which `replace(_:)` changes where it is still the one that was loaded.
  private let loaded = Mutex<[String: Resource]>([:])

  /// - Parameters:
  ///   - calendar: The calendar, in which the classes are.
  ///   - allowsStrangers: Whether members are booked in a calendar that anybody may read without a name and a password, such
  ///     as one of a test. Otherwise the first booking asks the server, and fails with code `public`.
  ///   - clock: The time of changes, for DTSTAMP and LAST-MODIFIED; by default that of the machine.
  public init(
    _ calendar: CalDAVCollection, allowsStrangers: Bool = false, clock: (@Sendable () -> Instant)? = nil
  ) {
    self.calendar = calendar
    mayBook = Mutex(allowsStrangers)
    self.clock = clock ?? { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
  }

  /// Puts a class into the calendar, so that it can be booked.
  ///
  /// - Parameter organizer: The ORGANIZER, which calendars expect where there are attendees.
  /// - Throws: `SyncError` with code `conflict` where it is there already.
  public func add(_ series: ClassSeries, organizer: Organizer) async throws {
    let document = ICSDocument([ClassBook([series]).calendar(organizer: organizer, at: clock())])
    _ = try await calendar.write(document.bytes, to: String.fileName(forUID: series.uid), replacing: nil)
  }

  /// The rosters of the dates that the classes have; a class that is not in the calendar has none.
  public func load(_ keys: [RosterKey]) async throws -> [RosterKey: StoredBook<Roster, String>] {
    var books: [RosterKey: StoredBook<Roster, String>] = [:]
    for (uid, keys) in Dictionary(grouping: keys, by: \.uid) {
      guard let stored = try await resource(of: uid) else { continue }
      let book = ClassBook(stored.calendar)
      for key in keys {
        if let roster = book.roster(of: uid, at: key.original) {
          books[key] = StoredBook(roster, version: stored.version)
        }
      }
    }
    return books
  }

  /// - Throws: `SyncError` with code `not_atomic` for rosters of several classes of which one is written, `not_found` for a class
  ///   that is not in the calendar, `public` for a calendar that anybody may read; `StoreInterruption` where the server does
  ///   not answer.
  public func replace(_ changes: [BookChange<RosterKey, Roster, String>]) async throws -> [RosterKey: String]?
  {
    let written = changes.compactMap(\.book)
    guard let uid = changes.first(where: { $0.book != nil })?.key.uid else {
      return try await areCurrent(changes) ? [:] : nil
    }
    guard changes.allSatisfy({ $0.key.uid == uid }) else {
      throw SyncError(
        .notAtomic, name: changes.map(\.key.uid).joined(separator: ", "),
        expected: "rosters of one class, as a CalDAV server writes one resource at a time")
    }
    if changes.contains(where: { $0.version == nil && $0.book != nil }) {
      throw SyncError(
        .notFound, name: uid, expected: "a class that is in the calendar, and a date that it has")
    }
    let known = loaded.withLock { $0.removeValue(forKey: uid) }
    let version = changes.compactMap(\.version).first
    guard let stored = known?.version == version ? known : try await resource(of: uid) else { return nil }
    guard changes.allSatisfy({ $0.version == stored.version || $0.version == nil }) else { return nil }
    let bytes = try stored.with(written, of: uid, at: clock())
    try await requirePrivacy(of: uid)
    do {
      let tag = try await calendar.write(bytes, to: String.fileName(forUID: uid), replacing: stored.version)
      if tag.isEmpty { return [:] }
      return Dictionary(changes.filter { $0.book != nil }.map { ($0.key, tag) }) { first, _ in first }
    } catch let error as SyncError where error.code == .conflict || error.code == .notFound {
      return nil
    } catch let error as SyncError {
      throw Self.interruption(error, mayHaveWritten: true) ?? error
    }
  }

  /// Whether rosters still have the versions that were loaded, which only the server knows. Those of several classes are
  /// read one after the other: where none has changed since it was loaded, all had these versions when the last one was.
  private func areCurrent(_ changes: [BookChange<RosterKey, Roster, String>]) async throws -> Bool {
    let now = try await load(changes.map(\.key))
    return changes.allSatisfy { now[$0.key]?.version == $0.version }
  }

  /// Asks once whether the server refuses strangers a class.
  private func requirePrivacy(of uid: String) async throws {
    if mayBook.withLock({ $0 }) { return }
    do {
      guard try await calendar.refusesStrangers(String.fileName(forUID: uid)) else {
        throw SyncError(
          .public, name: "\(calendar.address)",
          expected: "a calendar that is given to nobody without a name and a password, as it names members")
      }
    } catch let error as SyncError {
      throw Self.interruption(error, mayHaveWritten: false) ?? error
    }
    mayBook.withLock { $0 = true }
  }

  private func resource(of uid: String) async throws -> Resource? {
    do {
      let resource = try Resource(try await calendar.read(String.fileName(forUID: uid)))
      loaded.withLock { $0[uid] = resource }
      return resource
    } catch let error as SyncError where error.code == .notFound {
      return nil
    } catch let error as SyncError {
      throw Self.interruption(error, mayHaveWritten: false) ?? error
    }
  }

  /// - Returns: `nil` for an error that stays where the request is made again.
  private static func interruption(_ error: SyncError, mayHaveWritten: Bool) -> StoreInterruption? {
    [.unreachable, .server].contains(error.code)
      || error.code == .refused && error.expected.hasSuffix("status 500")
      ? StoreInterruption("\(error)", mayHaveWritten: mayHaveWritten) : nil
  }
}

extension SyncError.Code {
  /// Changes that the server cannot make together.
  public static let notAtomic = SyncError.Code(rawValue: "not_atomic")
  /// A calendar that anybody may read.
  public static let `public` = SyncError.Code(rawValue: "public")
}

/// A class as it is on the server.
private struct Resource: Sendable {
  private let document: ICSDocument
  let version: String

  /// - Throws: `SyncError` with code `unreadable` for what is no iCalendar, and without an entity tag.
  init(_ resource: SyncResource) throws {
    version = resource.token
    guard let document = try? ICSDocument(parsing: resource.bytes), document.incompleteness == nil,
      !document.calendars.isEmpty, !resource.token.isEmpty
    else { throw SyncError(.unreadable, expected: "a class as iCalendar, with an entity tag") }
    self.document = document
  }

  var calendar: EventCalendar { document.calendars.first ?? EventCalendar() }

  /// The text with other rosters of the class; the rest is as it was.
  func with(_ rosters: [Roster], of uid: String, at now: Instant) throws -> [UInt8] {
    var (document, calendar) = (document, calendar)
    var book = ClassBook(calendar)
    let before = book.calendar(at: nil)
    for roster in rosters { book.restore(roster) }
    for event in book.calendar(at: nil).items.compactMap({ before.item($0.id) == $0 ? nil : $0.event }) {
      let base = before.item(event.id) ?? before.item(ItemID(uid: event.uid))
      try calendar.write(event.withoutScheduling, changing: base?.event, at: now)
    }
    document.calendars[0] = calendar
    return document.bytes
  }
}

extension Event {
  /// The event with attendees to whom the server sends nothing.
  fileprivate var withoutScheduling: Event {
    var event = self
    for index in event.attendees.indices {
      event.attendees[index].parameters.removeAll { $0.name == "SCHEDULE-AGENT" }
      event.attendees[index].parameters.append(Parameter("SCHEDULE-AGENT", "CLIENT"))
    }
    return event
  }
}
