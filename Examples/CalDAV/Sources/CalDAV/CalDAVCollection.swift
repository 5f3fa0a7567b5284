internal import Almanac
internal import AlmanacICS
public import AlmanacSync
internal import Foundation
internal import Synchronization

/// A calendar collection of a CalDAV server (RFC 4791) as a side of a synchronization. The change token of a resource is its
/// entity tag.
///
/// ```swift
/// let client = WebClient(to: try WebAddress("https://dav.example.org/"), credentials: credentials)
/// let calendars = try await Discovery(client).calendars()
/// let remote = CalDAVCollection(calendars[0].address, client)
/// let names = try await remote.list()
/// ```
public final class CalDAVCollection: SyncRemote {
  public let address: WebAddress
  let client: WebClient
  private let segments: [String]
  private let listing: Mutex<CollectionListing?>
  /// The names of resources written since the last listing.
  private let written = Mutex<Set<String>>([])

  /// - Parameter listing: What ``currentListing`` was after an earlier ``list()``; the server is asked for what changed since.
  public init(_ address: WebAddress, _ client: WebClient, since listing: CollectionListing? = nil) {
    self.address = address.asCollection
    self.client = client
    segments = address.segments ?? []
    self.listing = Mutex(listing)
  }

  public var readsBackWrites: Bool { true }

  /// The result of ``list()``, to be stored for the next time; `nil` where it is not known well enough.
  public var currentListing: CollectionListing? { listing.withLock { $0 } }

  /// Lists the collection: what changed since the last listing (RFC 6578), or where the server has no such thing, or no longer
  /// knows the last one, all of it; nothing where the collection's ctag is the last one.
  public func list() async throws -> [String: String] {
    try await client.limitingAnswers { try await self.listChanges() }
  }

  private func listChanges() async throws -> [String: String] {
    let state = try await client.describe(address)
    let known = listing.withLock { $0 }
    if let known, let tag = state.ctag, state.syncToken == nil, known.ctag == tag { return known.tokens }
    let next: CollectionListing
    if let changed = try await changes(since: known) {
      next = changed
    } else {
      // The tokens are those of a moment before the listing, so that a change meanwhile is found the next time.
      next = CollectionListing(tokens: try await listAll(), syncToken: state.syncToken, ctag: state.ctag)
    }
    listing.withLock { $0 = next.tokens.values.contains("") ? nil : next }
    return next.tokens
  }

  public func read(_ name: String) async throws -> SyncResource {
    let response = try await send("GET", name)
    guard response.body.hasItem else {
      throw SyncError(
        .unreadable, name: name, expected: "iCalendar with an item, as each resource has (RFC 4791 §4.1)")
    }
    return SyncResource(token: response.entityTag, bytes: response.body)
  }

  public func readAll(_ names: [String]) async -> [Result<SyncResource, any Error>] {
    let results = await client.limitingAnswers { await self.readMany(names) }
    for (name, result) in zip(names, results) {
      if case .success = result { forgetListing(without: name) }
    }
    return results
  }

  /// Forgets a listing that lacks a resource that is there, so that the next one is not made from it.
  private func forgetListing(without name: String) {
    guard !written.withLock({ $0.contains(name) }) else { return }
    listing.withLock { if $0?.tokens[name] == nil { $0 = nil } }
  }

  private func readMany(_ names: [String]) async -> [Result<SyncResource, any Error>] {
    var results: [String: Result<SyncResource, any Error>] = [:]
    // One request for each is as fast for a few.
    for start in stride(from: 0, to: names.count > 2 ? names.count : 0, by: 100) {
      // Resources that the answer lacks are read alone, which gives the reason.
      guard let part = try? await multiget(Array(names[start..<min(start + 100, names.count)])) else { break }
      results.merge(part) { first, _ in first }
    }
    let others = names.filter { results[$0] == nil }
    results.merge(zip(others, await readEach(others))) { first, _ in first }
    return names.compactMap { results[$0] }
  }

  /// - Returns: The entity tag; empty if the server stored another text, which the next synchronization reads
  ///   (RFC 4791 §5.3.4).
  /// - Throws: `SyncError`, for a refusal with the server's reasons; with code `refused` or `server` also where an answer of
  ///   success is no proof, and the resource turns out not to be written.
  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    written.withLock { _ = $0.insert(name) }
    let type = ("Content-Type", "text/calendar; charset=utf-8")
    let response: WebResponse
    do { response = try await send("PUT", name, having: token, [type], bytes) } catch let error as SyncError
      where error.code == .refused && bytes.hasSeveralUIDs
    {
      throw SyncError(
        .refused, name: name,
        expected: error.expected
          + ", nor items of several UIDs: a server takes those of one UID per resource, and "
          + "`almanac import FILE` puts the items of a file into a folder so")
    }
    guard [200, 201, 204].contains(response.status) else {
      throw SyncError(
        .refused, name: name, expected: "status 200, 201 or 204 of PUT, not \(response.status)")
    }
    let tag = response.entityTag
    if !tag.isEmpty, tag != token, !response.isHTML { return tag }
    return try await confirm(bytes, of: name, replacing: token, response)
  }

  /// Reads what was written, where the answer does not prove that it was: without a new entity tag, or as a page of HTML,
  /// such as one on which people sign in.
  ///
  /// - Returns: As ``write(_:to:replacing:)``.
  private func confirm(
    _ bytes: [UInt8], of name: String, replacing token: String?, _ answer: WebResponse
  ) async throws -> String {
    let refusal = SyncError(
      answer.isHTML ? .server : .refused, name: name,
      expected: "PUT to store the resource, not to answer status \(answer.status) alone")
    do {
      let stored = try await read(name)
      if stored.bytes == bytes { return stored.token }
      guard !answer.isHTML, !stored.token.isEmpty, stored.token != token else { throw refusal }
      return ""
    } catch let error as SyncError where error.code == .notFound || error.code == .unreadable {
      throw refusal
    }
  }

  public func delete(_ name: String, having token: String) async throws {
    let response = try await send("DELETE", name, having: token)
    // 202 is a promise, and 207 lists what failed (RFC 4918 §9.6.1).
    guard [200, 204].contains(response.status), !response.isHTML else {
      throw SyncError(
        response.isHTML ? .server : .refused, name: name,
        expected: "DELETE to remove the resource, not to answer status \(response.status) alone")
    }
  }

  /// Makes a request for one state of a resource; `nil` for one that must not be there.
  ///
  /// A proxy makes an entity tag weak (`W/`) where it compresses the answer, and If-Match compares strong ones (RFC 9110 §13.1.1),
  /// so the tag is sent as the server behind the proxy knows it.
  private func send(
    _ method: String, _ name: String, having token: String?, _ headers: [(String, String)] = [],
    _ body: [UInt8]? = nil
  ) async throws -> WebResponse {
    guard let token = token?.validEntityTag else {
      return try await send(method, name, headers + [("If-None-Match", "*")], body)
    }
    // An unknown state would be any.
    if token.isEmpty || token == "*" {
      throw SyncError(.conflict, name: name, expected: "the resource as it was, whose state is not known")
    }
    let isWeak = token.hasPrefix("W/")
    let condition = ("If-Match", isWeak ? String(token.dropFirst(2)) : token)
    do {
      return try await send(method, name, headers + [condition], body)
    } catch let error as SyncError where error.code == .conflict && isWeak {
      guard try await read(name).token.validEntityTag == token else { throw error }
      throw SyncError(
        .refused, name: name,
        expected: "a server with strong entity tags, as no change can be made on the condition of \(token)")
    }
  }

  private func send(
    _ method: String, _ name: String, _ headers: [(String, String)] = [], _ body: [UInt8]? = nil
  ) async throws -> WebResponse {
    let address = try resource(name)
    let response = try await client.send(
      WebRequest(method: method, address: address, headers: headers.map { ($0.0, $0.1) }, body: body))
    if !response.isSuccess { throw error(response.status, of: method, name, response.preconditions) }
    return response
  }

  fileprivate func resource(_ name: String) throws(SyncError) -> WebAddress {
    let address = address.resource(name)
    guard address.segments == segments + [name] else {
      throw SyncError(.refused, name: name, expected: "the name of a resource of the collection")
    }
    return address
  }
}

extension CalDAVCollection {
  /// Makes the calendar on the server (RFC 4791 §5.3.1).
  ///
  /// - Throws: `SyncError` with code `server` where the server does not, such as because it is there already.
  public func create() async throws {
    let response = try await client.send(WebRequest(method: "MKCALENDAR", address: address))
    guard [200, 201, 204].contains(response.status), !response.isHTML else {
      throw response.failure(expected: "a new calendar")
    }
  }
}

extension CalDAVCollection {
  /// Asks for a resource without a name and a password.
  ///
  /// A client cannot find out what other users may read, nor what an administrator has shared.
  ///
  /// - Parameter name: A resource of the calendar; by default any, or the calendar itself where it has none.
  /// - Returns: Whether the server refuses it, by status 401 or 403.
  /// - Throws: `SyncError`, also for any other answer, which proves nothing.
  public func refusesStrangers(_ name: String? = nil) async throws -> Bool {
    let name = if let name { name } else { try await list().keys.min() }
    let place = try name.map { try resource($0) } ?? address
    let response = try await WebClient(to: address).send(WebRequest(method: "GET", address: place))
    if response.isSuccess { return false }
    guard [401, 403].contains(response.status) else {
      throw response.failure(expected: "the calendar, or status 401 or 403 for a stranger")
    }
    return true
  }
}

// MARK: Lists

extension CalDAVCollection {
  /// The entity tags of all resources; an empty one for a resource whose state the server could not tell.
  ///
  /// - Throws: `SyncError` with code `server` for anything but a complete list: what it lacks would count as deleted.
  private func listAll() async throws -> [String: String] {
    let request = WebRequest(
      method: "PROPFIND", address: address, headers: [("Depth", "1")] + Query.headers,
      body: Query.propfind("<D:getetag/><D:getcontenttype/><D:resourcetype/>"))
    return try tokens(in: try MultiStatus(try await client.send(request)))
  }

  func tokens(in list: MultiStatus) throws(SyncError) -> [String: String] {
    var (tokens, spellings): ([String: String], [String: String]) = ([:], [:])
    for resource in list.resources {
      guard let name = try name(of: resource) else { continue }
      guard resource.isCalendarObject else { continue }
      guard let other = tokens.updateValue(token(of: resource, name), forKey: name) else {
        spellings[name] = name
        continue
      }
      if spellings[name]?.utf8.elementsEqual(name.utf8) != false {
        throw incomplete("\(name) once, not twice (\(other) and \(resource.entityTag))")
      }
      // Two names in different forms of Unicode are one in most folders; either may be meant.
      tokens[name] = ""
    }
    return tokens
  }

  /// The entity tag; empty for a resource that cannot be asked for, as its name is not UTF-8 and was not decoded.
  private func token(of resource: MultiStatus.Resource, _ name: String) -> String {
    let path = resource.href.prefix { $0 != "?" && $0 != "#" }
    return name.removingPercentEncoding == nil && path.hasSuffix("/\(name)") ? "" : resource.entityTag
  }

  /// The name of a resource of the collection; `nil` for the collection itself and for one within it.
  ///
  /// - Throws: Where it is no resource of the collection, and where the list is cut short (RFC 4918 §11.5).
  private func name(of resource: MultiStatus.Resource) throws(SyncError) -> String? {
    if resource.status == 507 { throw incomplete("a complete list, not status 507 of \(resource.href)") }
    guard let name = try name(of: resource.href) else {
      if resource.isSuccess { return nil }
      throw incomplete("a complete list, not status \(resource.status) of \(resource.href)")
    }
    return resource.href.hasSuffix("/") ? nil : name
  }

  /// The name in an address that the server gives; `nil` for the collection itself.
  private func name(of href: String) throws(SyncError) -> String? {
    let outside = incomplete("resources of the collection, not \(href)")
    guard let end = href.firstRange(of: "://") else {
      // Xandikos writes names with a colon so, which are relative to the collection (RFC 3986 §5.2).
      let plain = href.prefix { $0 != "?" && $0 != "#" }
      if !plain.contains("/"), let parts = WebAddress.segments(of: "/" + plain), parts.count == 1 {
        return parts[0]
      }
      guard href.hasPrefix("/"), !href.hasPrefix("//") else { throw outside }
      return try name(atPath: href[...], else: outside)
    }
    // A path is enough, but some servers write their name before it.
    guard let named = try? WebAddress(href), named.isSameServer(as: address) else { throw outside }
    return try name(atPath: href[end.upperBound...].drop { $0 != "/" }, else: outside)
  }

  private func name(atPath path: Substring, else outside: SyncError) throws(SyncError) -> String? {
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    if let name = undecodableName(atPath: plain) { return name }
    guard let parts = WebAddress.segments(of: String(plain)), parts.starts(with: segments) else {
      throw outside
    }
    switch parts.count - segments.count {
    case 0: return nil
    case 1: return parts.last
    default: throw outside
    }
  }

  /// The name, as it is encoded, of a resource of the collection whose name is not UTF-8; `nil` for another path.
  private func undecodableName(atPath path: Substring) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let name = path[path.index(after: slash)...]
    guard name.removingPercentEncoding == nil, WebAddress.segments(of: String(path[...slash])) == segments
    else {
      return nil
    }
    return String(name)
  }

  private func incomplete(_ expected: String) -> SyncError {
    SyncError(.server, name: "\(address)", expected: expected)
  }

  /// The listing with what changed since; `nil` where all has to be listed.
  private func changes(since known: CollectionListing?) async throws -> CollectionListing? {
    guard var next = known, let token = next.syncToken else { return nil }
    var last = token
    for _ in 0..<1_000 {
      let request = WebRequest(
        method: "REPORT", address: address, headers: [("Depth", "0")] + Query.headers,
        body: Query.changes(since: last))
      let response = try await client.send(request)
      // A token that the server does not know any more (RFC 6578 §3.7), and servers without tokens.
      guard response.status == 207 else { return nil }
      let list = try MultiStatus(response)
      guard let token = list.syncToken else { return nil }
      var isTruncated = false
      for resource in list.resources {
        if resource.status == 507, try name(of: resource.href) == nil {
          isTruncated = true
          continue
        }
        guard let name = try name(of: resource) else { continue }
        if resource.status == 404 || resource.status == 410 {
          next.tokens[name] = nil
        } else if resource.isCalendarObject {
          next.tokens[name] = self.token(of: resource, name)
        }
      }
      next.syncToken = token
      if !isTruncated { return next }
      if token == last { return nil }
      last = token
    }
    return nil
  }

  /// Several resources in one request. Those that cannot be read are left out, unless the server does not have them.
  private func multiget(_ names: [String]) async throws -> [String: Result<SyncResource, any Error>] {
    let paths = try names.map { try resource($0).url.path(percentEncoded: true) }
    let request = WebRequest(
      method: "REPORT", address: address, headers: [("Depth", "1")] + Query.headers,
      body: Query.multiget(paths))
    var found: [String: Result<SyncResource, any Error>] = [:]
    for resource in try MultiStatus(try await client.send(request)).resources {
      guard let name = try name(of: resource.href) else { continue }
      if resource.status == 404 || resource.status == 410 {
        found[name] = .failure(error(resource.status, of: "REPORT", name))
      }
      guard resource.isSuccess, let data = resource[.calendar("calendar-data")], !resource.entityTag.isEmpty
      else { continue }
      // XML has no CR (RFC 4791 §9.6); a text with some was escaped.
      let text = data.text.contains("\r\n") ? data.text : data.text.replacing("\n", with: "\r\n")
      let bytes = Array(text.utf8)
      if bytes.hasItem {
        found[name] = .success(SyncResource(token: resource.entityTag, bytes: bytes))
      }
    }
    return found
  }
}

extension CalDAVCollection {
  /// The error of a response that is not a success.
  ///
  /// An error of the client that names a resource concerns that resource alone, such as 403 or 409 for a kind of item that
  /// the collection does not have (RFC 4791 §5.3.2.1), 413 or 415, and so does a fault of the server while it reads it
  /// (500); unless the server does not accept the client, or not yet (401, 407, 408, 429).
  ///
  /// - Parameter preconditions: The names of those that the request has not met.
  func error(
    _ status: Int, of method: String, _ name: String, _ preconditions: [String] = []
  ) -> SyncError {
    switch status {
    case 412: return SyncError(.conflict, name: name, expected: "the resource as it was")
    case 404, 410: return SyncError(.notFound, name: name, expected: "a resource of the collection")
    case 401: return .signIn(at: address, as: client.credentials?.user)
    default:
      let isOfResource = (400...500).contains(status) && ![407, 408, 429].contains(status)
      let reasons = preconditions.isEmpty ? "" : " (\(preconditions.joined(separator: ", ")))"
      return SyncError(
        isOfResource ? .refused : .server, name: name,
        expected: "success of \(method), not status \(status)\(reasons)")
    }
  }
}

extension Array where Element == UInt8 {
  /// Whether the text has items of more than one UID, which no resource may have (RFC 4791 §4.1).
  fileprivate var hasSeveralUIDs: Bool {
    let calendars = (try? ICSDocument(parsing: self))?.calendars ?? []
    return Set(calendars.flatMap { $0.items.map(\.uid) }).count > 1
  }

  /// Whether the text has a component beside calendars and zones. Without one, it would be merged as the deletion of what
  /// was there.
  fileprivate var hasItem: Bool {
    split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains { line in
      guard line.count < 80, line.first == UInt8(ascii: "B") || line.first == UInt8(ascii: "b") else {
        return false
      }
      let word = String(decoding: line, as: UTF8.self).uppercased().trimmingCharacters(in: .whitespaces)
      return word.hasPrefix("BEGIN:")
        && !["VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT"].contains(word.dropFirst(6))
    }
  }
}

/// The names and entity tags of a collection, with the marks by which the server says what changed since.
public struct CollectionListing: Sendable, Hashable, Codable {
  public internal(set) var tokens: [String: String]
  /// The token of RFC 6578; `nil` where the server has none.
  public internal(set) var syncToken: String?
  /// The mark of the whole collection's state; `nil` where the server has none.
  public internal(set) var ctag: String?

  init(tokens: [String: String], syncToken: String?, ctag: String?) {
    (self.tokens, self.syncToken, self.ctag) = (tokens, syncToken, ctag)
  }
}
