import AlmanacEvents
import CommandLineKit
import Testing

@Suite("sync: bookings that only both sides together have")
struct SynchronizedBookingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["p1", "p2"] { try folder.makeFolder(name) }
  }

  /// A run in one of the folders, whose UIDs are those of its own.
  @discardableResult
  private func run(_ name: String, _ line: String) throws -> AlmanacRun {
    let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let run = try AlmanacRun(
      words + ["-c", folder.path(name), "--now", "2026-03-01T09:00"],
      adjust: { $0.uids = UIDSource { "\(name)-\($0)" } })
    #expect(run.status == .done, "\(run.errors)")
    return run
  }

  private func sync() throws -> AlmanacRun { try AlmanacRun("sync", folder.path("p1"), folder.path("p2")) }

  @Test("sessions of one coach at one time are reported once, and shown by session list and validate")
  func overlaps() throws {
    try run("p1", "session book --coach eva --client ana --at 2026-03-12T10:00")
    #expect(try sync().errors.isEmpty)
    try run("p1", "session book --coach eva --client bob --at 2026-03-11T10:00 --new bob")
    try run("p2", "session book --coach eva --client kim --at 2026-03-11T10:30 --new kim")
    let merged = try sync()
    #expect(merged.status == .done)
    let line = "eva: the sessions p1-1 and p2-0 are at the same time; both are booked"
    #expect(merged.errors.count { $0.contains(line) } == 1, "\(merged.errors)")
    #expect(try sync().errors.isEmpty)
    let list = try run("p1", "session list")
    #expect(list.lines.filter { $0.contains(" · at the same time as ") }.count == 2, "\(list.output)")
    let sessions = try ReadJSON(try run("p1", "session list --format json").output)["sessions"].array
    #expect(sessions.map { $0["overlaps"].array.compactMap(\.string) } == [["p2-0"], ["p1-1"], []])
    let findings = try AlmanacRun("validate", folder.path("p2"))
    #expect(
      findings.lines.count { $0.contains("overlapping_sessions: p2-0: eva is in the session p1-1") } == 1)
    try run("p2", "session cancel p2-0")
    #expect(!(try AlmanacRun("validate", folder.path("p2")).output.contains("overlapping_sessions")))
  }

  @Test("a member who waits is reported where the other side calls the class off, as one with a place is")
  func calledOff() throws {
    try run("p1", "class add Yoga --repeat every_monday --at 2026-03-02T18:00 --for 1h --places 1")
    try run("p1", "class book p1-0 --on 2026-03-09 --member ana")
    #expect(try sync().status == .done)
    try run("p1", "class change p1-0 --on 2026-03-09 --cancel ill --yes")
    try run("p2", "class book p1-0 --on 2026-03-09 --member bob --waitlist")
    let merged = try sync()
    #expect(merged.errors.filter { $0.contains("is called off") }.count == 1)
    #expect(merged.errors.contains { $0.contains("bob is called off") }, "\(merged.errors)")
  }
}
