internal import AlmanacSync
internal import Foundation

/// The names and entity tags of a collection, with the marks by which the server says what changed since.
public struct CollectionListing: Sendable, Hashable, Codable {
  public internal(set) var tokens: [String: String] = [:]
  /// The token of RFC 6578; `nil` where the server has none.
  public internal(set) var syncToken: String?
  /// The mark of the whole collection's state; `nil` where the server has none.
  public internal(set) var ctag: String?

  /// The addresses of resources that are not at their names in the collection.
  var places: [String: String] = [:]

  init(tokens: [String: String] = [:], syncToken: String? = nil, ctag: String? = nil) {
    (self.tokens, self.syncToken, self.ctag) = (tokens, syncToken, ctag)
  }

  /// Whether the server still has the state of the collection that was listed.
  func isCurrent(_ described: CalendarDescription) -> Bool {
    (described.syncToken ?? described.ctag) != nil && described.syncToken == syncToken
      && described.ctag == ctag
  }
}

extension CalDAVCollection {
  /// The entity tags of all resources; an empty one for a resource whose state the server could not tell.
  ///
  /// - Parameter described: The tokens of a moment before, so that a change meanwhile is found the next time.
  /// - Throws: `SyncError` with code `server` for anything but a complete list: what it lacks would count as deleted.
  func listAll(_ described: CalendarDescription?) async throws -> CollectionListing {
    let request = WebRequest(
      method: "PROPFIND", address: address, headers: [("Depth", "1")] + Query.headers,
      body: Query.propfind("<D:getetag/><D:getcontenttype/><D:resourcetype/>"))
    var listing = try listing(in: try MultiStatus(try await client.follow(request)))
    (listing.syncToken, listing.ctag) = (described?.syncToken, described?.ctag)
    return listing
  }

  func listing(in list: MultiStatus) throws(SyncError) -> CollectionListing {
    var (listing, spellings): (CollectionListing, [String: String]) = (CollectionListing(), [:])
    for resource in list.resources {
      guard let (name, place) = try locate(resource), resource.isCalendarObject else { continue }
      listing.places[name] = place?.description
      guard let other = listing.tokens.updateValue(resource.entityTag, forKey: name) else {
        spellings[name] = name
        continue
      }
      if spellings[name]?.utf8.elementsEqual(name.utf8) != false {
        throw incomplete("\(name) once, not twice (\(other) and \(resource.entityTag))")
      }
      // Two names in different forms of Unicode are one in most folders; either may be meant.
      listing.tokens[name] = ""
    }
    return listing
  }

  /// The name and the place of a resource of the collection; `nil` for the collection itself and for one within it.
  ///
  /// - Throws: Where it is no resource of the collection, and where the list is cut short (RFC 4918 §11.5).
  private func locate(_ resource: MultiStatus.Resource) throws(SyncError) -> (
    name: String, place: WebAddress?
  )? {
    if resource.status == 507 { throw incomplete("a complete list, not status 507 of \(resource.href)") }
    guard let found = try locate(resource.href) else {
      if resource.isSuccess { return nil }
      throw incomplete("a complete list, not status \(resource.status) of \(resource.href)")
    }
    return resource.href.hasSuffix("/") ? nil : found
  }

  /// The name in an address that the server gives, and the address where it is not that of the name in the collection; `nil` for
  /// the collection itself.
  ///
  /// - Throws: `SyncError` with code `other_host` for an address of another server that is not allowed.
  func locate(_ href: String) throws(SyncError) -> (name: String, place: WebAddress?)? {
    let outside = incomplete("resources of the collection, not \(href)")
    guard let end = href.firstRange(of: "://") else {
      // Xandikos writes names with a colon so, which are relative to the collection (RFC 3986 §5.2).
      let plain = href.prefix { $0 != "?" && $0 != "#" }
      if !plain.contains("/"), let parts = WebAddress.segments(of: "/" + plain), parts.count == 1 {
        return (parts[0], nil)
      }
      guard href.hasPrefix("/"), !href.hasPrefix("//") else { throw outside }
      return try locate(path: href[...], else: outside)
    }
    guard let named = try? WebAddress(href) else { throw outside }
    // A path is enough, but some servers write their name before it.
    if named.isSameServer(as: address) {
      return try locate(path: href[end.upperBound...].drop { $0 != "/" }, else: outside)
    }
    try client.requireAllowed(named)
    guard let name = named.segments?.last else { throw outside }
    return (name, named)
  }

  private func locate(
    path: Substring, else outside: SyncError
  ) throws(SyncError) -> (name: String, place: WebAddress?)? {
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    if let name = encodedName(atPath: plain) {
      guard let place = try? address.resolving(String(plain)) else { throw outside }
      return (name, place)
    }
    guard let parts = WebAddress.segments(of: String(plain)), parts.starts(with: segments),
      parts.count <= segments.count + 1
    else { throw outside }
    return parts.count == segments.count ? nil : parts.last.map { ($0, nil) }
  }

  /// The name, as it is encoded, of a resource of the collection whose name is not UTF-8 or has control characters; `nil` for
  /// another path.
  private func encodedName(atPath path: Substring) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let name = path[path.index(after: slash)...]
    let isPlain = name.removingPercentEncoding.map { !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
    guard isPlain != true, WebAddress.segments(of: String(path[...slash])) == segments else { return nil }
    return String(name)
  }

  private func incomplete(_ expected: String) -> SyncError {
    SyncError(.server, name: "\(address)", expected: expected)
  }

  /// The listing with what changed since; `nil` where all has to be listed.
  func changes(
    since known: CollectionListing?, to described: CalendarDescription
  ) async throws -> CollectionListing? {
    guard var next = known, var last = next.syncToken else { return nil }
    next.ctag = described.ctag
    var hasChanges = false
    for _ in 0..<1_000 {
      let request = WebRequest(
        method: "REPORT", address: address, headers: [("Depth", "0")] + Query.headers,
        body: Query.changes(since: last))
      let response = try await client.follow(request)
      // A token that the server does not know any more (RFC 6578 §3.7), and servers without tokens.
      guard response.status == 207 else { return nil }
      let list = try MultiStatus(response)
      guard let token = list.syncToken else { return nil }
      var isTruncated = false
      for resource in list.resources {
        if resource.status == 507, try locate(resource.href) == nil {
          isTruncated = true
          continue
        }
        guard let (name, place) = try locate(resource) else { continue }
        hasChanges = true
        if resource.status == 404 || resource.status == 410 {
          next.tokens[name] = nil
        } else if resource.isCalendarObject {
          (next.tokens[name], next.places[name]) = (resource.entityTag, place?.description)
        }
      }
      next.syncToken = token
      // To a token of the future, such as that of a calendar that was restored, servers with numbers report no change.
      let isPlausible = hasChanges || described.syncToken == nil && described.ctag == nil
      if !isTruncated { return isPlausible ? next : nil }
      if token == last { return nil }
      last = token
    }
    return nil
  }

  /// Several resources in one request. Those that cannot be read are left out, unless the server does not have them.
  /// Resources at another server are left out too.
  func multiget(_ names: [String]) async throws -> [String: Result<SyncResource, any Error>] {
    var (paths, asked): ([String], [String: String]) = ([], [:])
    for name in names {
      let place = try resource(name)
      let path = place.url.path(percentEncoded: true)
      guard place.isSameServer(as: address), let found = try? locate(path) else { continue }
      paths.append(path)
      asked[found.name] = name
    }
    if paths.isEmpty { return [:] }
    let request = WebRequest(
      method: "REPORT", address: address, headers: [("Depth", "1")] + Query.headers,
      body: Query.multiget(paths))
    var results: [String: Result<SyncResource, any Error>] = [:]
    for resource in try MultiStatus(try await client.follow(request)).resources {
      guard let found = try locate(resource.href), let name = asked[found.name] else { continue }
      if resource.status == 404 || resource.status == 410 {
        results[name] = .failure(error(resource.status, of: "REPORT", name))
      }
      guard resource.isSuccess, let data = resource[.calendar("calendar-data")], !resource.entityTag.isEmpty
      else { continue }
      // XML has no CR (RFC 4791 §9.6); a text with some was escaped.
      let text = data.text.contains("\r\n") ? data.text : data.text.replacing("\n", with: "\r\n")
      let bytes = Array(text.utf8)
      if bytes.hasItem {
        results[name] = .success(SyncResource(token: resource.entityTag, bytes: bytes))
      }
    }
    return results
  }
}
