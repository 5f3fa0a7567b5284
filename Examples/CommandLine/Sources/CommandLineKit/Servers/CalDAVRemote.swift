import AlmanacSync

/// A calendar collection of a CalDAV server (RFC 4791) as a side of a synchronization. The change token of a resource is its
/// entity tag.
struct CalDAVRemote: SyncRemote {
  /// The URL of the collection, which ends with a slash.
  let url: String

  init(_ url: String) { self.url = url.hasSuffix("/") ? url : url + "/" }

  /// Whether a text is the URL of a collection, rather than a folder.
  static func isURL(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https") && text.dropFirst(scheme.count).hasPrefix("://")
  }

  func list() throws -> [String: String] {
    let properties = "<D:getetag/><D:getcontenttype/><D:resourcetype/>"
    let body =
      #"<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop>"# + properties + "</D:prop></D:propfind>"
    let response = try request(
      "PROPFIND", "", ["Depth: 1", "Content-Type: application/xml; charset=utf-8"], Array(body.utf8))
    return try tokens(in: response)
  }

  /// The entity tags in a list of the collection; an empty one for a resource whose state the server could not tell.
  ///
  /// - Throws: ``SyncError`` with code `server` for anything but a complete list: what it lacks would count as deleted.
  func tokens(in response: WebResponse) throws(SyncError) -> [String: String] {
    guard response.status == 207 else { throw incomplete("status 207, not \(response.status)") }
    guard let found = MultiStatus(String(decoding: response.body, as: UTF8.self)) else {
      throw incomplete("a complete list, not one that is cut off")
    }
    let path = MultiStatus.Resource(href: url).path
    // RFC 4918 §11.5: the list ends where the server had no more room.
    if let error = found.resources.first(where: { $0.status == 507 || $0.path == path && !$0.isSuccess }) {
      throw incomplete("a complete list, not status \(error.status) of \(error.path)")
    }
    let calendars = found.resources.filter { !$0.isCollection && $0.isCalendar }
    return Dictionary(calendars.map { ($0.name, $0.isSuccess ? $0.entityTag : "") }) { first, _ in first }
  }

  private func incomplete(_ expected: String) -> SyncError {
    SyncError(.server, name: url.withoutUserInfo, expected: expected)
  }

  func read(_ name: String) throws -> SyncResource {
    let response = try request("GET", name)
    return SyncResource(token: response.headers["etag"] ?? "", bytes: response.body)
  }

  /// - Returns: The entity tag; empty if the server states none because it stored another text, which the next
  ///   synchronization reads (RFC 4791 §5.3.4).
  func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    let condition = token.map { "If-Match: \($0)" } ?? "If-None-Match: *"
    let response = try request("PUT", name, [condition, "Content-Type: text/calendar; charset=utf-8"], bytes)
    return response.headers["etag"] ?? ""
  }

  func delete(_ name: String, having token: String) throws {
    _ = try request("DELETE", name, ["If-Match: \(token)"])
  }

  private func request(
    _ method: String, _ name: String, _ headers: [String] = [], _ body: [UInt8]? = nil
  ) throws -> WebResponse {
    let request = WebRequest(method: method, url: url + name.percentEncoded, headers: headers, body: body)
    let response = try request.response()
    if !response.isSuccess { throw error(response.status, of: method, name) }
    return response
  }

  /// The error of a response that is not a success.
  ///
  /// An error of the client that names a resource concerns that resource alone, such as 403 or 409 for a kind of item that
  /// the collection does not have (RFC 4791 §5.3.2.1), 413 or 415, and so does a fault of the server while it reads it
  /// (500); unless the server does not accept the client, or not yet (401, 407, 408, 429).
  func error(_ status: Int, of method: String, _ name: String) -> SyncError {
    switch status {
    case 412: return SyncError(.conflict, name: name, expected: "the resource as it was")
    case 404 where !name.isEmpty, 410:
      return SyncError(.notFound, name: name, expected: "a resource of the collection")
    default:
      let isOfResource =
        !name.isEmpty && (400...500).contains(status) && ![401, 407, 408, 429].contains(status)
      return SyncError(
        isOfResource ? .refused : .server, name: name.isEmpty ? url.withoutUserInfo : name,
        expected: "success of \(method), not status \(status)")
    }
  }
}

/// The resources of a response to PROPFIND (RFC 4918 §13).
struct MultiStatus: Sendable {
  struct Resource: Sendable, Hashable {
    var href = ""
    /// The status of the resource as a whole. A property that failed has a status of its own, and no value.
    var status = 200
    var entityTag = ""
    var contentType = ""
    var isCollection = false

    /// The last part of its path.
    var name: String {
      (href.split(separator: "/").last.map(String.init) ?? "").percentDecoded
    }

    /// The path, decoded and without a slash at its end; servers write it with or without their name.
    var path: String {
      let rest = href.firstRange(of: "://").map { href[$0.upperBound...].drop { $0 != "/" } } ?? href[...]
      return "/" + rest.split(separator: "/").joined(separator: "/").percentDecoded
    }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether it may be a calendar: servers need not state the content type.
    var isCalendar: Bool { contentType.isEmpty || contentType.lowercased().hasPrefix("text/calendar") }
  }

  private(set) var resources: [Resource] = []

  /// Reads the elements by their local names; namespace prefixes are ignored.
  ///
  /// - Returns: `nil` for a text that is cut off or is not a response to PROPFIND.
  init?(_ xml: String) {
    var resource = Resource()
    var references: [String] = []
    var open: [Substring] = []
    var isComplete = false
    for part in xml.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: ">") else { return nil }
      let tag = part[..<end]
      if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      let name = tag.prefix { !$0.isWhitespace }.split { $0 == ":" || $0 == "/" }.last ?? ""
      guard !tag.hasPrefix("/") else {
        guard open.popLast() == name else { return nil }
        isComplete = open.isEmpty && name == "multistatus"
        if name == "response" { add(resource, references) }
        continue
      }
      let text = Self.unescaped(part[end...].dropFirst())
      switch name {
      case "response": (resource, references) = (Resource(), [])
      case "href" where open.last == "response": references.append(text)
      case "status" where open.last == "response":
        resource.status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      case "getetag": resource.entityTag = text
      case "getcontenttype": resource.contentType = text
      case "collection": resource.isCollection = true
      default: break
      }
      if !tag.hasSuffix("/") { open.append(name) }
    }
    if !isComplete { return nil }
  }

  /// Adds the resource of a response; several of one status share a response.
  private mutating func add(_ resource: Resource, _ references: [String]) {
    for href in references {
      var resource = resource
      resource.href = href
      if href.hasSuffix("/") { resource.isCollection = true }
      resources.append(resource)
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    let entities = [
      ("&quot;", "\""), ("&#34;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&apos;", "'"), ("&amp;", "&"),
    ]
    let trimmed = text.drop { $0.isWhitespace }
    var result = String(trimmed.reversed().drop { $0.isWhitespace }.reversed())
    for (entity, character) in entities { result = result.replacing(entity, with: character) }
    return result
  }
}

extension String {
  /// The text encoded as a segment of the path of a URL (RFC 3986 §2.1).
  fileprivate var percentEncoded: String {
    utf8.reduce(into: "") { encoded, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~@".contains(character) {
        encoded.append(character)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Substring(self).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(Substring(rest.prefix(2)), radix: 16), rest.count > 1 {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
