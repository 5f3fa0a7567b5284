import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Testing

@Suite("Examples of the documentation")
struct ExampleTests {
  @Test("merging a changed title and a changed room")
  func merging() throws {
    let (stored, edited) = (meeting(), meeting(["SUMMARY:Retrospective"]))
    let fetched = meeting(["LOCATION:Room 2"])
    let base = try ICSDocument(parsing: stored)
    let ours = try ICSDocument(parsing: edited)
    let theirs = try ICSDocument(parsing: fetched)
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.document.text == edited.replacing("LOCATION:Room 1", with: "LOCATION:Room 2"))
    #expect(merge.unresolved.isEmpty)
  }

  @Test("receiving an invitation and answering it")
  func messages() throws {
    let text = messageText(
      "REQUEST", "VEVENT",
      [
        "UID:m", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "SUMMARY:Review",
        "ORGANIZER:mailto:boss@example.org", "ATTENDEE;RSVP=TRUE:mailto:ana@example.org",
      ])
    var calendar = EventCalendar()
    for message in SchedulingMessage.messages(in: try ICSDocument(parsing: text)) {
      let receipt = calendar.receive(message, from: "boss@example.org", me: ["ana@example.org"], at: now)
      #expect(receipt.isAccepted)
    }
    let (change, messages) = try calendar.answer(
      ItemID(uid: "m"), .accepted, by: ["ana@example.org"], at: now)
    #expect(messages[0].recipients == ["mailto:boss@example.org"] && !change.isEmpty)
    #expect(messages[0].text.contains("ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org\r\n"))
  }
}
