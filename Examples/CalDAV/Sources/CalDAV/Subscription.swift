public import AlmanacSync
internal import Synchronization

/// A calendar that others publish at a URL as one document, as a side of a synchronization that can only be read.
///
/// The document is read again only if it has another entity tag than the last time.
public final class Subscription: SyncRemote {
  public let address: WebAddress
  private let client: WebClient
  private let state: Mutex<(listing: CollectionListing?, document: SubscribedRemote?)>

  /// - Parameter listing: What ``currentListing`` was after an earlier ``list()``.
  public init(_ address: WebAddress, _ client: WebClient, since listing: CollectionListing? = nil) {
    (self.address, self.client) = (address, client)
    state = Mutex((listing, nil))
  }

  /// The result of ``list()``, to be stored for the next time; `nil` for a server without entity tags.
  public var currentListing: CollectionListing? { state.withLock { $0.listing } }

  public func list() async throws -> [String: String] {
    let known = state.withLock { $0.listing }
    guard let (document, tag) = try await fetch(unless: known?.ctag) else { return known?.tokens ?? [:] }
    let tokens = document.list()
    state.withLock {
      $0 = (tag.isEmpty ? nil : CollectionListing(tokens: tokens, syncToken: nil, ctag: tag), document)
    }
    return tokens
  }

  public func read(_ name: String) async throws -> SyncResource {
    if let document = state.withLock({ $0.document }) { return try document.read(name) }
    guard let (document, _) = try await fetch(unless: nil) else {
      throw SyncError(.server, name: "\(address)", expected: "a calendar")
    }
    state.withLock { $0.document = document }
    return try document.read(name)
  }

  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    throw SubscribedRemote.refusal(of: name)
  }

  public func delete(_ name: String, having token: String) async throws {
    throw SubscribedRemote.refusal(of: name)
  }

  /// - Returns: `nil` where the document still has an entity tag.
  private func fetch(unless tag: String?) async throws -> (SubscribedRemote, tag: String)? {
    var request = WebRequest(
      method: "GET", address: address, headers: [("Accept", "text/calendar, */*;q=0.1")])
    if let tag { request.headers.append(("If-None-Match", tag)) }
    let response = try await client.follow(request)
    if response.status == 304, tag != nil { return nil }
    // A part of it (206) would be a calendar without the rest.
    guard response.status == 200 else { throw response.failure(expected: "a calendar") }
    do throws(SyncError) {
      return (try SubscribedRemote(response.body), response.entityTag)
    } catch {
      throw SyncError(.server, name: "\(address)", expected: error.expected)
    }
  }
}
