public import AlmanacSync
internal import Foundation

/// The collection at a URL that a user has named: a calendar of a CalDAV server, or a published one that can only be read.
public struct OpenedRemote: Sendable {
  public let remote: any SyncRemote
  private let listing: @Sendable () -> CollectionListing?
  private let file: String

  /// Opens a collection.
  ///
  /// - Parameter variables: Those of the environment: `HOME`, and `XDG_STATE_HOME`, below which allowed hosts and the last
  ///   listing are stored.
  /// - Throws: `SyncError`; with code `not_a_calendar` for another address of a server, which names the calendars there.
  public init(_ address: RemoteAddress, variables: [String: String]) async throws {
    let place = try WebAddress(address.url)
    let home = variables["HOME"] ?? "/"
    let folder =
      (variables["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state") + "/almanac"
    let hosts = try AllowedHosts(address.allowedHosts).remembered(for: place, in: folder + "/allowed-hosts")
    let credentials = try Self.credentials(for: place, address, home)
    let client = WebClient(to: place, credentials: credentials, allowing: hosts)
    file = "\(folder)/listings/\(ContentDigest("\(credentials?.user ?? "") \(place)".utf8)).json"
    let known = (address.listsAll ? nil : FileManager.default.contents(atPath: file))
      .flatMap { try? JSONDecoder().decode(CollectionListing.self, from: $0) }
    if let calendar = try await Self.calendar(at: place, client) {
      let collection = CalDAVCollection(calendar.address, client, since: known, described: calendar)
      (remote, listing) = (collection, { collection.currentListing })
    } else {
      let subscription = Subscription(place, client, since: known)
      (remote, listing) = (subscription, { subscription.currentListing })
    }
  }

  private static func credentials(
    for place: WebAddress, _ address: RemoteAddress, _ home: String
  ) throws(SyncError) -> Credentials? {
    let user = address.user ?? place.user
    if user?.contains(":") == true {
      throw SyncError(.unauthorized, expected: "--user NAME without a colon (RFC 7617)")
    }
    if let command = address.passwordCommand {
      guard let user else {
        throw SyncError(.unauthorized, expected: "--user NAME beside --password-command")
      }
      return Credentials(user: user, passwordCommand: command)
    }
    let netrc = FileManager.default.contents(atPath: "\(home)/.netrc").map {
      String(decoding: $0, as: UTF8.self)
    }
    return Credentials(host: place.host, user: user, netrc: netrc ?? "")
  }

  /// - Returns: `nil` where the address is that of a document.
  private static func calendar(
    at place: WebAddress, _ client: WebClient
  ) async throws -> CalendarDescription? {
    if place.segments?.last?.lowercased().hasSuffix(".ics") == true { return nil }
    do {
      let found = try await client.describe(place)
      if found.isCalendar { return found }
      let calendars: [CalendarDescription]
      do {
        calendars = try await Discovery(client).calendars()
      } catch let error as SyncError where [.notACalendar, .server, .notFound].contains(error.code) {
        calendars = []
      }
      let list = calendars.prefix(20).map { "\($0.address) (\($0.name))" }.joined(separator: ", ")
      throw SyncError(
        .notACalendar, name: "\(place)", expected: "the URL of a calendar" + (list.isEmpty ? "" : ": \(list)")
      )
    } catch let refusal as SyncError where refusal.code == .server {
      // Servers of documents alone know no PROPFIND.
      do { _ = try await Subscription(place, client).list() } catch { throw refusal }
      return nil
    }
  }

  /// Forgets what the last `list()` found if reading or writing has shown since that it is wrong.
  public func forgetListing() {
    if listing() == nil { store() }
  }

  /// Stores what the last `list()` found, so that the next one asks for less. Without it the next one asks for all.
  public func store() {
    guard let listing = listing(), let data = try? JSONEncoder().encode(listing) else {
      try? FileManager.default.removeItem(atPath: file)
      return
    }
    let folder = URL(filePath: file).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(filePath: file), options: .atomic)
  }
}
