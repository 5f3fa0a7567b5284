internal import AlmanacSync
internal import Foundation

/// The description of a resource by its server.
public struct CalendarDescription: Sendable {
  public let address: WebAddress
  public let name: String
  /// Whether it is a calendar.
  public let isCalendar: Bool
  /// The kinds of items that it takes, such as `VEVENT`; empty for all.
  public let components: [String]
  let ctag: String?
  let syncToken: String?
  let principal: String?
  let homes: [String]
}

/// The calendars of a user of a server (RFC 6764, RFC 4791 §6).
public struct Discovery: Sendable {
  private let client: WebClient

  public init(_ client: WebClient) { self.client = client }

  /// Finds the calendars by way of the address that the user named: the calendar itself, or those of the user's home, which the
  /// address, the principal that it names, or `/.well-known/caldav` leads to.
  ///
  /// - Throws: `SyncError` with code `not_a_calendar` where there are none, and as ``WebClient`` does.
  public func calendars() async throws -> [CalendarDescription] {
    let start = client.home
    var refusal: (any Error)?
    for place in [start, start.path("/.well-known/caldav"), start.path("/")] {
      do {
        let found = try await client.describe(place)
        if found.isCalendar { return [found] }
        let homes = try await homes(of: found)
        let calendars = try await homes.asyncMap { try await self.calendars(in: $0) }.flatMap { $0 }
        if !calendars.isEmpty { return calendars }
      } catch let error as SyncError where [.server, .notFound, .badURL].contains(error.code) {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? SyncError(.notACalendar, name: "\(start)", expected: "the URL of a calendar")
  }

  private func homes(of found: CalendarDescription) async throws -> [WebAddress] {
    var (described, homes) = (found, found.homes)
    if homes.isEmpty, let principal = found.principal {
      described = try await client.describe(try found.address.resolving(principal))
      homes = described.homes
    }
    return try homes.prefix(10).map { try described.address.resolving($0) }
  }

  private func calendars(in home: WebAddress) async throws -> [CalendarDescription] {
    let (list, place) = try await client.propfind(home.asCollection, depth: 1)
    var found: [CalendarDescription] = []
    for resource in list.resources where resource.isSuccess {
      let description = CalendarDescription(resource, at: try place.resolving(resource.href))
      if description.isCalendar { found.append(description) }
    }
    return found
  }
}

extension WebClient {
  /// - Returns: The answer, and the address that has given it.
  fileprivate func propfind(_ address: WebAddress, depth: Int) async throws -> (MultiStatus, WebAddress) {
    let request = WebRequest(
      method: "PROPFIND", address: address,
      headers: [("Depth", "\(depth)")] + Query.headers,
      body: Query.propfind(CalendarDescription.properties))
    let response = try await follow(request)
    return (try MultiStatus(response), response.address)
  }

  /// Asks what a resource is.
  func describe(_ address: WebAddress) async throws -> CalendarDescription {
    let (list, place) = try await propfind(address, depth: 0)
    let status = list.resources.first?.status ?? 404
    guard let resource = list.resources.first, resource.isSuccess else {
      throw SyncError(
        .server, name: "\(place)", expected: "\(MultiStatus.expectation(for: status)), not status \(status)")
    }
    return CalendarDescription(resource, at: place)
  }
}

extension CalendarDescription {
  static let properties = """
    <D:resourcetype/><D:displayname/><D:sync-token/><D:current-user-principal/><S:getctag/><C:calendar-home-set/>\
    <C:supported-calendar-component-set/><D:getetag/>
    """

  init(_ resource: MultiStatus.Resource, at address: WebAddress) {
    self.address = address
    func word(_ name: Markup.Name) -> String? {
      resource[name].map(\.word).flatMap { $0.isEmpty ? nil : $0 }
    }
    name = word(.dav("displayname")) ?? address.segments?.last ?? ""
    isCalendar = resource.types.contains(.calendar("calendar"))
    components =
      resource[.calendar("supported-calendar-component-set")]?.all(.calendar("comp")).compactMap {
        $0.attributes["name"]
      } ?? []
    (ctag, syncToken) = (word(.server("getctag")), word(.dav("sync-token")))
    principal = resource[.dav("current-user-principal")]?.first(.dav("href"))?.word
    homes = resource[.calendar("calendar-home-set")]?.all(.dav("href")).map(\.word) ?? []
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
