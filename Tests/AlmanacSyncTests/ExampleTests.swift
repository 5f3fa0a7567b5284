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
    #expect(merge.unsettled.isEmpty)
  }
}
