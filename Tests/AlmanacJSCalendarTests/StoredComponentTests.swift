import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Testing

@Suite("Parts of iCalComponent that the model does not write as they are")
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

  @Test("A part with control characters, which are not written, is stored once")
  func controls() throws {
    let parts = [
      #"["attach",{"fmttype":"audio/basic"},"ur\u0000Qi","b"]"#, #"["x-a",{"x-b":"c\u0001"},"text","d"]"#,
    ]
    for part in parts {
      let text =
        #"{"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-03-10T10:00:00","#
        + #""timeZone":"Etc/UTC","participants":{"1":{"@type":"Participant","#
        + #""sendTo":{"imip":"mailto:a@example.org","when":"1998-04-03T12:00:00Z"},"iCalComponent":["valarm",["#
        + part + "],[]]}}}"
      let once = try JSCalendarDocument(parsing: Array(text.utf8)).text()
      let twice = try JSCalendarDocument(parsing: Array(once.utf8)).text()
      #expect(once == twice && once.contains("iCalComponent"))
    }
  }

  @Test(
    "A component of another name is read as that of its object, and its unreadable parts follow the others")
  func otherName() throws {
    let parts = [
      #"["x-a",{},"text","1"]"#, #"["x-broken","2"]"#, #"["x-b",{},"text","3"]"#,
    ]
    let text =
      #"{"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-03-10T10:00:00","#
      + #""timeZone":"Etc/UTC","participants":{"1":{"@type":"Participant","#
      + #""sendTo":{"imip":"mailto:a@example.org"},"iCalComponent":["valarm",["#
      + parts.joined(separator: ",") + "],[]]}}}"
    let once = try JSCalendarDocument(parsing: Array(text.utf8)).text()
    #expect(once.contains([parts[0], parts[2], parts[1]].joined(separator: ",")))
    #expect(try JSCalendarDocument(parsing: Array(once.utf8)).text() == once)
  }

  @Test("A component that is read in part is written as it was, once")
  func readInPart() throws {
    let busy =
      #"["vfreebusy",[["uid",{},"text","f"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],"#
      + #"["url",{},"uri","https://example.org/1"],["url",{},"uri","https://example.org/2"]],[]]"#
    let text =
      #"{"@type":"Group","uid":"1","updated":"2026-01-01T00:00:00Z","entries":[],"#
      + #""iCalComponent":["vcalendar",[["x-mood",{},"text","calm"]],["# + busy + "]]}"
    let document = try JSCalendarDocument(parsing: Array(text.utf8))
    let once = document.text()
    #expect(once.contains(busy) && once.split(separator: "vfreebusy").count == 2)
    #expect(try JSCalendarDocument(parsing: Array(once.utf8)).text() == once)
    // Where the model has another state by then, that is written.
    var changed = document
    changed.calendars[0].freeBusy[0].url = "https://example.org/3"
    #expect(!changed.text().contains("example.org/1") && changed.text().contains("example.org/3"))
  }

  @Test("An unreadable time of the last change is preserved, whatever those of the entries are")
  func badTime() throws {
    let text =
      #"{"@type":"Group","uid":"1","updated":"soon","entries":[{"@type":"Event","uid":"2","#
      + #""created":"2026-01-01T10:00:00Z","start":"2026-03-10T10:00:00"}]}"#
    let once = try JSCalendarDocument(parsing: Array(text.utf8)).text()
    #expect(once.contains(#""updated":"soon""#))
    #expect(try JSCalendarDocument(parsing: Array(once.utf8)).text() == once)
  }

  @Test("Each of several entries that cannot be read is preserved")
  func unreadEntries() throws {
    let entries = ["a", "b", "c"].map { #"{"@type":"Note","uid":"\#($0)","text":"x"}"# }
    let event =
      #"{"@type":"Event","uid":"2","updated":"2026-01-01T10:00:00Z","title":"T","start":"2026-03-10T10:00:00"}"#
    let text =
      #"{"@type":"Group","uid":"1","updated":"2026-01-01T00:00:00Z","entries":["#
      + (entries + [event]).joined(separator: ",") + "]}"
    let document = try JSCalendarDocument(parsing: Array(text.utf8))
    let once = document.text()
    for entry in entries + [event] { #expect(once.contains(entry)) }
    #expect(try JSCalendarDocument(parsing: Array(once.utf8)).text() == once)
    // And by way of iCalendar.
    let lines = ICSDocument(document.calendars).bytes(.asRead)
    #expect(try JSCalendarDocument(ICSDocument(parsing: lines).calendars).text() == once)
  }
}
