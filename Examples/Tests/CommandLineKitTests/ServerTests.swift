import AlmanacSync
import Foundation
import Testing

@testable import CommandLineKit

@Suite("Calendars on servers")
struct ServerTests {
  /// RFC 4918 §9.1.5, as Radicale and Xandikos write it: with a default namespace or prefixes, with or without types.
  @Test("the resources of a collection are read whatever the prefixes of the elements are")
  func multiStatus() throws {
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
      <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/user/x.ics</ns0:href><ns0:propstat>
      <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>&quot;e&quot;</ns0:getetag></ns0:prop></ns0:propstat>
      <ns0:propstat><ns0:status>HTTP/1.1 404 Not Found</ns0:status><ns0:prop><ns0:getcontenttype/></ns0:prop></ns0:propstat>
      </ns0:response></ns0:multistatus>
      """
    let read = try #require(MultiStatus(plain)).resources
    #expect(
      read.map(\.isCollection) == [true, false, false] && read.map(\.isCalendar) == [true, true, false])
    #expect(read.map(\.name) == ["work", "a bü.ics", "notes.txt"] && read[1].entityTag == "\"1&2\"")
    let other = try #require(MultiStatus(prefixed)).resources
    #expect(other.map(\.name) == ["x.ics"] && other[0].entityTag == "\"e\"" && other[0].isCalendar)
    for length in 0..<plain.count { #expect(MultiStatus(String(plain.prefix(length))) == nil) }
    for broken in ["no xml", "</multistatus>", "<multistatus><response></multistatus>", "<html></html>"] {
      #expect(MultiStatus(broken) == nil)
    }
  }

  /// The entity tags in a list of `http://me@host:8080/c%20d/`.
  private func tokens(_ responses: String, status: Int = 207, end: String = "</D:multistatus>") throws
    -> [String: String]
  {
    let body = "<?xml version='1.0'?>\n<D:multistatus xmlns:D='DAV:'>" + responses + end
    let response = try #require(WebResponse(Array("HTTP/1.1 \(status) X\r\n\r\n\(body)".utf8)))
    return try CalDAVRemote("http://me@host:8080/c%20d/").tokens(in: response)
  }

  private func listed(_ name: String, _ properties: String = "", status: String = "200 OK") -> String {
    "<D:response><D:href>/c%20d/\(name)</D:href><D:propstat><D:prop>\(properties)</D:prop><D:status>HTTP/1.1 \(status)"
      + "</D:status></D:propstat></D:response>"
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
      + failed("/c%20d/c.ics", "http://host:8080/c%20d/d.ics", status: "500 Internal Server Error")
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
      (401, .server), (429, .server), (503, .server), (507, .server), (301, .server), (412, .conflict),
      (404, .notFound),
    ])
  func errors(status: Int, code: SyncError.Code) {
    let remote = CalDAVRemote("http://host/c")
    #expect(remote.error(status, of: "PUT", "a.ics").code == code)
    if code == .refused { #expect(remote.error(status, of: "PROPFIND", "").code == .server) }
  }

  @Test("a response has a status, header fields by any case of their names, and a body")
  func response() throws {
    let text = "HTTP/2 201 \r\nETag: \"x:y\"\r\nContent-type:a\r\n\r\nBEGIN\r\n\r\nEND"
    let read = try #require(WebResponse(Array(text.utf8)))
    #expect(read.status == 201 && read.isSuccess && read.headers == ["etag": "\"x:y\"", "content-type": "a"])
    #expect(String(decoding: read.body, as: UTF8.self) == "BEGIN\r\n\r\nEND")
    for broken in ["", "HTTP/1.1 200 OK", "HTTP/1.1\r\n\r\n", "SMTP 200 x\r\n\r\n"] {
      #expect(WebResponse(Array(broken.utf8)) == nil)
    }
  }

  @Test("a URL is shown without the password in it, and names no folder")
  func urls() {
    #expect("http://me:x@y@host/a@b".withoutUserInfo == "http://host/a@b")
    #expect("https://host/a@b".withoutUserInfo == "https://host/a@b")
    #expect(
      CalDAVRemote.isURL("HTTPS://host/") && !CalDAVRemote.isURL("http:/x") && !CalDAVRemote.isURL("a/b"))
  }

  @Test("a server that does not answer is named without the password, and a URL comes second")
  func unreachable() throws {
    let folder = try TemporaryFolder()
    let url = "http://me:secret@127.0.0.1:1/work"
    let run = try AlmanacRun("sync", folder.path, url)
    #expect(run.status == .refused && run.errors.first?.contains("unreachable") == true)
    #expect(run.errors.first?.contains("http://127.0.0.1:1/work/") == true)
    #expect(!run.errors.joined().contains("secret"))
    #expect(try AlmanacRun("sync", url, folder.path).status == .usage)
  }
}
