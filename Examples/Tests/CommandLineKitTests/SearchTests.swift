import CommandLineKit
import Testing

@Suite("show and search")
struct SearchTests {
  @Test("search finds names, notes, places and categories, a series once")
  func search() throws {
    func uids(_ text: String) throws -> [String] {
      let run = try AlmanacRun("search", text, "-c", "-", "--format", "json", input: Sample.course)
      return try ReadJSON(run.output)["items"].array.compactMap { $0["uid"].string }
    }
    #expect(try uids("àlgebra") == ["algebra@example.com", "algebra@example.com"])
    #expect(try uids("aula") == ["algebra@example.com"])
    #expect(try uids("lecture") == ["algebra@example.com"])
    #expect(try uids("essay") == ["essay@example.com"])
    #expect(try uids("読書") == ["exam@example.com"])
    #expect(try uids("nothing like it").isEmpty)
    let text = try AlmanacRun("search", "a", "-c", "-", input: Sample.course)
    #expect(text.lines.count == 4 && text.lines.allSatisfy { $0.hasSuffix("@example.com") })
  }

  @Test("show tells a series, or the instance of a day")
  func show() throws {
    func show(_ arguments: String...) throws -> AlmanacRun {
      try AlmanacRun(["show", "algebra@example.com", "-c", "-"] + arguments, input: Sample.course)
    }
    let whole = try ReadJSON(try show("--format", "json", "--today", "2026-03-17").output)["item"]
    #expect(whole["recurrenceID"].isNull && whole["rules"].array.first?.string == "FREQ=WEEKLY;BYDAY=MO")
    #expect(whole["next"].string == "2026-03-30T09:00:00+02:00[Europe/Madrid]")
    let moved = try ReadJSON(try show("--on", "2026-03-10", "--format", "json").output)["item"]
    #expect(moved["recurrenceID"].string == "2026-03-09T09:00:00+01:00[Europe/Madrid]")
    #expect(moved["start"].string == "2026-03-10T16:00:00+01:00[Europe/Madrid]")
    #expect(try show().output.contains("every Monday"))
    let none = try show("--on", "2026-03-09")
    #expect(none.status == .refused && none.errors.first?.contains("2026-03-10") == true)
    #expect(try AlmanacRun("show", "nobody", "-c", "-", input: Sample.course).status == .refused)
  }
}
