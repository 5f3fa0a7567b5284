import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

@Suite("Lists of a collection")
struct MultiStatusTests {
  private func read(_ xml: String, status: Int = 207) throws -> MultiStatus {
    let address = try WebAddress("http://localhost:8080/me/work/")
    return try MultiStatus(WebResponse(status: status, headers: [:], body: Array(xml.utf8), address: address))
  }

  /// RFC 4918 §9.1.5, as Radicale and Xandikos write it: with a default namespace or prefixes, with or without types.
  @Test("the resources of a collection are read whatever the prefixes of the elements are")
  func prefixes() throws {
    let plain = """
      <?xml version='1.0' encoding='utf-8'?>
      <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/me/work/</href><propstat><prop>
      <getetag>"0"</getetag><resourcetype><C:calendar /><collection /></resourcetype></prop></propstat></response>
      <response><href>/me/work/a%20b%C3%BC.ics</href><propstat><prop><getetag>"1&amp;2"</getetag>
      <getcontenttype>text/calendar;charset=utf-8</getcontenttype><resourcetype /></prop></propstat></response>
      <response><href>/me/work/notes.txt</href><propstat><prop><getetag>"3"</getetag>
      <getcontenttype>text/plain</getcontenttype></prop></propstat></response></multistatus>
      """
    let prefixed = """
      <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/me/work/x.ics</ns0:href><ns0:propstat>
      <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>&quot;e&quot;</ns0:getetag></ns0:prop></ns0:propstat>
      <ns0:propstat><ns0:status>HTTP/1.1 404 Not Found</ns0:status><ns0:prop><ns0:getcontenttype/></ns0:prop></ns0:propstat>
      </ns0:response></ns0:multistatus>
      """
    let address = try WebAddress("http://localhost:8080/me/work/")
    let collection = CalDAVCollection(address, WebClient(to: address))
    #expect(try collection.listing(in: read(plain)).tokens == ["a bü.ics": "\"1&2\""])
    #expect(try collection.listing(in: read(prefixed)).tokens == ["x.ics": "\"e\""])
    for length in stride(from: 0, to: plain.count, by: 7) {
      #expect(throws: SyncError.self) { try read(String(plain.prefix(length))) }
    }
    for broken in ["no xml", "</multistatus>", "<multistatus><response></multistatus>", "<html></html>"] {
      #expect(throws: SyncError.self) { try read(broken) }
    }
  }

  /// The entity tags in a list of `http://localhost:8080/c%20d/`.
  private func tokens(_ responses: String, status: Int = 207, end: String = "</D:multistatus>") throws
    -> [String: String]
  {
    let body = "<?xml version='1.0'?>\n<D:multistatus xmlns:D='DAV:'>" + responses + end
    let address = try WebAddress("http://me@localhost:8080/c%20d/")
    let collection = CalDAVCollection(address, WebClient(to: address))
    return try collection.listing(in: read(body, status: status)).tokens
  }

  private func listed(_ name: String, _ properties: String = "", status: String = "200 OK") -> String {
    "<D:response><D:href>/c%20d/\(name)</D:href><D:propstat><D:prop>\(properties)</D:prop><D:status>HTTP/1.1 \(status)"
      + "</D:status></D:propstat></D:response>"
  }

  @Test("a name that a folder would hide is one like any other")
  func hiddenNames() throws {
    let list =
      listed("..11.ics", "<D:getetag>\"1\"</D:getetag>") + listed(".a", "<D:getetag>\"2\"</D:getetag>")
    #expect(try tokens(list) == ["..11.ics": "\"1\"", ".a": "\"2\""])
  }

  private func failed(_ paths: String..., status: String) -> String {
    "<D:response>" + paths.map { "<D:href>\($0)</D:href>" }.joined()
      + "<D:status>HTTP/1.1 \(status)</D:status></D:response>"
  }

  @Test(
    "a resource whose state a server could not report is listed without an entity tag, not omitted as if deleted"
  )
  func unknownState() throws {
    let list =
      listed("", "<D:resourcetype><D:collection/></D:resourcetype>")
      + listed("a.ics", "<D:getetag>1</D:getetag>")
      + listed("b.ics", "<D:getetag/>", status: "403 Forbidden")
      + failed("/c%20d/c.ics", "http://localhost:8080/c%20d/d.ics", status: "500 Internal Server Error")
      + failed("/c%20d/inner/", status: "403 Forbidden")
    #expect(try tokens(list) == ["a.ics": "1", "b.ics": "", "c.ics": "", "d.ics": ""])
    #expect(try tokens("") == [:])
  }

  @Test(
    "a list that is cut off, not a list, or not complete is refused: what it lacks would count as deleted")
  func incompleteList() throws {
    let list = listed("a.ics", "<D:getetag>1</D:getetag>")
    for full in ["/c%20d/", "http://other/c%20d", "/elsewhere/"] {
      #expect(throws: SyncError.self) { try tokens(list + failed(full, status: "507 Insufficient Storage")) }
    }
    #expect(throws: SyncError.self) { try tokens(list + failed("/c%20d", status: "403 Forbidden")) }
    #expect(throws: SyncError.self) { try tokens(list, status: 200) }
    #expect(throws: SyncError.self) { try tokens(list, end: "") }
    #expect(throws: SyncError.self) { try tokens(String(list.prefix(list.count / 2)), end: "") }
  }

  @Test(
    "an error of one resource is distinguished from one of the server, which ends the synchronization",
    arguments: [
      (403, SyncError.Code.refused), (409, .refused), (413, .refused), (415, .refused), (500, .refused),
      (401, .unauthorized), (429, .server), (503, .server), (507, .server), (301, .server), (412, .conflict),
      (404, .notFound),
    ])
  func errors(status: Int, code: SyncError.Code) throws {
    let address = try WebAddress("http://localhost/c")
    #expect(CalDAVCollection(address, WebClient(to: address)).error(status, of: "PUT", "a.ics").code == code)
  }

  /// libxml2 refuses more than 10 MB that it is given at once.
  @Test("a list of twelve megabytes is read as one of a kilobyte")
  func large() throws {
    let blank = String(repeating: " ", count: 12_000)
    let answers = (0..<1_000).map {
      "<D:response><D:href>/me/work/\($0).ics</D:href><D:status>HTTP/1.1 200 OK</D:status>\(blank)</D:response>"
    }
    let xml = "<D:multistatus xmlns:D=\"DAV:\">\(answers.joined())</D:multistatus>"
    #expect(try read(xml).resources.map(\.href) == (0..<1_000).map { "/me/work/\($0).ics" })
    #expect(throws: SyncError.self) { try read(String(xml.dropLast(20))) }
  }

  @Test("a list of more than a million elements is refused, as each takes more memory than its tag")
  func elements() throws {
    let parts = String(repeating: "<a/>", count: Markup.maximumElements)
    #expect(throws: SyncError.self) { try read("<D:multistatus xmlns:D=\"DAV:\">\(parts)</D:multistatus>") }
  }

  @Test("of two names in different forms of Unicode neither is known, and the others are")
  func spellings() throws {
    let names = ["e%CC%81.ics", "%C3%A9.ics", "x.ics"]
    let answers = names.map {
      "<D:response><D:href>/me/work/\($0)</D:href><D:propstat><D:prop><D:getetag>\"1\"</D:getetag></D:prop></D:propstat></D:response>"
    }
    let address = try WebAddress("http://localhost:8080/me/work/")
    let collection = CalDAVCollection(address, WebClient(to: address))
    func tokens(_ answers: [String]) throws -> [String: String] {
      try collection.listing(
        in: try read("<D:multistatus xmlns:D=\"DAV:\">\(answers.joined())</D:multistatus>")
      ).tokens
    }
    #expect(try tokens(answers) == ["\u{E9}.ics": "", "x.ics": "\"1\""])
    #expect(throws: SyncError.self) { try tokens(answers + [answers[2]]) }
  }
}
