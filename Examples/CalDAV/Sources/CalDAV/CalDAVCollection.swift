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
  let segments: [String]
  private let state: Mutex<State>

  /// The collection as far as it is known.
  private struct State {
    /// The last listing; `nil` where the next one has to be of all.
    var listing: CollectionListing?
    /// The description that the server gave when the collection was opened, for the first listing.
    var description: CalendarDescription?
    /// The names of the last listing.
    var listed: Set<String> = []
    /// The texts written since.
    var written: [String: [UInt8]] = [:]
    /// The addresses of resources that are not at their names in the collection.
    var places: [String: WebAddress] = [:]
  }

  /// - Parameter listing: What ``currentListing`` was after an earlier ``list()``; the server is asked for what changed since.
  public convenience init(_ address: WebAddress, _ client: WebClient, since listing: CollectionListing? = nil)
  {
    self.init(address, client, since: listing, described: nil)
  }

  /// - Parameter description: What the server has just answered, so that it need not be asked again.
  init(
    _ address: WebAddress, _ client: WebClient, since listing: CollectionListing?,
    described description: CalendarDescription?
  ) {
    self.address = address.asCollection
    self.client = client
    segments = address.segments ?? []
    state = Mutex(State(listing: listing, description: description))
  }

  public var readsBackWrites: Bool { true }

  public var hasOneUIDPerResource: Bool { true }

  /// The result of ``list()``, to be stored for the next time; `nil` where it is not known well enough, or has turned out to be
  /// wrong since.
  public var currentListing: CollectionListing? { state.withLock { $0.listing } }

  /// Lists the collection: nothing where it has its last sync token and ctag, else what changed since (RFC 6578), or all of it:
  /// where the server has no such thing, no longer knows the last token, or reports no change although it names another one.
  public func list() async throws -> [String: String] {
    try await client.limitingAnswers { try await self.listChanges() }
  }

  private func listChanges() async throws -> [String: String] {
    let (known, description) = state.withLock { state in
      defer { state.description = nil }
      return (state.listing, state.description)
    }
    let described = if let description { description } else { try await client.describe(address) }
    let next: CollectionListing
    if let known, known.isCurrent(described) {
      next = known
    } else if let changed = try await changes(since: known, to: described) {
      next = changed
    } else {
      next = try await listAll(described)
    }
    state.withLock { state in
      state = State(listing: next.tokens.values.contains("") ? nil : next)
      state.listed = Set(next.tokens.keys)
      state.places = next.places.compactMapValues { try? WebAddress($0) }
    }
    return next.tokens
  }

  public func read(_ name: String) async throws -> SyncResource {
    let response = try await send(WebRequest(method: "GET", address: try resource(name)), of: name)
    guard response.body.hasItem else {
      throw SyncError(
        .unreadable, name: name, expected: "iCalendar with an item, as each resource has (RFC 4791 §4.1)")
    }
    return SyncResource(token: response.entityTag, bytes: response.body)
  }

  public func readAll(_ names: [String]) async -> [Result<SyncResource, any Error>] {
    await client.limitingAnswers {
      let results = await self.readMany(names)
      for (name, result) in zip(names, results) { self.compareListing(with: result, of: name) }
      return await self.findingRenamed(names, results)
    }
  }

  /// Forgets a listing that lacks a resource that is there, or has one that is not, so that the next one is not made from it.
  private func compareListing(with result: Result<SyncResource, any Error>, of name: String) {
    let isThere: Bool
    switch result {
    case .success: isThere = true
    case .failure(let error as SyncError) where error.code == .notFound: isThere = false
    case .failure: return
    }
    state.withLock { state in
      let isListed = state.listing?.tokens[name] != nil
      if state.written[name] == nil, isListed != isThere { state.listing = nil }
    }
  }

  /// Reads new resources that the server does not have under the names that they were written to: it may have given them names
  /// of its own without stating them. One that is new in the list counts where it has the same text, apart from what a
  /// server sets.
  private func findingRenamed(
    _ names: [String], _ results: [Result<SyncResource, any Error>]
  ) async -> [Result<SyncResource, any Error>] {
    let (listed, written) = state.withLock { ($0.listed, $0.written) }
    let missing = zip(names, results).contains { name, result in
      (try? result.get()) == nil && written[name] != nil && !listed.contains(name)
    }
    guard missing, let all = try? await listAll(nil).tokens.keys else { return results }
    let new = all.filter { !listed.contains($0) && written[$0] == nil }
    var found: [[ArraySlice<UInt8>]: SyncResource] = [:]
    for case .success(let resource) in await readMany(new) { found[resource.bytes.ownLines] = resource }
    return zip(names, results).map { name, result in
      guard (try? result.get()) == nil, !listed.contains(name), let bytes = written[name],
        let resource = found[bytes.ownLines]
      else { return result }
      return .success(resource)
    }
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
    try await make(SyncChange(name: name, bytes: bytes, token: token), answered: nil) ?? ""
  }

  public func delete(_ name: String, having token: String) async throws {
    _ = try await make(SyncChange(name: name, bytes: nil, token: token), answered: nil)
  }

  /// Makes several changes, on one connection where the requests are short.
  public func makeAll(_ changes: [SyncChange]) async -> [Result<String?, any Error>] {
    var results: [Result<String?, any Error>] = []
    var answers: [Result<WebResponse, any Error>] = []
    for (index, change) in changes.enumerated() {
      do {
        if answers.isEmpty {
          // No deletion is asked for before the writes are known to be made. A change that cannot be asked for has its reason when
          // it is made.
          let requests = changes[index...].prefix { ($0.bytes == nil) == (change.bytes == nil) }
            .map { try? request(for: $0) }
          answers = try await client.sendSome(requests.prefix { $0 != nil }.compactMap { $0 })
        }
        let answer = answers.isEmpty ? nil : try answers.removeFirst().get()
        results.append(.success(try await make(change, answered: answer)))
      } catch {
        results.append(.failure(error))
        if (error as? SyncError)?.concernsOneResource != true { break }
      }
    }
    return results
  }

  /// - Parameter answer: That of the server, if it was asked already.
  private func make(_ change: SyncChange, answered answer: WebResponse?) async throws -> String? {
    let name = change.name
    if let bytes = change.bytes { state.withLock { $0.written[name] = bytes } }
    let response = try await response(to: change, answered: answer)
    guard let bytes = change.bytes else {
      // 202 is a promise, and 207 lists what failed (RFC 4918 §9.6.1).
      guard [200, 204].contains(response.status), !response.isHTML else {
        throw SyncError(
          .refused, name: name, expected: "status 200 or 204 of DELETE, not \(response.status)")
      }
      return nil
    }
    guard [200, 201, 204].contains(response.status) else {
      throw SyncError(
        .refused, name: name, expected: "status 200, 201 or 204 of PUT, not \(response.status)")
    }
    try recordPlace(of: name, response)
    let tag = response.entityTag
    if !tag.isEmpty, tag != change.token, !response.isHTML { return tag }
    return try await confirm(bytes, of: name, replacing: change.token, response)
  }

  /// The request for a change, on the condition that the resource has its token (If-Match), or is not there.
  ///
  /// - Throws: `SyncError` with code `conflict` for a state that is not known, which would be any.
  private func request(for change: SyncChange) throws(SyncError) -> WebRequest {
    var headers = [(name: "If-None-Match", value: "*")]
    if let token = change.token?.validEntityTag {
      guard !token.isEmpty, token != "*" else {
        throw SyncError(
          .conflict, name: change.name, expected: "the resource as it was, whose state is not known")
      }
      headers = [("If-Match", token.hasPrefix("W/") ? String(token.dropFirst(2)) : token)]
    }
    if change.bytes != nil { headers.append(("Content-Type", "text/calendar; charset=utf-8")) }
    return WebRequest(
      method: change.bytes == nil ? "DELETE" : "PUT", address: try resource(change.name), headers: headers,
      body: change.bytes)
  }

  /// The answer of success to a change. Where the resource is not in the state that was listed, the listing is forgotten.
  private func response(to change: SyncChange, answered answer: WebResponse?) async throws -> WebResponse {
    let request = try request(for: change)
    do { return try await send(request, of: change.name, answered: answer) } catch let error as SyncError {
      if error.code == .conflict, let token = change.token?.validEntityTag, token.hasPrefix("W/"),
        try await read(change.name).token.validEntityTag == token
      {
        throw SyncError(
          .refused, name: change.name,
          expected: "a server with strong entity tags, as no change can be made on the condition of \(token)")
      }
      if error.code == .conflict || error.code == .notFound { state.withLock { $0.listing = nil } }
      guard error.code == .refused, change.bytes?.hasSeveralUIDs == true else { throw error }
      throw SyncError(
        .refused, name: change.name,
        expected: error.expected
          + ", nor items of several UIDs: a server takes those of one UID per resource, and "
          + "`almanac import FILE` puts the items of a file into a folder so")
    }
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
      guard let stored = try await readAll([name]).first?.get() else { throw refusal }
      if stored.bytes == bytes { return stored.token }
      guard !answer.isHTML, !stored.token.isEmpty else { throw refusal }
      switch stored.storedForm(of: bytes) {
      case .whole: return stored.token
      case .withoutExtensions: return ""
      case .other: if stored.token == token { throw refusal } else { return "" }
      }
    } catch let error as SyncError where error.code == .notFound || error.code == .unreadable {
      throw refusal
    }
  }

  /// Records where a resource is that the server stored at another address: that of a redirection, or for a new resource the one
  /// that Location has (RFC 9110 §10.2.2), unless that was there before.
  private func recordPlace(of name: String, _ response: WebResponse) throws(SyncError) {
    var place = response.address
    if response.status == 201, let location = response.headers["location"],
      let other = try? place.redirected(to: location), let found = try? locate("\(other)"),
      !state.withLock({ $0.listed.contains(found.name) })
    {
      place = other
    }
    if place != (try resource(name)) { state.withLock { $0.places[name] = place } }
  }

  /// - Parameter answer: That of the server, if it was asked already; one that leads elsewhere, or asks for another sign-in, does
  ///   not count.
  private func send(
    _ request: WebRequest, of name: String, answered answer: WebResponse? = nil
  ) async throws -> WebResponse {
    let response: WebResponse
    if let answer, answer.status != 401, !(300..<400).contains(answer.status) {
      response = answer
    } else {
      response = try await client.follow(request)
    }
    if response.status == 401 { throw response.failure(expected: "success of \(request.method)") }
    if !response.isSuccess { throw error(response.status, of: request.method, name, response.reasons) }
    return response
  }

  func resource(_ name: String) throws(SyncError) -> WebAddress {
    if let place = state.withLock({ $0.places[name] }) { return place }
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

extension CalDAVCollection {
  /// The error of a response that is not a success.
  ///
  /// An error of the client that names a resource concerns that resource alone, such as 403 or 409 for a kind of item that
  /// the collection does not have (RFC 4791 §5.3.2.1), 413 or 415, and so does a fault of the server while it reads it
  /// (500); unless the server does not accept the client, or not yet (401, 407, 408, 429).
  ///
  /// - Parameter reasons: What the server stated.
  func error(_ status: Int, of method: String, _ name: String, _ reasons: [String] = []) -> SyncError {
    switch status {
    case 412: return SyncError(.conflict, name: name, expected: "the resource as it was")
    case 404, 410: return SyncError(.notFound, name: name, expected: "a resource of the collection")
    case 401: return .signIn(at: address, as: client.credentials?.user)
    default:
      let isOfResource = (400...500).contains(status) && ![407, 408, 429].contains(status)
      return SyncError(
        isOfResource ? .refused : .server, name: name,
        expected: "success of \(method), not \(WebResponse.text(ofStatus: status, reasons))")
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
  var hasItem: Bool {
    split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains { line in
      guard line.count < 80, line.first == UInt8(ascii: "B") || line.first == UInt8(ascii: "b") else {
        return false
      }
      let word = String(decoding: line, as: UTF8.self).uppercased().trimmingCharacters(in: .whitespaces)
      return word.hasPrefix("BEGIN:")
        && !["VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT"].contains(word.dropFirst(6))
    }
  }

  /// The lines without those of properties that a server may set by itself in a new resource.
  fileprivate var ownLines: [ArraySlice<UInt8>] {
    let set = ["UID:", "DTSTAMP:", "PRODID:", "CREATED:", "LAST-MODIFIED:"].map { Array($0.utf8) }
    return split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .filter { line in !set.contains { line.starts(with: $0) } }
  }
}
