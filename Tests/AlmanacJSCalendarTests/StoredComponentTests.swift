import AlmanacICS
import AlmanacJSCalendar
import Testing

@Suite("Parts of iCalComponent in another order")
struct StoredComponentTests {
  @Test("They are stored once, whatever the order of their parameters")
  func order() throws {
    let relation = #"["related-to",{"reltype":"FINISHTOSTART","gap":"P1D"},"text","other"]"#
    let other = #"["related-to",{"gap":"P1D","reltype":"FINISHTOSTART"},"text","other"]"#
    for part in [relation, other] {
      let text =
        #"{"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-03-10T10:00:00","#
        + #""timeZone":"Etc/UTC","iCalComponent":["vevent",[["refdi",{},"text","i"],"# + part + "],[]]}"
      let once = try JSCalendarDocument(parsing: Array(text.utf8)).text()
      let twice = try JSCalendarDocument(parsing: Array(once.utf8)).text()
      #expect(once == twice)
      #expect(once.split(separator: "related-to").count == 2)
    }
  }
}
