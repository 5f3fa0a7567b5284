internal import AlmanacSync

/// The resources of an answer in XML, with their properties (RFC 4918 §13).
struct MultiStatus: Sendable {
  struct Resource: Sendable {
    let href: String
    /// The status of the resource as a whole. A property that failed has a status of its own, and no value.
    let status: Int
    /// The properties that the server has a value of.
    let properties: [Markup]

    var isSuccess: Bool { (200..<300).contains(status) }

    subscript(name: Markup.Name) -> Markup? { properties.first { $0.name == name } }

    /// The entity tag; empty for one that is not known.
    var entityTag: String { isSuccess ? (self[.dav("getetag")]?.word ?? "").validEntityTag : "" }
    var types: [Markup.Name] { self[.dav("resourcetype")]?.children.map(\.name) ?? [] }
    var isCollection: Bool { href.hasSuffix("/") || types.contains(.dav("collection")) }

    /// Whether it may be a calendar: servers need not state the content type.
    var isCalendarObject: Bool {
      let type = self[.dav("getcontenttype")]?.word.lowercased() ?? ""
      return !isCollection && (type.isEmpty || type.hasPrefix("text/calendar"))
    }
  }

  let resources: [Resource]
  /// The token of RFC 6578 §6.4; `nil` for none.
  let syncToken: String?

  /// Reads an answer.
  ///
  /// - Throws: `SyncError` with code `server` for anything but a complete document with status 207.
  init(_ response: WebResponse) throws(SyncError) {
    guard response.status == 207 else {
      throw response.failure(expected: Self.expectation(for: response.status))
    }
    guard let root = Markup(response.body), root.name == .dav("multistatus") else {
      if response.isHTML { throw response.failure(expected: "a list in XML") }
      throw SyncError(
        .server, name: "\(response.address)",
        expected: "a complete list in XML of at most \(Markup.maximumElements) elements without entities, "
          + "not one that is cut off")
    }
    var resources: [Resource] = []
    for answer in root.all(.dav("response")) {
      let status = answer.first(.dav("status")).map { Self.code($0.word) }
      let properties = answer.all(.dav("propstat")).filter { part in
        (200..<300).contains(part.first(.dav("status")).map { Self.code($0.word) } ?? 200)
      }.flatMap { $0.first(.dav("prop"))?.children ?? [] }
      // Several resources of one status share a response.
      for href in answer.all(.dav("href")) {
        resources.append(Resource(href: href.word, status: status ?? 200, properties: properties))
      }
    }
    self.resources = resources
    syncToken = root.first(.dav("sync-token")).map(\.word).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The expectation that an answer of a status does not meet.
  static func expectation(for status: Int) -> String {
    [404, 405, 410, 501].contains(status)
      ? "the URL of a calendar, or of a user's home, on a CalDAV server" : "a list in XML with status 207"
  }

  private static func code(_ line: String) -> Int {
    line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

/// Requests in XML.
enum Query {
  static let headers = [(name: "Content-Type", value: "application/xml; charset=utf-8")]
  private static let start =
    #"<?xml version="1.0" encoding="utf-8"?>"# + "\n"
  private static let spaces =
    #" xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/""#

  static func propfind(_ properties: String) -> [UInt8] {
    Array("\(start)<D:propfind\(spaces)><D:prop>\(properties)</D:prop></D:propfind>".utf8)
  }

  static func changes(since token: String) -> [UInt8] {
    Array(
      """
      \(start)<D:sync-collection\(spaces)><D:sync-token>\(escaped(token))</D:sync-token><D:sync-level>1</D:sync-level>\
      <D:prop><D:getetag/><D:getcontenttype/><D:resourcetype/></D:prop></D:sync-collection>
      """.utf8)
  }

  static func multiget(_ paths: [String]) -> [UInt8] {
    let references = paths.map { "<D:href>\(escaped($0))</D:href>" }.joined()
    return Array(
      """
      \(start)<C:calendar-multiget\(spaces)><D:prop><D:getetag/><C:calendar-data/></D:prop>\(references)\
      </C:calendar-multiget>
      """.utf8)
  }

  static func freeBusy(from start: String, to end: String) -> [UInt8] {
    Array(
      #"\#(Self.start)<C:free-busy-query\#(spaces)><C:time-range start="\#(start)" end="\#(end)"/></C:free-busy-query>"#
        .utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
