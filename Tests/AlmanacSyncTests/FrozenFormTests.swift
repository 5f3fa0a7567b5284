import AlmanacSync
import Foundation
import TestSupport
import Testing

@Suite("The state of a synchronization in its stored form")
struct FrozenFormTests {
  @Test("What was stored is read, and is written as it was")
  func forms() async throws {
    var forms = try FrozenForms()
    let files = [meeting(), meeting(["SUMMARY:Other"])].map { Array($0.utf8) }
    let local = MemoryRemote(["a.ics": files[0], "b.ics": files[1]])
    let remote = MemoryRemote()
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await local.delete("b.ics", having: try await local.read("b.ics").token)
    try await synchronize(&state, local, remote)
    #expect(state.entries.keys.sorted() == ["a.ics"] && state.tombstones.keys.sorted() == ["b.ics"])
    try forms.check(state)
    try forms.checkSchema(state)
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  private func synchronize(
    _ state: inout SyncState, _ local: MemoryRemote, _ remote: MemoryRemote
  ) async throws {
    let plan = SyncPlan(
      state, local: try await .local(of: local, since: state),
      remote: try await .remote(of: remote, since: state))
    try await state.apply(plan, local: local, remote: remote)
  }

  // RFC 4648 §4: the encoding of "foobar" is "Zm9vYmFy".
  @Test("The base is a text in Base64; another text is refused")
  func base() throws {
    let text = #"{"entries":{"a":{"local":"1","remote":"2","base":"Zm9vYmFy"}},"tombstones":{}}"#
    let state = try JSONDecoder().decode(SyncState.self, from: Data(text.utf8))
    #expect(state.entries["a"]?.base == Array("foobar".utf8))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SyncState.self, from: Data(text.replacing("Zm9v", with: "Zm.v").utf8))
    }
  }
}
